// SPDX-License-Identifier: GPL-2.0
// Linux 6.12: struct net_device::lltx in place of NETIF_F_LLTX
#include <linux/netdevice.h>

void probe(struct net_device *dev);
void probe(struct net_device *dev)
{
	dev->lltx = true;
}
