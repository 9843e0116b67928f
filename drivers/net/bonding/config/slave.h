/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is known and can be set of a single slave: one table for netlink and for
 * /sys/class/net/SLAVE/bonding_slave.
 */
#ifndef _BOND_CONFIG_SLAVE_H
#define _BOND_CONFIG_SLAVE_H

#include "options.h"

/* The rows of the table of slaves. */
enum bond_slave_id {
	BOND_SLAVE_STATE,
	BOND_SLAVE_MII_STATUS,
	BOND_SLAVE_LINK_FAILURE_COUNT,
	BOND_SLAVE_PERM_HWADDR,
	BOND_SLAVE_QUEUE_ID,
	BOND_SLAVE_PRIO,
	BOND_SLAVE_WEIGHT,
	BOND_SLAVE_BUCKETS,
	BOND_SLAVE_TX_RATE,
	BOND_SLAVE_ACTOR_PORT_PRIO,
	BOND_SLAVE_AD_AGGREGATOR_ID,
	BOND_SLAVE_AD_ACTOR_OPER_PORT_STATE,
	BOND_SLAVE_AD_PARTNER_OPER_PORT_STATE,
	BOND_SLAVE_COUNT
};

/* For &struct bond_slave_option.flags. */
#define BOND_SLAVE_NO_SYSFS	BIT(0)	/* has no file in sysfs */
#define BOND_SLAVE_NO_DUMP	BIT(1)	/* never in a message yet */
#define BOND_SLAVE_LB		BIT(2)	/* its attribute is within IFLA_BOND_SLAVE_LB */
#define BOND_SLAVE_STORE	BIT(3)	/* its file can be written */

/* Mbit/s where weights are speeds. */
#define BOND_SLAVE_WEIGHT_MAX	10000000

/**
 * struct bond_slave_change - a change of a slave that is being prepared
 * @port: the slave
 * @extack: where the reason for a refusal goes, may be NULL
 * @queue_id: its queue as it will be
 * @prio: its priority as it will be
 * @weight: its weight as it will be
 */
struct bond_slave_change {
	struct bond_port *port;
	struct netlink_ext_ack *extack;
	u16 queue_id;
	s32 prio;
	u32 weight;
};

/**
 * struct bond_slave_option - a property of a slave
 * @name: in sysfs and in messages
 * @help: what it is, in one line
 * @attr: IFLA_BOND_SLAVE_*
 * @type: NLA_* of the attribute
 * @modes: modes in which it may be set
 * @flags: BOND_SLAVE_*
 * @payload: bytes of the attribute in a message
 * @get: its value, NULL if it is no number or is not there yet; where it is a rate,
 *	kbit/s
 * @show: writes the text of sysfs; NULL for a number
 * @set: checks a value and puts it into the change; NULL for what is read only
 */
struct bond_slave_option {
	const char *name;
	const char *help;
	u16 attr;
	u8 type;
	u8 modes;
	u8 flags;
	u8 payload;
	u32 (*get)(const struct bond_port *port);
	ssize_t (*show)(const struct bond_port *port, char *buf);
	int (*set)(struct bond_slave_change *ch, const struct bond_slave_option *opt,
		   struct bond_value *val);
};

extern const struct bond_slave_option bond_slave_options[BOND_SLAVE_COUNT];

int bond_slave_change(struct bond_port *port, struct nlattr *data[],
		      struct nlattr *lb[], struct netlink_ext_ack *extack);
int bond_slave_store(struct bond_port *port, const struct bond_slave_option *opt,
		     const char *text, struct netlink_ext_ack *extack);
int bond_slave_fill(struct sk_buff *skb, const struct bond_port *port);
size_t bond_slave_size(void);

#endif /* _BOND_CONFIG_SLAVE_H */
