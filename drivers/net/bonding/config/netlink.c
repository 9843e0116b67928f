// SPDX-License-Identifier: GPL-2.0
/*
 * The rtnetlink kinds "bond" and, for its slaves, "bond".
 *
 * Purpose: policies, parsing, messages and their sizes, all made from the rows
 * of the option tables. Nothing here knows an option by name.
 *
 * Data flow: a new bond gets its options before it is registered, so nobody
 * ever sees it with others, and one that is refused was never there. An existing
 * bond is changed in one go; see options.h.
 *
 * Locking: RTNL, taken by rtnetlink. Messages may also be filled under RCU.
 */
#include <linux/bitmap.h>
#include <linux/etherdevice.h>
#include <linux/if_link.h>
#include <net/netlink.h>
#include <net/rtnetlink.h>

#include "slave.h"
#include "sysfs.h"

static struct nla_policy bond_policy[BOND_ATTR_MAX + 1] __ro_after_init = {
	/* Only told, but checked all the same. */
	[IFLA_BOND_AD_INFO] = { .type = NLA_NESTED },
	[IFLA_BOND_LB] = { .type = NLA_NESTED },
};

/* Strict, unlike the outer one, which rtnetlink parses as it always has. */
static struct nla_policy bond_lb_policy[IFLA_BOND_LB_MAX + 1] __ro_after_init = {
	[0] = { .strict_start_type = 1 },
};

static struct nla_policy bond_slave_policy[BOND_SLAVE_ATTR_MAX + 1] __ro_after_init = {
	[IFLA_BOND_SLAVE_LB] = { .type = NLA_NESTED },
};

static struct nla_policy bond_slave_lb_policy[IFLA_BOND_SLAVE_LB_MAX + 1] __ro_after_init = {
	[0] = { .strict_start_type = 1 },
};

static struct netlink_range_validation bond_ranges[BOND_OPT_COUNT] __ro_after_init;

/**
 * bond_netlink_init() - make the policies from the option tables
 *
 * Context: module init, before rtnl_link_register().
 */
void __init bond_netlink_init(void)
{
	const struct bond_slave_option *slave_opt;
	const struct bond_option *opt;
	struct nla_policy *policy;
	int i;

	for (i = 0; i < BOND_OPT_COUNT; i++) {
		opt = &bond_options[i];
		if (!opt->attr)
			continue;
		policy = opt->flags & BOND_OPTION_LB ? &bond_lb_policy[opt->attr] :
						       &bond_policy[opt->attr];
		policy->type = opt->type;
		if (opt->type != NLA_NESTED)
			policy->len = opt->payload;
		if (!(opt->flags & BOND_OPTION_POLICY))
			continue;
		bond_ranges[i].min = opt->min;
		bond_ranges[i].max = opt->max;
		policy->validation_type = NLA_VALIDATE_RANGE_PTR;
		policy->range = &bond_ranges[i];
	}

	for (i = 0; i < BOND_SLAVE_COUNT; i++) {
		slave_opt = &bond_slave_options[i];
		policy = slave_opt->flags & BOND_SLAVE_LB ?
			 &bond_slave_lb_policy[slave_opt->attr] :
			 &bond_slave_policy[slave_opt->attr];
		if (slave_opt->set || slave_opt->flags & BOND_SLAVE_LB)
			policy->type = slave_opt->type;
	}
}

static int bond_netlink_validate(struct nlattr *tb[], struct nlattr *data[],
				 struct netlink_ext_ack *extack)
{
	const struct nlattr *addr = tb[IFLA_ADDRESS];

	if (!addr)
		return 0;
	if (nla_len(addr) != ETH_ALEN) {
		NL_SET_ERR_MSG_ATTR(extack, addr, "An Ethernet address has six bytes");
		return -EINVAL;
	}
	if (!is_valid_ether_addr(nla_data(addr))) {
		NL_SET_ERR_MSG_ATTR(extack, addr,
				    "A bond cannot have a multicast address or zero");
		return -EADDRNOTAVAIL;
	}

	return 0;
}

/* What comes with a later version must not look like a success. */
static int bond_netlink_check_later(struct nlattr *const attr,
				    struct netlink_ext_ack *extack)
{
	if (!attr)
		return 0;

	NL_SET_ERR_MSG_ATTR(extack, attr,
			    "The attribute is not supported by this driver yet");
	return -EOPNOTSUPP;
}

/* The attributes within IFLA_BOND_LB; those that no row knows come later. */
static int bond_netlink_parse_lb(struct nlattr *lb[], const struct nlattr *nest,
				 struct netlink_ext_ack *extack)
{
	DECLARE_BITMAP(known, IFLA_BOND_LB_MAX + 1) = {};
	int i, err;

	err = nla_parse_nested(lb, IFLA_BOND_LB_MAX, nest, NULL, extack);
	if (err)
		return err;

	for (i = 0; i < BOND_OPT_COUNT; i++)
		if (bond_options[i].flags & BOND_OPTION_LB)
			__set_bit(bond_options[i].attr, known);
	for (i = 1; i <= IFLA_BOND_LB_MAX; i++) {
		err = test_bit(i, known) ? 0 : bond_netlink_check_later(lb[i], extack);
		if (err)
			return err;
	}

	return nla_parse_nested(lb, IFLA_BOND_LB_MAX, nest, bond_lb_policy, extack);
}

/* Parsing keeps the last one only. */
static int bond_netlink_put_all(struct bond_change *ch, const struct bond_option *opt,
				const struct nlattr *nest)
{
	const struct nlattr *attr;
	int rem, err;

	nla_for_each_nested(attr, nest, rem) {
		if (nla_type(attr) != opt->attr)
			continue;
		err = bond_options_put_attr(ch, opt, attr);
		if (err)
			return err;
	}

	return 0;
}

static int bond_netlink_prepare(struct bond_change *ch, struct net_device *dev,
				struct nlattr *data[], struct netlink_ext_ack *extack)
{
	struct nlattr *lb[IFLA_BOND_LB_MAX + 1] = {};
	const struct bond_option *opt;
	const struct nlattr *attr;
	int i, err = 0;

	bond_options_begin(ch, bond_from_dev(dev), extack);
	if (!data)
		return 0;
	if (data[IFLA_BOND_LB])
		err = bond_netlink_parse_lb(lb, data[IFLA_BOND_LB], extack);

	for (i = 0; i < BOND_OPT_COUNT && !err; i++) {
		opt = &bond_options[i];
		attr = opt->flags & BOND_OPTION_LB ? lb[opt->attr] : data[opt->attr];
		if (!opt->attr || !attr)
			continue;
		err = opt->flags & BOND_OPTION_REPEAT ?
		      bond_netlink_put_all(ch, opt, data[IFLA_BOND_LB]) :
		      bond_options_put_attr(ch, opt, attr);
	}

	return err;
}

static int bond_netlink_newlink(struct net_device *dev,
				struct rtnl_newlink_params *params,
				struct netlink_ext_ack *extack)
{
	struct bond_change ch;
	int err;

	err = bond_netlink_prepare(&ch, dev, params->data, extack);
	if (!err)
		err = bond_options_commit(&ch);
	if (err)
		return err;

	err = register_netdevice(dev);
	if (err)
		return err;
	netif_carrier_off(dev);

	return 0;
}

DEFINE_RTNL_NEWLINK(bond_netlink_newlink);

static int bond_netlink_changelink(struct net_device *dev, struct nlattr *tb[],
				   struct nlattr *data[],
				   struct netlink_ext_ack *extack)
{
	struct bond_change ch;
	int err;

	err = bond_netlink_prepare(&ch, dev, data, extack);
	if (err)
		return err;

	return bond_options_commit(&ch);
}

static void bond_netlink_dellink(struct net_device *dev, struct list_head *head)
{
	unregister_netdevice_queue(dev, head);
}

static int bond_netlink_slave_changelink(struct net_device *dev,
					 struct net_device *slave_dev,
					 struct nlattr *tb[], struct nlattr *data[],
					 struct netlink_ext_ack *extack)
{
	struct nlattr *lb[IFLA_BOND_SLAVE_LB_MAX + 1] = {};
	int err;

	if (!data)
		return 0;
	if (data[IFLA_BOND_SLAVE_LB]) {
		err = nla_parse_nested(lb, IFLA_BOND_SLAVE_LB_MAX, data[IFLA_BOND_SLAVE_LB],
				       bond_slave_lb_policy, extack);
		if (err)
			return err;
	}

	return bond_slave_change(bond_port_from_dev_rtnl(slave_dev), data, lb, extack);
}

static size_t bond_netlink_option_size(const struct bond_option *opt)
{
	if (opt->payload)
		return nla_total_size(opt->payload);

	return nla_total_size(sizeof(u32));
}

static size_t bond_netlink_get_size(const struct net_device *dev)
{
	size_t size = nla_total_size(0);	/* IFLA_BOND_LB */
	int i;

	for (i = 0; i < BOND_OPT_COUNT; i++)
		if (bond_options[i].attr && !(bond_options[i].flags & BOND_OPTION_WRITE_ONLY))
			size += bond_netlink_option_size(&bond_options[i]);

	return size;
}

static int bond_netlink_fill_number(struct sk_buff *skb, const struct bond *bond,
				    const struct bond_option *opt)
{
	u32 num = bond_value_get(&bond->params, opt);

	if (opt->flags & BOND_OPTION_NO_DUMP && num == opt->def)
		return 0;
	if (opt->type == NLA_U8)
		return nla_put_u8(skb, opt->attr, num);
	if (opt->type == NLA_U16)
		return nla_put_u16(skb, opt->attr, num);

	return nla_put_u32(skb, opt->attr, num);
}

/* The rows outside of IFLA_BOND_LB, or those within. */
static int bond_netlink_fill_rows(struct sk_buff *skb, const struct bond *bond, bool lb)
{
	const struct bond_option *opt;
	int i, err;

	for (i = 0; i < BOND_OPT_COUNT; i++) {
		opt = &bond_options[i];
		if (!opt->attr || !!(opt->flags & BOND_OPTION_LB) != lb ||
		    opt->flags & BOND_OPTION_WRITE_ONLY || !bond_options_is_shown(bond, opt))
			continue;
		err = opt->fill ? opt->fill(skb, bond) :
				  bond_netlink_fill_number(skb, bond, opt);
		if (err)
			return err;
	}

	return 0;
}

static int bond_netlink_fill_info(struct sk_buff *skb, const struct net_device *dev)
{
	const struct bond *bond = bond_from_dev(dev);
	struct nlattr *nest;
	int err;

	err = bond_netlink_fill_rows(skb, bond, false);
	if (err)
		return err;

	/* Readers that are strict do not know this one: not unless it is in use. */
	if (!READ_ONCE(bond->params.buckets))
		return 0;
	nest = nla_nest_start(skb, IFLA_BOND_LB);
	if (!nest)
		return -EMSGSIZE;
	err = bond_netlink_fill_rows(skb, bond, true);
	if (err) {
		nla_nest_cancel(skb, nest);
		return err;
	}
	nla_nest_end(skb, nest);

	return 0;
}

static size_t bond_netlink_get_slave_size(const struct net_device *dev,
					  const struct net_device *slave_dev)
{
	return bond_slave_size();
}

static int bond_netlink_fill_slave_info(struct sk_buff *skb,
					const struct net_device *dev,
					const struct net_device *slave_dev)
{
	return bond_slave_fill(skb, rcu_dereference_rtnl(slave_dev->rx_handler_data));
}

static unsigned int bond_netlink_get_num_queues(void)
{
	return bond_params_tx_queues();
}

struct rtnl_link_ops bond_link_ops __read_mostly = {
	.kind			= "bond",
	.priv_size		= sizeof(struct bond),
	.setup			= bond_master_setup,
	.maxtype		= BOND_ATTR_MAX,
	.policy			= bond_policy,
	.validate		= bond_netlink_validate,
	.newlink		= RTNL_NEWLINK(bond_netlink_newlink),
	.changelink		= bond_netlink_changelink,
	.dellink		= bond_netlink_dellink,
	.get_size		= bond_netlink_get_size,
	.fill_info		= bond_netlink_fill_info,
	.get_num_tx_queues	= bond_netlink_get_num_queues,
	.get_num_rx_queues	= bond_netlink_get_num_queues,
	.slave_maxtype		= BOND_SLAVE_ATTR_MAX,
	.slave_policy		= bond_slave_policy,
	.slave_changelink	= bond_netlink_slave_changelink,
	.get_linkxstats_size	= bond_xstats_size,
	.fill_linkxstats	= bond_xstats_fill,
	.get_slave_size		= bond_netlink_get_slave_size,
	.fill_slave_info	= bond_netlink_fill_slave_info,
};
