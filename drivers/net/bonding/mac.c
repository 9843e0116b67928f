// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware addresses of slaves, and what fail_over_mac makes of them.
 *
 * Purpose: the one place that gives a slave an address, of any length, and that
 * moves addresses when another slave becomes the active one:
 *
 *   none	every slave has the address of the bond: nothing to do
 *   active	the bond takes the address of the slave
 *   follow	the slave takes the address of the bond, and whoever had it
 *		takes the slave's
 *
 * Data flow: enslavement and the change of the bond's address call
 * bond_mac_set_slave(); bond_active_set() calls bond_mac_failover() once the
 * new slave is the active one.
 *
 * Locking: RTNL.
 */
#include <linux/etherdevice.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/socket.h>

#include "bond.h"

/* An address of any length, taken before it changes. */
struct bond_mac {
	u8 addr[MAX_ADDR_LEN];
	u8 len;
};

static void bond_mac_snapshot(struct bond_mac *mac, const struct net_device *dev)
{
	mac->len = dev->addr_len;
	memcpy(mac->addr, dev->dev_addr, dev->addr_len);
}

static bool bond_mac_matches(const struct bond_mac *mac,
			     const struct net_device *dev)
{
	return dev->addr_len == mac->len &&
	       !memcmp(dev->dev_addr, mac->addr, mac->len);
}

/**
 * bond_mac_set_slave() - give a slave a hardware address
 * @slave_dev: the slave
 * @addr: the address
 * @len: its length, at most MAX_ADDR_LEN
 * @extack: why not, may be NULL
 *
 * Context: RTNL, may sleep.
 * Return: 0, -EOPNOTSUPP for a device whose address is fixed, or what the
 * device or a listener has against the address.
 */
int bond_mac_set_slave(struct net_device *slave_dev, const u8 *addr, u8 len,
		       struct netlink_ext_ack *extack)
{
	struct sockaddr_storage ss = { .ss_family = slave_dev->type };

	memcpy(ss.__data, addr, len);
	return dev_set_mac_address(slave_dev, &ss, extack);
}

/* fail_over_mac active: the address of the bond is that of slave @to. */
static void bond_mac_take(struct bond *bond, struct bond_port *to)
{
	int err;

	err = dev_pre_changeaddr_notify(bond->dev, to->dev->dev_addr, NULL);
	if (err) {
		bond_slave_err(bond, to->dev,
			       "the bond cannot take the slave's address: error %d\n",
			       err);
		return;
	}
	__dev_addr_set(bond->dev, to->dev->dev_addr, to->dev->addr_len);
	bond->dev->addr_assign_type = NET_ADDR_STOLEN;
	call_netdevice_notifiers(NETDEV_CHANGEADDR, bond->dev);
}

/*
 * The slave other than @to that has the address of the bond: the one that was
 * active before, also when the bond has been without an active slave since.
 */
static struct bond_port *bond_mac_holder(const struct bond *bond,
					 const struct bond_mac *bond_mac,
					 const struct bond_port *to)
{
	struct bond_port *port;

	bond_for_each_port(port, bond) {
		if (port != to && bond_mac_matches(bond_mac, port->dev))
			return port;
	}
	return NULL;
}

/*
 * fail_over_mac follow: slave @to and whoever has the address of the bond swap.
 * The new one goes first: if it refuses, nothing has changed.
 */
static void bond_mac_swap(struct bond *bond, struct bond_port *to)
{
	struct bond_mac bond_mac, own_mac;
	struct bond_port *holder;
	int err;

	bond_mac_snapshot(&bond_mac, bond->dev);
	bond_mac_snapshot(&own_mac, to->dev);
	if (bond_mac_matches(&bond_mac, to->dev))
		return;

	holder = bond_mac_holder(bond, &bond_mac, to);
	err = bond_mac_set_slave(to->dev, bond_mac.addr, bond_mac.len, NULL);
	if (err) {
		bond_slave_err(bond, to->dev,
			       "the slave cannot take the bond's address: error %d\n",
			       err);
		return;
	}
	if (!holder)
		return;

	err = bond_mac_set_slave(holder->dev, own_mac.addr, own_mac.len, NULL);
	if (err)
		bond_slave_err(bond, holder->dev,
			       "the slave keeps the bond's address, now that of %s too: error %d\n",
			       to->dev->name, err);
}

/**
 * bond_mac_failover() - move addresses to a new active slave
 * @bond: the bond
 * @to: the slave that is the active one now
 *
 * What cannot be done is logged. The failover goes on: a link with the wrong
 * address is better than none.
 *
 * Context: RTNL, may sleep.
 */
void bond_mac_failover(struct bond *bond, struct bond_port *to)
{
	switch (bond->params.fail_over_mac) {
	case BOND_FOM_ACTIVE:
		bond_mac_take(bond, to);
		break;
	case BOND_FOM_FOLLOW:
		bond_mac_swap(bond, to);
		break;
	default:
		break;
	}
}
