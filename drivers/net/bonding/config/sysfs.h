/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Between the files of sysfs, and for the start of the module.
 */
#ifndef _BOND_CONFIG_SYSFS_H
#define _BOND_CONFIG_SYSFS_H

#include <linux/init.h>

void bond_sysfs_init(void);
void bond_sysfs_slave_init(void);
void bond_netlink_init(void);

#endif /* _BOND_CONFIG_SYSFS_H */
