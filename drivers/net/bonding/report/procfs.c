// SPDX-License-Identifier: GPL-2.0
/*
 * /proc/net/bonding/BOND: a bond and its slaves as text.
 *
 * Purpose: the file that administrators and their tools read. Its lines are an
 * interface: they never change, and new ones appear only for what is new and in
 * use.
 *
 * Data flow: the whole text is made at the first read of an open file, from the
 * state of that moment; a reader never sees half a slave.
 *
 * Locking: one RCU read section. RTNL cannot be taken: a bond's file is removed
 * under RTNL, and the removal waits for readers to leave. That removal is also
 * what keeps the bond itself in place here.
 */
#define pr_fmt(fmt)	KBUILD_MODNAME ": " fmt

#include <linux/ethtool.h>
#include <linux/proc_fs.h>
#include <linux/rcupdate.h>
#include <linux/seq_file.h>
#include <linux/utsname.h>
#include <net/net_namespace.h>

#include "../bond.h"
#include "../config/options.h"
#include "../mode/mode.h"

static const char *bond_procfs_value_name(enum bond_option_id id, u8 value)
{
	const struct bond_option *opt = &bond_options[id];

	return value <= opt->max ? opt->names[value] : "unknown";
}

static void bond_procfs_show_balance(struct seq_file *seq, const struct bond *bond)
{
	const struct bond_balance_info *info = &bond->balance_info;
	u32 interval = READ_ONCE(bond->params.rebalance_interval);

	if (!interval)
		return;
	seq_printf(seq, "Rebalance Interval (ms): %u\n", interval);
	seq_printf(seq, "Rebalanced Buckets: %llu\n", READ_ONCE(info->moves));
	if (READ_ONCE(info->runs))
		seq_printf(seq, "Last Rebalance (ms ago): %llu\n", bond_balance_ago(info));
	if (READ_ONCE(info->pending))
		seq_printf(seq, "Next Rebalance (ms): %llu\n", bond_balance_until(info));
}

static void bond_procfs_show_mode(struct seq_file *seq, const struct bond *bond)
{
	const struct bond_mode_ops *mode = READ_ONCE(bond->mode);
	u8 policy = READ_ONCE(bond->params.xmit_policy);
	u8 fom = READ_ONCE(bond->params.fail_over_mac);

	seq_printf(seq, "Bonding Mode: %s", mode->title);
	if ((mode->flags & BOND_MODE_F_ACTIVE) && fom != BOND_FOM_NONE)
		seq_printf(seq, " (fail_over_mac %s)",
			   bond_procfs_value_name(BOND_OPT_FAIL_OVER_MAC, fom));
	seq_putc(seq, '\n');

	if (mode->flags & BOND_MODE_F_HASH)
		seq_printf(seq, "Transmit Hash Policy: %s (%d)\n",
			   bond_procfs_value_name(BOND_OPT_XMIT_HASH_POLICY, policy),
			   policy);
	if (!READ_ONCE(bond->params.buckets))
		return;
	seq_printf(seq, "Hash Buckets: %u\n", READ_ONCE(bond->params.buckets));
	if (READ_ONCE(bond->params.weighting) == BOND_WEIGHTING_SPEED)
		seq_puts(seq, "Weighting: speed\n");
	bond_procfs_show_balance(seq, bond);
}

static void bond_procfs_show_active(struct seq_file *seq, const struct bond *bond)
{
	const struct bond_mode_ops *mode = READ_ONCE(bond->mode);
	u8 reselect = READ_ONCE(bond->params.primary_reselect);
	struct bond_port *primary, *active;

	if (!(mode->flags & BOND_MODE_F_PRIMARY))
		return;

	primary = rcu_dereference(bond->primary);
	if (primary)
		seq_printf(seq, "Primary Slave: %s (primary_reselect %s)\n",
			   primary->dev->name,
			   bond_procfs_value_name(BOND_OPT_PRIMARY_RESELECT, reselect));
	else
		seq_puts(seq, "Primary Slave: None\n");

	active = rcu_dereference(bond->active);
	seq_printf(seq, "Currently Active Slave: %s\n",
		   active ? active->dev->name : "None");
}

static u32 bond_procfs_value(const struct bond *bond, enum bond_option_id id)
{
	return bond_value_get(&bond->params, &bond_options[id]);
}

static void bond_procfs_show_monitor(struct seq_file *seq, const struct bond *bond)
{
	seq_printf(seq, "MII Status: %s\n",
		   netif_carrier_ok(bond->dev) ? "up" : "down");
	seq_printf(seq, "MII Polling Interval (ms): %u\n",
		   bond_procfs_value(bond, BOND_OPT_MIIMON));
	seq_printf(seq, "Up Delay (ms): %u\n",
		   bond_procfs_value(bond, BOND_OPT_UPDELAY));
	seq_printf(seq, "Down Delay (ms): %u\n",
		   bond_procfs_value(bond, BOND_OPT_DOWNDELAY));
	seq_printf(seq, "Peer Notification Delay (ms): %u\n",
		   bond_procfs_value(bond, BOND_OPT_PEER_NOTIF_DELAY));
}

static const char *bond_procfs_duplex_name(u8 duplex)
{
	if (duplex == DUPLEX_FULL)
		return "full";

	return duplex == DUPLEX_HALF ? "half" : "Unknown";
}

static void bond_procfs_show_port(struct seq_file *seq, const struct bond_port *port)
{
	u32 speed = READ_ONCE(port->speed);

	seq_printf(seq, "\nSlave Interface: %s\n", port->dev->name);
	seq_printf(seq, "MII Status: %s\n", bond_link_name(READ_ONCE(port->link)));
	if (speed == SPEED_UNKNOWN)
		seq_puts(seq, "Speed: Unknown\n");
	else
		seq_printf(seq, "Speed: %u Mbps\n", speed);
	seq_printf(seq, "Duplex: %s\n",
		   bond_procfs_duplex_name(READ_ONCE(port->duplex)));
	seq_printf(seq, "Link Failure Count: %u\n",
		   READ_ONCE(port->link_failure_count));
	seq_printf(seq, "Permanent HW addr: %*phC\n",
		   port->perm_hwaddr_len, port->perm_hwaddr);
	seq_printf(seq, "Slave queue ID: %d\n", READ_ONCE(port->queue_id));
	if (!READ_ONCE(port->bond->params.buckets))
		return;
	seq_printf(seq, "Hash Buckets: %u\n", READ_ONCE(port->buckets));
	seq_printf(seq, "Hash Buckets Tx Rate (kbit/s): %u\n", READ_ONCE(port->tx_rate));
	if (READ_ONCE(port->weight))
		seq_printf(seq, "Weight: %u\n", READ_ONCE(port->weight));
}

static int bond_procfs_show(struct seq_file *seq, void *unused)
{
	const struct bond *bond = seq->private;
	struct bond_port *port;

	/* As in-tree, the version is that of the kernel. */
	seq_printf(seq, "%s: v%s\n\n", BOND_DRV_DESCRIPTION,
		   init_utsname()->release);

	rcu_read_lock();
	bond_procfs_show_mode(seq, bond);
	bond_procfs_show_active(seq, bond);
	bond_procfs_show_monitor(seq, bond);
	bond_for_each_port_rcu(port, bond)
		bond_procfs_show_port(seq, port);
	rcu_read_unlock();

	return 0;
}

/**
 * bond_procfs_add() - make the file of a bond, by its name of now
 * @bond: the bond, which has none
 *
 * A bond works without it, so that a failure is only logged.
 *
 * Context: RTNL, may sleep.
 */
void bond_procfs_add(struct bond *bond)
{
	struct bond_net *bn = bond_net_get(dev_net(bond->dev));

	if (!bn->proc_dir)
		return;

	bond->proc = proc_create_single_data(bond->dev->name, 0444, bn->proc_dir,
					     bond_procfs_show, bond);
	if (!bond->proc)
		bond_warn(bond, "Cannot create /proc/net/%s/%s\n",
			  BOND_DRV_NAME, bond->dev->name);
}

/**
 * bond_procfs_del() - remove the file of a bond, if it has one
 * @bond: the bond
 *
 * Waits for readers to leave.
 *
 * Context: RTNL, may sleep.
 */
void bond_procfs_del(struct bond *bond)
{
	proc_remove(bond->proc);
	bond->proc = NULL;
}

/**
 * bond_procfs_net_init() - make the directory of a network namespace
 * @bn: the namespace
 *
 * Context: process context, may sleep.
 */
void bond_procfs_net_init(struct bond_net *bn)
{
	bn->proc_dir = proc_net_mkdir(bn->net, BOND_DRV_NAME, bn->net->proc_net);
	if (!bn->proc_dir && IS_ENABLED(CONFIG_PROC_FS))
		pr_warn("Cannot create /proc/net/%s\n", BOND_DRV_NAME);
}

/**
 * bond_procfs_net_exit() - remove the directory, after all bonds are gone
 * @bn: the namespace
 *
 * Context: process context, may sleep.
 */
void bond_procfs_net_exit(struct bond_net *bn)
{
	proc_remove(bn->proc_dir);
	bn->proc_dir = NULL;
}
