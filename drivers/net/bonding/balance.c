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
#include <linux/if_bonding_lb.h>
#include <linux/jiffies.h>
#include <linux/rtnetlink.h>
#include <net/netlink.h>

#include "counter.h"
#include "lb.h"
#include "select/rebalance.h"

/* Rates are measured without rebalancing too, this often. */
#define BOND_BALANCE_MEASURE_MS		(10 * MSEC_PER_SEC)

static u32 bond_balance_period(const struct bond *bond)
{
	u32 interval = READ_ONCE(bond->params.rebalance_interval);

	return interval ? interval : BOND_BALANCE_MEASURE_MS;
}

static u32 bond_balance_kbit(u64 bytes_a_second)
{
	return min_t(u64, div_u64(bytes_a_second, 125), BOND_BUCKET_LOAD_MAX);
}

/* Brings the rates up to date, and for the rebalancing the averages and loads. */
static void bond_balance_measure(struct bond *bond, struct bond_lb *lb)
{
	u32 ms = max(jiffies_to_msecs(jiffies - bond->balance_last), 1U);
	struct bond_lb_load *load;
	struct bond_lb_sum sum;
	u64 delta;
	u32 i;

	bond->balance_last = jiffies;
	for (i = 0; i < lb->t.n; i++) {
		load = &lb->load[i];
		bond_lb_read(lb->stats, i, &sum);
		delta = bond_counter_delta(sum.bytes, &load->bytes);
		WRITE_ONCE(lb->stats->told[i].rate,
			   bond_balance_kbit(div_u64(delta * MSEC_PER_SEC, ms)));
		if (!bond->params.rebalance_interval)
			continue;
		load->average = bond_rebalance_decay(load->average, delta, ms);
		lb->t.bucket[i].load = bond_balance_kbit(load->average);
	}
	bond_lb_measured(bond);
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
	struct bond_balance_info *info = &bond->balance_info;
	u32 moves;

	WRITE_ONCE(info->last_run, jiffies);
	WRITE_ONCE(info->runs, info->runs + 1);
	if (!bond_balance_has_usable(lb))
		return;
	moves = bond_rebalance(&lb->t, &limits);
	if (!moves)
		return;

	WRITE_ONCE(info->moves, info->moves + moves);
	WRITE_ONCE(info->last_moves, moves);
	bond_lb_moved(bond);
	bond_snap_publish(bond);
	if (net_ratelimit())
		bond_info(bond, "rebalanced: %u of %u buckets have moved\n", moves, lb->t.n);
	call_netdevice_notifiers(NETDEV_CHANGEINFODATA, bond->dev);
}

/* The next time; a run, if there is an interval. */
static void bond_balance_queue(struct bond *bond, unsigned long delay)
{
	struct bond_balance_info *info = &bond->balance_info;

	WRITE_ONCE(info->next_run, jiffies + delay);
	WRITE_ONCE(info->pending, bond->params.rebalance_interval != 0);
	queue_delayed_work(bond_wq, &bond->balance_work, delay);
}

static void bond_balance_work(struct work_struct *work)
{
	struct bond *bond = container_of(to_delayed_work(work), struct bond, balance_work);

	/* Who stops this under RTNL waits for it. */
	if (!rtnl_trylock()) {
		queue_delayed_work(bond_wq, &bond->balance_work, 1);
		return;
	}
	if (bond->lb) {
		bond_balance_measure(bond, bond->lb);
		if (bond->params.rebalance_interval)
			bond_balance_run(bond, bond->lb);
		bond_balance_queue(bond, msecs_to_jiffies(bond_balance_period(bond)));
	}
	rtnl_unlock();
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
 * bond_balance_start() - begin, if the bond has buckets
 * @bond: a bond that is up
 *
 * What was sent up to now does not count.
 *
 * Context: RTNL.
 */
void bond_balance_start(struct bond *bond)
{
	struct bond_lb *lb = bond->lb;
	struct bond_lb_sum sum;
	u32 i;

	if (!lb)
		return;
	for (i = 0; i < lb->t.n; i++) {
		bond_lb_read(lb->stats, i, &sum);
		lb->load[i].bytes = sum.bytes;
	}
	lb->measured = true;
	bond->balance_last = jiffies;
	bond_balance_queue(bond, msecs_to_jiffies(bond_balance_period(bond)));
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
	WRITE_ONCE(bond->balance_info.pending, false);
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
	unsigned long now = jiffies, due;
	u32 i;

	bond_balance_stop(bond);
	/* Without rebalancing it is the number of buckets that counts. */
	for (i = 0; bond->lb && !bond->params.rebalance_interval && i < bond->lb->t.n; i++) {
		bond->lb->t.bucket[i].load = 0;
		bond->lb->load[i].average = 0;
	}
	if (!netif_running(bond->dev) || !bond->lb)
		return;
	/* A table that is new has counted for less than the interval. */
	if (!bond->lb->measured) {
		bond_balance_start(bond);
		return;
	}
	due = bond->balance_last + msecs_to_jiffies(bond_balance_period(bond));
	bond_balance_queue(bond, time_after(due, now) ? due - now : 0);
}

/**
 * bond_balance_ago() - when it ran last
 * @info: what it has done, with a run among it
 *
 * Context: any.
 * Return: milliseconds since then.
 */
u64 bond_balance_ago(const struct bond_balance_info *info)
{
	unsigned long last = READ_ONCE(info->last_run), now = jiffies;

	return time_after(now, last) ? jiffies64_to_msecs(now - last) : 0;
}

/**
 * bond_balance_until() - when it runs next
 * @info: what it has done, with a run pending
 *
 * Context: any.
 * Return: milliseconds until then, 0 if it is due.
 */
u64 bond_balance_until(const struct bond_balance_info *info)
{
	unsigned long next = READ_ONCE(info->next_run), now = jiffies;

	return time_after(next, now) ? jiffies64_to_msecs(next - now) : 0;
}

/**
 * bond_balance_fill() - tell what the rebalancing has done
 * @skb: the message
 * @bond: the bond
 *
 * Context: RTNL or RCU.
 * Return: 0 or -EMSGSIZE.
 */
int bond_balance_fill(struct sk_buff *skb, const struct bond *bond)
{
	const struct bond_balance_info *info = &bond->balance_info;
	u64 runs = READ_ONCE(info->runs);
	struct nlattr *nest;
	u64 last, next;

	nest = nla_nest_start(skb, IFLA_BOND_LB_REBALANCE_INFO);
	if (!nest)
		return -EMSGSIZE;

	last = bond_balance_ago(info);
	next = bond_balance_until(info);
	if (nla_put_u64_64bit(skb, BOND_REBALANCE_INFO_RUNS, runs,
			      BOND_REBALANCE_INFO_PAD) ||
	    nla_put_u64_64bit(skb, BOND_REBALANCE_INFO_MOVES, READ_ONCE(info->moves),
			      BOND_REBALANCE_INFO_PAD) ||
	    nla_put_u32(skb, BOND_REBALANCE_INFO_LAST_MOVES,
			READ_ONCE(info->last_moves)) ||
	    (runs && nla_put_u64_64bit(skb, BOND_REBALANCE_INFO_LAST_RUN_MS, last,
				       BOND_REBALANCE_INFO_PAD)) ||
	    (READ_ONCE(info->pending) &&
	     nla_put_u64_64bit(skb, BOND_REBALANCE_INFO_NEXT_RUN_MS, next,
			       BOND_REBALANCE_INFO_PAD))) {
		nla_nest_cancel(skb, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(skb, nest);

	return 0;
}
