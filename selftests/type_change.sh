#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b2 -- b1 -- g1 (GRE over d0 10.9.0.1 -> 10.9.0.2)      b1 -- d1 (Ethernet)
#
# Proves that the first slave gives the bond its type, that a tunnel's header
# functions run on the tunnel, and that Ethernet comes back without a trace.

. "$(dirname "$0")/lib.sh"

gre()
{
	ip link add d0 type dummy
	ip addr add 10.9.0.1/24 dev d0
	ip link set d0 up
	ip link add g1 type gre local 10.9.0.1 remote 10.9.0.2 ||
		skip "no GRE devices"
	ip neigh add 10.9.0.2 lladdr 02:00:00:00:0f:0f dev d0
}

gre_bond()
{
	gre
	bond_add b1 mode active-backup miimon 10
	enslave b1 g1
}

flags_of()
{
	link_json "$1" '.flags - ["UP", "LOWER_UP", "NO-CARRIER"] | sort | join(",")'
}

# C01
test_frames_leave_through_the_tunnel()
{
	gre_bond
	bond_up b1 g1
	ip addr add fe80::11/64 dev b1
	ip addr add 10.8.0.1/24 dev b1
	capture_start d0 d0 ip proto 47
	ping -c 2 -i 0.2 -W 1 10.8.0.2 > /dev/null || :
	wait_until 5000 "pings leave in GRE" capture_reaches d0 2
	check "SOCK_DGRAM" tool dgram b1 --count 2
	wait_until 5000 "packet socket too" capture_reaches d0 4
	capture_stop d0
	check_match "inside" "$(capture_show d0)" "GRE.*10.8.0.1 > 10.8.0.2: ICMP"
}

# C02
test_flags_and_type()
{
	gre_bond
	check_eq "flags with a tunnel" "$(flags_of b1)" MASTER,NOARP,POINTOPOINT
	check_eq "type with a tunnel" "$(dev_attr b1 type)" 778
	check_eq "address length" "$(dev_attr b1 addr_len)" 4
	ip link set g1 nomaster
	dummy 1
	enslave b1 d1
	check_eq "flags with Ethernet" "$(flags_of b1)" BROADCAST,MASTER,MULTICAST
	check_eq "type with Ethernet" "$(dev_attr b1 type)" 1
	check_eq "address length with Ethernet" "$(dev_attr b1 addr_len)" 6
	check_eq "address" "$(dev_attr b1 address)" 02:00:00:00:01:01
}

# Only the first slave may change the type.
test_mixture_is_refused()
{
	dummy 1
	gre
	bond_add b1 mode active-backup
	enslave b1 d1
	check_refused "GRE after Ethernet" "different|Invalid|type" \
		ip link set g1 master b1
	check_eq "type" "$(dev_attr b1 type)" 1
	check_eq "slaves" "$(bond_opt b1 slaves)" d1
}

# C03
test_running_bond_bounces()
{
	local out

	gre
	bond_add b1 mode active-backup miimon 10
	ip link set b1 up
	ip -o monitor link dev b1 >> "$LIB_TMP/monitor" 2> /dev/null &
	echo $! >> "$LIB_TMP/pids"
	wait_until 5000 "ip monitor listens" monitor_listens
	: > "$LIB_TMP/monitor"
	ip link set g1 master b1
	check "up at the end" flag b1 UP
	wait_until 5000 "a message with UP" file_has "$LIB_TMP/monitor" '[<,]UP'
	out=$(grep -v '[<,]UP[,>]' "$LIB_TMP/monitor") || :
	check_match "a message without UP" "$out" 'b1.*MASTER'
	if ip link add link b1 name b1.5 type vlan id 5 2> "$LIB_TMP/err"; then
		fail "a VLAN on a tunnel"
	fi
}

# The monitor has its socket when it reports a change made for that purpose.
monitor_listens()
{
	ip link set b1 txqueuelen $((RANDOM % 1000 + 1))
	[ -s "$LIB_TMP/monitor" ]
}

# C04
test_bond_on_a_tunnel_bond()
{
	gre_bond
	bond_add b2 mode active-backup miimon 10
	enslave b2 b1
	ip link set b1 up
	bond_up b2 b1
	ip addr add 10.8.0.1/24 dev b2
	capture_start b2 b2
	ping -c 2 -i 0.2 -W 1 10.8.0.2 > /dev/null || :
	wait_until 5000 "packets on the upper bond" capture_reaches b2 2
	check "SOCK_DGRAM" tool dgram b2 --count 2
	wait_until 5000 "from the packet socket too" capture_reaches b2 4
	capture_stop b2
}

# C06
test_can_is_refused()
{
	ip link add vc0 type vcan || skip "no CAN devices"
	bond_add b1
	check_refused "vcan" "CAN devices cannot be enslaved|Operation not permitted" \
		ip link set vc0 master b1
	check_eq "type" "$(dev_attr b1 type)" 1
	check "works as before" ip link set vc0 up
	check_eq "slaves" "$(bond_opt b1 slaves)" ""
}

# C07
test_groups_of_the_old_type_go()
{
	gre
	bond_add b1 mode active-backup
	ip link set b1 up
	ip maddr add 33:33:44:55:66:77 dev b1
	ip link set g1 master b1
	check_eq "on the bond" "$(grep -c 'b1 .*333344556677' /proc/net/dev_mcast || :)" 0
	check_eq "on the slave" "$(grep -c 'g1 .*333344556677' /proc/net/dev_mcast || :)" 0
	ip link set g1 nomaster
	dummy 1
	enslave b1 d1
	check "groups work again" ip maddr add 33:33:44:55:66:78 dev b1
	wait_until 5000 "d1 gets them" file_has /proc/net/dev_mcast 'd1 .*333344556678'
}

# Its address is fixed, and the balancing modes give all slaves the same.
test_modes_with_a_tunnel()
{
	local mode

	gre
	for mode in balance-rr balance-xor broadcast; do
		bond_add b1 mode "$mode" miimon 10
		check_refused "$mode" "MAC address|not supported" \
			ip link set g1 master b1
		check_eq "$mode: type" "$(dev_attr b1 type)" 1
		ip link del b1
	done
	bond_add b1 mode active-backup miimon 10
	enslave b1 g1
	bond_up b1 g1
	ip addr add 10.8.0.1/24 dev b1
	ping -c 1 -W 1 10.8.0.2 > /dev/null || :
	check "sent by the tunnel" count_above g1 tx_packets 0
	ip link del b1
	check "the tunnel works alone" ip link set g1 up
}

test_loopback_is_refused()
{
	bond_add b1
	check_not "lo" ip link set lo master b1
	check "lo is up" flag lo UP
	check_eq "slaves" "$(bond_opt b1 slaves)" ""
}

run_tests frames_leave_through_the_tunnel flags_and_type mixture_is_refused \
	running_bond_bounces bond_on_a_tunnel_bond can_is_refused \
	groups_of_the_old_type_go modes_with_a_tunnel loopback_is_refused
