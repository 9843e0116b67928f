// SPDX-License-Identifier: GPL-2.0
// Linux 6.11: struct kernel_ethtool_ts_info in ethtool_ops::get_ts_info
#include <linux/ethtool.h>

static int probe_get(struct net_device *dev, struct kernel_ethtool_ts_info *info)
{
	return 0;
}

const struct ethtool_ops probe = {
	.get_ts_info = probe_get,
};
