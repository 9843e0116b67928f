// SPDX-License-Identifier: GPL-2.0
/*
 * Extended statistics: RTM_GETSTATS, LINK_XSTATS_TYPE_BOND.
 *
 * The modes that are there have none, so the nest is empty; readers find it
 * for every bond and every slave, as they do with the in-tree driver.
 *
 * Locking: RTNL or RCU of the dump.
 */
#include <net/netlink.h>

#include "../bond.h"

/**
 * bond_xstats_size() - rtnl_link_ops.get_linkxstats_size
 * @dev: the bond, or a slave
 * @attr: IFLA_STATS_LINK_XSTATS or IFLA_STATS_LINK_XSTATS_SLAVE
 *
 * Return: room that bond_xstats_fill() needs, in bytes.
 */
size_t bond_xstats_size(const struct net_device *dev, int attr)
{
	return nla_total_size(0);
}

/**
 * bond_xstats_fill() - rtnl_link_ops.fill_linkxstats
 * @skb: the message
 * @dev: the bond, or a slave
 * @prividx: where to go on in a further message, not used
 * @attr: IFLA_STATS_LINK_XSTATS or IFLA_STATS_LINK_XSTATS_SLAVE
 *
 * Return: 0 or -EMSGSIZE.
 */
int bond_xstats_fill(struct sk_buff *skb, const struct net_device *dev,
		     int *prividx, int attr)
{
	struct nlattr *nest;

	nest = nla_nest_start_noflag(skb, LINK_XSTATS_TYPE_BOND);
	if (!nest)
		return -EMSGSIZE;
	nla_nest_end(skb, nest);

	return 0;
}
