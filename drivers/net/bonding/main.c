// SPDX-License-Identifier: GPL-2.0
/*
 * Module init and exit, and what there is per network namespace.
 *
 * Bonds come by rtnetlink (config/netlink.c) or by bond_main_create(): from
 * /sys/class/net/bonding_masters and, at load, max_bonds of them.
 */
#include <linux/module.h>
#include <net/rtnetlink.h>

#include "bond.h"
#include "dissect.h"

unsigned int bond_net_id __read_mostly;

/* Link monitors and notifications of all bonds. */
struct workqueue_struct *bond_wq __read_mostly;

/**
 * bond_main_create() - make a bond, as from sysfs
 * @net: network namespace
 * @name: its name, may have a "%d"; NULL is "bond%d"
 *
 * Context: process context without RTNL.
 * Return: 0 or a negative error.
 */
int bond_main_create(struct net *net, const char *name)
{
	struct net_device *dev;
	int err;

	rtnl_lock();
	dev = alloc_netdev_mq(sizeof(struct bond), name ? name : "bond%d",
			      NET_NAME_UNKNOWN, bond_master_setup,
			      bond_params_tx_queues());
	if (!dev) {
		err = -ENOMEM;
		goto out_unlock;
	}

	dev_net_set(dev, net);
	dev->rtnl_link_ops = &bond_link_ops;
	err = register_netdevice(dev);
	if (err) {
		free_netdev(dev);
		goto out_unlock;
	}

	netif_carrier_off(dev);
	rtnl_configure_link(dev, NULL, 0, NULL);

out_unlock:
	rtnl_unlock();
	return err;
}

static int __net_init bond_net_init(struct net *net)
{
	struct bond_net *bn = net_generic(net, bond_net_id);
	int err;

	bn->net = net;
	INIT_LIST_HEAD(&bn->bonds);

	bond_procfs_net_init(bn);
	err = bond_sysfs_net_init(bn);
	if (err)
		bond_procfs_net_exit(bn);

	return err;
}

/* Nobody makes new bonds from here on. */
static void __net_exit bond_net_pre_exit(struct net *net)
{
	bond_sysfs_net_exit(net_generic(net, bond_net_id));
}

static void __net_exit bond_net_exit_batch(struct list_head *net_list)
{
	struct bond *bond, *next;
	LIST_HEAD(kill);
	struct net *net;

	rtnl_lock();
	list_for_each_entry(net, net_list, exit_list) {
		struct bond_net *bn = net_generic(net, bond_net_id);

		list_for_each_entry_safe(bond, next, &bn->bonds, net_node)
			unregister_netdevice_queue(bond->dev, &kill);
	}
	unregister_netdevice_many(&kill);
	rtnl_unlock();

	list_for_each_entry(net, net_list, exit_list) {
		bond_procfs_net_exit(net_generic(net, bond_net_id));
		bond_debugfs_net_exit(net_generic(net, bond_net_id));
	}
}

static struct pernet_operations bond_net_ops = {
	.init		= bond_net_init,
	.pre_exit	= bond_net_pre_exit,
	.exit_batch	= bond_net_exit_batch,
	.id		= &bond_net_id,
	.size		= sizeof(struct bond_net),
};

static int __init bond_main_create_initial(void)
{
	int i, err;

	for (i = 0; i < bond_params_max_bonds(); i++) {
		err = bond_main_create(&init_net, NULL);
		if (err)
			return err;
	}

	return 0;
}

static int __init bond_init(void)
{
	int err;

	err = bond_params_check();
	if (err)
		return err;

	bond_dissect_init();

	bond_wq = alloc_workqueue("bonding", WQ_MEM_RECLAIM | WQ_UNBOUND, 0);
	if (!bond_wq)
		return -ENOMEM;

	bond_debugfs_init();
	err = register_pernet_subsys(&bond_net_ops);
	if (err)
		goto err_debugfs;

	err = register_netdevice_notifier(&bond_events_notifier);
	if (err)
		goto err_pernet;

	err = rtnl_link_register(&bond_link_ops);
	if (err)
		goto err_notifier;

	err = bond_main_create_initial();
	if (err)
		goto err_link;

	return 0;

err_link:
	rtnl_link_unregister(&bond_link_ops);
err_notifier:
	unregister_netdevice_notifier(&bond_events_notifier);
err_pernet:
	unregister_pernet_subsys(&bond_net_ops);
	/* Of the bonds that there were. */
	rcu_barrier();
err_debugfs:
	bond_debugfs_exit();
	destroy_workqueue(bond_wq);
	return err;
}

static void __exit bond_exit(void)
{
	/* Takes all bonds down; the notifier sees them go. */
	rtnl_link_unregister(&bond_link_ops);
	unregister_netdevice_notifier(&bond_events_notifier);
	unregister_pernet_subsys(&bond_net_ops);
	bond_debugfs_exit();
	/* Ports, snapshots and counters that wait for a grace period. */
	rcu_barrier();
	destroy_workqueue(bond_wq);
}

module_init(bond_init);
module_exit(bond_exit);

MODULE_LICENSE("GPL");
MODULE_VERSION(BOND_DRV_VERSION);
MODULE_DESCRIPTION(BOND_DRV_DESCRIPTION);
MODULE_AUTHOR("The bonding-lb developers");
MODULE_ALIAS_RTNL_LINK("bond");
