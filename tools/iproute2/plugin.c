// SPDX-License-Identifier: GPL-2.0
/*
 * What both plugins share: the parser that is built into ip, and attributes.
 */
#include <dlfcn.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <linux/if_bonding_lb.h>
#include <linux/if_link.h>

#include "plugin.h"

/* So much ip has room for, in all versions. */
#define PLUGIN_MESSAGE_MAX	1024

#define PLUGIN_MODULE		"/sys/module/bonding"

/**
 * plugin_builtin() - find what ip itself knows of a kind
 * @symbol: its name in ip
 * @ours: what we have by the same name
 *
 * Return: NULL if this ip does not export it.
 */
struct link_util *plugin_builtin(const char *symbol, const struct link_util *ours)
{
	void *program = dlopen(NULL, RTLD_LAZY);
	struct link_util *builtin = NULL;

	if (program)
		builtin = dlsym(program, symbol);

	return builtin == ours ? NULL : builtin;
}

/**
 * plugin_maxattr() - the largest attribute that anybody wants to print
 * @builtin: what ip itself knows, or NULL
 * @attr: our largest
 */
int plugin_maxattr(const struct link_util *builtin, int attr)
{
	return builtin && builtin->maxattr > attr ? builtin->maxattr : attr;
}

/**
 * plugin_chain_parse() - have ip read the words that are not ours
 * @builtin: what ip itself knows, or NULL
 * @words: the words
 * @n: the message
 *
 * Return: 0, or -1 and an error was printed.
 */
int plugin_chain_parse(struct link_util *builtin, const struct plugin_words *words,
		       struct nlmsghdr *n)
{
	if (!words->argc)
		return 0;
	if (!builtin || !builtin->parse_opt) {
		fprintf(stderr, "Error: this ip does not let plugins read \"%s\".\n",
			words->argv[0]);
		return -1;
	}

	return builtin->parse_opt(builtin, words->argc, words->argv, n);
}

/**
 * plugin_require_driver() - end ip if the driver is one that would ignore an option
 * @option: the option
 *
 * The kernel's own driver takes attributes that it does not know for a success. If
 * none is loaded, or there is no sysfs to tell, nobody knows.
 */
void plugin_require_driver(const char *option)
{
	if (access(PLUGIN_MODULE, F_OK) || !access(PLUGIN_MODULE "/version", F_OK))
		return;

	invarg("the bonding driver that is loaded is the kernel's own and has no such option",
	       option);
}

/**
 * plugin_next_is() - is this the next word?
 * @words: the words, perhaps none
 * @word: the word
 */
bool plugin_next_is(const struct plugin_words *words, const char *word)
{
	return words->argc && !strcmp(words->argv[0], word);
}

/**
 * plugin_next() - take the next word
 * @words: the words
 * @option: whose value it is, for the error if there is none
 */
char *plugin_next(struct plugin_words *words, const char *option)
{
	if (!words->argc) {
		fprintf(stderr, "Error: argument \"%s\" needs a value.\n", option);
		exit(-1);
	}
	words->argc--;

	return *words->argv++;
}

static void plugin_bad_number(const struct plugin_number *num, const char *text)
{
	char why[256];
	int i, len;

	if (num->names) {
		len = snprintf(why, sizeof(why), "%s takes", num->name);
		for (i = 0; num->names[i]; i++)
			len += snprintf(why + len, sizeof(why) - len, "%s %s", i ? "," : "",
					num->names[i]);
	} else {
		snprintf(why, sizeof(why), "%s takes a number, 0 - %u%s", num->name, num->max,
			 num->off ? ", or off" : "");
	}
	invarg(why, text);
}

/**
 * plugin_read_number() - read the value of an option
 * @num: the option
 * @text: the value
 *
 * Ends ip if it cannot be one. The driver knows the rest.
 */
__u64 plugin_read_number(const struct plugin_number *num, const char *text)
{
	unsigned long long value;
	char *end;
	int i;

	for (i = 0; num->names && num->names[i]; i++)
		if (!strcmp(text, num->names[i]))
			return i;
	if (num->off && !strcmp(text, "off"))
		return 0;

	/* A sign or a space would do for strtoull(). */
	errno = 0;
	value = strtoull(text, &end, 0);
	if (num->names || *text < '0' || *text > '9' || *end || errno ||
	    value > num->max)
		plugin_bad_number(num, text);

	return value;
}

/**
 * plugin_put() - add an attribute to the message, or end ip if it is full
 * @n: the message
 * @attr: the attribute
 * @data: its value, may be NULL for none
 * @len: the length of its value in bytes
 */
void plugin_put(struct nlmsghdr *n, int attr, const void *data, unsigned int len)
{
	unsigned int begin = NLMSG_ALIGN(n->nlmsg_len);
	struct rtattr *rta = (struct rtattr *)((char *)n + begin);

	if (begin + RTA_SPACE(len) > PLUGIN_MESSAGE_MAX) {
		fprintf(stderr, "Error: too many options for one command, use several.\n");
		exit(-1);
	}
	memset(rta, 0, RTA_SPACE(len));
	rta->rta_type = attr;
	rta->rta_len = RTA_LENGTH(len);
	if (len)
		memcpy(RTA_DATA(rta), data, len);
	n->nlmsg_len = begin + RTA_SPACE(len);
}

/**
 * plugin_nest_start() - begin an attribute that holds others
 * @n: the message
 * @attr: the attribute
 *
 * Return: for plugin_nest_end().
 */
struct rtattr *plugin_nest_start(struct nlmsghdr *n, int attr)
{
	struct rtattr *nest = (struct rtattr *)((char *)n + NLMSG_ALIGN(n->nlmsg_len));

	plugin_put(n, attr | NLA_F_NESTED, NULL, 0);

	return nest;
}

/**
 * plugin_nest_end() - the attributes since plugin_nest_start() are in it
 * @n: the message
 * @nest: the attribute
 */
void plugin_nest_end(struct nlmsghdr *n, struct rtattr *nest)
{
	nest->rta_len = (char *)n + n->nlmsg_len - (char *)nest;
}

/**
 * plugin_put_number() - add a number to the message
 * @n: the message
 * @num: the number
 * @value: its value
 */
void plugin_put_number(struct nlmsghdr *n, const struct plugin_number *num, __u64 value)
{
	__u32 value32 = value;
	__u8 value8 = value;

	if (num->size == sizeof(value8))
		plugin_put(n, num->attr, &value8, sizeof(value8));
	else
		plugin_put(n, num->attr, &value32, sizeof(value32));
}

/**
 * plugin_get_nested() - find the attributes within another
 * @tb: where to put them, @max + 1 of them; NULL for those that are not there
 * @max: the largest that is of interest
 * @nest: what holds them, or NULL
 */
void plugin_get_nested(struct rtattr *tb[], int max, const struct rtattr *nest)
{
	const struct rtattr *attr;
	unsigned int type;
	int left;

	memset(tb, 0, sizeof(*tb) * (max + 1));
	if (!nest)
		return;

	left = RTA_PAYLOAD(nest);
	for (attr = RTA_DATA(nest); RTA_OK(attr, left); attr = RTA_NEXT(attr, left)) {
		type = attr->rta_type & NLA_TYPE_MASK;
		if (type <= (unsigned int)max)
			tb[type] = (struct rtattr *)attr;
	}
}

/**
 * plugin_get_number() - the value of a number
 * @attr: its attribute, of any size
 */
__u64 plugin_get_number(const struct rtattr *attr)
{
	const void *data = RTA_DATA(attr);
	__u64 value64;
	__u32 value32;

	switch (RTA_PAYLOAD(attr)) {
	case sizeof(__u8):
		return *(const __u8 *)data;
	case sizeof(value32):
		memcpy(&value32, data, sizeof(value32));
		return value32;
	case sizeof(value64):
		memcpy(&value64, data, sizeof(value64));
		return value64;
	default:
		return 0;
	}
}

/**
 * plugin_print_number() - print a number by its name
 * @num: the number
 * @attr: its attribute, or NULL
 */
void plugin_print_number(const struct plugin_number *num, const struct rtattr *attr)
{
	__u64 value;
	char fmt[64];
	int i;

	if (!attr)
		return;
	value = plugin_get_number(attr);

	for (i = 0; num->names && num->names[i]; i++) {
		if (value != (__u64)i)
			continue;
		snprintf(fmt, sizeof(fmt), "%s %%s ", num->name);
		print_color_string(PRINT_ANY, COLOR_NONE, num->name, fmt, num->names[i]);
		return;
	}
	snprintf(fmt, sizeof(fmt), "%s %%llu ", num->name);
	print_color_u64(PRINT_ANY, COLOR_NONE, num->name, fmt, value);
}

/**
 * plugin_get_xstats() - find what a message of statistics has about a bond
 * @n: the message
 * @attr: IFLA_STATS_LINK_XSTATS or IFLA_STATS_LINK_XSTATS_SLAVE
 *
 * Return: the attribute that holds it all, or NULL.
 */
struct rtattr *plugin_get_xstats(const struct nlmsghdr *n, int attr)
{
	struct rtattr *tb[LINK_XSTATS_TYPE_MAX + 1];
	const struct rtattr *at;
	int left = (int)n->nlmsg_len - NLMSG_SPACE(sizeof(struct if_stats_msg));

	at = (const void *)((const char *)n + NLMSG_SPACE(sizeof(struct if_stats_msg)));
	for (; RTA_OK(at, left); at = RTA_NEXT(at, left)) {
		if ((at->rta_type & NLA_TYPE_MASK) != attr)
			continue;
		plugin_get_nested(tb, LINK_XSTATS_TYPE_MAX, at);
		return tb[LINK_XSTATS_TYPE_BOND];
	}

	return NULL;
}

/**
 * plugin_chain_xstats() - have ip print the statistics that are not ours
 * @builtin: what ip itself knows, or NULL
 * @n: the message
 * @attr: IFLA_STATS_LINK_XSTATS or IFLA_STATS_LINK_XSTATS_SLAVE
 * @arg: where to
 *
 * Not if there are none: ip 6.1 to 6.15 overruns its stack with whatever it gets,
 * and is ended for it.
 *
 * Return: 0, or negative to end the dump.
 */
int plugin_chain_xstats(struct link_util *builtin, struct nlmsghdr *n, int attr, void *arg)
{
	const struct rtattr *nest = plugin_get_xstats(n, attr), *at;
	int left;

	if (!builtin || !builtin->print_ifla_xstats || !nest)
		return 0;
	left = RTA_PAYLOAD(nest);
	for (at = RTA_DATA(nest); RTA_OK(at, left); at = RTA_NEXT(at, left))
		if ((at->rta_type & NLA_TYPE_MASK) != BOND_XSTATS_LB)
			return builtin->print_ifla_xstats(n, arg);

	return 0;
}
