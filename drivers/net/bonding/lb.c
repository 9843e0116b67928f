// SPDX-License-Identifier: GPL-2.0
/*
 * The buckets of a bond: memory, slaves that come and go, and what snapshots get.
 *
 * Data flow and locking: see lb.h.
 */
#include <linux/cpumask.h>
#include <linux/minmax.h>
#include <linux/overflow.h>
#include <linux/slab.h>

#include "lb.h"

static void bond_lb_free_stats(struct bond_lb_stats *stats)
{
	unsigned int cpu;

	if (!stats)
		return;
	for_each_possible_cpu(cpu)
		kvfree(stats->cpu[cpu]);
	kvfree(stats->moves);
	kfree(stats);
}

static void bond_lb_free_stats_rcu(struct rcu_head *rcu)
{
	bond_lb_free_stats(container_of(rcu, struct bond_lb_stats, rcu));
}

static struct bond_lb_stats *bond_lb_alloc_stats(u32 buckets)
{
	struct bond_lb_stats *stats;
	unsigned int cpu;
	u32 i;

	stats = kzalloc(struct_size(stats, cpu, nr_cpu_ids), GFP_KERNEL);
	if (!stats)
		return NULL;
	stats->n = buckets;
	stats->moves = kvcalloc(buckets, sizeof(*stats->moves), GFP_KERNEL);
	if (!stats->moves)
		goto err_free;
	/* Not alloc_percpu(): it ends at 32 KiB. */
	for_each_possible_cpu(cpu) {
		stats->cpu[cpu] = kvzalloc_node(array_size(buckets,
							   sizeof(struct bond_lb_cell)),
						GFP_KERNEL, cpu_to_node(cpu));
		if (!stats->cpu[cpu])
			goto err_free;
		for (i = 0; i < buckets; i++)
			u64_stats_init(&stats->cpu[cpu][i].syncp);
	}

	return stats;

err_free:
	bond_lb_free_stats(stats);
	return NULL;
}

/**
 * bond_lb_alloc() - a table of buckets without owners
 * @buckets: how many
 * @slots: slaves that it must have room for
 *
 * Context: process context.
 * Return: the table, or NULL.
 */
struct bond_lb *bond_lb_alloc(u32 buckets, u32 slots)
{
	struct bond_lb *lb = kzalloc(sizeof(*lb), GFP_KERNEL);
	u32 i;

	if (!lb)
		return NULL;
	lb->t.n = buckets;
	lb->t.bucket = kvcalloc(buckets, sizeof(*lb->t.bucket), GFP_KERNEL);
	lb->t.order = kvcalloc(buckets, sizeof(*lb->t.order), GFP_KERNEL);
	lb->load = kvcalloc(buckets, sizeof(*lb->load), GFP_KERNEL);
	lb->stats = bond_lb_alloc_stats(buckets);
	if (!lb->t.bucket || !lb->t.order || !lb->load || !lb->stats ||
	    bond_lb_reserve(lb, slots)) {
		bond_lb_free(lb);
		return NULL;
	}

	for (i = 0; i < buckets; i++) {
		lb->t.bucket[i].owner = BOND_BUCKET_NONE;
		lb->t.bucket[i].home = BOND_BUCKET_NONE;
		lb->t.bucket[i].pin = BOND_BUCKET_NONE;
	}

	return lb;
}

/**
 * bond_lb_free() - free a table
 * @lb: the table, may be NULL; no snapshot that is published refers to it
 *
 * Context: process context.
 */
void bond_lb_free(struct bond_lb *lb)
{
	if (!lb)
		return;
	/* Readers of an older snapshot may be counting. */
	if (lb->stats)
		call_rcu(&lb->stats->rcu, bond_lb_free_stats_rcu);
	kfree(lb->index);
	kfree(lb->t.member);
	kvfree(lb->load);
	kvfree(lb->t.order);
	kvfree(lb->t.bucket);
	kfree(lb);
}

/**
 * bond_lb_reserve() - make room for slaves
 * @lb: the table, may be NULL
 * @slots: how many there may be
 *
 * Context: RTNL.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int bond_lb_reserve(struct bond_lb *lb, u32 slots)
{
	struct bond_bucket_member *member;
	u16 *index;
	u32 room;

	if (!lb || slots <= lb->room)
		return 0;
	if (slots >= BOND_BUCKET_NONE)
		return -ENOMEM;

	room = round_up(max(slots, 1U), 8);
	member = kcalloc(room, sizeof(*member), GFP_KERNEL);
	index = kcalloc(room, sizeof(*index), GFP_KERNEL);
	if (!member || !index) {
		kfree(member);
		kfree(index);
		return -ENOMEM;
	}

	if (lb->room)
		memcpy(member, lb->t.member, lb->room * sizeof(*member));
	kfree(lb->t.member);
	kfree(lb->index);
	lb->t.member = member;
	lb->t.n_members = room;
	lb->index = index;
	lb->room = room;

	return 0;
}

/**
 * bond_lb_slots() - room that the slaves of a bond need in a table
 * @bond: the bond
 *
 * Context: RTNL.
 * Return: the highest slot and one more.
 */
u32 bond_lb_slots(const struct bond *bond)
{
	const struct bond_port *port;
	u32 slots = 0;

	bond_for_each_port(port, bond)
		slots = max(slots, port->lb_slot + 1U);

	return slots;
}

/**
 * bond_lb_join() - a slave gets a slot, whether or not there are buckets
 * @port: the slave, not yet on the list of ports
 *
 * It is the lowest that is free, so there is room for it, see bond_lb_reserve().
 *
 * Context: RTNL.
 */
void bond_lb_join(struct bond_port *port)
{
	const struct bond_port *other;
	bool taken;

	port->lb_slot = 0;
	do {
		taken = false;
		bond_for_each_port(other, port->bond) {
			if (other->lb_slot == port->lb_slot) {
				port->lb_slot++;
				taken = true;
			}
		}
	} while (taken);
}

/**
 * bond_lb_leave() - a slave is none any more: nothing refers to it
 * @port: the slave, off the list of ports; a snapshot without it is due
 *
 * Context: RTNL.
 */
void bond_lb_leave(struct bond_port *port)
{
	struct bond_lb *lb = port->bond->lb;
	struct bond_bucket *b;
	u32 i;

	if (!lb)
		return;
	for (i = 0; i < lb->t.n; i++) {
		b = &lb->t.bucket[i];
		if (b->owner == port->lb_slot)
			b->owner = BOND_BUCKET_NONE;
		if (b->home == port->lb_slot)
			b->home = BOND_BUCKET_NONE;
		if (b->pin == port->lb_slot)
			b->pin = BOND_BUCKET_NONE;
	}
	memset(&lb->t.member[port->lb_slot], 0, sizeof(*lb->t.member));
	lb->lost = true;
}

/**
 * bond_lb_moved() - buckets have other owners than before: count that
 * @bond: the bond
 *
 * The first owner of a bucket is none that it was moved to.
 *
 * Context: RTNL.
 */
void bond_lb_moved(struct bond *bond)
{
	struct bond_lb *lb = bond->lb;
	const struct bond_bucket *b;
	struct bond_port *port;
	u32 i;

	for (i = 0; i < lb->t.n; i++) {
		b = &lb->t.bucket[i];
		if (b->was != BOND_BUCKET_NONE && bond_buckets_has_moved(b))
			WRITE_ONCE(lb->stats->moves[i], lb->stats->moves[i] + 1);
	}
	bond_for_each_port(port, bond)
		WRITE_ONCE(port->buckets, lb->t.member[port->lb_slot].count);
}

/* Settle the table if slaves have become usable, or are so no longer. */
static void bond_lb_update(struct bond_lb *lb, struct bond *bond)
{
	struct bond_bucket_member *m;
	bool changed = lb->lost;
	struct bond_port *port;
	u32 weight, i;

	bond_for_each_port(port, bond) {
		m = &lb->t.member[port->lb_slot];
		weight = port->usable;
		m->changed = m->weight != weight;
		m->weight = weight;
		changed |= m->changed;
	}
	if (!changed)
		return;

	bond_buckets_settle(&lb->t);
	bond_lb_moved(bond);
	lb->lost = false;
	for (i = 0; i < lb->t.n_members; i++)
		lb->t.member[i].changed = false;
}

/**
 * bond_lb_fill() - the owners of the buckets, for a new snapshot
 * @bond: the bond; which of its slaves are usable is known
 * @snap: the snapshot, its slaves filled in
 *
 * A snapshot without room for the buckets (see bond_snap_publish()) goes without.
 *
 * Context: RTNL.
 */
void bond_lb_fill(struct bond *bond, struct bond_tx_snap *snap)
{
	struct bond_lb *lb = bond->lb;
	u32 i;
	u16 owner;

	snap->n_buckets = 0;
	snap->hash_seed = bond->params.hash_seed;
	if (!lb)
		return;
	bond_lb_update(lb, bond);
	if (lb->t.n > snap->bucket_room)
		return;

	memset(lb->index, 0, lb->room * sizeof(*lb->index));
	for (i = 0; i < snap->n; i++)
		lb->index[snap->slave[i].port->lb_slot] = i;
	for (i = 0; i < lb->t.n; i++) {
		owner = lb->t.bucket[i].owner;
		snap->bucket[i] = owner < lb->room ? lb->index[owner] : 0;
	}
	snap->n_buckets = lb->t.n;
	snap->lb_stats = lb->stats;
}

/**
 * bond_lb_read() - what a bucket has sent
 * @stats: the counters
 * @bucket: which bucket
 * @packets: packets
 * @bytes: bytes
 *
 * Context: RCU read section.
 */
void bond_lb_read(const struct bond_lb_stats *stats, u32 bucket, u64 *packets,
		  u64 *bytes)
{
	const struct bond_lb_cell *cell;
	unsigned int start, cpu;
	u64 p, b;

	*packets = 0;
	*bytes = 0;
	for_each_possible_cpu(cpu) {
		cell = &stats->cpu[cpu][bucket];
		do {
			start = u64_stats_fetch_begin(&cell->syncp);
			p = u64_stats_read(&cell->packets);
			b = u64_stats_read(&cell->bytes);
		} while (u64_stats_fetch_retry(&cell->syncp, start));
		*packets += p;
		*bytes += b;
	}
}

/**
 * bond_lb_hash_any() - the number of the flow of any packet
 * @snap: a snapshot
 * @skb: the packet, with its data at the MAC header
 *
 * Context: RCU read section.
 * Return: what bond_lb_peek() takes.
 */
u32 bond_lb_hash_any(const struct bond_tx_snap *snap, const struct sk_buff *skb)
{
	struct bond_flow_keys keys;

	bond_dissect_skb(skb, snap->xmit_policy, &keys);

	return bond_lb_hash(snap, snap->xmit_policy, &keys);
}
