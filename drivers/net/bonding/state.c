// SPDX-License-Identifier: GPL-2.0
/*
 * Link and role of a slave, and who is told about them.
 *
 * Purpose: the only writer of a port's link state and role, and of what others
 * see of them.
 *
 * Data flow: a change sets links and roles of any number of slaves, which marks
 * them. At the end of the change bond_state_notify() tells of each marked slave:
 *
 *   NETDEV_CHANGELOWERSTATE	at once: drivers that offload the bond act on it
 *   NETDEV_BONDING_INFO	from a work item of the slave: a burst of changes
 *				becomes one message
 *
 * Locking: RTNL for all changes; link and role are read anywhere by READ_ONCE().
 * The work item takes RTNL by trylock, since a release cancels it under RTNL.
 */
#include <linux/ethtool.h>
#include <linux/jiffies.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "bond.h"
#include "mode/mode.h"

/**
 * bond_state_set_link() - record the link state of a slave
 * @port: the slave
 * @link: BOND_LINK_*
 *
 * Context: RTNL.
 */
void bond_state_set_link(struct bond_port *port, u8 link)
{
	if (port->link == link)
		return;

	if (link == BOND_LINK_DOWN)
		WRITE_ONCE(port->link_failure_count,
			   port->link_failure_count + 1);
	WRITE_ONCE(port->link, link);
	port->last_link_change = jiffies;

	/* A delay that begins is nobody's business but the monitor's. */
	if (link == BOND_LINK_UP || link == BOND_LINK_DOWN)
		port->notify_wanted = true;
}

/**
 * bond_state_set_role() - make a slave active or backup
 * @port: the slave
 * @active: false: it stands by, and drops what it receives unless the option
 *	all_slaves_active is on
 *
 * Also called with the role that the slave has, when that option changes.
 *
 * Context: RTNL.
 */
void bond_state_set_role(struct bond_port *port, bool active)
{
	u8 inactive = !active && !port->bond->params.all_slaves_active;
	u8 backup = active ? BOND_STATE_ACTIVE : BOND_STATE_BACKUP;

	if (port->backup != backup)
		port->notify_wanted = true;

	WRITE_ONCE(port->backup, backup);
	WRITE_ONCE(port->inactive, inactive);
	bond_abi_set_port(&port->abi, backup == BOND_STATE_BACKUP, inactive);
}

static void bond_state_notify_work(struct work_struct *work)
{
	struct bond_port *port = container_of(to_delayed_work(work),
					      struct bond_port, notify_work);
	struct netdev_bonding_info info = {};

	if (!rtnl_trylock()) {
		queue_delayed_work(bond_wq, &port->notify_work, 1);
		return;
	}
	bond_state_fill_slave_info(port, &info.slave);
	bond_state_fill_bond_info(port->bond, &info.master);
	netdev_bonding_info_change(port->dev, &info);
	rtnl_unlock();
}

/**
 * bond_state_init() - prepare the notifications of a slave
 * @port: a slave that is being made
 *
 * Context: process.
 */
void bond_state_init(struct bond_port *port)
{
	INIT_DELAYED_WORK(&port->notify_work, bond_state_notify_work);
	port->notify_wanted = true;
}

/**
 * bond_state_stop() - end the notifications of a slave
 * @port: a slave that bond_state_notify() does not see any more
 *
 * Context: RTNL, may sleep.
 */
void bond_state_stop(struct bond_port *port)
{
	cancel_delayed_work_sync(&port->notify_work);
}

static void bond_state_notify_port(struct bond_port *port)
{
	struct netdev_lag_lower_state_info info = {
		.link_up = port->link == BOND_LINK_UP ||
			   port->link == BOND_LINK_FAIL,
		.tx_enabled = port->backup == BOND_STATE_ACTIVE,
	};

	port->notify_wanted = false;
	netdev_lower_state_changed(port->dev, &info);
	queue_delayed_work(bond_wq, &port->notify_work, 0);
}

/**
 * bond_state_notify() - tell of all slaves whose link or role has changed
 * @bond: the bond
 *
 * To be called once, at the end of a change.
 *
 * Context: RTNL, may sleep.
 */
void bond_state_notify(struct bond *bond)
{
	struct bond_port *port;

	ASSERT_RTNL();
	bond_for_each_port(port, bond) {
		if (port->notify_wanted)
			bond_state_notify_port(port);
	}
}

/**
 * bond_state_update_speed() - ask a slave for its speed and duplex mode
 * @port: the slave
 *
 * Readers see the old values or the new ones, never an "unknown" between them.
 *
 * Context: RTNL, may sleep.
 * Return: 0, or -EINVAL if the device does not know both.
 */
int bond_state_update_speed(struct bond_port *port)
{
	struct ethtool_link_ksettings settings;
	u32 speed = SPEED_UNKNOWN;
	u8 duplex = DUPLEX_UNKNOWN;

	if (!__ethtool_get_link_ksettings(port->dev, &settings)) {
		speed = settings.base.speed;
		duplex = settings.base.duplex;
	}
	if (!speed || !ethtool_validate_speed(speed))
		speed = SPEED_UNKNOWN;
	if (!ethtool_validate_duplex(duplex))
		duplex = DUPLEX_UNKNOWN;

	WRITE_ONCE(port->speed, speed);
	WRITE_ONCE(port->duplex, duplex);
	if (speed != SPEED_UNKNOWN)
		port->known_speed = speed;

	return speed == SPEED_UNKNOWN || duplex == DUPLEX_UNKNOWN ? -EINVAL : 0;
}

/**
 * bond_state_fill_slave_info() - describe a slave to old interfaces
 * @port: the slave
 * @info: all but @slave_id is filled in
 *
 * Context: RTNL.
 */
void bond_state_fill_slave_info(const struct bond_port *port,
				struct ifslave *info)
{
	strscpy(info->slave_name, port->dev->name, sizeof(info->slave_name));
	info->link = port->link;
	info->state = port->backup;
	info->link_failure_count = port->link_failure_count;
}

/**
 * bond_state_fill_bond_info() - describe a bond to old interfaces
 * @bond: the bond
 * @info: is filled in
 *
 * Context: RTNL.
 */
void bond_state_fill_bond_info(const struct bond *bond, struct ifbond *info)
{
	info->bond_mode = bond->params.mode;
	info->num_slaves = bond->port_count;
	info->miimon = bond->params.miimon;
}
