// SPDX-License-Identifier: GPL-2.0
/*
 * Statistics of the bond: the sum of what its slaves counted while they were
 * slaves.
 *
 * Data flow: each reading takes the difference of a slave's counters to the
 * last reading and adds it to the bond's own. So nothing goes backwards when a
 * slave leaves, and a slave's past before it was enslaved does not show.
 *
 * Locking: bond->stats_lock around reading and adding, so that two readers
 * cannot add the same packets twice. Bonds stack, and reading an outer bond
 * reads the inner ones: lockdep is told by the device's level, which falls from
 * the outside to the inside. Ports are walked by RCU.
 */
#include "bond.h"

/* Struct rtnl_link_stats64 is nothing but counters. */
#define BOND_STATS_COUNTERS	(sizeof(struct rtnl_link_stats64) / sizeof(u64))

static_assert(sizeof(struct rtnl_link_stats64) % sizeof(u64) == 0);

static void bond_stats_lock(struct bond *bond)
	__acquires(&bond->stats_lock)
{
	unsigned int level = READ_ONCE(bond->dev->lower_level);

	spin_lock_nested(&bond->stats_lock,
			 min_t(unsigned int, level, MAX_LOCKDEP_SUBCLASSES - 1));
}

/* Drivers of old have 32-bit counters, which wrap; any other step back is a
 * counter that was reset, or one that wavers, and counts as nothing.
 */
static u64 bond_stats_delta(u64 now, u64 last)
{
	if (now >= last)
		return now - last;
	if (last <= U32_MAX && last - now > U32_MAX / 2)
		return (u32)now - (u32)last;

	return 0;
}

static void bond_stats_fold(struct bond_port *port)
{
	u64 *sum = (u64 *)&port->bond->stats;
	u64 *last = (u64 *)&port->stats_last;
	struct rtnl_link_stats64 stats;
	const u64 *now;
	unsigned int i;

	now = (const u64 *)dev_get_stats(port->dev, &stats);
	for (i = 0; i < BOND_STATS_COUNTERS; i++) {
		sum[i] += bond_stats_delta(now[i], last[i]);
		last[i] = now[i];
	}
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
	bond_stats_lock(bond);
	bond_for_each_port_rcu(port, bond)
		bond_stats_fold(port);
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
 * A reader that still finds it by RCU is kept from adding anything twice by
 * the lock and by &struct bond_port.stats_last.
 *
 * Context: RTNL.
 */
void bond_stats_leave(struct bond_port *port)
{
	bond_stats_lock(port->bond);
	bond_stats_fold(port);
	spin_unlock(&port->bond->stats_lock);
}
