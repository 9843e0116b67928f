// SPDX-License-Identifier: GPL-2.0
// Linux 6.2: NL_SET_ERR_MSG_FMT(), text formatted into the extack
#include <linux/netlink.h>

#ifndef NL_SET_ERR_MSG_FMT
#error not here
#endif
