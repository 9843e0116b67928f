// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the buckets: fair shares, and the fewest moves that lead there.
 */
#include <linux/module.h>

#include "buckets.h"

/**
 * struct share_case - weights, and the buckets that go with them
 * @desc: what is special
 * @n: buckets
 * @members: members
 * @weight: their weights
 * @want: their buckets
 */
struct share_case {
	const char *desc;
	u32 n;
	u32 members;
	u32 weight[5];
	u32 want[5];
};

static const struct share_case share_cases[] = {
	{ "one", 256, 1, { 1 }, { 256 } },
	{ "two", 256, 2, { 1, 1 }, { 128, 128 } },
	{ "three", 256, 3, { 1, 1, 1 }, { 86, 85, 85 } },
	{ "five of sixteen", 16, 5, { 1, 1, 1, 1, 1 }, { 4, 3, 3, 3, 3 } },
	{ "one and ten", 256, 2, { 1, 10 }, { 23, 233 } },
	{ "rounds to the closest", 256, 3, { 1, 1, 3 }, { 51, 51, 154 } },
	{ "equal weights of any size", 256, 2, { U16_MAX, U16_MAX }, { 128, 128 } },
	{ "too little for one bucket", 256, 2, { 1, U16_MAX }, { 0, 256 } },
	{ "one is not usable", 256, 3, { 1, 0, 1 }, { 128, 0, 128 } },
	{ "the largest table", 4096, 3, { 1, 1, 1 }, { 1366, 1365, 1365 } },
};

static void share_desc(const struct share_case *c, char *desc)
{
	strscpy(desc, c->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(share, share_cases, share_desc);

static void buckets_share(struct kunit *test)
{
	const struct share_case *c = test->param_value;
	struct table *tab = table_make(test, c->n, c->members);
	u32 i;

	for (i = 0; i < c->members; i++)
		table_set(tab, i, c->weight[i]);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), c->n);
	for (i = 0; i < c->members; i++)
		KUNIT_EXPECT_EQ_MSG(test, table_count(tab, i), c->want[i],
				    "member %u", i);
	table_check_owners(test, tab);
	/* Once more changes nothing. */
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 0);
}

/* Neighbouring buckets have different owners: hashes may be poor. */
static void buckets_mixed(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 4);
	u32 i;

	for (i = 0; i < 256; i++)
		KUNIT_ASSERT_EQ(test, tab->bucket[i].owner, i % 4);
}

/* A member is lost, and is back: for each number of members, each of them. */
static void buckets_flap(struct kunit *test)
{
	struct table *tab;
	u16 first[256];
	u32 n, k, i;

	for (n = 2; n <= TABLE_MEMBERS; n++) {
		tab = table_make_even(test, 256, n);
		for (i = 0; i < 256; i++)
			first[i] = tab->bucket[i].owner;
		for (k = 0; k < n; k++) {
			u32 lost = table_count(tab, k);

			table_set(tab, k, 0);
			KUNIT_ASSERT_EQ(test, table_settle(test, tab), lost);
			table_check_owners(test, tab);
			table_check_shares(test, tab);
			for (i = 0; i < 256; i++)
				if (first[i] != k)
					KUNIT_ASSERT_EQ(test, tab->bucket[i].owner,
							first[i]);

			table_set(tab, k, 1);
			KUNIT_ASSERT_EQ(test, table_settle(test, tab), lost);
			for (i = 0; i < 256; i++)
				KUNIT_ASSERT_EQ(test, tab->bucket[i].owner, first[i]);
		}
		kunit_kfree(test, tab);
	}
}

/* One after the other goes down, and they come back in another order. */
static void buckets_flap_of_many(struct kunit *test)
{
	static const u32 down[] = { 3, 0, 1 }, up[] = { 1, 3, 0 };
	struct table *tab = table_make_even(test, 256, 4);
	u32 i;

	for (i = 0; i < ARRAY_SIZE(down); i++) {
		table_set(tab, down[i], 0);
		table_settle(test, tab);
		table_check_shares(test, tab);
	}
	KUNIT_EXPECT_EQ(test, table_count(tab, 2), 256);
	for (i = 0; i < ARRAY_SIZE(up); i++) {
		u32 moves;

		table_set(tab, up[i], 1);
		moves = table_settle(test, tab);
		KUNIT_EXPECT_EQ(test, moves, table_count(tab, up[i]));
		table_check_shares(test, tab);
	}
}

/* All are down: nothing changes; then they come back. */
static void buckets_all_down(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 2);
	u32 i;

	table_set(tab, 0, 0);
	table_set(tab, 1, 0);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 0);
	table_set(tab, 1, 1);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 128);
	KUNIT_EXPECT_EQ(test, table_count(tab, 1), 256);
	table_set(tab, 0, 1);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 128);
	for (i = 0; i < 256; i++)
		KUNIT_ASSERT_EQ(test, tab->bucket[i].owner, i % 2);
}

/* A newcomer takes its share, and nothing else moves. */
static void buckets_newcomer(struct kunit *test)
{
	struct table *tab;
	u32 n, i, moves;

	for (n = 1; n < TABLE_MEMBERS; n++) {
		tab = table_make_even(test, 1024, n);
		tab->t.n_members = n + 1;
		table_set(tab, n, 1);
		moves = table_settle(test, tab);
		KUNIT_ASSERT_EQ(test, moves, table_count(tab, n));
		table_check_shares(test, tab);
		for (i = 0; i < 1024; i++)
			if (tab->bucket[i].owner != n)
				KUNIT_ASSERT_EQ(test, tab->bucket[i].owner,
						tab->before[i]);
		kunit_kfree(test, tab);
	}
}

/* A newcomer while a member is away: what it owned is shared by more. */
static void buckets_newcomer_meanwhile(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 4);

	tab->t.n_members = 3;
	table_settle(test, tab);
	table_set(tab, 0, 0);
	table_settle(test, tab);
	tab->t.n_members = 4;
	tab->member[3].weight = 0;
	table_set(tab, 3, 1);
	table_settle(test, tab);
	table_check_shares(test, tab);
	table_set(tab, 0, 1);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 64);
	table_check_shares(test, tab);
}

static void buckets_weight(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 4);

	/* 64 of each; then 2/5, 1/5, 1/5, 1/5 */
	table_set(tab, 0, 2);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 102 - 64);
	table_check_shares(test, tab);
	/* To a tenth: it keeps 8, and the others get what it gives. */
	table_set(tab, 1, 4);
	table_set(tab, 2, 4);
	table_set(tab, 3, 4);
	table_set(tab, 0, 1);
	table_settle(test, tab);
	table_check_shares(test, tab);
	table_set(tab, 0, 4);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 64 - 20);
	table_check_shares(test, tab);
}

static void buckets_pins(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 3);
	u32 i;

	for (i = 0; i < 4; i++)
		tab->bucket[i].pin = 2;
	table_settle(test, tab);
	table_check_owners(test, tab);
	/* Its slave is lost: they move with all others, */
	table_set(tab, 2, 0);
	table_settle(test, tab);
	table_check_owners(test, tab);
	KUNIT_EXPECT_EQ(test, tab->bucket[0].pin, 2);
	/* and return with it. */
	table_set(tab, 2, 1);
	table_settle(test, tab);
	table_check_owners(test, tab);
	table_check_shares(test, tab);

	/* All of them: a newcomer gets what is free, and that is nothing. */
	for (i = 0; i < 256; i++)
		tab->bucket[i].pin = 2;
	table_settle(test, tab);
	KUNIT_EXPECT_EQ(test, table_count(tab, 2), 256);
	table_set(tab, 0, 0);
	table_settle(test, tab);
	table_set(tab, 0, 1);
	KUNIT_EXPECT_EQ(test, table_settle(test, tab), 0);
}

/* Where loads are known, those of a lost member are dealt by load. */
static void buckets_loads(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 3);
	u64 load[3] = {};
	u32 i;

	for (i = 0; i < 256; i++)
		tab->bucket[i].load = tab->bucket[i].owner == 2 ? 1000 + i : 10;
	table_set(tab, 2, 0);
	table_settle(test, tab);
	for (i = 0; i < 256; i++)
		load[tab->bucket[i].owner] += tab->bucket[i].load;
	KUNIT_EXPECT_LT(test, max(load[0], load[1]) - min(load[0], load[1]), 1300);

	/* A newcomer gets a sample: its part of the load with its share. */
	table_set(tab, 2, 1);
	for (i = 0; i < 256; i++)
		tab->bucket[i].home = BOND_BUCKET_NONE;
	table_settle(test, tab);
	memset(load, 0, sizeof(load));
	for (i = 0; i < 256; i++)
		load[tab->bucket[i].owner] += tab->bucket[i].load;
	KUNIT_EXPECT_GT(test, load[2] * 10, load[0] * 9);
	KUNIT_EXPECT_LT(test, load[2] * 10, load[0] * 11);
}

/* Anything may happen, at any load: the properties hold after each step. */
static void buckets_random(struct kunit *test)
{
	struct rnd_state rnd;
	u32 round, step, i, usable;

	prandom_seed_state(&rnd, 3);
	for (round = 0; round < 200; round++) {
		u32 n = 16 << (prandom_u32_state(&rnd) % 6);
		u32 members = 1 + prandom_u32_state(&rnd) % 12;
		bool loaded = round & 1;
		struct table *tab = table_make_even(test, n, members);

		for (step = 0; step < 20; step++) {
			i = prandom_u32_state(&rnd) % members;
			table_set(tab, i, prandom_u32_state(&rnd) % 4);
			i = prandom_u32_state(&rnd) % n;
			if (step % 4 == 0)
				tab->bucket[i].pin = prandom_u32_state(&rnd) % members;
			else if (step % 4 == 1)
				tab->bucket[i].pin = BOND_BUCKET_NONE;
			for (i = 0; loaded && i < n; i++)
				tab->bucket[i].load = prandom_u32_state(&rnd) >>
						      (prandom_u32_state(&rnd) & 31);
			table_settle(test, tab);

			usable = 0;
			for (i = 0; i < members; i++)
				usable += !!tab->member[i].weight;
			if (usable)
				table_check_owners(test, tab);
			/* Once more, without a change: nothing. */
			KUNIT_ASSERT_EQ(test, table_settle(test, tab), 0);
		}
		kunit_kfree(test, tab);
	}
}

static struct kunit_case buckets_suite_cases[] = {
	KUNIT_CASE_PARAM(buckets_share, share_gen_params),
	KUNIT_CASE(buckets_mixed),
	KUNIT_CASE(buckets_flap),
	KUNIT_CASE(buckets_flap_of_many),
	KUNIT_CASE(buckets_all_down),
	KUNIT_CASE(buckets_newcomer),
	KUNIT_CASE(buckets_newcomer_meanwhile),
	KUNIT_CASE(buckets_weight),
	KUNIT_CASE(buckets_pins),
	KUNIT_CASE(buckets_loads),
	KUNIT_CASE(buckets_random),
	{}
};

static struct kunit_suite buckets_suite = {
	.name = "bonding_buckets",
	.test_cases = buckets_suite_cases,
};

kunit_test_suite(buckets_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's buckets");
MODULE_LICENSE("GPL");
