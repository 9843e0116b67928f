// SPDX-License-Identifier: GPL-2.0
// Linux 7.0, and stable kernels: struct header_ops::parse is told the device
#include <linux/netdevice.h>

static int parse(const struct sk_buff *skb, const struct net_device *dev,
		 unsigned char *haddr)
{
	return 0;
}

extern const struct header_ops probe;
const struct header_ops probe = { .parse = parse };
