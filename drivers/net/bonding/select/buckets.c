// SPDX-License-Identifier: GPL-2.0
/*
 * Buckets and their owners, when members come, go and change. See buckets.h.
 */
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/sort.h>

#include "buckets.h"

static void bond_buckets_count(struct bond_buckets *t)
{
	struct bond_bucket_member *m;
	u32 i;

	for (i = 0; i < t->n_members; i++) {
		t->member[i].count = 0;
		t->member[i].load = 0;
	}
	for (i = 0; i < t->n; i++) {
		if (t->bucket[i].owner >= t->n_members)
			continue;
		m = &t->member[t->bucket[i].owner];
		m->count++;
		m->load += t->bucket[i].load;
	}
}

static int bond_buckets_compare(const void *a, const void *b, const void *priv)
{
	const struct bond_bucket *bucket = priv;
	u16 i = *(const u16 *)a;
	u16 j = *(const u16 *)b;

	if (bucket[i].load != bucket[j].load)
		return bucket[i].load > bucket[j].load ? -1 : 1;

	return i < j ? -1 : i > j;
}

/**
 * bond_buckets_begin() - before buckets move: what there is, and in which order
 * @t: the table; @order, @was and the sums of the members are filled in
 *
 * Context: any.
 */
void bond_buckets_begin(struct bond_buckets *t)
{
	u32 i;

	bond_buckets_count(t);
	for (i = 0; i < t->n; i++) {
		t->bucket[i].was = t->bucket[i].owner;
		t->order[i] = i;
	}
	/* The heaviest first. */
	sort_r(t->order, t->n, sizeof(*t->order), bond_buckets_compare, NULL, t->bucket);
}

/**
 * bond_buckets_give() - move a bucket
 * @t: the table, counted
 * @b: the bucket
 * @to: its next owner
 *
 * Context: any.
 */
void bond_buckets_give(struct bond_buckets *t, struct bond_bucket *b, u16 to)
{
	if (b->owner < t->n_members) {
		t->member[b->owner].count--;
		t->member[b->owner].load -= b->load;
	}
	t->member[to].count++;
	t->member[to].load += b->load;
	b->owner = to;
}

static void bond_buckets_claim(struct bond_buckets *t)
{
	const struct bond_bucket *b;
	u32 i;

	for (i = 0; i < t->n_members; i++)
		t->member[i].claim = 0;
	for (i = 0; i < t->n; i++) {
		b = &t->bucket[i];
		if (bond_buckets_is_usable(t, b->home))
			t->member[b->home].claim++;
		else if (bond_buckets_is_usable(t, b->owner))
			t->member[b->owner].claim++;
	}
}

/*
 * Shares: what a member should have is rounded down or up, and all add up to the
 * whole. Who has a claim to more than the lower number gets one more first: that
 * saves a move. Then by what was cut off, then by order.
 */
static void bond_buckets_share(struct bond_buckets *t)
{
	u32 left = t->n;
	u64 weight = 0;
	u32 i;

	bond_buckets_claim(t);
	for (i = 0; i < t->n_members; i++)
		weight += t->member[i].weight;
	for (i = 0; i < t->n_members; i++) {
		t->member[i].share = 0;
		if (weight)
			t->member[i].share = div64_u64((u64)t->n * t->member[i].weight,
						       weight);
		left -= t->member[i].share;
	}

	/* Fewer than there are members with something cut off. */
	while (weight && left--) {
		struct bond_bucket_member *m, *best = NULL;
		u64 cut, best_cut = 0;

		for (i = 0; i < t->n_members; i++) {
			m = &t->member[i];
			cut = (u64)t->n * m->weight - m->share * weight;
			/* Has had its one more, or needs none. */
			if ((s64)cut <= 0)
				continue;
			if (m->claim > m->share)
				cut += weight;
			if (cut > best_cut) {
				best_cut = cut;
				best = m;
			}
		}
		if (!best)
			return;
		best->share++;
	}
}

/* What a member's load should be, of all there is. */
static u64 bond_buckets_ideal(const struct bond_buckets *t, u16 member)
{
	u64 load = 0, weight = 0;
	u32 i;

	for (i = 0; i < t->n; i++)
		load += t->bucket[i].load;
	for (i = 0; i < t->n_members; i++)
		weight += t->member[i].weight;

	return div64_u64(load * t->member[member].weight, weight);
}

/* Pinned buckets go where they are pinned to. */
static void bond_buckets_obey_pins(struct bond_buckets *t)
{
	struct bond_bucket *b;
	u32 i;

	for (i = 0; i < t->n; i++) {
		b = &t->bucket[i];
		if (b->owner != b->pin && bond_buckets_is_usable(t, b->pin))
			bond_buckets_give(t, b, b->pin);
	}
}

/* Has a member more than its share? One that is not usable keeps nothing. */
static bool bond_buckets_has_excess(const struct bond_buckets *t, u16 member)
{
	return !bond_buckets_is_usable(t, member) ||
	       t->member[member].count > t->member[member].share;
}

/*
 * Buckets return to a member that is back, until it has its share, from those that
 * have more than theirs. Where loads are known that is not what counts: until it has
 * its part of the load as well, and from everybody.
 */
static void bond_buckets_return(struct bond_buckets *t, u16 member)
{
	struct bond_bucket_member *m = &t->member[member];
	u64 ideal = bond_buckets_ideal(t, member);
	struct bond_bucket *b;
	u32 i;

	for (i = 0; i < t->n; i++) {
		b = &t->bucket[i];
		if (b->home != member)
			continue;
		/* From here on it is like any other. */
		b->home = BOND_BUCKET_NONE;
		if (b->owner == member || bond_buckets_is_usable(t, b->pin))
			continue;
		if (ideal ? m->count < m->share || m->load < ideal :
			    m->count < m->share && bond_buckets_has_excess(t, b->owner))
			bond_buckets_give(t, b, member);
	}
	/* Few heavy ones: nothing more to take. */
	if (ideal && m->load >= ideal)
		m->share = min(m->share, m->count);
}

/* Who is to have a bucket that nobody has: who is the least full. */
static u16 bond_buckets_neediest(const struct bond_buckets *t, u32 load)
{
	const struct bond_bucket_member *m, *best = NULL;
	u32 i;
	s64 d;

	for (i = 0; i < t->n_members; i++) {
		m = &t->member[i];
		if (!m->weight)
			continue;
		if (!best) {
			best = m;
			continue;
		}
		/* By load if it has one, by number if it has none. */
		d = 0;
		if (load)
			d = (s64)((best->load + load) * m->weight -
				  (m->load + load) * best->weight);
		if (!d)
			d = ((s64)m->share - m->count) -
			    ((s64)best->share - best->count);
		if (d > 0)
			best = m;
	}

	return best ? best - t->member : BOND_BUCKET_NONE;
}

/* Deal what has no usable owner, the heaviest first. */
static void bond_buckets_deal(struct bond_buckets *t)
{
	struct bond_bucket *b;
	u32 i;
	u16 to;

	for (i = 0; i < t->n; i++) {
		b = &t->bucket[t->order[i]];
		if (bond_buckets_is_usable(t, b->owner))
			continue;
		to = bond_buckets_neediest(t, b->load);
		if (to == BOND_BUCKET_NONE)
			return;
		if (b->owner < t->n_members && b->home == BOND_BUCKET_NONE)
			b->home = b->owner;
		bond_buckets_give(t, b, to);
	}
}

/*
 * May this bucket be taken from its owner for a fair share? Those that are not at
 * home go first (@away), those that are go after them.
 */
static bool bond_buckets_is_free(const struct bond_buckets *t,
				 const struct bond_bucket *b, u16 owner, bool away)
{
	return b->owner == owner && !bond_buckets_has_moved(b) &&
	       !bond_buckets_is_usable(t, b->pin) &&
	       (b->home != BOND_BUCKET_NONE) == away;
}

/*
 * Take @k of the buckets of @from for @to: a sample of heavy and light ones, so
 * that what is taken carries its part of the load. Returns how many there were.
 */
static u32 bond_buckets_take_some(struct bond_buckets *t, u16 from, u16 to, u32 k,
				  bool away)
{
	u32 free = 0, taken = 0;
	u32 sum, i;

	for (i = 0; i < t->n; i++)
		free += bond_buckets_is_free(t, &t->bucket[i], from, away);

	/* Every (free / k)th, from the middle of the first such part on. */
	k = min(k, free);
	sum = free / 2;
	for (i = 0; i < t->n && taken < k; i++) {
		struct bond_bucket *b = &t->bucket[t->order[i]];

		if (!bond_buckets_is_free(t, b, from, away))
			continue;
		sum += k;
		if (sum < free)
			continue;
		sum -= free;
		bond_buckets_give(t, b, to);
		taken++;
	}

	return taken;
}

static u32 bond_buckets_take(struct bond_buckets *t, u16 from, u16 to, u32 k)
{
	u32 taken = bond_buckets_take_some(t, from, to, k, true);

	return taken + bond_buckets_take_some(t, from, to, k - taken, false);
}

/* How much @from may give to @to, so that neither misses its share. */
static u32 bond_buckets_excess(const struct bond_buckets *t, u16 from, u16 to)
{
	const struct bond_bucket_member *f = &t->member[from];
	const struct bond_bucket_member *r = &t->member[to];

	if (!f->weight || !r->weight || !(f->changed || r->changed) ||
	    f->count <= f->share || r->count >= r->share)
		return 0;

	return min(f->count - f->share, r->share - r->count);
}

/*
 * Bring every member that has changed to its share: what one has too many of, the
 * fullest first, goes to who lacks most.
 */
static void bond_buckets_level(struct bond_buckets *t)
{
	u32 i, j, k, best, from, to;

	for (;;) {
		best = 0;
		for (i = 0; i < t->n_members; i++) {
			for (j = 0; j < t->n_members; j++) {
				k = bond_buckets_excess(t, i, j);
				if (k > best) {
					best = k;
					from = i;
					to = j;
				}
			}
		}
		if (!best)
			return;
		/* All pinned: it has to live with them. */
		if (!bond_buckets_take(t, from, to, best))
			t->member[from].share = t->member[from].count;
	}
}

/**
 * bond_buckets_settle() - buckets find their owners after a change of members
 * @t: the table; all members' @weight and @changed are as they are from now on
 *
 * Without a usable member, everything stays as it is.
 *
 * Context: any; takes milliseconds for large tables.
 * Return: the number of buckets with another owner.
 */
u32 bond_buckets_settle(struct bond_buckets *t)
{
	u32 moves = 0;
	u32 i;

	bond_buckets_begin(t);
	for (i = 0; i < t->n_members; i++)
		if (t->member[i].weight)
			break;
	if (i == t->n_members)
		return 0;

	bond_buckets_obey_pins(t);
	bond_buckets_share(t);
	for (i = 0; i < t->n_members; i++)
		if (t->member[i].weight && t->member[i].changed)
			bond_buckets_return(t, i);
	bond_buckets_deal(t);
	bond_buckets_level(t);

	for (i = 0; i < t->n; i++)
		moves += bond_buckets_has_moved(&t->bucket[i]);

	return moves;
}
