#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	sender -- tc skbedit queue_mapping N -- b0 --+-- a1 ~~~~ p1 (sw)   queue_id 1
#	                                             +-- a2 ~~~~ p2 (sw)   queue_id 2
#	                                             +-- a3 ~~~~ p3 (sw)
#
# Proves that a packet put on queue N of the bond leaves by the slave with
# queue_id N if that is up, else as the mode has it.

. "$(dirname "$0")/lib.sh"
no_ipv6

bond_with_queues()
{
	pair 1 2 3
	bond_add b0 mode "$1" miimon 10
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
	bond_set b0 queue_id a1:1
	bond_set b0 queue_id a2:2
	tc qdisc add dev b0 handle 1 root multiq || skip "no multiq"
}

# to_queue PORT N: UDP to PORT goes to queue N.
to_queue()
{
	tc filter add dev b0 parent 1: protocol ip u32 match ip dport "$1" 0xffff \
		action skbedit queue_mapping "$2"
}

sent()
{
	counter "$1" tx_packets
}

test_choice()
{
	local mode t1 t2

	for mode in balance-rr active-backup balance-xor; do
		bond_with_queues "$mode"
		to_queue 77 1
		to_queue 78 2
		t1=$(sent a1)
		send_frames b0 30 --dport 77
		check_eq "$mode: queue 1" "$(sent a1)" $((t1 + 30))
		t2=$(sent a2)
		send_frames b0 30 --dport 78
		check_eq "$mode: queue 2" "$(sent a2)" $((t2 + 30))
		ip link del b0
		sw_del
	done
}

test_slave_down()
{
	local t2

	bond_with_queues balance-rr
	to_queue 78 2
	peer_set 2 down
	wait_until 5000 "a2 goes down" port_is a2 down
	t2=$(sent a2)
	send_frames b0 30 --dport 78
	check_eq "the slave that is down" "$(sent a2)" "$t2"
	check_range "the others" $(($(sent a1) + $(sent a3))) 30 30
	peer_set 2 up
	wait_until 5000 "a2 comes up" port_is a2 up
	send_frames b0 30 --dport 78
	check_eq "up again" "$(sent a2)" $((t2 + 30))
}

# The others are not kept from slaves that have a queue_id.
test_rest_is_dealt()
{
	bond_with_queues balance-rr
	send_frames b0 90 --dport 5
	check_count a1 tx_packets 30
	check_count a2 tx_packets 30
	check_count a3 tx_packets 30
}

# M05
test_syntax()
{
	local f=/sys/class/net/b0/bonding/queue_id

	dummy 1 2
	bond_add b0
	enslave b0 d1 d2
	check_write "d1:2" "$f" d1:2 0
	check_write "duplicate" "$f" d2:2 EPERM
	check_eq "shown" "$(bond_opt b0 queue_id)" "d1:2 d2:0"
	check_write "cleared" "$f" d1:0 0
	check_write "highest" "$f" d1:16 0
	check_write "too high" "$f" d2:17 EPERM
	check_write "nosuch" "$f" nosuch:1 EPERM
	for v in d1 d1: d1:x :1 ""; do
		check_write "'$v'" "$f" "$v" EPERM
	done
	check "netlink" ip link set d2 type bond_slave queue_id 3
	check_eq "shown by the slave" "$(port_opt d2 queue_id)" 3
	check_not "netlink, too high" ip link set d2 type bond_slave queue_id 99
	check_not "netlink, duplicate" ip link set d2 type bond_slave queue_id 16
	check_eq "as before" "$(bond_opt b0 queue_id)" "d1:16 d2:3"
	ip link set d2 nomaster
	ip link set d2 master b0
	check_eq "gone after release" "$(port_opt d2 queue_id)" 0
}

run_tests choice slave_down rest_is_dealt syntax
