/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What another project does with the same table, as its documentation and its
 * users describe it: to compare with.
 */
#ifndef _KUNIT_PEERS_H
#define _KUNIT_PEERS_H

#include "../drivers/net/bonding/select/buckets.h"

/* Bytes that stand for a load after ten seconds, where old ones count half. */
#define OVS_WEIGHT(load)	((u64)(load) * 2500)

/*
 * Which buckets of @from fit into half of what is between it and @to: marks them
 * in @taken. Returns their weight, 0 if moving them is not worth while.
 */
static u64 ovs_choose(const struct bond_buckets *t, const u64 *sum, u16 from, u16 to,
		      bool *taken)
{
	u64 goal = (sum[from] + sum[to]) / 2 - sum[to], got = 0, low;
	u32 i, count = 0;
	u16 last = 0;

	for (i = 0; i < t->n; i++) {
		const struct bond_bucket *b = &t->bucket[t->order[i]];

		taken[t->order[i]] = false;
		if (b->owner != from || !b->load || bond_buckets_has_moved(b))
			continue;
		count++;
		last = t->order[i];
		if (goal - got >= goal / 10 && got + OVS_WEIGHT(b->load) <= goal) {
			taken[last] = true;
			got += OVS_WEIGHT(b->load);
		}
	}
	if (count < 2)
		return 0;
	if (!got) {
		taken[last] = true;
		got = OVS_WEIGHT(t->bucket[last].load);
	}
	low = min(sum[from] - got, sum[to] + got);

	return low > sum[to] && low - sum[to] >= goal / 10 ? got : 0;
}

/* One run of Open vSwitch's rebalancing. Returns the number of moves. */
static u32 ovs_run(struct bond_buckets *t)
{
	static bool taken[BOND_BUCKETS_MAX];
	bool out[32] = {};
	u64 sum[32] = {};
	u32 moves = 0, i;

	bond_buckets_begin(t);
	for (i = 0; i < t->n_members; i++)
		sum[i] = OVS_WEIGHT(t->member[i].load);

	for (;;) {
		u16 from = BOND_BUCKET_NONE, to = BOND_BUCKET_NONE;
		u64 got;

		for (i = 0; i < t->n_members; i++) {
			if (out[i])
				continue;
			if (from == BOND_BUCKET_NONE || sum[i] > sum[from])
				from = i;
			if (to == BOND_BUCKET_NONE || sum[i] < sum[to])
				to = i;
		}
		if (from == to || sum[from] - sum[to] < sum[to] / 32 ||
		    sum[from] - sum[to] < 100000)
			return moves;
		got = ovs_choose(t, sum, from, to, taken);
		if (!got) {
			out[from] = true;
			continue;
		}
		for (i = 0; i < t->n; i++) {
			if (!taken[i])
				continue;
			bond_buckets_give(t, &t->bucket[i], to);
			moves++;
		}
		sum[from] -= got;
		sum[to] += got;
	}
}

#endif /* _KUNIT_PEERS_H */
