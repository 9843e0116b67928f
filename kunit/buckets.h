/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tables of buckets for the suites, with what is asked of them again and again.
 */
#ifndef _KUNIT_BUCKETS_H
#define _KUNIT_BUCKETS_H

#include <kunit/test.h>
#include <linux/prandom.h>

#include "../drivers/net/bonding/select/buckets.c"

#define TABLE_MEMBERS	32

/**
 * struct table - a table of buckets with room for everything
 * @t: the table
 * @bucket: its buckets
 * @order: for @t
 * @member: its members
 * @before: owners before a call
 */
struct table {
	struct bond_buckets t;
	struct bond_bucket bucket[BOND_BUCKETS_MAX];
	u16 order[BOND_BUCKETS_MAX];
	struct bond_bucket_member member[TABLE_MEMBERS];
	u16 before[BOND_BUCKETS_MAX];
};

/* An empty table, whose members have no weight. */
static struct table *table_make(struct kunit *test, u32 n, u32 members)
{
	struct table *tab = kunit_kzalloc(test, sizeof(*tab), GFP_KERNEL);
	u32 i;

	KUNIT_ASSERT_NOT_NULL(test, tab);
	tab->t.bucket = tab->bucket;
	tab->t.n = n;
	tab->t.order = tab->order;
	tab->t.member = tab->member;
	tab->t.n_members = members;
	for (i = 0; i < n; i++) {
		tab->bucket[i].owner = BOND_BUCKET_NONE;
		tab->bucket[i].home = BOND_BUCKET_NONE;
		tab->bucket[i].pin = BOND_BUCKET_NONE;
	}

	return tab;
}

static void table_set(struct table *tab, u32 member, u32 weight)
{
	tab->member[member].changed = tab->member[member].weight != weight;
	tab->member[member].weight = weight;
}

/* Settles, forgets what has changed, and counts what has moved. */
static u32 table_settle(struct kunit *test, struct table *tab)
{
	u32 moves, moved = 0;
	u32 i;

	for (i = 0; i < tab->t.n; i++)
		tab->before[i] = tab->bucket[i].owner;
	moves = bond_buckets_settle(&tab->t);
	for (i = 0; i < tab->t.n; i++)
		moved += tab->before[i] != tab->bucket[i].owner;
	KUNIT_EXPECT_EQ(test, moves, moved);
	for (i = 0; i < tab->t.n_members; i++)
		tab->member[i].changed = false;

	return moves;
}

/* A table of usable members of weight one, settled. */
static __maybe_unused struct table *table_make_even(struct kunit *test, u32 n, u32 members)
{
	struct table *tab = table_make(test, n, members);
	u32 i;

	for (i = 0; i < members; i++)
		table_set(tab, i, 1);
	table_settle(test, tab);

	return tab;
}

static __maybe_unused u32 table_count(const struct table *tab, u16 member)
{
	u32 count = 0;
	u32 i;

	for (i = 0; i < tab->t.n; i++)
		count += tab->bucket[i].owner == member;

	return count;
}

/* Every bucket belongs to a member that is usable, pinned ones where they should. */
static __maybe_unused void table_check_owners(struct kunit *test, const struct table *tab)
{
	const struct bond_bucket *b;
	u32 i;

	for (i = 0; i < tab->t.n; i++) {
		b = &tab->bucket[i];
		KUNIT_ASSERT_TRUE_MSG(test, bond_buckets_is_usable(&tab->t, b->owner),
				      "bucket %u is with member %u", i, b->owner);
		if (bond_buckets_is_usable(&tab->t, b->pin))
			KUNIT_ASSERT_EQ(test, b->owner, b->pin);
	}
}

/* Each member's number of buckets is what it should be, rounded down or up. */
static __maybe_unused void table_check_shares(struct kunit *test, const struct table *tab)
{
	u64 weight = 0;
	s64 off;
	u32 i;

	for (i = 0; i < tab->t.n_members; i++)
		weight += tab->member[i].weight;
	for (i = 0; i < tab->t.n_members; i++) {
		off = (s64)(table_count(tab, i) * weight) -
		      (s64)tab->t.n * tab->member[i].weight;
		KUNIT_ASSERT_TRUE_MSG(test, off < (s64)weight && off > -(s64)weight,
				      "member %u has %u of %u buckets, weight %u of %llu",
				      i, table_count(tab, i), tab->t.n,
				      tab->member[i].weight, weight);
	}
}

#endif /* _KUNIT_BUCKETS_H */
