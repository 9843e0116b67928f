/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The mirror for in-tree readers.
 *
 * Some drivers look into a bond's private data or a slave's rx_handler_data
 * with the layout of the running kernel's <net/bonding.h>. These two blobs are
 * where that layout finds them: at offset 0 of struct bond and struct
 * bond_port. Only abi.c knows what is inside: that header claims many names
 * that this driver has other uses for.
 */
#ifndef _BOND_ABI_H
#define _BOND_ABI_H

#include <linux/cache.h>
#include <linux/types.h>

struct bond;
struct bond_port;
struct net_device;

/* More than the largest measured with lockdep on: 2264 and 688 bytes. */
#define BOND_ABI_BOND_SIZE	3072
#define BOND_ABI_PORT_SIZE	1024

/**
 * struct bond_abi_bond - room for the kernel's struct bonding
 * @room: its bytes
 */
struct bond_abi_bond {
	u8 room[BOND_ABI_BOND_SIZE] __aligned(8);
};

/**
 * struct bond_abi_port - room for the kernel's struct slave
 * @room: its bytes
 */
struct bond_abi_port {
	u8 room[BOND_ABI_PORT_SIZE] __aligned(8);
};

void bond_abi_init_bond(struct bond_abi_bond *abi, struct net_device *dev, int mode);
void bond_abi_set_mode(struct bond_abi_bond *abi, int mode);
void bond_abi_set_active(struct bond_abi_bond *abi, struct bond_abi_port *port);
void bond_abi_init_port(struct bond_abi_port *abi, struct net_device *dev,
			struct bond_abi_bond *bond);
void bond_abi_set_port(struct bond_abi_port *abi, bool backup, bool inactive);

#endif /* _BOND_ABI_H */
