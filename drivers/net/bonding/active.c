// SPDX-License-Identifier: GPL-2.0
/*
 * The active slave: which one it is to be, and making it so.
 *
 * Purpose: one slave of a bond is the active one. In active-backup it carries
 * all traffic; in the balancing modes it carries what must stay on one link,
 * such as IGMP, and all the others are active too.
 *
 * Data flow: whatever changes a link, a priority or the primary calls
 * bond_active_select(), which compares the slaves and calls bond_active_set() if
 * another one is better. That moves what belongs to the active slave (address
 * lists, role, hardware address), and starts the notifications. The caller goes
 * on with the snapshot, the carrier and bond_state_notify().
 *
 * Locking: RTNL. The pointer itself is read under RCU too.
 */
#include <linux/ethtool.h>
#include <linux/netdevice.h>
#include <linux/rcupdate.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>

#include "bond.h"
#include "mode/mode.h"

/* Would the administrator rather have @a than @b, speed aside? */
static bool bond_active_prefers(const struct bond *bond,
				const struct bond_port *a,
				const struct bond_port *b)
{
	const struct bond_port *primary = bond_primary_rtnl(bond);

	if (a == primary || b == primary)
		return a != b && a == primary;
	return a->prio > b->prio;
}

/* The most preferred slave that has a link, the first one among equals. */
static struct bond_port *bond_active_best_up(const struct bond *bond)
{
	struct bond_port *port, *best = NULL;

	bond_for_each_port(port, bond) {
		if (!bond_port_has_link(port))
			continue;
		if (!best || bond_active_prefers(bond, port, best))
			best = port;
	}
	return best;
}

/*
 * The slave that has waited longest for the end of updelay, NULL without one.
 * It need not wait any longer when there is nothing else. One that has not
 * waited at all is left to the monitor: it may be an enslavement in progress.
 */
static struct bond_port *bond_active_best_back(const struct bond *bond)
{
	struct bond_port *port, *best = NULL;

	bond_for_each_port(port, bond) {
		if (port->link != BOND_LINK_BACK || !bond_port_is_up(port) ||
		    port->delay >= bond->params.updelay)
			continue;
		if (!best || port->delay < best->delay)
			best = port;
	}
	return best;
}

static bool bond_active_is_faster(const struct bond_port *a,
				  const struct bond_port *b)
{
	u32 speed_a = a->speed == (u32)SPEED_UNKNOWN ? 0 : a->speed;
	u32 speed_b = b->speed == (u32)SPEED_UNKNOWN ? 0 : b->speed;

	if (speed_a != speed_b)
		return speed_a > speed_b;
	return a->duplex == DUPLEX_FULL && b->duplex != DUPLEX_FULL;
}

/* May @best take over from @active, which is as good as ever? */
static bool bond_active_may_replace(const struct bond *bond,
				    const struct bond_port *best,
				    const struct bond_port *active)
{
	if (!bond_active_prefers(bond, best, active))
		return false;
	if (bond->force_primary && best == bond_primary_rtnl(bond))
		return true;

	switch (bond->params.primary_reselect) {
	case BOND_PRI_RESELECT_BETTER:
		return bond_active_is_faster(best, active);
	case BOND_PRI_RESELECT_FAILURE:
		return false;
	default:
		return true;
	}
}

/* Until the end of downdelay there is hope for a link that has failed. */
static bool bond_active_is_good(const struct bond_port *active)
{
	return bond_port_is_up(active) &&
	       (active->link == BOND_LINK_UP || active->link == BOND_LINK_FAIL);
}

static struct bond_port *bond_active_choose(const struct bond *bond)
{
	struct bond_port *active = bond_active_rtnl(bond);
	struct bond_port *best = bond_active_best_up(bond);

	if (!best) {
		if (active && bond_active_is_good(active))
			return active;
		return bond_active_best_back(bond);
	}
	if (!active || !bond_active_is_good(active) ||
	    bond_active_may_replace(bond, best, active))
		return best;
	return active;
}

/* A slave that is needed before its updelay is over. */
static void bond_active_end_updelay(struct bond *bond, struct bond_port *to)
{
	const char *what = bond_mode_has_primary(bond) ?
			   "making interface the new active one" :
			   "link status up, enabling it";

	bond_slave_info(bond, to->dev, "%s %u ms earlier\n", what,
			to->delay * bond->params.miimon);
	to->delay = 0;
	bond_state_set_link(to, BOND_LINK_UP);
}

static void bond_active_announce(struct bond *bond, struct bond_port *to)
{
	if (to->link == BOND_LINK_BACK)
		bond_active_end_updelay(bond, to);
	else if (bond_mode_has_primary(bond))
		bond_slave_info(bond, to->dev,
				"making interface the new active one\n");
}

/**
 * bond_active_set() - make a slave the active one
 * @bond: the bond
 * @to: the slave, NULL for none
 *
 * Does nothing if it is the active one already. The caller publishes the
 * snapshot afterwards.
 *
 * Context: RTNL, may sleep.
 */
void bond_active_set(struct bond *bond, struct bond_port *to)
{
	struct bond_port *from = bond_active_rtnl(bond);

	ASSERT_RTNL();
	if (to == from)
		return;

	if (to)
		bond_active_announce(bond, to);
	rcu_assign_pointer(bond->active, to);
	bond_abi_set_active(&bond->abi, to ? &to->abi : NULL);

	if (bond_mode_has_active(bond)) {
		bond_filter_move(bond, from, to);
		if (from)
			bond_state_set_role(from, false);
		if (to) {
			bond_state_set_role(to, true);
			bond_mac_failover(bond, to);
		}
	}

	bond_notify_failover(bond);
	if (to && bond_mode_has_active(bond))
		call_netdevice_notifiers(NETDEV_BONDING_FAILOVER, bond->dev);
}

/**
 * bond_active_select() - let the best slave be the active one
 * @bond: the bond
 *
 * The active slave stays as long as it has a link, unless the primary or a
 * slave of higher priority may take over; primary_reselect decides on that.
 *
 * Context: RTNL, may sleep.
 */
void bond_active_select(struct bond *bond)
{
	bond_active_set(bond, bond_active_choose(bond));
	if (bond_active_rtnl(bond) == bond_primary_rtnl(bond))
		bond->force_primary = false;
}

/**
 * bond_active_primary_changed() - the option primary or a name has changed
 * @bond: the bond
 *
 * Looks for the slave of that name. A new primary takes over whatever
 * primary_reselect says.
 *
 * Context: RTNL, may sleep.
 */
void bond_active_primary_changed(struct bond *bond)
{
	struct bond_port *port, *best, *primary = NULL;
	bool chosen = bond_primary_rtnl(bond) || !bond->params.primary[0];

	if (bond_mode_has_primary(bond)) {
		bond_for_each_port(port, bond) {
			if (!strcmp(port->dev->name, bond->params.primary))
				primary = port;
		}
	}
	rcu_assign_pointer(bond->primary, primary);
	bond->force_primary = primary;

	/* One that was active only as the primary is nothing special now. */
	best = bond_active_best_up(bond);
	if (!primary && chosen && best)
		bond_active_set(bond, best);
	bond_active_select(bond);
}
