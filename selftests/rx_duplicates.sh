#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	listener -- b0 --+-- a1 ~~~~ p1 (sw)    active
#	                 +-- a2 ~~~~ p2 (sw)    backup
#
# Proves that what comes in by a backup slave reaches nobody but those who asked
# for the slave itself, unless all_slaves_active says so, and that link-local
# frames are delivered with the slave they came by.

. "$(dirname "$0")/lib.sh"
no_ipv6

active_backup()
{
	pair 1 2
	bond_add b0 mode active-backup miimon 10 "$@"
	enslave b0 a1 a2
	bond_up b0 a1 a2
	bond_set b0 active_slave a1
	wait_until 5000 "a1 is active" active_is b0 a1
}

# from_peer N COUNT ARGS...: frames into aN.
from_peer()
{
	local n=$1 count=$2

	shift 2
	ip netns exec sw python3 "$LIB_DIR/frames.py" send "p$n" --count "$count" "$@"
}

unicast()
{
	from_peer "$1" "$2" --dst "$(dev_attr b0 address)"
}

bcast()
{
	from_peer "$1" "$2" --dst ff:ff:ff:ff:ff:ff
}

# Each of the 20 frames was either captured on the bond or found nobody.
all_accounted()
{
	[ $(($(capture_count b0) + $(dev_attr a1 statistics/rx_nohandler) +
	     $(dev_attr a2 statistics/rx_nohandler) - NOBODY)) -ge 20 ]
}

# both HOW: 10 frames by the peer of each slave; sets GOT to what the bond had.
both()
{
	NOBODY=$(($(dev_attr a1 statistics/rx_nohandler) +
		$(dev_attr a2 statistics/rx_nohandler)))
	capture_start b0 b0 udp
	"$1" 2 10
	"$1" 1 10
	wait_until 10000 "all frames are accounted for" all_accounted
	capture_stop b0
	GOT=$(capture_count b0)
}

test_backup_is_silent()
{
	active_backup
	both bcast
	check_eq "broadcasts" "$GOT" 10
}

test_backup_is_silent_for_unicast()
{
	active_backup
	both unicast
	check_eq "unicasts" "$GOT" 10
}

test_all_slaves_active()
{
	active_backup all_slaves_active 1
	both bcast
	check_eq "broadcasts" "$GOT" 20
	ip link set b0 type bond all_slaves_active 0
	both bcast
	check_eq "switched off" "$GOT" 10
	bond_set b0 all_slaves_active 1
	both unicast
	check_eq "switched on, unicasts" "$GOT" 20
}

test_failover_changes_who_listens()
{
	active_backup
	bond_set b0 active_slave a2
	wait_until 5000 "failover" active_is b0 a2
	both bcast
	check_eq "broadcasts" "$GOT" 10
	capture_start b0 b0 udp
	bcast 2 5
	wait_until 5000 "by the new active one" capture_reaches b0 5
	capture_stop b0
}

test_backup_drops_are_no_errors()
{
	active_backup
	both bcast
	check_eq "errors of the bond" "$(counter b0 rx_errors)" 0
}

test_listener_on_the_slave()
{
	active_backup
	capture_start a2 a2 udp
	bcast 2 10
	wait_until 5000 "a packet socket on the backup slave" capture_reaches a2 10
	capture_stop a2
}

test_balancing_modes_take_all()
{
	local mode

	for mode in balance-rr balance-xor broadcast; do
		pair 1 2
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2
		bond_up b0 a1 a2
		both bcast
		check_eq "$mode: broadcasts" "$GOT" 20
		ip link del b0
		ip netns del sw
		wait_until 5000 "peers are gone" test ! -e /sys/class/net/a1
	done
}

# N05
test_link_local()
{
	local n

	active_backup
	for n in 1 2; do
		capture_start slave "a$n" ether proto 0x88cc
		capture_start bond b0 ether proto 0x88cc
		bg frames receive --proto 0x88cc --count 1
		wait_until 10000 "the packet socket is there" grep -q 88cc /proc/net/packet
		from_peer "$n" 1 --kind lldp
		wait_until 5000 "a$n: on the slave" capture_reaches slave 1
		if [ "$n" = 1 ]; then
			wait_until 5000 "a$n: on the bond" capture_reaches bond 1
		fi
		capture_stop slave
		capture_stop bond
		bg_stop "$BG_PID"
	done
}

# A socket of protocol LLDP bound to the slave gets it, also on the backup.
test_link_local_on_backup()
{
	active_backup
	frames receive --dev a2 --proto 0x88cc --count 1 > "$LIB_TMP/lldp" &
	BG_PID=$!
	echo "$BG_PID" >> "$LIB_TMP/pids"
	wait_until 10000 "the packet socket is there" grep -q 88cc /proc/net/packet
	from_peer 2 1 --kind lldp
	wait_until 5000 "received with its slave" file_has "$LIB_TMP/lldp" '^a2$'
}

run_tests backup_is_silent backup_is_silent_for_unicast all_slaves_active \
	failover_changes_who_listens backup_drops_are_no_errors \
	listener_on_the_slave balancing_modes_take_all link_local \
	link_local_on_backup
