// SPDX-License-Identifier: GPL-2.0
/*
 * Names of the values of options, in the order of the values. tools/gen-options reads
 * this file.
 */
#include <linux/if_bonding.h>
#include <linux/if_bonding_lb.h>

#include "options.h"

const char * const bond_arp_validate_names[7] = {
	"none", "active", "backup", "all", "filter", "filter_active",
	"filter_backup",
};

const char * const bond_arp_all_targets_names[2] = { "any", "all" };

const char * const bond_primary_reselect_names[3] = {
	[BOND_PRI_RESELECT_ALWAYS]	= "always",
	[BOND_PRI_RESELECT_BETTER]	= "better",
	[BOND_PRI_RESELECT_FAILURE]	= "failure",
};

const char * const bond_fail_over_mac_names[3] = {
	[BOND_FOM_NONE]		= "none",
	[BOND_FOM_ACTIVE]	= "active",
	[BOND_FOM_FOLLOW]	= "follow",
};

const char * const bond_xmit_hash_policy_names[6] = {
	[BOND_XMIT_POLICY_LAYER2]	= "layer2",
	[BOND_XMIT_POLICY_LAYER34]	= "layer3+4",
	[BOND_XMIT_POLICY_LAYER23]	= "layer2+3",
	[BOND_XMIT_POLICY_ENCAP23]	= "encap2+3",
	[BOND_XMIT_POLICY_ENCAP34]	= "encap3+4",
	[BOND_XMIT_POLICY_VLAN_SRCMAC]	= "vlan+srcmac",
};

const char * const bond_weighting_names[2] = {
	[BOND_WEIGHTING_EQUAL]	= "equal",
	[BOND_WEIGHTING_SPEED]	= "speed",
};

const char * const bond_lacp_active_names[2] = { "off", "on" };
const char * const bond_lacp_rate_names[2] = { "slow", "fast" };
const char * const bond_ad_select_names[3] = { "stable", "bandwidth", "count" };
