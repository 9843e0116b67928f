/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/device/class.h> of the newest kernel, over that of the kernel at hand.
 *
 * Callbacks of struct class_attribute take a class_const struct class * and a
 * class_const struct class_attribute *.
 */
#ifndef _COMPAT_LINUX_DEVICE_CLASS_H
#define _COMPAT_LINUX_DEVICE_CLASS_H

#include_next <linux/device/class.h>

#ifdef HAVE_CONST_CLASS_ATTRIBUTE
#define class_const	const
#else
#define class_const
#endif

#endif /* _COMPAT_LINUX_DEVICE_CLASS_H */
