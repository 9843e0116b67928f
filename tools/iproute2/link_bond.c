// SPDX-License-Identifier: GPL-2.0
/*
 * link_bond.so: "ip link ... type bond" learns the options of bonding-lb.
 *
 * Data flow: the words that are ours become one IFLA_BOND_LB; all others go to the
 * parser that is built into ip, in their order. It also prints everything that is
 * not ours. ip finds this file by its name before it looks at its own parser.
 */
#include <stdlib.h>
#include <string.h>

#include <linux/if_bonding_lb.h>
#include <linux/if_link.h>

#include "plugin.h"
#include "xstats.h"

static const char mode_name[] = "balance-tcp";

static const char *const weighting_names[] = { "equal", "speed", NULL };

/* What can be set and is shown, in the order of showing. */
static const struct plugin_number bond_options[] = {
	{
		.name	= "buckets",
		.attr	= IFLA_BOND_LB_BUCKETS,
		.size	= sizeof(__u32),
		.max	= 4096,
		.off	= true,
		.what	= "N",
	},
	{
		.name	= "weighting",
		.attr	= IFLA_BOND_LB_WEIGHTING,
		.size	= sizeof(__u8),
		.names	= weighting_names,
		.what	= "WEIGHTING",
	},
	{
		.name	= "hash_seed",
		.attr	= IFLA_BOND_LB_HASH_SEED,
		.size	= sizeof(__u32),
		.max	= UINT32_MAX,
		.what	= "N",
	},
	{
		.name	= "rebalance_interval",
		.attr	= IFLA_BOND_LB_REBALANCE_INTERVAL,
		.size	= sizeof(__u32),
		.max	= INT32_MAX,
		.off	= true,
		.what	= "MS",
	},
	{
		.name	= "rebalance_threshold",
		.attr	= IFLA_BOND_LB_REBALANCE_THRESHOLD,
		.size	= sizeof(__u8),
		.max	= 100,
		.what	= "PERCENT",
	},
	{
		.name	= "rebalance_min_rate",
		.attr	= IFLA_BOND_LB_REBALANCE_MIN_RATE,
		.size	= sizeof(__u32),
		.max	= UINT32_MAX,
		.what	= "KBIT",
	},
	{
		.name	= "rebalance_max_moves",
		.attr	= IFLA_BOND_LB_REBALANCE_MAX_MOVES,
		.size	= sizeof(__u32),
		.max	= UINT32_MAX,
		.what	= "N",
	},
};

/* In text these follow the options: names of their own there. */
static const struct {
	const char *key;
	const char *fmt;
	int attr;
} rebalance_info[] = {
	{ "runs", "rebalance_runs %llu ", BOND_REBALANCE_INFO_RUNS },
	{ "moves", "rebalance_moves %llu ", BOND_REBALANCE_INFO_MOVES },
	{ "last_moves", "rebalance_last_moves %llu ", BOND_REBALANCE_INFO_LAST_MOVES },
	{ "last_run_ms", "rebalance_last_run_ms %llu ", BOND_REBALANCE_INFO_LAST_RUN_MS },
	{ "next_run_ms", "rebalance_next_run_ms %llu ", BOND_REBALANCE_INFO_NEXT_RUN_MS },
};

static const struct plugin_number bucket_index = {
	.name	= "bucket",
	.attr	= BOND_BUCKET_MOVE_INDEX,
	.size	= sizeof(__u32),
	.max	= UINT32_MAX,
};

/**
 * struct bond_parse - a command that is being read
 * @words: what is still to be read
 * @rest: words for the built-in parser
 * @lb: a message of its own for what goes into IFLA_BOND_LB
 * @n: the message
 * @given: which of bond_options were there
 * @mode: there was a mode
 * @help: there was a call for help
 */
struct bond_parse {
	struct plugin_words words;
	struct plugin_words rest;
	union {
		struct nlmsghdr hdr;
		char room[1024];
	} lb;
	struct nlmsghdr *n;
	bool given[ARRAY_SIZE(bond_options)];
	bool mode;
	bool help;
};

static struct link_util *builtin;

static void bond_parse_pass_on(struct bond_parse *p, char *word)
{
	p->rest.argv[p->rest.argc++] = word;
}

/* ip takes the beginning of a word for the word. */
static bool is_short_for(const char *text, const char *word)
{
	return *text && !strncmp(text, word, strlen(text));
}

static void bond_parse_mode(struct bond_parse *p, char *word)
{
	__u8 mode = BOND_MODE_BALANCE_TCP;

	if (p->words.argc && p->mode)
		duparg("mode", p->words.argv[0]);
	p->mode = true;

	if (plugin_next_is(&p->words, mode_name) || plugin_next_is(&p->words, "7")) {
		plugin_next(&p->words, word);
		plugin_put(p->n, IFLA_BOND_MODE, &mode, sizeof(mode));
		return;
	}
	bond_parse_pass_on(p, word);
	if (p->words.argc)
		bond_parse_pass_on(p, plugin_next(&p->words, word));
}

static void bond_parse_bucket(struct bond_parse *p)
{
	const char *text = plugin_next(&p->words, "bucket");
	struct nlmsghdr *n = &p->lb.hdr;
	const char *word, *slave;
	struct rtattr *nest;
	unsigned int index;

	nest = plugin_nest_start(n, IFLA_BOND_LB_BUCKET_MOVE);
	plugin_put_number(n, &bucket_index, plugin_read_number(&bucket_index, text));

	word = plugin_next(&p->words, "bucket");
	if (!strcmp(word, "dev")) {
		slave = plugin_next(&p->words, "dev");
		index = ll_name_to_index(slave);
		if (!index)
			invarg("bucket is to go to a device that does not exist", slave);
		plugin_put(n, BOND_BUCKET_MOVE_SLAVE, &index, sizeof(index));
		if (plugin_next_is(&p->words, "pin")) {
			plugin_next(&p->words, "bucket");
			plugin_put(n, BOND_BUCKET_MOVE_PIN, NULL, 0);
		}
	} else if (strcmp(word, "auto")) {
		invarg("bucket INDEX takes dev SLAVE, dev SLAVE pin, or auto", word);
	}
	plugin_nest_end(n, nest);
}

static void bond_parse_option(struct bond_parse *p, unsigned int i)
{
	const struct plugin_number *opt = &bond_options[i];
	const char *text = plugin_next(&p->words, opt->name);

	if (p->given[i])
		duparg(opt->name, text);
	p->given[i] = true;
	plugin_put_number(&p->lb.hdr, opt, plugin_read_number(opt, text));
}

static bool bond_parse_is_option(struct bond_parse *p, const char *word)
{
	unsigned int i;

	for (i = 0; i < ARRAY_SIZE(bond_options); i++) {
		if (strcmp(word, bond_options[i].name))
			continue;
		bond_parse_option(p, i);
		return true;
	}
	if (strcmp(word, "bucket"))
		return false;
	bond_parse_bucket(p);

	return true;
}

/*
 * A device may be called like an option of ours, so what follows these words is
 * not looked at. Anything else is told from the values of ip's options by its name.
 */
static void bond_parse_word(struct bond_parse *p)
{
	char *word = plugin_next(&p->words, "");

	if (is_short_for(word, "mode")) {
		bond_parse_mode(p, word);
		return;
	}
	if (bond_parse_is_option(p, word)) {
		plugin_require_driver(word);
		return;
	}

	p->help |= !strcmp(word, "help");
	bond_parse_pass_on(p, word);
	if (p->words.argc &&
	    (is_short_for(word, "active_slave") || is_short_for(word, "primary")))
		bond_parse_pass_on(p, plugin_next(&p->words, word));
}

static void bond_print_help(FILE *f)
{
	const struct plugin_number *opt;
	unsigned int i;

	fprintf(f, "\nOf bonding-lb: [ mode %s ]\n", mode_name);
	for (i = 0; i < ARRAY_SIZE(bond_options); i++) {
		opt = &bond_options[i];
		fprintf(f, "                [ %s %s%s ]\n", opt->name, opt->what,
			opt->off ? "|off" : "");
	}
	fprintf(f,
		"                [ bucket INDEX { dev SLAVE_DEV [ pin ] | auto } ] ...\n"
		"\n"
		"WEIGHTING := equal|speed\n");
}

static int bond_parse_opt(struct link_util *lu, int argc, char **argv, struct nlmsghdr *n)
{
	struct bond_parse p = {
		.words = { argc, argv },
		.rest.argv = calloc(argc + 1, sizeof(*argv)),
		.lb.hdr.nlmsg_len = NLMSG_HDRLEN,
		.n = n,
	};
	int err;

	(void)lu;
	if (!p.rest.argv)
		return -1;
	while (p.words.argc)
		bond_parse_word(&p);

	err = plugin_chain_parse(builtin, &p.rest, n);
	if (err && p.help)
		bond_print_help(stderr);
	free(p.rest.argv);
	if (!err && p.lb.hdr.nlmsg_len > NLMSG_HDRLEN)
		plugin_put(n, IFLA_BOND_LB | NLA_F_NESTED, NLMSG_DATA(&p.lb.hdr),
			   p.lb.hdr.nlmsg_len - NLMSG_HDRLEN);

	return err;
}

static void bond_print_rebalance(const struct rtattr *nest)
{
	struct rtattr *tb[BOND_REBALANCE_INFO_MAX + 1];
	const struct rtattr *attr;
	unsigned int i;

	if (!nest)
		return;
	plugin_get_nested(tb, BOND_REBALANCE_INFO_MAX, nest);

	open_json_object("rebalance_info");
	for (i = 0; i < ARRAY_SIZE(rebalance_info); i++) {
		attr = tb[rebalance_info[i].attr];
		if (attr)
			print_color_u64(PRINT_ANY, COLOR_NONE, rebalance_info[i].key,
					rebalance_info[i].fmt, plugin_get_number(attr));
	}
	close_json_object();
}

static void bond_print_lb(const struct rtattr *nest)
{
	struct rtattr *tb[IFLA_BOND_LB_MAX + 1];
	unsigned int i;

	plugin_get_nested(tb, IFLA_BOND_LB_MAX, nest);
	for (i = 0; i < ARRAY_SIZE(bond_options); i++)
		plugin_print_number(&bond_options[i], tb[bond_options[i].attr]);
	bond_print_rebalance(tb[IFLA_BOND_LB_REBALANCE_INFO]);
}

static void bond_print_opt(struct link_util *lu, FILE *f, struct rtattr *tb[])
{
	struct rtattr *mode = tb ? tb[IFLA_BOND_MODE] : NULL;

	(void)lu;
	/* ip would call it UNKNOWN. */
	if (mode && plugin_get_number(mode) == BOND_MODE_BALANCE_TCP) {
		print_color_string(PRINT_ANY, COLOR_NONE, "mode", "mode %s ", mode_name);
		tb[IFLA_BOND_MODE] = NULL;
	}
	if (builtin && builtin->print_opt)
		builtin->print_opt(builtin, f, tb);
	if (!tb)
		return;

	tb[IFLA_BOND_MODE] = mode;
	if (tb[IFLA_BOND_LB])
		bond_print_lb(tb[IFLA_BOND_LB]);
}

static void bond_print_all_help(struct link_util *lu, int argc, char **argv, FILE *f)
{
	(void)lu;
	if (builtin && builtin->print_help)
		builtin->print_help(builtin, argc, argv, f);
	bond_print_help(f);
}

static int bond_parse_xstats(struct link_util *lu, int argc, char **argv)
{
	(void)lu;

	return xstats_parse(builtin, argc, argv);
}

static int bond_print_xstats(struct nlmsghdr *n, void *arg)
{
	return xstats_print(builtin, n, arg);
}

PLUGIN_EXPORT struct link_util bond_link_util = {
	.id			= "bond",
	.maxattr		= IFLA_BOND_LB,
	.parse_opt		= bond_parse_opt,
	.print_opt		= bond_print_opt,
	.print_help		= bond_print_all_help,
	.parse_ifla_xstats	= bond_parse_xstats,
	.print_ifla_xstats	= bond_print_xstats,
};

/* ip reads maxattr before it calls anything. */
static void __attribute__((constructor)) bond_init(void)
{
	builtin = plugin_builtin("bond_link_util", &bond_link_util);
	bond_link_util.maxattr = plugin_maxattr(builtin, IFLA_BOND_LB);
}
