// SPDX-License-Identifier: GPL-2.0
/*
 * Rebalancing: once in an interval, buckets move from slaves that carry much to
 * those that carry little.
 *
 * Data flow: what each bucket has sent since the last run goes into a moving
 * average (select/rebalance.h), that into the table as its load, and the selector
 * says what moves. A snapshot with the new owners follows, one notification and one
 * line in the log. The loads stay in the table until the next run: buckets of a
 * slave that is lost meanwhile are dealt by them.
 *
 * Locking: RTNL. The work item tries for it, so it can be stopped under RTNL.
 */
#include <linux/jiffies.h>
#include <linux/rtnetlink.h>

#include "counter.h"
#include "lb.h"
#include "select/rebalance.h"

/* Brings the averages up to date, and with them the loads. */
static void bond_balance_measure(struct bond *bond, struct bond_lb *lb)
{
	u32 ms = max(jiffies_to_msecs(jiffies - bond->balance_last), 1U);
	u64 packets, bytes;
	struct bond_lb_load *load;
	u32 i;

	bond->balance_last = jiffies;
	for (i = 0; i < lb->t.n; i++) {
		load = &lb->load[i];
		bond_lb_read(lb->stats, i, &packets, &bytes);
		load->average = bond_rebalance_decay(load->average,
						     bond_counter_delta(bytes, &load->bytes),
						     ms);
		/* kbit/s of bytes a second */
		lb->t.bucket[i].load = min_t(u64, div_u64(load->average, 125),
					     BOND_BUCKET_LOAD_MAX);
	}
}

static bool bond_balance_has_usable(const struct bond_lb *lb)
{
	u32 i;

	for (i = 0; i < lb->t.n_members; i++)
		if (lb->t.member[i].weight)
			return true;

	return false;
}

static void bond_balance_run(struct bond *bond, struct bond_lb *lb)
{
	const struct bond_rebalance_limits limits = {
		.threshold = bond->params.rebalance_threshold,
		.floor = bond->params.rebalance_min_rate,
		.max_moves = bond->params.rebalance_max_moves,
	};
	u32 moves;

	bond_balance_measure(bond, lb);
	if (!bond_balance_has_usable(lb))
		return;
	moves = bond_rebalance(&lb->t, &limits);
	if (!moves)
		return;

	WRITE_ONCE(bond->balance_moves, bond->balance_moves + moves);
	bond_lb_moved(bond);
	bond_snap_publish(bond);
	if (net_ratelimit())
		bond_info(bond, "rebalanced: %u of %u buckets have moved\n", moves, lb->t.n);
	call_netdevice_notifiers(NETDEV_CHANGEINFODATA, bond->dev);
}

static void bond_balance_work(struct work_struct *work)
{
	struct bond *bond = container_of(to_delayed_work(work), struct bond, balance_work);
	u32 interval = READ_ONCE(bond->params.rebalance_interval);

	if (!interval)
		return;
	if (!rtnl_trylock()) {
		queue_delayed_work(bond_wq, &bond->balance_work, 1);
		return;
	}
	if (bond->lb)
		bond_balance_run(bond, bond->lb);
	rtnl_unlock();

	queue_delayed_work(bond_wq, &bond->balance_work, msecs_to_jiffies(interval));
}

/**
 * bond_balance_init() - prepare the rebalancing
 * @bond: a bond that is being made
 *
 * Context: process.
 */
void bond_balance_init(struct bond *bond)
{
	INIT_DELAYED_WORK(&bond->balance_work, bond_balance_work);
}

/**
 * bond_balance_start() - begin, if the bond has buckets and an interval
 * @bond: a bond that is up
 *
 * What was sent up to now does not count.
 *
 * Context: RTNL.
 */
void bond_balance_start(struct bond *bond)
{
	struct bond_lb *lb = bond->lb;
	u64 packets;
	u32 i;

	if (!lb || !bond->params.rebalance_interval)
		return;
	for (i = 0; i < lb->t.n; i++)
		bond_lb_read(lb->stats, i, &packets, &lb->load[i].bytes);
	bond->balance_last = jiffies;
	queue_delayed_work(bond_wq, &bond->balance_work,
			   msecs_to_jiffies(bond->params.rebalance_interval));
}

/**
 * bond_balance_stop() - stop
 * @bond: the bond
 *
 * Context: RTNL, may sleep.
 */
void bond_balance_stop(struct bond *bond)
{
	cancel_delayed_work_sync(&bond->balance_work);
}

/**
 * bond_balance_update() - the interval has changed, or the table is another one
 * @bond: the bond
 *
 * The next run is one interval after the last one, at once if that is past.
 *
 * Context: RTNL, may sleep.
 */
void bond_balance_update(struct bond *bond)
{
	u32 interval = bond->params.rebalance_interval;
	unsigned long now = jiffies, due;
	bool running = delayed_work_pending(&bond->balance_work);
	u32 i;

	bond_balance_stop(bond);
	/* Without rebalancing it is the number of buckets that counts. */
	for (i = 0; bond->lb && !interval && i < bond->lb->t.n; i++) {
		bond->lb->t.bucket[i].load = 0;
		bond->lb->load[i].average = 0;
	}
	if (!netif_running(bond->dev) || !bond->lb || !interval)
		return;
	if (!running) {
		bond_balance_start(bond);
		return;
	}
	due = bond->balance_last + msecs_to_jiffies(interval);
	queue_delayed_work(bond_wq, &bond->balance_work,
			   time_after(due, now) ? due - now : 0);
}
