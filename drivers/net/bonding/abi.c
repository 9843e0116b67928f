// SPDX-License-Identifier: GPL-2.0
/*
 * The mirror for in-tree readers.
 *
 * Purpose: drivers of slaves and RDMA look at a bond with the layout of the
 * running kernel's <net/bonding.h>:
 *
 *	netdev_priv(bond)		-> curr_active_slave, params.mode
 *	slave_dev->rx_handler_data	-> dev, bond, backup, inactive
 *
 * What they find there is kept true here. The other fields stay zero: nobody
 * outside of a bonding driver reads them.
 *
 * Data flow: one way, from the driver's own fields to the mirror. The driver
 * never reads it.
 *
 * Locking: RTNL for all writers. Readers hold RTNL or are in an RCU read
 * section; a slave is no longer reachable from its bond when it is released,
 * and its memory lives for one more grace period.
 *
 * This is the only file that includes <net/bonding.h>, which claims names that
 * the driver has other uses for: of the driver it may include abi.h only.
 */
#include <linux/build_bug.h>
#include <linux/rcupdate.h>
#include <net/bonding.h>

#include "abi.h"

static_assert(sizeof(struct bonding) <= sizeof(struct bond_abi_bond));
static_assert(sizeof(struct slave) <= sizeof(struct bond_abi_port));
static_assert(__alignof__(struct bonding) <= __alignof__(struct bond_abi_bond));
static_assert(__alignof__(struct slave) <= __alignof__(struct bond_abi_port));

static struct bonding *bond_abi_bond(struct bond_abi_bond *abi)
{
	return (struct bonding *)abi->room;
}

static struct slave *bond_abi_port(struct bond_abi_port *abi)
{
	return (struct slave *)abi->room;
}

/**
 * bond_abi_init_bond() - begin the mirror of a bond
 * @abi: where it is, zeroed
 * @dev: the bond's device
 * @mode: BOND_MODE_*
 *
 * Context: RTNL, or before anybody knows the bond.
 */
void bond_abi_init_bond(struct bond_abi_bond *abi, struct net_device *dev, int mode)
{
	bond_abi_bond(abi)->dev = dev;
	bond_abi_set_mode(abi, mode);
}

/**
 * bond_abi_set_mode() - the mode has changed
 * @abi: mirror of the bond
 * @mode: BOND_MODE_*
 *
 * Context: RTNL.
 */
void bond_abi_set_mode(struct bond_abi_bond *abi, int mode)
{
	WRITE_ONCE(bond_abi_bond(abi)->params.mode, mode);
}

/**
 * bond_abi_set_active() - the active slave has changed
 * @abi: mirror of the bond
 * @port: mirror of the active slave, complete; NULL for none
 *
 * To be called with another slave or NULL before @port is released.
 *
 * Context: RTNL.
 */
void bond_abi_set_active(struct bond_abi_bond *abi, struct bond_abi_port *port)
{
	struct slave *slave = port ? bond_abi_port(port) : NULL;

	rcu_assign_pointer(bond_abi_bond(abi)->curr_active_slave, slave);
}

/**
 * bond_abi_init_port() - begin the mirror of a slave
 * @abi: where it is, zeroed
 * @dev: the slave's device
 * @bond: mirror of its bond
 *
 * Context: RTNL, before the receive handler is registered.
 */
void bond_abi_init_port(struct bond_abi_port *abi, struct net_device *dev,
			struct bond_abi_bond *bond)
{
	struct slave *slave = bond_abi_port(abi);

	slave->dev = dev;
	slave->bond = bond_abi_bond(bond);
	bond_abi_set_port(abi, true, true);
}

/**
 * bond_abi_set_port() - the role of a slave has changed
 * @abi: mirror of the slave
 * @backup: it stands by
 * @inactive: it drops what it receives
 *
 * Context: RTNL; the two are bits of one byte.
 */
void bond_abi_set_port(struct bond_abi_port *abi, bool backup, bool inactive)
{
	struct slave *slave = bond_abi_port(abi);

	slave->backup = backup;
	slave->inactive = inactive;
}
