// SPDX-License-Identifier: GPL-2.0
/*
 * The transmit path: what the modes share and what is not hot.
 *
 * Data flow and locking: see xmit.h.
 */
#include <net/ip.h>
#include <net/ipv6.h>
#include <net/sock.h>

#include "lb.h"
#include "offload/netpoll.h"

/**
 * bond_xmit_select_queue() - ndo_select_queue
 * @dev: the bond
 * @skb: the packet
 * @sb_dev: subordinate device, not used
 *
 * The bond has no queues of its own: its queue numbers are what filters set to
 * direct a packet to a slave (see queue_id). The number that was there is kept
 * for the slave.
 *
 * Context: bottom halves off.
 * Return: a transmit queue of @dev.
 */
u16 bond_xmit_select_queue(struct net_device *dev, struct sk_buff *skb,
			   struct net_device *sb_dev)
{
	u16 queue = skb_rx_queue_recorded(skb) ? skb_get_rx_queue(skb) : 0;

	qdisc_skb_cb(skb)->slave_dev_queue_mapping = skb_get_queue_mapping(skb);

	if (unlikely(queue >= dev->real_num_tx_queues))
		queue %= dev->real_num_tx_queues;

	return queue;
}

/**
 * bond_xmit_drop() - no slave takes this packet
 * @skb: the packet, still the bond's, freed
 *
 * Context: any but NMI.
 * Return: NET_XMIT_DROP.
 */
netdev_tx_t bond_xmit_drop(struct sk_buff *skb)
{
	dev_core_stats_tx_dropped_inc(skb->dev);
	dev_kfree_skb_any(skb);

	return NET_XMIT_DROP;
}

/**
 * bond_xmit_special() - bond_xmit_to() in a snapshot that is special
 * @slave: the slave
 * @skb: the packet, still the bond's, consumed
 *
 * Context: bottom halves off; interrupts off when netpoll sends.
 * Return: NETDEV_TX_OK or what the slave's queue says.
 */
netdev_tx_t bond_xmit_special(const struct bond_tx_slave *slave, struct sk_buff *skb)
{
	struct net_device *dev = skb->dev;

	skb->dev = slave->dev;
	/* With one queue, bond_xmit_select_queue() was not asked. */
	if (dev->real_num_tx_queues > 1)
		skb_set_queue_mapping(skb, qdisc_skb_cb(skb)->slave_dev_queue_mapping);

	if (netpoll_tx_running(dev))
		return bond_netpoll_send(slave->port, skb);

	return dev_queue_xmit(skb);
}

/**
 * bond_xmit_override() - does a filter direct the packet to a slave?
 * @snap: the snapshot
 * @queue: queue of the bond that the packet is on, 0 is none in particular
 *
 * Backup slaves can be asked for, as long as they have a link.
 *
 * Return: index of the slave whose queue_id is @queue, or BOND_XMIT_NONE.
 */
u32 bond_xmit_override(const struct bond_tx_snap *snap, u16 queue)
{
	u32 i;

	if (!queue)
		return BOND_XMIT_NONE;

	for (i = 0; i < snap->n_up; i++)
		if (snap->slave[i].queue_id == queue)
			return i;

	return BOND_XMIT_NONE;
}

/**
 * bond_xmit_get_active() - ndo_get_xmit_slave: the active slave
 * @dev: the bond
 * @skb: the packet, not used
 * @all_slaves: not used, there is one candidate
 *
 * Context: RCU read section.
 * Return: the device, or NULL.
 */
struct net_device *bond_xmit_get_active(struct net_device *dev,
					struct sk_buff *skb, bool all_slaves)
{
	struct bond_port *port = rcu_dereference(bond_from_dev(dev)->active);

	return port ? port->dev : NULL;
}

/* The slave that would have the packet if all slaves had a link. */
static struct net_device *bond_xmit_nth_port(struct bond *bond, u32 hash)
{
	u32 count = READ_ONCE(bond->port_count);
	struct bond_port *port;
	u32 i = 0;

	if (!count)
		return NULL;

	hash %= count;
	bond_for_each_port_rcu(port, bond)
		if (i++ == hash)
			return port->dev;

	return NULL;
}

/**
 * bond_xmit_get_hashed() - ndo_get_xmit_slave: the slave by hash
 * @dev: the bond
 * @skb: the packet
 * @all_slaves: choose among slaves without a link, too
 *
 * A bucket without a link has another owner already: there @all_slaves does not
 * matter.
 *
 * Context: RCU read section.
 * Return: the device, or NULL.
 */
struct net_device *bond_xmit_get_hashed(struct net_device *dev,
					struct sk_buff *skb, bool all_slaves)
{
	const struct bond_tx_snap *snap = bond_xmit_snap_rcu(dev);
	u32 num = bond_lb_hash_any(snap, skb);

	if (all_slaves && !snap->n_buckets)
		return bond_xmit_nth_port(bond_from_dev(dev), num);

	return snap->n ? snap->slave[bond_lb_peek(snap, num)].dev : NULL;
}

/**
 * bond_xmit_sk_active() - ndo_sk_get_lower_dev: the active slave
 * @dev: the bond
 * @sk: the socket, not used
 *
 * Context: any but NMI. Not every kernel calls this in an RCU read section; what
 * keeps the device in place afterwards is the caller's business.
 * Return: the device, or NULL.
 */
struct net_device *bond_xmit_sk_active(struct net_device *dev, struct sock *sk)
{
	struct net_device *slave_dev;

	rcu_read_lock();
	slave_dev = bond_xmit_get_active(dev, NULL, false);
	rcu_read_unlock();

	return slave_dev;
}

/* The keys that the packets of a connected socket have. */
static bool bond_xmit_sk_keys(const struct sock *sk, struct bond_flow_keys *keys)
{
	const struct inet_sock *inet = inet_sk(sk);

	keys->flags = BOND_FLOW_L3;
	keys->ports = (__force __be32)0;
	switch (sk->sk_family) {
#if IS_ENABLED(CONFIG_IPV6)
	case AF_INET6:
		if (!ipv6_addr_v4mapped(&sk->sk_v6_daddr)) {
			keys->flags |= BOND_FLOW_IPV6;
			keys->v6.src = inet6_sk(sk)->saddr;
			keys->v6.dst = sk->sk_v6_daddr;
			break;
		}
		fallthrough;
#endif
	case AF_INET:
		keys->flags |= BOND_FLOW_IPV4;
		keys->v4.src = inet->inet_saddr;
		keys->v4.dst = sk->sk_daddr;
		break;
	default:
		return false;
	}

	((__be16 *)&keys->ports)[0] = inet->inet_sport;
	((__be16 *)&keys->ports)[1] = sk->sk_dport;

	return true;
}

/**
 * bond_xmit_sk_hashed() - ndo_sk_get_lower_dev: the slave by hash
 * @dev: the bond
 * @sk: a connected socket
 *
 * Only policies that look at nothing but addresses and ports can tell without
 * a packet.
 *
 * Context: as bond_xmit_sk_active().
 * Return: the device, or NULL if it cannot be told.
 */
struct net_device *bond_xmit_sk_hashed(struct net_device *dev, struct sock *sk)
{
	struct net_device *slave_dev = NULL;
	const struct bond_tx_snap *snap;
	struct bond_flow_keys keys;
	u32 num;

	if (!bond_xmit_sk_keys(sk, &keys))
		return NULL;

	rcu_read_lock();
	snap = bond_xmit_snap_rcu(dev);
	if (snap->n && (snap->xmit_policy == BOND_XMIT_POLICY_LAYER34 ||
			snap->xmit_policy == BOND_XMIT_POLICY_ENCAP34)) {
		num = bond_lb_hash(snap, snap->xmit_policy, &keys);
		slave_dev = snap->slave[bond_lb_peek(snap, num)].dev;
	}
	rcu_read_unlock();

	return slave_dev;
}
