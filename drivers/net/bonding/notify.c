// SPDX-License-Identifier: GPL-2.0
/*
 * What the network is told after a failover.
 *
 * Purpose: switches and neighbours must learn that the bond is reached by
 * another link now. The protocols do the talking, each for the bond and for
 * what is stacked on it (VLANs, macvlans):
 *
 *   NETDEV_NOTIFY_PEERS	gratuitous ARP and unsolicited NA,
 *				num_peer_notif times, peer_notif_delay apart
 *   NETDEV_RESEND_IGMP		membership reports, resend_igmp times,
 *				200 ms apart
 *
 * Data flow: bond_active_set() calls bond_notify_failover(), which loads a
 * counter and queues a work item. That sends one, counts down and queues itself
 * until the counter is at zero. The first run is due at once, and comes as soon
 * as whoever makes the change lets go of RTNL: what is sent then takes the new
 * link. A failover to no slave at all ends both.
 *
 * Locking: RTNL for the counters. The work items take it by trylock and try
 * again a jiffy later: a counter moves only together with its message, so a
 * busy RTNL delays a message but neither loses nor doubles it.
 */
#include <linux/jiffies.h>
#include <linux/minmax.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/workqueue.h>

#include "bond.h"
#include "mode/mode.h"

/* Between two IGMP reports, and between two attempts without link monitoring. */
#define BOND_NOTIFY_IGMP_MS	200
#define BOND_NOTIFY_RETRY_MS	100

/* A monitoring period, in milliseconds. */
static unsigned int bond_notify_tick(const struct bond *bond)
{
	return bond->params.miimon ?: bond->params.arp_interval ?:
	       BOND_NOTIFY_RETRY_MS;
}

/* The time between two peer notifications, in milliseconds. */
static unsigned int bond_notify_gap(const struct bond *bond)
{
	u64 periods = max(bond->params.peer_notif_delay, 1U);

	return min_t(u64, periods * bond_notify_tick(bond), INT_MAX);
}

static bool bond_notify_settled(const struct net_device *dev)
{
	return !test_bit(__LINK_STATE_LINKWATCH_PENDING, &dev->state);
}

/*
 * Would a frame that the bond sends now leave by the active slave? A device
 * whose change of carrier has not been dealt with drops everything.
 */
static bool bond_notify_ready(const struct bond *bond)
{
	const struct bond_port *active = bond_active_rtnl(bond);

	return active && netif_running(bond->dev) &&
	       netif_carrier_ok(bond->dev) &&
	       bond_notify_settled(bond->dev) &&
	       bond_notify_settled(active->dev);
}

static void bond_notify_queue(struct delayed_work *work, unsigned int ms)
{
	queue_delayed_work(bond_wq, work, msecs_to_jiffies(ms));
}

static void bond_notify_peer_work(struct work_struct *work)
{
	struct bond *bond = container_of(to_delayed_work(work), struct bond,
					 peer_work);
	unsigned int ms = bond_notify_tick(bond);

	if (!rtnl_trylock()) {
		queue_delayed_work(bond_wq, &bond->peer_work, 1);
		return;
	}
	if (bond->notif_left && bond_notify_ready(bond)) {
		ms = bond_notify_gap(bond);
		bond->notif_left--;
		call_netdevice_notifiers(NETDEV_NOTIFY_PEERS, bond->dev);
	}
	if (bond->notif_left)
		bond_notify_queue(&bond->peer_work, ms);
	rtnl_unlock();
}

static void bond_notify_igmp_work(struct work_struct *work)
{
	struct bond *bond = container_of(to_delayed_work(work), struct bond,
					 igmp_work);

	if (!rtnl_trylock()) {
		queue_delayed_work(bond_wq, &bond->igmp_work, 1);
		return;
	}
	if (bond->igmp_left && bond_notify_ready(bond)) {
		bond->igmp_left--;
		call_netdevice_notifiers(NETDEV_RESEND_IGMP, bond->dev);
	}
	if (bond->igmp_left)
		bond_notify_queue(&bond->igmp_work, BOND_NOTIFY_IGMP_MS);
	rtnl_unlock();
}

/**
 * bond_notify_init() - prepare the work items
 * @bond: a bond that is being made
 *
 * Context: process.
 */
void bond_notify_init(struct bond *bond)
{
	INIT_DELAYED_WORK(&bond->peer_work, bond_notify_peer_work);
	INIT_DELAYED_WORK(&bond->igmp_work, bond_notify_igmp_work);
}

/**
 * bond_notify_failover() - the active slave has changed
 * @bond: the bond
 *
 * Whatever is left to be said of an earlier failover is superseded. Nothing is
 * said while the bond is down.
 *
 * Context: RTNL.
 */
void bond_notify_failover(struct bond *bond)
{
	bool tell = bond_active_rtnl(bond) && netif_running(bond->dev);

	bond->notif_left = 0;
	bond->igmp_left = 0;
	if (!tell)
		return;

	if (bond_mode_has_active(bond))
		bond->notif_left = bond->params.num_peer_notif;
	if (bond->mode->flags & BOND_MODE_F_IGMP)
		bond->igmp_left = bond->params.resend_igmp;

	if (bond->notif_left)
		mod_delayed_work(bond_wq, &bond->peer_work, 0);
	if (bond->igmp_left)
		mod_delayed_work(bond_wq, &bond->igmp_work, 0);
}

/**
 * bond_notify_stop() - say no more
 * @bond: a bond that goes down or away
 *
 * Context: RTNL, may sleep.
 */
void bond_notify_stop(struct bond *bond)
{
	bond->notif_left = 0;
	bond->igmp_left = 0;
	cancel_delayed_work_sync(&bond->peer_work);
	cancel_delayed_work_sync(&bond->igmp_work);
}
