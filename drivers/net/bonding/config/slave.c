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
	s32 num = opt->type == NLA_S32 ? nla_get_s32(val->attr) : nla_get_u16(val->attr);

	val->num = num;
	snprintf(val->name, sizeof(val->name), "%d", num);
}

static int bond_slave_put(struct bond_slave_change *ch,
			  const struct bond_slave_option *opt,
			  const struct nlattr *attr)
{
	const struct bond *bond = ch->port->bond;
	struct bond_value val = { .attr = attr };

	bond_slave_read(opt, &val);
	if (!(opt->modes & BIT(bond->params.mode))) {
		bond_err(bond, "option %s: mode dependency failed, not supported in mode %s(%u)\n",
			 opt->name, bond->mode->name, bond->mode->id);
		return bond_value_refuse(ch->extack, opt->name, &val, -EACCES,
					 "option not supported in mode");
	}

	return opt->set(ch, opt, &val);
}

/* A slave whose priority has changed may be the better active one, or worse. */
static void bond_slave_commit(const struct bond_slave_change *ch)
{
	struct bond_port *port = ch->port;
	bool select = ch->prio != port->prio;
	struct bond *bond = port->bond;

	WRITE_ONCE(port->queue_id, ch->queue_id);
	WRITE_ONCE(port->prio, ch->prio);

	if (select)
		bond_active_select(bond);
	bond_snap_publish(bond);
	bond_state_notify(bond);
}

/**
 * bond_slave_change() - set what a message has about a slave
 * @port: the slave
 * @data: its attributes, by IFLA_BOND_SLAVE_*; what is read only is ignored
 * @extack: says what is refused
 *
 * Context: RTNL.
 * Return: 0, or a negative error with nothing changed.
 */
int bond_slave_change(struct bond_port *port, struct nlattr *data[],
		      struct netlink_ext_ack *extack)
{
	struct bond_slave_change ch = {
		.port = port,
		.extack = extack,
		.queue_id = port->queue_id,
		.prio = port->prio,
	};
	const struct bond_slave_option *opt;
	int i, err;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		opt = &bond_slave_options[i];
		if (!opt->set || !data[opt->attr])
			continue;
		err = bond_slave_put(&ch, opt, data[opt->attr]);
		if (err)
			return err;
	}
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

	return nla_put_u32(skb, opt->attr, num);
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
	const struct bond_slave_option *opt;
	int i, err;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		opt = &bond_slave_options[i];
		if (opt->flags & BOND_SLAVE_NO_DUMP)
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
 * bond_slave_size() - room for bond_slave_fill()
 *
 * Context: any.
 * Return: bytes.
 */
size_t bond_slave_size(void)
{
	const struct bond_slave_option *opt;
	size_t size = 0;
	int i;

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		opt = &bond_slave_options[i];
		if (!(opt->flags & BOND_SLAVE_NO_DUMP))
			size += nla_total_size(opt->payload ? opt->payload : sizeof(u32));
	}

	return size;
}
