// SPDX-License-Identifier: GPL-2.0
/*
 * From the bytes of a packet to the keys of its flow.
 *
 * Purpose: the one place that reads packets in order to choose a slave. It
 * reads what the hash policy looks at and no more.
 *
 * Data flow: a packet whose data begin at the MAC header goes in, struct
 * bond_flow_keys comes out and is the input of select/hash.h. The packet is a
 * linear part, and for an skb whatever hangs off it: every header is
 * reached through bond_dissect_header(), which copies it if it must and says no
 * where the packet ends. Nothing of the packet is changed. A packet that
 * is cut off gives the keys of what is left, down to no keys at all.
 *
 * The encap policies leave the reading to the kernel's flow dissector, which
 * looks into tunnels.
 *
 * What counts as a flow is what the in-tree driver takes for one, to the bit
 * (selftests/hash_placement.sh). Two things are better here: an IP header that
 * is not in the linear part hashes like one that is, and a network header that
 * is claimed to lie in front of the packet is not read.
 *
 * Locking: none; the packet is the caller's.
 */
#include <linux/etherdevice.h>
#include <linux/icmp.h>
#include <linux/icmpv6.h>
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/in.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/flow_dissector.h>
#include <net/ip.h>

#include "dissect.h"
#include "select/hash.h"

/**
 * struct bond_packet - where the bytes of a packet are
 * @skb: the rest of the packet, or NULL
 * @data: the linear part, from the MAC header on
 * @len: length of @data in bytes
 * @nhoff: offset of the network header; negative if nobody has set it
 * @proto: type of the network header
 */
struct bond_packet {
	const struct sk_buff *skb;
	const void *data;
	int len;
	int nhoff;
	__be16 proto;
};

/**
 * struct bond_l3 - what an IP header says about the next one
 * @thoff: where it begins
 * @proto: what it is
 * @fragment: it is not there, or not to be relied upon
 * @quoted: the IP header is the one that an ICMP error quotes
 */
struct bond_l3 {
	int thoff;
	u8 proto;
	bool fragment;
	bool quoted;
};

/**
 * struct bond_encap_keys - what we ask of the kernel's flow dissector
 * @control: says which of @addrs there are
 * @basic: not used, but the dissector insists
 * @ports: ports, 0 for none
 * @icmp: of an ICMP message, all 0 for none
 * @addrs: innermost addresses
 */
struct bond_encap_keys {
	struct flow_dissector_key_control control;
	struct flow_dissector_key_basic basic;
	struct flow_dissector_key_ports ports;
	struct flow_dissector_key_icmp icmp;
	struct flow_dissector_key_addrs addrs;
};

static const struct flow_dissector_key bond_encap_key_offsets[] = {
	{
		.key_id = FLOW_DISSECTOR_KEY_CONTROL,
		.offset = offsetof(struct bond_encap_keys, control),
	},
	{
		.key_id = FLOW_DISSECTOR_KEY_BASIC,
		.offset = offsetof(struct bond_encap_keys, basic),
	},
	{
		.key_id = FLOW_DISSECTOR_KEY_IPV4_ADDRS,
		.offset = offsetof(struct bond_encap_keys, addrs.v4addrs),
	},
	{
		.key_id = FLOW_DISSECTOR_KEY_IPV6_ADDRS,
		.offset = offsetof(struct bond_encap_keys, addrs.v6addrs),
	},
	{
		.key_id = FLOW_DISSECTOR_KEY_TIPC,
		.offset = offsetof(struct bond_encap_keys, addrs.tipckey),
	},
	{
		.key_id = FLOW_DISSECTOR_KEY_PORTS,
		.offset = offsetof(struct bond_encap_keys, ports),
	},
	{
		.key_id = FLOW_DISSECTOR_KEY_ICMP,
		.offset = offsetof(struct bond_encap_keys, icmp),
	},
};

static struct flow_dissector bond_encap_dissector __read_mostly;

/* Bytes @off to @off + @size of the packet, in place or in @buf, or NULL. */
static const void *bond_dissect_header(const struct bond_packet *p, int off,
				       int size, void *buf)
{
	return __skb_header_pointer(p->skb, off, size, p->data, p->len, buf);
}

static void bond_dissect_mac(const struct bond_packet *p,
			     struct bond_flow_keys *keys)
{
	const struct ethhdr *eth;
	struct ethhdr buf;

	eth = bond_dissect_header(p, 0, sizeof(buf), &buf);
	if (unlikely(!eth))
		return;

	ether_addr_copy(keys->dst, eth->h_dest);
	ether_addr_copy(keys->src, eth->h_source);
	keys->proto = eth->h_proto;
	keys->flags |= BOND_FLOW_MAC;
}

static bool bond_dissect_ipv4(const struct bond_packet *p,
			      struct bond_flow_keys *keys, struct bond_l3 *l3)
{
	const struct iphdr *iph;
	struct iphdr buf;

	iph = bond_dissect_header(p, p->nhoff, sizeof(buf), &buf);
	if (unlikely(!iph))
		return false;

	keys->v4.src = iph->saddr;
	keys->v4.dst = iph->daddr;
	keys->flags |= BOND_FLOW_L3 | BOND_FLOW_IPV4;

	l3->thoff = p->nhoff + iph->ihl * 4;
	l3->proto = iph->protocol;
	l3->fragment = ip_is_fragment(iph);

	return true;
}

static bool bond_dissect_ipv6(const struct bond_packet *p,
			      struct bond_flow_keys *keys, struct bond_l3 *l3)
{
	const struct ipv6hdr *iph;
	struct ipv6hdr buf;

	iph = bond_dissect_header(p, p->nhoff, sizeof(buf), &buf);
	if (unlikely(!iph))
		return false;

	keys->v6.src = iph->saddr;
	keys->v6.dst = iph->daddr;
	keys->flags |= BOND_FLOW_L3 | BOND_FLOW_IPV6;

	l3->thoff = p->nhoff + sizeof(buf);
	l3->proto = iph->nexthdr;
	l3->fragment = false;

	return true;
}

static bool bond_dissect_l3(const struct bond_packet *p,
			    struct bond_flow_keys *keys, struct bond_l3 *l3)
{
	if (unlikely(p->nhoff < 0))
		return false;
	if (p->proto == htons(ETH_P_IP))
		return bond_dissect_ipv4(p, keys, l3);
	if (p->proto == htons(ETH_P_IPV6))
		return bond_dissect_ipv6(p, keys, l3);

	return false;
}

static bool bond_dissect_is_icmp(const struct bond_l3 *l3)
{
	return l3->proto == IPPROTO_ICMP || l3->proto == IPPROTO_ICMPV6;
}

/*
 * An ICMP error goes where the flow goes that it is about: take the addresses
 * of the IP header that it quotes instead. The numbers that make an error are
 * those of the protocol; the version of the quoted header is that of the outer
 * one. Returns false when the quoted header is cut off: then there are no
 * addresses.
 */
static bool bond_dissect_quoted(struct bond_packet *p,
				struct bond_flow_keys *keys, struct bond_l3 *l3)
{
	const struct icmphdr *icmp;
	struct icmphdr buf;
	bool error;

	l3->quoted = false;
	if (l3->fragment || likely(!bond_dissect_is_icmp(l3)))
		return true;

	icmp = bond_dissect_header(p, l3->thoff, sizeof(buf), &buf);
	if (!icmp)
		return true;
	error = l3->proto == IPPROTO_ICMP ? icmp_is_err(icmp->type) :
					    icmpv6_is_err(icmp->type);
	if (!error)
		return true;

	keys->flags = 0;
	p->nhoff = l3->thoff + sizeof(buf);
	l3->quoted = true;

	return bond_dissect_l3(p, keys, l3);
}

/* The identifier of an echo message stands in for the ports; 0 is for none. */
static void bond_dissect_set_icmp(struct bond_flow_keys *keys,
				  const struct flow_dissector_key_icmp *icmp)
{
	if (!icmp->id)
		return;

	keys->icmp.type = icmp->type;
	keys->icmp.code = icmp->code;
	keys->icmp.id = icmp->id;
}

static void bond_dissect_icmp(const struct bond_packet *p,
			      struct bond_flow_keys *keys,
			      const struct bond_l3 *l3)
{
	struct flow_dissector_key_icmp icmp = {};

	skb_flow_get_icmp_tci(p->skb, &icmp, p->data, l3->thoff, p->len);
	bond_dissect_set_icmp(keys, &icmp);
}

static void bond_dissect_l4(const struct bond_packet *p,
			    struct bond_flow_keys *keys,
			    const struct bond_l3 *l3)
{
	const __be32 *ports;
	__be32 buf;
	int off;

	keys->ports = 0;
	if (unlikely(l3->fragment))
		return;

	off = proto_ports_offset(l3->proto);
	if (off < 0) {
		if (bond_dissect_is_icmp(l3) && !l3->quoted)
			bond_dissect_icmp(p, keys, l3);
		return;
	}

	ports = bond_dissect_header(p, l3->thoff + off, sizeof(buf), &buf);
	if (likely(ports))
		keys->ports = *ports;
}

static bool bond_dissect_encap(const struct bond_packet *p,
			       struct bond_flow_keys *keys)
{
	struct bond_encap_keys found = {};

	if (unlikely(p->nhoff < 0))
		return false;
	if (!__skb_flow_dissect(NULL, p->skb, &bond_encap_dissector, &found,
				p->data, p->proto, p->nhoff, p->len, 0))
		return false;

	switch (found.control.addr_type) {
	case FLOW_DISSECTOR_KEY_IPV4_ADDRS:
		keys->v4.src = found.addrs.v4addrs.src;
		keys->v4.dst = found.addrs.v4addrs.dst;
		keys->flags |= BOND_FLOW_IPV4;
		break;
	case FLOW_DISSECTOR_KEY_IPV6_ADDRS:
		keys->v6.src = found.addrs.v6addrs.src;
		keys->v6.dst = found.addrs.v6addrs.dst;
		keys->flags |= BOND_FLOW_IPV6;
		break;
	case FLOW_DISSECTOR_KEY_TIPC:
		keys->v4.src = found.addrs.tipckey.key;
		keys->v4.dst = 0;
		keys->flags |= BOND_FLOW_IPV4;
		break;
	default:
		/* Understood, but it has no addresses that we know: ARP, MPLS */
		break;
	}

	keys->ports = found.ports.ports;
	bond_dissect_set_icmp(keys, &found.icmp);
	keys->flags |= BOND_FLOW_L3;

	return true;
}

static void bond_dissect_vlan(const struct sk_buff *skb,
			      struct bond_flow_keys *keys)
{
	keys->tci = skb_vlan_tag_present(skb) ? skb_vlan_tag_get(skb) : 0;
}

/**
 * bond_dissect_skb() - what an outgoing packet says about its flow
 * @skb: the packet, with its data at the MAC header as in ndo_start_xmit
 * @policy: BOND_XMIT_POLICY_* that the keys are for
 * @keys: result; its flags say what was found
 *
 * Context: any; the skb is not changed. The flow dissector of the encap
 * policies takes the network namespace from skb->dev.
 */
void bond_dissect_skb(const struct sk_buff *skb, u8 policy,
		      struct bond_flow_keys *keys)
{
	struct bond_packet p = {
		.skb = skb,
		.data = skb->data,
		.len = skb_headlen(skb),
		.nhoff = skb_network_offset(skb),
		.proto = skb->protocol,
	};
	struct bond_l3 l3;

	keys->flags = 0;

	switch (policy) {
	case BOND_XMIT_POLICY_ENCAP34:
		if (skb->l4_hash) {
			keys->hash = skb->hash;
			keys->flags = BOND_FLOW_HASH;
			return;
		}
		if (bond_dissect_encap(&p, keys))
			return;
		break;
	case BOND_XMIT_POLICY_LAYER34:
		if (bond_dissect_l3(&p, keys, &l3) &&
		    bond_dissect_quoted(&p, keys, &l3)) {
			bond_dissect_l4(&p, keys, &l3);
			return;
		}
		break;
	case BOND_XMIT_POLICY_LAYER23:
		if (bond_dissect_l3(&p, keys, &l3))
			bond_dissect_quoted(&p, keys, &l3);
		break;
	case BOND_XMIT_POLICY_ENCAP23:
		bond_dissect_encap(&p, keys);
		break;
	case BOND_XMIT_POLICY_VLAN_SRCMAC:
		bond_dissect_vlan(skb, keys);
		break;
	default:
		break;
	}

	bond_dissect_mac(&p, keys);
}

/**
 * bond_dissect_init() - get ready for the encap policies
 *
 * Context: once, at module init, before the first packet.
 */
void bond_dissect_init(void)
{
	skb_flow_dissector_init(&bond_encap_dissector, bond_encap_key_offsets,
				ARRAY_SIZE(bond_encap_key_offsets));
}
