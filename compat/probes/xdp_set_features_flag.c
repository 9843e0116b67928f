// SPDX-License-Identifier: GPL-2.0
// Linux 6.3: xdp_set_features_flag() and struct net_device::xdp_features
#include <linux/netdevice.h>
#include <net/xdp.h>

void probe(struct net_device *dev);
void probe(struct net_device *dev)
{
	xdp_set_features_flag(dev, dev->xdp_features);
}
