/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Frames for the test modules.
 *
 * A frame is written down as a list of its layers, from the outside in:
 * { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1000, 53) }. frame_build() makes the
 * bytes of it, frame_skb() makes an skb of these, cut off anywhere and split
 * over page fragments anywhere. Each IP header has addresses of its own, so that
 * inner and outer ones can be told apart.
 */
#ifndef _BOND_KUNIT_FRAME_H
#define _BOND_KUNIT_FRAME_H

#include <linux/etherdevice.h>
#include <linux/icmp.h>
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/ip.h>
#include <linux/ipv6.h>
#include <linux/mm.h>
#include <linux/skbuff.h>
#include <linux/tcp.h>
#include <linux/udp.h>
#include <net/ip.h>
#include <net/net_namespace.h>

#define FRAME_MAX	256
#define FRAME_LAYERS	10
#define FRAME_MARGIN	64	/* foreign bytes before and behind the data */

enum frame_layer_op {
	LAYER_END,
	LAYER_ETH,
	LAYER_VLAN,
	LAYER_IP4,
	LAYER_IP6,
	LAYER_EXT,
	LAYER_FRAG6,
	LAYER_AH,
	LAYER_TCP,
	LAYER_UDP,
	LAYER_ICMP,
	LAYER_GRE,
	LAYER_VXLAN,
	LAYER_MPLS,
	LAYER_RAW,
};

/**
 * struct frame_layer - one layer of a frame
 * @op: which
 * @a: mostly the protocol of the next layer
 * @b: see the macros
 * @c: see the macros
 */
struct frame_layer {
	enum frame_layer_op op;
	u16 a;
	u16 b;
	u16 c;
};

#define ETH(proto)		{ LAYER_ETH, proto }
#define VLAN(tci, proto)	{ LAYER_VLAN, proto, tci }
#define IP4(proto)		{ LAYER_IP4, proto, 5, 0 }
#define IP4_OPT(proto, ihl)	{ LAYER_IP4, proto, ihl, 0 }
#define IP4_FRAG(proto, off)	{ LAYER_IP4, proto, 5, off }
#define IP6(proto)		{ LAYER_IP6, proto, 0 }
#define IP6_LABEL(proto, label)	{ LAYER_IP6, proto, label }
#define EXT(proto, units)	{ LAYER_EXT, proto, units }
#define FRAG6(proto, off)	{ LAYER_FRAG6, proto, off }
#define AH(proto)		{ LAYER_AH, proto }
#define TCP(sport, dport)	{ LAYER_TCP, sport, dport }
#define UDP(sport, dport)	{ LAYER_UDP, sport, dport }
#define ICMP(type, code, id)	{ LAYER_ICMP, type, code, id }
#define GRE(proto, flags)	{ LAYER_GRE, proto, flags }
#define VXLAN(proto, vni)	{ LAYER_VXLAN, proto, vni }
#define MPLS(label)		{ LAYER_MPLS, label }
#define RAW(bytes)		{ LAYER_RAW, bytes }

/**
 * struct frame - the bytes of a frame
 * @len: number of them
 * @proto: type field of the MAC header
 * @depth: IP headers so far
 * @data: the bytes
 */
struct frame {
	u32 len;
	__be16 proto;
	u8 depth;
	u8 data[FRAME_MAX];
};

static inline void *frame_put(struct frame *f, u32 size)
{
	void *at = &f->data[f->len];

	if (WARN_ON(f->len + size > FRAME_MAX))
		return f->data;
	memset(at, 0, size);
	f->len += size;

	return at;
}

static inline void frame_put_eth(struct frame *f, u16 proto, u8 last)
{
	static const u8 dst[ETH_ALEN] = { 0x02, 0x1b, 0x21, 0x00, 0x02, 0x35 };
	static const u8 src[ETH_ALEN] = { 0x02, 0x50, 0x56, 0x9a, 0x01, 0x5c };
	struct ethhdr *eth = frame_put(f, sizeof(*eth));

	ether_addr_copy(eth->h_dest, dst);
	ether_addr_copy(eth->h_source, src);
	eth->h_source[5] += last;
	eth->h_proto = htons(proto);
}

static inline void frame_put_ip4(struct frame *f, u8 proto, u8 ihl, u16 off)
{
	struct iphdr *iph = frame_put(f, sizeof(*iph));

	iph->version = 4;
	iph->ihl = ihl;
	iph->tot_len = htons(128);
	iph->ttl = 64;
	iph->protocol = proto;
	iph->frag_off = htons(off);
	iph->saddr = htonl(0xc0000211 + f->depth * 0x00010307);
	iph->daddr = htonl(0xc633647e + f->depth * 0x0209000b);
	if (ihl > 5)
		memset(frame_put(f, (ihl - 5) * 4), IPOPT_NOOP, (ihl - 5) * 4);
	f->depth++;
}

static inline void frame_put_ip6(struct frame *f, u8 proto, u16 label)
{
	struct ipv6hdr *iph = frame_put(f, sizeof(*iph));

	iph->version = 6;
	iph->flow_lbl[1] = label >> 8;
	iph->flow_lbl[2] = label;
	iph->payload_len = htons(128);
	iph->nexthdr = proto;
	iph->hop_limit = 64;
	iph->saddr.s6_addr32[0] = htonl(0x20010db8);
	iph->saddr.s6_addr32[1] = htonl(0x00a30000 + f->depth);
	iph->saddr.s6_addr32[3] = htonl(0x0000f111);
	iph->daddr.s6_addr32[0] = htonl(0x20010db8);
	iph->daddr.s6_addr32[2] = htonl(0x00000b00 + f->depth * 0x51);
	iph->daddr.s6_addr32[3] = htonl(0x0000e222);
	f->depth++;
}

static inline void frame_put_l4(struct frame *f, const struct frame_layer *l)
{
	struct icmphdr *icmp;
	struct tcphdr *th;
	struct udphdr *uh;

	switch (l->op) {
	case LAYER_TCP:
		th = frame_put(f, sizeof(*th));
		th->source = htons(l->a);
		th->dest = htons(l->b);
		th->doff = 5;
		break;
	case LAYER_UDP:
		uh = frame_put(f, sizeof(*uh));
		uh->source = htons(l->a);
		uh->dest = htons(l->b);
		uh->len = htons(64);
		break;
	case LAYER_ICMP:
		icmp = frame_put(f, sizeof(*icmp));
		icmp->type = l->a;
		icmp->code = l->b;
		icmp->un.echo.id = htons(l->c);
		break;
	default:
		break;
	}
}

static inline void frame_put_exthdr(struct frame *f,
				    const struct frame_layer *l)
{
	u8 *hdr;

	switch (l->op) {
	case LAYER_EXT:
		hdr = frame_put(f, l->b * 8);
		hdr[1] = l->b - 1;
		break;
	case LAYER_FRAG6:
		hdr = frame_put(f, 8);
		hdr[2] = l->b >> 8;
		hdr[3] = l->b;
		break;
	default: /* LAYER_AH */
		hdr = frame_put(f, 24);
		hdr[1] = 4;
		hdr[6] = 0x12;
		hdr[7] = 0x77;
		break;
	}
	hdr[0] = l->a;
}

static inline void frame_put_tunnel(struct frame *f,
				    const struct frame_layer *l)
{
	__be16 *gre;
	__be32 *hdr;

	switch (l->op) {
	case LAYER_GRE:
		gre = frame_put(f, l->b & 0x2000 ? 8 : 4);
		gre[0] = htons(l->b);
		gre[1] = htons(l->a);
		break;
	case LAYER_VXLAN:
		hdr = frame_put(f, 8);
		hdr[0] = htonl(0x08000000);
		hdr[1] = htonl(l->b << 8);
		frame_put_eth(f, l->a, 7);
		break;
	default: /* LAYER_MPLS */
		hdr = frame_put(f, 4);
		hdr[0] = htonl(l->a << 12 | 0x140);
		break;
	}
}

static inline void frame_put_layer(struct frame *f, const struct frame_layer *l)
{
	__be16 *vlan;

	switch (l->op) {
	case LAYER_ETH:
		f->proto = htons(l->a);
		frame_put_eth(f, l->a, 0);
		break;
	case LAYER_VLAN:
		vlan = frame_put(f, 4);
		vlan[0] = htons(l->b);
		vlan[1] = htons(l->a);
		break;
	case LAYER_IP4:
		frame_put_ip4(f, l->a, l->b, l->c);
		break;
	case LAYER_IP6:
		frame_put_ip6(f, l->a, l->b);
		break;
	case LAYER_EXT:
	case LAYER_FRAG6:
	case LAYER_AH:
		frame_put_exthdr(f, l);
		break;
	case LAYER_GRE:
	case LAYER_VXLAN:
	case LAYER_MPLS:
		frame_put_tunnel(f, l);
		break;
	case LAYER_RAW:
		memset(frame_put(f, l->a), 0xa5, l->a);
		break;
	default:
		frame_put_l4(f, l);
		break;
	}
}

/* Make the bytes of the layers up to LAYER_END. */
static inline void frame_build(struct frame *f,
			       const struct frame_layer layers[FRAME_LAYERS])
{
	int i;

	f->len = 0;
	f->depth = 0;
	for (i = 0; i < FRAME_LAYERS && layers[i].op != LAYER_END; i++)
		frame_put_layer(f, &layers[i]);
}

/* One byte a fragment at first, so that headers are torn apart. */
static inline int frame_add_fragments(struct sk_buff *skb, const u8 *data,
				      u32 len, u8 foreign)
{
	int nr = 0;

	while (len) {
		u32 size = nr < 8 ? 1 : len;
		struct page *page = alloc_page(GFP_KERNEL);

		if (!page)
			return -ENOMEM;
		memset(page_address(page), foreign, size + 2 * FRAME_MARGIN);
		memcpy(page_address(page) + FRAME_MARGIN, data, size);
		skb_add_rx_frag(skb, nr++, page, FRAME_MARGIN, size, PAGE_SIZE);
		data += size;
		len -= size;
	}

	return 0;
}

/**
 * frame_skb() - make an skb of a frame
 * @f: frame
 * @len: take so many bytes
 * @linear: so many of them in the linear part, the others in fragments
 * @foreign: what is in the memory around the data
 *
 * Return: the skb, its data at the MAC header, or NULL.
 */
static inline struct sk_buff *frame_skb(const struct frame *f, u32 len,
					u32 linear, u8 foreign)
{
	struct sk_buff *skb = alloc_skb(linear + 2 * FRAME_MARGIN, GFP_KERNEL);

	if (!skb)
		return NULL;

	memset(skb->head, foreign, skb_end_offset(skb));
	skb_reserve(skb, FRAME_MARGIN);
	skb_put_data(skb, f->data, linear);
	if (frame_add_fragments(skb, &f->data[linear], len - linear, foreign)) {
		kfree_skb(skb);
		return NULL;
	}

	skb->dev = init_net.loopback_dev;
	skb->protocol = f->proto;
	skb_reset_mac_header(skb);
	skb_set_network_header(skb, ETH_HLEN);

	return skb;
}

#endif /* _BOND_KUNIT_FRAME_H */
