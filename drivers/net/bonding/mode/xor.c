// SPDX-License-Identifier: GPL-2.0
/*
 * balance-xor: a flow keeps to one slave, chosen by xmit_hash_policy modulo the
 * number of usable slaves.
 */
#include "../dissect.h"
#include "../select/hash.h"
#include "../xmit.h"
#include "mode.h"

static __always_inline u32 bond_xor_pick(struct bond *bond,
					 const struct bond_tx_snap *snap,
					 const struct sk_buff *skb)
{
	struct bond_flow_keys keys;

	if (unlikely(!snap->n))
		return BOND_XMIT_NONE;

	bond_dissect_skb(skb, snap->xmit_policy, &keys);

	return bond_hash_flow(snap->xmit_policy, &keys) % snap->n;
}

static netdev_tx_t bond_xor_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	return bond_xmit_run(skb, dev, bond_xor_pick);
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
