/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A mode is a file: its transmit function, its constant net_device_ops, and
 * what it may be combined with as data. Nothing outside mode/ asks for the
 * number of a mode to decide what to do; it asks these flags or calls an op.
 */
#ifndef _BOND_MODE_H
#define _BOND_MODE_H

#include <linux/net_tstamp.h>

#include "../bond.h"

/* One slave carries the traffic, the others stand by as backup. */
#define BOND_MODE_F_ACTIVE	BIT(0)
/* active_slave and primary mean something and are shown. */
#define BOND_MODE_F_PRIMARY	BIT(1)
/* xmit_hash_policy decides on the slave. */
#define BOND_MODE_F_HASH	BIT(2)
/* IGMP goes out by the active slave: switches must learn of another one. */
#define BOND_MODE_F_IGMP	BIT(3)
/* Every slave sends every packet: the bond is as fast as its slowest slave. */
#define BOND_MODE_F_COPIES	BIT(4)

/**
 * struct bond_mode_ops - a mode
 * @name: as in sysfs and netlink tools, "balance-rr"
 * @title: as /proc/net/bonding shows it, "load balancing (round-robin)"
 * @id: BOND_MODE_*
 * @abi_id: the mode that in-tree readers are told, if they do not know @id
 * @flags: BOND_MODE_F_*
 * @xmit_policy: the hash policy unless another is chosen, BOND_XMIT_POLICY_*
 * @buckets: the number of buckets unless another is chosen; 0: none, unless some
 *	are asked for
 * @rebalance_interval: milliseconds, unless another one is chosen
 * @lag_tx_type: what drivers of slaves are told
 * @netdev_ops: the operations of a bond in this mode; the modes differ only in
 *	the transmit function and the slave getters
 */
struct bond_mode_ops {
	const char *name;
	const char *title;
	u8 id;
	u8 abi_id;
	unsigned int flags;
	u8 xmit_policy;
	u32 buckets;
	u32 rebalance_interval;
	enum netdev_lag_tx_type lag_tx_type;
	const struct net_device_ops *netdev_ops;
};

extern const struct bond_mode_ops bond_roundrobin_mode;
extern const struct bond_mode_ops bond_activebackup_mode;
extern const struct bond_mode_ops bond_xor_mode;
extern const struct bond_mode_ops bond_broadcast_mode;
extern const struct bond_mode_ops bond_tcp_mode;

const struct bond_mode_ops *bond_mode_get(unsigned int id);
const char *bond_mode_name(unsigned int id);
void bond_mode_set_defaults(const struct bond_mode_ops *mode, struct bond_params *params);
extern const char * const bond_mode_names[BOND_MODE_COUNT];

static inline u8 bond_mode_abi_id(const struct bond_mode_ops *mode)
{
	return mode->abi_id ?: mode->id;
}

static inline bool bond_mode_has_active(const struct bond *bond)
{
	return bond->mode->flags & BOND_MODE_F_ACTIVE;
}

static inline bool bond_mode_has_primary(const struct bond *bond)
{
	return bond->mode->flags & BOND_MODE_F_PRIMARY;
}

#ifdef CONFIG_NET_POLL_CONTROLLER
#define BOND_MODE_NETPOLL_OPS						\
	.ndo_netpoll_setup	= bond_netpoll_setup,			\
	.ndo_netpoll_cleanup	= bond_netpoll_cleanup,			\
	.ndo_poll_controller	= bond_netpoll_poll,
#else
#define BOND_MODE_NETPOLL_OPS
#endif

/* What all modes have in common. */
#define BOND_MODE_NETDEV_OPS						\
	.ndo_init		= bond_master_init,			\
	.ndo_uninit		= bond_master_uninit,			\
	.ndo_open		= bond_master_open,			\
	.ndo_stop		= bond_master_stop,			\
	.ndo_select_queue	= bond_xmit_select_queue,		\
	.ndo_get_stats64	= bond_stats_get64,			\
	.ndo_eth_ioctl		= bond_ioctl_eth,			\
	.ndo_siocbond		= bond_ioctl_siocbond,			\
	.ndo_siocdevprivate	= bond_ioctl_private,			\
	.ndo_change_rx_flags	= bond_filter_change_rx_flags,		\
	.ndo_set_rx_mode	= bond_filter_set_rx_mode,		\
	.ndo_change_mtu		= bond_master_change_mtu,		\
	.ndo_set_mac_address	= bond_master_set_mac_address,		\
	.ndo_neigh_setup	= bond_master_neigh_setup,		\
	.ndo_vlan_rx_add_vid	= bond_master_vlan_add,			\
	.ndo_vlan_rx_kill_vid	= bond_master_vlan_kill,		\
	BOND_MODE_NETPOLL_OPS						\
	NDO_HWTSTAMP(bond_hwtstamp_get, bond_hwtstamp_set)		\
	.ndo_add_slave		= bond_enslave,				\
	.ndo_del_slave		= bond_port_release,			\
	.ndo_fix_features	= bond_master_fix_features,		\
	.ndo_features_check	= passthru_features_check

#endif /* _BOND_MODE_H */
