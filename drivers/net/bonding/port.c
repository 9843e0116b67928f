// SPDX-License-Identifier: GPL-2.0
/*
 * The life of a slave: memory, what is changed on the device and given back,
 * and the release.
 *
 * enslave.c builds a slave step by step from the functions here; each has its
 * counterpart:
 *
 *   bond_port_alloc()    bond_port_put()      memory
 *   bond_port_prepare()  bond_port_restore()  MTU, address, flags, open
 *   bond_port_add()      bond_port_del()      on the list, seen by all
 *
 * Order of a release: the port stops being active, leaves the list and the
 * snapshot, then gives up what it received for the bond, then its links to the
 * bond, at last its rx handler (which waits for readers). Only then its device
 * is put back to what it was.
 *
 * Locking: RTNL throughout.
 */
#include <linux/ethtool.h>
#include <linux/slab.h>

#include "bond.h"
#include "lb.h"
#include "mode/mode.h"

/**
 * bond_port_alloc() - make a port for a device
 * @bond: the bond
 * @slave_dev: the device
 *
 * Context: RTNL.
 * Return: the port, to be given to bond_port_put(), or NULL.
 */
struct bond_port *bond_port_alloc(struct bond *bond, struct net_device *slave_dev)
{
	struct bond_port *port;

	port = kzalloc(sizeof(*port), GFP_KERNEL);
	if (!port)
		return NULL;

	port->bond = bond;
	port->dev = slave_dev;
	port->id = bond->next_port_id++;
	port->speed = SPEED_UNKNOWN;
	port->duplex = DUPLEX_UNKNOWN;
	port->link = BOND_LINK_DOWN;
	port->backup = BOND_STATE_BACKUP;
	port->inactive = 1;
	INIT_LIST_HEAD(&port->node);
	bond_state_init(port);
	bond_abi_init_port(&port->abi, slave_dev, &bond->abi);

	return port;
}

/**
 * bond_port_put() - let go of a port
 * @port: the port, no longer reachable but by RCU readers
 *
 * Context: RTNL.
 */
void bond_port_put(struct bond_port *port)
{
	kfree_rcu(port, rcu);
}

/* The address that a slave is to have, in @addr; false: its own. */
static bool bond_port_wanted_addr(const struct bond_port *port, u8 *addr)
{
	const struct bond *bond = port->bond;
	const struct net_device *dev = bond->dev;
	u8 fom = bond_mode_has_active(bond) ? bond->params.fail_over_mac : BOND_FOM_NONE;

	if (port->gives_addr || bond_dev_addr_is_fixed(port->dev))
		return false;

	memcpy(addr, dev->dev_addr, dev->addr_len);
	if (fom == BOND_FOM_NONE)
		return true;

	/* The device that the bond has its address from is back, and another
	 * slave is using that address now.
	 */
	if (fom == BOND_FOM_FOLLOW && bond->port_count &&
	    !memcmp(port->dev->dev_addr, dev->dev_addr, dev->addr_len)) {
		eth_random_addr(addr);
		return true;
	}

	return false;
}

static int bond_port_set_addr(struct bond_port *port, struct netlink_ext_ack *extack)
{
	u8 addr[MAX_ADDR_LEN];

	if (!bond_port_wanted_addr(port, addr) ||
	    !memcmp(addr, port->dev->dev_addr, port->dev->addr_len))
		return 0;

	return bond_mac_set_slave(port->dev, addr, port->dev->addr_len, extack);
}

static void bond_port_restore_addr(struct bond_port *port)
{
	int err;

	if (!memcmp(port->perm_hwaddr, port->dev->dev_addr, port->perm_hwaddr_len))
		return;

	err = bond_mac_set_slave(port->dev, port->perm_hwaddr,
				 port->perm_hwaddr_len, NULL);
	if (err)
		bond_slave_warn(port->bond, port->dev,
				"cannot get its own address back: error %d\n", err);
}

static void bond_port_set_flags(struct net_device *slave_dev, bool slave)
{
	/* IPv6 gives no addresses to slaves. */
	if (slave) {
		slave_dev->flags |= IFF_SLAVE;
		slave_dev->priv_flags |= IFF_NO_ADDRCONF;
	} else {
		slave_dev->flags &= ~IFF_SLAVE;
		slave_dev->priv_flags &= ~IFF_NO_ADDRCONF;
	}
}

/**
 * bond_port_prepare() - give a device the bond's MTU and address and open it
 * @port: its port
 * @extack: says what failed
 *
 * Context: RTNL.
 * Return: 0, or a negative error with the device as it was.
 */
int bond_port_prepare(struct bond_port *port, struct netlink_ext_ack *extack)
{
	struct net_device *slave_dev = port->dev;
	int err;

	port->orig_mtu = slave_dev->mtu;
	port->perm_hwaddr_len = slave_dev->addr_len;
	memcpy(port->perm_hwaddr, slave_dev->dev_addr, slave_dev->addr_len);

	err = dev_set_mtu(slave_dev, port->bond->dev->mtu);
	if (err) {
		bond_slave_err(port->bond, slave_dev, "refuses an MTU of %d: error %d\n",
			       port->bond->dev->mtu, err);
		NL_SET_ERR_MSG_WEAK(extack, "The slave refuses the MTU of the bond");
		return err;
	}

	err = bond_port_set_addr(port, extack);
	if (err) {
		bond_slave_err(port->bond, slave_dev, "refuses its address: error %d\n", err);
		NL_SET_ERR_MSG_WEAK(extack, "The slave refuses the address of the bond");
		goto err_mtu;
	}

	bond_port_set_flags(slave_dev, true);
	err = dev_open(slave_dev, extack);
	if (err) {
		bond_slave_err(port->bond, slave_dev, "cannot be opened: error %d\n", err);
		goto err_flags;
	}

	return 0;

err_flags:
	bond_port_set_flags(slave_dev, false);
	bond_port_restore_addr(port);
err_mtu:
	dev_set_mtu(slave_dev, port->orig_mtu);
	return err;
}

/**
 * bond_port_restore() - close a device and put it back to what it was
 * @port: its port
 * @gone: the device is being unregistered, or moves to another namespace
 *
 * Context: RTNL.
 */
void bond_port_restore(struct bond_port *port, bool gone)
{
	struct net_device *slave_dev = port->dev;

	dev_close(slave_dev);
	bond_port_set_flags(slave_dev, false);

	/* With fail_over_mac active the bond never touched it. */
	if (!bond_mode_has_active(port->bond) ||
	    port->bond->params.fail_over_mac != BOND_FOM_ACTIVE)
		bond_port_restore_addr(port);

	/* IP has let go of it and would take hold of it again. */
	if (gone)
		__dev_set_mtu(slave_dev, port->orig_mtu);
	else
		dev_set_mtu(slave_dev, port->orig_mtu);
}

/**
 * bond_port_add() - put a port on the bond's list
 * @port: the port
 *
 * Context: RTNL.
 */
void bond_port_add(struct bond_port *port)
{
	bond_stats_join(port);
	bond_lb_join(port);
	list_add_tail_rcu(&port->node, &port->bond->ports);
	WRITE_ONCE(port->bond->port_count, port->bond->port_count + 1);
}

/**
 * bond_port_del() - take a port off the bond's list
 * @port: the port
 *
 * When this returns no new packet is sent by it, and the bond has another
 * active slave if there is one and the bond is to stay.
 *
 * Context: RTNL.
 */
void bond_port_del(struct bond_port *port)
{
	struct bond *bond = port->bond;

	if (bond_primary_rtnl(bond) == port)
		RCU_INIT_POINTER(bond->primary, NULL);

	list_del_rcu(&port->node);
	WRITE_ONCE(bond->port_count, bond->port_count - 1);
	bond_lb_leave(port);

	if (bond_active_rtnl(bond) == port) {
		bond_active_set(bond, NULL);
		/* A bond that goes away needs none any more. */
		if (bond->dev->reg_state == NETREG_REGISTERED)
			bond_active_select(bond);
	}

	bond_snap_publish(bond);
	bond_stats_leave(port);
}

/* The others go on with an address that may be this device's own. */
static void bond_port_warn_addr(const struct bond_port *port)
{
	const struct bond *bond = port->bond;

	if (bond_mode_has_active(bond) &&
	    bond->params.fail_over_mac == BOND_FOM_ACTIVE)
		return;

	if (bond->port_count > 1 &&
	    ether_addr_equal_64bits(bond->dev->dev_addr, port->perm_hwaddr))
		bond_slave_warn(bond, port->dev,
				"its own address %pM stays in use by the bond: give one of them another\n",
				port->perm_hwaddr);
}

/* The last slave has left. */
static void bond_port_bond_empty(struct bond *bond)
{
	if (bond->dev->type == ARPHRD_ETHER)
		eth_hw_addr_random(bond->dev);
	call_netdevice_notifiers(NETDEV_CHANGEADDR, bond->dev);
	call_netdevice_notifiers(NETDEV_RELEASE, bond->dev);
}

/**
 * bond_port_set_visible() - may others take the device for a slave of a bond?
 * @slave_dev: the device; its rx handler is in place
 * @visible: yes
 *
 * Who sees the flag goes on to rx_handler_data. A bond has the flag of its own.
 *
 * Context: RTNL.
 */
void bond_port_set_visible(struct net_device *slave_dev, bool visible)
{
	if (visible)
		slave_dev->priv_flags |= IFF_BONDING;
	else if (!bond_dev_is_ours(slave_dev))
		slave_dev->priv_flags &= ~IFF_BONDING;
}

static void bond_port_detach(struct bond_port *port)
{
	struct net_device *slave_dev = port->dev;
	struct bond *bond = port->bond;

	bond_port_del(port);
	bond_netpoll_leave(port);
	bond_state_stop(port);
	bond_filter_leave(port);
	bond_sysfs_port_del(port);
	netdev_upper_dev_unlink(slave_dev, bond->dev);
	bond_port_set_visible(slave_dev, false);
	netdev_rx_handler_unregister(slave_dev);
}

/**
 * bond_port_leave() - end the life of a slave
 * @port: the slave
 * @gone: its device is being unregistered or moves to another namespace: what is
 *	stacked on it is gone already and must not be notified any more
 *
 * Context: RTNL.
 */
void bond_port_leave(struct bond_port *port, bool gone)
{
	struct bond *bond = port->bond;

	/* The words that administrators know, whatever the slave was until now. */
	bond_slave_info(bond, port->dev, "Releasing backup interface\n");

	bond_port_warn_addr(port);
	bond_port_detach(port);
	bond_master_update_carrier(bond);
	if (!bond->port_count)
		bond_port_bond_empty(bond);
	bond_master_compute_features(bond);
	bond_state_notify(bond);

	bond_port_restore(port, gone);
	bond_port_put(port);
}

/**
 * bond_port_release() - ndo_del_slave
 * @bond_dev: the bond
 * @slave_dev: the device to release
 *
 * Context: RTNL.
 * Return: 0, or -EINVAL if the device is no slave of this bond.
 */
int bond_port_release(struct net_device *bond_dev, struct net_device *slave_dev)
{
	struct bond_port *port = bond_port_get_rtnl(slave_dev);
	struct bond *bond = bond_from_dev(bond_dev);

	if (!port || port->bond != bond) {
		bond_slave_info(bond, slave_dev, "interface not enslaved\n");
		return -EINVAL;
	}

	bond_port_leave(port, slave_dev->reg_state != NETREG_REGISTERED);

	return 0;
}

/**
 * bond_port_release_all() - release every slave
 * @bond: the bond
 *
 * Context: RTNL.
 */
void bond_port_release_all(struct bond *bond)
{
	struct bond_port *port, *next;

	list_for_each_entry_safe(port, next, &bond->ports, node)
		bond_port_release(bond->dev, port->dev);
}
