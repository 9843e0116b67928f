// SPDX-License-Identifier: GPL-2.0
// Engine: this must compile, with every kernel and compiler.
#include <linux/module.h>
#include <linux/netdevice.h>

int probe(struct net_device *dev);
int probe(struct net_device *dev)
{
	return dev->ifindex;
}
