/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Counters of slaves: what has been added to one since it was last read.
 *
 * A header of its own and without state, to be tested alone.
 */
#ifndef _BOND_COUNTER_H
#define _BOND_COUNTER_H

#include <linux/limits.h>
#include <linux/types.h>

/**
 * bond_counter_delta() - what a counter grew by
 * @now: as it reads now
 * @last: as it was last read; brought up to date
 *
 * Counters do not always go up. A driver of old has 32 bits, which wrap. One that
 * falls below half was reset: it begins anew. A lesser step back is a counter that
 * wavers: it counts again from where it was, or else each return would be counted.
 *
 * Context: the caller serialises who updates @last.
 * Return: the difference, never negative.
 */
static inline u64 bond_counter_delta(u64 now, u64 *last)
{
	u64 was = *last;

	if (now < was && now >= was - was / 2)
		return 0;

	*last = now;
	if (now >= was)
		return now - was;
	if (was <= U32_MAX && was - now > U32_MAX / 2)
		return (u32)now - (u32)was;

	return 0;
}

#endif /* _BOND_COUNTER_H */
