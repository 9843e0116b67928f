// SPDX-License-Identifier: GPL-2.0
// Linux 6.15: struct net_device::netns_immutable (before: netns_local)
#include <linux/netdevice.h>

void probe(struct net_device *dev);
void probe(struct net_device *dev)
{
	dev->netns_immutable = true;
}
