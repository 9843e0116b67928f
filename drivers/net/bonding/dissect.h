/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _BOND_DISSECT_H
#define _BOND_DISSECT_H

#include <linux/if_ether.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/skbuff.h>
#include <linux/types.h>
#include <net/ip.h>

#include "select/hash.h"

void bond_dissect_init(void);
void bond_dissect_skb(const struct sk_buff *skb, u8 policy,
		      struct bond_flow_keys *keys);

/**
 * bond_dissect_plain() - the keys of an outgoing packet like most
 * @skb: the packet, as for bond_dissect_skb()
 * @keys: result, if true: what bond_dissect_skb() finds for
 *	BOND_XMIT_POLICY_LAYER34
 *
 * TCP or UDP, whole, over IP without options, its headers in the linear part. For
 * the packet path: all inline, so that the keys need not be in memory.
 *
 * Context: any; the skb is not changed.
 * Return: whether the packet is one of those.
 */
static __always_inline bool bond_dissect_plain(const struct sk_buff *skb,
					       struct bond_flow_keys *keys)
{
	int off = skb_network_offset(skb);
	int len = (int)skb_headlen(skb) - off - (int)sizeof(keys->ports);
	const void *nh = skb->data + off;
	const struct ipv6hdr *ip6h = nh;
	const struct iphdr *iph = nh;
	u8 proto;

	if (unlikely(off < 0))
		return false;

	if (likely(skb->protocol == htons(ETH_P_IP))) {
		if (unlikely(len < (int)sizeof(*iph)) || iph->ihl * 4 != sizeof(*iph) ||
		    ip_is_fragment(iph))
			return false;
		keys->flags = BOND_FLOW_L3 | BOND_FLOW_IPV4;
		keys->v4.src = iph->saddr;
		keys->v4.dst = iph->daddr;
		keys->ports = *(const __be32 *)(iph + 1);
		proto = iph->protocol;
	} else if (skb->protocol == htons(ETH_P_IPV6)) {
		if (unlikely(len < (int)sizeof(*ip6h)))
			return false;
		keys->flags = BOND_FLOW_L3 | BOND_FLOW_IPV6;
		keys->v6.src = ip6h->saddr;
		keys->v6.dst = ip6h->daddr;
		keys->ports = *(const __be32 *)(ip6h + 1);
		proto = ip6h->nexthdr;
	} else {
		return false;
	}

	return proto == IPPROTO_TCP || proto == IPPROTO_UDP;
}

#endif /* _BOND_DISSECT_H */
