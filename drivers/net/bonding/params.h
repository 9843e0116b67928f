/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The value of every option of a bond, and names for values.
 *
 * Plain data: a change of options works on a copy (config/options.c), the packet
 * path reads what it needs from its snapshot.
 */
#ifndef _BOND_PARAMS_H
#define _BOND_PARAMS_H

#include <linux/if.h>
#include <linux/if_ether.h>
#include <linux/types.h>

/**
 * enum bond_fail_over_mac - values of the option fail_over_mac
 * @BOND_FOM_NONE: every slave gets the address of the bond
 * @BOND_FOM_ACTIVE: the bond takes the address of the active slave
 * @BOND_FOM_FOLLOW: the active slave has the address of the bond, others keep
 *	their own
 */
enum bond_fail_over_mac {
	BOND_FOM_NONE,
	BOND_FOM_ACTIVE,
	BOND_FOM_FOLLOW,
};

/**
 * enum bond_primary_reselect - values of the option primary_reselect
 * @BOND_PRI_RESELECT_ALWAYS: the primary takes over as soon as it is up
 * @BOND_PRI_RESELECT_BETTER: only if it is faster or fuller-duplex
 * @BOND_PRI_RESELECT_FAILURE: only when the active slave fails
 */
enum bond_primary_reselect {
	BOND_PRI_RESELECT_ALWAYS,
	BOND_PRI_RESELECT_BETTER,
	BOND_PRI_RESELECT_FAILURE,
};

/* Upper limits of list options, as the netlink interface has them. */
#define BOND_MAX_ARP_TARGETS	16
#define BOND_MAX_NS_TARGETS	BOND_MAX_ARP_TARGETS

/**
 * struct bond_params - the value of every option of a bond
 * @mode: BOND_MODE_*
 * @xmit_policy: BOND_XMIT_POLICY_*
 * @fail_over_mac: enum bond_fail_over_mac
 * @primary_reselect: enum bond_primary_reselect
 * @use_carrier: 1: the link is what netif_carrier_ok() says; 0: ask the
 *	driver by ethtool or MII ioctl
 * @all_slaves_active: 1: inactive slaves deliver duplicates
 * @num_peer_notif: gratuitous ARPs and unsolicited NAs after a failover
 * @resend_igmp: IGMP reports after a failover, 200 ms apart
 * @min_links: usable slaves below which the bond has no carrier
 * @miimon: period of link monitoring in milliseconds, 0 is off
 * @updelay: monitoring periods before a link that came up is used
 * @downdelay: monitoring periods before a link that went down is dropped
 * @peer_notif_delay: monitoring periods between two peer notifications
 * @packets_per_slave: length of a burst in packets, 0 is a random slave for
 *	each packet
 * @primary: name of the primary slave, "" for none; the device need not be
 *	there yet
 * @arp_interval: period of ARP monitoring in milliseconds, 0 is off
 * @arp_validate: which ARP frames count, a mask
 * @arp_all_targets: 1: all targets must answer
 * @missed_max: ARP intervals without an answer before a slave is down
 * @lp_interval: seconds between learning packets
 * @tlb_dynamic_lb: dynamic load balancing of balance-tlb
 * @lacp_active: 1: LACPDUs are sent unasked
 * @lacp_fast: 1: LACPDUs are asked for each second
 * @ad_select: choice of the aggregator
 * @coupled_control: 1: collecting and distributing change together
 * @ad_user_port_key: upper ten bits of the port key
 * @ad_actor_sys_prio: LACP system priority
 * @ad_actor_system: LACP system id, zero means the address of the bond
 * @broadcast_neighbor: 1: ARP and neighbour discovery go out by all slaves
 * @lacp_strict: 1: a port without a partner carries no traffic
 * @buckets: parts of the hash space that have an owner each; 0: none, the hash
 *	modulo the number of slaves decides
 * @weighting: BOND_WEIGHTING_*, what slaves weigh that have no weight of their own
 * @hash_seed: what the hash of buckets begins with
 * @rebalance_interval: milliseconds between two runs, 0 is off
 * @rebalance_threshold: spread of the loads that is tolerated, percent
 * @rebalance_min_rate: likewise, kbit/s
 * @rebalance_max_moves: buckets that a run may move, 0 is any number
 *
 * A change of options works on a copy of this, which is checked whole before
 * anything is applied; see config/options.c.
 */
struct bond_params {
	u8 mode;
	u8 xmit_policy;
	u8 fail_over_mac;
	u8 primary_reselect;
	u8 use_carrier;
	u8 all_slaves_active;
	u8 num_peer_notif;
	u8 resend_igmp;
	u32 min_links;
	u32 miimon;
	u32 updelay;
	u32 downdelay;
	u32 peer_notif_delay;
	u32 packets_per_slave;
	char primary[IFNAMSIZ];
	u32 arp_interval;
	u32 arp_validate;
	u32 arp_all_targets;
	u8 missed_max;
	u32 lp_interval;
	u8 tlb_dynamic_lb;
	u8 lacp_active;
	u8 lacp_fast;
	u8 ad_select;
	u8 coupled_control;
	u16 ad_user_port_key;
	u16 ad_actor_sys_prio;
	u8 ad_actor_system[ETH_ALEN];
	u8 broadcast_neighbor;
	u8 lacp_strict;
	u32 buckets;
	u8 weighting;
	u32 hash_seed;
	u32 rebalance_interval;
	u8 rebalance_threshold;
	u32 rebalance_min_rate;
	u32 rebalance_max_moves;
};

#endif /* _BOND_PARAMS_H */
