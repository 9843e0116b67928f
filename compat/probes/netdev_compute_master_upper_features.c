// SPDX-License-Identifier: GPL-2.0
// Linux 6.18: netdev_compute_master_upper_features()
#include <linux/netdevice.h>

void probe(struct net_device *dev);
void probe(struct net_device *dev)
{
	netdev_compute_master_upper_features(dev, true);
}
