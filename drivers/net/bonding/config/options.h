/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Options: the table and how a change is made.
 *
 * Purpose: each option of a bond is one row of bond_options[] (table.c), each
 * value of a slave one row of bond_slave_options[] (slave.c). Netlink, sysfs,
 * the module parameters and Documentation/options.rst are made from these rows.
 *
 * Data flow: a change (struct bond_change) starts with a copy of the parameters
 * of the bond. Values come in as netlink attributes or as text; each is checked
 * against its row and against the copy, and edits the copy (options.c, and
 * check.c for what a row cannot say). When all were accepted, the copy is
 * committed whole and the effects of the rows that were given take place
 * (apply.c). Memory is got first, and after that nothing can fail: a change is made
 * completely or not at all.
 *
 * Locking: RTNL, from bond_options_begin() to bond_options_commit().
 */
#ifndef _BOND_CONFIG_OPTIONS_H
#define _BOND_CONFIG_OPTIONS_H

#include <linux/bitmap.h>
#include <linux/bits.h>
#include <linux/if_bonding_lb.h>
#include <linux/netlink.h>
#include <net/netlink.h>

#include "../bond.h"
#include "help.h"

/*
 * Numbers of the user interface that not every supported kernel's <if_link.h>
 * has (the preprocessor cannot ask for an enumerator).
 */
#define BOND_ATTR_COUPLED_CONTROL	32
#define BOND_ATTR_BROADCAST_NEIGH	33
#define BOND_ATTR_LACP_STRICT		34
#define BOND_ATTR_MAX			IFLA_BOND_LB

#define BOND_SLAVE_ATTR_ACTOR_PORT_PRIO	10
#define BOND_SLAVE_ATTR_MAX		IFLA_BOND_SLAVE_LB

/* Milliseconds: averages over less are no measure of load. */
#define BOND_REBALANCE_INTERVAL_MIN	1000

/* Four of 64 bits, padded, and one of 32; see bond_balance_fill(). */
#define BOND_REBALANCE_INFO_SIZE	(4 * (NLA_HDRLEN * 2 + sizeof(u64)) + \
					 NLA_HDRLEN + sizeof(u32))

/* Longest value in text, and longest message: extack has 80 bytes. */
#define BOND_VALUE_LEN			48
#define BOND_MESSAGE_LEN		80

/*
 * The rows of the option table. Values that come in one message are checked and
 * applied in this order: a row may look at what earlier ones left in the copy.
 */
enum bond_option_id {
	BOND_OPT_MODE,
	BOND_OPT_ACTIVE_SLAVE,
	BOND_OPT_MIIMON,
	BOND_OPT_UPDELAY,
	BOND_OPT_DOWNDELAY,
	BOND_OPT_PEER_NOTIF_DELAY,
	BOND_OPT_USE_CARRIER,
	BOND_OPT_ARP_INTERVAL,
	BOND_OPT_ARP_IP_TARGET,
	BOND_OPT_NS_IP6_TARGET,
	BOND_OPT_ARP_VALIDATE,
	BOND_OPT_ARP_ALL_TARGETS,
	BOND_OPT_PRIMARY,
	BOND_OPT_PRIMARY_RESELECT,
	BOND_OPT_FAIL_OVER_MAC,
	BOND_OPT_XMIT_HASH_POLICY,
	BOND_OPT_BUCKETS,
	BOND_OPT_WEIGHTING,
	BOND_OPT_HASH_SEED,
	BOND_OPT_REBALANCE_INTERVAL,
	BOND_OPT_REBALANCE_THRESHOLD,
	BOND_OPT_REBALANCE_MIN_RATE,
	BOND_OPT_REBALANCE_MAX_MOVES,
	BOND_OPT_REBALANCE_INFO,
	BOND_OPT_BUCKET_MAP,
	BOND_OPT_RESEND_IGMP,
	BOND_OPT_NUM_GRAT_ARP,
	BOND_OPT_NUM_UNSOL_NA,
	BOND_OPT_ALL_SLAVES_ACTIVE,
	BOND_OPT_MIN_LINKS,
	BOND_OPT_LP_INTERVAL,
	BOND_OPT_PACKETS_PER_SLAVE,
	BOND_OPT_LACP_ACTIVE,
	BOND_OPT_LACP_RATE,
	BOND_OPT_AD_SELECT,
	BOND_OPT_TLB_DYNAMIC_LB,
	BOND_OPT_ARP_MISSED_MAX,
	BOND_OPT_COUPLED_CONTROL,
	BOND_OPT_AD_ACTOR_SYS_PRIO,
	BOND_OPT_AD_USER_PORT_KEY,
	BOND_OPT_AD_ACTOR_SYSTEM,
	BOND_OPT_BROADCAST_NEIGHBOR,
	BOND_OPT_LACP_STRICT,
	BOND_OPT_QUEUE_ID,
	BOND_OPT_COUNT
};

/**
 * enum bond_option_kind - what the value of an option is
 * @BOND_KIND_NUMBER: a number from &struct bond_option.min to max
 * @BOND_KIND_SWITCH: 0 or 1, also taken as "off" or "on"
 * @BOND_KIND_NAMES: a number with a name; both are taken, both are shown
 * @BOND_KIND_PERIODS: milliseconds, kept as a number of monitoring periods
 * @BOND_KIND_SPECIAL: something else, that the row's own functions know
 */
enum bond_option_kind {
	BOND_KIND_NUMBER,
	BOND_KIND_SWITCH,
	BOND_KIND_NAMES,
	BOND_KIND_PERIODS,
	BOND_KIND_SPECIAL,
};

/* Modes that an option applies to, for &struct bond_option.modes. */
#define BOND_MODES_ALL		GENMASK(BOND_MODE_BALANCE_TCP, BOND_MODE_ROUNDROBIN)
#define BOND_MODES_PRIMARY	(BIT(BOND_MODE_ACTIVEBACKUP) | \
				 BIT(BOND_MODE_TLB) | BIT(BOND_MODE_ALB))
#define BOND_MODES_ARP		(GENMASK(BOND_MODE_BROADCAST, BOND_MODE_ROUNDROBIN) | \
				 BIT(BOND_MODE_BALANCE_TCP))
#define BOND_MODES_BUCKETS	(BIT(BOND_MODE_XOR) | BIT(BOND_MODE_BALANCE_TCP))

/* When it may change, for &struct bond_option.when. */
#define BOND_WHEN_DOWN		BIT(0)	/* while the bond is down */
#define BOND_WHEN_EMPTY		BIT(1)	/* while it has no slaves */

/* For &struct bond_option.flags. */
#define BOND_OPTION_LATER	BIT(0)	/* only the default is supported yet */
#define BOND_OPTION_POLICY	BIT(1)	/* netlink refuses what is out of range */
#define BOND_OPTION_NO_SYSFS	BIT(2)	/* has no file in sysfs */
#define BOND_OPTION_NO_DUMP	BIT(3)	/* not shown while at its default */
#define BOND_OPTION_AD		BIT(4)	/* shown in mode 802.3ad only */
#define BOND_OPTION_OFF		BIT(5)	/* "off" is another word for 0 */
#define BOND_OPTION_LB		BIT(6)	/* its attribute is within IFLA_BOND_LB */
#define BOND_OPTION_REPEAT	BIT(7)	/* its attribute may come more than once */
#define BOND_OPTION_WRITE_ONLY	BIT(8)	/* is not shown at all */
#define BOND_OPTION_READ_ONLY	BIT(9)	/* is not to be set */

/* What follows a change of it, for &struct bond_option.effects. */
#define BOND_EFFECT_SELECT	BIT(0)	/* the active slave is chosen anew */
#define BOND_EFFECT_SNAP	BIT(1)	/* the transmit path reads it */
#define BOND_EFFECT_CARRIER	BIT(2)	/* the carrier of the bond may change */

/**
 * struct bond_value - a value as somebody gave it
 * @attr: the netlink attribute, NULL if it came as text
 * @text: the text without the newline; for devices, their name also if it came
 *	by netlink
 * @num: the number that it means, once known
 * @name: the value in readable form, for messages
 */
struct bond_value {
	const struct nlattr *attr;
	const char *text;
	u64 num;
	char name[BOND_VALUE_LEN];
};

/**
 * struct bond_move - a value of bucket_map
 * @bucket: which bucket
 * @dev: where to; NULL for "auto", or if there is no such device
 * @kind: enum bond_lb_order_kind
 */
struct bond_move {
	u32 bucket;
	struct net_device *dev;
	u8 kind;
};

/**
 * struct bond_change - a change of options that is being prepared
 * @bond: the bond
 * @extack: where the reason for a refusal goes, may be NULL
 * @params: the options as they will be
 * @given: rows that were given a value, whether or not it differs
 * @active: the slave for active_slave, NULL for any
 * @port: the slave for queue_id
 * @queue_id: the queue for @port
 * @move: what bucket_map was given last
 * @lb: the table of buckets that the bond is to have, if it is another one; then
 *	the one that it had
 */
struct bond_change {
	struct bond *bond;
	struct netlink_ext_ack *extack;
	struct bond_params params;
	DECLARE_BITMAP(given, BOND_OPT_COUNT);
	struct bond_port *active;
	struct bond_port *port;
	u16 queue_id;
	struct bond_move move;
	struct bond_lb *lb;
};

/**
 * struct bond_option - an option of a bond
 * @name: in sysfs, in messages, as module parameter
 * @help: what it is, in one line
 * @names: names of the values 0 to @max, for BOND_KIND_NAMES
 * @min: smallest number
 * @max: largest number
 * @def: default
 * @attr: IFLA_BOND_*, or IFLA_BOND_LB_* of BOND_OPTION_LB; 0 for none
 * @type: NLA_* of the attribute
 * @kind: enum bond_option_kind
 * @modes: BOND_MODES_*, or BIT(BOND_MODE_*) of the modes it applies to
 * @when: BOND_WHEN_*
 * @effects: BOND_EFFECT_*
 * @flags: BOND_OPTION_*
 * @offset: where struct bond_params keeps it
 * @size: bytes there, 0 for an option that is no parameter
 * @payload: bytes of the attribute in a message, of nested ones the most
 * @read: attribute to value, before anything is checked; NULL for a number
 * @check: checks what the row cannot say, and edits the copy; NULL for a number
 *	that is just stored
 * @apply: acts on a committed change, before @effects
 * @show: writes the text of sysfs; NULL for a number
 * @fill: adds the attribute to a message; NULL for a number
 */
struct bond_option {
	const char *name;
	const char *help;
	const char * const *names;
	u32 min;
	u32 max;
	u32 def;
	u16 attr;
	u8 type;
	u8 kind;
	u8 modes;
	u8 when;
	u8 effects;
	u16 flags;
	u16 offset;
	u16 size;
	u16 payload;
	int (*read)(struct bond_change *ch, const struct bond_option *opt,
		    struct bond_value *val);
	int (*check)(struct bond_change *ch, const struct bond_option *opt,
		     struct bond_value *val);
	void (*apply)(struct bond_change *ch);
	ssize_t (*show)(struct bond *bond, char *buf);
	int (*fill)(struct sk_buff *skb, const struct bond *bond);
};

/* names.c */
extern const char * const bond_arp_validate_names[7];
extern const char * const bond_arp_all_targets_names[2];
extern const char * const bond_primary_reselect_names[3];
extern const char * const bond_fail_over_mac_names[3];
extern const char * const bond_xmit_hash_policy_names[6];
extern const char * const bond_weighting_names[2];
extern const char * const bond_lacp_active_names[2];
extern const char * const bond_lacp_rate_names[2];
extern const char * const bond_ad_select_names[3];

/* table.c */
extern const struct bond_option bond_options[BOND_OPT_COUNT];

/* options.c: the engine */
void bond_options_begin(struct bond_change *ch, struct bond *bond,
			struct netlink_ext_ack *extack);
int bond_options_put_attr(struct bond_change *ch, const struct bond_option *opt,
			  const struct nlattr *attr);
int bond_options_put_text(struct bond_change *ch, const struct bond_option *opt,
			  const char *text);
int bond_options_commit(struct bond_change *ch);
int bond_options_refuse(const struct bond_change *ch, const struct bond_option *opt,
			const struct bond_value *val, int err, const char *why);
int bond_options_refuse_later(const struct bond_change *ch,
			      const struct bond_option *opt,
			      const struct bond_value *val);

/* Options of 802.3ad and of buckets are not shown in modes that have none. */
static inline bool bond_options_is_shown(const struct bond *bond,
					 const struct bond_option *opt)
{
	u8 mode = READ_ONCE(bond->params.mode);

	if (opt->flags & BOND_OPTION_LB)
		return opt->modes & BIT(mode);

	return !(opt->flags & BOND_OPTION_AD) || mode == BOND_MODE_8023AD;
}

/* value.c: numbers in text and in struct bond_params */
u32 bond_value_load(const struct bond_params *params, const struct bond_option *opt);
void bond_value_store(struct bond_params *params, const struct bond_option *opt,
		      u32 num);
u32 bond_value_get(const struct bond_params *params, const struct bond_option *opt);
int bond_value_parse(const struct bond_option *opt, const char *text, u64 *num);
ssize_t bond_value_show(const struct bond_params *params,
			const struct bond_option *opt, char *buf);
int bond_value_refuse(struct netlink_ext_ack *extack, const char *name,
		      const struct bond_value *val, int err, const char *why);

/* check.c: what rows cannot say */
int bond_check_mode(struct bond_change *ch, const struct bond_option *opt,
		    struct bond_value *val);
int bond_check_read_active_slave(struct bond_change *ch, const struct bond_option *opt,
				 struct bond_value *val);
int bond_check_active_slave(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val);
int bond_check_read_primary(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val);
int bond_check_primary(struct bond_change *ch, const struct bond_option *opt,
		       struct bond_value *val);
int bond_check_periods(struct bond_change *ch, const struct bond_option *opt,
		       struct bond_value *val);
int bond_check_buckets(struct bond_change *ch, const struct bond_option *opt,
		       struct bond_value *val);
int bond_check_rebalance_interval(struct bond_change *ch, const struct bond_option *opt,
				  struct bond_value *val);
int bond_check_arp_interval(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val);
int bond_check_arp_validate(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val);
int bond_check_read_ad_actor_system(struct bond_change *ch,
				    const struct bond_option *opt,
				    struct bond_value *val);
int bond_check_ad_actor_system(struct bond_change *ch, const struct bond_option *opt,
			       struct bond_value *val);
int bond_check_queue_id(struct bond_change *ch, const struct bond_option *opt,
			struct bond_value *val);
const char *bond_check_port_queue(const struct bond_port *port, u32 queue_id);

/* moves.c: buckets moved by hand */
int bond_moves_read(struct bond_change *ch, const struct bond_option *opt,
		    struct bond_value *val);
int bond_moves_check(struct bond_change *ch, const struct bond_option *opt,
		     struct bond_value *val);
void bond_moves_apply(struct bond_change *ch);

/* targets.c: the lists of ARP and NS targets */
int bond_targets_read(struct bond_change *ch, const struct bond_option *opt,
		      struct bond_value *val);
int bond_targets_check_arp(struct bond_change *ch, const struct bond_option *opt,
			   struct bond_value *val);
int bond_targets_check_ns(struct bond_change *ch, const struct bond_option *opt,
			  struct bond_value *val);

/* apply.c: hooks of a committed change, and special values to show */
void bond_apply_active_slave(struct bond_change *ch);
void bond_apply_miimon(struct bond_change *ch);
void bond_apply_rebalance(struct bond_change *ch);
void bond_apply_primary(struct bond_change *ch);
void bond_apply_all_slaves_active(struct bond_change *ch);
void bond_apply_queue_id(struct bond_change *ch);
ssize_t bond_apply_show_active_slave(struct bond *bond, char *buf);
ssize_t bond_apply_show_primary(struct bond *bond, char *buf);
ssize_t bond_apply_show_queue_id(struct bond *bond, char *buf);
ssize_t bond_apply_show_none(struct bond *bond, char *buf);
int bond_apply_fill_active_slave(struct sk_buff *skb, const struct bond *bond);
int bond_apply_fill_primary(struct sk_buff *skb, const struct bond *bond);
int bond_apply_fill_none(struct sk_buff *skb, const struct bond *bond);

#endif /* _BOND_CONFIG_OPTIONS_H */
