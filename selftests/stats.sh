#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- a2 ~~~~ p2 (sw)
#
# Proves that the bond's statistics count what its slaves carried while they
# were in it, in 64 bits, and never go back.

. "$(dirname "$0")/lib.sh"
no_ipv6

rr_bond()
{
	pair 1 2
	bond_add b0 mode balance-rr miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
}

test_sum_of_the_slaves()
{
	local before

	rr_bond
	before=$(counter b0 tx_packets)
	send_frames b0 200
	check_eq "packets" "$(counter b0 tx_packets)" $((before + 200))
	check_eq "of a1 and a2" $(($(counter a1 tx_packets) + $(counter a2 tx_packets))) 200
	send_frames p1 50 --ns sw --dst "$(dev_attr b0 address)"
	wait_until 5000 "received" count_is b0 rx_packets 50
}

# N08
test_never_back()
{
	local last=0 now step

	rr_bond
	for step in "send_frames b0 200" "ip link set a1 nomaster" \
		"ip link set a1 master b0" "send_frames b0 20" \
		"ip link set a2 nomaster" "ip link set a1 nomaster" \
		"ip link set b0 down" "enslave b0 a2 a1" "ip link set b0 up" \
		"ip link set a1 nomaster" "ip link del a1" "ip link del a2"; do
		$step
		now=$(counter b0 tx_packets)
		check_range "after '$step'" "$now" "$last" 1000
		last=$now
	done
	check_range "nothing is lost" "$last" 220 240
}

# What a slave carried before it came in is not the bond's.
test_not_what_was_before()
{
	pair 1 2
	ip link set a1 up
	send_frames a1 500
	bond_add b0 mode balance-rr miimon 10
	enslave b0 a1 a2
	check_count b0 tx_packets 0
	bond_up b0 a1 a2
	send_frames b0 10
	check_count b0 tx_packets 10
	ip link set a1 nomaster
	ip link set a1 up
	send_frames a1 500
	ip link set a1 down
	ip link set a1 master b0
	check_count b0 tx_packets 10
}

test_64_bit()
{
	local n=70000 size=65000

	dummy 1
	ip link set d1 mtu 65535
	bond_add b0 mode balance-rr
	ip link set b0 mtu 65535
	enslave b0 d1
	ip link set b0 up
	pktgen b0 "$n" pkt_size "$size"
	check_eq "slave" "$(counter d1 tx_bytes)" $((n * size))
	check_eq "bond" "$(counter b0 tx_bytes)" $((n * size))
	check_eq "by netlink" "$(ip -s -j link show b0 |
		jq '.[0].stats64.tx.bytes')" $((n * size))
	ip link set d1 nomaster
	check_eq "after release" "$(counter b0 tx_bytes)" $((n * size))
}

# Two readers at a time see what one alone would.
test_readers_while_sending()
{
	local last=0 now

	rr_bond
	bg_frames send b0 --count 20000 --errors-allowed
	while kill -0 "$BG_PID" 2>/dev/null && [ "$last" -lt 2000 ]; do
		slurp /sys/class/net/b0/statistics/tx_packets
		now=$REPLY
		[ "$now" -ge "$last" ] || fail "went back from $last to $now"
		last=$now
	done
	bg_stop "$BG_PID"
	check_range "something was sent" "$last" 1 20000
}

# Dropped for want of a slave is counted.
test_drops_without_a_slave()
{
	local mode

	dummy 1
	for mode in balance-rr active-backup balance-xor broadcast; do
		# Nobody watches the link, so the bond has its carrier still: for want
		# of one the core drops, which in Linux 6.1 nothing counts.
		bond_add b0 mode "$mode"
		enslave b0 d1
		ip link set b0 up
		wait_until 5000 "carrier" carrier_is b0 1
		ip link set d1 down
		send_frames b0 5 --errors-allowed
		check_count b0 tx_dropped 5
		check_count b0 tx_packets 0
		ip link del b0
	done
}

test_nested()
{
	rr_bond
	bond_add b1 mode active-backup miimon 10
	ip link set b0 down
	ip link set b0 master b1
	bond_up b1 b0
	wait_until 5000 "slaves of b0" ports_up a1 a2
	send_frames b1 40
	check_count b1 tx_packets 40
	check_count b0 tx_packets 40
	ip link set a1 nomaster
	check_count b1 tx_packets 40
}

run_tests sum_of_the_slaves never_back not_what_was_before 64_bit \
	readers_while_sending drops_without_a_slave nested
