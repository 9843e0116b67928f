/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The buckets of a bond, and how a packet finds its slave by hash.
 *
 * Data flow: struct bond_lb is the table as RTNL works on it (select/buckets.h).
 * Each snapshot has the owners as indices of its slaves, and the packet path knows
 * nothing but that. Who publishes a snapshot brings the table up to date with the
 * slaves first, in bond_lb_fill(). What the packet path counts is of its CPU, and
 * summed up by who reads it; it stays whatever happens to the owners.
 *
 * Locking: RTNL for the table. Counters are reached by the snapshot, under RCU.
 */
#ifndef _BOND_LB_H
#define _BOND_LB_H

#include <linux/jiffies.h>
#include <linux/u64_stats_sync.h>

#include "dissect.h"
#include "select/buckets.h"
#include "select/hash.h"
#include "xmit.h"

/**
 * struct bond_lb_cell - what one CPU has sent by one bucket
 * @packets: packets
 * @bytes: bytes
 * @last: jiffies of the last one
 * @syncp: for 32 bits
 */
struct bond_lb_cell {
	u64_stats_t packets;
	u64_stats_t bytes;
	unsigned long last;
	struct u64_stats_sync syncp;
};

/**
 * struct bond_lb_sum - what all CPUs have sent by one bucket
 * @packets: packets
 * @bytes: bytes
 * @last: jiffies of the last one, if there are any
 */
struct bond_lb_sum {
	u64 packets;
	u64 bytes;
	unsigned long last;
};

/**
 * struct bond_lb_told - what reports tell of a bucket, beside its counters
 * @moves: times that it changed its owner
 * @rate: kbit/s, between the last two measurements
 * @pinned: it is
 *
 * Written under RTNL, read anywhere, by WRITE_ONCE() and READ_ONCE().
 */
struct bond_lb_told {
	u32 moves;
	u32 rate;
	bool pinned;
};

/**
 * struct bond_lb_stats - counters of the buckets of a bond
 * @rcu: to free it
 * @n: buckets
 * @told: of each, what else there is to tell
 * @cpu: of each CPU, its cells, memory of its node
 */
struct bond_lb_stats {
	struct rcu_head rcu;
	u32 n;
	struct bond_lb_told *told;
	struct bond_lb_cell *cpu[];
};

/**
 * struct bond_lb_load - what a bucket carries of late, for the rebalancing
 * @bytes: its counter at the last run
 * @average: bytes a second; old ones count half at each run
 */
struct bond_lb_load {
	u64 bytes;
	u64 average;
};

/**
 * enum bond_lb_order_kind - what an administrator wants of a bucket
 * @BOND_LB_ORDER_NONE: nothing
 * @BOND_LB_ORDER_AUTO: the driver may move it again
 * @BOND_LB_ORDER_MOVE: it goes to a slave
 * @BOND_LB_ORDER_PIN: and stays there
 */
enum bond_lb_order_kind {
	BOND_LB_ORDER_NONE,
	BOND_LB_ORDER_AUTO,
	BOND_LB_ORDER_MOVE,
	BOND_LB_ORDER_PIN,
};

/**
 * struct bond_lb_order - what a change that is being prepared wants of a bucket
 * @kind: enum bond_lb_order_kind
 * @slot: of the slave
 */
struct bond_lb_order {
	u8 kind;
	u16 slot;
};

/**
 * struct bond_lb - the buckets of a bond
 * @t: the table; its members are the slaves by &struct bond_port.lb_slot
 * @room: slots that there is memory for
 * @index: of each slot, its index in the snapshot that is being filled
 * @stats: its counters
 * @load: of each bucket
 * @order: of each bucket
 * @n_orders: buckets that have one
 * @lost: there are buckets without an owner: of a slave that was released, or of a
 *	table that is new
 * @measured: @load has the counters of &struct bond.balance_last
 */
struct bond_lb {
	struct bond_buckets t;
	u32 room;
	u16 *index;
	struct bond_lb_stats *stats;
	struct bond_lb_load *load;
	struct bond_lb_order *order;
	u32 n_orders;
	bool lost;
	bool measured;
};

struct bond_lb *bond_lb_alloc(u32 buckets, u32 slots);
void bond_lb_free(struct bond_lb *lb);
int bond_lb_reserve(struct bond_lb *lb, u32 slots);
u32 bond_lb_slots(const struct bond *bond);
void bond_lb_join(struct bond_port *port);
void bond_lb_leave(struct bond_port *port);
bool bond_lb_order(struct bond_lb *lb, u32 bucket, enum bond_lb_order_kind kind,
		   const struct bond_port *port);
void bond_lb_forget(struct bond_lb *lb);
void bond_lb_obey(struct bond *bond);
void bond_lb_moved(struct bond *bond);
void bond_lb_measured(struct bond *bond);
void bond_lb_fill(struct bond *bond, struct bond_tx_snap *snap);
void bond_lb_read(const struct bond_lb_stats *stats, u32 bucket, struct bond_lb_sum *sum);
u32 bond_lb_hash_any(const struct bond_tx_snap *snap, const struct sk_buff *skb);

/* The number of a flow, from which its slave follows. */
static __always_inline u32 bond_lb_hash(const struct bond_tx_snap *snap, u8 policy,
					const struct bond_flow_keys *keys)
{
	if (snap->n_buckets)
		return bond_hash_mix(policy, keys, snap->hash_start);

	return bond_hash_flow(policy, keys);
}

static __always_inline u32 bond_lb_hash_plain(const struct bond_tx_snap *snap,
					      const __be32 *at, int words)
{
	if (snap->n_buckets)
		return bond_hash_mix_plain(at, words, snap->hash_start);

	return bond_hash_flow_plain(at, words);
}

static __always_inline u32 bond_lb_hash_skb(const struct bond_tx_snap *snap,
					    const struct sk_buff *skb)
{
	const __be32 *at;
	int words;

	if (snap->xmit_policy == BOND_XMIT_POLICY_LAYER34) {
		if (likely(bond_dissect_plain(skb, &at, &words)))
			/* A copy of the code for each: no loops */
			return words == 1 ? bond_lb_hash_plain(snap, at, 1) :
					    bond_lb_hash_plain(snap, at, 4);
	}

	return bond_lb_hash_any(snap, skb);
}

static __always_inline void bond_lb_count(const struct bond_tx_snap *snap, u32 bucket,
					  const struct sk_buff *skb)
{
	struct bond_lb_cell *cell = &snap->lb_stats->cpu[smp_processor_id()][bucket];

	WRITE_ONCE(cell->last, jiffies);
	u64_stats_update_begin(&cell->syncp);
	u64_stats_inc(&cell->packets);
	u64_stats_add(&cell->bytes, skb->len);
	u64_stats_update_end(&cell->syncp);
}

/**
 * bond_lb_pick() - the slave of a packet, in the modes that hash
 * @bond: the bond
 * @snap: the snapshot
 * @skb: the packet, counted
 *
 * Context: RCU read section, bottom halves off.
 * Return: index into &struct bond_tx_snap.slave, or BOND_XMIT_NONE.
 */
static __always_inline u32 bond_lb_pick(struct bond *bond,
					const struct bond_tx_snap *snap,
					const struct sk_buff *skb)
{
	u32 num;

	if (unlikely(!snap->n))
		return BOND_XMIT_NONE;

	num = bond_lb_hash_skb(snap, skb);
	if (!snap->n_buckets)
		return num % snap->n;

	num &= snap->n_buckets - 1;
	bond_lb_count(snap, num, skb);

	return snap->bucket[num];
}

/**
 * bond_lb_peek() - the slave of a flow, which sends nothing
 * @snap: a snapshot with slaves
 * @num: bond_lb_hash() of the flow
 *
 * Context: RCU read section.
 * Return: index into &struct bond_tx_snap.slave.
 */
static inline u32 bond_lb_peek(const struct bond_tx_snap *snap, u32 num)
{
	if (!snap->n_buckets)
		return num % snap->n;

	return snap->bucket[num & (snap->n_buckets - 1)];
}

#endif /* _BOND_LB_H */
