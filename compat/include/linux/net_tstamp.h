/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/net_tstamp.h> of the newest kernel, over that of the kernel at hand.
 *
 * net_device_ops.ndo_hwtstamp_get and _set: in the initializer, with its comma,
 *
 *	NDO_HWTSTAMP(get, set)
 *
 * and in ndo_eth_ioctl, for kernels that ask there (before 6.6),
 *
 *	err = ndo_hwtstamp_ioctl(dev, ifr, cmd, get, set);
 *
 * which is -EOPNOTSUPP for everything else.
 */
#ifndef _COMPAT_LINUX_NET_TSTAMP_H
#define _COMPAT_LINUX_NET_TSTAMP_H

#include_next <linux/net_tstamp.h>
#include <linux/if.h>
#include <linux/netdevice.h>
#include <linux/sockios.h>
#include <linux/string.h>
#include <linux/uaccess.h>

#ifdef HAVE_NDO_HWTSTAMP
#define NDO_HWTSTAMP(get, set)						\
	.ndo_hwtstamp_get = (get),					\
	.ndo_hwtstamp_set = (set),

static inline int
ndo_hwtstamp_ioctl(struct net_device *dev, struct ifreq *ifr, int cmd,
		   int (*get)(struct net_device *dev,
			      struct kernel_hwtstamp_config *cfg),
		   int (*set)(struct net_device *dev,
			      struct kernel_hwtstamp_config *cfg,
			      struct netlink_ext_ack *extack))
{
	return -EOPNOTSUPP;
}
#else
#define NDO_HWTSTAMP(get, set)

/**
 * struct kernel_hwtstamp_config - a request for time stamps
 * @flags: HWTSTAMP_FLAG_*
 * @tx_type: HWTSTAMP_TX_*
 * @rx_filter: HWTSTAMP_FILTER_*
 * @ifr: the request as user space made it, which lower devices are given
 * @copied_to_user: the lower device has written the answer to user space
 */
struct kernel_hwtstamp_config {
	int flags;
	int tx_type;
	int rx_filter;
	struct ifreq *ifr;
	bool copied_to_user;
};

static inline int generic_hwtstamp_lower(struct net_device *lower,
					 struct kernel_hwtstamp_config *cfg,
					 int cmd)
{
	const struct net_device_ops *ops = lower->netdev_ops;
	struct ifreq ifr = { .ifr_ifru = cfg->ifr->ifr_ifru };
	int err;

	if (!netif_device_present(lower))
		return -ENODEV;
	if (!ops->ndo_eth_ioctl)
		return -EOPNOTSUPP;

	strscpy(ifr.ifr_name, lower->name, IFNAMSIZ);
	err = ops->ndo_eth_ioctl(lower, &ifr, cmd);
	if (!err)
		cfg->copied_to_user = true;

	return err;
}

static inline int generic_hwtstamp_get_lower(struct net_device *lower,
					     struct kernel_hwtstamp_config *cfg)
{
	return generic_hwtstamp_lower(lower, cfg, SIOCGHWTSTAMP);
}

static inline int generic_hwtstamp_set_lower(struct net_device *lower,
					     struct kernel_hwtstamp_config *cfg,
					     struct netlink_ext_ack *extack)
{
	return generic_hwtstamp_lower(lower, cfg, SIOCSHWTSTAMP);
}

/* The core has checked a request to set; the answer is the lower device's. */
static inline int
ndo_hwtstamp_ioctl(struct net_device *dev, struct ifreq *ifr, int cmd,
		   int (*get)(struct net_device *dev,
			      struct kernel_hwtstamp_config *cfg),
		   int (*set)(struct net_device *dev,
			      struct kernel_hwtstamp_config *cfg,
			      struct netlink_ext_ack *extack))
{
	struct kernel_hwtstamp_config cfg = { .ifr = ifr };
	struct hwtstamp_config user;

	switch (cmd) {
	case SIOCGHWTSTAMP:
		return get(dev, &cfg);
	case SIOCSHWTSTAMP:
		if (copy_from_user(&user, ifr->ifr_data, sizeof(user)))
			return -EFAULT;
		cfg.flags = user.flags;
		cfg.tx_type = user.tx_type;
		cfg.rx_filter = user.rx_filter;
		return set(dev, &cfg, NULL);
	default:
		return -EOPNOTSUPP;
	}
}
#endif

#endif /* _COMPAT_LINUX_NET_TSTAMP_H */
