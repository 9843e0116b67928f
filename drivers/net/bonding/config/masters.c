// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/bonding_masters: the bonds of a network namespace, to be read,
 * made ("+NAME") and deleted ("-NAME").
 *
 * Locking: RTNL. Nobody who holds it waits for this file.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/capability.h>
#include <linux/device/class.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/sysfs.h>

#include "../bond.h"

static ssize_t bond_masters_show(class_const struct class *cls,
				 class_const struct class_attribute *attr, char *buf)
{
	const struct bond_net *bn = container_of(attr, struct bond_net, masters);
	const struct bond *bond;
	ssize_t len = 0;

	rtnl_lock();
	list_for_each_entry(bond, &bn->bonds, net_node) {
		/* No half names at the end of the page. */
		if (len + IFNAMSIZ + 1 > PAGE_SIZE)
			break;
		len += sysfs_emit_at(buf, len, "%s%s", len ? " " : "", bond->dev->name);
	}
	rtnl_unlock();

	return len ? len + sysfs_emit_at(buf, len, "\n") : 0;
}

static int bond_masters_add(struct net *net, const char *name)
{
	int err;

	pr_info("%s is being created...\n", name);
	err = bond_main_create(net, name);
	if (err == -EEXIST)
		pr_info("%s already exists\n", name);
	else if (err)
		pr_info("%s creation failed\n", name);

	return err;
}

static int bond_masters_del(struct net *net, const char *name)
{
	struct net_device *dev;
	int err = 0;

	rtnl_lock();
	dev = __dev_get_by_name(net, name);
	if (dev && bond_dev_is_ours(dev)) {
		pr_info("%s is being deleted...\n", name);
		unregister_netdevice(dev);
	} else {
		pr_err("unable to delete non-existent %s\n", name);
		err = -ENODEV;
	}
	rtnl_unlock();

	return err;
}

static ssize_t bond_masters_store(class_const struct class *cls,
				  class_const struct class_attribute *attr,
				  const char *buf, size_t count)
{
	struct bond_net *bn = container_of(attr, struct bond_net, masters);
	/* A sign, a name, and one byte that tells when that is too long. */
	char command[IFNAMSIZ + 2];
	const char *name = command + 1;
	int err;

	if (!ns_capable(bn->net->user_ns, CAP_NET_ADMIN))
		return -EPERM;

	if (sscanf(buf, "%17s", command) != 1 ||
	    (command[0] != '+' && command[0] != '-') || !dev_valid_name(name)) {
		pr_err("no command found in bonding_masters - use +ifname or -ifname\n");
		return -EPERM;
	}

	err = command[0] == '+' ? bond_masters_add(bn->net, name) :
				  bond_masters_del(bn->net, name);

	return err ? err : count;
}

/* A device may have the name: that of an interface belongs to its directory. */
static bool bond_masters_is_device(struct net *net)
{
	struct net_device *dev;
	bool found;

	rcu_read_lock();
	dev = dev_get_by_name_rcu(net, "bonding_masters");
	/* Not an alternative name, of which sysfs knows nothing. */
	found = dev && !strcmp(dev->name, "bonding_masters");
	rcu_read_unlock();

	return found;
}

/**
 * bond_sysfs_net_init() - make the file of a network namespace
 * @bn: the namespace
 *
 * Goes without the file where a device has taken its name.
 *
 * Context: process context.
 * Return: 0 or a negative error.
 */
int bond_sysfs_net_init(struct bond_net *bn)
{
	int err = -EEXIST;

	sysfs_attr_init(&bn->masters.attr);
	bn->masters.attr.name = "bonding_masters";
	bn->masters.attr.mode = 0644;
	bn->masters.show = bond_masters_show;
	bn->masters.store = bond_masters_store;

	if (!bond_masters_is_device(bn->net))
		err = netdev_class_create_file_ns(&bn->masters, bn->net);
	/* -EEXIST: a device got the name just now. */
	if (err != -EEXIST) {
		bn->has_masters = !err;
		return err;
	}
	pr_err("network device named bonding_masters already exists in sysfs\n");

	return 0;
}

/**
 * bond_sysfs_net_exit() - remove it
 * @bn: the namespace
 *
 * Context: process context without RTNL. Nobody uses the file when this returns.
 */
void bond_sysfs_net_exit(struct bond_net *bn)
{
	if (bn->has_masters)
		netdev_class_remove_file_ns(&bn->masters, bn->net);
}
