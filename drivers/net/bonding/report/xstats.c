// SPDX-License-Identifier: GPL-2.0
/*
 * Extended statistics: RTM_GETSTATS, LINK_XSTATS_TYPE_BOND.
 *
 * Purpose: the table of buckets. Bonds without, and slaves, have an empty nest, as
 * with the in-tree driver.
 *
 * Data flow: a dump has as many messages as it takes, each with some buckets more;
 * *prividx is where the next one goes on. An answer for a single device cannot go
 * on, and must not fail for want of room: it says that there is more.
 *
 * Locking: the snapshot, under RCU.
 */
#include <net/netlink.h>

#include "../lb.h"

/* An attribute has 16 bits for its length. */
#define BOND_XSTATS_ROOM	(60 * 1024)

#define BOND_XSTATS_BUCKET_SIZE						\
	(nla_total_size(0) +			/* BOND_XSTATS_LB_BUCKET */ \
	 nla_total_size(sizeof(u32)) * 3 +	/* INDEX, SLAVE, MOVES */ \
	 nla_total_size(0) +			/* PINNED */ \
	 nla_total_size_64bit(sizeof(u64)) * 4)	/* TX_PACKETS, TX_BYTES, RATE, IDLE_MS */

/**
 * bond_xstats_size() - rtnl_link_ops.get_linkxstats_size
 * @dev: the bond; with IFLA_STATS_LINK_XSTATS_SLAVE, a slave
 * @attr: IFLA_STATS_LINK_XSTATS or IFLA_STATS_LINK_XSTATS_SLAVE
 *
 * Context: RTNL or RCU.
 * Return: room that bond_xstats_fill() needs, in bytes.
 */
size_t bond_xstats_size(const struct net_device *dev, int attr)
{
	size_t size = nla_total_size(0);	/* LINK_XSTATS_TYPE_BOND */
	u32 buckets;

	if (attr != IFLA_STATS_LINK_XSTATS)
		return size;
	buckets = READ_ONCE(bond_from_dev(dev)->params.buckets);
	if (!buckets)
		return size;

	/* BOND_XSTATS_LB, with BOND_XSTATS_LB_MORE */
	return size + nla_total_size(0) * 2 +
	       min_t(size_t, buckets * BOND_XSTATS_BUCKET_SIZE, BOND_XSTATS_ROOM);
}

static int bond_xstats_fill_bucket(struct sk_buff *skb, const struct bond_tx_snap *snap,
				   u32 i)
{
	const struct bond_lb_told *told = &snap->lb_stats->told[i];
	struct bond_lb_sum sum;
	struct nlattr *nest;

	bond_lb_read(snap->lb_stats, i, &sum);
	nest = nla_nest_start(skb, BOND_XSTATS_LB_BUCKET);
	if (!nest)
		return -EMSGSIZE;
	if (nla_put_u32(skb, BOND_BUCKET_INDEX, i) ||
	    (snap->n && nla_put_u32(skb, BOND_BUCKET_SLAVE,
				    snap->slave[snap->bucket[i]].dev->ifindex)) ||
	    nla_put_u64_64bit(skb, BOND_BUCKET_TX_PACKETS, sum.packets, BOND_BUCKET_PAD) ||
	    nla_put_u64_64bit(skb, BOND_BUCKET_TX_BYTES, sum.bytes, BOND_BUCKET_PAD) ||
	    nla_put_u64_64bit(skb, BOND_BUCKET_RATE, READ_ONCE(told->rate) * 1000ULL,
			      BOND_BUCKET_PAD) ||
	    nla_put_u32(skb, BOND_BUCKET_MOVES, READ_ONCE(told->moves)) ||
	    (sum.packets && nla_put_u64_64bit(skb, BOND_BUCKET_IDLE_MS,
					      jiffies64_to_msecs(jiffies - sum.last),
					      BOND_BUCKET_PAD)) ||
	    (READ_ONCE(told->pinned) && nla_put_flag(skb, BOND_BUCKET_PINNED))) {
		nla_nest_cancel(skb, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(skb, nest);

	return 0;
}

/* Buckets from *prividx on, as many as there is room for. */
static int bond_xstats_fill_lb(struct sk_buff *skb, const struct bond_tx_snap *snap,
			       int *prividx)
{
	bool dump = nlmsg_hdr(skb)->nlmsg_flags & NLM_F_MULTI;
	unsigned int begin = skb->len;
	u32 first = *prividx, i;
	struct nlattr *nest;

	if (!snap->n_buckets) {
		/* There may have been some when the dump began. */
		*prividx = 0;
		return 0;
	}
	nest = nla_nest_start(skb, BOND_XSTATS_LB);
	if (!nest)
		return -EMSGSIZE;

	for (i = first; i < snap->n_buckets; i++) {
		if (skb->len - begin + BOND_XSTATS_BUCKET_SIZE > BOND_XSTATS_ROOM ||
		    skb_tailroom(skb) < BOND_XSTATS_BUCKET_SIZE + nla_total_size(0) ||
		    bond_xstats_fill_bucket(skb, snap, i))
			break;
	}
	if (i >= snap->n_buckets) {
		nla_nest_end(skb, nest);
		*prividx = 0;
		return 0;
	}
	if (!dump) {
		nla_put_flag(skb, BOND_XSTATS_LB_MORE);
		nla_nest_end(skb, nest);
		return 0;
	}
	if (i == first) {
		nla_nest_cancel(skb, nest);
		return -EMSGSIZE;
	}
	nla_nest_end(skb, nest);
	*prividx = i;

	return -EMSGSIZE;
}

/**
 * bond_xstats_fill() - rtnl_link_ops.fill_linkxstats
 * @skb: the message
 * @dev: the bond; with IFLA_STATS_LINK_XSTATS_SLAVE, a slave
 * @prividx: the bucket to go on with; set to where the next message goes on
 * @attr: IFLA_STATS_LINK_XSTATS or IFLA_STATS_LINK_XSTATS_SLAVE
 *
 * Context: RTNL or RCU.
 * Return: 0, or -EMSGSIZE if there is more to come.
 */
int bond_xstats_fill(struct sk_buff *skb, const struct net_device *dev,
		     int *prividx, int attr)
{
	struct nlattr *nest;
	int err = 0;

	nest = nla_nest_start_noflag(skb, LINK_XSTATS_TYPE_BOND);
	if (!nest)
		return -EMSGSIZE;

	if (attr == IFLA_STATS_LINK_XSTATS) {
		rcu_read_lock();
		err = bond_xstats_fill_lb(skb, rcu_dereference(bond_from_dev(dev)->tx),
					  prividx);
		rcu_read_unlock();
	}

	nla_nest_end(skb, nest);

	return err;
}
