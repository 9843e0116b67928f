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

/* Both directions of random flows of every kind have the same bucket. */
static void hash_mix_symmetry(struct kunit *test)
{
	struct bond_flow_keys k, r;
	struct rnd_state rnd;
	u32 i;
	u8 p;

	prandom_seed_state(&rnd, 5);
	for (i = 0; i < 2000; i++) {
		prandom_bytes_state(&rnd, &k, sizeof(k));
		k.flags = BOND_FLOW_MAC | (i & 1 ? IPV4 : IPV6);
		r = k;
		swap(r.sport, r.dport);
		if (i & 1)
			swap(r.v4.src, r.v4.dst);
		else
			swap(r.v6.src, r.v6.dst);
		memcpy(r.dst, k.src, ETH_ALEN);
		memcpy(r.src, k.dst, ETH_ALEN);
		for (p = 0; p < BOND_XMIT_POLICY_VLAN_SRCMAC; p++)
			KUNIT_ASSERT_EQ_MSG(test,
					    bond_hash_mix(p, &k, bond_hash_start(i)),
					    bond_hash_mix(p, &r, bond_hash_start(i)),
					    "policy %u", p);
	}
}

/* A bit of any field that counts changes about half of the result. */
static void hash_mix_check_bits(struct kunit *test, u8 policy, struct bond_flow_keys *k,
				void *field, u32 bytes, bool counts)
{
	u32 one = bond_hash_mix(policy, k, bond_hash_start(0)), other, i, bits = 0;

	for (i = 0; i < bytes * 8; i++) {
		((u8 *)field)[i / 8] ^= BIT(i % 8);
		other = bond_hash_mix(policy, k, bond_hash_start(0));
		((u8 *)field)[i / 8] ^= BIT(i % 8);
		KUNIT_EXPECT_EQ_MSG(test, one != other, counts, "policy %u, bit %u",
				    policy, i);
		bits += hweight32(one ^ other);
	}
	if (counts) {
		KUNIT_EXPECT_GT(test, bits, bytes * 8 * 13);
		KUNIT_EXPECT_LT(test, bits, bytes * 8 * 19);
	}
}

static void hash_mix_fields(struct kunit *test)
{
	struct bond_flow_keys k;
	struct rnd_state rnd;

	prandom_seed_state(&rnd, 6);
	prandom_bytes_state(&rnd, &k, sizeof(k));
	k.flags = BOND_FLOW_MAC | IPV4;
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER2, &k, k.dst, ETH_ALEN, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER2, &k, &k.proto, 2, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER2, &k, &k.v4, 8, false);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER23, &k, k.src, ETH_ALEN, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER23, &k, &k.v4, 8, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER23, &k, &k.ports, 4, false);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER34, &k, &k.v4, 8, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER34, &k, &k.ports, 4, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER34, &k, k.dst, ETH_ALEN, false);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_VLAN_SRCMAC, &k, k.src, ETH_ALEN, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_VLAN_SRCMAC, &k, &k.tci, 2, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_VLAN_SRCMAC, &k, k.dst, ETH_ALEN, false);
	k.flags = BOND_FLOW_MAC | IPV6;
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER34, &k, &k.v6, 32, true);
	k.flags = BOND_FLOW_HASH;
	hash_mix_check_bits(test, BOND_XMIT_POLICY_ENCAP34, &k, &k.hash, 4, true);
	hash_mix_check_bits(test, BOND_XMIT_POLICY_ENCAP34, &k, &k.v6, 32, false);
	/* Without any key there is a bucket all the same. */
	k.flags = 0;
	hash_mix_check_bits(test, BOND_XMIT_POLICY_LAYER34, &k, &k.v6, 32, false);
}

/* Ports by two, addresses in a row: buckets fill alike, with any seed. */
static void hash_mix_spread(struct kunit *test)
{
	struct bond_flow_keys k = { .flags = BOND_FLOW_MAC | IPV4, MACS };
	const u8 policy = BOND_XMIT_POLICY_LAYER34;
	u32 n[256], seed, i, most;

	for (seed = 0; seed < 8; seed++) {
		memset(n, 0, sizeof(n));
		most = 0;
		for (i = 0; i < 16384; i++) {
			k.sport = cpu_to_be16(32768 + i % 128 * 2);
			k.dport = cpu_to_be16(443);
			k.v4.src = cpu_to_be32(0x0a000001);
			k.v4.dst = cpu_to_be32(0x0a010001 + i / 128);
			n[bond_hash_mix(policy, &k, bond_hash_start(seed)) & 255]++;
		}
		for (i = 0; i < 256; i++)
			most = max(most, n[i]);
		/* 64 on average, 8 its deviation were it random */
		KUNIT_EXPECT_LT_MSG(test, most, 104, "seed %u", seed);
	}
}

/* Flows between neighbours, whose addresses differ in few bits, stay apart. */
static void hash_mix_pairs(struct kunit *test)
{
	const u8 policy = BOND_XMIT_POLICY_LAYER34;
	struct bond_flow_keys k = { .flags = BOND_FLOW_L3 | BOND_FLOW_IPV4 };
	u32 a, b, i, n = 0, same = 0, *hash;

	hash = kunit_kcalloc(test, 64 * 63 / 2, sizeof(*hash), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, hash);
	for (a = 0; a < 64; a++) {
		for (b = 0; b < a; b++) {
			k.v4.src = cpu_to_be32(0x0a000000 + a);
			k.v4.dst = cpu_to_be32(0x0a000000 + b);
			hash[n++] = bond_hash_mix(policy, &k, bond_hash_start(7));
		}
	}
	for (a = 0; a < n; a++)
		for (i = 0; i < a; i++)
			same += hash[a] == hash[i];
	KUNIT_EXPECT_LE(test, same, 1);
}

static struct kunit_case hash_suite_cases[] = {
	KUNIT_CASE_PARAM(hash_value, hash_gen_params),
	KUNIT_CASE(hash_spread),
	KUNIT_CASE(hash_formulas),
	KUNIT_CASE(hash_mix_symmetry),
	KUNIT_CASE(hash_mix_fields),
	KUNIT_CASE(hash_mix_spread),
	KUNIT_CASE(hash_mix_pairs),
	{}
};

static struct kunit_suite hash_suite = {
	.name = "bonding_hash",
	.test_cases = hash_suite_cases,
};

kunit_test_suite(hash_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's hash selector");
MODULE_LICENSE("GPL");
