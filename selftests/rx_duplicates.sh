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
	send_frames "p$n" "$count" --ns sw "$@"
}

unicast()
{
	from_peer "$1" "$2" --dst "$(dev_attr b0 address)"
}

bcast()
{
	from_peer "$1" "$2" --dst ff:ff:ff:ff:ff:ff
}

# nobody: sets NOBODY to the number of frames of a1 and a2 that found nobody.
nobody()
{
	slurp /sys/class/net/a1/statistics/rx_nohandler
	NOBODY=$REPLY
	slurp /sys/class/net/a2/statistics/rx_nohandler
	NOBODY=$((NOBODY + REPLY))
}

# all_accounted BEFORE: 20 frames were either captured or found nobody.
all_accounted()
{
	nobody
	wire_has $((20 - NOBODY + $1))
}

# both HOW: 10 frames by the peer of each slave; sets GOT to what the bond had.
both()
{
	nobody
	wire_start b0
	"$1" 2 10
	"$1" 1 10
	wait_until 10000 "all frames are accounted for" all_accounted "$NOBODY"
	wire_end
	GOT=$WIRE_COUNT
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
	wire_start b0
	bcast 2 5
	wire_stop 5
}

test_backup_drops_are_no_errors()
{
	active_backup
	both bcast
	check_count b0 rx_errors 0
}

test_listener_on_the_slave()
{
	active_backup
	wire_start a2
	bcast 2 10
	wire_stop 10
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
		sw_del
	done
}

# A frame to the bridge group address is seen on the slave and on the bond.
test_link_local()
{
	active_backup
	wire_start_all a1 b0
	from_peer 1 1 --kind lldp
	wire_stop 2
	check_match "by the slave" "$WIRE" 'a1 1'
	check_match "by the bond" "$WIRE" 'b0 1'
}

# N05: a socket of that protocol that is bound to nothing has it once, and can ask
# for the slave that it came by, also the backup.
test_link_local_tells_the_slave()
{
	local n

	active_backup
	for n in 1 2; do
		bg_frames receive --proto 0x88cc --count 2 > "$LIB_TMP/lldp$n"
		wait_until 10000 "the packet socket is there" \
			file_has /proc/net/packet 88cc
		from_peer "$n" 1 --kind lldp
		wait_until 5000 "received with its slave" \
			file_has "$LIB_TMP/lldp$n" "^a$n\$"
		check "once" holds 200 file_is "$LIB_TMP/lldp$n" "a$n"
		bg_stop "$BG_PID"
	done
}

run_tests backup_is_silent backup_is_silent_for_unicast all_slaves_active \
	failover_changes_who_listens backup_drops_are_no_errors \
	listener_on_the_slave balancing_modes_take_all link_local \
	link_local_tells_the_slave
