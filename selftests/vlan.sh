#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0.10 -- b0 --+-- a1 ~~~~ p1 (sw) -- p1.10
#	              +-- a2 ~~~~ p2 (sw)
#	              +-- a1.10 of its own
#
# Proves that VLANs of a bond reach the slaves and only take away what they
# brought, in whatever order bond, slaves and VLANs come and go.

. "$(dirname "$0")/lib.sh"

# D01
test_on_slave_and_bond()
{
	local proto

	for proto in 802.1ad 802.1Q; do
		pair 1 2
		bond_add b0 mode active-backup miimon 10
		enslave b0 a1 a2
		ip link add link a1 name a1.10 type vlan id 10 protocol "$proto"
		ip link add link b0 name b0.10 type vlan id 10 protocol "$proto"
		ip link set a1 nomaster
		check "$proto: the slave's own is left" test -e /sys/class/net/a1.10
		ip link set a1 up
		ip link set a1.10 up
		ip -n sw link add link p1 name p1.10 type vlan id 10 protocol "$proto"
		ip -n sw link set p1.10 up
		ip addr add 198.51.100.1/24 dev a1.10
		ip -n sw addr add 198.51.100.2/24 dev p1.10
		check "$proto: and works" ping -c 1 -W 5 198.51.100.2
		ip link del a1.10
		ip link del b0
		sw_del
	done
}

test_namespace_goes_with_all()
{
	ns_add v
	ip -n v link add b0 type bond
	ip -n v link add s1 type veth peer name s2
	ip -n v link set s1 master b0
	ip -n v link add link s1 name s1.10 type vlan id 10 protocol 802.1ad
	ip -n v link add link b0 name b0.10 type vlan id 10 protocol 802.1ad
	ip -n v link set s1 nomaster
	ip netns del v
	check_eq warnings "$(log_count 'WARNING|BUG')" 0
}

test_traffic_over_a_vlan()
{
	local mode

	pair 1 2
	sw_bridge 1 2
	ip -n sw link add link br0 name br0.10 type vlan id 10
	ip -n sw addr add 198.51.100.254/24 dev br0.10
	ip -n sw link set br0.10 up
	for mode in active-backup balance-xor; do
		bond_add b0 mode "$mode" miimon 10
		ip link add link b0 name b0.10 type vlan id 10
		enslave b0 a1
		[ "$mode" = active-backup ] && enslave b0 a2
		bond_up b0 a1
		ip link set b0.10 up
		ip addr add 198.51.100.1/24 dev b0.10
		check "$mode: ping" ping -c 2 -i 0.2 -W 5 198.51.100.254
		ip link del b0
		check_not "$mode: gone with the bond" test -e /sys/class/net/b0.10
	done
}

# A VLAN that was there before the slave, and a slave that leaves before it.
test_order()
{
	dummy 1 2
	bond_add b0 mode balance-xor miimon 10
	ip link add link b0 name b0.7 type vlan id 7
	enslave b0 d1
	ip link add link b0 name b0.8 type vlan id 8
	enslave b0 d2
	ip link del b0.7
	ip link set d1 nomaster
	ip link del b0.8
	ip link set d1 master b0
	ip link add link b0 name b0.7 type vlan id 7
	ip link set d1 nomaster
	ip link set d2 nomaster
	ip link del b0.7
	ip link del b0
	check_eq warnings "$(log_count 'WARNING|BUG')" 0
}

# D05, as far as stacking goes: the walk of the uppers at a failover.
test_deep_stack()
{
	pair 1 2
	bond_add b0 mode active-backup miimon 10 num_grat_arp 1
	enslave b0 a1 a2
	bond_up b0 a1 a2
	ip link add link b0 name b0.1 type vlan id 1 protocol 802.1ad
	ip link add link b0.1 name b0.1.2 type vlan id 2
	ip link add link b0.1.2 name b0.1.2.3 type vlan id 3
	ip link add link b0.1.2 name m0 type macvlan
	for dev in b0.1 b0.1.2 b0.1.2.3 m0; do
		ip link set "$dev" up
	done
	ip addr add 203.0.113.1/24 dev b0.1.2
	capture_start p1 sw:p1 ether src "$(dev_attr b0 address)"
	capture_start p2 sw:p2 ether src "$(dev_attr b0 address)"
	if active_is b0 a1; then
		bond_set b0 active_slave a2
		wait_until 5000 "a notice with both tags" notice_in p2
	else
		bond_set b0 active_slave a1
		wait_until 5000 "a notice with both tags" notice_in p1
	fi
	capture_stop p1
	capture_stop p2
	ip link del b0
	check_not "the stack is gone" test -e /sys/class/net/b0.1.2.3
}

notice_in()
{
	capture_show "$1" -e | grep 'vlan 1,.*vlan 2,' | grep -q 'ARP.*203.0.113.1'
}

test_features_reach_the_vlan()
{
	pair 1
	bond_add b0 mode balance-xor miimon 10
	enslave b0 a1
	bond_up b0 a1
	ip link add link b0 name b0.5 type vlan id 5
	check_eq "scatter-gather" "$(ethtool -k b0.5 | awk '/^scatter-gather:/ { print $2 }')" \
		"$(ethtool -k b0 | awk '/^scatter-gather:/ { print $2 }')"
	check_eq "VLAN MTU" "$(dev_attr b0.5 mtu)" 1500
	ip link set b0 mtu 1400
	wait_until 5000 "MTU follows" file_is /sys/class/net/b0.5/mtu 1400
}

# A tunnel cannot carry VLANs: it may not come in where there are some.
test_tunnel_under_vlans()
{
	ip link add g1 type gre local 127.0.0.1 remote 127.0.0.2 ||
		skip "no GRE devices"
	dummy 1
	bond_add b0 mode active-backup
	ip link add link b0 name b0.5 type vlan id 5
	check_not "a tunnel" ip link set g1 master b0
	check_eq "type" "$(dev_attr b0 type)" 1
	check "Ethernet" ip link set d1 master b0
}

run_tests on_slave_and_bond namespace_goes_with_all traffic_over_a_vlan order \
	deep_stack features_reach_the_vlan tunnel_under_vlans
