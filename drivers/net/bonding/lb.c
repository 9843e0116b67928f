// SPDX-License-Identifier: GPL-2.0
/*
 * The buckets of a bond: memory, slaves that come and go, and what snapshots get.
 *
 * Data flow and locking: see lb.h.
 */
#include <linux/bitops.h>
#include <linux/cpumask.h>
#include <linux/if_bonding_lb.h>
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
	kvfree(stats->told);
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

	stats = kzalloc(struct_size(stats, cpu, nr_cpu_ids), GFP_KERNEL_ACCOUNT);
	if (!stats)
		return NULL;
	stats->n = buckets;
	stats->told = kvcalloc(buckets, sizeof(*stats->told), GFP_KERNEL_ACCOUNT);
	if (!stats->told)
		goto err_free;
	/* Not alloc_percpu(): it ends at 32 KiB. */
	for_each_possible_cpu(cpu) {
		stats->cpu[cpu] = kvzalloc_node(array_size(buckets,
							   sizeof(struct bond_lb_cell)),
						GFP_KERNEL_ACCOUNT, cpu_to_node(cpu));
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
	struct bond_lb *lb = kzalloc(sizeof(*lb), GFP_KERNEL_ACCOUNT);
	u32 i;

	if (!lb)
		return NULL;
	lb->t.n = buckets;
	lb->lost = true;
	lb->t.bucket = kvcalloc(buckets, sizeof(*lb->t.bucket), GFP_KERNEL_ACCOUNT);
	lb->t.order = kvcalloc(buckets, sizeof(*lb->t.order), GFP_KERNEL_ACCOUNT);
	lb->load = kvcalloc(buckets, sizeof(*lb->load), GFP_KERNEL_ACCOUNT);
	lb->order = kvcalloc(buckets, sizeof(*lb->order), GFP_KERNEL_ACCOUNT);
	lb->stats = bond_lb_alloc_stats(buckets);
	if (!lb->t.bucket || !lb->t.order || !lb->load || !lb->order || !lb->stats ||
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
	kvfree(lb->order);
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
	member = kcalloc(room, sizeof(*member), GFP_KERNEL_ACCOUNT);
	index = kcalloc(room, sizeof(*index), GFP_KERNEL_ACCOUNT);
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

static void bond_lb_count_move(struct bond_lb *lb, u32 bucket)
{
	struct bond_lb_told *told = &lb->stats->told[bucket];

	WRITE_ONCE(told->moves, told->moves + 1);
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
		if (b->owner == port->lb_slot) {
			b->owner = BOND_BUCKET_NONE;
			bond_lb_count_move(lb, i);
		}
		if (b->home == port->lb_slot)
			b->home = BOND_BUCKET_NONE;
		if (b->pin == port->lb_slot)
			b->pin = BOND_BUCKET_NONE;
	}
	memset(&lb->t.member[port->lb_slot], 0, sizeof(*lb->t.member));
	lb->lost = true;
}

/**
 * bond_lb_order() - note what is wanted of a bucket, for bond_lb_obey()
 * @lb: the table
 * @bucket: which bucket
 * @kind: what is wanted
 * @port: the slave, if it takes one
 *
 * Context: RTNL.
 * Return: false if there is an order for this bucket already.
 */
bool bond_lb_order(struct bond_lb *lb, u32 bucket, enum bond_lb_order_kind kind,
		   const struct bond_port *port)
{
	struct bond_lb_order *order = &lb->order[bucket];

	if (order->kind != BOND_LB_ORDER_NONE)
		return false;
	order->kind = kind;
	order->slot = port ? port->lb_slot : BOND_BUCKET_NONE;
	lb->n_orders++;

	return true;
}

/**
 * bond_lb_forget() - take all orders back
 * @lb: the table, may be NULL
 *
 * Context: RTNL.
 */
void bond_lb_forget(struct bond_lb *lb)
{
	if (!lb || !lb->n_orders)
		return;
	memset(lb->order, 0, lb->t.n * sizeof(*lb->order));
	lb->n_orders = 0;
}

/**
 * bond_lb_obey() - carry the orders out
 * @bond: the bond; a snapshot with the new owners is due
 *
 * Context: RTNL.
 */
void bond_lb_obey(struct bond *bond)
{
	struct bond_lb *lb = bond->lb;
	const struct bond_lb_order *order;
	struct bond_bucket *b;
	u32 i;

	bond_buckets_begin(&lb->t);
	for (i = 0; i < lb->t.n; i++) {
		order = &lb->order[i];
		if (order->kind == BOND_LB_ORDER_NONE)
			continue;
		b = &lb->t.bucket[i];
		b->pin = order->kind == BOND_LB_ORDER_PIN ? order->slot : BOND_BUCKET_NONE;
		if (!bond_buckets_is_usable(&lb->t, order->slot))
			continue;
		b->home = BOND_BUCKET_NONE;
		bond_buckets_give(&lb->t, b, order->slot);
	}
	bond_lb_forget(lb);
	bond_lb_moved(bond);
}

/**
 * bond_lb_measured() - rates are known anew, or are of other slaves now
 * @bond: the bond
 *
 * Context: RTNL.
 */
void bond_lb_measured(struct bond *bond)
{
	struct bond_lb *lb = bond->lb;
	struct bond_port *port;
	u32 i, rate;

	bond_for_each_port(port, bond) {
		rate = 0;
		for (i = 0; i < lb->t.n; i++)
			if (lb->t.bucket[i].owner == port->lb_slot)
				rate += lb->stats->told[i].rate;
		WRITE_ONCE(port->tx_rate, rate);
	}
}

/**
 * bond_lb_moved() - buckets have other owners than before: tell of that
 * @bond: the bond
 *
 * The first owner of a bucket is none that it was moved to; where the owner was
 * released, bond_lb_leave() has counted the move.
 *
 * Context: RTNL.
 */
void bond_lb_moved(struct bond *bond)
{
	struct bond_lb *lb = bond->lb;
	const struct bond_bucket *b;
	struct bond_lb_told *told;
	struct bond_port *port;
	u32 i;

	for (i = 0; i < lb->t.n; i++) {
		b = &lb->t.bucket[i];
		told = &lb->stats->told[i];
		if (b->was != BOND_BUCKET_NONE && bond_buckets_has_moved(b))
			bond_lb_count_move(lb, i);
		WRITE_ONCE(told->pinned, b->pin != BOND_BUCKET_NONE);
	}
	bond_for_each_port(port, bond)
		WRITE_ONCE(port->buckets, lb->t.member[port->lb_slot].count);
	bond_lb_measured(bond);
}

/* Mbit/s of the slowest slave whose speed is or was known, 1 if there is none. */
static u32 bond_lb_slowest(const struct bond *bond)
{
	const struct bond_port *port;
	u32 speed = U32_MAX;

	bond_for_each_port(port, bond)
		if (port->known_speed)
			speed = min(speed, port->known_speed);

	return speed == U32_MAX ? 1 : speed;
}

/*
 * Whether it is usable does not matter here: what other slaves weigh must not depend
 * on it. A slave whose speed is not known must not get more than any other could bear.
 */
static u32 bond_lb_weight(const struct bond_port *port, u32 slowest)
{
	if (port->weight)
		return port->weight;
	if (port->bond->params.weighting != BOND_WEIGHTING_SPEED)
		return 1;

	return port->known_speed ? port->known_speed : slowest;
}

/* Settle the table if slaves weigh another part than before. */
static void bond_lb_update(struct bond_lb *lb, struct bond *bond)
{
	u32 slowest = bond_lb_slowest(bond);
	struct bond_bucket_member *m;
	bool changed = lb->lost;
	struct bond_port *port;
	u32 weight, i, most = 0;
	unsigned int shift;

	bond_for_each_port(port, bond)
		most = max(most, bond_lb_weight(port, slowest));
	shift = max(fls(most), fls(BOND_BUCKET_WEIGHT_MAX)) - fls(BOND_BUCKET_WEIGHT_MAX);

	bond_for_each_port(port, bond) {
		m = &lb->t.member[port->lb_slot];
		weight = 0;
		if (port->usable)
			weight = max(bond_lb_weight(port, slowest) >> shift, 1U);
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
	struct bond_port *port;
	u32 i;
	u16 owner;

	snap->n_buckets = 0;
	snap->hash_start = bond_hash_start(bond->params.hash_seed);
	if (!lb) {
		bond_for_each_port(port, bond) {
			WRITE_ONCE(port->buckets, 0);
			WRITE_ONCE(port->tx_rate, 0);
		}
		return;
	}
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
 * @sum: result
 *
 * Context: RCU read section.
 */
void bond_lb_read(const struct bond_lb_stats *stats, u32 bucket, struct bond_lb_sum *sum)
{
	const struct bond_lb_cell *cell;
	unsigned int start, cpu;
	u64 packets, bytes;
	unsigned long last;

	memset(sum, 0, sizeof(*sum));
	for_each_possible_cpu(cpu) {
		cell = &stats->cpu[cpu][bucket];
		do {
			start = u64_stats_fetch_begin(&cell->syncp);
			packets = u64_stats_read(&cell->packets);
			bytes = u64_stats_read(&cell->bytes);
		} while (u64_stats_fetch_retry(&cell->syncp, start));
		if (!packets)
			continue;
		last = READ_ONCE(cell->last);
		if (!sum->packets || time_after(last, sum->last))
			sum->last = last;
		sum->packets += packets;
		sum->bytes += bytes;
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
