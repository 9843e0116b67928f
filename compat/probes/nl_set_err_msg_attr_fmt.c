// SPDX-License-Identifier: GPL-2.0
// Linux 6.7: NL_SET_ERR_MSG_ATTR_FMT()
#include <linux/netlink.h>

#ifndef NL_SET_ERR_MSG_ATTR_FMT
#error not here
#endif
