/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/ethtool.h> of the newest kernel, over that of the kernel at hand.
 */
#ifndef _COMPAT_LINUX_ETHTOOL_H
#define _COMPAT_LINUX_ETHTOOL_H

#include_next <linux/ethtool.h>

#ifndef HAVE_KERNEL_ETHTOOL_TS_INFO
#define kernel_ethtool_ts_info	ethtool_ts_info
#endif

#ifndef HAVE_ETHTOOL_GET_TS_INFO_BY_LAYER
#define ethtool_get_ts_info_by_layer	compat_ethtool_get_ts_info_by_layer

int compat_ethtool_get_ts_info_by_layer(struct net_device *dev,
					struct kernel_ethtool_ts_info *info);
#endif

#endif /* _COMPAT_LINUX_ETHTOOL_H */
