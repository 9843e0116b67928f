/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The data model of the bonding driver.
 *
 * A bond is a net_device whose private area is struct bond. Each of its slaves
 * is a struct bond_port. RTNL protects all configuration: the list of ports,
 * the link and role of each, the parameters, the active slave. Readers outside
 * RTNL (the packet path, procfs, statistics, in-kernel users) go by RCU:
 *
 *   struct bond  --tx-->     struct bond_tx_snap   what the transmit path needs
 *                --active--> struct bond_port      the active slave
 *                --ports-->  struct bond_port ...  list_for_each_entry_rcu()
 *
 * A change under RTNL edits ports and parameters, then publishes a new
 * snapshot (bond_snap_publish()). The packet path reads one snapshot a packet
 * and nothing else of what is below, so it never sees half a change.
 *
 * Both structures start with room in which abi.c keeps the few fields that
 * other in-tree code reads with the layout of <net/bonding.h>; see abi.h.
 */
#ifndef _BOND_H
#define _BOND_H

#include <linux/etherdevice.h>
#include <linux/if_arp.h>
#include <linux/if_bonding.h>
#include <linux/if_bonding_lb.h>
#include <linux/list.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/workqueue.h>
#include <net/netns/generic.h>

#include "abi.h"
#include "params.h"
#include "select/burst.h"

struct bond;
struct bond_lb;
struct bond_lb_stats;
struct bond_mode_ops;
struct bond_port;
struct kernel_hwtstamp_config;
struct netpoll;

#define BOND_DRV_NAME		"bonding"
#define BOND_DRV_VERSION	"0.1.0"
#define BOND_DRV_DESCRIPTION	"Ethernet Channel Bonding Driver"

/* Mode numbers that the driver knows the names of, later issues' included. */
#define BOND_MODE_COUNT		8

/**
 * struct bond_tx_slave - one slave as the transmit path sees it
 * @dev: the device, held by its enslavement
 * @port: its port
 * @queue_id: its queue_id, 0 is none
 */
struct bond_tx_slave {
	struct net_device *dev;
	struct bond_port *port;
	u16 queue_id;
};

/**
 * struct bond_tx_snap - what the transmit path reads, immutable once published
 * @gen: generation, one more at each publication
 * @n: slaves that carry traffic: @slave[0 .. n-1], in order of enslavement
 * @n_up: slaves with a link: @slave[n .. n_up-1] are up but backup
 * @active: index of the active slave in @slave, -1 for none
 * @packets_per_slave: the option, 0 is random
 * @xmit_policy: the option
 * @hash_start: bond_hash_start() of the option hash_seed
 * @n_buckets: buckets in @bucket, 0: without
 * @special: some slave has a queue_id, netpoll may send, or the bond has but one
 *	queue: what the packet path need not ask about otherwise
 * @rcu: to free it
 * @room: slots allocated in @slave and @slot
 * @lb_stats: counters of the buckets
 * @bucket_room: buckets that there is room for
 * @bucket: index in @slave of the owner of each bucket
 * @slot: what the burst selector needs of slaves 0 .. n-1, room elements
 * @slave: the slaves
 */
struct bond_tx_snap {
	u32 gen;
	u32 n;
	u32 n_up;
	s32 active;
	u32 packets_per_slave;
	u8 xmit_policy;
	bool special;
	u32 n_buckets;
	u64 hash_start;
	u16 *bucket;
	struct bond_lb_stats *lb_stats;
	struct rcu_head rcu;
	u32 room;
	u32 bucket_room;
	struct bond_burst_slot *slot;
	struct bond_tx_slave slave[];
};

/**
 * struct bond_port - one slave of a bond
 * @abi: mirror for in-tree readers, kept by abi.c; must be first
 * @dev: the enslaved device
 * @bond: its bond
 * @node: link in &struct bond.ports; RTNL, readers by RCU
 * @id: number in order of enslavement, unique for the life of the bond
 * @link: BOND_LINK_*; written under RTNL, read anywhere by READ_ONCE()
 * @backup: BOND_STATE_ACTIVE or BOND_STATE_BACKUP; as @link
 * @inactive: receives nothing but what is addressed to the slave itself; as
 *	@link
 * @gives_addr: first slave, whose address the bond takes
 * @notify_wanted: a lower-state notification is due at the end of the change
 * @delay: monitoring periods left of updelay or downdelay
 * @link_failure_count: times the link went down, a counter since enslavement
 * @last_link_change: jiffies of the last change of @link
 * @since: generation of the first snapshot that had this port usable
 * @usable: in the published snapshot as a slave that carries traffic
 * @lb_slot: number among the slaves of now, for the table of buckets
 * @buckets: that it owns; written under RTNL, read anywhere
 * @tx_rate: kbit/s of these, when last measured; as @buckets
 * @weight: the option, 0 follows &struct bond_params.weighting; as @buckets
 * @speed: Mbit/s, SPEED_UNKNOWN if not known
 * @known_speed: the last @speed that was known, 0 for none yet; RTNL
 * @duplex: DUPLEX_*
 * @queue_id: transmit queue of the bond that is tied to this slave, 0 is none
 * @rx_flags: IFF_PROMISC and IFF_ALLMULTI that the bond holds a count of on
 *	the device; RTNL
 * @prio: priority in the choice of the active slave, higher wins
 * @orig_mtu: MTU to give back at release
 * @perm_hwaddr: hardware address to give back at release
 * @perm_hwaddr_len: its length
 * @stats_last: the device's counters as last folded into the bond's
 * @stats_seq: times that was done; who reads the device notes it before
 * @np: netpoll instance over the slave, NULL without; RTNL, readers by RCU
 * @notify_work: sends NETDEV_BONDING_INFO outside of RTNL-hostile contexts
 * @rcu: to free it
 *
 * Lifetime: made and released under RTNL by port.c. RCU readers see a released port
 * for up to a grace period.
 */
struct bond_port {
	struct bond_abi_port abi;
	struct net_device *dev;
	struct bond *bond;
	struct list_head node;
	u32 id;
	u8 link;
	u8 backup;
	u8 inactive;
	bool gives_addr;
	bool notify_wanted;
	u32 delay;
	u32 link_failure_count;
	unsigned long last_link_change;
	u32 since;
	bool usable;
	u16 lb_slot;
	u32 buckets;
	u32 tx_rate;
	u32 weight;
	u32 speed;
	u32 known_speed;
	u8 duplex;
	u16 queue_id;
	unsigned int rx_flags;
	s32 prio;
	u32 orig_mtu;
	u8 perm_hwaddr[MAX_ADDR_LEN];
	u8 perm_hwaddr_len;
	struct rtnl_link_stats64 stats_last;
	u32 stats_seq;
	struct netpoll __rcu *np;
	struct delayed_work notify_work;
	struct rcu_head rcu;
};

/**
 * struct bond_balance_info - what the rebalancing has done
 * @runs: runs
 * @moves: buckets that it has moved
 * @last_moves: likewise, in the last run that moved any
 * @last_run: jiffies of the last run, if there was one
 * @next_run: jiffies of the next one, while there is an interval
 * @pending: there is a next one
 *
 * Written under RTNL, read anywhere, by WRITE_ONCE() and READ_ONCE().
 */
struct bond_balance_info {
	u64 runs;
	u64 moves;
	u32 last_moves;
	unsigned long last_run;
	unsigned long next_run;
	bool pending;
};

/**
 * struct bond - a bond
 * @abi: mirror for in-tree readers, kept by abi.c; must be first
 * @dev: the bond's device
 * @net_node: link in &struct bond_net.bonds; RTNL
 * @mode: the mode; changes under RTNL while the bond is down and empty
 * @tx: the snapshot for the transmit path
 * @tx_spare: a snapshot kept for the day when memory is short; RTNL
 * @tx_gen: generation of the last snapshot; RTNL
 * @burst: per CPU, the deal of round robin
 * @lb: the buckets, NULL without; RTNL
 * @ports: &struct bond_port.node, in order of enslavement; RTNL, readers by RCU
 * @port_count: length of @ports; RTNL
 * @next_port_id: next &struct bond_port.id; RTNL
 * @active: the active slave, NULL without; RTNL, readers by RCU
 * @primary: the primary slave if it is enslaved; RTNL, readers by RCU
 * @force_primary: the next choice of the active slave prefers @primary
 *	whatever primary_reselect says; RTNL
 * @params: options; RTNL, single fields elsewhere by READ_ONCE()
 * @netpoll: netpoll has been set up, and may send from then on; RTNL
 * @computing_features: bond_master_compute_features() is at work; RTNL
 * @notif_left: peer notifications still to be sent; RTNL
 * @igmp_left: IGMP resends still to be done; RTNL
 * @mii_work: link monitoring
 * @mii_due: jiffies when @mii_work is due next; only it writes it while it runs
 * @balance_work: rebalancing of the buckets
 * @balance_last: jiffies of the last measurement; RTNL
 * @balance_info: what it has done; RTNL, read anywhere
 * @peer_work: peer notifications
 * @igmp_work: IGMP resends
 * @stats: counters folded from the slaves, past ones included
 * @stats_lock: protects @stats, and stats_last and stats_seq of the ports
 * @proc: file in /proc/net/bonding, NULL without
 * @debug_dir: its directory in debugfs, whatever that returned
 */
struct bond {
	struct bond_abi_bond abi;
	struct net_device *dev;
	struct list_head net_node;
	const struct bond_mode_ops *mode;
	struct bond_tx_snap __rcu *tx;
	struct bond_tx_snap *tx_spare;
	u32 tx_gen;
	struct bond_burst_state __percpu *burst;
	struct bond_lb *lb;
	struct list_head ports;
	u32 port_count;
	u32 next_port_id;
	struct bond_port __rcu *active;
	struct bond_port __rcu *primary;
	bool force_primary;
	struct bond_params params;
	bool netpoll;
	bool computing_features;
	u32 notif_left;
	u32 igmp_left;
	struct delayed_work mii_work;
	unsigned long mii_due;
	struct delayed_work balance_work;
	unsigned long balance_last;
	struct bond_balance_info balance_info;
	struct delayed_work peer_work;
	struct delayed_work igmp_work;
	struct rtnl_link_stats64 stats;
	spinlock_t stats_lock; /* stats, stats_last and stats_seq of the ports */
	struct proc_dir_entry *proc;
	struct dentry *debug_dir;
};

/**
 * struct bond_net - what the driver keeps for a network namespace
 * @net: the namespace
 * @bonds: &struct bond.net_node; RTNL
 * @proc_dir: /proc/net/bonding
 * @debug_dir: directory of the namespace in debugfs, NULL for none yet
 * @masters: attribute of /sys/class/net/bonding_masters
 * @has_masters: it is there
 */
struct bond_net {
	struct net *net;
	struct list_head bonds;
	struct proc_dir_entry *proc_dir;
	struct dentry *debug_dir;
	struct class_attribute masters;
	bool has_masters;
};

/* Walks; the first under RTNL, the second under rcu_read_lock(). */
#define bond_for_each_port(port, bond) \
	list_for_each_entry(port, &(bond)->ports, node)
#define bond_for_each_port_rcu(port, bond) \
	list_for_each_entry_rcu(port, &(bond)->ports, node)

#define bond_info(bond, fmt, ...) \
	netdev_info((bond)->dev, fmt, ##__VA_ARGS__)
#define bond_warn(bond, fmt, ...) \
	netdev_warn((bond)->dev, fmt, ##__VA_ARGS__)
#define bond_err(bond, fmt, ...) \
	netdev_err((bond)->dev, fmt, ##__VA_ARGS__)
#define bond_dbg(bond, fmt, ...) \
	netdev_dbg((bond)->dev, fmt, ##__VA_ARGS__)

/* The same with the slave in front, the form that administrators grep for. */
#define bond_slave_info(bond, slave_dev, fmt, ...) \
	netdev_info((bond)->dev, "(slave %s): " fmt, (slave_dev)->name, ##__VA_ARGS__)
#define bond_slave_warn(bond, slave_dev, fmt, ...) \
	netdev_warn((bond)->dev, "(slave %s): " fmt, (slave_dev)->name, ##__VA_ARGS__)
#define bond_slave_err(bond, slave_dev, fmt, ...) \
	netdev_err((bond)->dev, "(slave %s): " fmt, (slave_dev)->name, ##__VA_ARGS__)
#define bond_slave_dbg(bond, slave_dev, fmt, ...) \
	netdev_dbg((bond)->dev, "(slave %s): " fmt, (slave_dev)->name, ##__VA_ARGS__)

static inline struct bond *bond_from_dev(const struct net_device *dev)
{
	return netdev_priv(dev);
}

/**
 * bond_port_from_dev_rtnl() - the port of an enslaved device
 * @slave_dev: a device that is a slave of one of our bonds
 *
 * Context: RTNL.
 * Return: its port.
 */
static inline struct bond_port *bond_port_from_dev_rtnl(const struct net_device *slave_dev)
{
	return rtnl_dereference(slave_dev->rx_handler_data);
}

static inline struct bond_port *bond_active_rtnl(const struct bond *bond)
{
	return rtnl_dereference(bond->active);
}

static inline struct bond_port *bond_primary_rtnl(const struct bond *bond)
{
	return rtnl_dereference(bond->primary);
}

static inline bool bond_port_is_up(const struct bond_port *port)
{
	return netif_running(port->dev) && (port->dev->flags & IFF_UP);
}

/**
 * bond_port_has_link() - may this slave carry traffic as far as links go?
 * @port: the slave
 *
 * Context: any.
 * Return: true if the device is up and monitoring calls its link up.
 */
static inline bool bond_port_has_link(const struct bond_port *port)
{
	return READ_ONCE(port->link) == BOND_LINK_UP && bond_port_is_up(port);
}

/* A link state as sysfs and /proc/net/bonding show it. */
static inline const char *bond_link_name(u8 link)
{
	static const char * const names[] = {
		[BOND_LINK_UP]		= "up",
		[BOND_LINK_FAIL]	= "going down",
		[BOND_LINK_DOWN]	= "down",
		[BOND_LINK_BACK]	= "going back",
	};

	return link < ARRAY_SIZE(names) ? names[link] : "unknown";
}

/* <net/bonding.h> has its structures here. */
static_assert(!offsetof(struct bond, abi));
static_assert(!offsetof(struct bond_port, abi));

extern unsigned int bond_net_id;

static inline struct bond_net *bond_net_get(const struct net *net)
{
	return net_generic(net, bond_net_id);
}

extern struct rtnl_link_ops bond_link_ops;
rx_handler_result_t bond_rx_handle(struct sk_buff **pskb);

/* Is this a bond of this driver? */
static inline bool bond_dev_is_ours(const struct net_device *dev)
{
	return dev->rtnl_link_ops == &bond_link_ops;
}

/**
 * bond_port_get_rtnl() - the port of a device, if it has one
 * @dev: any device
 *
 * Context: RTNL.
 * Return: its port, or NULL if it is no slave of a bond of this driver.
 */
static inline struct bond_port *bond_port_get_rtnl(const struct net_device *dev)
{
	if (rtnl_dereference(dev->rx_handler) != bond_rx_handle)
		return NULL;

	return rtnl_dereference(dev->rx_handler_data);
}

/* A device that keeps its own address, whatever it is asked for. */
static inline bool bond_dev_addr_is_fixed(const struct net_device *dev)
{
	return !dev->netdev_ops->ndo_set_mac_address ||
	       dev->type == ARPHRD_INFINIBAND;
}

/**
 * bond_dev_gives_addr() - will the bond take the address of this device?
 * @bond: the bond
 * @slave_dev: the device that is to be enslaved
 *
 * Context: RTNL.
 * Return: true if it is the first slave and nobody has given the bond an
 * address, or one that fits.
 */
static inline bool bond_dev_gives_addr(const struct bond *bond,
				       const struct net_device *slave_dev)
{
	return !bond->port_count &&
	       (bond->dev->addr_assign_type == NET_ADDR_RANDOM ||
		bond->dev->type != slave_dev->type);
}

/* main.c */
extern struct workqueue_struct *bond_wq;
int bond_main_create(struct net *net, const char *name);

/* master.c: the bond as a net_device */
void bond_master_setup(struct net_device *dev);
int bond_master_open(struct net_device *dev);
int bond_master_stop(struct net_device *dev);
int bond_master_change_mtu(struct net_device *dev, int new_mtu);
int bond_master_set_mac_address(struct net_device *dev, void *addr);
int bond_master_init(struct net_device *dev);
void bond_master_uninit(struct net_device *dev);
int bond_master_neigh_setup(struct net_device *dev, struct neigh_parms *parms);
int bond_master_vlan_add(struct net_device *dev, __be16 proto, u16 vid);
int bond_master_vlan_kill(struct net_device *dev, __be16 proto, u16 vid);
netdev_features_t bond_master_fix_features(struct net_device *dev,
					   netdev_features_t features);
void bond_master_compute_features(struct bond *bond);
bool bond_master_update_carrier(struct bond *bond);
void bond_master_set_mode(struct bond *bond, const struct bond_mode_ops *mode);

/* balance.c: rebalancing */
void bond_balance_init(struct bond *bond);
void bond_balance_start(struct bond *bond);
void bond_balance_stop(struct bond *bond);
void bond_balance_update(struct bond *bond);
u64 bond_balance_ago(const struct bond_balance_info *info);
u64 bond_balance_until(const struct bond_balance_info *info);
int bond_balance_fill(struct sk_buff *skb, const struct bond *bond);

/* stats.c */
void bond_stats_get64(struct net_device *dev, struct rtnl_link_stats64 *out);
void bond_stats_join(struct bond_port *port);
void bond_stats_leave(struct bond_port *port);

/* ioctl.c: MII ioctls and the old interface of ifenslave */
int bond_ioctl_eth(struct net_device *dev, struct ifreq *ifr, int cmd);
int bond_ioctl_siocbond(struct net_device *dev, struct ifreq *ifr, int cmd);
int bond_ioctl_private(struct net_device *dev, struct ifreq *ifr,
		       void __user *data, int cmd);

/* type.c: link-layer type */
int bond_type_adapt(struct bond *bond, const struct net_device *slave_dev,
		    struct netlink_ext_ack *extack);
void bond_type_reset(struct bond *bond);

/* enslave.c: a device becomes a slave */
int bond_enslave(struct net_device *bond_dev, struct net_device *slave_dev,
		 struct netlink_ext_ack *extack);

/* port.c: the life of a slave up to its release */
struct bond_port *bond_port_alloc(struct bond *bond, struct net_device *slave_dev);
void bond_port_put(struct bond_port *port);
int bond_port_prepare(struct bond_port *port, struct netlink_ext_ack *extack);
void bond_port_restore(struct bond_port *port, bool gone);
void bond_port_set_visible(struct net_device *slave_dev, bool visible);
void bond_port_add(struct bond_port *port);
void bond_port_del(struct bond_port *port);
void bond_port_leave(struct bond_port *port, bool gone);
int bond_port_release(struct net_device *bond_dev, struct net_device *slave_dev);
void bond_port_release_all(struct bond *bond);

/* state.c: link and role of a slave */
void bond_state_init(struct bond_port *port);
void bond_state_stop(struct bond_port *port);
void bond_state_set_link(struct bond_port *port, u8 link);
void bond_state_set_role(struct bond_port *port, bool active);
void bond_state_notify(struct bond *bond);
int bond_state_update_speed(struct bond_port *port);
void bond_state_fill_slave_info(const struct bond_port *port, struct ifslave *info);
void bond_state_fill_bond_info(const struct bond *bond, struct ifbond *info);

/* snap.c: the snapshot for the transmit path */
int bond_snap_init(struct bond *bond);
int bond_snap_reserve(struct bond *bond, u32 ports, u32 buckets);
void bond_snap_publish(struct bond *bond);
void bond_snap_free(struct bond *bond);

/* active.c: choosing the active slave, failing over */
void bond_active_select(struct bond *bond);
void bond_active_set(struct bond *bond, struct bond_port *port);
void bond_active_primary_changed(struct bond *bond);

/* notify.c: peer notifications and IGMP after a failover */
void bond_notify_init(struct bond *bond);
void bond_notify_failover(struct bond *bond);
void bond_notify_stop(struct bond *bond);

/* mac.c: hardware addresses */
int bond_mac_set_slave(struct net_device *slave_dev, const u8 *addr, u8 len,
		       struct netlink_ext_ack *extack);
void bond_mac_failover(struct bond *bond, struct bond_port *to);

/* filter.c: unicast and multicast lists, promiscuity, VLAN ids of the slaves */
void bond_filter_change_rx_flags(struct net_device *dev, int change);
void bond_filter_set_rx_mode(struct net_device *dev);
void bond_filter_close(struct bond *bond);
int bond_filter_join(struct bond_port *port, struct netlink_ext_ack *extack);
void bond_filter_leave(struct bond_port *port);
void bond_filter_move(struct bond *bond, struct bond_port *from, struct bond_port *to);

/* monitor/mii.c */
void bond_mii_init(struct bond *bond);
void bond_mii_start(struct bond *bond);
void bond_mii_stop(struct bond *bond);
bool bond_mii_can_tell(const struct bond *bond, struct net_device *slave_dev);
bool bond_mii_link(const struct bond *bond, struct net_device *slave_dev);
void bond_mii_event(struct bond_port *port);

/* events.c: the netdevice notifier */
extern struct notifier_block bond_events_notifier;

/* config/ */
void bond_options_defaults(struct bond_params *params);
int bond_params_check(void);
int bond_params_max_bonds(void);
const struct bond_params *bond_params_defaults(void);
u16 bond_params_tx_queues(void);
int bond_sysfs_net_init(struct bond_net *bn);
void bond_sysfs_net_exit(struct bond_net *bn);
void bond_sysfs_prepare(struct bond *bond);
int bond_sysfs_port_add(struct bond_port *port);
void bond_sysfs_port_del(struct bond_port *port);

/* report/xstats.c */
size_t bond_xstats_size(const struct net_device *dev, int attr);
int bond_xstats_fill(struct sk_buff *skb, const struct net_device *dev,
		     int *prividx, int attr);

/* report/debugfs.c */
void bond_debugfs_init(void);
void bond_debugfs_exit(void);
void bond_debugfs_net_exit(struct bond_net *bn);
void bond_debugfs_add(struct bond *bond);
void bond_debugfs_del(struct bond *bond);

/* report/procfs.c */
void bond_procfs_net_init(struct bond_net *bn);
void bond_procfs_net_exit(struct bond_net *bn);
void bond_procfs_add(struct bond *bond);
void bond_procfs_del(struct bond *bond);

/* offload/ */
extern const struct ethtool_ops bond_ethtool_ops;
int bond_hwtstamp_get(struct net_device *dev, struct kernel_hwtstamp_config *cfg);
int bond_hwtstamp_set(struct net_device *dev, struct kernel_hwtstamp_config *cfg,
		      struct netlink_ext_ack *extack);

/* offload/netpoll.c */
#ifdef CONFIG_NET_POLL_CONTROLLER
int bond_netpoll_setup(struct net_device *dev, struct netpoll_info *info);
void bond_netpoll_cleanup(struct net_device *dev);
void bond_netpoll_poll(struct net_device *dev);
int bond_netpoll_join(struct bond_port *port);
void bond_netpoll_leave(struct bond_port *port);
#else
static inline int bond_netpoll_join(struct bond_port *port)
{
	return 0;
}

static inline void bond_netpoll_leave(struct bond_port *port)
{
}
#endif

#endif /* _BOND_H */
