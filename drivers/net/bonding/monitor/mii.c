// SPDX-License-Identifier: GPL-2.0
/*
 * Link monitoring by carrier.
 *
 * Purpose: every miimon milliseconds, compare what each device says of its link
 * with what the bond takes it for, and step the latter:
 *
 *	      carrier lost              downdelay over
 *	UP ------------------> FAIL ----------------------> DOWN
 *	 ^                      |                            |  ^
 *	 +----------------------+               carrier back |  | carrier lost
 *	 |      carrier back                                 v  |
 *	 +-------------------------------------------------- BACK
 *	      updelay over, or no other slave has a link
 *
 * A delay of zero passes through FAIL or BACK within one period. Delays are
 * counted in periods.
 *
 * Data flow: a period in which every slave is either up with carrier or down
 * without ends after a look at each, under RCU. Otherwise bond_mii_commit()
 * steps every slave, and the choice of the active slave, the snapshot, the
 * carrier of the bond and notifications follow.
 *
 * Locking: whatever changes is under RTNL. The work item takes it by trylock,
 * because bond_mii_stop() cancels it under RTNL; when RTNL is busy, the same
 * period is tried again a jiffy later, and nothing has been counted or lost.
 * With use_carrier 0 a driver is asked, which may sleep and wants RTNL, so each
 * period takes it.
 */
#include <linux/ethtool.h>
#include <linux/jiffies.h>
#include <linux/mii.h>
#include <linux/minmax.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>
#include <linux/workqueue.h>

#include "../bond.h"
#include "../mode/mode.h"

/* The link by MII registers, or a negative errno if the driver has none. */
static int bond_mii_read_bmsr(struct net_device *slave_dev)
{
	const struct net_device_ops *ops = slave_dev->netdev_ops;
	struct ifreq ifr = {};
	struct mii_ioctl_data *mii = if_mii(&ifr);
	int err;

	if (!ops->ndo_eth_ioctl)
		return -EOPNOTSUPP;

	strscpy(ifr.ifr_name, slave_dev->name, sizeof(ifr.ifr_name));
	err = ops->ndo_eth_ioctl(slave_dev, &ifr, SIOCGMIIPHY);
	if (err)
		return err;
	mii->reg_num = MII_BMSR;
	err = ops->ndo_eth_ioctl(slave_dev, &ifr, SIOCGMIIREG);
	if (err)
		return err;
	return !!(mii->val_out & BMSR_LSTATUS);
}

/* The link as the driver tells when it is asked, or -EOPNOTSUPP if it cannot. */
static int bond_mii_ask(struct net_device *slave_dev)
{
	const struct ethtool_ops *ethtool_ops = slave_dev->ethtool_ops;
	int link;

	link = bond_mii_read_bmsr(slave_dev);
	if (link >= 0)
		return link;
	if (ethtool_ops && ethtool_ops->get_link)
		return !!ethtool_ops->get_link(slave_dev);
	return -EOPNOTSUPP;
}

/**
 * bond_mii_can_tell() - is there any way to learn of the link of a device?
 * @bond: the bond whose option use_carrier decides how to find out
 * @slave_dev: the device, open
 *
 * Context: RTNL, may sleep.
 * Return: false if the device will always be taken for up.
 */
bool bond_mii_can_tell(const struct bond *bond, struct net_device *slave_dev)
{
	return bond->params.use_carrier || bond_mii_ask(slave_dev) >= 0;
}

/**
 * bond_mii_link() - has a device a link?
 * @bond: the bond whose option use_carrier decides how to find out
 * @slave_dev: the device
 *
 * Context: RTNL, may sleep. Any context if use_carrier is 1.
 * Return: true if the device is running and has a link.
 */
bool bond_mii_link(const struct bond *bond, struct net_device *slave_dev)
{
	if (!netif_running(slave_dev))
		return false;
	if (READ_ONCE(bond->params.use_carrier))
		return netif_carrier_ok(slave_dev);
	/* One that cannot tell is up. */
	return netif_device_present(slave_dev) && bond_mii_ask(slave_dev);
}

/* Is there a slave that still carries traffic? Then another one can wait. */
static bool bond_mii_any_in_use(const struct bond *bond)
{
	const struct bond_port *port;

	bond_for_each_port(port, bond) {
		if (port->link == BOND_LINK_UP || port->link == BOND_LINK_FAIL)
			return true;
	}
	return false;
}

/* The state that follows, once the delay has been counted down. */
static u8 bond_mii_next(const struct bond_port *port, bool carrier)
{
	const struct bond *bond = port->bond;

	switch (port->link) {
	case BOND_LINK_UP:
		if (carrier)
			return BOND_LINK_UP;
		return bond->params.downdelay ? BOND_LINK_FAIL : BOND_LINK_DOWN;
	case BOND_LINK_FAIL:
		if (carrier)
			return BOND_LINK_UP;
		return port->delay ? BOND_LINK_FAIL : BOND_LINK_DOWN;
	case BOND_LINK_DOWN:
		if (!carrier)
			return BOND_LINK_DOWN;
		return bond->params.updelay && bond_mii_any_in_use(bond) ?
		       BOND_LINK_BACK : BOND_LINK_UP;
	default:
		if (!carrier)
			return BOND_LINK_DOWN;
		return port->delay && bond_mii_any_in_use(bond) ?
		       BOND_LINK_BACK : BOND_LINK_UP;
	}
}

/* "active " or "backup " where that is a difference. */
static const char *bond_mii_role(const struct bond_port *port)
{
	if (!bond_mode_has_active(port->bond))
		return "";
	return port->backup == BOND_STATE_ACTIVE ? "active " : "backup ";
}

static void bond_mii_enter_fail(struct bond_port *port)
{
	const struct bond *bond = port->bond;

	port->delay = bond->params.downdelay;
	bond_slave_info(bond, port->dev,
			"link status down for %sinterface, disabling it in %u ms\n",
			bond_mii_role(port), port->delay * bond->params.miimon);
}

static void bond_mii_enter_back(struct bond_port *port)
{
	const struct bond *bond = port->bond;

	port->delay = bond->params.updelay;
	bond_slave_info(bond, port->dev,
			"link status up, enabling it in %u ms\n",
			port->delay * bond->params.miimon);
}

/* Milliseconds of a delay of @periods that have gone by. */
static unsigned int bond_mii_elapsed(const struct bond_port *port, u32 periods)
{
	return (periods - min(port->delay, periods)) * port->bond->params.miimon;
}

static void bond_mii_enter_up(struct bond_port *port)
{
	const struct bond *bond = port->bond;

	bond_state_update_speed(port);
	if (port->link == BOND_LINK_FAIL)
		bond_slave_info(bond, port->dev,
				"link status up again after %u ms\n",
				bond_mii_elapsed(port, bond->params.downdelay));
	else if (port->link == BOND_LINK_DOWN && bond->params.updelay)
		bond_slave_info(bond, port->dev,
				"link status up, enabling it in 0 ms\n");
	bond_slave_info(bond, port->dev,
			"link status definitely up, %u Mbps %s duplex\n",
			port->speed == (u32)SPEED_UNKNOWN ? 0 : port->speed,
			port->duplex == DUPLEX_HALF ? "half" : "full");
	port->delay = 0;
}

static void bond_mii_enter_down(struct bond_port *port)
{
	const struct bond *bond = port->bond;

	if (port->link == BOND_LINK_BACK)
		bond_slave_info(bond, port->dev,
				"link status down again after %u ms\n",
				bond_mii_elapsed(port, bond->params.updelay));
	bond_slave_info(bond, port->dev,
			"link status definitely down, disabling slave\n");
	port->delay = 0;
}

static void bond_mii_enter(struct bond_port *port, u8 link)
{
	switch (link) {
	case BOND_LINK_UP:
		bond_mii_enter_up(port);
		break;
	case BOND_LINK_FAIL:
		bond_mii_enter_fail(port);
		break;
	case BOND_LINK_DOWN:
		bond_mii_enter_down(port);
		break;
	case BOND_LINK_BACK:
		bond_mii_enter_back(port);
		break;
	}
	bond_state_set_link(port, link);
}

/* What follows when links have changed. */
static void bond_mii_follow(struct bond *bond)
{
	bond_active_select(bond);
	bond_snap_publish(bond);
	if (bond_master_update_carrier(bond)) {
		if (netif_carrier_ok(bond->dev))
			bond_info(bond, "active interface up!\n");
		else
			bond_info(bond, "now running without any active interface!\n");
	}
	bond_state_notify(bond);
}

/* Step every slave; @periods have gone by since the last time. */
static void bond_mii_commit(struct bond *bond, u32 periods)
{
	struct bond_port *port;
	bool changed = false;
	u8 link;

	bond_for_each_port(port, bond) {
		port->delay -= min(port->delay, periods);
		link = bond_mii_next(port, bond_mii_link(bond, port->dev));
		if (link == port->link)
			continue;
		bond_mii_enter(port, link);
		changed = true;
	}
	if (changed)
		bond_mii_follow(bond);
}

/* Is there anything to do in this period? No, nearly always. */
static bool bond_mii_inspect(const struct bond *bond)
{
	const struct bond_port *port;
	bool busy = false;
	u8 settled;

	if (!READ_ONCE(bond->params.use_carrier))
		return true;

	rcu_read_lock();
	bond_for_each_port_rcu(port, bond) {
		/* Not bond_mii_link(): the option may have changed meanwhile. */
		settled = netif_running(port->dev) && netif_carrier_ok(port->dev) ?
			  BOND_LINK_UP : BOND_LINK_DOWN;
		if (READ_ONCE(port->link) != settled) {
			busy = true;
			break;
		}
	}
	rcu_read_unlock();
	return busy;
}

/*
 * Periods are counted from the first one. One that comes late does not delay
 * those after it, and those that are missed altogether are made up for. A look
 * before its time is an extra one, see bond_mii_hurry().
 */
static void bond_mii_work(struct work_struct *work)
{
	struct bond *bond = container_of(to_delayed_work(work), struct bond,
					 mii_work);
	unsigned int miimon = READ_ONCE(bond->params.miimon);
	unsigned long now = jiffies;
	unsigned long length;
	u32 periods = 0;

	if (!miimon)
		return;

	length = msecs_to_jiffies(miimon);
	if (time_after_eq(now, bond->mii_due))
		periods = 1 + (now - bond->mii_due) / length;
	if (bond_mii_inspect(bond)) {
		if (!rtnl_trylock()) {
			queue_delayed_work(bond_wq, &bond->mii_work, 1);
			return;
		}
		bond_mii_commit(bond, periods);
		rtnl_unlock();
	}

	bond->mii_due += periods * length;
	queue_delayed_work(bond_wq, &bond->mii_work, bond->mii_due - now);
}

/**
 * bond_mii_init() - prepare the monitor
 * @bond: a bond that is being made
 *
 * Context: process.
 */
void bond_mii_init(struct bond *bond)
{
	INIT_DELAYED_WORK(&bond->mii_work, bond_mii_work);
}

/**
 * bond_mii_start() - start the monitor
 * @bond: a bond that is up and has a period; the monitor is stopped
 *
 * The first period begins at once.
 *
 * Context: RTNL.
 */
void bond_mii_start(struct bond *bond)
{
	bond->mii_due = jiffies;
	queue_delayed_work(bond_wq, &bond->mii_work, 0);
}

/* Without a monitor there are no delays either: what they held back happens. */
static void bond_mii_settle(struct bond *bond)
{
	struct bond_port *port;
	bool changed = false;

	bond_for_each_port(port, bond) {
		if (port->link == BOND_LINK_UP || port->link == BOND_LINK_DOWN)
			continue;
		bond_mii_enter(port, port->link == BOND_LINK_BACK ?
				     BOND_LINK_UP : BOND_LINK_DOWN);
		changed = true;
	}
	if (changed)
		bond_mii_follow(bond);
}

/**
 * bond_mii_stop() - stop the monitor
 * @bond: the bond
 *
 * Links stay as they are. If the option miimon is 0 now, the monitor will not
 * be back, and slaves in a delay go where they were going.
 *
 * Context: RTNL, may sleep.
 */
void bond_mii_stop(struct bond *bond)
{
	cancel_delayed_work_sync(&bond->mii_work);
	if (!bond->params.miimon)
		bond_mii_settle(bond);
}

/* Look at once, without changing the beat of the periods. */
static void bond_mii_hurry(struct bond *bond)
{
	if (bond->params.miimon && netif_running(bond->dev))
		mod_delayed_work(bond_wq, &bond->mii_work, 0);
}

/**
 * bond_mii_event() - a slave went up or down, or its carrier changed
 * @port: the slave
 *
 * The link is the monitor's business, and so is a failover. But a link that came
 * up may have another speed, a device that its administrator has set down takes
 * no packets, so the monitor had better look now, and one that is back is there
 * to be chosen, monitor or not.
 *
 * Context: RTNL, may sleep.
 */
void bond_mii_event(struct bond_port *port)
{
	bond_state_update_speed(port);
	if (bond_port_is_up(port)) {
		bond_mii_follow(port->bond);
		return;
	}
	bond_snap_publish(port->bond);
	bond_mii_hurry(port->bond);
}
