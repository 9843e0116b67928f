#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 --+-- br0 (sw)
#	     +-- a2 ~~~~ p2 --+
#
# Proves that broadcast mode sends each packet on every usable slave once, calls
# it sent if one took it, and survives slaves that come and go meanwhile.

. "$(dirname "$0")/lib.sh"
no_ipv6

broadcast_bond()
{
	local n

	pair "$@"
	bond_add b0 mode broadcast miimon 10
	for n; do
		enslave b0 "a$n"
	done
	ip link set b0 up
	for n; do
		wait_until 5000 "a$n comes up" port_is "a$n" up
	done
}

test_each_slave_once()
{
	broadcast_bond 1 2 3
	for n in 1 2 3; do
		wire_start "sw:p$n"
		send_frames b0 100
		wire_stop 100
		check_eq "on a$n" "$WIRE" "p$n 100"
	done
	wire_start sw:p1 sw:p2 sw:p3
	send_frames b0 100
	check "three times a hundred" tool arrived 300 10
	wire_end
	check_eq "all" "$WIRE_COUNT" 300
	check_eq "numbers missing" "$WIRE_LOST" 0
}

test_one_down()
{
	broadcast_bond 1 2 3
	peer_set 3 down
	wait_until 5000 "a3 goes down" port_is a3 down
	send_frames b0 10
	check_count a1 tx_packets 10
	check_count a2 tx_packets 10
	check_count a3 tx_packets 0
	check_count b0 tx_dropped 0
}

# I04
test_last_slave_down_is_no_failure()
{
	broadcast_bond 1 2
	ip -n sw addr add 192.0.2.254/24 dev p1
	ip addr add 192.0.2.1/24 dev b0
	peer_set 2 down
	wait_until 5000 "a2 goes down" port_is a2 down
	check_match "ping with the link of the last down" \
		"$(ping -c 3 -i 0.2 -W 5 192.0.2.254)" "3 packets transmitted, 3 received"
	ip link set a2 down
	check_match "ping with the last down" \
		"$(ping -c 3 -i 0.2 -W 5 192.0.2.254)" "3 packets transmitted, 3 received"
	check "a packet socket sees no error" send_frames b0 5
}

# I05
test_slaves_come_and_go()
{
	dummy 1 2 3 4
	bond_add b0 mode broadcast miimon 1
	enslave b0 d1 d2 d3 d4
	bond_up b0 d1 d2 d3 d4
	bg_frames send b0 --count 1000000 --errors-allowed
	for _ in $(seq 30); do
		ip link set d2 nomaster
		ip link set d3 nomaster
		ip link set d4 nomaster
		ip link set d4 master b0
		ip link set d2 master b0
		ip link set d3 master b0
	done
	check "the sender lives" kill -0 "$BG_PID"
	bg_stop "$BG_PID"
}

# Large packets are copied, not shared: one slave's edits reach no other.
test_copies_are_independent()
{
	broadcast_bond 1 2
	tc qdisc add dev a1 clsact
	tc filter add dev a1 egress protocol ip matchall action pedit ex munge \
		ip tos set 0x20 2>/dev/null || skip "no pedit"
	capture_start p1 sw:p1 udp
	capture_start p2 sw:p2 udp
	send_frames b0 10
	wait_until 5000 "frames on a1" capture_reaches p1 10
	wait_until 5000 "frames on a2" capture_reaches p2 10
	capture_stop p1
	capture_stop p2
	check_eq "edited" "$(capture_show p1 -v | grep -c 'tos 0x20' || :)" 10
	check_eq "not edited" "$(capture_show p2 -v | grep -c 'tos 0x20' || :)" 0
}

# F04
test_updelay()
{
	broadcast_bond 1 2
	bond_set b0 updelay 500
	peer_set 1 down
	peer_set 2 down
	wait_until 5000 "no carrier" carrier_is b0 0
	peer_set 1 up
	wait_until 5000 "the first comes up" port_is a1 up
	peer_set 2 up
	wait_until 5000 "the second waits" file_has /sys/class/net/a2/bonding_slave/mii_status "going back"
	wait_until 5000 "and comes up" port_is a2 up
}

run_tests each_slave_once one_down last_slave_down_is_no_failure \
	slaves_come_and_go copies_are_independent updelay
