/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What both plugins share: the parser that is built into ip, and attributes.
 */
#ifndef BOND_LB_PLUGIN_H
#define BOND_LB_PLUGIN_H

#include "ip.h"

#define ARRAY_SIZE(a)	(sizeof(a) / sizeof((a)[0]))

/* Only what ip looks for is seen outside of the plugin. */
#define PLUGIN_EXPORT	__attribute__((visibility("default")))

/**
 * struct plugin_words - the words of a command that are still to be read
 * @argc: how many
 * @argv: the words
 */
struct plugin_words {
	int argc;
	char **argv;
};

/**
 * struct plugin_number - a number and its attribute
 * @name: its word, and its key in JSON
 * @attr: its attribute
 * @size: of its value to be set, in bytes: 1 or 4
 * @max: its largest value to be set, if that has no name
 * @off: "off" is another word for 0
 * @names: its values, if they have names, ended by NULL
 * @what: what its value is called in the help
 */
struct plugin_number {
	const char *name;
	int attr;
	unsigned int size;
	__u32 max;
	bool off;
	const char *const *names;
	const char *what;
};

struct link_util *plugin_builtin(const char *symbol, const struct link_util *ours);
int plugin_maxattr(const struct link_util *builtin, int attr);
int plugin_chain_parse(struct link_util *builtin, const struct plugin_words *words,
		       struct nlmsghdr *n);
void plugin_require_driver(const char *option);

bool plugin_next_is(const struct plugin_words *words, const char *word);
char *plugin_next(struct plugin_words *words, const char *option);
__u64 plugin_read_number(const struct plugin_number *num, const char *text);

void plugin_put(struct nlmsghdr *n, int attr, const void *data, unsigned int len);
struct rtattr *plugin_nest_start(struct nlmsghdr *n, int attr);
void plugin_nest_end(struct nlmsghdr *n, struct rtattr *nest);
void plugin_put_number(struct nlmsghdr *n, const struct plugin_number *num, __u64 value);

void plugin_get_nested(struct rtattr *tb[], int max, const struct rtattr *nest);
__u64 plugin_get_number(const struct rtattr *attr);
struct rtattr *plugin_get_xstats(const struct nlmsghdr *n, int attr);
int plugin_chain_xstats(struct link_util *builtin, struct nlmsghdr *n, int attr, void *arg);
void plugin_print_number(const struct plugin_number *num, const struct rtattr *attr);

#endif /* BOND_LB_PLUGIN_H */
