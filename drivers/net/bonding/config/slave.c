// SPDX-License-Identifier: GPL-2.0
/*
 * The table of what is known and can be set of a single slave.
 *
 * Data flow: a change is made as one of a bond is (options.c): each attribute
 * of the message is checked and edits a copy, then all take effect together.
 *
 * Locking: changes and messages under RTNL. Text is written without it: sysfs
 * holds the port, and single fields are read once.
 */
#include <linux/sysfs.h>

#include "../mode/mode.h"
#include "slave.h"

static u32 bond_slave_get_state(const struct bond_port *port)
{
	return READ_ONCE(port->backup);
}

static ssize_t bond_slave_show_state(const struct bond_port *port, char *buf)
{
	return sysfs_emit(buf, "%s\n", bond_slave_get_state(port) == BOND_STATE_ACTIVE ?
			  "active" : "backup");
}

static u32 bond_slave_get_mii_status(const struct bond_port *port)
{
	return READ_ONCE(port->link);
}

static ssize_t bond_slave_show_mii_status(const struct bond_port *port, char *buf)
{
	return sysfs_emit(buf, "%s\n", bond_link_name(bond_slave_get_mii_status(port)));
}

static u32 bond_slave_get_link_failure_count(const struct bond_port *port)
{
	return READ_ONCE(port->link_failure_count);
}

static ssize_t bond_slave_show_perm_hwaddr(const struct bond_port *port, char *buf)
{
	return sysfs_emit(buf, "%*phC\n", port->perm_hwaddr_len, port->perm_hwaddr);
}

static u32 bond_slave_get_queue_id(const struct bond_port *port)
{
	return READ_ONCE(port->queue_id);
}

static int bond_slave_set_queue_id(struct bond_slave_change *ch,
				   const struct bond_slave_option *opt,
				   struct bond_value *val)
{
	const char *why = bond_check_port_queue(ch->port, val->num);

	if (why)
		return bond_value_refuse(ch->extack, opt->name, val, -EPERM, why);
	ch->queue_id = val->num;

	return 0;
}

static u32 bond_slave_get_prio(const struct bond_port *port)
{
	return READ_ONCE(port->prio);
}

static int bond_slave_set_prio(struct bond_slave_change *ch,
			       const struct bond_slave_option *opt,
			       struct bond_value *val)
{
	ch->prio = val->num;

	return 0;
}

static u32 bond_slave_get_weight(const struct bond_port *port)
{
	return READ_ONCE(port->weight);
}

static int bond_slave_set_weight(struct bond_slave_change *ch,
				 const struct bond_slave_option *opt,
				 struct bond_value *val)
{
	if (val->num > BOND_SLAVE_WEIGHT_MAX)
		return bond_value_refuse(ch->extack, opt->name, val, -EINVAL,
					 "invalid option value, allowed 0 - 10000000");
	ch->weight = val->num;

	return 0;
}

static u32 bond_slave_get_buckets(const struct bond_port *port)
{
	return READ_ONCE(port->buckets);
}

static u32 bond_slave_get_tx_rate(const struct bond_port *port)
{
	return READ_ONCE(port->tx_rate);
}

static int bond_slave_set_actor_port_prio(struct bond_slave_change *ch,
					  const struct bond_slave_option *opt,
					  struct bond_value *val)
{
	return bond_value_refuse(ch->extack, opt->name, val, -EOPNOTSUPP,
				 "not supported by this driver yet");
}

/* What 802.3ad knows of a slave, in the other modes. */
static ssize_t bond_slave_show_na(const struct bond_port *port, char *buf)
{
	return sysfs_emit(buf, "N/A\n");
}

const struct bond_slave_option bond_slave_options[BOND_SLAVE_COUNT] = {
	[BOND_SLAVE_STATE] = {
		.name		= "state",
		.help		= BOND_SLAVE_HELP_STATE,
		.attr		= IFLA_BOND_SLAVE_STATE,
		.type		= NLA_U8,
		.get		= bond_slave_get_state,
		.show		= bond_slave_show_state,
	},
	[BOND_SLAVE_MII_STATUS] = {
		.name		= "mii_status",
		.help		= BOND_SLAVE_HELP_MII_STATUS,
		.attr		= IFLA_BOND_SLAVE_MII_STATUS,
		.type		= NLA_U8,
		.get		= bond_slave_get_mii_status,
		.show		= bond_slave_show_mii_status,
	},
	[BOND_SLAVE_LINK_FAILURE_COUNT] = {
		.name		= "link_failure_count",
		.help		= BOND_SLAVE_HELP_LINK_FAILURE_COUNT,
		.attr		= IFLA_BOND_SLAVE_LINK_FAILURE_COUNT,
		.type		= NLA_U32,
		.get		= bond_slave_get_link_failure_count,
	},
	[BOND_SLAVE_PERM_HWADDR] = {
		.name		= "perm_hwaddr",
		.help		= BOND_SLAVE_HELP_PERM_HWADDR,
		.attr		= IFLA_BOND_SLAVE_PERM_HWADDR,
		.type		= NLA_BINARY,
		.payload	= MAX_ADDR_LEN,
		.show		= bond_slave_show_perm_hwaddr,
	},
	[BOND_SLAVE_QUEUE_ID] = {
		.name		= "queue_id",
		.help		= BOND_SLAVE_HELP_QUEUE_ID,
		.attr		= IFLA_BOND_SLAVE_QUEUE_ID,
		.type		= NLA_U16,
		.modes		= BOND_MODES_ALL,
		.get		= bond_slave_get_queue_id,
		.set		= bond_slave_set_queue_id,
	},
	[BOND_SLAVE_PRIO] = {
		.name		= "prio",
		.help		= BOND_SLAVE_HELP_PRIO,
		.attr		= IFLA_BOND_SLAVE_PRIO,
		.type		= NLA_S32,
		.modes		= BOND_MODES_PRIMARY,
		.flags		= BOND_SLAVE_NO_SYSFS,
		.get		= bond_slave_get_prio,
		.set		= bond_slave_set_prio,
	},
	[BOND_SLAVE_WEIGHT] = {
		.name		= "weight",
		.help		= BOND_SLAVE_HELP_WEIGHT,
		.attr		= IFLA_BOND_SLAVE_LB_WEIGHT,
		.type		= NLA_U32,
		.modes		= BOND_MODES_BUCKETS,
		.flags		= BOND_SLAVE_LB | BOND_SLAVE_STORE,
		.get		= bond_slave_get_weight,
		.set		= bond_slave_set_weight,
	},
	[BOND_SLAVE_BUCKETS] = {
		.name		= "buckets",
		.help		= BOND_SLAVE_HELP_BUCKETS,
		.attr		= IFLA_BOND_SLAVE_LB_BUCKETS,
		.type		= NLA_U32,
		.flags		= BOND_SLAVE_LB | BOND_SLAVE_NO_SYSFS,
		.get		= bond_slave_get_buckets,
	},
	[BOND_SLAVE_TX_RATE] = {
		.name		= "tx_rate",
		.help		= BOND_SLAVE_HELP_TX_RATE,
		.attr		= IFLA_BOND_SLAVE_LB_TX_RATE,
		.type		= NLA_U64,
		.flags		= BOND_SLAVE_LB | BOND_SLAVE_NO_SYSFS,
		.get		= bond_slave_get_tx_rate,
	},
	[BOND_SLAVE_ACTOR_PORT_PRIO] = {
		.name		= "actor_port_prio",
		.help		= BOND_SLAVE_HELP_ACTOR_PORT_PRIO,
		.attr		= BOND_SLAVE_ATTR_ACTOR_PORT_PRIO,
		.type		= NLA_U16,
		.modes		= BIT(BOND_MODE_8023AD),
		.flags		= BOND_SLAVE_NO_SYSFS | BOND_SLAVE_NO_DUMP,
		.set		= bond_slave_set_actor_port_prio,
	},
	[BOND_SLAVE_AD_AGGREGATOR_ID] = {
		.name		= "ad_aggregator_id",
		.help		= BOND_SLAVE_HELP_AD_AGGREGATOR_ID,
		.attr		= IFLA_BOND_SLAVE_AD_AGGREGATOR_ID,
		.type		= NLA_U16,
		.flags		= BOND_SLAVE_NO_DUMP,
		.show		= bond_slave_show_na,
	},
	[BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE] = {
		.name		= "ad_actor_oper_port_state",
		.help		= BOND_SLAVE_HELP_AD_ACTOR_OPER_PORT_STATE,
		.attr		= IFLA_BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE,
		.type		= NLA_U8,
		.flags		= BOND_SLAVE_NO_DUMP,
		.show		= bond_slave_show_na,
	},
	[BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE] = {
		.name		= "ad_partner_oper_port_state",
		.help		= BOND_SLAVE_HELP_AD_PARTNER_OPER_PORT_STATE,
		.attr		= IFLA_BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE,
		.type		= NLA_U16,
		.flags		= BOND_SLAVE_NO_DUMP,
		.show		= bond_slave_show_na,
	},
};

static void bond_slave_read(const struct bond_slave_option *opt, struct bond_value *val)
{
	s64 num;

	if (opt->type == NLA_S32)
		num = nla_get_s32(val->attr);
	else if (opt->type == NLA_U32)
		num = nla_get_u32(val->attr);
	else
		num = nla_get_u16(val->attr);
	val->num = num;
	snprintf(val->name, sizeof(val->name), "%lld", num);
}

static int bond_slave_put(struct bond_slave_change *ch,
			  const struct bond_slave_option *opt, struct bond_value *val)
{
	const struct bond *bond = ch->port->bond;

	if (!(opt->modes & BIT(bond->params.mode))) {
		bond_err(bond, "option %s: mode dependency failed, not supported in mode %s(%u)\n",
			 opt->name, bond->mode->name, bond->mode->id);
		return bond_value_refuse(ch->extack, opt->name, val, -EACCES,
					 "option not supported in mode");
	}

	return opt->set(ch, opt, val);
}

static int bond_slave_put_attr(struct bond_slave_change *ch,
			       const struct bond_slave_option *opt,
			       const struct nlattr *attr)
{
	struct bond_value val = { .attr = attr };

	if (!opt->set) {
		strscpy(val.name, "a value", sizeof(val.name));
		return bond_value_refuse(ch->extack, opt->name, &val, -EPERM,
					 "not to be set");
	}
	bond_slave_read(opt, &val);

	return bond_slave_put(ch, opt, &val);
}

static void bond_slave_begin(struct bond_slave_change *ch, struct bond_port *port,
			     struct netlink_ext_ack *extack)
{
	ch->port = port;
	ch->extack = extack;
	ch->queue_id = port->queue_id;
	ch->prio = port->prio;
	ch->weight = port->weight;
}

/* A slave whose priority has changed may be the better active one, or worse. */
static void bond_slave_commit(const struct bond_slave_change *ch)
{
	struct bond_port *port = ch->port;
	bool select = ch->prio != port->prio;
	struct bond *bond = port->bond;

	WRITE_ONCE(port->queue_id, ch->queue_id);
	WRITE_ONCE(port->prio, ch->prio);
	WRITE_ONCE(port->weight, ch->weight);

	if (select)
		bond_active_select(bond);
	bond_snap_publish(bond);
	bond_state_notify(bond);
}

/**
 * bond_slave_change() - set what a message has about a slave
 * @port: the slave
 * @data: its attributes, by IFLA_BOND_SLAVE_*; what is read only is ignored
 * @lb: those within, by IFLA_BOND_SLAVE_LB_*; what is read only is refused
 * @extack: says what is refused
 *
 * Context: RTNL.
 * Return: 0, or a negative error with nothing changed.
 */
int bond_slave_change(struct bond_port *port, struct nlattr *data[],
		      struct nlattr *lb[], struct netlink_ext_ack *extack)
{
	const struct bond_slave_option *opt;
	struct bond_slave_change ch;
	const struct nlattr *attr;
	int i, err;

	bond_slave_begin(&ch, port, extack);
	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		opt = &bond_slave_options[i];
		attr = opt->flags & BOND_SLAVE_LB ? lb[opt->attr] : data[opt->attr];
		if (!attr || (!opt->set && !(opt->flags & BOND_SLAVE_LB)))
			continue;
		err = bond_slave_put_attr(&ch, opt, attr);
		if (err)
			return err;
	}
	bond_slave_commit(&ch);

	return 0;
}

/**
 * bond_slave_store() - set what was written to the file of a row
 * @port: the slave
 * @opt: the row, with BOND_SLAVE_STORE
 * @text: a number
 * @extack: says what is refused
 *
 * Context: RTNL.
 * Return: 0, or a negative error with nothing changed.
 */
int bond_slave_store(struct bond_port *port, const struct bond_slave_option *opt,
		     const char *text, struct netlink_ext_ack *extack)
{
	struct bond_value val = { .text = text };
	struct bond_slave_change ch;
	int err;

	strscpy(val.name, text, sizeof(val.name));
	if (kstrtou64(text, 10, &val.num))
		return bond_value_refuse(extack, opt->name, &val, -EINVAL,
					 "not a number");

	bond_slave_begin(&ch, port, extack);
	err = bond_slave_put(&ch, opt, &val);
	if (err)
		return err;
	bond_slave_commit(&ch);

	return 0;
}

static int bond_slave_fill_number(struct sk_buff *skb,
				  const struct bond_slave_option *opt, u32 num)
{
	if (opt->type == NLA_U8)
		return nla_put_u8(skb, opt->attr, num);
	if (opt->type == NLA_U16)
		return nla_put_u16(skb, opt->attr, num);
	if (opt->type == NLA_U64)
		return nla_put_u64_64bit(skb, opt->attr, num * 1000ULL,
					 IFLA_BOND_SLAVE_LB_PAD);

	return nla_put_u32(skb, opt->attr, num);
}

/* The rows outside of IFLA_BOND_SLAVE_LB, or those within. */
static int bond_slave_fill_rows(struct sk_buff *skb, const struct bond_port *port, bool lb)
{
	const struct bond_slave_option *opt;
	int i, err;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		opt = &bond_slave_options[i];
		if (opt->flags & BOND_SLAVE_NO_DUMP || !!(opt->flags & BOND_SLAVE_LB) != lb)
			continue;
		if (opt->get)
			err = bond_slave_fill_number(skb, opt, opt->get(port));
		else
			err = nla_put(skb, opt->attr, port->perm_hwaddr_len,
				      port->perm_hwaddr);
		if (err)
			return err;
	}

	return 0;
}

/**
 * bond_slave_fill() - add what is known of a slave to a message
 * @skb: the message
 * @port: the slave
 *
 * Context: RTNL or RCU.
 * Return: 0 or -EMSGSIZE.
 */
int bond_slave_fill(struct sk_buff *skb, const struct bond_port *port)
{
	struct nlattr *nest;
	int err;

	err = bond_slave_fill_rows(skb, port, false);
	if (err)
		return err;

	/* Readers that are strict do not know this one: not unless it is in use. */
	if (!READ_ONCE(port->bond->params.buckets) && !READ_ONCE(port->weight))
		return 0;
	nest = nla_nest_start(skb, IFLA_BOND_SLAVE_LB);
	if (!nest)
		return -EMSGSIZE;
	err = bond_slave_fill_rows(skb, port, true);
	if (err) {
		nla_nest_cancel(skb, nest);
		return err;
	}
	nla_nest_end(skb, nest);

	return 0;
}

/**
 * bond_slave_size() - room for bond_slave_fill()
 *
 * Context: any.
 * Return: bytes.
 */
size_t bond_slave_size(void)
{
	const struct bond_slave_option *opt;
	size_t size = nla_total_size(0);	/* IFLA_BOND_SLAVE_LB */
	int i;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		opt = &bond_slave_options[i];
		if (opt->flags & BOND_SLAVE_NO_DUMP)
			continue;
		if (opt->type == NLA_U64)
			size += nla_total_size_64bit(sizeof(u64));
		else
			size += nla_total_size(opt->payload ? opt->payload : sizeof(u32));
	}

	return size;
}
