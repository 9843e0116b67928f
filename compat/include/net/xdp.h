/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <net/xdp.h> of the newest kernel, over that of the kernel at hand.
 */
#ifndef _COMPAT_NET_XDP_H
#define _COMPAT_NET_XDP_H

#include_next <net/xdp.h>

/* A kernel that does not announce XDP features has nothing to keep. */
#ifndef HAVE_XDP_SET_FEATURES_FLAG
#define xdp_set_features_flag(dev, val)		do { } while (0)
#define xdp_clear_features_flag(dev)		do { } while (0)
#endif

#endif /* _COMPAT_NET_XDP_H */
