/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/string_choices.h> of the newest kernel, over that of the kernel at
 * hand, which may have only some of it in <linux/string_helpers.h>.
 */
#ifndef _COMPAT_LINUX_STRING_CHOICES_H
#define _COMPAT_LINUX_STRING_CHOICES_H

#ifdef HAVE_STRING_CHOICES
#include_next <linux/string_choices.h>
#else
#include <linux/string_helpers.h>
#endif

#ifndef HAVE_STR_UP_DOWN
static inline const char *str_up_down(bool v)
{
	return v ? "up" : "down";
}
#endif

#endif /* _COMPAT_LINUX_STRING_CHOICES_H */
