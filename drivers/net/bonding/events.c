// SPDX-License-Identifier: GPL-2.0
/*
 * The netdevice notifier: what happens to slaves and to bonds themselves.
 *
 * Locking: RTNL, held by whoever notifies.
 */
#include <linux/notifier.h>

#include "bond.h"
#include "mode/mode.h"

/* The device was renamed: is it the primary, or no longer? */
static void bond_events_renamed(struct bond_port *port)
{
	struct bond *bond = port->bond;
	bool named = !strcmp(bond->params.primary, port->dev->name);

	if (!bond_mode_has_primary(bond) ||
	    named == (bond_primary_rtnl(bond) == port))
		return;

	bond_slave_info(bond, port->dev, "renamed: %s the primary slave\n",
			named ? "is now" : "is no longer");
	bond_active_primary_changed(bond);
	bond_snap_publish(bond);
	bond_master_update_carrier(bond);
	bond_state_notify(bond);
}

/* The device vanishes or moves to another namespace. A bond that had its type
 * from it is nothing without it and goes as well, as users know it.
 */
static void bond_events_gone(struct bond_port *port)
{
	struct bond *bond = port->bond;

	bond_port_leave(port, true);
	if (bond->port_count || bond->dev->type == ARPHRD_ETHER ||
	    bond->dev->reg_state != NETREG_REGISTERED)
		return;

	bond_info(bond, "Destroying bond\n");
	unregister_netdevice(bond->dev);
}

static int bond_events_slave(struct bond_port *port, unsigned long event)
{
	struct bond *bond = port->bond;

	switch (event) {
	case NETDEV_UNREGISTER:
		bond_events_gone(port);
		break;
	case NETDEV_UP:
	case NETDEV_CHANGE:
	case NETDEV_DOWN:
		bond_mii_event(port);
		break;
	case NETDEV_CHANGENAME:
		bond_events_renamed(port);
		break;
	case NETDEV_FEAT_CHANGE:
		bond_master_compute_features(bond);
		break;
	case NETDEV_RESEND_IGMP:
		/* A slave that is a bridge port or a bond asks for it. */
		call_netdevice_notifiers(event, bond->dev);
		break;
	}

	return NOTIFY_DONE;
}

static int bond_events_master(struct bond *bond, unsigned long event)
{
	if (event == NETDEV_CHANGENAME) {
		bond_procfs_del(bond);
		bond_procfs_add(bond);
		bond_debugfs_del(bond);
		bond_debugfs_add(bond);
	}

	return NOTIFY_DONE;
}

static int bond_events_notify(struct notifier_block *nb, unsigned long event,
			      void *ptr)
{
	struct net_device *dev = netdev_notifier_info_to_dev(ptr);
	struct bond_port *port = bond_port_get_rtnl(dev);

	if (bond_dev_is_ours(dev))
		bond_events_master(bond_from_dev(dev), event);
	if (port)
		return bond_events_slave(port, event);

	return NOTIFY_DONE;
}

struct notifier_block bond_events_notifier = {
	.notifier_call = bond_events_notify,
};
