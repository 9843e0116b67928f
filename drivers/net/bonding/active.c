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
#include <linux/jiffies.h>
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
		return a == primary && b != primary;
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
