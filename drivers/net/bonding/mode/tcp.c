// SPDX-License-Identifier: GPL-2.0
/*
 * balance-tcp: a flow keeps to one slave, which the bucket of its hash names.
 *
 * It is balance-xor with buckets from the beginning.
 */
#include "../lb.h"
#include "mode.h"

static netdev_tx_t bond_tcp_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	return bond_xmit_run(skb, dev, bond_lb_pick);
}

static const struct net_device_ops bond_tcp_netdev_ops = {
	BOND_MODE_NETDEV_OPS,
	.ndo_start_xmit		= bond_tcp_start_xmit,
	.ndo_get_xmit_slave	= bond_xmit_get_hashed,
	.ndo_sk_get_lower_dev	= bond_xmit_sk_hashed,
};

const struct bond_mode_ops bond_tcp_mode = {
	.name		= "balance-tcp",
	.title		= "load balancing (hash buckets)",
	.id		= BOND_MODE_BALANCE_TCP,
	.abi_id		= BOND_MODE_XOR,
	.flags		= BOND_MODE_F_HASH,
	.xmit_policy	= BOND_XMIT_POLICY_LAYER34,
	.buckets	= 256,
	.rebalance_interval = 10000,
	.lag_tx_type	= NETDEV_LAG_TX_TYPE_HASH,
	.netdev_ops	= &bond_tcp_netdev_ops,
};
