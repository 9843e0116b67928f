// SPDX-License-Identifier: GPL-2.0
/*
 * The receive path: the rx handler of every slave.
 *
 *   frame on a slave --> slave inactive? --> only who listens on the slave gets it;
 *                    |                       a link-local one stays there
 *                    --> otherwise the frame is the bond's; who listens on the
 *                        slave for its protocol gets it as well, and can tell by
 *                        the original device
 *
 * Locking: RCU read section of the core. Nothing shared is written.
 */
#include <linux/etherdevice.h>
#include <linux/skbuff.h>

#include "bond.h"

/*
 * What comes in by a slave that stands by is a copy of what the active slave
 * receives as well, so only those who listen on the slave get it. But LLDP and the
 * like are about the link.
 */
static rx_handler_result_t bond_rx_inactive(const struct bond *bond,
					    const struct sk_buff *skb)
{
	if (bond->dev->type == ARPHRD_ETHER &&
	    is_link_local_ether_addr(eth_hdr(skb)->h_dest))
		return RX_HANDLER_PASS;

	return RX_HANDLER_EXACT;
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

	skb = skb_share_check(skb, GFP_ATOMIC);
	if (unlikely(!skb))
		return RX_HANDLER_CONSUMED;
	*pskb = skb;

	port = rcu_dereference(skb->dev->rx_handler_data);
	if (unlikely(READ_ONCE(port->inactive)))
		return bond_rx_inactive(port->bond, skb);

	skb->dev = port->bond->dev;

	return RX_HANDLER_ANOTHER;
}
