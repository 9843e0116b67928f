/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Buckets: which slave owns which part of the hash space.
 *
 * Purpose: a hash modulo the number of slaves sends nearly every flow elsewhere
 * when that number changes. Here the hash chooses one of a fixed number of
 * buckets, and a bucket has an owner. Only the owners change:
 *
 *  - Each slave owns its fair share, by weight; of equal weights no two differ
 *    by more than one.
 *  - A slave is lost: its buckets move, and no others. They remember where they
 *    were at home.
 *  - It comes back: they return, as many as its share still is.
 *  - A slave is new, or its weight is another: it gets (or gives) what it takes
 *    to reach its share, and not a bucket more.
 *  - A pinned bucket is where its pin says while that slave is usable.
 *
 * Where loads are known (see rebalance.h), the buckets of a lost slave are dealt
 * by load, and a newcomer gets a sample of heavy and light ones.
 *
 * Data flow: a struct bond_buckets goes in, with the members as they are now; the
 * owners come out changed, and the number of buckets that have moved. Members are
 * indices into an array; whoever calls knows which slave that is.
 *
 * Locking: none, no allocation, no clock: the caller owns the arrays.
 */
#ifndef _BOND_SELECT_BUCKETS_H
#define _BOND_SELECT_BUCKETS_H

#include <linux/limits.h>
#include <linux/types.h>

#define BOND_BUCKETS_MIN	16
#define BOND_BUCKETS_MAX	4096

/* No member. */
#define BOND_BUCKET_NONE	U16_MAX

/* Largest weight of a member, and largest load of a bucket in kbit/s: the product
 * of a weight and the sum of all loads stays within 63 bits.
 */
#define BOND_BUCKET_WEIGHT_MAX	U16_MAX
#define BOND_BUCKET_LOAD_MAX	U32_MAX

/**
 * struct bond_bucket - one bucket
 * @owner: member that has it, or BOND_BUCKET_NONE
 * @home: member that lost it when it went down, and gets it back; or NONE
 * @pin: member that it is pinned to, or NONE
 * @was: its owner before the last call that moves buckets; filled in
 * @load: kbit/s, 0 where it is not known
 */
struct bond_bucket {
	u16 owner;
	u16 home;
	u16 pin;
	u16 was;
	u32 load;
};

/**
 * struct bond_bucket_member - who may own buckets
 * @weight: its part of the whole, at most BOND_BUCKET_WEIGHT_MAX; 0: not usable
 * @changed: it is new, back, or has another weight: it may get from everybody,
 *	and give to everybody
 * @out: takes no more part in this run of the rebalancing; filled in
 * @count: buckets it owns; filled in
 * @claim: buckets it owns, and those that it lost and would get back; filled in
 * @share: buckets it should own; filled in
 * @load: sum of their loads, kbit/s; filled in
 */
struct bond_bucket_member {
	u32 weight;
	bool changed;
	bool out;
	u32 count;
	u32 claim;
	u32 share;
	u64 load;
};

/**
 * struct bond_buckets - a table and its members
 * @bucket: the buckets
 * @n: how many, BOND_BUCKETS_MIN to BOND_BUCKETS_MAX
 * @order: room for @n indices
 * @member: the members
 * @n_members: how many, below BOND_BUCKET_NONE
 */
struct bond_buckets {
	struct bond_bucket *bucket;
	u32 n;
	u16 *order;
	struct bond_bucket_member *member;
	u32 n_members;
};

/* Is there such a member, and may it own buckets? */
static inline bool bond_buckets_is_usable(const struct bond_buckets *t, u16 member)
{
	return member < t->n_members && t->member[member].weight;
}

static inline bool bond_buckets_has_moved(const struct bond_bucket *b)
{
	return b->owner != b->was;
}

void bond_buckets_begin(struct bond_buckets *t);
void bond_buckets_give(struct bond_buckets *t, struct bond_bucket *b, u16 to);
u32 bond_buckets_settle(struct bond_buckets *t);

#endif /* _BOND_SELECT_BUCKETS_H */
