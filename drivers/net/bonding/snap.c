// SPDX-License-Identifier: GPL-2.0
/*
 * The snapshot that the transmit path reads.
 *
 * Purpose: say which slaves carry traffic, once a change is complete, in a form
 * that costs the packet path one pointer.
 *
 * Data flow: ports and parameters (RTNL) are copied into a new struct
 * bond_tx_snap, which takes the place of the old one by RCU. Nothing of a
 * published snapshot changes again.
 *
 * Publishing must not fail: it also tells the packet path that a slave is gone.
 * So each bond keeps a spare. It is used when memory is short, at the price of
 * waiting for a grace period; what it replaces becomes the spare.
 *
 * Locking: RTNL for all writers.
 */
#include <linux/minmax.h>
#include <linux/slab.h>

#include "bond.h"
#include "lb.h"
#include "mode/mode.h"

/* Snapshots grow by steps, so that the spare seldom has to be replaced. */
#define BOND_SNAP_STEP		8

static u32 bond_snap_room(u32 ports)
{
	return round_up(ports, BOND_SNAP_STEP);
}

static struct bond_tx_snap *bond_snap_alloc(u32 room, u32 buckets)
{
	struct bond_tx_snap *snap;
	size_t size;

	size = size_add(struct_size(snap, slave, room),
			array_size(room, sizeof(*snap->slot)));
	size = size_add(size, array_size(buckets, sizeof(*snap->bucket)));
	snap = kzalloc(size, GFP_KERNEL);
	if (!snap)
		return NULL;

	snap->room = room;
	snap->bucket_room = buckets;
	snap->slot = (struct bond_burst_slot *)&snap->slave[room];
	snap->bucket = (u16 *)&snap->slot[room];

	return snap;
}

/* Does this slave carry traffic of the bond, whatever the mode is? */
static bool bond_snap_port_usable(const struct bond *bond,
				  const struct bond_port *port)
{
	if (!bond_mode_has_active(bond))
		return bond_port_has_link(port);

	/* The active slave carries traffic until it is replaced, so also while
	 * downdelay runs.
	 */
	return port == bond_active_rtnl(bond) && bond_port_is_up(port);
}

static void bond_snap_put(struct bond_tx_snap *snap, struct bond_port *port)
{
	struct bond_tx_slave *slave = &snap->slave[snap->n_up++];

	slave->dev = port->dev;
	slave->port = port;
	slave->queue_id = port->queue_id;
	if (port->queue_id)
		snap->special = true;
}

static void bond_snap_put_usable(struct bond_tx_snap *snap,
				 const struct bond *bond, struct bond_port *port)
{
	u32 i = snap->n++;

	if (!port->usable)
		port->since = snap->gen;
	port->since = bond_burst_since(port->since, snap->gen);
	port->usable = true;

	snap->slot[i].id = port->id;
	snap->slot[i].since = port->since;
	snap->slot[i].quantum = bond_burst_quantum(snap->packets_per_slave, 1);
	if (port == bond_active_rtnl(bond))
		snap->active = i;

	bond_snap_put(snap, port);
}

static void bond_snap_fill(struct bond_tx_snap *snap, struct bond *bond)
{
	struct bond_port *port;

	snap->gen = ++bond->tx_gen;
	snap->n = 0;
	snap->n_up = 0;
	snap->active = -1;
	snap->packets_per_slave = bond->params.packets_per_slave;
	snap->xmit_policy = bond->params.xmit_policy;
	snap->special = bond->dev->real_num_tx_queues == 1 || bond->netpoll;

	bond_for_each_port(port, bond) {
		if (snap->n < snap->room && bond_snap_port_usable(bond, port))
			bond_snap_put_usable(snap, bond, port);
		else
			port->usable = false;
	}

	bond_lb_fill(bond, snap);

	bond_for_each_port(port, bond) {
		if (snap->n_up < snap->room && !port->usable &&
		    bond_port_has_link(port))
			bond_snap_put(snap, port);
	}
}

/**
 * bond_snap_reserve() - make sure that snapshots of some size can be published
 * @bond: the bond
 * @ports: number of slaves
 * @buckets: number of buckets
 *
 * Context: RTNL.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int bond_snap_reserve(struct bond *bond, u32 ports, u32 buckets)
{
	struct bond_tx_snap *spare;

	ASSERT_RTNL();

	if (bond->tx_spare && bond->tx_spare->room >= ports &&
	    bond->tx_spare->bucket_room >= buckets)
		return 0;

	spare = bond_snap_alloc(bond_snap_room(ports), buckets);
	if (!spare)
		return -ENOMEM;

	/* A spare is never visible to readers. */
	kfree(bond->tx_spare);
	bond->tx_spare = spare;

	return 0;
}

/**
 * bond_snap_init() - publish the first snapshot, of no slaves
 * @bond: the bond, about to be registered
 *
 * From here on there are always a snapshot and a spare.
 *
 * Context: RTNL.
 * Return: 0 or -ENOMEM.
 */
int bond_snap_init(struct bond *bond)
{
	struct bond_tx_snap *snap;
	int err;

	err = bond_snap_reserve(bond, 1, bond->params.buckets);
	if (err)
		return err;

	snap = bond_snap_alloc(bond->tx_spare->room, bond->params.buckets);
	if (!snap) {
		kfree(bond->tx_spare);
		bond->tx_spare = NULL;
		return -ENOMEM;
	}

	bond_snap_fill(snap, bond);
	RCU_INIT_POINTER(bond->tx, snap);

	return 0;
}

/**
 * bond_snap_publish() - let the packet path see the ports as they are now
 * @bond: the bond; bond_snap_reserve() has been called for its ports
 *
 * Never fails. Should memory be short right after the spare was used for a bond
 * that has grown meanwhile, slaves beyond the room of the spare carry no traffic
 * until the next change; where it lacks room for the buckets, the hash modulo the
 * slaves decides until then.
 *
 * Context: RTNL, process context; may sleep.
 */
void bond_snap_publish(struct bond *bond)
{
	struct bond_tx_snap *old = rtnl_dereference(bond->tx);
	struct bond_tx_snap *snap;

	snap = bond_snap_alloc(max(bond->tx_spare->room, bond_snap_room(bond->port_count)),
			       bond->params.buckets);
	if (likely(snap)) {
		bond_snap_fill(snap, bond);
		rcu_assign_pointer(bond->tx, snap);
		kfree_rcu(old, rcu);
		return;
	}

	snap = bond->tx_spare;
	bond_snap_fill(snap, bond);
	rcu_assign_pointer(bond->tx, snap);
	synchronize_net();
	bond->tx_spare = old;
}

/**
 * bond_snap_free() - free the snapshots of a bond that nobody can reach
 * @bond: the bond
 *
 * Context: process context, after the last reader of the device is gone.
 */
void bond_snap_free(struct bond *bond)
{
	kfree(rcu_dereference_protected(bond->tx, true));
	kfree(bond->tx_spare);
}
