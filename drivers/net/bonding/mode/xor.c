// SPDX-License-Identifier: GPL-2.0
/*
 * balance-xor: a flow keeps to one slave, chosen by xmit_hash_policy modulo the
 * number of usable slaves, or by its bucket where there are buckets.
 */
#include "../lb.h"
#include "mode.h"

static netdev_tx_t bond_xor_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	return bond_xmit_run(skb, dev, bond_lb_pick);
}

static const struct net_device_ops bond_xor_netdev_ops = {
	BOND_MODE_NETDEV_OPS,
	.ndo_start_xmit		= bond_xor_start_xmit,
	.ndo_get_xmit_slave	= bond_xmit_get_hashed,
	.ndo_sk_get_lower_dev	= bond_xmit_sk_hashed,
};

const struct bond_mode_ops bond_xor_mode = {
	.name		= "balance-xor",
	.title		= "load balancing (xor)",
	.id		= BOND_MODE_XOR,
	.flags		= BOND_MODE_F_HASH,
	.lag_tx_type	= NETDEV_LAG_TX_TYPE_HASH,
	.netdev_ops	= &bond_xor_netdev_ops,
};
