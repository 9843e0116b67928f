// Linux 6.7: NL_SET_ERR_MSG_ATTR_FMT()
// SPDX-License-Identifier: GPL-2.0
#include <linux/netlink.h>

#ifndef NL_SET_ERR_MSG_ATTR_FMT
#error not here
#endif
