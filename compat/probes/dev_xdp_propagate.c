// Linux 6.8: dev_xdp_propagate()
// SPDX-License-Identifier: GPL-2.0
#include <linux/netdevice.h>

int probe(struct net_device *dev, struct netdev_bpf *bpf);
int probe(struct net_device *dev, struct netdev_bpf *bpf)
{
	return dev_xdp_propagate(dev, bpf);
}
