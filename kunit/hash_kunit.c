// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the hash selector: the formulas of the kernel's
 * Documentation/networking/bonding.rst, on numbers worked out apart from the
 * code, for a little-endian machine. (That whole packets go where the in-tree
 * driver sends them is for dissect_kunit.c and selftests/hash_placement.sh.)
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "../drivers/net/bonding/select/hash.h"

/**
 * struct hash_case - keys in host byte order, and their hash
 * @desc: what is special
 * @policy: BOND_XMIT_POLICY_*
 * @flags: BOND_FLOW_*
 * @dst: destination address
 * @src: source address
 * @proto: type
 * @tci: VLAN tag
 * @ports: source port, destination port
 * @v4: IPv4 source, destination
 * @v6: IPv6 source, destination, by 32 bits
 * @hash: the stack's hash
 * @want: the result
 */
struct hash_case {
	const char *desc;
	u8 policy;
	u16 flags;
	u8 dst[ETH_ALEN];
	u8 src[ETH_ALEN];
	u16 proto;
	u16 tci;
	u16 ports[2];
	u32 v4[2];
	u32 v6[8];
	u32 hash;
	u32 want;
};

#define MACS	.dst = { 0x02, 0x1b, 0x21, 0x00, 0x02, 0x35 }, \
		.src = { 0x02, 0x50, 0x56, 0x9a, 0x01, 0x5c }
#define ADDR4	.v4 = { 0xc0000211, 0xc633647e }
#define ADDR6	.v6 = { 0x20010db8, 0x00a30000, 0, 0xf111, \
			0x20010db8, 0, 0x0b00, 0xe222 }
#define PORTS	.ports = { 0x8f31, 0x0035 }
#define IPV4	(BOND_FLOW_L3 | BOND_FLOW_IPV4)
#define IPV6	(BOND_FLOW_L3 | BOND_FLOW_IPV6)

static const struct hash_case hash_cases[] = {
	{ "layer2", BOND_XMIT_POLICY_LAYER2, BOND_FLOW_MAC,
	  MACS, .proto = 0x0800, .want = 0x0869 },
	{ "layer2, type counts", BOND_XMIT_POLICY_LAYER2, BOND_FLOW_MAC,
	  MACS, .proto = 0x86dd, .want = 0x86b4 },
	{ "layer2, no addresses", BOND_XMIT_POLICY_LAYER2, 0,
	  MACS, .proto = 0x0800, .want = 0 },
	{ "layer2, looks at nothing else", BOND_XMIT_POLICY_LAYER2,
	  BOND_FLOW_MAC | IPV4, MACS, ADDR4, PORTS, .proto = 0x0800,
	  .want = 0x0869 },
	{ "layer2+3, IPv4", BOND_XMIT_POLICY_LAYER23, BOND_FLOW_MAC | IPV4,
	  MACS, ADDR4, .proto = 0x0800, .want = 0x6f09325d },
	{ "layer2+3, IPv4, ports do not count", BOND_XMIT_POLICY_LAYER23,
	  BOND_FLOW_MAC | IPV4, MACS, ADDR4, PORTS, .proto = 0x0800,
	  .want = 0x6f09325d },
	{ "layer2+3, IPv6", BOND_XMIT_POLICY_LAYER23, BOND_FLOW_MAC | IPV6,
	  MACS, ADDR6, .proto = 0x86dd, .want = 0x332b0eba },
	{ "layer2+3, not IP", BOND_XMIT_POLICY_LAYER23, BOND_FLOW_MAC,
	  MACS, .proto = 0x0806, .want = 0x086f },
	{ "layer2+3, no addresses at all", BOND_XMIT_POLICY_LAYER23,
	  BOND_FLOW_MAC | BOND_FLOW_L3, MACS, ADDR4, .proto = 0x8847,
	  .want = 0x88a6 },
	{ "layer3+4, IPv4", BOND_XMIT_POLICY_LAYER34, IPV4,
	  MACS, ADDR4, PORTS, .proto = 0x0800, .want = 0x2d1e1f5b },
	{ "layer3+4, IPv4, no ports", BOND_XMIT_POLICY_LAYER34, IPV4,
	  MACS, ADDR4, .proto = 0x0800, .want = 0x37849d1e },
	{ "layer3+4, IPv6", BOND_XMIT_POLICY_LAYER34, IPV6,
	  MACS, ADDR6, PORTS, .proto = 0x86dd, .want = 0x030f4601 },
	{ "layer3+4, not IP: as layer2, unshifted", BOND_XMIT_POLICY_LAYER34,
	  BOND_FLOW_MAC, MACS, .proto = 0x0806, .want = 0x086f },
	{ "encap2+3, IPv4", BOND_XMIT_POLICY_ENCAP23, BOND_FLOW_MAC | IPV4,
	  MACS, ADDR4, .proto = 0x0800, .want = 0x6f09325d },
	{ "encap3+4, IPv4", BOND_XMIT_POLICY_ENCAP34, IPV4,
	  MACS, ADDR4, PORTS, .proto = 0x0800, .want = 0x2d1e1f5b },
	{ "encap3+4, the stack's hash as it is", BOND_XMIT_POLICY_ENCAP34,
	  BOND_FLOW_HASH, MACS, ADDR4, PORTS, .hash = 0x89abcdef,
	  .want = 0x89abcdef },
	{ "layer3+4 has no use for the stack's hash", BOND_XMIT_POLICY_LAYER34,
	  IPV4 | BOND_FLOW_HASH, MACS, ADDR4, PORTS, .hash = 0x89abcdef,
	  .want = 0x2d1e1f5b },
	{ "vlan+srcmac, no VLAN", BOND_XMIT_POLICY_VLAN_SRCMAC, BOND_FLOW_MAC,
	  MACS, .proto = 0x0800, .want = 0x98510a },
	{ "vlan+srcmac, VLAN", BOND_XMIT_POLICY_VLAN_SRCMAC, BOND_FLOW_MAC,
	  MACS, .proto = 0x0800, .tci = 100, .want = 0x98516e },
	{ "vlan+srcmac, priority counts", BOND_XMIT_POLICY_VLAN_SRCMAC,
	  BOND_FLOW_MAC, MACS, .proto = 0x0800, .tci = 0x6064,
	  .want = 0x98316e },
	{ "vlan+srcmac, no addresses", BOND_XMIT_POLICY_VLAN_SRCMAC, 0,
	  MACS, .tci = 100, .want = 0 },
	{ "unknown policy: as layer2", 250, BOND_FLOW_MAC | IPV4,
	  MACS, ADDR4, PORTS, .proto = 0x0800, .want = 0x0869 },
};

KUNIT_ARRAY_PARAM_DESC(hash, hash_cases, desc);

static void hash_keys(struct bond_flow_keys *k, const struct hash_case *c)
{
	int i;

	/* What the flags do not announce must not matter */
	memset(k, 0x5a, sizeof(*k));
	k->flags = c->flags;
	memcpy(k->dst, c->dst, ETH_ALEN);
	memcpy(k->src, c->src, ETH_ALEN);
	k->proto = htons(c->proto);
	k->tci = c->tci;
	k->sport = htons(c->ports[0]);
	k->dport = htons(c->ports[1]);
	k->hash = c->hash;
	if (c->flags & BOND_FLOW_IPV6) {
		for (i = 0; i < 4; i++) {
			k->v6.src.s6_addr32[i] = htonl(c->v6[i]);
			k->v6.dst.s6_addr32[i] = htonl(c->v6[i + 4]);
		}
	} else if (c->flags & BOND_FLOW_IPV4) {
		k->v4.src = htonl(c->v4[0]);
		k->v4.dst = htonl(c->v4[1]);
	}
}

static void hash_value(struct kunit *test)
{
	const struct hash_case *c = test->param_value;
	struct bond_flow_keys k;

	hash_keys(&k, c);
	KUNIT_EXPECT_EQ(test, bond_hash_flow(c->policy, &k), c->want);
}

/* Flows that differ in a field that counts spread evenly over two slaves. */
static void hash_spread(struct kunit *test)
{
	static const u8 policies[] = {
		BOND_XMIT_POLICY_LAYER34, BOND_XMIT_POLICY_ENCAP34,
	};
	struct bond_flow_keys k = { .flags = IPV4 };
	u32 i, p, odd;

	for (p = 0; p < ARRAY_SIZE(policies); p++) {
		/* As connect() chooses them: even ones only */
		for (i = 0, odd = 0; i < 64; i++) {
			k.sport = htons(32768 + 2 * i);
			odd += bond_hash_flow(policies[p], &k) & 1;
		}
		KUNIT_EXPECT_EQ(test, odd, 32U);
	}

	k.flags = BOND_FLOW_MAC;
	for (i = 0, odd = 0; i < 64; i++) {
		k.dst[5] = i;
		odd += bond_hash_flow(BOND_XMIT_POLICY_LAYER2, &k) & 1;
	}
	KUNIT_EXPECT_EQ(test, odd, 32U);
}

/* The six policies over random keys, against the formulas put plainly. */
static u32 plain_hash(u8 policy, const struct bond_flow_keys *k)
{
	u32 mac = k->src[5] ^ k->dst[5] ^ ntohs(k->proto);
	u32 ip, ports, hash;

	if (k->flags & BOND_FLOW_IPV6)
		ip = ipv6_addr_hash(&k->v6.src) ^ ipv6_addr_hash(&k->v6.dst);
	else
		ip = (__force u32)(k->v4.src ^ k->v4.dst);
	ports = (__force u32)k->ports;

	switch (policy) {
	case BOND_XMIT_POLICY_LAYER23:
	case BOND_XMIT_POLICY_ENCAP23:
		hash = mac ^ ip;
		break;
	case BOND_XMIT_POLICY_LAYER34:
	case BOND_XMIT_POLICY_ENCAP34:
		hash = ports ^ ip;
		break;
	case BOND_XMIT_POLICY_VLAN_SRCMAC:
		return k->tci ^
		       (k->src[0] << 16 | k->src[1] << 8 | k->src[2]) ^
		       (k->src[3] << 16 | k->src[4] << 8 | k->src[5]);
	default:
		return mac;
	}

	hash = hash ^ (hash >> 16);
	hash = hash ^ (hash >> 8);
	if (policy == BOND_XMIT_POLICY_LAYER34 ||
	    policy == BOND_XMIT_POLICY_ENCAP34)
		hash = hash >> 1;

	return hash;
}

static void hash_formulas(struct kunit *test)
{
	struct bond_flow_keys k;
	struct rnd_state rnd;
	u32 i;
	u8 p;

	prandom_seed_state(&rnd, 2);
	for (i = 0; i < 20000; i++) {
		prandom_bytes_state(&rnd, &k, sizeof(k));
		k.flags = BOND_FLOW_MAC | (i & 1 ? IPV4 : IPV6);
		for (p = 0; p <= BOND_XMIT_POLICY_VLAN_SRCMAC; p++)
			KUNIT_ASSERT_EQ_MSG(test, bond_hash_flow(p, &k),
					    plain_hash(p, &k), "policy %u", p);
	}
}

static struct kunit_case hash_suite_cases[] = {
	KUNIT_CASE_PARAM(hash_value, hash_gen_params),
	KUNIT_CASE(hash_spread),
	KUNIT_CASE(hash_formulas),
	{}
};

static struct kunit_suite hash_suite = {
	.name = "bonding_hash",
	.test_cases = hash_suite_cases,
};

kunit_test_suite(hash_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's hash selector");
MODULE_LICENSE("GPL");
