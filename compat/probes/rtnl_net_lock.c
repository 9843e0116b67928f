// Linux 6.13: rtnl_net_lock() and ASSERT_RTNL_NET()
// SPDX-License-Identifier: GPL-2.0
#include <linux/rtnetlink.h>

void probe(struct net *net);
void probe(struct net *net)
{
	rtnl_net_lock(net);
	ASSERT_RTNL_NET(net);
	rtnl_net_unlock(net);
}
