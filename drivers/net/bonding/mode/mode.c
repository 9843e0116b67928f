// SPDX-License-Identifier: GPL-2.0
/*
 * The table of modes.
 */
#include "mode.h"

static const struct bond_mode_ops * const bond_modes[BOND_MODE_COUNT] = {
	[BOND_MODE_ROUNDROBIN]		= &bond_roundrobin_mode,
	[BOND_MODE_ACTIVEBACKUP]	= &bond_activebackup_mode,
	[BOND_MODE_XOR]			= &bond_xor_mode,
	[BOND_MODE_BROADCAST]		= &bond_broadcast_mode,
	[BOND_MODE_BALANCE_TCP]		= &bond_tcp_mode,
};

/* Names are known before the modes are there. */
const char * const bond_mode_names[BOND_MODE_COUNT] = {
	[BOND_MODE_ROUNDROBIN]		= "balance-rr",
	[BOND_MODE_ACTIVEBACKUP]	= "active-backup",
	[BOND_MODE_XOR]			= "balance-xor",
	[BOND_MODE_BROADCAST]		= "broadcast",
	[BOND_MODE_8023AD]		= "802.3ad",
	[BOND_MODE_TLB]			= "balance-tlb",
	[BOND_MODE_ALB]			= "balance-alb",
	[BOND_MODE_BALANCE_TCP]		= "balance-tcp",
};

/**
 * bond_mode_get() - the mode with some number
 * @id: BOND_MODE_*
 *
 * Return: the mode, or NULL if there is none or it is not supported.
 */
const struct bond_mode_ops *bond_mode_get(unsigned int id)
{
	return id < BOND_MODE_COUNT ? bond_modes[id] : NULL;
}

/**
 * bond_mode_name() - the name of a mode, supported or not
 * @id: BOND_MODE_*
 *
 * Return: the name, or NULL if the number means nothing.
 */
const char *bond_mode_name(unsigned int id)
{
	return id < BOND_MODE_COUNT ? bond_mode_names[id] : NULL;
}

/**
 * bond_mode_set_defaults() - options that depend on the mode
 * @mode: the mode that a bond gets
 * @params: its options
 *
 * A hash policy that somebody has chosen stays.
 *
 * Context: any.
 */
void bond_mode_set_defaults(const struct bond_mode_ops *mode, struct bond_params *params)
{
	params->buckets = mode->buckets;
	params->rebalance_interval = mode->rebalance_interval;
	if (params->xmit_policy == BOND_XMIT_POLICY_LAYER2)
		params->xmit_policy = mode->xmit_policy;
}
