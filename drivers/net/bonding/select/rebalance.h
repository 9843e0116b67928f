/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Rebalance: which buckets move when the load is uneven.
 *
 * Purpose: hashing spreads flows, not load. Once in an interval this looks at what
 * each bucket has carried of late and moves a few, so that all members are loaded
 * alike for their weight.
 *
 *  - Nothing happens while the spread (fullest less emptiest, per weight) is within
 *    the threshold or below the floor. Once it is not, it is brought to half the
 *    threshold, so that it does not come back at once.
 *  - From the fullest member buckets go to the one that lacks most; the heaviest
 *    that fit first, because that is the fewest. Nobody is filled above its part.
 *  - Where none fits, one bucket may still go where both are better off.
 *  - What moves must close a tenth of the gap, or this member is left alone: its
 *    last bucket is an elephant that nobody else has room for. The others go on.
 *  - A bucket moves once a run at most; pinned ones and idle ones stay.
 *
 * Data flow and locking: as buckets.h.
 */
#ifndef _BOND_SELECT_REBALANCE_H
#define _BOND_SELECT_REBALANCE_H

#include <linux/math64.h>
#include <linux/time64.h>

#include "buckets.h"

/**
 * struct bond_rebalance_limits - when and how much
 * @threshold: spread that is tolerated, percent of the average
 * @floor: spread that is tolerated, kbit/s
 * @max_moves: buckets that may move in a run, 0 for any number
 */
struct bond_rebalance_limits {
	u32 threshold;
	u32 floor;
	u32 max_moves;
};

u32 bond_rebalance(struct bond_buckets *t, const struct bond_rebalance_limits *limits);

/**
 * bond_rebalance_decay() - fold what was carried into a moving average
 * @average: so far, bytes a second
 * @bytes: carried since the last time
 * @ms: milliseconds since then, not 0
 *
 * What is old counts half at each run.
 *
 * Return: the average from now on, bytes a second.
 */
static inline u64 bond_rebalance_decay(u64 average, u64 bytes, u32 ms)
{
	return (average + div_u64(bytes * MSEC_PER_SEC, ms)) / 2;
}

#endif /* _BOND_SELECT_REBALANCE_H */
