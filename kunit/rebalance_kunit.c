// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the rebalancing: what moves for which load, and that a run never makes
 * anything worse.
 */
#include <linux/module.h>

#include "../drivers/net/bonding/select/rebalance.c"
#include "buckets.h"
#include "peers.h"

#define MB	8000	/* kbit/s of a megabyte a second */

static const struct bond_rebalance_limits usual = { .threshold = 5, .floor = 1000 };

static u64 table_load(const struct table *tab, u16 member)
{
	u64 load = 0;
	u32 i;

	for (i = 0; i < tab->t.n; i++)
		if (tab->bucket[i].owner == member)
			load += tab->bucket[i].load;

	return load;
}

/* Runs, and checks what holds for every run. */
static u32 table_rebalance(struct kunit *test, struct table *tab,
			   const struct bond_rebalance_limits *limits)
{
	u64 peak[2] = {};
	u32 moves, moved = 0;
	u32 i, j;

	for (i = 0; i < tab->t.n; i++)
		tab->before[i] = tab->bucket[i].owner;
	for (j = 0; j < 2; j++) {
		for (i = 0; i < tab->t.n_members; i++)
			if (tab->member[i].weight)
				peak[j] = max(peak[j], table_load(tab, i) * 1024 /
						       tab->member[i].weight);
		if (!j)
			moves = bond_rebalance(&tab->t, limits);
	}
	for (i = 0; i < tab->t.n; i++) {
		if (tab->before[i] == tab->bucket[i].owner)
			continue;
		moved++;
		KUNIT_EXPECT_GT(test, tab->bucket[i].load, 0);
	}

	table_check_owners(test, tab);
	KUNIT_EXPECT_EQ(test, moves, moved);
	KUNIT_EXPECT_LE(test, peak[1], peak[0]);
	if (limits->max_moves)
		KUNIT_EXPECT_LE(test, moves, limits->max_moves);

	return moves;
}

/**
 * struct load_case - loads of buckets, and where they are to be after a run
 * @desc: what is special
 * @members: members, of weight one unless @weight says more
 * @weight: their weights
 * @bucket: groups of buckets; @bucket.n of them of @bucket.load kbit/s belong to
 *	@bucket.owner
 * @moves: how many are to move
 * @want: load of each member after that
 */
struct load_case {
	const char *desc;
	u32 members;
	u32 weight[3];
	struct {
		u32 n;
		u32 load;
		u16 owner;
	} bucket[4];
	u32 moves;
	u64 want[3];
};

static const struct load_case load_cases[] = {
	{ "nothing at all", 2, {}, {}, 0, { 0, 0 } },
	{ "an elephant alone", 2, {}, { { 1, 10 * MB, 0 } }, 0, { 10 * MB, 0 } },
	{ "two alike", 2, {}, { { 2, MB, 0 } }, 1, { MB, MB } },
	{ "below the floor", 2, {}, { { 2, 499, 0 } }, 0, { 998, 0 } },
	{ "above the floor", 2, {}, { { 2, 501, 0 } }, 1, { 501, 501 } },
	{ "below the threshold", 2, {}, { { 103, 1000, 0 }, { 98, 1000, 1 } }, 0,
	  { 103000, 98000 } },
	{ "above the threshold", 2, {}, { { 104, 1000, 0 }, { 96, 1000, 1 } }, 4,
	  { 100000, 100000 } },
	{ "does not fit", 2, {}, { { 2, 8 * MB, 0 }, { 1, 9 * MB, 1 } }, 0,
	  { 16 * MB, 9 * MB } },
	{ "an elephant and a mouse", 2, {}, { { 1, 9 * MB, 0 }, { 1, MB, 0 } }, 1,
	  { 9 * MB, MB } },
	{ "many mice", 2, {}, { { 20, 400, 0 } }, 10, { 4000, 4000 } },
	{ "a whole table", 2, {}, { { 256, 800, 0 } }, 128, { 102400, 102400 } },
	{ "an elephant does not stop the others", 3, {},
	  { { 1, 100 * MB, 0 }, { 20, MB, 1 } }, 10, { 100 * MB, 10 * MB, 10 * MB } },
	{ "by weight", 2, { 1, 3 }, { { 8, MB, 0 } }, 6, { 2 * MB, 6 * MB } },
	{ "an elephant belongs on the fast one", 2, { 1, 10 },
	  { { 1, 5 * MB, 0 }, { 6, MB, 1 } }, 2, { MB, 10 * MB } },
	{ "idle buckets stay", 2, {}, { { 100, 0, 0 }, { 2, MB, 0 } }, 1, { MB, MB } },
	{ "the largest loads", 2, { U16_MAX, U16_MAX }, { { 4, U32_MAX, 0 } }, 2,
	  { 2ULL * U32_MAX, 2ULL * U32_MAX } },
};

static void load_desc(const struct load_case *c, char *desc)
{
	strscpy(desc, c->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(load, load_cases, load_desc);

static void rebalance_load(struct kunit *test)
{
	const struct load_case *c = test->param_value;
	struct table *tab = table_make(test, 256, c->members);
	u32 i, k, at = 0;

	for (i = 0; i < c->members; i++)
		table_set(tab, i, max(c->weight[i], 1U));
	for (k = 0; k < ARRAY_SIZE(c->bucket); k++) {
		for (i = 0; i < c->bucket[k].n; i++) {
			tab->bucket[at].owner = c->bucket[k].owner;
			tab->bucket[at++].load = c->bucket[k].load;
		}
	}
	for (; at < 256; at++)
		tab->bucket[at].owner = 0;

	KUNIT_EXPECT_EQ(test, table_rebalance(test, tab, &usual), c->moves);
	for (i = 0; i < c->members; i++)
		KUNIT_EXPECT_EQ_MSG(test, table_load(tab, i), c->want[i],
				    "member %u", i);
	/* The same load once more: nothing ping-pongs. */
	KUNIT_EXPECT_EQ(test, table_rebalance(test, tab, &usual), 0);
}

static void rebalance_pins(struct kunit *test)
{
	struct table *tab = table_make_even(test, 256, 2);
	u32 i;

	for (i = 0; i < 256; i += 2) {
		tab->bucket[i].load = MB;
		tab->bucket[i].pin = i < 200 ? 0 : BOND_BUCKET_NONE;
	}
	KUNIT_EXPECT_EQ(test, table_rebalance(test, tab, &usual), 28);
	for (i = 0; i < 256; i += 2)
		KUNIT_EXPECT_EQ(test, tab->bucket[i].owner, i < 200 ? 0 : 1);
}

/* A few at a time get there, too. */
static void rebalance_max_moves(struct kunit *test)
{
	struct bond_rebalance_limits few = usual;
	struct table *tab = table_make_even(test, 256, 4);
	u32 runs, i;

	few.max_moves = 5;
	for (i = 0; i < 256; i++)
		tab->bucket[i].load = i % 4 ? 0 : MB;
	for (runs = 0; table_rebalance(test, tab, &few); runs++)
		KUNIT_ASSERT_LT(test, runs, 20);
	for (i = 0; i < 4; i++)
		KUNIT_EXPECT_EQ(test, table_load(tab, i), 16 * MB);
	KUNIT_EXPECT_EQ(test, runs, 10);
}

/* What has been rebalanced is nobody's home any more. */
static void rebalance_home(struct kunit *test)
{
	struct table *tab = table_make_even(test, 16, 3);
	u32 i, homes = 0;

	table_set(tab, 2, 0);
	table_settle(test, tab);
	for (i = 0; i < 16; i++)
		tab->bucket[i].load = tab->bucket[i].owner ? 0 : MB;
	KUNIT_EXPECT_EQ(test, table_rebalance(test, tab, &usual), 4);
	for (i = 0; i < 16; i++)
		homes += tab->bucket[i].home == 2 &&
			 tab->bucket[i].owner != tab->before[i];
	KUNIT_EXPECT_EQ(test, homes, 0);
}

static void rebalance_decay(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, bond_rebalance_decay(0, 0, 1), 0);
	KUNIT_EXPECT_EQ(test, bond_rebalance_decay(0, 10000, 10000), 500);
	KUNIT_EXPECT_EQ(test, bond_rebalance_decay(1000, 10000, 10000), 1000);
	KUNIT_EXPECT_EQ(test, bond_rebalance_decay(1000, 0, 10000), 500);
	KUNIT_EXPECT_EQ(test, bond_rebalance_decay(0, 1 << 20, 1), (1 << 20) * 500ULL);
}

/* k * i^-1.1 for i = 1, 2, ...: the rates of flows. */
static void zipf(u32 *rate, u32 n, u32 k)
{
	/* i^0.1 in 1/2^24, by its series from one i to the next */
	u64 root = 1 << 24;
	u32 i;

	for (i = 1; i <= n; i++) {
		rate[i - 1] = div64_u64((u64)k << 24, root * i);
		root = i == 1 ? 17981375 :
		       root + root / (10 * i) - root * 9 / (200ULL * i * i);
	}
}

/*
 * Greedy from scratch: the heaviest goes where it makes the least load. About the
 * best that an assignment can be, without regard to where buckets are. Returns the
 * fullest member's load per weight, and how many buckets it would move.
 */
static u64 greedy(const struct table *tab, u32 *moves)
{
	const struct bond_bucket_member *m = tab->member;
	u64 load[TABLE_MEMBERS] = {}, peak = 0;
	u32 i, j, best;

	*moves = 0;
	for (i = 0; i < tab->t.n; i++) {
		const struct bond_bucket *b = &tab->bucket[tab->order[i]];

		best = 0;
		for (j = 1; j < tab->t.n_members; j++)
			if ((load[j] + b->load) * m[best].weight <
			    (load[best] + b->load) * m[j].weight)
				best = j;
		load[best] += b->load;
		*moves += best != b->owner;
	}
	for (j = 0; j < tab->t.n_members; j++)
		peak = max(peak, load[j] * 1024 / m[j].weight);

	return peak;
}

/* Members of the same speed, or of four; a thousand flows over 256 buckets. */
static struct table *table_of_flows(struct kunit *test, const u32 *rate, u32 seed,
				    bool mixed)
{
	static const u16 speeds[] = { 1, 10, 25, 40 };
	u32 members = 2 + seed % 7;
	struct rnd_state rnd;
	struct table *tab;
	u32 i;

	prandom_seed_state(&rnd, seed);
	tab = table_make(test, 256, members);
	for (i = 0; i < members; i++)
		table_set(tab, i, mixed ? speeds[prandom_u32_state(&rnd) % 4] : 1);
	table_settle(test, tab);
	for (i = 0; i < 1000; i++)
		tab->bucket[prandom_u32_state(&rnd) % 256].load += rate[i];
	bond_buckets_begin(&tab->t);

	return tab;
}

/* Three runs of Open vSwitch's way, on a copy. */
static u64 ovs(struct kunit *test, const struct table *tab, u32 *moves)
{
	struct table *copy = kunit_kmalloc(test, sizeof(*copy), GFP_KERNEL);
	u64 peak;
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, copy);
	*copy = *tab;
	copy->t.bucket = copy->bucket;
	copy->t.member = copy->member;
	copy->t.order = copy->order;
	for (i = 0, *moves = 0; i < 3; i++)
		*moves += ovs_run(&copy->t);
	bond_buckets_begin(&copy->t);
	peak = bond_rebalance_rate(&copy->t).peak;
	kunit_kfree(test, copy);

	return peak;
}

/**
 * struct sums - how some way of balancing did
 * @over: how far the fullest member was above the best, in thousandths, in all
 * @worst: likewise, at worst
 * @moves: in all
 */
struct sums {
	u32 over;
	u32 worst;
	u32 moves;
};

static void sums_add(struct sums *s, u64 peak, u64 best, u32 moves)
{
	u32 over = max_t(s64, div64_u64(peak * 1000, best) - 1000, 0);

	s->over += over;
	s->worst = max(s->worst, over);
	s->moves += moves;
}

static void sums_say(struct kunit *test, const char *who, const struct sums *s, u32 n)
{
	kunit_info(test, "%-16s %4u.%u %% above the best, %4u.%u %% at worst, %3u moves\n",
		   who, s->over / n / 10, s->over / n % 10, s->worst / 10,
		   s->worst % 10, s->moves / n);
}

/*
 * After three runs the fullest member is within 5 % of the best there is, with
 * fewer moves than one assignment from scratch, and then it is quiet.
 */
static void rebalance_zipf(struct kunit *test, bool mixed)
{
	struct sums before = {}, ours = {}, theirs = {}, scratch = {};
	u32 *rate = kunit_kcalloc(test, 1000, sizeof(*rate), GFP_KERNEL);
	u32 seed, i, moves, from_scratch;
	const u32 seeds = 140;
	u64 best;

	KUNIT_ASSERT_NOT_NULL(test, rate);
	zipf(rate, 1000, 10000000);
	/* 1000^-1.1 is 1/1995. */
	KUNIT_ASSERT_GT(test, rate[999], 5000);
	KUNIT_ASSERT_LT(test, rate[999], 5040);

	for (seed = 0; seed < seeds; seed++) {
		struct table *tab = table_of_flows(test, rate, seed, mixed);

		best = greedy(tab, &from_scratch);
		sums_add(&scratch, best, best, from_scratch);
		sums_add(&before, bond_rebalance_rate(&tab->t).peak, best, 0);
		sums_add(&theirs, ovs(test, tab, &moves), best, moves);

		for (i = 0, moves = 0; i < 3; i++)
			moves += table_rebalance(test, tab, &usual);
		sums_add(&ours, bond_rebalance_rate(&tab->t).peak, best, moves);
		KUNIT_EXPECT_LT_MSG(test, moves, from_scratch, "seed %u", seed);
		KUNIT_EXPECT_EQ(test, table_rebalance(test, tab, &usual), 0);
		kunit_kfree(test, tab);
	}
	sums_say(test, "hash alone", &before, seeds);
	sums_say(test, "ours", &ours, seeds);
	sums_say(test, "Open vSwitch's", &theirs, seeds);
	sums_say(test, "from scratch", &scratch, seeds);
	KUNIT_EXPECT_LE(test, ours.worst, 50);
	KUNIT_EXPECT_LT(test, ours.moves * 4, scratch.moves);
}

static void rebalance_same_speed(struct kunit *test)
{
	rebalance_zipf(test, false);
}

static void rebalance_mixed_speeds(struct kunit *test)
{
	rebalance_zipf(test, true);
}

/* Anything: no run makes it worse, and there is an end. */
static void rebalance_random(struct kunit *test)
{
	struct bond_rebalance_limits limits;
	struct rnd_state rnd;
	u32 round, i, runs;

	prandom_seed_state(&rnd, 4);
	for (round = 0; round < 1000; round++) {
		u32 members = 1 + prandom_u32_state(&rnd) % 9;
		u32 n = 16 << (prandom_u32_state(&rnd) % 4);
		struct table *tab = table_make(test, n, members);

		for (i = 0; i < members; i++)
			table_set(tab, i, prandom_u32_state(&rnd) % 5);
		table_set(tab, 0, 1 + prandom_u32_state(&rnd) % U16_MAX);
		table_settle(test, tab);
		for (i = 0; i < n; i++) {
			tab->bucket[i].load = prandom_u32_state(&rnd) >>
					      (prandom_u32_state(&rnd) & 31);
			if (prandom_u32_state(&rnd) % 8 == 0)
				tab->bucket[i].pin = tab->bucket[i].owner;
		}
		limits.threshold = prandom_u32_state(&rnd) % 101;
		limits.floor = prandom_u32_state(&rnd) % 2000;
		limits.max_moves = prandom_u32_state(&rnd) % 30;
		for (runs = 0; table_rebalance(test, tab, &limits); runs++)
			KUNIT_ASSERT_LT(test, runs, 200);
		kunit_kfree(test, tab);
	}
}

static struct kunit_case rebalance_suite_cases[] = {
	KUNIT_CASE_PARAM(rebalance_load, load_gen_params),
	KUNIT_CASE(rebalance_pins),
	KUNIT_CASE(rebalance_max_moves),
	KUNIT_CASE(rebalance_home),
	KUNIT_CASE(rebalance_decay),
	KUNIT_CASE(rebalance_same_speed),
	KUNIT_CASE(rebalance_mixed_speeds),
	KUNIT_CASE(rebalance_random),
	{}
};

static struct kunit_suite rebalance_suite = {
	.name = "bonding_rebalance",
	.test_cases = rebalance_suite_cases,
};

kunit_test_suite(rebalance_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's rebalancing");
MODULE_LICENSE("GPL");
