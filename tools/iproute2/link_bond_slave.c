// SPDX-License-Identifier: GPL-2.0
/*
 * link_bond_slave.so: "ip link ... type bond_slave" learns weight.
 *
 * Data flow: as in link_bond.c.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/if_bonding_lb.h>
#include <linux/if_link.h>

#include "plugin.h"

static const struct plugin_number weight = {
	.name	= "weight",
	.attr	= IFLA_BOND_SLAVE_LB_WEIGHT,
	.size	= sizeof(__u32),
	.max	= 10000000,
};

static const struct plugin_number buckets = {
	.name	= "buckets",
	.attr	= IFLA_BOND_SLAVE_LB_BUCKETS,
};

static const struct plugin_number tx_rate = {
	.name	= "tx_rate",
	.attr	= IFLA_BOND_SLAVE_LB_TX_RATE,
};

static struct link_util *builtin;

static void slave_print_help(FILE *f)
{
	fprintf(f, "Of bonding-lb: [ weight N ]\n");
}

static int slave_parse_opt(struct link_util *lu, int argc, char **argv, struct nlmsghdr *n)
{
	struct plugin_words words = { argc, argv };
	struct plugin_words rest = { 0, calloc(argc + 1, sizeof(*argv)) };
	const char *given = NULL;
	struct rtattr *nest;
	bool help = false;
	char *word;
	int err;

	(void)lu;
	if (!rest.argv)
		return -1;
	while (words.argc) {
		word = plugin_next(&words, "");
		if (strcmp(word, weight.name)) {
			help |= !strcmp(word, "help");
			rest.argv[rest.argc++] = word;
			continue;
		}
		word = plugin_next(&words, weight.name);
		if (given)
			duparg(weight.name, word);
		given = word;
		plugin_read_number(&weight, given);
		plugin_require_driver(weight.name);
	}

	err = plugin_chain_parse(builtin, &rest, n);
	if (err && help)
		slave_print_help(stderr);
	free(rest.argv);
	if (err || !given)
		return err;

	nest = plugin_nest_start(n, IFLA_BOND_SLAVE_LB);
	plugin_put_number(n, &weight, plugin_read_number(&weight, given));
	plugin_nest_end(n, nest);

	return 0;
}

static void slave_print_opt(struct link_util *lu, FILE *f, struct rtattr *tb[])
{
	struct rtattr *lb[IFLA_BOND_SLAVE_LB_MAX + 1];

	(void)lu;
	if (builtin && builtin->print_opt)
		builtin->print_opt(builtin, f, tb);
	if (!tb || !tb[IFLA_BOND_SLAVE_LB])
		return;

	plugin_get_nested(lb, IFLA_BOND_SLAVE_LB_MAX, tb[IFLA_BOND_SLAVE_LB]);
	plugin_print_number(&weight, lb[IFLA_BOND_SLAVE_LB_WEIGHT]);
	plugin_print_number(&buckets, lb[IFLA_BOND_SLAVE_LB_BUCKETS]);
	plugin_print_number(&tx_rate, lb[IFLA_BOND_SLAVE_LB_TX_RATE]);
}

static void slave_print_all_help(struct link_util *lu, int argc, char **argv, FILE *f)
{
	(void)lu;
	if (builtin && builtin->print_help)
		builtin->print_help(builtin, argc, argv, f);
	slave_print_help(f);
}

static int slave_parse_xstats(struct link_util *lu, int argc, char **argv)
{
	(void)lu;

	return builtin && builtin->parse_ifla_xstats ?
	       builtin->parse_ifla_xstats(builtin, argc, argv) : 0;
}

static int slave_print_xstats(struct nlmsghdr *n, void *arg)
{
	return plugin_chain_xstats(builtin, n, IFLA_STATS_LINK_XSTATS_SLAVE, arg);
}

PLUGIN_EXPORT struct link_util bond_slave_link_util = {
	.id			= "bond_slave",
	.maxattr		= IFLA_BOND_SLAVE_LB,
	.parse_opt		= slave_parse_opt,
	.print_opt		= slave_print_opt,
	.print_help		= slave_print_all_help,
	.parse_ifla_xstats	= slave_parse_xstats,
	.print_ifla_xstats	= slave_print_xstats,
};

/* ip reads maxattr before it calls anything. */
static void __attribute__((constructor)) slave_init(void)
{
	builtin = plugin_builtin("bond_slave_link_util", &bond_slave_link_util);
	bond_slave_link_util.maxattr = plugin_maxattr(builtin, IFLA_BOND_SLAVE_LB);
}
