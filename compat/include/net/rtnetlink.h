/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <net/rtnetlink.h> of the newest kernel, over that of the kernel at hand.
 *
 * rtnl_link_ops.newlink: write a function of (dev, params, extack), then
 *
 *	DEFINE_RTNL_NEWLINK(function);
 *	static struct rtnl_link_ops ops = {
 *		.newlink = RTNL_NEWLINK(function),
 */
#ifndef _COMPAT_NET_RTNETLINK_H
#define _COMPAT_NET_RTNETLINK_H

#include_next <net/rtnetlink.h>

#ifdef HAVE_RTNL_NEWLINK_PARAMS
#define DEFINE_RTNL_NEWLINK(fn)		static_assert(1)
#define RTNL_NEWLINK(fn)		(fn)
#else
struct rtnl_newlink_params {
	struct net *src_net;
	struct nlattr **tb;
	struct nlattr **data;
};

#define DEFINE_RTNL_NEWLINK(fn)						\
	static int fn##_compat(struct net *src_net, struct net_device *dev, \
			       struct nlattr *tb[], struct nlattr *data[], \
			       struct netlink_ext_ack *extack)		\
	{								\
		struct rtnl_newlink_params params = {			\
			.src_net = src_net,				\
			.tb = tb,					\
			.data = data,					\
		};							\
									\
		return fn(dev, &params, extack);			\
	}								\
	static_assert(1)
#define RTNL_NEWLINK(fn)		(fn##_compat)
#endif

/* Since 6.2 the answer to who made the device can be told its number. */
#ifndef HAVE_RTNL_CONFIGURE_LINK_PORTID
#define rtnl_configure_link(dev, ifm, portid, nlh)			\
	rtnl_configure_link(dev, ifm)
#endif

#endif /* _COMPAT_NET_RTNETLINK_H */
