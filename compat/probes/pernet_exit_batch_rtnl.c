// SPDX-License-Identifier: GPL-2.0
// Linux 6.9: struct pernet_operations::exit_batch_rtnl
#include <linux/list.h>
#include <net/net_namespace.h>

static void probe_exit(struct list_head *net_list, struct list_head *dev_kill_list)
{
}

struct pernet_operations probe = {
	.exit_batch_rtnl = probe_exit,
};
