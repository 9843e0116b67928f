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

	WRITE_ONCE(port->link, link);
	port->last_link_change = jiffies;
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
	return speed == SPEED_UNKNOWN || duplex == DUPLEX_UNKNOWN ? -EINVAL : 0;
}
