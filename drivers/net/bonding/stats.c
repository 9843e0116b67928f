// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of the bond: the sum of what its slaves counted while they were
 * slaves.
 *
 * Data flow: each reading takes the difference of a slave's counters to the
 * last reading and adds it to the bond's own. So nothing goes backwards when a
 * slave leaves, and a slave's past before it was enslaved does not show.
 *
 * Locking: bond->stats_lock around adding, never while a slave is read: that may
 * be another bond. Who has read a slave while someone else added its counters
 * reads it again, so that no packet is added twice and none is missing that was
 * counted before the reading began. Ports are walked by RCU.
 */
#include "bond.h"
#include "counter.h"

/* Struct rtnl_link_stats64 is nothing but counters. */
#define BOND_STATS_COUNTERS	(sizeof(struct rtnl_link_stats64) / sizeof(u64))

static_assert(sizeof(struct rtnl_link_stats64) % sizeof(u64) == 0);

/* Adds what is new; false if that is not known any more, see stats_seq. */
static bool bond_stats_add(struct bond_port *port,
			   const struct rtnl_link_stats64 *stats, u32 seq)
{
	u64 *sum = (u64 *)&port->bond->stats;
	u64 *last = (u64 *)&port->stats_last;
	const u64 *now = (const u64 *)stats;
	unsigned int i;

	if (port->stats_seq != seq)
		return false;

	for (i = 0; i < BOND_STATS_COUNTERS; i++)
		sum[i] += bond_counter_delta(now[i], &last[i]);
	/* Pairs with the acquire of who reads the slave next. */
	smp_store_release(&port->stats_seq, seq + 1);

	return true;
}

static void bond_stats_fold(struct bond_port *port)
{
	struct bond *bond = port->bond;
	struct rtnl_link_stats64 stats;
	bool added;
	u32 seq;

	do {
		/* Before the slave is read; pairs with bond_stats_add(). */
		seq = smp_load_acquire(&port->stats_seq);
		dev_get_stats(port->dev, &stats);
		spin_lock(&bond->stats_lock);
		added = bond_stats_add(port, &stats, seq);
		spin_unlock(&bond->stats_lock);
	} while (!added);
}

/**
 * bond_stats_get64() - ndo_get_stats64
 * @dev: the bond
 * @out: filled in
 *
 * Context: RCU or RTNL; not from interrupts.
 */
void bond_stats_get64(struct net_device *dev, struct rtnl_link_stats64 *out)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;

	rcu_read_lock();
	bond_for_each_port_rcu(port, bond)
		bond_stats_fold(port);
	spin_lock(&bond->stats_lock);
	memcpy(out, &bond->stats, sizeof(*out));
	spin_unlock(&bond->stats_lock);
	rcu_read_unlock();
}

/**
 * bond_stats_join() - start counting for a new slave
 * @port: the slave, not yet on the list of ports
 *
 * Context: RTNL.
 */
void bond_stats_join(struct bond_port *port)
{
	dev_get_stats(port->dev, &port->stats_last);
}

/**
 * bond_stats_leave() - count a leaving slave for the last time
 * @port: the slave, off the list of ports
 *
 * A reader that still finds it by RCU adds nothing twice, see bond_stats_add().
 *
 * Context: RTNL.
 */
void bond_stats_leave(struct bond_port *port)
{
	bond_stats_fold(port);
}
