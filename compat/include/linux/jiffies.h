/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/jiffies.h> of the newest kernel, over that of the kernel at hand.
 */
#ifndef _COMPAT_LINUX_JIFFIES_H
#define _COMPAT_LINUX_JIFFIES_H

#include_next <linux/jiffies.h>

#ifndef HAVE_SECS_TO_JIFFIES
#define secs_to_jiffies(secs)	((unsigned long)(secs) * HZ)
#endif

#endif /* _COMPAT_LINUX_JIFFIES_H */
