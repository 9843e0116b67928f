/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The transmit path, common to all modes.
 *
 * A mode's ndo_start_xmit is bond_xmit_run() with the mode's picker inlined:
 *
 *   snapshot -> queue_id override? -> pick(snapshot, skb) -> slave's queue
 *
 * Locking: the core calls with bottom halves off, which is an RCU read section.
 * Nothing shared is written.
 */
#ifndef _BOND_XMIT_H
#define _BOND_XMIT_H

#include <linux/skbuff.h>
#include <net/sch_generic.h>

#include "bond.h"

/* No slave: the packet is dropped and counted. */
#define BOND_XMIT_NONE		U32_MAX

/**
 * typedef bond_xmit_pick_t - a mode's choice of the slave
 * @bond: the bond
 * @snap: the snapshot; it may be without any slave
 * @skb: the packet
 *
 * Return: index into &struct bond_tx_snap.slave, or BOND_XMIT_NONE.
 */
typedef u32 bond_xmit_pick_t(struct bond *bond, const struct bond_tx_snap *snap,
			     const struct sk_buff *skb);

u16 bond_xmit_select_queue(struct net_device *dev, struct sk_buff *skb,
			   struct net_device *sb_dev);
netdev_tx_t bond_xmit_drop(struct sk_buff *skb);
netdev_tx_t bond_xmit_special(const struct bond_tx_slave *slave, struct sk_buff *skb);
u32 bond_xmit_override(const struct bond_tx_snap *snap, u16 queue);
struct net_device *bond_xmit_get_active(struct net_device *dev,
					struct sk_buff *skb, bool all_slaves);
struct net_device *bond_xmit_get_hashed(struct net_device *dev,
					struct sk_buff *skb, bool all_slaves);
struct net_device *bond_xmit_sk_active(struct net_device *dev, struct sock *sk);
struct net_device *bond_xmit_sk_hashed(struct net_device *dev, struct sock *sk);

/**
 * bond_xmit_to() - hand the packet to a slave's own queues
 * @snap: the snapshot
 * @slave: the slave
 * @skb: the packet, consumed
 *
 * Context: bottom halves off.
 * Return: NETDEV_TX_OK or what the slave's queue says.
 */
static __always_inline netdev_tx_t
bond_xmit_to(const struct bond_tx_snap *snap, const struct bond_tx_slave *slave,
	     struct sk_buff *skb)
{
	if (unlikely(snap->special))
		return bond_xmit_special(slave, skb);

	skb->dev = slave->dev;
	/* bond_xmit_select_queue() has put it aside. */
	skb_set_queue_mapping(skb, qdisc_skb_cb(skb)->slave_dev_queue_mapping);

	return dev_queue_xmit(skb);
}

/**
 * bond_xmit_run() - ndo_start_xmit of a mode that sends a packet to one slave
 * @skb: the packet
 * @dev: the bond
 * @pick: the mode's picker, a constant for the compiler to inline
 *
 * Context: bottom halves off.
 * Return: NETDEV_TX_OK or what the slave's queue says; the packet is consumed.
 */
static __always_inline netdev_tx_t
bond_xmit_run(struct sk_buff *skb, struct net_device *dev,
	      bond_xmit_pick_t *pick)
{
	struct bond *bond = bond_from_dev(dev);
	const struct bond_tx_snap *snap;
	u32 i = BOND_XMIT_NONE;

	snap = rcu_dereference_bh(bond->tx);
	if (unlikely(snap->special))
		i = bond_xmit_override(snap, skb_get_queue_mapping(skb));
	if (likely(i == BOND_XMIT_NONE))
		i = pick(bond, snap, skb);
	if (unlikely(i == BOND_XMIT_NONE))
		return bond_xmit_drop(skb);

	return bond_xmit_to(snap, &snap->slave[i], skb);
}

/**
 * bond_xmit_snap_rcu() - the snapshot, for readers other than the packet path
 * @dev: the bond
 *
 * Context: RCU read section.
 * Return: the snapshot.
 */
static inline const struct bond_tx_snap *bond_xmit_snap_rcu(struct net_device *dev)
{
	return rcu_dereference(bond_from_dev(dev)->tx);
}

#endif /* _BOND_XMIT_H */
