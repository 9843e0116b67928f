/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between the files of sysfs, and for the start of the module.
 */
#ifndef _BOND_CONFIG_SYSFS_H
#define _BOND_CONFIG_SYSFS_H

#include <linux/init.h>

struct net;

/* As much of a value as anything could make use of. */
#define BOND_SYSFS_TEXT_LEN	128

int bond_sysfs_begin_store(const struct net *net);
void bond_sysfs_text(char *text, const char *buf);

void bond_sysfs_init(void);
void bond_sysfs_slave_init(void);
void bond_netlink_init(void);

#endif /* _BOND_CONFIG_SYSFS_H */
