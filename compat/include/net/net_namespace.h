/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <net/net_namespace.h> of the newest kernel, over that of the kernel at hand.
 *
 * pernet_operations.exit_rtnl: write a function of (net, dev_kill_list), then
 *
 *	DEFINE_PERNET_EXIT_RTNL(function);
 *	static struct pernet_operations ops = {
 *		PERNET_EXIT_RTNL(function),
 *
 * It runs under RTNL and queues devices with unregister_netdevice_queue().
 */
#ifndef _COMPAT_NET_NET_NAMESPACE_H
#define _COMPAT_NET_NET_NAMESPACE_H

#include_next <net/net_namespace.h>

#if defined(HAVE_PERNET_EXIT_RTNL)
#define DEFINE_PERNET_EXIT_RTNL(fn)	static_assert(1)
#define PERNET_EXIT_RTNL(fn)		.exit_rtnl = (fn)
#elif defined(HAVE_PERNET_EXIT_BATCH_RTNL)
#define DEFINE_PERNET_EXIT_RTNL(fn)					\
	static void fn##_batch(struct list_head *nets, struct list_head *kill) \
	{								\
		struct net *net;					\
									\
		list_for_each_entry(net, nets, exit_list)		\
			fn(net, kill);					\
	}								\
	static_assert(1)
#define PERNET_EXIT_RTNL(fn)		.exit_batch_rtnl = fn##_batch
#else
#define DEFINE_PERNET_EXIT_RTNL(fn)					\
	static void fn##_batch(struct list_head *nets)			\
	{								\
		struct net *net;					\
		LIST_HEAD(kill);					\
									\
		rtnl_lock();						\
		list_for_each_entry(net, nets, exit_list)		\
			fn(net, &kill);					\
		unregister_netdevice_many(&kill);			\
		rtnl_unlock();						\
	}								\
	static_assert(1)
#define PERNET_EXIT_RTNL(fn)		.exit_batch = fn##_batch
#endif

#endif /* _COMPAT_NET_NET_NAMESPACE_H */
