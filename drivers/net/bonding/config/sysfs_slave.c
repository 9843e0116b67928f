// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/SLAVE/bonding_slave: what is known of a slave, a file for each
 * row of its table.
 *
 * The directory owns the memory of the port: a file that is still open keeps
 * it, and says -ENODEV. The directory itself goes away at once, so that the
 * device can be enslaved again.
 *
 * Locking: none to read. A port is released under RTNL, which waits for the
 * readers of its files; see bond_sysfs_port_del().
 */
#include <linux/atomic.h>
#include <linux/kobject.h>
#include <linux/slab.h>
#include <linux/sysfs.h>
#include <linux/wait_bit.h>

#include "slave.h"
#include "sysfs.h"

/* Ports that are not released yet. CONFIG_DEBUG_KOBJECT_RELEASE takes its time. */
static atomic_t bond_sysfs_ports = ATOMIC_INIT(0);

static struct attribute bond_sysfs_slave_files[BOND_SLAVE_COUNT] __ro_after_init;
static struct attribute *bond_sysfs_slave_attrs[BOND_SLAVE_COUNT + 1] __ro_after_init;

static const struct attribute_group bond_sysfs_slave_group = {
	.attrs = bond_sysfs_slave_attrs,
};

static const struct attribute_group *bond_sysfs_slave_groups[] = {
	&bond_sysfs_slave_group,
	NULL,
};

static ssize_t bond_sysfs_slave_show(struct kobject *kobj, struct attribute *attr,
				     char *buf)
{
	const struct bond_port *port = container_of(kobj, struct bond_port, kobj);
	const struct bond_slave_option *opt;

	opt = &bond_slave_options[attr - bond_sysfs_slave_files];
	if (opt->show)
		return opt->show(port, buf);

	return sysfs_emit(buf, "%u\n", opt->get(port));
}

static const struct sysfs_ops bond_sysfs_slave_ops = {
	.show = bond_sysfs_slave_show,
};

static void bond_sysfs_slave_release(struct kobject *kobj)
{
	struct bond_port *port = container_of(kobj, struct bond_port, kobj);

	kfree_rcu(port, rcu);
	if (atomic_dec_and_test(&bond_sysfs_ports))
		wake_up_var(&bond_sysfs_ports);
}

static const struct kobj_type bond_sysfs_slave_type = {
	.release	= bond_sysfs_slave_release,
	.sysfs_ops	= &bond_sysfs_slave_ops,
	.default_groups	= bond_sysfs_slave_groups,
};

/**
 * bond_sysfs_slave_init() - make the files from the table
 *
 * Context: module init, before there is a bond.
 */
void __init bond_sysfs_slave_init(void)
{
	struct attribute *file;
	int i, n = 0;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		if (bond_slave_options[i].flags & BOND_SLAVE_NO_SYSFS)
			continue;
		file = &bond_sysfs_slave_files[i];
		file->name = bond_slave_options[i].name;
		file->mode = 0444;
		bond_sysfs_slave_attrs[n++] = file;
	}
}

/**
 * bond_sysfs_exit() - wait until no port needs this module any more
 *
 * Context: module exit, without slaves.
 */
void bond_sysfs_exit(void)
{
	wait_var_event(&bond_sysfs_ports, !atomic_read(&bond_sysfs_ports));
}

/**
 * bond_sysfs_port_init() - give a new port to its directory-to-be
 * @port: the port; from here on kobject_put() frees it
 *
 * Context: process context.
 */
void bond_sysfs_port_init(struct bond_port *port)
{
	atomic_inc(&bond_sysfs_ports);
	kobject_init(&port->kobj, &bond_sysfs_slave_type);
}

/**
 * bond_sysfs_port_add() - show a slave
 * @port: the slave
 *
 * Context: RTNL.
 * Return: 0 or a negative error.
 */
int bond_sysfs_port_add(struct bond_port *port)
{
	return kobject_add(&port->kobj, &port->dev->dev.kobj, "bonding_slave");
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
	kobject_del(&port->kobj);
}
