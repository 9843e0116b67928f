// SPDX-License-Identifier: GPL-2.0
// Linux 6.12: struct net_device::netns_local in place of NETIF_F_NETNS_LOCAL
#include <linux/netdevice.h>

void probe(struct net_device *dev);
void probe(struct net_device *dev)
{
	dev->netns_local = true;
}
