// SPDX-License-Identifier: GPL-2.0
// Linux 6.2, 6.1.y of later: rtnl_configure_link() with portid and nlmsghdr
#include <net/rtnetlink.h>

int probe(struct net_device *dev);
int probe(struct net_device *dev)
{
	return rtnl_configure_link(dev, NULL, 0, NULL);
}
