/* SPDX-License-Identifier: GPL-2.0 WITH Linux-syscall-note */
/*
 * What this bonding driver has on top of <linux/if_bonding.h> and of the
 * attributes of <linux/if_link.h>. Numbers are only ever added.
 */
#ifndef _LINUX_IF_BONDING_LB_H
#define _LINUX_IF_BONDING_LB_H

/* A value of IFLA_BOND_MODE. */
#define BOND_MODE_BALANCE_TCP	7

/* In IFLA_INFO_DATA: nested, of IFLA_BOND_LB_*. Shown while anything in it is on. */
#define IFLA_BOND_LB		48

enum {
	IFLA_BOND_LB_UNSPEC,
	IFLA_BOND_LB_BURST_UNIT,		/* u8, not yet */
	IFLA_BOND_LB_FLOWLET_GAP,		/* u32, microseconds, not yet */
	IFLA_BOND_LB_WEIGHTING,			/* u8, BOND_WEIGHTING_* */
	IFLA_BOND_LB_BUCKETS,			/* u32, a power of two or 0 */
	IFLA_BOND_LB_HASH_SEED,			/* u32 */
	IFLA_BOND_LB_REBALANCE_INTERVAL,	/* u32, milliseconds */
	IFLA_BOND_LB_REBALANCE_THRESHOLD,	/* u8, percent */
	IFLA_BOND_LB_REBALANCE_MIN_RATE,	/* u32, kbit/s */
	IFLA_BOND_LB_REBALANCE_MAX_MOVES,	/* u32 */
	IFLA_BOND_LB_LACP_FALLBACK,		/* u8, not yet */
	IFLA_BOND_LB_BUCKET_MOVE,		/* nested, of BOND_BUCKET_MOVE_*;
						 * to set only, may repeat
						 */
	IFLA_BOND_LB_REBALANCE_INFO,		/* nested, of BOND_REBALANCE_INFO_*;
						 * to read only
						 */
	__IFLA_BOND_LB_MAX,
};

#define IFLA_BOND_LB_MAX	(__IFLA_BOND_LB_MAX - 1)

/* What a slave weighs that has no weight of its own. */
enum {
	BOND_WEIGHTING_EQUAL,		/* as much as any other */
	BOND_WEIGHTING_SPEED,		/* its speed */
	__BOND_WEIGHTING_MAX,
};

#define BOND_WEIGHTING_MAX	(__BOND_WEIGHTING_MAX - 1)

/* Without a slave: the driver may move the bucket again. */
enum {
	BOND_BUCKET_MOVE_UNSPEC,
	BOND_BUCKET_MOVE_INDEX,		/* u32 */
	BOND_BUCKET_MOVE_SLAVE,		/* u32, ifindex */
	BOND_BUCKET_MOVE_PIN,		/* flag: and it stays there */
	__BOND_BUCKET_MOVE_MAX,
};

#define BOND_BUCKET_MOVE_MAX	(__BOND_BUCKET_MOVE_MAX - 1)

enum {
	BOND_REBALANCE_INFO_UNSPEC,
	BOND_REBALANCE_INFO_RUNS,	/* u64 */
	BOND_REBALANCE_INFO_MOVES,	/* u64, buckets moved in all runs */
	BOND_REBALANCE_INFO_LAST_MOVES,	/* u32, in the last run that moved any */
	BOND_REBALANCE_INFO_LAST_RUN_MS, /* u64, since the last run; not before it */
	BOND_REBALANCE_INFO_NEXT_RUN_MS, /* u64, until the next; not while it is off */
	BOND_REBALANCE_INFO_PAD,
	__BOND_REBALANCE_INFO_MAX,
};

#define BOND_REBALANCE_INFO_MAX	(__BOND_REBALANCE_INFO_MAX - 1)

/* In IFLA_INFO_SLAVE_DATA: nested, of IFLA_BOND_SLAVE_LB_*. */
#define IFLA_BOND_SLAVE_LB	40

enum {
	IFLA_BOND_SLAVE_LB_UNSPEC,
	IFLA_BOND_SLAVE_LB_WEIGHT,	/* u32, 0: by IFLA_BOND_LB_WEIGHTING */
	IFLA_BOND_SLAVE_LB_BUCKETS,	/* u32, that it owns; to read only */
	IFLA_BOND_SLAVE_LB_TX_RATE,	/* u64, bit/s of these; to read only */
	IFLA_BOND_SLAVE_LB_PAD,
	__IFLA_BOND_SLAVE_LB_MAX,
};

#define IFLA_BOND_SLAVE_LB_MAX	(__IFLA_BOND_SLAVE_LB_MAX - 1)

/*
 * RTM_GETSTATS, IFLA_STATS_LINK_XSTATS, LINK_XSTATS_TYPE_BOND: the buckets, in any
 * number of messages of a dump. An answer for one device that has not room for all
 * has BOND_XSTATS_LB_MORE.
 */
#define BOND_XSTATS_LB		16

enum {
	BOND_XSTATS_LB_UNSPEC,
	BOND_XSTATS_LB_BUCKET,		/* nested, of BOND_BUCKET_*; one a bucket */
	BOND_XSTATS_LB_MORE,		/* flag */
	__BOND_XSTATS_LB_MAX,
};

#define BOND_XSTATS_LB_MAX	(__BOND_XSTATS_LB_MAX - 1)

enum {
	BOND_BUCKET_UNSPEC,
	BOND_BUCKET_INDEX,		/* u32 */
	BOND_BUCKET_SLAVE,		/* u32, ifindex; none: no slave is usable */
	BOND_BUCKET_TX_PACKETS,		/* u64 */
	BOND_BUCKET_TX_BYTES,		/* u64 */
	BOND_BUCKET_RATE,		/* u64, bit/s, when last measured */
	BOND_BUCKET_MOVES,		/* u32 */
	BOND_BUCKET_IDLE_MS,		/* u64, since its last packet; not before it */
	BOND_BUCKET_PINNED,		/* flag */
	BOND_BUCKET_PAD,
	__BOND_BUCKET_MAX,
};

#define BOND_BUCKET_MAX		(__BOND_BUCKET_MAX - 1)

#endif /* _LINUX_IF_BONDING_LB_H */
