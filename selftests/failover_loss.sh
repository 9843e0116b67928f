#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	sender (1 frame/ms) -- b0 --+-- a1 ~~~~ p1 --+-- counted (sw)
#	                            +-- a2 ~~~~ p2 --+
#	                            +-- a3 ~~~~ p3 --+
#
# Proves that in each mode a link that fails loses only what was sent on it until
# monitoring saw it, and that planned changes (the active slave by hand, a link
# that comes back, a slave added or released) lose nothing. What was lost is
# printed, so that the in-tree module's run can be compared.

. "$(dirname "$0")/lib.sh"
no_ipv6

MIIMON=100

start()
{
	local n

	pair 1 2 3
	bond_add b0 mode "$1" miimon "$MIIMON"
	[ "$1" != balance-xor ] || bond_set b0 xmit_hash_policy layer3+4
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
	wire_start sw:p1 sw:p2 sw:p3
	bg_frames send b0 --count 100000 --pause 1 --vary sport --errors-allowed
	SENDER=$BG_PID
	wait_until 10000 "frames flow" wire_has 5
}

# some_more: another 30 frames have come through.
some_more()
{
	wire_has 0
	wait_until 10000 "more frames" wire_has $((WIRE + 30))
}

# finish WHAT: ends the sender; sets WIRE_LOST, numbers that never arrived below
# the highest that did.
finish()
{
	some_more
	bg_stop "$SENDER"
	wire_end
	note "$1: lost $WIRE_LOST of $((WIRE_COUNT - WIRE_TWICE + WIRE_LOST))"
}

# link_fails MODE LIMIT: one of three fails, comes back; at most LIMIT lost.
link_fails()
{
	start "$1"
	some_more
	peer_set 1 down
	wait_until 5000 "a1 goes down" port_is a1 down
	some_more
	peer_set 1 up
	wait_until 5000 "a1 comes up" port_is a1 up
	finish "$1, link fails"
	check_range "frames lost" "$WIRE_LOST" 0 "$2"
}

# Until the monitor runs, a third of the frames (all in active-backup) go to the
# dead link: MIIMON ms at a frame each, and as much again for a slow machine.
test_link_fails_balance_rr()
{
	link_fails balance-rr $((MIIMON * 2 / 3))
}

test_link_fails_balance_xor()
{
	link_fails balance-xor $((MIIMON * 2 / 3))
}

test_link_fails_active_backup()
{
	link_fails active-backup $((MIIMON * 2))
}

test_link_fails_broadcast()
{
	link_fails broadcast 0
}

# A slave set down by its administrator is known at once; another one is active
# as soon as the monitor gets at RTNL, whatever its period.
test_slave_set_down()
{
	local mode limit

	for mode in balance-rr balance-xor active-backup broadcast; do
		start "$mode"
		ip link set a1 down
		some_more
		ip link set a1 up
		wait_until 5000 "a1 comes up" port_is a1 up
		finish "$mode, slave set down"
		limit=2
		[ "$mode" != active-backup ] || limit=$((MIIMON / 2))
		check_range "$mode: frames lost" "$WIRE_LOST" 0 "$limit"
		ip link del b0
		sw_del
	done
}

test_release_and_enslave()
{
	local mode

	for mode in balance-rr balance-xor active-backup broadcast; do
		start "$mode"
		for n in 1 2 3; do
			ip link set a"$n" nomaster
			some_more
			ip link set a"$n" master b0
			wait_until 5000 "a$n comes up" port_is a"$n" up
			some_more
		done
		finish "$mode, release and enslave"
		check_range "$mode: frames lost" "$WIRE_LOST" 0 0
		ip link del b0
		sw_del
	done
}

test_active_slave_by_hand()
{
	start active-backup
	for n in 2 3 1 2; do
		bond_set b0 active_slave a"$n"
		check_eq "active" "$(bond_opt b0 active_slave)" a"$n"
		some_more
	done
	finish "active_slave by hand"
	check_range "frames lost" "$WIRE_LOST" 0 0
}

test_options_at_run_time()
{
	start balance-rr
	for n in 0 1 50 3 65535 2; do
		bond_set b0 packets_per_slave "$n"
		some_more
	done
	bond_set b0 resend_igmp 2
	ip link set b0 type bond miimon 50 all_slaves_active 1
	finish "options"
	check_range "frames lost" "$WIRE_LOST" 0 0
}

run_tests link_fails_balance_rr link_fails_balance_xor \
	link_fails_active_backup link_fails_broadcast slave_set_down \
	release_and_enslave active_slave_by_hand options_at_run_time
