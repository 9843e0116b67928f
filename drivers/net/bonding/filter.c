// SPDX-License-Identifier: GPL-2.0
/*
 * What the slaves receive for the bond: unicast and multicast lists,
 * promiscuity, all-multicast, VLAN ids.
 *
 * Data flow: the bond's lists go to every slave that carries traffic: the
 * active one in modes that have one, all of them elsewhere, and only while the
 * bond is up. VLAN ids go to all slaves all the time.
 *
 * Each port remembers in rx_flags which counts the bond holds on it, so leaving
 * takes back exactly what joining gave, whatever happened in between.
 *
 * Locking: RTNL, but for bond_filter_set_rx_mode(), which the core calls with
 * the address lock of the bond held. The active slave is changed before the
 * lists are moved; the address lock, which both sides take, then orders a
 * concurrent update of the lists before or after the move.
 */
#include <linux/if_vlan.h>

#include "bond.h"
#include "mode/mode.h"

#define BOND_FILTER_RX_FLAGS	(IFF_PROMISC | IFF_ALLMULTI)

static bool bond_filter_wants(const struct bond *bond, const struct bond_port *port)
{
	return !bond_mode_has_active(bond) || port == bond_active_rtnl(bond);
}

static void bond_filter_set_rx_flag(struct bond_port *port, unsigned int flag,
				    bool on)
{
	int inc = on ? 1 : -1;
	int err;

	if (on == !!(port->rx_flags & flag))
		return;

	if (flag == IFF_PROMISC)
		err = dev_set_promiscuity(port->dev, inc);
	else
		err = dev_set_allmulti(port->dev, inc);
	if (err) {
		bond_slave_err(port->bond, port->dev,
			       "cannot switch %s %s: error %d\n",
			       flag == IFF_PROMISC ? "promiscuous mode" : "allmulticast",
			       on ? "on" : "off", err);
		return;
	}

	port->rx_flags ^= flag;
}

static void bond_filter_set_rx_flags(struct bond_port *port, unsigned int flags)
{
	bond_filter_set_rx_flag(port, IFF_PROMISC, flags & IFF_PROMISC);
	bond_filter_set_rx_flag(port, IFF_ALLMULTI, flags & IFF_ALLMULTI);
}

/**
 * bond_filter_change_rx_flags() - ndo_change_rx_flags
 * @dev: the bond
 * @change: the flags that changed, of which @dev has the new values
 *
 * Context: RTNL.
 */
void bond_filter_change_rx_flags(struct net_device *dev, int change)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;

	bond_for_each_port(port, bond)
		if (bond_filter_wants(bond, port))
			bond_filter_set_rx_flags(port, dev->flags);
}

/**
 * bond_filter_set_rx_mode() - ndo_set_rx_mode
 * @dev: the bond
 *
 * Context: address lock of @dev, bottom halves off.
 */
void bond_filter_set_rx_mode(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;

	/* bond_filter_close() takes the lists back. */
	if (!netif_running(dev))
		return;

	rcu_read_lock();
	if (bond_mode_has_active(bond)) {
		port = rcu_dereference(bond->active);
		if (port) {
			dev_uc_sync(port->dev, dev);
			dev_mc_sync(port->dev, dev);
		}
	} else {
		bond_for_each_port_rcu(port, bond) {
			dev_uc_sync_multiple(port->dev, dev);
			dev_mc_sync_multiple(port->dev, dev);
		}
	}
	rcu_read_unlock();
}

static void bond_filter_give_lists(struct bond *bond)
{
	netif_addr_lock_bh(bond->dev);
	bond_filter_set_rx_mode(bond->dev);
	netif_addr_unlock_bh(bond->dev);
}

/* Only from a slave that has them: an address that others gave it would go, too. */
static void bond_filter_take_lists(struct bond_port *port)
{
	dev_uc_unsync(port->dev, port->bond->dev);
	dev_mc_unsync(port->dev, port->bond->dev);
}

/**
 * bond_filter_close() - the bond goes down: take its lists back
 * @bond: the bond, no longer running
 *
 * Context: RTNL.
 */
void bond_filter_close(struct bond *bond)
{
	struct bond_port *port;

	bond_for_each_port(port, bond)
		if (bond_filter_wants(bond, port))
			bond_filter_take_lists(port);
}

/**
 * bond_filter_join() - give a new slave what the others have
 * @port: the slave, on the list of ports
 * @extack: says what failed
 *
 * Context: RTNL.
 * Return: 0, or a negative error with nothing left on the slave.
 */
int bond_filter_join(struct bond_port *port, struct netlink_ext_ack *extack)
{
	struct bond *bond = port->bond;
	int err;

	err = vlan_vids_add_by_dev(port->dev, bond->dev);
	if (err) {
		NL_SET_ERR_MSG(extack, "Cannot give the VLAN ids of the bond to the slave");
		return err;
	}

	if (bond_filter_wants(bond, port)) {
		bond_filter_set_rx_flags(port, bond->dev->flags);
		bond_filter_give_lists(bond);
	}

	return 0;
}

/**
 * bond_filter_leave() - take back all that the bond gave to a slave
 * @port: the slave, off the list of ports and not the active slave
 *
 * Context: RTNL.
 */
void bond_filter_leave(struct bond_port *port)
{
	bond_filter_set_rx_flags(port, 0);
	/* The active slave gave them away when it stopped being that. */
	if (!bond_mode_has_active(port->bond))
		bond_filter_take_lists(port);
	vlan_vids_del_by_dev(port->dev, port->bond->dev);
}

/**
 * bond_filter_move() - the active slave has changed: move the lists
 * @bond: the bond, in a mode that has an active slave; &struct bond.active is
 *	already the new one
 * @from: the slave that was active, or NULL
 * @to: the slave that is active, or NULL
 *
 * Context: RTNL.
 */
void bond_filter_move(struct bond *bond, struct bond_port *from,
		      struct bond_port *to)
{
	if (from) {
		bond_filter_set_rx_flags(from, 0);
		bond_filter_take_lists(from);
	}
	if (to) {
		bond_filter_set_rx_flags(to, bond->dev->flags);
		bond_filter_give_lists(bond);
	}
}
