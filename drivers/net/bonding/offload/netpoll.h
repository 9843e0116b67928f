/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sending through a bond that netpoll (netconsole) sends on.
 */
#ifndef _BOND_OFFLOAD_NETPOLL_H
#define _BOND_OFFLOAD_NETPOLL_H

#include <linux/netpoll.h>
#include <linux/rcupdate.h>

#include "../bond.h"

/**
 * bond_netpoll_send() - send a packet of netpoll's by a slave
 * @port: the slave
 * @skb: the packet, consumed
 *
 * To be used where netpoll_tx_running(): the slave's queue must not be waited
 * for, and its qdisc not be entered.
 *
 * Context: interrupts off.
 * Return: NETDEV_TX_OK or NET_XMIT_DROP.
 */
#ifdef CONFIG_NET_POLL_CONTROLLER
static inline netdev_tx_t bond_netpoll_send(struct bond_port *port,
					    struct sk_buff *skb)
{
	/* Without an instance, netpoll frees the packet. */
	return netpoll_send_skb(rcu_dereference_bh(port->np), skb);
}
#else
static inline netdev_tx_t bond_netpoll_send(struct bond_port *port,
					    struct sk_buff *skb)
{
	dev_kfree_skb_any(skb);

	return NET_XMIT_DROP;
}
#endif

#endif /* _BOND_OFFLOAD_NETPOLL_H */
