// SPDX-License-Identifier: GPL-2.0
// Linux 6.9: ethtool_get_ts_info_by_layer()
#include <linux/ethtool.h>

int probe(struct net_device *dev, struct kernel_ethtool_ts_info *info);
int probe(struct net_device *dev, struct kernel_ethtool_ts_info *info)
{
	return ethtool_get_ts_info_by_layer(dev, info);
}
