/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Burst selector: deals packets over the usable slaves, a burst at a time.
 *
 * Purpose: balance-rr. Each CPU deals for itself. A slave takes `quantum`
 * units in a row, then the next one has its turn. A pass over all slaves is a
 * round; it ends behind the last slave of the array.
 *
 *  - Every burst has its full length, the first one too.
 *  - A slave that goes down ends its burst at once; the next in order takes
 *    over with a full burst of its own.
 *  - A slave that comes up joins when the next round begins. When there are
 *    none but newcomers, they are taken at once.
 *  - A snapshot that changes around the current slave leaves its burst alone.
 *
 * The order among the slaves that stay is never disturbed. So between any two
 * of them the number of bursts differs by one at most, whatever others do.
 *
 * Data flow: the snapshot of usable slaves (an array of struct
 * bond_burst_slot and its generation) and the state of this CPU go in, an index
 * into the array comes out. A few instructions as long as the snapshot is the
 * same: the fast path looks at one slot, and only when a burst ends.
 *
 * The result is below `n` for any content of the state, so a state that is
 * stale or torn (a peek from another CPU) costs fairness, never memory.
 *
 * Locking: none. The caller owns the state (per CPU, bottom halves off) and
 * holds the array (RCU).
 */
#ifndef _BOND_SELECT_BURST_H
#define _BOND_SELECT_BURST_H

#include <linux/bits.h>
#include <linux/compiler.h>
#include <linux/kernel.h>
#include <linux/limits.h>
#include <linux/minmax.h>
#include <linux/types.h>

/**
 * BOND_BURST_AGE_MAX - oldest age, in generations, that a slot may show
 *
 * Generations are compared by signed difference. See bond_burst_since().
 */
#define BOND_BURST_AGE_MAX	((u32)BIT(30))

/**
 * struct bond_burst_slot - one usable slave of a snapshot
 * @id: unique for the life of the bond, ascending in array order
 * @since: generation of the snapshot in which the slave became usable, not
 *	after the generation of the snapshot that holds the slot
 * @quantum: length of its burst in units, see bond_burst_quantum()
 */
struct bond_burst_slot {
	u32 id;
	u32 since;
	u32 quantum;
};

/**
 * struct bond_burst_state - where one CPU is in its deal
 * @gen: generation of the snapshot that @idx belongs to
 * @idx: index of the current slave
 * @left: units that the current burst has left; 0: the next packet begins
 *	another burst
 * @id: id of the current slave
 * @round: generation at which the current round began
 * @dealt: false until the first deal
 *
 * All zeroes is a CPU that has not dealt yet.
 */
struct bond_burst_state {
	u32 gen;
	u32 idx;
	u32 left;
	u32 id;
	u32 round;
	bool dealt;
};

/**
 * bond_burst_quantum() - length of a slave's burst
 * @burst: units a slave takes in a row, for a weight of one
 * @weight: weight of the slave
 *
 * Return: the product, in units, saturated to 1..U32_MAX.
 */
static inline u32 bond_burst_quantum(u32 burst, u32 weight)
{
	u64 quantum = (u64)burst * weight;

	return clamp_t(u64, quantum, 1, U32_MAX);
}

/**
 * bond_burst_since() - carry a slot's generation over to another snapshot
 * @since: generation in which the slave became usable
 * @gen: generation of the snapshot that is being built
 *
 * A slave that stays usable for more than 2^31 generations would look like a
 * newcomer again. Whoever builds a snapshot passes the value of the last one
 * through here, and it never grows that old.
 *
 * Return: the value for the slot's @since.
 */
static inline u32 bond_burst_since(u32 since, u32 gen)
{
	return gen - since > BOND_BURST_AGE_MAX ? gen - BOND_BURST_AGE_MAX :
						  since;
}

/* True when generation @a comes after generation @b. */
static __always_inline bool bond_burst_after(u32 a, u32 b)
{
	return (s32)(a - b) > 0;
}

static __always_inline void
bond_burst_begin(struct bond_burst_state *st,
		 const struct bond_burst_slot *slots, u32 idx)
{
	st->idx = idx;
	st->id = slots[idx].id;
	st->left = max(slots[idx].quantum, 1U);
}

/*
 * Begin the burst of the first slave at or behind @from that takes part in
 * this round. Behind the last one a new round begins, and everybody takes part.
 */
static noinline __maybe_unused void
bond_burst_advance(struct bond_burst_state *st,
		   const struct bond_burst_slot *slots, u32 n, u32 gen,
		   u32 from)
{
	bool newcomers_only = true;
	u32 i;

	for (i = 0; i < n; i++) {
		if (bond_burst_after(slots[i].since, st->round))
			continue;
		newcomers_only = false;
		if (i >= from)
			break;
	}

	if (newcomers_only) {
		st->round = gen;
		i = from;
	}
	if (i >= n) {
		st->round = gen;
		i = 0;
	}
	bond_burst_begin(st, slots, i);
}

/*
 * Find our place in a snapshot that this CPU has not seen yet. On return there
 * are units left. A slave that went down and up between the two snapshots has
 * lost its burst: it is a newcomer.
 */
static noinline __maybe_unused void
bond_burst_sync(struct bond_burst_state *st,
		const struct bond_burst_slot *slots, u32 n, u32 gen, u32 start)
{
	u32 seen = st->gen;
	u32 i = 0;

	st->gen = gen;
	if (!st->dealt) {
		st->dealt = true;
		st->round = gen;
		bond_burst_begin(st, slots, start % n);
		return;
	}

	while (i < n && slots[i].id < st->id)
		i++;
	if (i == n || slots[i].id != st->id) {
		bond_burst_advance(st, slots, n, gen, i);
	} else if (!st->left || bond_burst_after(slots[i].since, seen)) {
		bond_burst_advance(st, slots, n, gen, i + 1);
	} else {
		st->idx = i;
		st->left = min(st->left, max(slots[i].quantum, 1U));
	}
}

/* The snapshot is the same and the burst is over: whose turn is it? */
static __always_inline void
bond_burst_next(struct bond_burst_state *st,
		const struct bond_burst_slot *slots, u32 n, u32 gen)
{
	/* Once: an interrupt may deal by a newer snapshot meanwhile (netconsole). */
	u32 i = READ_ONCE(st->idx) + 1;

	if (i >= n) {
		st->round = gen;
		bond_burst_begin(st, slots, 0);
	} else if (likely(!bond_burst_after(slots[i].since, st->round))) {
		bond_burst_begin(st, slots, i);
	} else {
		bond_burst_advance(st, slots, n, gen, i);
	}
}

/**
 * bond_burst_pick() - the slave for a packet
 * @st: deal of this CPU
 * @slots: usable slaves, in order of their ids
 * @n: number of @slots, at least 1
 * @gen: generation of the snapshot
 * @start: where this CPU begins at its first deal, for instance its number
 * @cost: units that the packet takes (1 where skbs are counted)
 *
 * A packet that costs more than the burst has left still goes out as its last
 * one: the burst is overdrawn, and the excess is forgotten. (Where packets cost
 * more than one unit, fairness in units asks for a deficit per slave, taken off
 * its next burst. That is a matter of bond_burst_begin().)
 *
 * Context: the owner of @st; bottom halves off, inside an RCU read section.
 * Return: index into @slots.
 */
static __always_inline u32
bond_burst_pick(struct bond_burst_state *st,
		const struct bond_burst_slot *slots, u32 n, u32 gen, u32 start,
		u32 cost)
{
	u32 idx;

	if (unlikely(st->gen != gen || st->idx >= n || !st->dealt))
		bond_burst_sync(st, slots, n, gen, start);
	else if (!st->left)
		bond_burst_next(st, slots, n, gen);

	st->left -= min(st->left, cost);

	/* As in bond_burst_next(). */
	idx = READ_ONCE(st->idx);
	return likely(idx < n) ? idx : 0;
}

/**
 * bond_burst_peek() - the slave that the next packet would take
 * @st: deal of this CPU; only read
 * @slots: usable slaves, in order of their ids
 * @n: number of @slots, at least 1
 * @gen: generation of the snapshot
 * @start: where this CPU begins at its first deal
 *
 * Context: inside an RCU read section. Any CPU: the answer is a snapshot.
 * Return: index into @slots.
 */
static inline u32 bond_burst_peek(const struct bond_burst_state *st,
				  const struct bond_burst_slot *slots, u32 n,
				  u32 gen, u32 start)
{
	struct bond_burst_state copy = *st;

	return bond_burst_pick(&copy, slots, n, gen, start, 0);
}

/**
 * bond_burst_random() - a slave at random, for packets_per_slave 0
 * @rnd: random number, uniform over all of u32
 * @n: number of usable slaves, at least 1
 *
 * Return: index below @n.
 */
static __always_inline u32 bond_burst_random(u32 rnd, u32 n)
{
	return ((u64)rnd * n) >> 32;
}

#endif /* _BOND_SELECT_BURST_H */
