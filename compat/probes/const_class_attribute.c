// SPDX-License-Identifier: GPL-2.0
// Linux 6.4: class_attribute callbacks take a const struct class
#include <linux/device/class.h>

static ssize_t probe_show(const struct class *cls, const struct class_attribute *attr,
			  char *buf)
{
	return 0;
}

struct class_attribute probe = {
	.show = probe_show,
};
