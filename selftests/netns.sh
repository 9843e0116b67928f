#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	n1: b0 --+-- v0 ~~~~ v1 (here)
#	         +-- d1
#
# Proves that a bond stays in its network namespace, that slaves may leave it,
# and that a namespace goes with all that is in it, whatever runs.

. "$(dirname "$0")/lib.sh"

# L01
test_bond_stays()
{
	ns_add n1
	dummy 1
	bond_add b0
	enslave b0 d1
	check_refused "move" "immutable|Invalid argument" ip link set b0 netns n1
	check_eq "slaves" "$(bond_opt b0 slaves)" d1
	ip link set d1 nomaster
	check_refused "move when empty" "immutable|Invalid argument" \
		ip link set b0 netns n1
	check "works" ip link set b0 up
}

# L02
test_slave_moves()
{
	ns_add n1
	dummy 1
	bond_add b0 mode active-backup miimon 10
	# Its own MTU is given back in the middle of the move.
	ip link set b0 mtu 1400
	enslave b0 d1
	bond_up b0 d1
	ip link set d1 netns n1
	check_eq "released" "$(bond_opt b0 slaves)" ""
	wait_until 5000 "no carrier" carrier_is b0 0
	ip -n n1 link add b0 type bond
	check "in another bond" ip -n n1 link set d1 master b0
	check_eq "its own address" "$(ip -n n1 -j link show d1 |
		jq -r '.[0].address')" 02:00:00:00:01:01
	ip -n n1 link set d1 nomaster
	check_eq "its own MTU" "$(ip -n n1 -j link show d1 | jq '.[0].mtu')" 1500
	check "an address" ip -n n1 addr add 192.0.2.9/24 dev d1
	check "nothing holds it" ip -n n1 link del d1
}

test_created_there()
{
	ns_add n1
	ip link add b0 netns n1 type bond mode balance-xor
	check "there" ip -n n1 link show b0
	check_not "not here" ip link show b0
	check_eq "listed there" "$(ip netns exec n1 cat /sys/class/net/bonding_masters)" b0
	check_eq "procfs there" "$(ip netns exec n1 ls /proc/net/bonding)" b0
	check_eq "not listed here" "$(xargs < /sys/class/net/bonding_masters)" ""
}

test_device_of_another_namespace()
{
	ns_add n1
	ip -n n1 link add d9 type dummy
	bond_add b0
	check_write "sysfs" /sys/class/net/b0/bonding/slaves +d9 ENODEV
}

test_same_names()
{
	ns_add n1 n2
	ip -n n1 link add b0 type bond mode balance-rr
	ip -n n2 link add b0 type bond mode balance-xor
	check_match "n1" "$(ip netns exec n1 cat /proc/net/bonding/b0)" "round-robin"
	check_match "n2" "$(ip netns exec n2 cat /proc/net/bonding/b0)" "xor"
	ip netns del n1
	check "n2 stays" ip -n n2 link show b0
}

# L03
test_namespace_goes_with_all()
{
	local i mode top

	for i in $(seq "${ROUNDS:-8}"); do
		case $((i % 4)) in
		0) mode=balance-rr ;;
		1) mode=active-backup ;;
		2) mode=balance-xor ;;
		3) mode=broadcast ;;
		esac
		ns_add n1
		ip -n n1 link add b0 type bond mode "$mode" miimon 1
		ip link add v1 type veth peer name v0 netns n1
		ip link set v1 up
		ip -n n1 link add d1 type dummy
		ip -n n1 link set v0 master b0
		ip -n n1 link set d1 master b0
		top=b0
		[ "$mode" = active-backup ] || {
			top=b1
			ip -n n1 link add b1 type bond
			ip -n n1 link set b0 master b1
		}
		ip -n n1 link set "$top" up
		ip -n n1 addr add 192.0.2.1/24 dev "$top"
		ip -n n1 link add link "$top" name v.5 type vlan id 5
		ip -n n1 link set v.5 up
		ip -n n1 link add link "$top" name m0 type macvlan
		ip -n n1 link set m0 up
		bg_frames send "$top" --ns n1 \
			--count 100000 --errors-allowed
		wait_until 10000 "traffic flows" count_above v1 rx_packets 5
		bg_stop "$BG_PID" KILL
		ip netns del n1
		wait_until 20000 "the namespace is gone" test ! -e /sys/class/net/v1
	done
	check_eq "nothing waits" "$(log_count 'waiting for .* to become free|WARNING|BUG')" 0
}

# A slave whose peer is elsewhere: that namespace goes first.
test_peer_first()
{
	ns_add n1
	ip link add v1 type veth peer name v0 netns n1
	dummy 1
	bond_add b0 mode active-backup miimon 10
	enslave b0 v1 d1
	ip -n n1 link set v0 up
	bond_up b0 v1 d1
	ip netns del n1
	wait_until 10000 "only the other is left" \
		file_is /sys/class/net/b0/bonding/slaves d1
	wait_until 5000 "it takes over" active_is b0 d1
}

run_tests bond_stays slave_moves created_there device_of_another_namespace \
	same_names namespace_goes_with_all peer_first
