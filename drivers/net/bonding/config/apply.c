// SPDX-License-Identifier: GPL-2.0
/*
 * What special options do once they are committed, and what they show.
 *
 * None of this can fail. The common effects (choose the active slave, publish
 * the snapshot, carrier, notifications) follow when all rows have had their
 * turn; see bond_options_commit().
 *
 * Locking: RTNL; filling messages also under RCU.
 */
#include <linux/sysfs.h>

#include "../mode/mode.h"
#include "options.h"

/**
 * bond_apply_active_slave() - change the active slave
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_apply_active_slave(struct bond_change *ch)
{
	struct bond *bond = ch->bond;

	if (ch->active) {
		if (ch->active != bond_active_rtnl(bond))
			bond_active_set(bond, ch->active);
		return;
	}

	bond_active_set(bond, NULL);
	bond_active_select(bond);
}

/**
 * bond_apply_miimon() - start, restart or stop link monitoring
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_apply_miimon(struct bond_change *ch)
{
	struct bond *bond = ch->bond;

	bond_mii_stop(bond);
	if (bond->params.miimon && netif_running(bond->dev))
		bond_mii_start(bond);
}

/**
 * bond_apply_rebalance() - the interval has changed, or there is another table
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_apply_rebalance(struct bond_change *ch)
{
	bond_balance_update(ch->bond);
}

/**
 * bond_apply_primary() - look for the primary slave
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_apply_primary(struct bond_change *ch)
{
	bond_active_primary_changed(ch->bond);
}

/**
 * bond_apply_all_slaves_active() - let backup slaves receive, or not
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_apply_all_slaves_active(struct bond_change *ch)
{
	struct bond_port *port;

	bond_for_each_port(port, ch->bond)
		bond_state_set_role(port, port->backup == BOND_STATE_ACTIVE);
}

/**
 * bond_apply_queue_id() - tie a slave to a queue
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_apply_queue_id(struct bond_change *ch)
{
	WRITE_ONCE(ch->port->queue_id, ch->queue_id);
}

/* The device that a user sees as the active slave. RTNL or RCU. */
static const struct net_device *bond_apply_active_dev(const struct bond *bond)
{
	const struct bond_port *port = rcu_dereference_rtnl(bond->active);

	return port && bond_mode_has_primary(bond) ? port->dev : NULL;
}

static const struct net_device *bond_apply_primary_dev(const struct bond *bond)
{
	const struct bond_port *port = rcu_dereference_rtnl(bond->primary);

	return port && bond_mode_has_primary(bond) ? port->dev : NULL;
}

static ssize_t bond_apply_show_dev(const struct net_device *dev, char *buf)
{
	return dev ? sysfs_emit(buf, "%s\n", dev->name) : 0;
}

/**
 * bond_apply_show_active_slave() - its name
 * @bond: the bond
 * @buf: a page
 *
 * Context: RTNL.
 * Return: length of the text, 0 without one.
 */
ssize_t bond_apply_show_active_slave(struct bond *bond, char *buf)
{
	return bond_apply_show_dev(bond_apply_active_dev(bond), buf);
}

/**
 * bond_apply_show_primary() - its name, while it is a slave
 * @bond: the bond
 * @buf: a page
 *
 * Context: RTNL.
 * Return: length of the text, 0 without one.
 */
ssize_t bond_apply_show_primary(struct bond *bond, char *buf)
{
	return bond_apply_show_dev(bond_apply_primary_dev(bond), buf);
}

/**
 * bond_apply_show_queue_id() - the queue of each slave
 * @bond: the bond
 * @buf: a page
 *
 * Context: RTNL.
 * Return: length of the text, 0 without slaves.
 */
ssize_t bond_apply_show_queue_id(struct bond *bond, char *buf)
{
	const struct bond_port *port;
	ssize_t len = 0;

	bond_for_each_port(port, bond) {
		if (len + IFNAMSIZ + sizeof(":65535 ") > PAGE_SIZE)
			break;
		len += sysfs_emit_at(buf, len, "%s%s:%u", len ? " " : "",
				     port->dev->name, port->queue_id);
	}

	return len ? len + sysfs_emit_at(buf, len, "\n") : 0;
}

/**
 * bond_apply_show_none() - nothing, for what has no value yet
 * @bond: the bond
 * @buf: a page
 *
 * Context: RTNL.
 * Return: 0.
 */
ssize_t bond_apply_show_none(struct bond *bond, char *buf)
{
	return 0;
}

/**
 * bond_apply_fill_active_slave() - its ifindex
 * @skb: the message
 * @bond: the bond
 *
 * Context: RTNL or RCU.
 * Return: 0 or -EMSGSIZE.
 */
int bond_apply_fill_active_slave(struct sk_buff *skb, const struct bond *bond)
{
	const struct net_device *dev = bond_apply_active_dev(bond);

	return dev ? nla_put_u32(skb, IFLA_BOND_ACTIVE_SLAVE, dev->ifindex) : 0;
}

/**
 * bond_apply_fill_primary() - its ifindex
 * @skb: the message
 * @bond: the bond
 *
 * Context: RTNL or RCU.
 * Return: 0 or -EMSGSIZE.
 */
int bond_apply_fill_primary(struct sk_buff *skb, const struct bond *bond)
{
	const struct net_device *dev = bond_apply_primary_dev(bond);

	return dev ? nla_put_u32(skb, IFLA_BOND_PRIMARY, dev->ifindex) : 0;
}

/**
 * bond_apply_fill_none() - nothing, for what has no value yet
 * @skb: the message
 * @bond: the bond
 *
 * Context: any.
 * Return: 0.
 */
int bond_apply_fill_none(struct sk_buff *skb, const struct bond *bond)
{
	return 0;
}
