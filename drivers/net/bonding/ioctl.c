// SPDX-License-Identifier: GPL-2.0
/*
 * ioctls: MII registers, and the interface of ifenslave from before sysfs.
 *
 * Purpose: the link of the bond for programs that read it from a PHY; time
 * stamping requests on kernels that send them here; enslaving, releasing and
 * asking by SIOCBOND*, and by the numbers that these had before they were given
 * some of their own.
 *
 * Data flow: names and structures from user space go to the functions that
 * serve netlink and sysfs. What they have to say goes to the kernel log, as
 * there is no other way.
 *
 * Locking: RTNL, taken by the core. Where it has not checked for
 * CAP_NET_ADMIN, that is done here.
 */
#include <linux/capability.h>
#include <linux/if_bonding.h>
#include <linux/mii.h>
#include <linux/net_tstamp.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/sockios.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#include "bond.h"
#include "config/options.h"

/* The only register that there is: has it a link? Others stay as they came. */
static void bond_ioctl_read_mii(const struct net_device *dev,
				struct mii_ioctl_data *mii)
{
	if (mii->reg_num == MII_BMSR)
		mii->val_out = netif_carrier_ok(dev) ? BMSR_LSTATUS : 0;
}

/**
 * bond_ioctl_eth() - ndo_eth_ioctl
 * @dev: the bond
 * @ifr: the request
 * @cmd: SIOCGMIIPHY, SIOCGMIIREG, or a time stamping request
 *
 * Context: RTNL, may sleep.
 * Return: 0 or a negative error, -EOPNOTSUPP for other commands.
 */
int bond_ioctl_eth(struct net_device *dev, struct ifreq *ifr, int cmd)
{
	struct mii_ioctl_data *mii = if_mii(ifr);

	switch (cmd) {
	case SIOCGMIIPHY:
		mii->phy_id = 0;
		fallthrough;
	case SIOCGMIIREG:
		bond_ioctl_read_mii(dev, mii);
		return 0;
	default:
		return ndo_hwtstamp_ioctl(dev, ifr, cmd, bond_hwtstamp_get,
					  bond_hwtstamp_set);
	}
}

static int bond_ioctl_bond_info(struct bond *bond, void __user *data)
{
	struct ifbond info = {};

	bond_state_fill_bond_info(bond, &info);

	return copy_to_user(data, &info, sizeof(info)) ? -EFAULT : 0;
}

static int bond_ioctl_slave_info(struct bond *bond, void __user *data)
{
	struct bond_port *port;
	struct ifslave info;
	s32 i = 0;

	if (copy_from_user(&info, data, sizeof(info)))
		return -EFAULT;

	bond_for_each_port(port, bond) {
		if (i++ != info.slave_id)
			continue;
		bond_state_fill_slave_info(port, &info);
		return copy_to_user(data, &info, sizeof(info)) ? -EFAULT : 0;
	}

	return -ENODEV;
}

static int bond_ioctl_enslave(struct bond *bond, struct net_device *slave_dev)
{
	struct netlink_ext_ack extack = {};
	int err;

	err = bond_enslave(bond->dev, slave_dev, &extack);
	if (err && extack._msg)
		bond_slave_err(bond, slave_dev, "Error: %s\n", extack._msg);

	return err;
}

/* Only the bond gets the address: its slaves keep what they have. */
static int bond_ioctl_set_addr(struct bond *bond, const struct net_device *slave_dev)
{
	struct net_device *dev = bond->dev;
	int err;

	if (slave_dev->addr_len != dev->addr_len)
		return -EINVAL;

	err = dev_pre_changeaddr_notify(dev, slave_dev->dev_addr, NULL);
	if (err)
		return err;

	dev_addr_set(dev, slave_dev->dev_addr);
	dev->addr_assign_type = NET_ADDR_STOLEN;
	call_netdevice_notifiers(NETDEV_CHANGEADDR, dev);

	return 0;
}

static int bond_ioctl_set_active(struct bond *bond, const struct net_device *slave_dev)
{
	struct bond_change ch;
	int err;

	bond_options_begin(&ch, bond, NULL);
	err = bond_options_put_text(&ch, &bond_options[BOND_OPT_ACTIVE_SLAVE],
				    slave_dev->name);
	if (err)
		return err;

	return bond_options_commit(&ch);
}

/* Commands that name a device change something. */
static int bond_ioctl_change(struct bond *bond, const struct ifreq *ifr, int cmd)
{
	struct net *net = dev_net(bond->dev);
	struct net_device *slave_dev;
	char name[IFNAMSIZ];

	if (!ns_capable(net->user_ns, CAP_NET_ADMIN))
		return -EPERM;

	if (strscpy(name, ifr->ifr_slave, sizeof(name)) < 0)
		return -ENODEV;
	slave_dev = __dev_get_by_name(net, name);
	if (!slave_dev)
		return -ENODEV;

	switch (cmd) {
	case SIOCBONDENSLAVE:
		return bond_ioctl_enslave(bond, slave_dev);
	case SIOCBONDRELEASE:
		return bond_port_release(bond->dev, slave_dev);
	case SIOCBONDSETHWADDR:
		return bond_ioctl_set_addr(bond, slave_dev);
	case SIOCBONDCHANGEACTIVE:
		return bond_ioctl_set_active(bond, slave_dev);
	default:
		return -EOPNOTSUPP;
	}
}

static int bond_ioctl_run(struct net_device *dev, const struct ifreq *ifr,
			  void __user *data, int cmd)
{
	struct bond *bond = bond_from_dev(dev);

	switch (cmd) {
	case SIOCBONDINFOQUERY:
		return bond_ioctl_bond_info(bond, data);
	case SIOCBONDSLAVEINFOQUERY:
		return bond_ioctl_slave_info(bond, data);
	default:
		return bond_ioctl_change(bond, ifr, cmd);
	}
}

/**
 * bond_ioctl_siocbond() - ndo_siocbond
 * @dev: the bond
 * @ifr: the request; names a device, or points to struct ifbond or ifslave
 * @cmd: SIOCBOND*
 *
 * Context: RTNL, may sleep.
 * Return: 0 or a negative error.
 */
int bond_ioctl_siocbond(struct net_device *dev, struct ifreq *ifr, int cmd)
{
	return bond_ioctl_run(dev, ifr, ifr->ifr_data, cmd);
}

/**
 * bond_ioctl_private() - ndo_siocdevprivate: the first numbers of SIOCBOND*
 * @dev: the bond
 * @ifr: the request, as user space of any word size has it
 * @data: where it points to, for those that do
 * @cmd: BOND_*_OLD
 *
 * Context: RTNL, may sleep.
 * Return: 0 or a negative error, -EOPNOTSUPP for other commands.
 */
int bond_ioctl_private(struct net_device *dev, struct ifreq *ifr,
		       void __user *data, int cmd)
{
	switch (cmd) {
	case BOND_ENSLAVE_OLD:
		return bond_ioctl_run(dev, ifr, data, SIOCBONDENSLAVE);
	case BOND_RELEASE_OLD:
		return bond_ioctl_run(dev, ifr, data, SIOCBONDRELEASE);
	case BOND_SETHWADDR_OLD:
		return bond_ioctl_run(dev, ifr, data, SIOCBONDSETHWADDR);
	case BOND_SLAVE_INFO_QUERY_OLD:
		return bond_ioctl_run(dev, ifr, data, SIOCBONDSLAVEINFOQUERY);
	case BOND_INFO_QUERY_OLD:
		return bond_ioctl_run(dev, ifr, data, SIOCBONDINFOQUERY);
	case BOND_CHANGE_ACTIVE_OLD:
		return bond_ioctl_run(dev, ifr, data, SIOCBONDCHANGEACTIVE);
	default:
		return -EOPNOTSUPP;
	}
}
