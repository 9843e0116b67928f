// SPDX-License-Identifier: GPL-2.0
/*
 * netpoll over a bond: netconsole and its kind send with interrupts off.
 *
 * Purpose: while the bond has a netpoll instance, each of its slaves has one of
 * its own, also those that join in the meantime.
 *
 * Data flow: netpoll -> the bond's ndo_start_xmit -> bond_netpoll_send() ->
 * netpoll over the slave. Polling goes the same way down, so that a driver can
 * free its transmit ring while the kernel does nothing else.
 *
 * Locking: RTNL to set up and clean up. The packet path has interrupts off,
 * which is an RCU read section, and __netpoll_free() waits for a grace period
 * after the instance has been taken from the port.
 */
#include <linux/netpoll.h>
#include <linux/rtnetlink.h>
#include <linux/slab.h>

#include "../bond.h"

#ifdef CONFIG_NET_POLL_CONTROLLER

static int bond_netpoll_attach(struct bond_port *port)
{
	struct netpoll *np;
	int err;

	np = kzalloc(sizeof(*np), GFP_KERNEL);
	if (!np)
		return -ENOMEM;

	np->name = port->bond->dev->name;
	err = __netpoll_setup(np, port->dev);
	if (err) {
		kfree(np);
		return err;
	}

	rcu_assign_pointer(port->np, np);

	return 0;
}

/**
 * bond_netpoll_leave() - a slave goes: end its netpoll instance, if any
 * @port: the slave
 *
 * Context: RTNL, may sleep for a grace period.
 */
void bond_netpoll_leave(struct bond_port *port)
{
	struct netpoll *np = rtnl_dereference(port->np);

	if (!np)
		return;

	RCU_INIT_POINTER(port->np, NULL);
	__netpoll_free(np);
}

/**
 * bond_netpoll_join() - a slave comes: it gets an instance if the bond has one
 * @port: the slave
 *
 * Context: RTNL, may sleep.
 * Return: 0, or why netpoll cannot use the device: -ENOTSUPP, -ENOMEM or what
 * the device says.
 */
int bond_netpoll_join(struct bond_port *port)
{
	if (!rtnl_dereference(port->bond->dev->npinfo))
		return 0;

	return bond_netpoll_attach(port);
}

/**
 * bond_netpoll_cleanup() - ndo_netpoll_cleanup
 * @dev: the bond, whose last instance goes
 *
 * Context: RTNL, may sleep for a grace period a slave.
 */
void bond_netpoll_cleanup(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;

	bond_for_each_port(port, bond)
		bond_netpoll_leave(port);
}

/**
 * bond_netpoll_setup() - ndo_netpoll_setup
 * @dev: the bond, which gets its first instance
 * @info: netpoll's state for the bond, not used
 *
 * Snapshots tell the packet path of it, and do so for good: when the last instance
 * goes, packets may still be on their way.
 *
 * Context: RTNL, may sleep.
 * Return: 0, or the error of the first slave that cannot do it; then none has
 * an instance.
 */
int bond_netpoll_setup(struct net_device *dev, struct netpoll_info *info)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;
	int err;

	bond_for_each_port(port, bond) {
		err = bond_netpoll_attach(port);
		if (err) {
			bond_netpoll_cleanup(dev);
			return err;
		}
	}

	bond->netpoll = true;
	bond_snap_publish(bond);

	return 0;
}

/**
 * bond_netpoll_poll() - ndo_poll_controller
 * @dev: the bond
 *
 * Backup slaves are polled, too: packets that were sent while they were active
 * may still wait there.
 *
 * Context: interrupts off.
 */
void bond_netpoll_poll(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;

	rcu_read_lock();
	bond_for_each_port_rcu(port, bond)
		netpoll_poll_dev(port->dev);
	rcu_read_unlock();
}

#endif /* CONFIG_NET_POLL_CONTROLLER */
