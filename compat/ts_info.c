// SPDX-License-Identifier: GPL-2.0
/*
 * ethtool_get_ts_info_by_layer() for kernels without it (before 6.7).
 *
 * A PHY that can stamp goes before its MAC; a device that says nothing stamps
 * in software what it receives.
 */
#include <linux/ethtool.h>
#include <linux/net_tstamp.h>
#include <linux/phy.h>

#ifndef HAVE_ETHTOOL_GET_TS_INFO_BY_LAYER

int compat_ethtool_get_ts_info_by_layer(struct net_device *dev,
					struct kernel_ethtool_ts_info *info)
{
	const struct ethtool_ops *ops = dev->ethtool_ops;

	memset(info, 0, sizeof(*info));
	info->cmd = ETHTOOL_GET_TS_INFO;
	info->phc_index = -1;

	if (phy_has_tsinfo(dev->phydev))
		return phy_ts_info(dev->phydev, info);
	if (ops && ops->get_ts_info)
		return ops->get_ts_info(dev, info);

	info->so_timestamping = SOF_TIMESTAMPING_RX_SOFTWARE |
				SOF_TIMESTAMPING_SOFTWARE;

	return 0;
}

#endif
