// SPDX-License-Identifier: GPL-2.0
/*
 * balance-rr: bursts of packets_per_slave packets to each slave in turn.
 *
 * Each CPU deals for itself over the usable slaves (select/burst.h). IGMP goes
 * to one slave, so that a switch sees group membership on one port.
 */
#include <linux/igmp.h>
#include <linux/random.h>

#include "../xmit.h"
#include "mode.h"

static bool bond_rr_is_igmp(const struct sk_buff *skb)
{
	int offset = skb_network_offset(skb);
	const struct iphdr *iph;
	struct iphdr buf;

	if (likely(skb->protocol != htons(ETH_P_IP)) || offset < 0)
		return false;

	iph = skb_header_pointer(skb, offset, sizeof(buf), &buf);

	return iph && iph->protocol == IPPROTO_IGMP;
}

static __always_inline u32 bond_rr_pick(struct bond *bond,
					const struct bond_tx_snap *snap,
					const struct sk_buff *skb)
{
	if (unlikely(!snap->n))
		return BOND_XMIT_NONE;
	if (unlikely(bond_rr_is_igmp(skb)))
		return max(snap->active, 0);
	if (unlikely(!snap->packets_per_slave))
		return bond_burst_random(get_random_u32(), snap->n);

	return bond_burst_pick(this_cpu_ptr(bond->burst), snap->slot, snap->n,
			       snap->gen, smp_processor_id(), 1);
}

static netdev_tx_t bond_rr_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	return bond_xmit_run(skb, dev, bond_rr_pick);
}

/* Tells where the next packet would go and does not deal it. */
static struct net_device *bond_rr_get_xmit_slave(struct net_device *dev,
						 struct sk_buff *skb,
						 bool all_slaves)
{
	const struct bond_tx_snap *snap = bond_xmit_snap_rcu(dev);
	struct bond *bond = bond_from_dev(dev);
	unsigned int cpu;
	u32 i = 0;

	if (!snap->n)
		return NULL;

	cpu = get_cpu();
	if (snap->packets_per_slave)
		i = bond_burst_peek(per_cpu_ptr(bond->burst, cpu), snap->slot,
				    snap->n, snap->gen, cpu);
	put_cpu();

	return snap->slave[i].dev;
}

static const struct net_device_ops bond_rr_netdev_ops = {
	BOND_MODE_NETDEV_OPS,
	.ndo_start_xmit		= bond_rr_start_xmit,
	.ndo_get_xmit_slave	= bond_rr_get_xmit_slave,
};

const struct bond_mode_ops bond_roundrobin_mode = {
	.name		= "balance-rr",
	.title		= "load balancing (round-robin)",
	.id		= BOND_MODE_ROUNDROBIN,
	.flags		= BOND_MODE_F_IGMP,
	.lag_tx_type	= NETDEV_LAG_TX_TYPE_ROUNDROBIN,
	.netdev_ops	= &bond_rr_netdev_ops,
};
