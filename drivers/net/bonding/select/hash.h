/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Hash selector: from flow keys to the number that chooses a slave.
 *
 * Purpose: xmit_hash_policy of balance-xor, 802.3ad and balance-tlb. The value
 * modulo the number of usable slaves is the index of the slave, with the usable
 * slaves in the order in which they were enslaved. It is the in-tree driver's
 * value, bit for bit: a host keeps its placement when it changes drivers. (The
 * formulas are in the kernel's Documentation/networking/bonding.rst; what it
 * leaves open was measured, see selftests/hash_placement.sh.)
 *
 * Data flow: dissect.c turns a packet into struct bond_flow_keys and fills in
 * no more than the policy looks at; bond_hash_flow() turns that into a u32.
 *
 * Locking: none; pure functions.
 */
#ifndef _BOND_SELECT_HASH_H
#define _BOND_SELECT_HASH_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/hash.h>
#include <linux/if_ether.h>
#include <linux/in6.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/types.h>
#include <net/ipv6.h>
#include <uapi/linux/if_bonding.h>

/* What is valid in struct bond_flow_keys */
#define BOND_FLOW_MAC		BIT(0)	/* dst, src, proto */
#define BOND_FLOW_L3		BIT(1)	/* layer 3 was understood; ports */
#define BOND_FLOW_IPV4		BIT(2)	/* v4 */
#define BOND_FLOW_IPV6		BIT(3)	/* v6 */
#define BOND_FLOW_HASH		BIT(4)	/* hash */

/**
 * struct bond_flow_keys - what a packet says about its flow
 * @flags: BOND_FLOW_*: which of the other members are filled in; a member that
 *	is not is undefined
 * @dst: destination MAC address
 * @src: source MAC address
 * @proto: type field of the MAC header
 * @tci: VLAN tag (priority and id) that travels beside the frame, 0 for none;
 *	filled in for BOND_XMIT_POLICY_VLAN_SRCMAC only
 * @ports: the first four bytes of the transport header where they are ports or
 *	an SPI; @icmp.type, @icmp.code and @icmp.id of an ICMP message; 0 when
 *	there is none of these
 * @sport: first half of @ports
 * @dport: second half of @ports
 * @icmp: see @ports
 * @icmp.type: ICMP or ICMPv6 type
 * @icmp.code: ICMP or ICMPv6 code
 * @icmp.id: identifier of an echo message or the like
 * @hash: the stack's hash of the flow, when it covers the ports
 * @v4: IPv4 addresses
 * @v4.src: source address
 * @v4.dst: destination address
 * @v6: IPv6 addresses
 * @v6.src: source address
 * @v6.dst: destination address
 */
struct bond_flow_keys {
	u16 flags;
	u8 dst[ETH_ALEN];
	u8 src[ETH_ALEN];
	__be16 proto;
	u16 tci;
	union {
		__be32 ports;
		struct {
			__be16 sport;
			__be16 dport;
		};
		struct {
			u8 type;
			u8 code;
			u16 id;
		} icmp;
	};
	u32 hash;
	union {
		struct {
			__be32 src;
			__be32 dst;
		} v4;
		struct {
			struct in6_addr src;
			struct in6_addr dst;
		} v6;
	};
};

/* The last bytes of the addresses and the type. */
static __always_inline u32 bond_hash_mac(const struct bond_flow_keys *k)
{
	if (unlikely(!(k->flags & BOND_FLOW_MAC)))
		return 0;

	return k->dst[ETH_ALEN - 1] ^ k->src[ETH_ALEN - 1] ^
	       be16_to_cpu(k->proto);
}

/* VLAN tag, vendor and device part of the source address. */
static __always_inline u32 bond_hash_vlan_srcmac(const struct bond_flow_keys *k)
{
	u32 vendor, device;

	if (unlikely(!(k->flags & BOND_FLOW_MAC)))
		return 0;

	vendor = k->src[0] << 16 | k->src[1] << 8 | k->src[2];
	device = k->src[3] << 16 | k->src[4] << 8 | k->src[5];

	return k->tci ^ vendor ^ device;
}

/* The low byte has all. */
static __always_inline u32 bond_hash_fold(u32 hash)
{
	hash ^= hash >> 16;

	return hash ^ hash >> 8;
}

/* Mix the IP addresses in and fold the result. */
static __always_inline u32 bond_hash_ip(const struct bond_flow_keys *k,
					u32 hash)
{
	if (k->flags & BOND_FLOW_IPV4)
		hash ^= (__force u32)k->v4.src ^ (__force u32)k->v4.dst;
	else if (k->flags & BOND_FLOW_IPV6)
		hash ^= ipv6_addr_hash(&k->v6.src) ^ ipv6_addr_hash(&k->v6.dst);

	return bond_hash_fold(hash);
}

/* Hosts like even source ports: drop the bit that never moves */
static __always_inline u32 bond_hash_ports(u32 hash)
{
	return hash >> 1;
}

/**
 * bond_hash_flow() - the number that chooses a slave
 * @policy: BOND_XMIT_POLICY_*
 * @k: keys of the packet, made for this policy
 *
 * Return: a number to be taken modulo the number of usable slaves.
 */
static __always_inline u32 bond_hash_flow(u8 policy,
					  const struct bond_flow_keys *k)
{
	switch (policy) {
	case BOND_XMIT_POLICY_VLAN_SRCMAC:
		return bond_hash_vlan_srcmac(k);
	case BOND_XMIT_POLICY_LAYER23:
	case BOND_XMIT_POLICY_ENCAP23:
		if (!(k->flags & BOND_FLOW_L3))
			break;
		return bond_hash_ip(k, bond_hash_mac(k));
	case BOND_XMIT_POLICY_ENCAP34:
		if (k->flags & BOND_FLOW_HASH)
			return k->hash;
		fallthrough;
	case BOND_XMIT_POLICY_LAYER34:
		if (!(k->flags & BOND_FLOW_L3))
			break;
		return bond_hash_ports(bond_hash_ip(k, (__force u32)k->ports));
	default:
		break;
	}

	return bond_hash_mac(k);
}

/**
 * bond_hash_flow_plain() - bond_hash_flow() for BOND_XMIT_POLICY_LAYER34
 * @at: in a packet, where its addresses and ports are, in a row
 * @words: of 32 bits in an address
 *
 * Return: likewise.
 */
static __always_inline u32 bond_hash_flow_plain(const __be32 *at, int words)
{
	u32 hash = 0;
	int i;

	for (i = 0; i <= 2 * words; i++)
		hash ^= (__force u32)at[i];

	return bond_hash_ports(bond_hash_fold(hash));
}

/* A number more, so that all bits so far matter to the lower half. */
static __always_inline u64 bond_hash_step(u64 hash, u64 num)
{
	hash = (hash ^ num) * GOLDEN_RATIO_64;

	return hash ^ hash >> 32;
}

/* And so that each of them matters to every bit of the result. */
static __always_inline u32 bond_hash_end(u64 hash)
{
	return hash * GOLDEN_RATIO_64 >> 32;
}

/* Two numbers more, both ends of a flow: all is kept but which is which. */
static __always_inline u64 bond_hash_step_ends(u64 hash, u32 a, u32 b)
{
	hash = (hash + a) * (hash + b);

	return hash ^ hash >> 32;
}

static __always_inline u16 bond_hash_read16(const u8 *bytes)
{
	u16 num;

	memcpy(&num, bytes, sizeof(num));

	return num;
}

static __always_inline u32 bond_hash_read32(const u8 *bytes)
{
	u32 num;

	memcpy(&num, bytes, sizeof(num));

	return num;
}

static __always_inline u64 bond_hash_mix_mac(const struct bond_flow_keys *k, u64 hash)
{
	if (unlikely(!(k->flags & BOND_FLOW_MAC)))
		return hash;

	hash = bond_hash_step_ends(hash, bond_hash_read32(k->dst + 2),
				   bond_hash_read32(k->src + 2));
	hash = bond_hash_step_ends(hash, bond_hash_read16(k->dst),
				   bond_hash_read16(k->src));

	return bond_hash_step(hash, (__force u16)k->proto);
}

static __always_inline u64 bond_hash_mix_vlan_srcmac(const struct bond_flow_keys *k,
						     u64 hash)
{
	u64 num;

	if (unlikely(!(k->flags & BOND_FLOW_MAC)))
		return hash;

	num = (u64)bond_hash_read16(k->src) << 48 |
	      (u64)bond_hash_read32(k->src + 2) << 16 | k->tci;

	return bond_hash_step(hash, num);
}

/* Source and destination address, of so many words each. */
static __always_inline u64 bond_hash_mix_addrs(const __be32 *src, const __be32 *dst,
					       int words, u64 hash)
{
	int i;

	for (i = 0; i < words; i++)
		hash = bond_hash_step_ends(hash, (__force u32)src[i], (__force u32)dst[i]);

	return hash;
}

static __always_inline u64 bond_hash_mix_ip(const struct bond_flow_keys *k, u64 hash)
{
	if (k->flags & BOND_FLOW_IPV4)
		return bond_hash_mix_addrs(&k->v4.src, &k->v4.dst, 1, hash);
	if (k->flags & BOND_FLOW_IPV6)
		return bond_hash_mix_addrs(k->v6.src.s6_addr32, k->v6.dst.s6_addr32, 4,
					   hash);

	return hash;
}

static __always_inline u64 bond_hash_mix_ports(__be32 ports, u64 hash)
{
	u32 num = (__force u32)ports;

	return bond_hash_step_ends(hash, (u16)num, num >> 16);
}

static __always_inline u64 bond_hash_mix_keys(u8 policy, const struct bond_flow_keys *k,
					      u64 hash)
{
	switch (policy) {
	case BOND_XMIT_POLICY_VLAN_SRCMAC:
		return bond_hash_mix_vlan_srcmac(k, hash);
	case BOND_XMIT_POLICY_LAYER23:
	case BOND_XMIT_POLICY_ENCAP23:
		if (!(k->flags & BOND_FLOW_L3))
			break;
		return bond_hash_mix_ip(k, bond_hash_mix_mac(k, hash));
	case BOND_XMIT_POLICY_ENCAP34:
		if (k->flags & BOND_FLOW_HASH)
			return bond_hash_step(hash, k->hash);
		fallthrough;
	case BOND_XMIT_POLICY_LAYER34:
		if (!(k->flags & BOND_FLOW_L3))
			break;
		return bond_hash_mix_ports(k->ports, bond_hash_mix_ip(k, hash));
	default:
		break;
	}

	return bond_hash_mix_mac(k, hash);
}

/**
 * bond_hash_start() - what bond_hash_mix() begins with
 * @seed: of the bond
 *
 * Return: a number that differs for each seed, in both halves.
 */
static inline u64 bond_hash_start(u32 seed)
{
	return (seed + 1ULL) * GOLDEN_RATIO_64;
}

/**
 * bond_hash_mix() - the number that chooses a bucket
 * @policy: BOND_XMIT_POLICY_*
 * @k: keys of the packet, made for this policy
 * @start: bond_hash_start()
 *
 * The same fields as bond_hash_flow(), mixed so that every bit of them matters to
 * every bit of the result. Both directions of a flow have the same number.
 *
 * Return: a number, uniform over all of u32.
 */
static __always_inline u32 bond_hash_mix(u8 policy, const struct bond_flow_keys *k,
					 u64 start)
{
	return bond_hash_end(bond_hash_mix_keys(policy, k, start));
}

/**
 * bond_hash_mix_plain() - bond_hash_mix() for BOND_XMIT_POLICY_LAYER34
 * @at: in a packet, where its addresses and ports are, in a row
 * @words: of 32 bits in an address
 * @start: bond_hash_start()
 *
 * Return: likewise.
 */
static __always_inline u32 bond_hash_mix_plain(const __be32 *at, int words, u64 start)
{
	u64 hash = bond_hash_mix_addrs(at, at + words, words, start);

	return bond_hash_end(bond_hash_mix_ports(at[2 * words], hash));
}

#endif /* _BOND_SELECT_HASH_H */
