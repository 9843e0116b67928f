// SPDX-License-Identifier: GPL-2.0
/*
 * The receive path: the rx handler of every slave.
 *
 *   frame on a slave --> link-local group? --> stays on the slave, a copy to the bond
 *                    --> slave inactive?   --> only who listens on the slave gets it
 *                    --> otherwise the frame is the bond's
 *
 * Locking: RCU read section of the core. Nothing shared is written.
 */
#include <linux/etherdevice.h>
#include <linux/skbuff.h>

#include "bond.h"

/* LLDP and the like are about the link, so the slave keeps them; but daemons
 * that know nothing of slaves listen on the bond.
 */
static rx_handler_result_t bond_rx_link_local(struct bond *bond, struct sk_buff *skb)
{
	struct sk_buff *clone = skb_clone(skb, GFP_ATOMIC);

	if (clone) {
		clone->dev = bond->dev;
		/* The recorded queue is the slave's. */
		clone->queue_mapping = 0;
		netif_rx(clone);
	}

	return RX_HANDLER_PASS;
}

/**
 * bond_rx_handle() - rx handler of a slave
 * @pskb: the frame, replaced if it was shared
 *
 * Context: RCU read section, bottom halves off.
 * Return: what becomes of the frame.
 */
rx_handler_result_t bond_rx_handle(struct sk_buff **pskb)
{
	struct sk_buff *skb = *pskb;
	struct bond_port *port;
	bool inactive;

	skb = skb_share_check(skb, GFP_ATOMIC);
	if (unlikely(!skb))
		return RX_HANDLER_CONSUMED;
	*pskb = skb;

	port = rcu_dereference(skb->dev->rx_handler_data);
	inactive = READ_ONCE(port->inactive);

	if (unlikely(port->bond->dev->type == ARPHRD_ETHER &&
		     is_link_local_ether_addr(eth_hdr(skb)->h_dest))) {
		if (inactive)
			return RX_HANDLER_PASS;
		return bond_rx_link_local(port->bond, skb);
	}

	/* A copy of what the active slave receives as well. */
	if (unlikely(inactive))
		return RX_HANDLER_EXACT;

	skb->dev = port->bond->dev;

	return RX_HANDLER_ANOTHER;
}
