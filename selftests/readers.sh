#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	readers of procfs, sysfs, netlink      b0 --+-- d1
#	                       \_______________/    +-- d2
#
# Proves that readers of every file see whole lines and nothing stale while
# bonds and slaves come and go.  SECONDS_TO_RUN: how long (5).

. "$(dirname "$0")/lib.sh"

SECONDS_TO_RUN=${SECONDS_TO_RUN:-5}

# read_proc: every line of the file must be of a known form.
read_proc()
{
	cat /proc/net/bonding/* > "$LIB_TMP/proc" 2>/dev/null
	grep -Ev '^$|^[A-Z][A-Za-z0-9/ ()-]*: .*$' "$LIB_TMP/proc" >> "$LIB_TMP/torn"
}

read_sysfs()
{
	cat /sys/class/net/b*/bonding/* /sys/class/net/d*/bonding_slave/* \
		/sys/class/net/bonding_masters
} > /dev/null 2>&1

read_netlink()
{
	ip -d -s link
	ip -d -j link show type bond
} > /dev/null 2>&1

read_ethtool()
{
	ethtool b0
	ethtool -i b0
	ethtool -T b0
	ethtool -k b0
} > /dev/null 2>&1

start_readers()
{
	: > "$LIB_TMP/torn"
	bg_loop read_proc
	bg_loop read_sysfs
	bg_loop read_netlink
	bg_loop read_ethtool
}

test_slaves_come_and_go()
{
	local end

	dummy 1 2
	bond_add b0 mode active-backup miimon 1
	ip link set b0 up
	start_readers
	end=$(($(now_ms) + SECONDS_TO_RUN * 1000))
	while [ "$(now_ms)" -lt "$end" ]; do
		ip link set d1 master b0
		ip link set d2 master b0
		ip link set d1 nomaster
		ip link set d2 nomaster
	done
	check_eq "odd lines of procfs" "$(head -c 500 "$LIB_TMP/torn")" ""
}

test_bonds_come_and_go()
{
	local end mode=0

	dummy 1 2
	start_readers
	end=$(($(now_ms) + SECONDS_TO_RUN * 1000))
	while [ "$(now_ms)" -lt "$end" ]; do
		mode=$(((mode + 1) % 4))
		ip link add b0 type bond mode "$mode" miimon 1
		ip link set d1 master b0
		ip link set b0 up
		ip link set d2 master b0
		ip link set b0 name b1
		ip link del b1
	done
	check_eq "odd lines of procfs" "$(head -c 500 "$LIB_TMP/torn")" ""
}

test_options_change()
{
	local end i=0

	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	ip link set b0 up
	start_readers
	end=$(($(now_ms) + SECONDS_TO_RUN * 1000))
	while [ "$(now_ms)" -lt "$end" ]; do
		i=$(((i + 1) % 2))
		bond_set b0 primary d$((i + 1))
		bond_set b0 primary_reselect "$i"
		ip link set b0 type bond miimon $((10 + i)) min_links "$i" \
			num_grat_arp "$i" resend_igmp "$i"
		ip link set d$((i + 1)) type bond_slave queue_id $((i + 1))
	done
	check_eq "odd lines of procfs" "$(head -c 500 "$LIB_TMP/torn")" ""
}

run_tests slaves_come_and_go bonds_come_and_go options_change
