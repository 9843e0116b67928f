// SPDX-License-Identifier: GPL-2.0
// Linux 6.6: generic_hwtstamp_get_lower() and _set_lower()
#include <linux/netdevice.h>
#include <linux/net_tstamp.h>

int probe(struct net_device *dev, struct kernel_hwtstamp_config *config);
int probe(struct net_device *dev, struct kernel_hwtstamp_config *config)
{
	return generic_hwtstamp_get_lower(dev, config);
}
