/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the program ip of iproute2 offers to a plugin: the description of a kind of
 * link, same layout since 2017, and those of its functions that we call. It has no
 * header for this, and exports more than these.
 */
#ifndef BOND_LB_IP_H
#define BOND_LB_IP_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdnoreturn.h>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <linux/types.h>

/**
 * struct link_util - how ip reads and writes one kind of link
 * @next: for ip
 * @id: the kind
 * @maxattr: largest attribute of IFLA_INFO_DATA (IFLA_INFO_SLAVE_DATA) to hand to
 *	@print_opt; larger ones are dropped
 * @parse_opt: adds the words after "type KIND" to the message; 0 or -1
 * @print_opt: prints the attributes; its table may be NULL
 * @print_xstats: not used by bonds
 * @print_help: prints all the words
 * @parse_ifla_xstats: reads the words after "xstats type KIND"; 0 or -1
 * @print_ifla_xstats: prints a message of the dump of statistics of all devices
 */
struct link_util {
	struct link_util *next;
	const char *id;
	int maxattr;
	int (*parse_opt)(struct link_util *lu, int argc, char **argv, struct nlmsghdr *n);
	void (*print_opt)(struct link_util *lu, FILE *f, struct rtattr *tb[]);
	void (*print_xstats)(struct link_util *lu, FILE *f, struct rtattr *xstats);
	void (*print_help)(struct link_util *lu, int argc, char **argv, FILE *f);
	int (*parse_ifla_xstats)(struct link_util *lu, int argc, char **argv);
	int (*print_ifla_xstats)(struct nlmsghdr *n, void *arg);
};

enum output_type {
	PRINT_FP	= 1,
	PRINT_JSON	= 2,
	PRINT_ANY	= 4,
};

/* The one that means none; the others are of no use to us. */
enum color_attr {
	COLOR_NONE	= 6,
};

bool is_json_context(void);
void open_json_object(const char *key);
void close_json_object(void);
int print_color_string(enum output_type type, enum color_attr color, const char *key,
		       const char *fmt, const char *value);
int print_color_uint(enum output_type type, enum color_attr color, const char *key,
		     const char *fmt, unsigned int value);
int print_color_u64(enum output_type type, enum color_attr color, const char *key,
		    const char *fmt, __u64 value);
int print_color_bool(enum output_type type, enum color_attr color, const char *key,
		     const char *fmt, bool value);
int print_color_null(enum output_type type, enum color_attr color, const char *key,
		     const char *fmt, const char *value);

/* Both go by the network namespace that ip is in. 0: there is none. */
unsigned int ll_name_to_index(const char *name);
const char *ll_index_to_name(unsigned int index);

/* Say what is wrong, in one line, and end ip with 255. */
noreturn void invarg(const char *why, const char *value);
noreturn void duparg(const char *option, const char *value);

#endif /* BOND_LB_IP_H */
