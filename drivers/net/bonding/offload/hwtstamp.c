// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware time stamps: requests go to the active slave.
 *
 * The clock is that of one slave, so after a failover it is another one, and
 * what was set on the old one is not set on the new one. Whoever asks a bond
 * must say by HWTSTAMP_FLAG_BONDED_PHC_INDEX that he knows, and every answer has
 * that flag. In modes that have no active slave there is nobody to ask.
 *
 * Locking: RTNL.
 */
#include <linux/net_tstamp.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/uaccess.h>

#include "../bond.h"
#include "../mode/mode.h"

static struct net_device *bond_hwtstamp_dev(const struct net_device *dev)
{
	const struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;

	if (!bond_mode_has_primary(bond))
		return NULL;

	port = bond_active_rtnl(bond);

	return port ? port->dev : NULL;
}

/* An old driver has written its answer to user space: add the flag there. */
static int bond_hwtstamp_mark(struct kernel_hwtstamp_config *cfg)
{
	void __user *data = cfg->ifr ? cfg->ifr->ifr_data : NULL;
	struct hwtstamp_config user;

	cfg->flags |= HWTSTAMP_FLAG_BONDED_PHC_INDEX;
	if (!cfg->copied_to_user)
		return 0;

	if (copy_from_user(&user, data, sizeof(user)))
		return -EFAULT;
	user.flags |= HWTSTAMP_FLAG_BONDED_PHC_INDEX;
	if (copy_to_user(data, &user, sizeof(user)))
		return -EFAULT;

	return 0;
}

/**
 * bond_hwtstamp_get() - ndo_hwtstamp_get
 * @dev: the bond
 * @cfg: where the answer goes
 *
 * Context: RTNL, may sleep.
 * Return: 0, -EOPNOTSUPP without an active slave, or what the slave says.
 */
int bond_hwtstamp_get(struct net_device *dev, struct kernel_hwtstamp_config *cfg)
{
	struct net_device *slave_dev = bond_hwtstamp_dev(dev);
	int err;

	if (!slave_dev)
		return -EOPNOTSUPP;

	err = generic_hwtstamp_get_lower(slave_dev, cfg);
	if (err)
		return err;

	return bond_hwtstamp_mark(cfg);
}

/**
 * bond_hwtstamp_set() - ndo_hwtstamp_set
 * @dev: the bond
 * @cfg: the request, and then the answer
 * @extack: why not
 *
 * Context: RTNL, may sleep.
 * Return: 0, -EOPNOTSUPP without an active slave or without the flag, or what
 * the slave says.
 */
int bond_hwtstamp_set(struct net_device *dev, struct kernel_hwtstamp_config *cfg,
		      struct netlink_ext_ack *extack)
{
	struct net_device *slave_dev = bond_hwtstamp_dev(dev);
	int err;

	if (!(cfg->flags & HWTSTAMP_FLAG_BONDED_PHC_INDEX)) {
		NL_SET_ERR_MSG(extack, "HWTSTAMP_FLAG_BONDED_PHC_INDEX is needed for a bond");
		return -EOPNOTSUPP;
	}
	if (!slave_dev) {
		NL_SET_ERR_MSG(extack, "The bond has no active slave to take time stamps");
		return -EOPNOTSUPP;
	}

	err = generic_hwtstamp_set_lower(slave_dev, cfg, extack);
	if (err)
		return err;

	return bond_hwtstamp_mark(cfg);
}
