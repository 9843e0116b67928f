// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/SLAVE/bonding_slave: what is known of a slave, a file for each
 * row of its table.
 *
 * The directory is a group of attributes of the device: it owns nothing, and a
 * file that is still open after the release says -ENODEV.
 *
 * Locking: none to read. A port is released under RTNL, which waits for the
 * readers of its files; see bond_sysfs_port_del().
 */
#include <linux/device.h>
#include <linux/sysfs.h>

#include "slave.h"
#include "sysfs.h"

static struct device_attribute bond_sysfs_slave_files[BOND_SLAVE_COUNT] __ro_after_init;
static struct attribute *bond_sysfs_slave_attrs[BOND_SLAVE_COUNT + 1] __ro_after_init;

static const struct attribute_group bond_sysfs_slave_group = {
	.name = "bonding_slave",
	.attrs = bond_sysfs_slave_attrs,
};

static ssize_t bond_sysfs_slave_show(struct device *d, struct device_attribute *attr,
				     char *buf)
{
	const struct bond_slave_option *opt;
	const struct bond_port *port;

	/* The rx handler comes before the files and goes after them. */
	port = rcu_dereference_protected(to_net_dev(d)->rx_handler_data, true);
	opt = &bond_slave_options[attr - bond_sysfs_slave_files];
	if (opt->show)
		return opt->show(port, buf);

	return sysfs_emit(buf, "%u\n", opt->get(port));
}

static ssize_t bond_sysfs_slave_store(struct device *d, struct device_attribute *attr,
				      const char *buf, size_t count)
{
	struct net_device *slave_dev = to_net_dev(d);
	struct netlink_ext_ack extack = { };
	char text[BOND_SYSFS_TEXT_LEN];
	struct bond_port *port;
	int err;

	err = bond_sysfs_begin_store(dev_net(slave_dev));
	if (err)
		return err;
	bond_sysfs_text(text, buf);
	port = bond_port_from_dev_rtnl(slave_dev);
	err = bond_slave_store(port, &bond_slave_options[attr - bond_sysfs_slave_files],
			       text, &extack);
	if (err)
		bond_slave_err(port->bond, slave_dev, "option %s\n", extack._msg);
	else
		call_netdevice_notifiers(NETDEV_CHANGEINFODATA, slave_dev);
	rtnl_unlock();

	return err ? err : count;
}

/**
 * bond_sysfs_slave_init() - make the files from the table
 *
 * Context: module init, before there is a bond.
 */
void __init bond_sysfs_slave_init(void)
{
	struct device_attribute *file;
	int i, n = 0;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		if (bond_slave_options[i].flags & BOND_SLAVE_NO_SYSFS)
			continue;
		file = &bond_sysfs_slave_files[i];
		file->attr.name = bond_slave_options[i].name;
		file->attr.mode = 0444;
		file->show = bond_sysfs_slave_show;
		if (bond_slave_options[i].flags & BOND_SLAVE_STORE) {
			file->attr.mode = 0644;
			file->store = bond_sysfs_slave_store;
		}
		bond_sysfs_slave_attrs[n++] = &file->attr;
	}
}

/**
 * bond_sysfs_port_add() - show a slave
 * @port: the slave; its rx handler is in place
 *
 * Context: RTNL.
 * Return: 0 or a negative error.
 */
int bond_sysfs_port_add(struct bond_port *port)
{
	return sysfs_create_group(&port->dev->dev.kobj, &bond_sysfs_slave_group);
}

/**
 * bond_sysfs_port_del() - no longer show a slave
 * @port: the slave
 *
 * Nobody reads its files when this returns.
 *
 * Context: RTNL.
 */
void bond_sysfs_port_del(struct bond_port *port)
{
	sysfs_remove_group(&port->dev->dev.kobj, &bond_sysfs_slave_group);
}
