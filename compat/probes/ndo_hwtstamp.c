// SPDX-License-Identifier: GPL-2.0
// Linux 6.6: struct net_device_ops::ndo_hwtstamp_get and _set
#include <linux/netdevice.h>
#include <linux/net_tstamp.h>

static int probe_get(struct net_device *dev, struct kernel_hwtstamp_config *config)
{
	return 0;
}

const struct net_device_ops probe = {
	.ndo_hwtstamp_get = probe_get,
};
