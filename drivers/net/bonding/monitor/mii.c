// SPDX-License-Identifier: GPL-2.0
/*
 * Link monitoring by carrier.
 *
 * Purpose: every miimon milliseconds, compare what each device says of its link
 * with what the bond takes it for, and step the latter:
 *
 *	      carrier lost              downdelay over
 *	UP ------------------> FAIL ----------------------> DOWN
 *	 ^                      |                            |  ^
 *	 +----------------------+               carrier back |  | carrier lost
 *	 |      carrier back                                 v  |
 *	 +-------------------------------------------------- BACK
 *	      updelay over, or no other slave has a link
 *
 * A delay of zero passes through FAIL or BACK within one period. Delays are
 * counted in periods.
 *
 * Data flow: a period in which every slave is either up with carrier or down
 * without ends after a look at each, under RCU. Otherwise bond_mii_commit()
 * steps every slave, and the choice of the active slave, the snapshot, the
 * carrier of the bond and notifications follow.
 *
 * Locking: whatever changes is under RTNL. The work item takes it by trylock,
 * because bond_mii_stop() cancels it under RTNL; when RTNL is busy, the same
 * period is tried again a jiffy later, and nothing has been counted or lost.
 * With use_carrier 0 a driver is asked, which may sleep and wants RTNL, so each
 * period takes it.
 */
#include <linux/ethtool.h>
#include <linux/jiffies.h>
#include <linux/mii.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../bond.h"

/* The link by MII registers, or a negative errno if the driver has none. */
static int bond_mii_read_bmsr(struct net_device *slave_dev)
{
	const struct net_device_ops *ops = slave_dev->netdev_ops;
	struct ifreq ifr = {};
	struct mii_ioctl_data *mii = if_mii(&ifr);
	int err;

	if (!ops->ndo_eth_ioctl)
		return -EOPNOTSUPP;

	strscpy(ifr.ifr_name, slave_dev->name, sizeof(ifr.ifr_name));
	err = ops->ndo_eth_ioctl(slave_dev, &ifr, SIOCGMIIPHY);
	if (err)
		return err;
	mii->reg_num = MII_BMSR;
	err = ops->ndo_eth_ioctl(slave_dev, &ifr, SIOCGMIIREG);
	if (err)
		return err;
	return !!(mii->val_out & BMSR_LSTATUS);
}

/* The link as the driver tells when it is asked; up when it cannot tell. */
static bool bond_mii_ask(struct net_device *slave_dev)
{
	const struct ethtool_ops *ethtool_ops = slave_dev->ethtool_ops;
	int link;

	link = bond_mii_read_bmsr(slave_dev);
	if (link >= 0)
		return link;
	if (ethtool_ops && ethtool_ops->get_link)
		return ethtool_ops->get_link(slave_dev);
	return true;
}

/**
 * bond_mii_link() - has a device a link?
 * @bond: the bond whose option use_carrier decides how to find out
 * @slave_dev: the device
 *
 * Context: RTNL, may sleep. Any context if use_carrier is 1.
 * Return: true if the device is running and has a link.
 */
bool bond_mii_link(const struct bond *bond, struct net_device *slave_dev)
{
	if (!netif_running(slave_dev))
		return false;
	if (READ_ONCE(bond->params.use_carrier))
		return netif_carrier_ok(slave_dev);
	return netif_device_present(slave_dev) && bond_mii_ask(slave_dev);
}
