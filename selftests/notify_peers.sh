#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0.5  mv0                       (192.0.2.129, 192.0.2.65)
#	  b0 (192.0.2.1) --+-- a1 ~~~~ p1 --+-- br0 -- tcpdump (sw)
#	                   +-- a2 ~~~~ p2 --+
#
# Proves that after a failover the network hears exactly num_grat_arp gratuitous
# ARPs and unsolicited neighbour advertisements, peer_notif_delay apart, from the
# bond and from what is stacked on it, however busy RTNL is; and nothing when
# there is no link to hear it by.

. "$(dirname "$0")/lib.sh"

# bonded OPTION...: the drawing without what is stacked on b0; a1 is active.
bonded()
{
	pair 1 2
	sw_bridge 1 2
	bond_add b0 mode active-backup "$@"
	enslave b0 a1 a2
	ip addr add 192.0.2.1/24 dev b0
	ip addr add 2001:db8::1/64 dev b0 nodad
	bond_up b0 a1 a2
	wait_until 5000 "a1 is active" active_is b0 a1
}

# listen: from now on, what ports p1 and p2 hear.
listen()
{
	capture_start heard sw:br0
}

# heard ADDRESS [FILTER]: gratuitous ARPs for ADDRESS in the capture so far.
heard()
{
	capture_show heard -tt "${2:+$2 and }arp src host $1 and arp[14:4] = arp[24:4]"
}

heard_is()
{
	[ "$(heard "$2" "${3:-}" | wc -l)" = "$1" ]
}

# check_heard COUNT ADDRESS [FILTER]: so many come, and no more in the time of
# two gaps of GAP ms.
check_heard()
{
	local got

	busywait 15000 heard_is "$@" || :
	check "$2: no more than $1" holds $((2 * GAP)) heard_is "$@"
	got=$(heard "$2" "${3:-}" | wc -l)
	check_eq "gratuitous ARPs for $2 ${3:-}" "$got" "$1"
}

test_exact_number()
{
	local n

	GAP=50
	for n in 1 4 0 20; do
		bonded miimon 50 num_grat_arp "$n"
		listen
		bond_set b0 active_slave a2
		check_heard "$n" 192.0.2.1
		capture_stop heard
		ip link del b0
		sw_del
	done
}

# A failover by the monitor counts like one by hand.
test_exact_number_when_a_link_fails()
{
	GAP=50
	bonded miimon 50 num_grat_arp 3
	listen
	peer_set 1 down
	wait_until 5000 "a2 takes over" active_is b0 a2
	check_heard 3 192.0.2.1
	peer_set 1 up
	wait_until 5000 "a1 is back" port_is a1 up
	check_heard 3 192.0.2.1
	capture_stop heard
}

# All links go, one comes back: what is said has to wait for the carrier.
test_after_total_loss()
{
	GAP=50
	bonded miimon 50 num_grat_arp 3
	peer_set 1 down
	peer_set 2 down
	wait_until 5000 "no link" carrier_is b0 0
	listen
	peer_set 2 up
	wait_until 5000 "a2 takes over" active_is b0 a2
	check_heard 3 192.0.2.1
	capture_stop heard
}

test_unsolicited_advertisements()
{
	bonded miimon 50 num_unsol_na 3 2>/dev/null ||
		{ bonded miimon 50 && bond_set b0 num_unsol_na 3; }
	listen
	bond_set b0 active_slave a2
	wait_until 10000 "three advertisements" advertised 3
	check "and no more" holds 150 advertised 3
	capture_stop heard
}

advertised()
{
	[ "$(capture_show heard 'icmp6 and ip6[40] = 136 and ip6 dst ff02::1' |
		grep -c 2001:db8::1)" = "$1" ]
}

test_stacked_devices_speak_too()
{
	GAP=50
	bonded miimon 50 num_grat_arp 2
	ip link add link b0 name b0.5 type vlan id 5
	ip addr add 192.0.2.129/25 dev b0.5
	ip link set b0.5 up
	ip link add link b0 name mv0 type macvlan mode bridge
	ip addr add 192.0.2.65/32 dev mv0
	ip link set mv0 up
	listen
	bond_set b0 active_slave a2
	check_heard 2 192.0.2.1
	check_heard 2 192.0.2.129 "vlan 5"
	check_heard 2 192.0.2.65
	capture_stop heard
}

# gaps NAME: milliseconds between the gratuitous ARPs of the capture.
gaps()
{
	heard 192.0.2.1 | awk 'NR > 1 { printf "%d\n", ($1 - last) * 1000 }
		{ last = $1 }'
}

# E15
test_spacing()
{
	local gap

	GAP=500
	bonded miimon 100 num_grat_arp 4
	bond_set b0 peer_notif_delay 500
	listen
	bond_set b0 active_slave a2
	check_heard 4 192.0.2.1
	for gap in $(gaps); do
		check_range "gap, ms" "$gap" 470 700
	done
	capture_stop heard
}

# E16: the number times the periods does not fit into a byte.
test_many_periods_apart()
{
	local gap

	GAP=800
	bonded miimon 10 num_grat_arp 4
	bond_set b0 peer_notif_delay 800
	listen
	bond_set b0 active_slave a2
	check_heard 4 192.0.2.1
	for gap in $(gaps); do
		check_range "gap, ms" "$gap" 770 1100
	done
	capture_stop heard
}

keep_rtnl_busy()
{
	ip -batch - <<< "link add busy type dummy"$'\n'"link del busy"
}

# E14
test_rtnl_is_busy()
{
	local n to=2

	known_in_tree "one is lost or sent twice when RTNL is busy"
	GAP=20
	bonded miimon 20 num_grat_arp 4
	bg_loop keep_rtnl_busy
	for n in 1 2 3 4 5 6 7 8; do
		listen
		bond_set b0 active_slave "a$to"
		check_heard 4 192.0.2.1
		capture_stop heard
		to=$((3 - to))
	done
}

# The second failover starts anew; the first one's notices are superseded.
test_second_failover_starts_anew()
{
	GAP=1500
	bonded miimon 100 num_grat_arp 3
	bond_set b0 peer_notif_delay 1500
	listen
	bond_set b0 active_slave a2
	wait_until 5000 "the first" heard_is 1 192.0.2.1
	bond_set b0 active_slave a1
	check_heard 4 192.0.2.1
	capture_stop heard
}

test_silent_without_a_link()
{
	GAP=1500
	bonded miimon 50 num_grat_arp 3
	bond_set b0 peer_notif_delay 1500
	listen
	bond_set b0 active_slave a2
	wait_until 5000 "the first" heard_is 1 192.0.2.1
	peer_set 1 down
	peer_set 2 down
	wait_until 5000 "no link" carrier_is b0 0
	peer_set 1 up
	wait_until 5000 "a1 takes over" active_is b0 a1
	check_heard 4 192.0.2.1
	capture_stop heard
}

test_silent_while_the_bond_is_down()
{
	GAP=100
	bonded miimon 50 num_grat_arp 3
	ip link set b0 down
	bond_set b0 active_slave a2
	listen
	ip link set b0 up
	wait_until 5000 "carrier" carrier_is b0 1
	check_heard 0 192.0.2.1
	capture_stop heard
}

run_tests exact_number exact_number_when_a_link_fails after_total_loss \
	unsolicited_advertisements stacked_devices_speak_too spacing \
	many_periods_apart rtnl_is_busy second_failover_starts_anew \
	silent_without_a_link silent_while_the_bond_is_down
