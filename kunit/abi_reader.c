// SPDX-License-Identifier: GPL-2.0
/*
 * Reads bonds and slaves as in-tree drivers do, for a script to compare.
 *
 * /sys/module/bond_abi_reader/parameters/seen has a line for each bond and each
 * slave of the reader's network namespace, from what is found with the layout
 * of the kernel's <net/bonding.h>:
 *
 *	bond b0: dev b0 mode 1 active d1 option d1
 *	slave d1: dev d1 bond b0 backup 0 inactive 0 txable 1
 *
 * "active" is curr_active_slave itself, "option" what a driver gets that asks
 * for the active slave of a mode that has one (RoCE does).
 */
#include <linux/module.h>
#include <linux/moduleparam.h>
#include <linux/nsproxy.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/sysfs.h>
#include <net/bonding.h>
#include <net/lag.h>

static const char *reader_name(const struct net_device *dev)
{
	return dev ? dev->name : "none";
}

static int reader_bond(char *buf, int at, struct net_device *dev)
{
	struct bonding *bond = netdev_priv(dev);
	struct slave *active = rcu_dereference(bond->curr_active_slave);

	return sysfs_emit_at(buf, at, "bond %s: dev %s mode %d active %s option %s\n",
			     dev->name, reader_name(bond->dev), BOND_MODE(bond),
			     active ? reader_name(active->dev) : "none",
			     reader_name(bond_option_active_slave_get_rcu(bond)));
}

static int reader_slave(char *buf, int at, struct net_device *dev)
{
	struct slave *slave = bond_slave_get_rcu(dev);

	if (!slave)
		return 0;

	return sysfs_emit_at(buf, at, "slave %s: dev %s bond %s backup %d inactive %d txable %d\n",
			     dev->name, reader_name(slave->dev),
			     reader_name(slave->bond->dev), slave->backup,
			     slave->inactive, net_lag_port_dev_txable(dev));
}

static int reader_seen(char *buf, const struct kernel_param *kp)
{
	struct net *net = current->nsproxy->net_ns;
	struct net_device *dev;
	int at = 0;

	rcu_read_lock();
	for_each_netdev_rcu(net, dev) {
		if (netif_is_bond_master(dev))
			at += reader_bond(buf, at, dev);
		if (netif_is_bond_slave(dev))
			at += reader_slave(buf, at, dev);
	}
	rcu_read_unlock();

	return at;
}

static const struct kernel_param_ops reader_ops = {
	.get = reader_seen,
};

module_param_cb(seen, &reader_ops, NULL, 0444);
MODULE_PARM_DESC(seen, "bonds and slaves as in-tree drivers see them");

MODULE_DESCRIPTION("Reads bonds with the layout of <net/bonding.h>");
MODULE_LICENSE("GPL");
