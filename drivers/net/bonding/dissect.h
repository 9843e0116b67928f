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
 * bond_dissect_plain() - the flow of an outgoing packet like most
 * @skb: the packet, as for bond_dissect_skb()
 * @words: result: of 32 bits in an address
 *
 * TCP or UDP, whole, over IP without options, its headers in the linear part: there
 * are the addresses and ports in a row, and nothing has to be copied.
 *
 * Context: any; the skb is not changed.
 * Return: where they are, for bond_hash_mix_plain() and bond_hash_flow_plain(); NULL
 * for any other packet.
 */
static __always_inline const __be32 *bond_dissect_plain(const struct sk_buff *skb,
							int *words)
{
	int off = skb_network_offset(skb);
	int len = (int)skb_headlen(skb) - off - (int)sizeof(__be32);
	const void *nh = skb->data + off;
	const struct ipv6hdr *ip6h = nh;
	const struct iphdr *iph = nh;
	const __be32 *at;
	u8 proto;

	if (unlikely(off < 0))
		return NULL;

	if (likely(skb->protocol == htons(ETH_P_IP))) {
		if (unlikely(len < (int)sizeof(*iph)) || iph->ihl * 4 != sizeof(*iph) ||
		    ip_is_fragment(iph))
			return NULL;
		at = &iph->saddr;
		*words = 1;
		proto = iph->protocol;
	} else if (skb->protocol == htons(ETH_P_IPV6)) {
		if (unlikely(len < (int)sizeof(*ip6h)))
			return NULL;
		at = ip6h->saddr.s6_addr32;
		*words = 4;
		proto = ip6h->nexthdr;
	} else {
		return NULL;
	}

	return proto == IPPROTO_TCP || proto == IPPROTO_UDP ? at : NULL;
}

#endif /* _BOND_DISSECT_H */
