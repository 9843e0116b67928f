// SPDX-License-Identifier: GPL-2.0
/*
 * broadcast: every packet goes to every usable slave.
 *
 * All slaves but the last get a clone; the last one of the snapshot gets the
 * packet itself. The packet counts as sent if any slave took it.
 */
#include "../xmit.h"
#include "mode.h"

static bool bond_bc_sent(netdev_tx_t rc)
{
	return rc == NETDEV_TX_OK || (int)rc == NET_XMIT_CN;
}

/* Send to slaves 0 .. n-1, one at least, all from one snapshot. */
static netdev_tx_t bond_bc_send(struct bond *bond, const struct bond_tx_snap *snap,
				struct sk_buff *skb)
{
	u32 last = snap->n - 1;
	bool sent = false;
	netdev_tx_t rc;
	u32 i;

	for (i = 0; i < last; i++) {
		struct sk_buff *clone = skb_clone(skb, GFP_ATOMIC);

		if (unlikely(!clone)) {
			dev_core_stats_tx_dropped_inc(bond->dev);
			net_err_ratelimited("%s: no memory to send a packet to slave %s\n",
					    bond->dev->name, snap->slave[i].dev->name);
			continue;
		}
		sent |= bond_bc_sent(bond_xmit_to(snap, &snap->slave[i], clone));
	}

	rc = bond_xmit_to(snap, &snap->slave[last], skb);

	return sent ? NETDEV_TX_OK : rc;
}

static netdev_tx_t bond_bc_start_xmit(struct sk_buff *skb, struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);
	const struct bond_tx_snap *snap;
	u32 i = BOND_XMIT_NONE;

	snap = rcu_dereference_bh(bond->tx);
	if (unlikely(snap->special))
		i = bond_xmit_override(snap, skb_get_queue_mapping(skb));
	if (unlikely(i != BOND_XMIT_NONE))
		return bond_xmit_to(snap, &snap->slave[i], skb);
	if (unlikely(!snap->n))
		return bond_xmit_drop(skb);

	return bond_bc_send(bond, snap, skb);
}

/* There is no one slave that a packet would leave by. */
static const struct net_device_ops bond_bc_netdev_ops = {
	BOND_MODE_NETDEV_OPS,
	.ndo_start_xmit		= bond_bc_start_xmit,
};

const struct bond_mode_ops bond_broadcast_mode = {
	.name		= "broadcast",
	.title		= "fault-tolerance (broadcast)",
	.id		= BOND_MODE_BROADCAST,
	.flags		= BOND_MODE_F_COPIES,
	.lag_tx_type	= NETDEV_LAG_TX_TYPE_BROADCAST,
	.netdev_ops	= &bond_bc_netdev_ops,
};
