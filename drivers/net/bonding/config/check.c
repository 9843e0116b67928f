// SPDX-License-Identifier: GPL-2.0
/*
 * What a row of the option table cannot say: values that depend on slaves,
 * devices or other options.
 *
 * Each function gets a change whose state and range checks have passed, checks
 * the rest, and edits the copy if the value is not just a number to store. It
 * touches nothing but the change. Reading turns an attribute into a value
 * before anything is checked.
 *
 * Locking: RTNL.
 */
#include <linux/ctype.h>
#include <linux/kstrtox.h>
#include <linux/log2.h>
#include <linux/string.h>

#include "../mode/mode.h"
#include "../select/buckets.h"
#include "options.h"

/* The first word of a text; false if it is too long for the name of a device. */
static bool bond_check_word(const char *text, char *name)
{
	size_t len;

	text = skip_spaces(text);
	len = strcspn(text, " \t\n");
	if (len >= IFNAMSIZ)
		return false;
	strscpy(name, text, len + 1);

	return true;
}

/**
 * bond_check_mode() - can this driver do a mode?
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0 or -EOPNOTSUPP.
 */
int bond_check_mode(struct bond_change *ch, const struct bond_option *opt,
		    struct bond_value *val)
{
	const struct bond_mode_ops *mode = bond_mode_get(val->num);

	if (!mode)
		return bond_options_refuse_later(ch, opt, val);
	/* Later options of the same message come on top of these. */
	if (val->num != ch->params.mode)
		bond_mode_set_defaults(mode, &ch->params);

	return 0;
}

/**
 * bond_check_buckets() - can there be so many buckets?
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
int bond_check_buckets(struct bond_change *ch, const struct bond_option *opt,
		       struct bond_value *val)
{
	if (!val->num && bond_mode_get(ch->params.mode)->buckets)
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "this mode has buckets, 16 - 4096");
	if (val->num && (val->num < BOND_BUCKETS_MIN || !is_power_of_2(val->num)))
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "not a power of two from 16 to 4096");

	return 0;
}

static struct net_device *bond_check_read_dev(const struct bond_change *ch,
					      struct bond_value *val)
{
	int ifindex = nla_get_u32(val->attr);
	struct net_device *dev;

	dev = ifindex ? __dev_get_by_index(dev_net(ch->bond->dev), ifindex) : NULL;
	val->text = dev ? dev->name : "";
	if (dev)
		strscpy(val->name, dev->name, sizeof(val->name));
	else
		snprintf(val->name, sizeof(val->name), "%d", ifindex);

	return dev;
}

/**
 * bond_check_read_active_slave() - ifindex to name
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0, or -ENODEV if there is no such device.
 */
int bond_check_read_active_slave(struct bond_change *ch, const struct bond_option *opt,
				 struct bond_value *val)
{
	if (!bond_check_read_dev(ch, val) && nla_get_u32(val->attr))
		return bond_options_refuse(ch, opt, val, -ENODEV,
					   "no device has this index");

	return 0;
}

/**
 * bond_check_rebalance_interval() - not too often
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
int bond_check_rebalance_interval(struct bond_change *ch, const struct bond_option *opt,
				  struct bond_value *val)
{
	if (val->num && val->num < BOND_REBALANCE_INTERVAL_MIN)
		return bond_options_refuse(ch, opt, val, -EINVAL, "0, or 1000 and more");

	return 0;
}

/**
 * bond_check_active_slave() - can the slave be the active one?
 * @ch: the change
 * @opt: the option
 * @val: name of a slave, or empty for any
 *
 * Context: RTNL.
 * Return: 0, -ENODEV without such a device, or -EINVAL if it is no slave or has
 * no link.
 */
int bond_check_active_slave(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val)
{
	struct bond *bond = ch->bond;
	struct net_device *dev = NULL;
	struct bond_port *port;
	char name[IFNAMSIZ];

	if (bond_check_word(val->text, name)) {
		if (!name[0])
			return 0;
		dev = __dev_get_by_name(dev_net(bond->dev), name);
	}
	if (!dev) {
		bond_err(bond, "option %s: interface %s does not exist!\n",
			 opt->name, val->text);
		return bond_options_refuse(ch, opt, val, -ENODEV,
					   "interface does not exist");
	}

	port = bond_port_get_rtnl(dev);
	if (!port || port->bond != bond) {
		bond_slave_err(bond, dev, "Device is not bonding slave\n");
		bond_err(bond, "option %s: invalid value (%s)\n", opt->name, name);
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "invalid option value, not a slave of this bond");
	}
	if (port != bond_active_rtnl(bond) && !bond_port_has_link(port)) {
		bond_slave_err(bond, dev, "Could not set as active slave; either %s is down or the link is down\n",
			       dev->name);
		bond_err(bond, "option %s: invalid value (%s)\n", opt->name, name);
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "invalid option value, the slave or its link is down");
	}
	ch->active = port;

	return 0;
}

/**
 * bond_check_read_primary() - ifindex to name
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0; an index without a device means none.
 */
int bond_check_read_primary(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val)
{
	bond_check_read_dev(ch, val);

	return 0;
}

/**
 * bond_check_primary() - remember the name of the primary slave
 * @ch: the change
 * @opt: the option
 * @val: a name; empty for none, as is one that no device can have
 *
 * The device need not exist: it is the primary as soon as it is a slave.
 *
 * Context: RTNL.
 * Return: 0.
 */
int bond_check_primary(struct bond_change *ch, const struct bond_option *opt,
		       struct bond_value *val)
{
	memset(ch->params.primary, 0, sizeof(ch->params.primary));
	if (strlen(val->text) < sizeof(ch->params.primary))
		strscpy(ch->params.primary, val->text, sizeof(ch->params.primary));

	return 0;
}

/**
 * bond_check_periods() - milliseconds to monitoring periods
 * @ch: the change
 * @opt: updelay, downdelay or peer_notif_delay
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0, or -EPERM while there is no link monitoring.
 */
int bond_check_periods(struct bond_change *ch, const struct bond_option *opt,
		       struct bond_value *val)
{
	u32 miimon = ch->params.miimon;
	const char *what;
	u32 num = val->num;

	what = opt == &bond_options[BOND_OPT_UPDELAY] ? "up" :
	       opt == &bond_options[BOND_OPT_DOWNDELAY] ? "down" :
	       "peer notification";

	if (!miimon) {
		bond_err(ch->bond, "Unable to set %s delay as MII monitoring is disabled\n",
			 what);
		return bond_options_refuse(ch, opt, val, -EPERM,
					   "unable to set a delay while miimon is 0");
	}

	if (num % miimon)
		bond_warn(ch->bond, "%s delay (%u) is not a multiple of miimon (%u), value rounded to %u ms\n",
			  what, num, miimon, num - num % miimon);
	bond_value_store(&ch->params, opt, num / miimon);

	return 0;
}

/* Was link monitoring turned on in the same message? */
static bool bond_check_has_miimon(const struct bond_change *ch)
{
	return test_bit(BOND_OPT_MIIMON, ch->given) && ch->params.miimon;
}

/**
 * bond_check_arp_interval() - one message cannot ask for both monitors
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
int bond_check_arp_interval(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val)
{
	if (val->num && bond_check_has_miimon(ch))
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "ARP monitoring cannot be used with MII monitoring");

	return 0;
}

/**
 * bond_check_arp_validate() - as bond_check_arp_interval()
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
int bond_check_arp_validate(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val)
{
	if (val->num && bond_check_has_miimon(ch))
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "ARP validating cannot be used with MII monitoring");

	return 0;
}

/**
 * bond_check_read_ad_actor_system() - six bytes
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: 0, or -EINVAL if there are fewer.
 */
int bond_check_read_ad_actor_system(struct bond_change *ch,
				    const struct bond_option *opt,
				    struct bond_value *val)
{
	if (nla_len(val->attr) != ETH_ALEN)
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "an Ethernet address has six bytes");
	snprintf(val->name, sizeof(val->name), "%pM", nla_data(val->attr));

	return 0;
}

/**
 * bond_check_ad_actor_system() - not before there is LACP
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: -EOPNOTSUPP.
 */
int bond_check_ad_actor_system(struct bond_change *ch, const struct bond_option *opt,
			       struct bond_value *val)
{
	return bond_options_refuse_later(ch, opt, val);
}

/**
 * bond_check_port_queue() - may a slave have a queue?
 * @port: the slave
 * @queue_id: the queue, 0 for none
 *
 * Context: RTNL.
 * Return: NULL if so, else the reason why not.
 */
const char *bond_check_port_queue(const struct bond_port *port, u32 queue_id)
{
	const struct bond_port *other;

	if (queue_id > port->bond->dev->real_num_tx_queues)
		return "the bond has not so many transmit queues";
	if (!queue_id)
		return NULL;

	bond_for_each_port(other, port->bond)
		if (other != port && other->queue_id == queue_id)
			return "another slave has this queue";

	return NULL;
}

/**
 * bond_check_queue_id() - SLAVE:QUEUE, as from sysfs
 * @ch: the change
 * @opt: the option
 * @val: the text
 *
 * Context: RTNL.
 * Return: 0 or -EPERM.
 */
int bond_check_queue_id(struct bond_change *ch, const struct bond_option *opt,
			struct bond_value *val)
{
	const char *colon = strchr(val->text, ':');
	const char *why = "give SLAVE:QUEUE";
	struct net_device *dev;
	struct bond_port *port;
	char name[IFNAMSIZ];
	char number[16];

	if (!colon || colon - val->text >= IFNAMSIZ ||
	    strscpy(number, skip_spaces(colon + 1), sizeof(number)) < 0 ||
	    kstrtou16(strim(number), 10, &ch->queue_id))
		goto refuse;

	strscpy(name, val->text, colon - val->text + 1);
	dev = __dev_get_by_name(dev_net(ch->bond->dev), name);
	port = dev ? bond_port_get_rtnl(dev) : NULL;
	if (!port || port->bond != ch->bond) {
		why = "not a slave of this bond";
		goto refuse;
	}

	why = bond_check_port_queue(port, ch->queue_id);
	if (why)
		goto refuse;
	ch->port = port;

	return 0;

refuse:
	return bond_options_refuse(ch, opt, val, -EPERM, why);
}
