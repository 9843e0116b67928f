// SPDX-License-Identifier: GPL-2.0
// Engine: this must not compile, with any kernel and compiler.
#include <linux/module.h>
#include <linux/netdevice.h>

int probe(struct net_device *dev);
int probe(struct net_device *dev)
{
	return bonding_lb_has_no_such_function(dev);
}
