/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What each option is, in one line: for the option table, `modinfo`, and
 * Documentation/options.rst.
 */
#ifndef _BOND_CONFIG_HELP_H
#define _BOND_CONFIG_HELP_H

#define BOND_HELP_MODE \
	"How traffic is spread over the slaves"
#define BOND_HELP_ACTIVE_SLAVE \
	"The slave that carries the traffic; an empty value chooses anew"
#define BOND_HELP_MIIMON \
	"Milliseconds between two looks at the links; 0: no link monitoring"
#define BOND_HELP_UPDELAY \
	"Milliseconds, in steps of miimon, before a link that came up is used"
#define BOND_HELP_DOWNDELAY \
	"Milliseconds, in steps of miimon, before a link that went down is dropped"
#define BOND_HELP_PEER_NOTIF_DELAY \
	"Milliseconds, in steps of miimon, between two peer notifications; 0: one step"
#define BOND_HELP_USE_CARRIER \
	"1: the link is the carrier of the device; 0: its driver is asked by ethtool or MII"
#define BOND_HELP_ARP_INTERVAL \
	"Milliseconds between two ARP probes of the targets; 0: no ARP monitoring"
#define BOND_HELP_ARP_IP_TARGET \
	"IPv4 addresses that ARP monitoring probes, 16 at most"
#define BOND_HELP_NS_IP6_TARGET \
	"IPv6 addresses that ARP monitoring probes, 16 at most"
#define BOND_HELP_ARP_VALIDATE \
	"Which ARP and neighbour frames count as a sign of life"
#define BOND_HELP_ARP_ALL_TARGETS \
	"Whether any target or all targets must answer"
#define BOND_HELP_ARP_MISSED_MAX \
	"ARP intervals without an answer before a slave is down"
#define BOND_HELP_PRIMARY \
	"The slave that is preferred as the active one; it may join later"
#define BOND_HELP_PRIMARY_RESELECT \
	"When the primary takes over again: always, if it is better, or on failure only"
#define BOND_HELP_FAIL_OVER_MAC \
	"Whose address the bond has: all the same, that of the active slave, or it moves"
#define BOND_HELP_XMIT_HASH_POLICY \
	"Which fields of a packet decide on its slave"
#define BOND_HELP_BUCKETS \
	"Parts of the hash space, each with a slave: a power of two; 0: hash modulo slaves"
#define BOND_HELP_WEIGHTING \
	"What a slave weighs that has no weight of its own: as much as any, or its speed"
#define BOND_HELP_HASH_SEED \
	"What the hash of buckets begins with; random unless it is given"
#define BOND_HELP_REBALANCE_INTERVAL \
	"Milliseconds between two runs that move buckets by load, 1000 or more; 0: none"
#define BOND_HELP_REBALANCE_THRESHOLD \
	"Percent of the average by which the fullest and the emptiest slave may differ"
#define BOND_HELP_REBALANCE_MIN_RATE \
	"kbit/s by which they may differ in any case"
#define BOND_HELP_REBALANCE_MAX_MOVES \
	"Buckets that one run may move; 0: any number"
#define BOND_HELP_REBALANCE_INFO \
	"Runs, buckets that they moved, time since the last one and until the next"
#define BOND_HELP_BUCKET_MAP \
	"Moves a bucket, as INDEX:SLAVE, INDEX:SLAVE:pin to stay there, INDEX:auto to unpin"
#define BOND_HELP_RESEND_IGMP \
	"IGMP reports after a failover, 200 ms apart"
#define BOND_HELP_NUM_GRAT_ARP \
	"Peer notifications after a failover; the same as num_unsol_na"
#define BOND_HELP_NUM_UNSOL_NA \
	"Peer notifications after a failover; the same as num_grat_arp"
#define BOND_HELP_ALL_SLAVES_ACTIVE \
	"1: backup slaves deliver what they receive, duplicates included; 0: they drop it"
#define BOND_HELP_MIN_LINKS \
	"Usable slaves below which the bond has no carrier"
#define BOND_HELP_LP_INTERVAL \
	"Seconds between two learning packets to each switch"
#define BOND_HELP_PACKETS_PER_SLAVE \
	"Packets in a row on the same slave; 0: a random slave for each packet"
#define BOND_HELP_LACP_ACTIVE \
	"Whether LACPDUs are sent unasked"
#define BOND_HELP_LACP_RATE \
	"How often the partner is asked to send LACPDUs: every 30 s or every second"
#define BOND_HELP_AD_SELECT \
	"What decides on the active aggregator"
#define BOND_HELP_AD_ACTOR_SYS_PRIO \
	"LACP priority of this system"
#define BOND_HELP_AD_USER_PORT_KEY \
	"Upper ten bits of the LACP key of the ports"
#define BOND_HELP_AD_ACTOR_SYSTEM \
	"LACP id of this system; zero: the address of the bond"
#define BOND_HELP_TLB_DYNAMIC_LB \
	"1: flows move with the load of the slaves; 0: they stay where their hash puts them"
#define BOND_HELP_COUPLED_CONTROL \
	"1: a port collects and distributes at the same time; 0: one after the other"
#define BOND_HELP_BROADCAST_NEIGHBOR \
	"1: ARP and neighbour discovery go out by all active slaves"
#define BOND_HELP_LACP_STRICT \
	"1: a port without an LACP partner carries no traffic"
#define BOND_HELP_QUEUE_ID \
	"Transmit queue of the bond that is tied to a slave, as SLAVE:QUEUE; 0: none"

/* Of a slave. */
#define BOND_SLAVE_HELP_STATE \
	"Whether it carries traffic (active) or stands by (backup)"
#define BOND_SLAVE_HELP_MII_STATUS \
	"Its link, as the bond sees it after updelay and downdelay"
#define BOND_SLAVE_HELP_LINK_FAILURE_COUNT \
	"How often its link has gone down since it joined"
#define BOND_SLAVE_HELP_PERM_HWADDR \
	"The address that it will have back when it leaves"
#define BOND_SLAVE_HELP_QUEUE_ID \
	"Transmit queue of the bond that is tied to it; 0: none"
#define BOND_SLAVE_HELP_PRIO \
	"Priority in the choice of the active slave, the highest wins"
#define BOND_SLAVE_HELP_WEIGHT \
	"Its part of the buckets beside the others', Mbit/s with weighting speed; 0: by weighting"
#define BOND_SLAVE_HELP_BUCKETS \
	"Buckets that it owns"
#define BOND_SLAVE_HELP_TX_RATE \
	"What these have sent of late, bit/s"
#define BOND_SLAVE_HELP_ACTOR_PORT_PRIO \
	"LACP priority of its port"
#define BOND_SLAVE_HELP_AD_AGGREGATOR_ID \
	"Aggregator that its port is in"
#define BOND_SLAVE_HELP_AD_ACTOR_OPER_PORT_STATE \
	"LACP state of its port"
#define BOND_SLAVE_HELP_AD_PARTNER_OPER_PORT_STATE \
	"LACP state of the partner's port"

/* Module parameters that are no options. */
#define BOND_HELP_MAX_BONDS \
	"Bonds to make at load"
#define BOND_HELP_TX_QUEUES \
	"Transmit queues of a bond"

#endif /* _BOND_CONFIG_HELP_H */
