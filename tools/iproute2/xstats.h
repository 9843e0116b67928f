/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table of buckets: "ip link xstats type bond buckets".
 */
#ifndef BOND_LB_XSTATS_H
#define BOND_LB_XSTATS_H

#include "ip.h"

int xstats_parse(struct link_util *builtin, int argc, char **argv);
int xstats_print(struct link_util *builtin, struct nlmsghdr *n, void *arg);

#endif /* BOND_LB_XSTATS_H */
