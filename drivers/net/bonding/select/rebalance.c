// SPDX-License-Identifier: GPL-2.0
/*
 * Moving buckets from members that carry much to those that carry little. See
 * rebalance.h.
 */
#include <linux/bitops.h>
#include <linux/kernel.h>
#include <linux/math64.h>
#include <linux/minmax.h>

#include "rebalance.h"

/* A load per weight is kept in 1/1024 of kbit/s. */
#define BOND_REBALANCE_SCALE	1024

/**
 * struct bond_rebalance - a run
 * @t: the table
 * @limits: when and how much
 * @load: of all members that still take part
 * @weight: likewise
 * @exchange: a bucket may go where there is no room for it yet
 * @moves: so far
 */
struct bond_rebalance {
	struct bond_buckets *t;
	const struct bond_rebalance_limits *limits;
	u64 load;
	u64 weight;
	bool exchange;
	u32 moves;
};

/* Load per weight, were there @more of it. */
static u64 bond_rebalance_norm(const struct bond_bucket_member *m, s64 more)
{
	return div_u64((m->load + more) * BOND_REBALANCE_SCALE, m->weight);
}

/* What a member should carry. */
static u64 bond_rebalance_ideal(const struct bond_rebalance *run,
				const struct bond_bucket_member *m)
{
	return div64_u64(run->load * m->weight, run->weight);
}

/* May this bucket leave its owner, and would that change anything? */
static bool bond_rebalance_is_free(const struct bond_buckets *t,
				   const struct bond_bucket *b, u16 owner)
{
	return b->owner == owner && b->load && !bond_buckets_has_moved(b) &&
	       !bond_buckets_is_usable(t, b->pin);
}

static bool bond_rebalance_takes_part(const struct bond_bucket_member *m)
{
	return m->weight && !m->out;
}

/*
 * The fullest member, or NONE when all are alike. Once there was something to do
 * (@open), half of the threshold is tolerated, and no more.
 */
static u16 bond_rebalance_fullest(const struct bond_rebalance *run, bool open)
{
	const struct bond_bucket_member *m = run->t->member, *full = NULL;
	u64 norm, most = 0, least = U64_MAX, average;
	u32 i;

	for (i = 0; i < run->t->n_members; i++) {
		if (!bond_rebalance_takes_part(&m[i]))
			continue;
		norm = bond_rebalance_norm(&m[i], 0);
		if (!full || norm > most) {
			most = norm;
			full = &m[i];
		}
		least = min(least, norm);
	}
	if (!full)
		return BOND_BUCKET_NONE;

	average = div64_u64(run->load * BOND_REBALANCE_SCALE, run->weight);
	if ((most - least) * (open ? 200 : 100) <= average * run->limits->threshold ||
	    (most - least) * full->weight <= (u64)run->limits->floor * BOND_REBALANCE_SCALE)
		return BOND_BUCKET_NONE;

	return full - m;
}

/* Who lacks most, but for @from; and how much. */
static u16 bond_rebalance_neediest(const struct bond_rebalance *run, u16 from, u64 *lack)
{
	const struct bond_bucket_member *m = run->t->member;
	u16 best = BOND_BUCKET_NONE;
	u64 ideal;
	u32 i;

	*lack = 0;
	for (i = 0; i < run->t->n_members; i++) {
		if (i == from || !bond_rebalance_takes_part(&m[i]))
			continue;
		ideal = bond_rebalance_ideal(run, &m[i]);
		if (ideal > m[i].load && ideal - m[i].load > *lack) {
			*lack = ideal - m[i].load;
			best = i;
		}
	}

	return best;
}

/* Would moving @load close a tenth of the gap between two members? */
static bool bond_rebalance_gains(const struct bond_rebalance *run, u16 from, u16 to,
				 u64 load)
{
	const struct bond_bucket_member *f = &run->t->member[from];
	const struct bond_bucket_member *r = &run->t->member[to];
	u64 high = bond_rebalance_norm(f, 0), low = bond_rebalance_norm(r, 0);
	u64 f_after = bond_rebalance_norm(f, -(s64)load);
	u64 r_after = bond_rebalance_norm(r, load);
	u64 gap;

	if (!load || r_after >= high)
		return false;
	gap = max(f_after, r_after) - min(f_after, r_after);

	return gap * 10 <= (high - low) * 9;
}

static bool bond_rebalance_is_full(const struct bond_rebalance *run)
{
	return run->limits->max_moves && run->moves >= run->limits->max_moves;
}

static void bond_rebalance_move(struct bond_rebalance *run, struct bond_bucket *b, u16 to)
{
	bond_buckets_give(run->t, b, to);
	run->moves++;
}

/*
 * The heaviest buckets of @from that fit into @room, until nearly all of it is
 * filled. Moves them only if @move. Returns their load.
 */
static u64 bond_rebalance_fill(struct bond_rebalance *run, u16 from, u16 to, u64 room,
			       bool move)
{
	struct bond_buckets *t = run->t;
	u64 sum = 0;
	u32 i;

	for (i = 0; i < t->n && (room - sum) * 16 > room; i++) {
		struct bond_bucket *b = &t->bucket[t->order[i]];

		if (!bond_rebalance_is_free(t, b, from) || b->load > room - sum)
			continue;
		if (move && bond_rebalance_is_full(run))
			break;
		sum += b->load;
		if (move)
			bond_rebalance_move(run, b, to);
	}

	return sum;
}

/* Buckets that fit where most is lacking. */
static bool bond_rebalance_batch(struct bond_rebalance *run, u16 from)
{
	const struct bond_bucket_member *f = &run->t->member[from];
	u64 room, sum;
	u16 to;

	to = bond_rebalance_neediest(run, from, &room);
	if (to == BOND_BUCKET_NONE)
		return false;

	room = min(room, f->load - bond_rebalance_ideal(run, f));
	sum = bond_rebalance_fill(run, from, to, room, false);
	if (!bond_rebalance_gains(run, from, to, sum))
		return false;
	bond_rebalance_fill(run, from, to, room, true);

	return true;
}

/* None fits: the one bucket that is better elsewhere, though it does not fit. */
static bool bond_rebalance_single(struct bond_rebalance *run, u16 from)
{
	struct bond_buckets *t = run->t;
	const struct bond_bucket_member *m = t->member;
	struct bond_bucket *b, *best = NULL;
	u64 after, best_after = U64_MAX;
	u16 best_to = 0;
	u32 i, to;

	for (i = 0; i < t->n; i++) {
		b = &t->bucket[t->order[i]];
		if (!bond_rebalance_is_free(t, b, from))
			continue;
		for (to = 0; to < t->n_members; to++) {
			if (to == from || !bond_rebalance_takes_part(&m[to]))
				continue;
			after = max(bond_rebalance_norm(&m[from], -(s64)b->load),
				    bond_rebalance_norm(&m[to], b->load));
			if (after < best_after) {
				best_after = after;
				best = b;
				best_to = to;
			}
		}
	}
	if (!best || !bond_rebalance_gains(run, from, best_to, best->load))
		return false;
	bond_rebalance_move(run, best, best_to);

	return true;
}

/* What of @m's load does not go away: pinned, moved in this run, or too heavy. */
static u64 bond_rebalance_stuck(const struct bond_rebalance *run, u16 member)
{
	const struct bond_buckets *t = run->t;
	u64 ideal = bond_rebalance_ideal(run, &t->member[member]);
	const struct bond_bucket *b;
	u64 sum = 0;
	u32 i;

	for (i = 0; i < t->n; i++) {
		b = &t->bucket[i];
		if (b->owner == member &&
		    (b->load > ideal || !bond_rebalance_is_free(t, b, member)))
			sum += b->load;
	}

	return sum;
}

/*
 * Nothing fits anywhere: the lightest bucket whose leaving is enough goes to a
 * member that can make room for it afterwards. It may be an elephant that belongs
 * on a faster member, or one beside an elephant.
 */
static bool bond_rebalance_exchange(struct bond_rebalance *run, u16 from)
{
	struct bond_buckets *t = run->t;
	const struct bond_bucket_member *m = t->member;
	u64 average, before, after, rest, best_after = U64_MAX;
	struct bond_bucket *b, *best = NULL;
	u16 best_to = 0;
	u32 i, to;

	average = div64_u64(run->load * BOND_REBALANCE_SCALE, run->weight);
	before = bond_rebalance_norm(&m[from], 0);
	for (to = 0; to < t->n_members; to++) {
		if (to == from || !bond_rebalance_takes_part(&m[to]))
			continue;
		rest = bond_rebalance_stuck(run, to);
		for (i = 0; i < t->n; i++) {
			b = &t->bucket[t->order[i]];
			if (!bond_rebalance_is_free(t, b, from))
				continue;
			after = div_u64((rest + b->load) * BOND_REBALANCE_SCALE,
					m[to].weight);
			after = max(after, bond_rebalance_norm(&m[from], -(s64)b->load));
			after = max(after, average);
			if (after < best_after || (after == best_after && best &&
						   b->load < best->load)) {
				best_after = after;
				best = b;
				best_to = to;
			}
		}
	}
	if (best_after >= before || (before - best_after) * 10 < before - average)
		return false;
	bond_rebalance_move(run, best, best_to);

	return true;
}

/**
 * struct bond_rebalance_state - how good a state is
 * @peak: load of the fullest member, per weight
 * @spread: sum of the squares of the loads, per weight, in some unit of the table:
 *	the more alike they are, the less
 */
struct bond_rebalance_state {
	u64 peak;
	u64 spread;
};

static struct bond_rebalance_state bond_rebalance_rate(const struct bond_buckets *t)
{
	struct bond_rebalance_state state = {};
	const struct bond_bucket_member *m;
	u64 sum = 0, load;
	u32 i, shift;

	for (i = 0; i < t->n_members; i++) {
		m = &t->member[i];
		sum += m->load;
		if (m->weight)
			state.peak = max(state.peak, bond_rebalance_norm(m, 0));
	}
	/* The same for every state of the table; all squares stay within 62 bits. */
	shift = max(fls64(sum), 31) - 31;
	for (i = 0; i < t->n_members; i++) {
		m = &t->member[i];
		if (!m->weight)
			continue;
		load = m->load >> shift;
		state.spread += div_u64(load * load, m->weight);
	}

	return state;
}

/*
 * One run over the members that take part, until all are alike, nothing is left
 * that helps, or enough has moved.
 */
static void bond_rebalance_level(struct bond_rebalance *run)
{
	struct bond_bucket_member *m;
	bool open = false;
	u16 from;
	u32 i;

	for (i = 0; i < run->t->n_members; i++) {
		m = &run->t->member[i];
		m->out = false;
		if (!m->weight)
			continue;
		run->load += m->load;
		run->weight += m->weight;
	}

	while (!bond_rebalance_is_full(run)) {
		from = bond_rebalance_fullest(run, open);
		if (from == BOND_BUCKET_NONE)
			break;
		open = bond_rebalance_batch(run, from) ||
		       bond_rebalance_single(run, from) ||
		       (run->exchange && bond_rebalance_exchange(run, from));
		if (open)
			continue;
		/* It keeps what it has; the others share the rest. */
		m = &run->t->member[from];
		m->out = true;
		run->load -= m->load;
		run->weight -= m->weight;
	}
}

static void bond_rebalance_undo(struct bond_buckets *t)
{
	u32 i;

	for (i = 0; i < t->n; i++)
		if (bond_buckets_has_moved(&t->bucket[i]))
			bond_buckets_give(t, &t->bucket[i], t->bucket[i].was);
}

/**
 * bond_rebalance() - one run
 * @t: the table; all buckets' @load and all members' @weight are up to date, and
 *	every bucket has a usable owner
 * @limits: when and how much
 *
 * Context: any; takes milliseconds for large tables.
 * Return: the number of buckets with another owner.
 */
u32 bond_rebalance(struct bond_buckets *t, const struct bond_rebalance_limits *limits)
{
	struct bond_rebalance run = { .t = t, .limits = limits, .exchange = true };
	struct bond_rebalance_state before, after;
	u32 i;

	bond_buckets_begin(t);
	before = bond_rebalance_rate(t);
	bond_rebalance_level(&run);
	after = bond_rebalance_rate(t);

	/*
	 * A bucket has moved to where there was no room for it, and then there were not
	 * moves enough to make room, or no way: do without.
	 */
	if (after.peak > before.peak || after.spread >= before.spread) {
		bond_rebalance_undo(t);
		run = (struct bond_rebalance) { .t = t, .limits = limits };
		bond_rebalance_level(&run);
	}

	/* Where it is now it is meant to be. */
	for (i = 0; i < t->n; i++)
		if (bond_buckets_has_moved(&t->bucket[i]))
			t->bucket[i].home = BOND_BUCKET_NONE;

	return run.moves;
}
