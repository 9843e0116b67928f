#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- a2 ~~~~ p2 (sw)
#
# Proves that a bond comes apart in any order (slave deleted, released, bond
# deleted first, peer gone, namespace gone), at any time, with nothing left.

. "$(dirname "$0")/lib.sh"

MODES="balance-rr active-backup balance-xor broadcast"

slaves_are()
{
	file_is /sys/class/net/b0/bonding/slaves "$1"
}

test_bond_first()
{
	local mode m1

	pair 1 2
	m1=$(dev_attr a1 address)
	for mode in $MODES; do
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2
		bond_up b0 a1 a2
		ip link del b0
		check_eq "$mode: address" "$(dev_attr a1 address)" "$m1"
		check_not "$mode: SLAVE is gone" flag a1 SLAVE
		check_not "$mode: down" flag a1 UP
		check_not "$mode: no bonding_slave" test -e /sys/class/net/a1/bonding_slave
		check_not "$mode: no master" test -e /sys/class/net/a1/master
	done
}

test_slave_vanishes()
{
	local mode

	for mode in $MODES; do
		pair 1 2
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2
		bond_up b0 a1 a2
		ip link del a1
		check_eq "$mode: slaves" "$(bond_opt b0 slaves)" a2
		check_eq "$mode: carrier" "$(dev_attr b0 carrier)" 1
		ip -n sw link del p2
		check_eq "$mode: none left" "$(bond_opt b0 slaves)" ""
		wait_until 5000 "$mode: no carrier" carrier_is b0 0
		ip link del b0
	done
}

# A14
test_pod_order()
{
	local m1

	pair 1 2
	m1=$(dev_attr a1 address)
	bond_add b0 mode active-backup fail_over_mac active miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	ip link set b0 mtu 1300
	check "release" ip link set a1 nomaster
	check "up at once" ip link set a1 up
	check_eq "MTU" "$(dev_attr a1 mtu)" 1500
	check_eq "address" "$(dev_attr a1 address)" "$m1"
	ip link del a2
	ip link del b0
	check "nomaster on a free device" ip link set a1 nomaster
	check "again" ip link set a1 nomaster
}

test_peer_namespace_vanishes()
{
	pair 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	ip netns del sw
	wait_until 10000 "slaves are gone" slaves_are ""
	wait_until 5000 "no carrier" carrier_is b0 0
	check_eq "active" "$(bond_opt b0 active_slave)" ""
}

# A12
test_missing_member_spoils_nothing()
{
	local f=/sys/class/net/b0/bonding/slaves

	dummy 1
	bond_add b0
	check_write "+nosuch" "$f" +nosuch ENODEV
	check_write "+d1" "$f" +d1 0
	check_write "+d1 again" "$f" +d1 EBUSY
	check_write "-d1" "$f" -d1 0
	check_write "-d1 again" "$f" -d1 EINVAL
	check_write "d1" "$f" d1 EPERM
	check_write "+" "$f" + EPERM
	check_write "empty" "$f" "" EPERM
	check_eq "slaves" "$(bond_opt b0 slaves)" ""
}

# Traffic all the time, on and under the bond.
test_with_traffic()
{
	local mode i

	pair 1 2
	for mode in $MODES; do
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2
		bond_up b0 a1 a2
		bg_frames send b0 --count 1000000 --errors-allowed
		for i in 1 2 3 4 5; do
			ip link set a1 nomaster
			ip link set a1 master b0
			ip link set a2 nomaster
			ip link set a2 master b0
		done
		ip link del b0
		bg_stop "$BG_PID"
	done
}

# With work of every kind pending: monitor, notifications, IGMP.
test_with_work_pending()
{
	local i

	pair 1 2
	for i in 1 2 3 4 5; do
		bond_add b0 mode active-backup miimon 1 num_grat_arp 255 \
			resend_igmp 255 updelay 100 downdelay 100
		ip addr add 192.0.2.1/24 dev b0
		enslave b0 a1 a2
		bond_up b0 a1 a2
		bond_set b0 active_slave a2
		peer_set 1 down
		case $i in
		1) ip link del b0 ;;
		2) ip link set b0 down && ip link del b0 ;;
		3) ip link set a2 nomaster && ip link del b0 ;;
		4) ip link set a1 nomaster && ip link set a2 nomaster && ip link del b0 ;;
		5) echo -b0 > /sys/class/net/bonding_masters ;;
		esac
		peer_set 1 up
	done
}

# A09: an open file of a slave that is gone.
test_slave_file_held_open()
{
	local out

	dummy 1 2
	bond_add b0 mode active-backup
	enslave b0 d1 d2
	exec 7< /sys/class/net/d1/bonding_slave/state
	exec 8< /sys/class/net/b0/bonding/mode
	exec 9> /sys/class/net/b0/bonding/slaves
	ip link set d1 nomaster
	check_not "read of a released slave" cat <&7
	exec 7<&-
	exec 7< /sys/class/net/d2/bonding_slave/state
	ip link del b0
	check_not "read of a deleted bond's slave" cat <&7
	check_not "read of a deleted bond" cat <&8
	check_not "write to a deleted bond" eval 'echo +d2 >&9'
	out=$(cat /sys/class/net/d2/master/ifindex 2>&1) || :
	check_match "no master" "$out" "No such file"
	exec 7<&- 8<&- 9>&-
}

# /proc file held open while the bond goes.
test_proc_file_held_open()
{
	dummy 1
	bond_add b0
	enslave b0 d1
	exec 7< /proc/net/bonding/b0
	IFS= read -r -u 7 _
	ip link del b0
	check "next bond of that name" bond_add b0
	cat <&7 > /dev/null 2>&1 || :
	exec 7<&-
}

# The same device enslaved and released many times keeps nothing.
test_many_times()
{
	local i before

	dummy 1
	before=$(ip -d link show d1)
	bond_add b0 mode active-backup miimon 1
	ip link set b0 up
	for i in $(seq 50); do
		ip link set d1 master b0
		ip link set d1 nomaster
	done
	ip link del b0
	check_eq "as before" "$(ip -d link show d1 | sed 's/qdisc [a-z]* //')" \
		"${before//qdisc noop /}"
}

test_rename_while_enslaved()
{
	dummy 1
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1
	bond_up b0 d1
	rename d1 e1
	check_eq "slave" "$(bond_opt b0 slaves)" e1
	check "directory" test -d /sys/class/net/b0/lower_e1
	check "procfs" file_has /proc/net/bonding/b0 'Slave Interface: e1'
	rename b0 bx
	check "procfs of the new name" file_has /proc/net/bonding/bx 'Slave Interface: e1'
	check_not "procfs of the old name" test -e /proc/net/bonding/b0
	ip link set e1 nomaster
	ip link del bx
	check_eq "procfs" "$(ls /proc/net/bonding)" ""
}

run_tests bond_first slave_vanishes pod_order peer_namespace_vanishes \
	missing_member_spoils_nothing with_traffic with_work_pending \
	slave_file_held_open proc_file_held_open many_times rename_while_enslaved
