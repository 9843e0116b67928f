// SPDX-License-Identifier: GPL-2.0
/*
 * What ethtool says of a bond.
 *
 * Purpose: driver name, speed and duplex mode of the link that the slaves make
 * together, and what can be had in time stamps.
 *
 * Locking: link settings are asked for under RTNL. Time stamping information is
 * asked for under RTNL, in an RCU read section, or with no more than a reference
 * to the bond: the slaves are found by RCU and held by references while they are
 * asked, because their drivers may sleep.
 */
#include <linux/ethtool.h>
#include <linux/net_tstamp.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/stringify.h>

#include "../bond.h"
#include "../mode/mode.h"

static void bond_ethtool_get_drvinfo(struct net_device *dev,
				     struct ethtool_drvinfo *info)
{
	/* The version is the kernel's, as the core fills it in. */
	strscpy(info->driver, BOND_DRV_NAME, sizeof(info->driver));
	strscpy(info->fw_version, __stringify(BOND_ABI_VERSION),
		sizeof(info->fw_version));
}

/* Does this slave add to what the bond can send at this moment? */
static bool bond_ethtool_counts(const struct bond_port *port)
{
	return port->backup == BOND_STATE_ACTIVE && bond_port_has_link(port) &&
	       netif_carrier_ok(port->dev);
}

static int bond_ethtool_get_link_ksettings(struct net_device *dev,
					   struct ethtool_link_ksettings *cmd)
{
	struct bond *bond = bond_from_dev(dev);
	bool copies = bond->mode->flags & BOND_MODE_F_COPIES;
	struct bond_port *port;
	u64 speed = 0;

	cmd->base.duplex = DUPLEX_UNKNOWN;
	cmd->base.port = PORT_OTHER;

	bond_for_each_port(port, bond) {
		if (!bond_ethtool_counts(port))
			continue;
		/* Not every driver tells when the speed of a link changes. */
		bond_state_update_speed(port);
		if (cmd->base.duplex == DUPLEX_UNKNOWN)
			cmd->base.duplex = port->duplex;
		if (port->speed == SPEED_UNKNOWN)
			continue;
		if (!copies)
			speed += port->speed;
		else if (!speed || port->speed < speed)
			speed = port->speed;
	}

	cmd->base.speed = speed ? min_t(u64, speed, INT_MAX) : SPEED_UNKNOWN;

	return 0;
}

/* The active slave, if the mode has one, held. */
static struct net_device *bond_ethtool_hold_active(const struct bond *bond,
						   netdevice_tracker *tracker)
{
	struct net_device *slave_dev = NULL;
	struct bond_port *port;

	if (!bond_mode_has_primary(bond))
		return NULL;

	rcu_read_lock();
	port = rcu_dereference(bond->active);
	if (port) {
		slave_dev = port->dev;
		netdev_hold(slave_dev, tracker, GFP_ATOMIC);
	}
	rcu_read_unlock();

	return slave_dev;
}

/* The first slave that is not older than *@id, held; *@id is that of the next. */
static struct net_device *bond_ethtool_hold_next(const struct bond *bond, u32 *id,
						 netdevice_tracker *tracker)
{
	struct net_device *slave_dev = NULL;
	struct bond_port *port;

	rcu_read_lock();
	bond_for_each_port_rcu(port, bond) {
		if (port->id < *id)
			continue;
		slave_dev = port->dev;
		netdev_hold(slave_dev, tracker, GFP_ATOMIC);
		*id = port->id + 1;
		break;
	}
	rcu_read_unlock();

	return slave_dev;
}

/* Packets leave by any slave: what one cannot do, the bond cannot. */
static bool bond_ethtool_stamps_tx(const struct bond *bond)
{
	struct kernel_ethtool_ts_info info;
	struct net_device *slave_dev;
	netdevice_tracker tracker;
	bool stamps = false;
	u32 id = 0;
	int err;

	while ((slave_dev = bond_ethtool_hold_next(bond, &id, &tracker))) {
		err = ethtool_get_ts_info_by_layer(slave_dev, &info);
		netdev_put(slave_dev, &tracker);
		stamps = !err && (info.so_timestamping & SOF_TIMESTAMPING_TX_SOFTWARE);
		if (!stamps)
			break;
	}

	return stamps;
}

static int bond_ethtool_get_ts_info(struct net_device *dev,
				    struct kernel_ethtool_ts_info *info)
{
	const struct bond *bond = bond_from_dev(dev);
	struct net_device *slave_dev;
	netdevice_tracker tracker;
	int err;

	slave_dev = bond_ethtool_hold_active(bond, &tracker);
	if (slave_dev) {
		err = ethtool_get_ts_info_by_layer(slave_dev, info);
		netdev_put(slave_dev, &tracker);
		return err;
	}

	info->phc_index = -1;
	info->so_timestamping = SOF_TIMESTAMPING_RX_SOFTWARE |
				SOF_TIMESTAMPING_SOFTWARE;
	if (bond_ethtool_stamps_tx(bond))
		info->so_timestamping |= SOF_TIMESTAMPING_TX_SOFTWARE;

	return 0;
}

const struct ethtool_ops bond_ethtool_ops = {
	.get_drvinfo		= bond_ethtool_get_drvinfo,
	.get_link		= ethtool_op_get_link,
	.get_link_ksettings	= bond_ethtool_get_link_ksettings,
	.get_ts_info		= bond_ethtool_get_ts_info,
};
