// SPDX-License-Identifier: GPL-2.0
// Linux 6.16: struct pernet_operations::exit_rtnl
#include <linux/list.h>
#include <net/net_namespace.h>

static void probe_exit(struct net *net, struct list_head *dev_kill_list)
{
}

struct pernet_operations probe = {
	.exit_rtnl = probe_exit,
};
