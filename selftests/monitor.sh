#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- a2 ~~~~ p2 (sw)
#
# Proves that link monitoring ends in the right state after any flapping, that
# delays are kept, rounded and skipped as documented, and that without a monitor
# nothing fails over.

. "$(dirname "$0")/lib.sh"

monitored()
{
	pair 1 2
	bond_add b0 "$@"
	enslave b0 a1 a2
	bond_up b0 a1 a2
}

# F02
test_short_flaps()
{
	local mode

	for mode in balance-rr active-backup balance-xor broadcast; do
		monitored mode "$mode" miimon 10 downdelay 30
		for _ in $(seq 40); do
			peer_set 1 down
			[ $((RANDOM % 2)) = 0 ] || lasting $((RANDOM % 60))
			peer_set 1 up
			[ $((RANDOM % 2)) = 0 ] || lasting $((RANDOM % 60))
		done
		wait_until 5000 "$mode: up at the end" ports_up a1 a2
		check "$mode: carrier" carrier_is b0 1
		ip link del b0
		sw_del
	done
}

test_flaps_with_updelay()
{
	monitored mode active-backup miimon 10 updelay 100 downdelay 50
	for _ in $(seq 20); do
		peer_set 1 down
		lasting $((RANDOM % 120))
		peer_set 1 up
		lasting $((RANDOM % 120))
	done
	wait_until 5000 "up at the end" ports_up a1 a2
}

# F05
first_link_back()
{
	local t0 t

	monitored mode "$1" miimon 20 updelay 1500
	peer_set 1 down
	peer_set 2 down
	wait_until 5000 "no carrier" carrier_is b0 0
	t0=$(now_ms)
	peer_set 1 up
	wait_until 5000 "the first comes up" port_is a1 up
	wait_until 5000 "carrier" carrier_is b0 1
	t=$(($(now_ms) - t0))
	check_range "without the delay, ms" "$t" 0 1200
	t0=$(now_ms)
	peer_set 2 up
	wait_until 5000 "the second waits" port_is a2 "going back"
	wait_until 5000 "and comes up" port_is a2 up
	t=$(($(now_ms) - t0))
	check_range "after the delay, ms" "$t" 1450 4000
}

test_first_link_back_active_backup()
{
	first_link_back active-backup
}

test_first_link_back_balance_xor()
{
	first_link_back balance-xor
}

test_first_link_back_balance_rr()
{
	known_in_tree "even the first link back waits for the updelay"
	first_link_back balance-rr
}

test_first_link_back_broadcast()
{
	known_in_tree "even the first link back waits for the updelay"
	first_link_back broadcast
}

# F07
test_no_monitor_no_failover()
{
	local active

	pair 1 2
	bond_add b0 mode active-backup miimon 0
	enslave b0 a1 a2
	ip link set b0 up
	wait_until 5000 "a1 is active" active_is b0 a1
	active=$(bond_opt b0 active_slave)
	peer_set 1 down
	wait_until 5000 "the carrier is gone" carrier_is a1 0
	check "status stays" holds 500 port_is a1 up
	check_eq "active" "$(bond_opt b0 active_slave)" "$active"
}

# F09
test_rounding()
{
	bond_add b0 mode active-backup miimon 100
	bond_set b0 updelay 250
	bond_set b0 downdelay 99
	check_eq "250" "$(bond_opt b0 updelay)" 200
	check_eq "99" "$(bond_opt b0 downdelay)" 0
	bond_set b0 updelay 300
	bond_set b0 miimon 0
	check_eq "miimon 0" "$(bond_opt b0 updelay) $(bond_opt b0 downdelay)" "0 0"
	check_write "without miimon" /sys/class/net/b0/bonding/updelay 100 EPERM
	check_write "without miimon" /sys/class/net/b0/bonding/downdelay 100 EPERM
}

test_downdelay()
{
	monitored mode active-backup miimon 20 downdelay 400
	peer_set 1 down
	wait_until 3000 "a1 is going down" port_is a1 "going down"
	check_eq "carries on" "$(bond_opt b0 active_slave)" a1
	peer_set 1 up
	wait_until 3000 "a1 is up again" port_is a1 up
	check_match "no failure counted" "$(cat /proc/net/bonding/b0)" \
		'Link Failure Count: 0'
	peer_set 1 down
	wait_until 5000 "a1 goes down at last" port_is a1 down
	wait_until 5000 "a2 takes over" active_is b0 a2
}

test_failures_are_counted()
{
	monitored mode balance-rr miimon 10
	for n in 1 2 3; do
		peer_set 1 down
		wait_until 5000 "a1 goes down" port_is a1 down
		check_eq "failures" "$(port_opt a1 link_failure_count)" "$n"
		peer_set 1 up
		wait_until 5000 "a1 comes up" port_is a1 up
	done
	check_eq "of the other" "$(port_opt a2 link_failure_count)" 0
}

# The option is for aggregators: elsewhere one link carries the bond.
test_min_links()
{
	monitored mode balance-xor miimon 10
	bond_set b0 min_links 2
	peer_set 1 down
	wait_until 5000 "a1 goes down" port_is a1 down
	check_eq "one of two" "$(dev_attr b0 carrier)" 1
	peer_set 2 down
	wait_until 5000 "none" carrier_is b0 0
	bond_set b0 min_links 0
	check_eq "still none" "$(dev_attr b0 carrier)" 0
}

# use_carrier 0 asks the driver.
test_use_carrier_0()
{
	pair 1 2
	bond_add b0 mode active-backup miimon 10 use_carrier 0 2>/dev/null ||
		skip "use_carrier is fixed here"
	enslave b0 a1 a2
	ip link set b0 up
	wait_until 5000 "slaves come up" ports_up a1 a2
	peer_set 1 down
	wait_until 5000 "ethtool tells" port_is a1 down
	peer_set 1 up
	wait_until 5000 "and up" port_is a1 up
}

test_miimon_changes_at_run_time()
{
	monitored mode active-backup miimon 10
	for ms in 1 50 0 3 10; do
		bond_set b0 miimon "$ms"
	done
	peer_set 1 down
	wait_until 5000 "still watches" port_is a1 down
	peer_set 1 up
	wait_until 5000 "and back" port_is a1 up
}

run_tests short_flaps flaps_with_updelay first_link_back_active_backup \
	first_link_back_balance_xor first_link_back_balance_rr \
	first_link_back_broadcast no_monitor_no_failover rounding downdelay \
	failures_are_counted min_links use_carrier_0 miimon_changes_at_run_time
