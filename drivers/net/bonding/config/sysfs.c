// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/class/net/BOND/bonding: a file for each option, the slaves, and a few
 * files that only tell.
 *
 * Data flow: a write is a change of one option, see options.h. The reason for a
 * refusal goes to the kernel log, as there is no other way to tell it.
 *
 * Locking: a device is unregistered under RTNL, and that waits for the users of
 * its files. So these must not wait for RTNL: they try, and let the system call
 * start again. Plain numbers are read without it.
 */
#include <linux/capability.h>
#include <linux/ctype.h>
#include <linux/device.h>
#include <linux/rtnetlink.h>
#include <linux/sched/signal.h>
#include <linux/string.h>
#include <linux/string_choices.h>
#include <linux/sysfs.h>

#include "options.h"
#include "sysfs.h"

/**
 * struct bond_sysfs_attr - a file of an option
 * @attr: the file
 * @opt: the option
 */
struct bond_sysfs_attr {
	struct device_attribute attr;
	const struct bond_option *opt;
};

/**
 * bond_sysfs_begin_store() - may the writer change anything, and is RTNL free?
 * @net: namespace of the device
 *
 * Context: process.
 * Return: 0 with RTNL held; -EPERM, or what lets the system call start again.
 */
int bond_sysfs_begin_store(const struct net *net)
{
	if (!ns_capable(net->user_ns, CAP_NET_ADMIN))
		return -EPERM;
	if (!rtnl_trylock())
		return restart_syscall();

	return 0;
}

static ssize_t bond_sysfs_show(struct device *d, struct device_attribute *attr, char *buf)
{
	struct bond_sysfs_attr *battr = container_of(attr, struct bond_sysfs_attr, attr);
	struct bond *bond = bond_from_dev(to_net_dev(d));
	const struct bond_option *opt = battr->opt;
	ssize_t len;

	if (!bond_options_is_shown(bond, opt))
		return 0;
	if (!opt->show)
		return bond_value_show(&bond->params, opt, buf);

	if (!rtnl_trylock())
		return restart_syscall();
	len = opt->show(bond, buf);
	rtnl_unlock();

	return len;
}

/**
 * bond_sysfs_text() - the first line of what was written
 * @text: result, BOND_SYSFS_TEXT_LEN bytes
 * @buf: what was written
 *
 * Context: any.
 */
void bond_sysfs_text(char *text, const char *buf)
{
	strscpy(text, buf, BOND_SYSFS_TEXT_LEN);
	text[strcspn(text, "\n")] = '\0';
}

static int bond_sysfs_change(struct bond *bond, const struct bond_option *opt,
			     const char *text)
{
	struct netlink_ext_ack extack = { };
	struct bond_change ch;
	int err;

	bond_options_begin(&ch, bond, &extack);
	err = bond_options_put_text(&ch, opt, text);
	if (err) {
		bond_err(bond, "option %s\n", extack._msg);
		return err;
	}
	err = bond_options_commit(&ch);
	if (err)
		return err;
	call_netdevice_notifiers(NETDEV_CHANGEINFODATA, bond->dev);

	return 0;
}

static ssize_t bond_sysfs_store(struct device *d, struct device_attribute *attr,
				const char *buf, size_t count)
{
	struct bond_sysfs_attr *battr = container_of(attr, struct bond_sysfs_attr, attr);
	struct net_device *dev = to_net_dev(d);
	char text[BOND_SYSFS_TEXT_LEN];
	int err;

	err = bond_sysfs_begin_store(dev_net(dev));
	if (err)
		return err;
	bond_sysfs_text(text, buf);
	err = bond_sysfs_change(bond_from_dev(dev), battr->opt, text);
	rtnl_unlock();

	return err ? err : count;
}

static ssize_t slaves_show(struct device *d, struct device_attribute *attr, char *buf)
{
	struct bond *bond = bond_from_dev(to_net_dev(d));
	struct bond_port *port;
	ssize_t len = 0;

	if (!rtnl_trylock())
		return restart_syscall();
	bond_for_each_port(port, bond) {
		/* No half names at the end of the page. */
		if (len + IFNAMSIZ + 1 > PAGE_SIZE)
			break;
		len += sysfs_emit_at(buf, len, "%s%s", len ? " " : "", port->dev->name);
	}
	rtnl_unlock();

	return len ? len + sysfs_emit_at(buf, len, "\n") : 0;
}

static int bond_sysfs_enslave(struct bond *bond, struct net_device *slave_dev)
{
	struct netlink_ext_ack extack = { };
	int err;

	err = bond_enslave(bond->dev, slave_dev, &extack);
	if (err && extack._msg)
		bond_slave_err(bond, slave_dev, "Error: %s\n", extack._msg);

	return err;
}

/* "+NAME" enslaves a device, "-NAME" releases it. */
static int bond_sysfs_change_slaves(struct bond *bond, char *text)
{
	struct net_device *slave_dev;
	char *name;
	int err;

	text = skip_spaces(text);
	text[strcspn(text, " \t\n")] = '\0';
	name = text + 1;
	if ((text[0] != '+' && text[0] != '-') || !dev_valid_name(name)) {
		bond_err(bond, "no command found in slaves file - use +ifname or -ifname\n");
		return -EPERM;
	}

	slave_dev = __dev_get_by_name(dev_net(bond->dev), name);
	if (!slave_dev) {
		bond_err(bond, "option slaves: interface %s does not exist!\n", text);
		return -ENODEV;
	}

	if (text[0] == '+')
		return bond_sysfs_enslave(bond, slave_dev);

	err = bond_port_release(bond->dev, slave_dev);
	if (err)
		bond_err(bond, "option slaves: invalid value (%s)\n", text);

	return err;
}

static ssize_t slaves_store(struct device *d, struct device_attribute *attr,
			    const char *buf, size_t count)
{
	struct net_device *dev = to_net_dev(d);
	char text[BOND_SYSFS_TEXT_LEN];
	int err;

	err = bond_sysfs_begin_store(dev_net(dev));
	if (err)
		return err;
	bond_sysfs_text(text, buf);
	err = bond_sysfs_change_slaves(bond_from_dev(dev), text);
	if (!err)
		call_netdevice_notifiers(NETDEV_CHANGEINFODATA, dev);
	rtnl_unlock();

	return err ? err : count;
}
static DEVICE_ATTR_RW(slaves);

static ssize_t mii_status_show(struct device *d, struct device_attribute *attr, char *buf)
{
	return sysfs_emit(buf, "%s\n", str_up_down(netif_carrier_ok(to_net_dev(d))));
}
static DEVICE_ATTR_RO(mii_status);

/* The aggregator, in the modes that have none. */
static ssize_t bond_sysfs_show_none(struct device *d, struct device_attribute *attr,
				    char *buf)
{
	return 0;
}

static struct device_attribute bond_sysfs_ad_attrs[] = {
	__ATTR(ad_aggregator, 0444, bond_sysfs_show_none, NULL),
	__ATTR(ad_num_ports, 0444, bond_sysfs_show_none, NULL),
	__ATTR(ad_actor_key, 0444, bond_sysfs_show_none, NULL),
	__ATTR(ad_partner_key, 0444, bond_sysfs_show_none, NULL),
	__ATTR(ad_partner_mac, 0444, bond_sysfs_show_none, NULL),
};

static struct bond_sysfs_attr bond_sysfs_option_attrs[BOND_OPT_COUNT] __ro_after_init;

/* All of these, two more, and the end of the list. */
static struct attribute *bond_sysfs_attrs[ARRAY_SIZE(bond_sysfs_option_attrs) +
					  ARRAY_SIZE(bond_sysfs_ad_attrs) + 3] __ro_after_init;

static const struct attribute_group bond_sysfs_group = {
	.name	= "bonding",
	.attrs	= bond_sysfs_attrs,
};

/**
 * bond_sysfs_init() - make the files from the option table
 *
 * Context: module init, before there is a bond.
 */
void __init bond_sysfs_init(void)
{
	struct bond_sysfs_attr *battr;
	int i, n = 0;

	bond_sysfs_attrs[n++] = &dev_attr_slaves.attr;
	bond_sysfs_attrs[n++] = &dev_attr_mii_status.attr;
	for (i = 0; i < ARRAY_SIZE(bond_sysfs_ad_attrs); i++)
		bond_sysfs_attrs[n++] = &bond_sysfs_ad_attrs[i].attr;

	for (i = 0; i < BOND_OPT_COUNT; i++) {
		if (bond_options[i].flags & BOND_OPTION_NO_SYSFS)
			continue;
		battr = &bond_sysfs_option_attrs[i];
		battr->opt = &bond_options[i];
		battr->attr.attr.name = bond_options[i].name;
		if (bond_options[i].flags & BOND_OPTION_WRITE_ONLY) {
			battr->attr.attr.mode = 0200;
		} else {
			battr->attr.attr.mode = 0644;
			battr->attr.show = bond_sysfs_show;
		}
		battr->attr.store = bond_sysfs_store;
		bond_sysfs_attrs[n++] = &battr->attr.attr;
	}
}

/**
 * bond_sysfs_prepare() - have the files made when a bond is registered
 * @bond: the bond, about to be registered
 *
 * Context: RTNL.
 */
void bond_sysfs_prepare(struct bond *bond)
{
	bond->dev->sysfs_groups[0] = &bond_sysfs_group;
}
