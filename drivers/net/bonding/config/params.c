// SPDX-License-Identifier: GPL-2.0
/*
 * Module parameters: the options that new bonds start with, and how many bonds
 * and queues there are.
 *
 * Data flow: at load the parameters are checked against the rows of the option
 * table and become one struct bond_params, the one that every new bond copies.
 * A number that is out of range falls back to the default with a warning; a name
 * that means nothing is an error; what has no effect is said and ignored.
 *
 * Locking: none, all of it is over before there is a bond.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/init.h>
#include <linux/inet.h>
#include <linux/moduleparam.h>
#include <linux/string.h>

#include "../mode/mode.h"
#include "options.h"
#include "sysfs.h"

#define BOND_PARAMS_MAX_TX_QUEUES	255

static int max_bonds = BOND_DEFAULT_MAX_BONDS;
module_param(max_bonds, int, 0);
MODULE_PARM_DESC(max_bonds, BOND_HELP_MAX_BONDS);

static int tx_queues = BOND_DEFAULT_TX_QUEUES;
module_param(tx_queues, int, 0);
MODULE_PARM_DESC(tx_queues, BOND_HELP_TX_QUEUES);

static int num_peer_notif = 1;
module_param_named(num_grat_arp, num_peer_notif, int, 0644);
MODULE_PARM_DESC(num_grat_arp, BOND_HELP_NUM_GRAT_ARP);
module_param_named(num_unsol_na, num_peer_notif, int, 0644);
MODULE_PARM_DESC(num_unsol_na, BOND_HELP_NUM_UNSOL_NA);

static int miimon;
module_param(miimon, int, 0);
MODULE_PARM_DESC(miimon, BOND_HELP_MIIMON);

static int updelay;
module_param(updelay, int, 0);
MODULE_PARM_DESC(updelay, BOND_HELP_UPDELAY);

static int downdelay;
module_param(downdelay, int, 0);
MODULE_PARM_DESC(downdelay, BOND_HELP_DOWNDELAY);

static int use_carrier = 1;
module_param(use_carrier, int, 0);
MODULE_PARM_DESC(use_carrier, BOND_HELP_USE_CARRIER);

static char *mode;
module_param(mode, charp, 0);
MODULE_PARM_DESC(mode, BOND_HELP_MODE);

static char *primary;
module_param(primary, charp, 0);
MODULE_PARM_DESC(primary, BOND_HELP_PRIMARY);

static char *primary_reselect;
module_param(primary_reselect, charp, 0);
MODULE_PARM_DESC(primary_reselect, BOND_HELP_PRIMARY_RESELECT);

static char *lacp_rate;
module_param(lacp_rate, charp, 0);
MODULE_PARM_DESC(lacp_rate, BOND_HELP_LACP_RATE);

static char *ad_select;
module_param(ad_select, charp, 0);
MODULE_PARM_DESC(ad_select, BOND_HELP_AD_SELECT);

static int min_links;
module_param(min_links, int, 0);
MODULE_PARM_DESC(min_links, BOND_HELP_MIN_LINKS);

static char *xmit_hash_policy;
module_param(xmit_hash_policy, charp, 0);
MODULE_PARM_DESC(xmit_hash_policy, BOND_HELP_XMIT_HASH_POLICY);

static int arp_interval;
module_param(arp_interval, int, 0);
MODULE_PARM_DESC(arp_interval, BOND_HELP_ARP_INTERVAL);

static char *arp_ip_target[BOND_MAX_ARP_TARGETS];
static int arp_ip_target_count;
module_param_array(arp_ip_target, charp, &arp_ip_target_count, 0);
MODULE_PARM_DESC(arp_ip_target, BOND_HELP_ARP_IP_TARGET);

static char *arp_validate;
module_param(arp_validate, charp, 0);
MODULE_PARM_DESC(arp_validate, BOND_HELP_ARP_VALIDATE);

static char *arp_all_targets;
module_param(arp_all_targets, charp, 0);
MODULE_PARM_DESC(arp_all_targets, BOND_HELP_ARP_ALL_TARGETS);

static char *fail_over_mac;
module_param(fail_over_mac, charp, 0);
MODULE_PARM_DESC(fail_over_mac, BOND_HELP_FAIL_OVER_MAC);

static int all_slaves_active;
module_param(all_slaves_active, int, 0);
MODULE_PARM_DESC(all_slaves_active, BOND_HELP_ALL_SLAVES_ACTIVE);

static int resend_igmp = BOND_DEFAULT_RESEND_IGMP;
module_param(resend_igmp, int, 0);
MODULE_PARM_DESC(resend_igmp, BOND_HELP_RESEND_IGMP);

static int packets_per_slave = 1;
module_param(packets_per_slave, int, 0);
MODULE_PARM_DESC(packets_per_slave, BOND_HELP_PACKETS_PER_SLAVE);

static uint lp_interval = 1;
module_param(lp_interval, uint, 0);
MODULE_PARM_DESC(lp_interval, BOND_HELP_LP_INTERVAL);

/* What new bonds start with. */
static struct bond_params bond_params __ro_after_init;

/**
 * struct bond_params_number - a parameter that is a number
 * @id: the row of its option
 * @value: the variable
 */
struct bond_params_number {
	enum bond_option_id id;
	const int *value;
};

static const struct bond_params_number bond_params_numbers[] __initconst = {
	{ BOND_OPT_NUM_UNSOL_NA,	&num_peer_notif },
	{ BOND_OPT_MIIMON,		&miimon },
	{ BOND_OPT_USE_CARRIER,		&use_carrier },
	{ BOND_OPT_ALL_SLAVES_ACTIVE,	&all_slaves_active },
	{ BOND_OPT_RESEND_IGMP,		&resend_igmp },
	{ BOND_OPT_PACKETS_PER_SLAVE,	&packets_per_slave },
	{ BOND_OPT_MIN_LINKS,		&min_links },
	{ BOND_OPT_LP_INTERVAL,		(const int *)&lp_interval },
};

/* Within the limits, or the default and a warning. */
static int __init bond_params_limit(const char *name, int value, int min, int max,
				    int def)
{
	if (value >= min && value <= max)
		return value;

	pr_warn("%s: %d is not in %d - %d, using %d\n", name, value, min, max, def);

	return def;
}

static u32 __init bond_params_limit_option(const struct bond_option *opt, int value)
{
	return bond_params_limit(opt->name, value, opt->min, opt->max, opt->def);
}

static void __init bond_params_set(const struct bond_option *opt, u32 num)
{
	if (opt->flags & BOND_OPTION_LATER && num != opt->def) {
		pr_warn("%s: not supported by this driver yet, ignored\n", opt->name);
		return;
	}
	bond_value_store(&bond_params, opt, num);
}

static void __init bond_params_check_numbers(void)
{
	const struct bond_params_number *number;
	const struct bond_option *opt;
	int i;

	for (i = 0; i < ARRAY_SIZE(bond_params_numbers); i++) {
		number = &bond_params_numbers[i];
		opt = &bond_options[number->id];
		bond_params_set(opt, bond_params_limit_option(opt, *number->value));
	}

	num_peer_notif = bond_params.num_peer_notif;
	max_bonds = bond_params_limit("max_bonds", max_bonds, 0, INT_MAX,
				      BOND_DEFAULT_MAX_BONDS);
	tx_queues = bond_params_limit("tx_queues", tx_queues, 1,
				      BOND_PARAMS_MAX_TX_QUEUES,
				      BOND_DEFAULT_TX_QUEUES);
}

static int __init bond_params_parse(const struct bond_option *opt, const char *text,
				    u32 *num)
{
	u64 value;

	if (bond_value_parse(opt, text, &value) || value > opt->max) {
		pr_err("%s: \"%s\" is none of its values\n", opt->name, text);
		return -EINVAL;
	}
	*num = value;

	return 0;
}

static int __init bond_params_check_mode(void)
{
	const struct bond_option *opt = &bond_options[BOND_OPT_MODE];
	u32 num;
	int err;

	if (!mode)
		return 0;
	err = bond_params_parse(opt, mode, &num);
	if (err)
		return err;
	if (!bond_mode_get(num)) {
		pr_err("mode %s: not supported by this driver yet\n", mode);
		return -EOPNOTSUPP;
	}
	bond_value_store(&bond_params, opt, num);
	bond_mode_set_defaults(bond_mode_get(num), &bond_params);

	return 0;
}

/* A value with a name; a parameter that was not given has no text. */
static int __init bond_params_check_name(enum bond_option_id id, const char *text)
{
	const struct bond_option *opt = &bond_options[id];
	u32 num;
	int err;

	if (!text)
		return 0;
	err = bond_params_parse(opt, text, &num);
	if (err)
		return err;
	bond_params_set(opt, num);

	return 0;
}

static bool __init bond_params_is_relevant(const char *name, const char *text,
					   bool relevant)
{
	if (text && !relevant)
		pr_info("%s has no effect in mode %s\n", name,
			bond_mode_name(bond_params.mode));

	return text && relevant;
}

static int __init bond_params_check_names(void)
{
	const struct bond_mode_ops *ops = bond_mode_get(bond_params.mode);
	int err = 0;

	bond_params_is_relevant("lacp_rate", lacp_rate, false);

	if (bond_params_is_relevant("xmit_hash_policy", xmit_hash_policy,
				    ops->flags & BOND_MODE_F_HASH))
		err = bond_params_check_name(BOND_OPT_XMIT_HASH_POLICY, xmit_hash_policy);
	if (!err)
		err = bond_params_check_name(BOND_OPT_AD_SELECT, ad_select);
	/* The mode may change later, so this one is kept. */
	bond_params_is_relevant("fail_over_mac", fail_over_mac,
				ops->flags & BOND_MODE_F_ACTIVE);
	if (!err)
		err = bond_params_check_name(BOND_OPT_FAIL_OVER_MAC, fail_over_mac);
	if (err)
		return err;

	if (!bond_params_is_relevant("primary", primary,
				     ops->flags & BOND_MODE_F_PRIMARY))
		return 0;
	/* No device has a longer name. */
	if (strlen(primary) < sizeof(bond_params.primary))
		strscpy(bond_params.primary, primary, sizeof(bond_params.primary));

	return bond_params_check_name(BOND_OPT_PRIMARY_RESELECT, primary_reselect);
}

static void __init bond_params_check_delay(enum bond_option_id id, int value)
{
	const struct bond_option *opt = &bond_options[id];
	u32 period = bond_params.miimon;
	u32 num;

	num = bond_params_limit_option(opt, value);
	if (!num)
		return;
	if (!period) {
		pr_warn("%s has no effect unless miimon is set\n", opt->name);
		return;
	}
	if (num % period)
		pr_warn("%s (%u) is not a multiple of miimon (%u), rounded to %u ms\n",
			opt->name, num, period, num - num % period);
	bond_value_store(&bond_params, opt, num / period);
}

static bool __init bond_params_has_targets(void)
{
	__be32 addr;
	int i;

	for (i = 0; i < arp_ip_target_count; i++) {
		if (in4_pton(arp_ip_target[i], -1, (u8 *)&addr, -1, NULL))
			continue;
		pr_warn("arp_ip_target: \"%s\" is no address, no ARP monitoring\n",
			arp_ip_target[i]);
		return false;
	}
	if (!arp_ip_target_count)
		pr_warn("arp_interval has no effect without arp_ip_target\n");

	return arp_ip_target_count;
}

/* Would there be ARP monitoring, if this driver had it? */
static bool __init bond_params_wants_arp(void)
{
	const struct bond_option *opt = &bond_options[BOND_OPT_ARP_INTERVAL];

	if (!bond_params_limit_option(opt, arp_interval))
		return false;
	if (bond_params.miimon) {
		pr_warn("arp_interval has no effect together with miimon\n");
		return false;
	}

	return bond_params_has_targets();
}

static int __init bond_params_check_arp(void)
{
	if (bond_params_wants_arp()) {
		pr_err("arp_interval: ARP monitoring is not supported by this driver yet\n");
		return -EOPNOTSUPP;
	}
	if (arp_validate) {
		pr_err("arp_validate needs arp_interval\n");
		return -EINVAL;
	}

	if (arp_ip_target_count)
		pr_warn("arp_ip_target: not supported by this driver yet, ignored\n");

	/* As for the in-tree driver, a bad value is no reason not to load. */
	bond_params_check_name(BOND_OPT_ARP_ALL_TARGETS, arp_all_targets);

	return 0;
}

/**
 * bond_params_check() - check the module parameters, fill in the defaults
 *
 * Also makes what netlink and sysfs have of the option tables.
 *
 * Context: module init, before anything else.
 * Return: 0, -EINVAL or -EOPNOTSUPP.
 */
int __init bond_params_check(void)
{
	int err;

	bond_netlink_init();
	bond_sysfs_init();
	bond_sysfs_slave_init();

	bond_options_defaults(&bond_params);
	err = bond_params_check_mode();
	if (err)
		return err;

	bond_params_check_numbers();
	bond_params_check_delay(BOND_OPT_UPDELAY, updelay);
	bond_params_check_delay(BOND_OPT_DOWNDELAY, downdelay);

	err = bond_params_check_names();
	if (err)
		return err;
	err = bond_params_check_arp();
	if (err)
		return err;

	if (bond_params.miimon)
		pr_info("MII link monitoring set to %u ms\n", bond_params.miimon);

	return 0;
}

/**
 * bond_params_max_bonds() - bonds to make at load
 *
 * Context: after bond_params_check().
 * Return: the number.
 */
int __init bond_params_max_bonds(void)
{
	return max_bonds;
}

/**
 * bond_params_defaults() - what a new bond starts with
 *
 * Context: after bond_params_check().
 * Return: its options.
 */
const struct bond_params *bond_params_defaults(void)
{
	return &bond_params;
}

/**
 * bond_params_tx_queues() - transmit queues of a new bond
 *
 * Context: after bond_params_check().
 * Return: the number.
 */
u16 bond_params_tx_queues(void)
{
	return tx_queues;
}
