#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	bridge, macvlan, ipvlan, VRF, VLAN, bond
#	        |
#	b0 --+-- a1 ~~~~ p1 --+-- br0 192.0.2.254 (sw)
#	     +-- a2 ~~~~ p2 --+
#
# Proves that what is stacked on a bond works through a failover, what may not
# be stacked is refused, and the depth of nesting is limited as everywhere.

. "$(dirname "$0")/lib.sh"

bond_to_sw()
{
	pair 1 2
	sw_bridge 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
}

fail_over()
{
	local to=a1

	active_is b0 a1 && to=a2
	peer_set $((3 - ${to#a})) down
	wait_until 5000 "$to takes over" active_is b0 "$to"
}

ping_sw()
{
	"$@" ping -c 1 -W 1 192.0.2.254
}

works_through_failover()
{
	wait_until 10000 "ping before" ping_sw "$@"
	fail_over
	wait_until 10000 "ping after failover" ping_sw "$@"
}

test_address_on_the_bond()
{
	bond_to_sw
	ip addr add 192.0.2.1/24 dev b0
	works_through_failover
}

test_bridge()
{
	bond_to_sw
	ip link add br1 type bridge
	ip link set b0 master br1
	ip link set br1 up
	ip addr add 192.0.2.1/24 dev br1
	check_match "promiscuous" "$(counts b0)" ^1/
	works_through_failover
	ip link set b0 nomaster
	check_match "no more" "$(counts b0)" ^0/
}

test_port_of_a_bridge_is_no_slave()
{
	dummy 1
	bond_add b0
	ip link add br1 type bridge
	ip link set d1 master br1
	check_not "sysfs" bond_set b0 slaves +d1
	check_eq "slaves" "$(bond_opt b0 slaves)" ""
	check_eq "master" "$(link_json d1 .master)" br1
}

test_macvlan()
{
	bond_to_sw
	ns_add mv
	ip link add link b0 name m0 type macvlan mode bridge
	ip link set m0 netns mv
	ip -n mv link set m0 up
	ip -n mv addr add 192.0.2.11/24 dev m0
	works_through_failover ip netns exec mv
}

test_ipvlan()
{
	bond_to_sw
	ns_add iv
	ip link add link b0 name i0 type ipvlan mode l2 || skip "no ipvlan devices"
	ip link set i0 netns iv
	ip -n iv link set i0 up
	ip -n iv addr add 192.0.2.12/24 dev i0
	works_through_failover ip netns exec iv
}

test_vrf()
{
	bond_to_sw
	ip link add vr type vrf table 100 || skip "no VRF devices"
	ip link set vr up
	ip link set b0 master vr
	ip addr add 192.0.2.1/24 dev b0
	wait_until 10000 "ping before" ping -c 1 -W 1 -I vr 192.0.2.254
	fail_over
	wait_until 10000 "ping after failover" ping -c 1 -W 1 -I vr 192.0.2.254
}

test_bond_in_bond()
{
	bond_to_sw
	bond_add b1 mode active-backup miimon 10
	ip link set b0 down
	ip link set b0 master b1
	check "MASTER" flag b0 MASTER
	check "SLAVE" flag b0 SLAVE
	bond_up b1 b0
	ip addr add 192.0.2.1/24 dev b1
	works_through_failover
	peer_set 1 down
	peer_set 2 down
	wait_until 5000 "loss of both reaches the upper bond" carrier_is b1 0
	peer_set 1 up
	wait_until 5000 "return of one too" carrier_is b1 1
	ip link del b1
	check_not "SLAVE is gone" flag b0 SLAVE
	check "MASTER stays" flag b0 MASTER
	check_eq "slaves stay" "$(bond_opt b0 slaves)" "a1 a2"
}

test_vlan_as_slave()
{
	pair 1
	ip link set a1 up
	ip link add link a1 name a1.5 type vlan id 5
	bond_add b0 mode balance-rr miimon 10
	enslave b0 a1.5
	bond_up b0 a1.5
	ip -n sw link add link p1 name p1.5 type vlan id 5
	ip -n sw link set p1.5 up
	wire_start sw:p1.5
	send_frames b0 3
	wire_stop 3
}

test_tun_as_slave()
{
	[ -c /dev/net/tun ] || modprobe tun || skip "no tap devices"
	ip tuntap add dev t0 mode tap
	bond_add b0 mode active-backup
	enslave b0 t0
	check_eq "slaves" "$(bond_opt b0 slaves)" t0
	ip link set t0 nomaster
	check_eq "released" "$(bond_opt b0 slaves)" ""
}

# K02
test_itself()
{
	dummy 1
	bond_add b0
	enslave b0 d1
	check_refused "itself" "Cannot enslave bond to itself|Operation not permitted" \
		ip link set b0 master b0
	check_eq "slaves" "$(bond_opt b0 slaves)" d1
	check "works" ip link set b0 up
}

test_loops()
{
	bond_add b0
	bond_add b1
	bond_add b2
	enslave b0 b1
	enslave b1 b2
	check_not "b0 under b2" ip link set b0 master b2
	check_not "b0 under b1" ip link set b0 master b1
	check_eq "b2" "$(bond_opt b2 slaves)" ""
	ip link add link b0 name b0.5 type vlan id 5
	check_not "a VLAN of itself" ip link set b0.5 master b0
	check_eq "b0" "$(bond_opt b0 slaves)" b1
}

# Eight levels of uppers and lowers are the kernel's limit.
test_nesting_limit()
{
	local i ok=0

	dummy 1
	bond_add n0
	enslave n0 d1
	for i in $(seq 12); do
		bond_add "n$i"
		ip link set "n$((i - 1))" master "n$i" 2>/dev/null || break
		ok=$i
	done
	check_range "levels" "$ok" 6 8
	check_eq "what was refused is empty" "$(bond_opt "n$i" slaves)" ""
	check_not "and free" test -e "/sys/class/net/n$((i - 1))/master"
	ip link set "n$ok" up
	send_frames "n$ok" 2 --errors-allowed
}

# Frames through a stack of three with all up.
test_three_levels()
{
	pair 1 2
	bond_add b0 mode balance-rr miimon 10
	enslave b0 a1 a2
	bond_add b1 mode balance-xor miimon 10
	enslave b1 b0
	bond_add b2 mode active-backup miimon 10
	enslave b2 b1
	bond_up b2 b1
	wait_until 5000 "lowest slaves" ports_up a1 a2 b0
	wire_start sw:p1 sw:p2
	send_frames b2 20
	wire_stop 20
	check_match "by a1" "$WIRE" '^p1 1$'
	check_match "by a2" "$WIRE" '^p2 1$'
}

# macvlan and VLAN devices follow address and carrier of the bond.
test_uppers_follow()
{
	bond_to_sw
	ip link add link b0 name b0.5 type vlan id 5
	ip link set b0.5 up
	ip link set b0 address 02:00:00:00:05:05
	check_eq "address" "$(dev_attr b0.5 address)" 02:00:00:00:05:05
	peer_set 1 down
	peer_set 2 down
	wait_until 5000 "carrier goes" carrier_is b0.5 0
	peer_set 2 up
	wait_until 5000 "carrier comes" carrier_is b0.5 1
}

run_tests address_on_the_bond bridge port_of_a_bridge_is_no_slave macvlan ipvlan \
	vrf bond_in_bond vlan_as_slave tun_as_slave itself loops nesting_limit \
	three_levels uppers_follow
