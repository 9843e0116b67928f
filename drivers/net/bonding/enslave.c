// SPDX-License-Identifier: GPL-2.0
/*
 * A device becomes a slave.
 *
 *   check     may it? nothing is touched
 *   adapt     an empty bond takes the type of the device
 *   prepare   MTU, address, flags, open       (port.c)
 *   attach    rx handler, link to the bond, sysfs, filters, netpoll
 *   start     link state, active slave, snapshot: cannot fail
 *
 * The packet path learns of the slave in the last step, so a slave that fails
 * to join has never sent anything. Each step undoes what it did when a later
 * one fails.
 *
 * Locking: RTNL throughout.
 */
#include <linux/ethtool.h>
#include <linux/if_arp.h>
#include <linux/if_vlan.h>

#include "bond.h"
#include "lb.h"
#include "mode/mode.h"

/* The old ioctls have no extack: the log has the sentence then. */
static int bond_enslave_refuse(const struct bond *bond,
			       const struct net_device *slave_dev,
			       struct netlink_ext_ack *extack, int err,
			       const char *why)
{
	if (extack)
		NL_SET_ERR_MSG_FMT(extack, "%s", why);
	else
		bond_slave_err(bond, slave_dev, "Error: %s\n", why);

	return err;
}

static int bond_enslave_check_device(const struct bond *bond,
				     struct net_device *slave_dev,
				     struct netlink_ext_ack *extack)
{
	if (slave_dev->flags & IFF_MASTER && !netif_is_bond_master(slave_dev))
		return bond_enslave_refuse(bond, slave_dev, extack, -EPERM,
					   "Device type (master device) cannot be enslaved");
	if (slave_dev->type == ARPHRD_CAN)
		return bond_enslave_refuse(bond, slave_dev, extack, -EPERM,
					   "CAN devices cannot be enslaved");
	if (netdev_is_rx_handler_busy(slave_dev))
		return bond_enslave_refuse(bond, slave_dev, extack, -EBUSY,
					   "Device is in use and cannot be enslaved");
	if (bond->dev == slave_dev)
		return bond_enslave_refuse(bond, slave_dev, extack, -EPERM,
					   "Cannot enslave bond to itself.");
	if (slave_dev->flags & IFF_UP)
		return bond_enslave_refuse(bond, slave_dev, extack, -EPERM,
					   "Device can not be enslaved while up");

	return 0;
}

static int bond_enslave_check_vlan(const struct bond *bond,
				   const struct net_device *slave_dev,
				   struct netlink_ext_ack *extack)
{
	if (!(slave_dev->features & NETIF_F_VLAN_CHALLENGED))
		return 0;

	if (vlan_uses_dev(bond->dev))
		return bond_enslave_refuse(bond, slave_dev, extack, -EPERM,
					   "Can not enslave VLAN challenged device to VLAN enabled bond");
	bond_slave_warn(bond, slave_dev,
			"cannot carry VLANs: the bond takes none while this is a slave\n");

	return 0;
}

static int bond_enslave_check_type(const struct bond *bond,
				   const struct net_device *slave_dev,
				   struct netlink_ext_ack *extack)
{
	if (bond->port_count && bond->dev->type != slave_dev->type)
		return bond_enslave_refuse(bond, slave_dev, extack, -EINVAL,
					   "Device type is different from other slaves");
	if (slave_dev->type == ARPHRD_INFINIBAND && !bond_mode_has_active(bond))
		return bond_enslave_refuse(bond, slave_dev, extack, -EOPNOTSUPP,
					   "Only active-backup mode is supported for infiniband slaves");

	return 0;
}

/* A slave whose address is fixed needs fail_over_mac active, and that can only
 * be had for the first one.
 */
static int bond_enslave_check_addr(const struct bond *bond,
				   const struct net_device *slave_dev,
				   struct netlink_ext_ack *extack)
{
	if (!bond_dev_addr_is_fixed(slave_dev))
		return 0;
	if (bond_mode_has_active(bond) &&
	    (bond->params.fail_over_mac == BOND_FOM_ACTIVE || !bond->port_count))
		return 0;

	return bond_enslave_refuse(bond, slave_dev, extack, -EOPNOTSUPP,
				   "The device keeps its own MAC address: fail_over_mac must be active");
}

static int bond_enslave_check(struct bond *bond, struct net_device *slave_dev,
			      struct netlink_ext_ack *extack)
{
	int err;

	err = bond_enslave_check_device(bond, slave_dev, extack);
	if (!err)
		err = bond_enslave_check_vlan(bond, slave_dev, extack);
	if (!err)
		err = bond_enslave_check_type(bond, slave_dev, extack);
	if (!err)
		err = bond_enslave_check_addr(bond, slave_dev, extack);
	if (!err && bond_dev_gives_addr(bond, slave_dev))
		err = dev_pre_changeaddr_notify(bond->dev, slave_dev->dev_addr, extack);

	return err;
}

static enum netdev_lag_hash bond_enslave_lag_hash(const struct bond *bond)
{
	static const enum netdev_lag_hash hash[] = {
		[BOND_XMIT_POLICY_LAYER2]	= NETDEV_LAG_HASH_L2,
		[BOND_XMIT_POLICY_LAYER34]	= NETDEV_LAG_HASH_L34,
		[BOND_XMIT_POLICY_LAYER23]	= NETDEV_LAG_HASH_L23,
		[BOND_XMIT_POLICY_ENCAP23]	= NETDEV_LAG_HASH_E23,
		[BOND_XMIT_POLICY_ENCAP34]	= NETDEV_LAG_HASH_E34,
		[BOND_XMIT_POLICY_VLAN_SRCMAC]	= NETDEV_LAG_HASH_VLAN_SRCMAC,
	};

	if (!(bond->mode->flags & BOND_MODE_F_HASH))
		return NETDEV_LAG_HASH_NONE;
	if (bond->params.xmit_policy >= ARRAY_SIZE(hash))
		return NETDEV_LAG_HASH_UNKNOWN;

	return hash[bond->params.xmit_policy];
}

static int bond_enslave_link_upper(struct bond_port *port,
				   struct netlink_ext_ack *extack)
{
	struct netdev_lag_upper_info info = {
		.tx_type = port->bond->mode->lag_tx_type,
		.hash_type = bond_enslave_lag_hash(port->bond),
	};

	return netdev_master_upper_dev_link(port->dev, port->bond->dev, port,
					    &info, extack);
}

/* In-tree readers go from the upper link to rx_handler_data, so the handler
 * comes first.
 */
static int bond_enslave_attach(struct bond_port *port,
			       struct netlink_ext_ack *extack)
{
	struct net_device *slave_dev = port->dev;
	int err;

	err = netdev_rx_handler_register(slave_dev, bond_rx_handle, port);
	if (err) {
		NL_SET_ERR_MSG(extack, "Cannot register a receive handler on the device");
		return err;
	}

	bond_port_set_visible(slave_dev, true);
	err = bond_enslave_link_upper(port, extack);
	if (err)
		goto err_handler;

	err = bond_sysfs_port_add(port);
	if (err) {
		NL_SET_ERR_MSG(extack, "Cannot make the slave's files in sysfs");
		goto err_upper;
	}

	err = bond_netpoll_join(port);
	if (err) {
		NL_SET_ERR_MSG(extack, "The slave does not support netpoll, which uses the bond");
		goto err_sysfs;
	}

	bond_port_add(port);
	err = bond_filter_join(port, extack);
	if (err)
		goto err_list;

	return 0;

err_list:
	bond_port_del(port);
	bond_netpoll_leave(port);
err_sysfs:
	bond_sysfs_port_del(port);
err_upper:
	netdev_upper_dev_unlink(slave_dev, port->bond->dev);
err_handler:
	bond_port_set_visible(slave_dev, false);
	netdev_rx_handler_unregister(slave_dev);
	return err;
}

/* What the link is taken for until the monitor looks for the first time. */
static u8 bond_enslave_initial_link(struct bond_port *port)
{
	const struct bond *bond = port->bond;

	if (!bond->params.miimon)
		return BOND_LINK_UP;
	if (!bond_mii_link(bond, port->dev))
		return BOND_LINK_DOWN;
	if (!bond->params.updelay)
		return BOND_LINK_UP;

	port->delay = bond->params.updelay;
	return BOND_LINK_BACK;
}

static void bond_enslave_first(struct bond_port *port)
{
	struct bond *bond = port->bond;

	if (bond_dev_addr_is_fixed(port->dev) &&
	    bond->params.fail_over_mac != BOND_FOM_ACTIVE) {
		bond_slave_warn(bond, port->dev,
				"Setting fail_over_mac to active for active-backup mode\n");
		bond->params.fail_over_mac = BOND_FOM_ACTIVE;
	}
}

static void bond_enslave_check_monitor(const struct bond_port *port)
{
	const struct bond *bond = port->bond;

	if (bond->params.miimon && !bond_mii_can_tell(bond, port->dev))
		bond_slave_warn(bond, port->dev,
				"no link monitoring support: the device tells nothing of its link, failures will not be seen\n");
}

static void bond_enslave_start(struct bond_port *port)
{
	struct bond *bond = port->bond;

	if (bond->port_count == 1)
		bond_enslave_first(port);
	if (port->gives_addr) {
		dev_addr_set(bond->dev, port->dev->dev_addr);
		bond->dev->addr_assign_type = NET_ADDR_STOLEN;
		call_netdevice_notifiers(NETDEV_CHANGEADDR, bond->dev);
	}

	bond_enslave_check_monitor(port);
	bond_state_update_speed(port);
	bond_state_set_role(port, !bond_mode_has_active(bond));
	bond_state_set_link(port, bond_enslave_initial_link(port));
	port->link_failure_count = 0;

	if (bond_mode_has_primary(bond) &&
	    !strcmp(bond->params.primary, port->dev->name)) {
		rcu_assign_pointer(bond->primary, port);
		bond->force_primary = true;
	}

	bond_master_compute_features(bond);
	bond_active_select(bond);
	bond_snap_publish(bond);
	bond_master_update_carrier(bond);
	bond_state_notify(bond);

	bond_slave_info(bond, port->dev, "Enslaving as %s interface with %s link\n",
			port->backup == BOND_STATE_ACTIVE ? "an active" : "a backup",
			port->link == BOND_LINK_DOWN ? "a down" : "an up");
}

/**
 * bond_enslave() - ndo_add_slave
 * @bond_dev: the bond
 * @slave_dev: the device to enslave
 * @extack: says why not
 *
 * Context: RTNL.
 * Return: 0, or a negative error with the bond and the device as they were.
 */
int bond_enslave(struct net_device *bond_dev, struct net_device *slave_dev,
		 struct netlink_ext_ack *extack)
{
	struct bond *bond = bond_from_dev(bond_dev);
	struct bond_port *port;
	bool gives_addr;
	int err, typed;

	err = bond_enslave_check(bond, slave_dev, extack);
	if (err)
		return err;

	gives_addr = bond_dev_gives_addr(bond, slave_dev);
	typed = bond_type_adapt(bond, slave_dev, extack);
	if (typed < 0)
		return typed;

	err = bond_snap_reserve(bond, bond->port_count + 1, bond->params.buckets);
	if (!err)
		err = bond_lb_reserve(bond->lb, bond->port_count + 1);
	if (err)
		goto err_type;

	port = bond_port_alloc(bond, slave_dev);
	if (!port) {
		err = -ENOMEM;
		goto err_type;
	}

	port->gives_addr = gives_addr;
	call_netdevice_notifiers(NETDEV_JOIN, slave_dev);

	err = bond_port_prepare(port, extack);
	if (err)
		goto err_port;

	err = bond_enslave_attach(port, extack);
	if (err)
		goto err_restore;

	bond_enslave_start(port);

	return 0;

err_restore:
	bond_port_restore(port, false);
err_port:
	bond_state_stop(port);
	bond_port_put(port);
err_type:
	if (typed)
		bond_type_reset(bond);
	return err;
}
