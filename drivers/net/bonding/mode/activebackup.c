// SPDX-License-Identifier: GPL-2.0
/*
 * active-backup: one slave carries the traffic, another takes over when it
 * fails. Which one is decided in active.c.
 */
#include "../xmit.h"
#include "mode.h"

/* The only slave of the snapshot that carries traffic is the active one. */
static __always_inline u32 bond_ab_pick(struct bond *bond,
					const struct bond_tx_snap *snap,
					const struct sk_buff *skb)
{
	return likely(snap->n) ? 0 : BOND_XMIT_NONE;
}

static netdev_tx_t bond_ab_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	return bond_xmit_run(skb, dev, bond_ab_pick);
}

static const struct net_device_ops bond_ab_netdev_ops = {
	BOND_MODE_NETDEV_OPS,
	.ndo_start_xmit		= bond_ab_start_xmit,
	.ndo_get_xmit_slave	= bond_xmit_get_active,
	.ndo_sk_get_lower_dev	= bond_xmit_sk_active,
};

const struct bond_mode_ops bond_activebackup_mode = {
	.name		= "active-backup",
	.title		= "fault-tolerance (active-backup)",
	.id		= BOND_MODE_ACTIVEBACKUP,
	.flags		= BOND_MODE_F_ACTIVE | BOND_MODE_F_PRIMARY |
			  BOND_MODE_F_IGMP,
	.lag_tx_type	= NETDEV_LAG_TX_TYPE_ACTIVEBACKUP,
	.netdev_ops	= &bond_ab_netdev_ops,
};
