// SPDX-License-Identifier: GPL-2.0
/*
 * The table of buckets: "ip link xstats type bond buckets".
 *
 * Data flow: ip reads the words, asks for the statistics of all devices, and hands
 * us each message. A table may have several: each begins where the last one ended,
 * and which is the last nobody says. So each bucket is an object of its own in
 * JSON. Without the word "buckets" it is all ip's own affair.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <linux/if_bonding_lb.h>
#include <linux/if_link.h>

#include "plugin.h"
#include "xstats.h"

/**
 * struct xstats_command - what the user wants to see
 * @buckets: the table, not what ip itself would print
 * @ifindex: of this bond only, or 0
 * @slave: only what this slave owns, or 0
 * @min_rate: only what has this many bit/s
 * @shown: the bond whose heading was printed last, or 0
 */
struct xstats_command {
	bool buckets;
	unsigned int ifindex;
	unsigned int slave;
	__u64 min_rate;
	unsigned int shown;
};

static struct xstats_command command;

static const struct {
	const char *name;
	__u64 factor;
} units[] = {
	{ "", 1 }, { "bit", 1 },
	{ "k", 1000 }, { "kbit", 1000 },
	{ "m", 1000000 }, { "mbit", 1000000 },
	{ "g", 1000000000 }, { "gbit", 1000000000 },
};

static __u64 xstats_read_rate(const char *text)
{
	unsigned long long value;
	__u64 rate;
	char *unit;
	unsigned int i;

	errno = 0;
	value = strtoull(text, &unit, 10);
	for (i = 0; i < ARRAY_SIZE(units); i++) {
		if (strcasecmp(unit, units[i].name))
			continue;
		if (*text < '0' || *text > '9' || errno ||
		    __builtin_mul_overflow(value, units[i].factor, &rate))
			break;
		return rate;
	}
	invarg("min_rate takes a rate: 2000000, 2000kbit, 2Mbit", text);
}

static unsigned int xstats_read_device(struct plugin_words *words, const char *option)
{
	const char *name = plugin_next(words, option);
	unsigned int ifindex = ll_name_to_index(name);

	if (!ifindex)
		invarg(!strcmp(option, "dev") ? "dev is a device that does not exist" :
						"slave is a device that does not exist",
		       name);

	return ifindex;
}

static void xstats_print_help(void)
{
	printf("Usage: ... bond buckets [ dev DEVICE ] [ slave SLAVE_DEV ] [ min_rate RATE ]\n");
}

/* Is the word "buckets" there, and not as the name of a device? */
static bool xstats_is_ours(int argc, char **argv)
{
	int i;

	for (i = 0; i < argc; i++) {
		if (!strcmp(argv[i], "dev"))
			i++;
		else if (!strcmp(argv[i], "buckets"))
			return true;
	}

	return false;
}

static void xstats_parse_words(struct plugin_words *words)
{
	const char *word;

	while (words->argc) {
		word = plugin_next(words, "");
		if (!strcmp(word, "buckets")) {
			command.buckets = true;
		} else if (!strcmp(word, "dev")) {
			command.ifindex = xstats_read_device(words, word);
		} else if (!strcmp(word, "slave")) {
			command.slave = xstats_read_device(words, word);
		} else if (!strcmp(word, "min_rate")) {
			command.min_rate = xstats_read_rate(plugin_next(words, word));
		} else if (!strcmp(word, "help")) {
			xstats_print_help();
			exit(0);
		} else {
			invarg("buckets goes with dev, slave and min_rate only", word);
		}
	}
}

/**
 * xstats_parse() - read the words after "xstats type bond"
 * @builtin: what ip itself knows, or NULL
 * @argc: how many there are
 * @argv: the words
 *
 * Return: 0, or an error that was printed.
 */
int xstats_parse(struct link_util *builtin, int argc, char **argv)
{
	struct plugin_words words = { argc, argv };
	int i;

	command = (struct xstats_command){ 0 };
	if (xstats_is_ours(argc, argv)) {
		xstats_parse_words(&words);
		return 0;
	}

	/* ip ends when it has helped. */
	for (i = 0; i < argc; i++)
		if (!strcmp(argv[i], "help"))
			xstats_print_help();
	if (builtin && builtin->parse_ifla_xstats)
		return builtin->parse_ifla_xstats(builtin, argc, argv);

	return 0;
}

static bool xstats_is_wanted(struct rtattr *tb[])
{
	const struct rtattr *slave = tb[BOND_BUCKET_SLAVE], *rate = tb[BOND_BUCKET_RATE];

	if (!tb[BOND_BUCKET_INDEX])
		return false;
	if (command.slave && (!slave || plugin_get_number(slave) != command.slave))
		return false;
	if (command.min_rate && (!rate || plugin_get_number(rate) < command.min_rate))
		return false;

	return true;
}

static __u64 xstats_get(const struct rtattr *attr)
{
	return attr ? plugin_get_number(attr) : 0;
}

static void xstats_print_json(unsigned int ifindex, struct rtattr *tb[], const char *slave)
{
	const struct rtattr *idle = tb[BOND_BUCKET_IDLE_MS];

	open_json_object(NULL);
	print_color_string(PRINT_JSON, COLOR_NONE, "ifname", NULL, ll_index_to_name(ifindex));
	print_color_u64(PRINT_JSON, COLOR_NONE, "bucket", NULL,
			plugin_get_number(tb[BOND_BUCKET_INDEX]));
	if (slave)
		print_color_string(PRINT_JSON, COLOR_NONE, "slave", NULL, slave);
	else
		print_color_null(PRINT_JSON, COLOR_NONE, "slave", NULL, NULL);
	print_color_u64(PRINT_JSON, COLOR_NONE, "tx_packets", NULL,
			xstats_get(tb[BOND_BUCKET_TX_PACKETS]));
	print_color_u64(PRINT_JSON, COLOR_NONE, "tx_bytes", NULL,
			xstats_get(tb[BOND_BUCKET_TX_BYTES]));
	print_color_u64(PRINT_JSON, COLOR_NONE, "rate", NULL, xstats_get(tb[BOND_BUCKET_RATE]));
	print_color_u64(PRINT_JSON, COLOR_NONE, "moves", NULL,
			xstats_get(tb[BOND_BUCKET_MOVES]));
	if (idle)
		print_color_u64(PRINT_JSON, COLOR_NONE, "idle_ms", NULL,
				plugin_get_number(idle));
	else
		print_color_null(PRINT_JSON, COLOR_NONE, "idle_ms", NULL, NULL);
	print_color_bool(PRINT_JSON, COLOR_NONE, "pinned", NULL, tb[BOND_BUCKET_PINNED]);
	close_json_object();
}

static void xstats_print_text(FILE *f, unsigned int ifindex, struct rtattr *tb[],
			      const char *slave)
{
	const struct rtattr *idle = tb[BOND_BUCKET_IDLE_MS];
	char buf[24] = "-";

	if (command.shown != ifindex) {
		command.shown = ifindex;
		fprintf(f, "%s\n%8s  %-15s %14s %16s %12s %7s %10s  %s\n",
			ll_index_to_name(ifindex), "bucket", "slave", "tx_packets",
			"tx_bytes", "rate", "moves", "idle_ms", "pin");
	}
	if (idle)
		snprintf(buf, sizeof(buf), "%llu", plugin_get_number(idle));
	fprintf(f, "%8llu  %-15s %14llu %16llu %12llu %7llu %10s  %s\n",
		plugin_get_number(tb[BOND_BUCKET_INDEX]),
		slave ? slave : "-",
		xstats_get(tb[BOND_BUCKET_TX_PACKETS]),
		xstats_get(tb[BOND_BUCKET_TX_BYTES]),
		xstats_get(tb[BOND_BUCKET_RATE]),
		xstats_get(tb[BOND_BUCKET_MOVES]),
		buf, tb[BOND_BUCKET_PINNED] ? "pin" : "-");
}

static void xstats_print_bucket(FILE *f, unsigned int ifindex, const struct rtattr *nest)
{
	struct rtattr *tb[BOND_BUCKET_PAD + 1];
	const char *slave = NULL;

	plugin_get_nested(tb, BOND_BUCKET_PAD, nest);
	if (!xstats_is_wanted(tb))
		return;

	if (tb[BOND_BUCKET_SLAVE])
		slave = ll_index_to_name(plugin_get_number(tb[BOND_BUCKET_SLAVE]));
	if (is_json_context())
		xstats_print_json(ifindex, tb, slave);
	else
		xstats_print_text(f, ifindex, tb, slave);
}

static void xstats_print_table(FILE *f, unsigned int ifindex, const struct rtattr *table)
{
	const struct rtattr *attr;
	int left;

	if (!table)
		return;
	left = RTA_PAYLOAD(table);
	for (attr = RTA_DATA(table); RTA_OK(attr, left); attr = RTA_NEXT(attr, left))
		if ((attr->rta_type & NLA_TYPE_MASK) == BOND_XSTATS_LB_BUCKET)
			xstats_print_bucket(f, ifindex, attr);
}

/**
 * xstats_print() - print what a message has
 * @builtin: what ip itself knows, or NULL
 * @n: the message
 * @arg: where to
 *
 * Return: 0, or negative to end the dump.
 */
int xstats_print(struct link_util *builtin, struct nlmsghdr *n, void *arg)
{
	const struct if_stats_msg *ifsm = NLMSG_DATA(n);
	struct rtattr *tb[BOND_XSTATS_LB + 1];

	if (!command.buckets)
		return plugin_chain_xstats(builtin, n, IFLA_STATS_LINK_XSTATS, arg);

	if (command.ifindex && ifsm->ifindex != command.ifindex)
		return 0;
	plugin_get_nested(tb, BOND_XSTATS_LB, plugin_get_xstats(n, IFLA_STATS_LINK_XSTATS));
	xstats_print_table(arg, ifsm->ifindex, tb[BOND_XSTATS_LB]);

	return 0;
}
