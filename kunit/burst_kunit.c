// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the burst selector: exact sequences, slaves that come and go, and
 * what must hold in any sequence of events.
 *
 * A script is the expected deal with the events in between: a digit is the id
 * of the slave that the next packet takes, `-N` and `+N` take slave N out and
 * in, `qN` sets the length of all bursts, `x` is a new snapshot with nothing
 * changed, spaces are for the reader.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/prandom.h>
#include <linux/string.h>

#include "../drivers/net/bonding/select/burst.h"

#define DEAL_MAX	10

/**
 * struct deal - a bond, as far as one CPU's deal sees it
 * @st: the selector's state
 * @gen: generation of the snapshot
 * @quantum: length of all bursts
 * @n: number of usable slaves
 * @slots: these
 */
struct deal {
	struct bond_burst_state st;
	u32 gen;
	u32 quantum;
	u32 n;
	struct bond_burst_slot slots[DEAL_MAX];
};

static void deal_up(struct deal *d, u32 id)
{
	u32 i = d->n++;

	d->gen++;
	for (; i && d->slots[i - 1].id > id; i--)
		d->slots[i] = d->slots[i - 1];
	d->slots[i].id = id;
	d->slots[i].since = d->gen;
	d->slots[i].quantum = d->quantum;
}

static void deal_down(struct deal *d, u32 id)
{
	u32 i, kept = 0;

	d->gen++;
	for (i = 0; i < d->n; i++)
		if (d->slots[i].id != id)
			d->slots[kept++] = d->slots[i];
	d->n = kept;
}

static void deal_quantum(struct deal *d, u32 quantum)
{
	u32 i;

	d->gen++;
	d->quantum = quantum;
	for (i = 0; i < d->n; i++)
		d->slots[i].quantum = quantum;
}

/* Slaves 1 to @n, before the first deal. */
static void deal_init(struct deal *d, u32 n, u32 quantum, u32 gen)
{
	u32 i;

	memset(d, 0, sizeof(*d));
	d->gen = gen;
	d->quantum = quantum;
	for (i = 1; i <= n; i++)
		deal_up(d, i);
}

/* The id of the next slave; peeking must tell the same and change nothing. */
static u32 deal_pick(struct kunit *test, struct deal *d, u32 start, u32 cost)
{
	struct bond_burst_state before = d->st;
	u32 peek, i;

	peek = bond_burst_peek(&d->st, d->slots, d->n, d->gen, start);
	KUNIT_ASSERT_EQ(test, memcmp(&before, &d->st, sizeof(before)), 0);
	i = bond_burst_pick(&d->st, d->slots, d->n, d->gen, start, cost);
	KUNIT_ASSERT_LT(test, i, d->n);
	KUNIT_ASSERT_EQ(test, peek, i);

	return d->slots[i].id;
}

/* Exact sequences */

struct exact_case {
	u32 n;
	u32 quantum;
	char desc[32];
};

static const u32 exact_bursts[] = { 1, 2, 50, 65535 };

static const void *exact_next(const void *prev, char *desc)
{
	static struct exact_case cases[8 * ARRAY_SIZE(exact_bursts)];
	struct exact_case *c = prev ? (struct exact_case *)prev + 1 : cases;
	u32 i = c - cases;

	if (i == ARRAY_SIZE(cases))
		return NULL;
	c->n = 1 + i / ARRAY_SIZE(exact_bursts);
	c->quantum = exact_bursts[i % ARRAY_SIZE(exact_bursts)];
	snprintf(desc, KUNIT_PARAM_DESC_SIZE, "%u slaves, bursts of %u", c->n,
		 c->quantum);

	return c;
}

/* Three rounds, from each starting slave; long bursts from one only. */
static void burst_exact(struct kunit *test)
{
	const struct exact_case *c = test->param_value;
	u32 starts = c->quantum > 1000 ? 1 : c->n + 2;
	u32 start, turn, k;

	for (start = 0; start < starts; start++) {
		struct deal d;

		deal_init(&d, c->n, c->quantum, 7);
		for (turn = 0; turn < 3 * c->n; turn++) {
			u32 want = (start + turn) % c->n + 1;

			for (k = 0; k < c->quantum; k++)
				if (deal_pick(test, &d, start, 1) != want)
					break;
			KUNIT_ASSERT_EQ(test, k, c->quantum);
		}
	}
}

/* Slaves that come and go */

struct script_case {
	const char *desc;
	u32 n;
	u32 quantum;
	const char *script;
};

static const struct script_case script_cases[] = {
	{ "no change", 3, 3, "111 222 333 111" },
	{ "same slaves, other snapshot", 3, 3, "1 x 11 22 x 2 333 x 111" },
	{ "leaves in its burst", 3, 3, "11 -1 222 333 222 333" },
	{ "leaves at the end of its burst", 3, 3, "111 -1 222 333 222" },
	{ "leaves with one packet left", 3, 3, "11 -1 222 333 222" },
	{ "last in order leaves in its burst", 3, 3, "111 222 3 -3 111 222 111" },
	{ "next one leaves", 3, 3, "11 -2 1 333 111 333" },
	{ "earlier one leaves", 3, 3, "111 2 -1 22 333 222" },
	{ "all others leave", 3, 3, "111 2 -1 -3 22 222" },
	{ "current and next leave at once", 4, 3, "11 -1 -2 333 444 333" },
	{ "comes up behind: end of round", 2, 3, "1 +3 11 222 111 222 333 111" },
	{ "comes up ahead: end of round", 3, 3,
	  "-1 222 3 +1 33 111 222 333" },
	{ "comes up between: end of round", 3, 3,
	  "-2 1 +2 11 333 111 222 333" },
	{ "comes up in the last burst", 2, 3, "111 22 +3 2 111 222 333" },
	{ "two come up", 2, 2, "1 +3 +4 1 22 11 22 33 44 11" },
	{ "comes up, its neighbour leaves", 3, 2,
	  "-2 1 +2 1 -1 33 22 33 22" },
	{ "comes up and leaves again", 2, 2, "1 +3 1 2 -3 2 11 22 11" },
	{ "down and up in its burst: loses it", 3, 3,
	  "11 -1 +1 222 333 111 222" },
	{ "down and up in another's burst", 3, 3,
	  "11 -2 +2 1 333 111 222 333" },
	{ "only other slave flaps", 2, 3, "1 -2 +2 11 111 222 111" },
	{ "all flap: newcomers are taken at once", 3, 3,
	  "1 -1 -2 -3 +1 +2 +3 222 333 111" },
	{ "all but newcomers leave", 2, 3, "1 +3 +4 -1 -2 333 444 333" },
	{ "replaced one by one", 2, 2, "1 +3 -1 22 22 33 2 -2 +4 33 33 44 33" },
	{ "a single slave flaps", 1, 3, "1 -1 +1 111 111" },
	{ "single slave gets company", 1, 2, "11 1 +2 1 11 22 11" },
	{ "shorter bursts: the current one is cut", 3, 5, "1 q2 11 22 33 11" },
	{ "shorter bursts, less left than that", 3, 5, "1111 q2 1 22 33 11" },
	{ "longer bursts from the next on", 2, 2, "1 q4 1 2222 1111" },
	{ "bursts of one, slave leaves", 3, 1, "1 2 -2 3 1 3 -1 3 3" },
	{ "bursts of one, slave comes", 2, 1, "1 +3 2 1 2 3 1" },
};

KUNIT_ARRAY_PARAM_DESC(script, script_cases, desc);

static const char *script_number(const char *s, u32 *value)
{
	for (*value = 0; *s >= '0' && *s <= '9'; s++)
		*value = *value * 10 + *s - '0';

	return s;
}

static void script_run(struct kunit *test, const struct script_case *c, u32 gen)
{
	const char *s = c->script;
	struct deal d;
	u32 arg;

	deal_init(&d, c->n, c->quantum, gen);
	while (*s) {
		switch (*s) {
		case ' ':
			s++;
			break;
		case 'x':
			d.gen++;
			s++;
			break;
		case '-':
			s = script_number(s + 1, &arg);
			deal_down(&d, arg);
			break;
		case '+':
			s = script_number(s + 1, &arg);
			deal_up(&d, arg);
			break;
		case 'q':
			s = script_number(s + 1, &arg);
			deal_quantum(&d, arg);
			break;
		default:
			KUNIT_ASSERT_EQ_MSG(test, deal_pick(test, &d, 0, 1),
					    *s - '0', "at \"%s\"", s);
			s++;
			break;
		}
	}
}

/* Also where generations wrap, signed and unsigned. */
static void burst_script(struct kunit *test)
{
	const struct script_case *c = test->param_value;
	u32 back;

	for (back = 0; back < 20; back++) {
		script_run(test, c, 0U - back);
		script_run(test, c, 0x80000000U - back);
	}
}

/* Costs */

struct cost_case {
	const char *desc;
	u32 quantum;
	u32 cost[6];
	u32 want[6];
};

static const struct cost_case cost_cases[] = {
	{ "fits exactly", 10, { 5, 5, 10, 4, 6, 1 }, { 1, 1, 2, 1, 1, 2 } },
	{ "the last packet overdraws", 10,
	  { 4, 4, 4, 9, 9, 1 }, { 1, 1, 1, 2, 2, 1 } },
	{ "larger than a burst", 10,
	  { 11, 64, 11, 64, 9, 64 }, { 1, 2, 1, 2, 1, 1 } },
	{ "costs nothing", 2, { 0, 1, 0, 1, 0, 0 }, { 1, 1, 1, 1, 2, 2 } },
	{ "as large as can be", U32_MAX,
	  { U32_MAX, 1, U32_MAX, U32_MAX, 1, 1 }, { 1, 2, 2, 1, 2, 2 } },
};

KUNIT_ARRAY_PARAM_DESC(cost, cost_cases, desc);

static void burst_cost(struct kunit *test)
{
	const struct cost_case *c = test->param_value;
	struct deal d;
	u32 i;

	deal_init(&d, 2, c->quantum, 1);
	for (i = 0; i < ARRAY_SIZE(c->cost); i++)
		KUNIT_EXPECT_EQ_MSG(test, deal_pick(test, &d, 0, c->cost[i]),
				    c->want[i], "packet %u", i);
}

/* Whatever happens */

/**
 * struct history - what a slave has seen since it came up
 * @stamp: number of the burst that it began last, 0 if none
 * @others: bursts that each other slave began before its first one
 */
struct history {
	u32 stamp;
	u32 others[DEAL_MAX + 1];
};

/**
 * struct chaos - a random sequence of events and what to check it by
 * @d: the deal
 * @rnd: source of events
 * @seen: histories, by id
 * @burst: number of the current burst
 * @current_id: slave that has it
 * @length: packets in it
 * @ended: its slave has been down since
 */
struct chaos {
	struct deal d;
	struct rnd_state rnd;
	struct history seen[DEAL_MAX + 1];
	u32 burst;
	u32 current_id;
	u32 length;
	bool ended;
};

static bool chaos_is_up(const struct chaos *c, u32 id)
{
	u32 i;

	for (i = 0; i < c->d.n; i++)
		if (c->d.slots[i].id == id)
			return true;

	return false;
}

static void chaos_event(struct chaos *c, u32 slaves)
{
	u32 id = 1 + prandom_u32_state(&c->rnd) % slaves;

	if (!chaos_is_up(c, id)) {
		deal_up(&c->d, id);
		memset(&c->seen[id], 0, sizeof(c->seen[id]));
	} else {
		deal_down(&c->d, id);
		if (id == c->current_id)
			c->ended = true;
	}
}

/*
 * Slave @id begins a burst. Each slave that has had one since it came up has
 * its next one before we have ours; a newcomer waits for two of ours at most.
 */
static void chaos_begin(struct kunit *test, struct chaos *c, u32 id)
{
	u32 i;

	if (c->burst && !c->ended)
		KUNIT_ASSERT_EQ(test, c->length, c->d.quantum);

	for (i = 0; i < c->d.n; i++) {
		struct history *other = &c->seen[c->d.slots[i].id];

		if (c->d.slots[i].id == id)
			continue;
		if (!other->stamp)
			KUNIT_ASSERT_LE(test, ++other->others[id], 2U);
		else if (c->seen[id].stamp)
			KUNIT_ASSERT_GT(test, other->stamp, c->seen[id].stamp);
	}

	c->seen[id].stamp = ++c->burst;
	c->current_id = id;
	c->length = 0;
	c->ended = false;
}

static void chaos_run(struct kunit *test, struct chaos *c, u64 seed)
{
	static const u32 quanta[] = { 1, 1, 2, 3, 8 };
	u32 slaves, step;

	memset(c, 0, sizeof(*c));
	prandom_seed_state(&c->rnd, seed);
	slaves = 1 + prandom_u32_state(&c->rnd) % DEAL_MAX;
	deal_init(&c->d, slaves,
		  quanta[prandom_u32_state(&c->rnd) % ARRAY_SIZE(quanta)],
		  prandom_u32_state(&c->rnd));

	for (step = 0; step < 400; step++) {
		u32 id;

		while (!c->d.n || !(prandom_u32_state(&c->rnd) % 12))
			chaos_event(c, slaves);

		id = deal_pick(test, &c->d, 3, 1);
		if (c->d.st.left == c->d.quantum - 1)
			chaos_begin(test, c, id);
		KUNIT_ASSERT_EQ(test, id, c->current_id);
		KUNIT_ASSERT_FALSE(test, c->ended);
		c->length++;
	}
}

static void burst_properties(struct kunit *test)
{
	struct chaos *c = kunit_kzalloc(test, sizeof(*c), GFP_KERNEL);
	u64 seed;

	KUNIT_ASSERT_NOT_NULL(test, c);
	for (seed = 1; seed <= 4000; seed++)
		chaos_run(test, c, seed);
}

/* A state full of nonsense must not lead out of the array. */
static void burst_any_state(struct kunit *test)
{
	struct rnd_state rnd;
	struct deal d;
	u32 round, k;

	prandom_seed_state(&rnd, 42);
	for (round = 0; round < 20000; round++) {
		u32 n = 1 + prandom_u32_state(&rnd) % 4;

		deal_init(&d, n, prandom_u32_state(&rnd) % 3, 5);
		prandom_bytes_state(&rnd, &d.st, sizeof(d.st));
		d.st.dealt = prandom_u32_state(&rnd) & 1;
		if (prandom_u32_state(&rnd) & 1)
			d.st.gen = d.gen;
		if (prandom_u32_state(&rnd) & 1)
			d.st.idx %= 6;
		if (prandom_u32_state(&rnd) & 1)
			d.st.id %= 6;
		if (prandom_u32_state(&rnd) & 1)
			d.st.left %= 2;
		for (k = 0; k < 4; k++)
			deal_pick(test, &d, prandom_u32_state(&rnd), 1);
	}
}

/* A CPU that slept through many snapshots goes on where it was. */
static void burst_old_state(struct kunit *test)
{
	struct deal d;

	deal_init(&d, 3, 4, 0);
	KUNIT_EXPECT_EQ(test, deal_pick(test, &d, 1, 1), 2U);
	d.gen += BOND_BURST_AGE_MAX;
	KUNIT_EXPECT_EQ(test, deal_pick(test, &d, 1, 1), 2U);
	deal_down(&d, 2);
	KUNIT_EXPECT_EQ(test, deal_pick(test, &d, 1, 1), 3U);
}

/* An interrupt has dealt by a larger snapshot between our check and our step. */
static void burst_index_beyond(struct kunit *test)
{
	struct bond_burst_slot slots[2] = {
		{ .id = 1, .since = 7, .quantum = 5 },
		{ .id = 2, .since = 7, .quantum = 5 },
	};
	struct bond_burst_state st;
	u32 idx;

	for (idx = 1; idx < 9; idx++) {
		st = (struct bond_burst_state){ .dealt = true, .gen = 7,
						.round = 7, .id = 2, .idx = idx };
		bond_burst_next(&st, slots, 2, 7);
		KUNIT_EXPECT_EQ(test, st.idx, 0U);
		KUNIT_EXPECT_EQ(test, st.id, 1U);
		KUNIT_EXPECT_EQ(test, st.left, 5U);
	}
}

static void burst_quantum(struct kunit *test)
{
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(1, 1), 1U);
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(50, 3), 150U);
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(65535, 65537), U32_MAX);
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(65535, 65538), U32_MAX);
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(U32_MAX, U32_MAX), U32_MAX);
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(0, 1), 1U);
	KUNIT_EXPECT_EQ(test, bond_burst_quantum(1, 0), 1U);
}

static void burst_since(struct kunit *test)
{
	const u32 max = BOND_BURST_AGE_MAX;

	KUNIT_EXPECT_EQ(test, bond_burst_since(5, 5), 5U);
	KUNIT_EXPECT_EQ(test, bond_burst_since(5, 9), 5U);
	KUNIT_EXPECT_EQ(test, bond_burst_since(5, 5 + max), 5U);
	KUNIT_EXPECT_EQ(test, bond_burst_since(5, 6 + max), 6U);
	KUNIT_EXPECT_EQ(test, bond_burst_since(U32_MAX, 3), U32_MAX);
	KUNIT_EXPECT_EQ(test, bond_burst_since(U32_MAX, max), 0U);
}

static void burst_random(struct kunit *test)
{
	u32 count[8] = {};
	struct rnd_state rnd;
	u32 i, n;

	for (n = 1; n <= 8; n++) {
		KUNIT_EXPECT_EQ(test, bond_burst_random(0, n), 0U);
		KUNIT_EXPECT_EQ(test, bond_burst_random(U32_MAX, n), n - 1);
	}

	prandom_seed_state(&rnd, 1);
	for (i = 0; i < 80000; i++)
		count[bond_burst_random(prandom_u32_state(&rnd), 8)]++;
	for (i = 0; i < 8; i++) {
		KUNIT_EXPECT_GT(test, count[i], 9500U);
		KUNIT_EXPECT_LT(test, count[i], 10500U);
	}
}

static struct kunit_case burst_cases[] = {
	KUNIT_CASE_PARAM(burst_exact, exact_next),
	KUNIT_CASE_PARAM(burst_script, script_gen_params),
	KUNIT_CASE_PARAM(burst_cost, cost_gen_params),
	KUNIT_CASE(burst_properties),
	KUNIT_CASE(burst_any_state),
	KUNIT_CASE(burst_old_state),
	KUNIT_CASE(burst_index_beyond),
	KUNIT_CASE(burst_quantum),
	KUNIT_CASE(burst_since),
	KUNIT_CASE(burst_random),
	{}
};

static struct kunit_suite burst_suite = {
	.name = "bonding_burst",
	.test_cases = burst_cases,
};

kunit_test_suite(burst_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's burst selector");
MODULE_LICENSE("GPL");
