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

/* First byte of an IPv4 header without options */
#define BOND_DISSECT_PLAIN_IPV4	0x45

void bond_dissect_init(void);
void bond_dissect_skb(const struct sk_buff *skb, u8 policy,
		      struct bond_flow_keys *keys);

/**
 * bond_dissect_plain() - the flow of an outgoing packet like most
 * @skb: the packet, as for bond_dissect_skb()
 * @at: result: where the addresses and ports are, for bond_hash_mix_plain() and
 *	bond_hash_flow_plain()
 * @words: result: of 32 bits in an address
 *
 * TCP or UDP, whole, over IP without options, its headers in the linear part: there
 * are the addresses and ports in a row, and nothing has to be copied.
 *
 * Context: any; the skb is not changed.
 * Return: true if it is one of these.
 */
static __always_inline bool bond_dissect_plain(const struct sk_buff *skb,
					       const __be32 **at, int *words)
{
	const void *nh = skb_network_header(skb);
	const struct ipv6hdr *ip6h = nh;
	const struct iphdr *iph = nh;
	u64 ports_end;
	u8 proto;

	/* A header in front of the packet is very far behind its end. */
	ports_end = (u32)skb_network_offset(skb) + (u64)sizeof(__be32);
	if (likely(skb->protocol == htons(ETH_P_IP))) {
		if (unlikely(ports_end + sizeof(*iph) > skb_headlen(skb)) ||
		    unlikely(*(const u8 *)nh != BOND_DISSECT_PLAIN_IPV4) ||
		    unlikely(ip_is_fragment(iph)))
			return false;
		*at = &iph->saddr;
		*words = 1;
		proto = iph->protocol;
	} else if (skb->protocol == htons(ETH_P_IPV6)) {
		if (unlikely(ports_end + sizeof(*ip6h) > skb_headlen(skb)))
			return false;
		*at = ip6h->saddr.s6_addr32;
		*words = 4;
		proto = ip6h->nexthdr;
	} else {
		return false;
	}

	return likely(proto == IPPROTO_TCP) || proto == IPPROTO_UDP;
}

#endif /* _BOND_DISSECT_H */
