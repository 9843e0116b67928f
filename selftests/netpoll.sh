#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	kernel log -> netconsole -> b0 --+-- x1 (tap)
#	                                 +-- x2 (tap)
#
# Proves that netpoll sends through a bond by the slaves that its mode says,
# also by slaves that join later, and refuses slaves that it cannot use.

. "$(dirname "$0")/lib.sh"
no_ipv6

CONFIG=/sys/kernel/config
FRAMES=$LIB_TMP/frames

# LIB_AFTER: netconsole outlives its device and this script.
targets_gone()
{
	local dir

	for dir in "$CONFIG"/netconsole/*/; do
		[ -d "$dir" ] || continue
		[ "$(cat "$dir/enabled")" = 0 ] || echo 0 > "$dir/enabled"
		rmdir "$dir"
	done
}
LIB_AFTER=targets_gone

# console NAME DEV: a netconsole target over DEV; fails if it cannot be had
console()
{
	local dir=$CONFIG/netconsole/$1

	modprobe netconsole 2> /dev/null || skip "no netconsole"
	dmesg -n 4
	[ -d "$CONFIG/netconsole" ] || mount -t configfs none "$CONFIG"
	mkdir -p "$dir"
	echo "$2" > "$dir/dev_name"
	echo 192.0.2.1 > "$dir/local_ip"
	echo 192.0.2.2 > "$dir/remote_ip"
	echo 1 > "$dir/enabled" 2> /dev/null
}

console_off()
{
	local dir=$CONFIG/netconsole/$1

	[ "$(cat "$dir/enabled")" = 0 ] || echo 0 > "$dir/enabled"
	rmdir "$dir"
}

# say TEXT: to the kernel log, and so to the console
say()
{
	echo "<1>$1" > /dev/kmsg
}

# copies DEV TEXT: how often TEXT was sent on DEV
copies()
{
	grep -c "^$1: .*$2\$\|^$1: .*$2 \$" "$FRAMES" || :
}

copies_are()
{
	[ "$(copies "$1" "$2")" = "$3" ]
}

# sent_by DESC TEXT DEV...: say it, and each DEV sends it once; no other does.
sent_by()
{
	local desc=$1 text=$2 dev

	shift 2
	say "$text"
	for dev; do
		wait_until 10000 "$desc" copies_are "$dev" "$text" 1
	done
	check_eq "$desc: copies in all" "$(grep -c "$text" "$FRAMES" || :)" $#
}

test_active_backup()
{
	taps "$FRAMES" x1 x2
	bond_add b0 mode active-backup miimon 10
	enslave b0 x1 x2
	bond_up b0 x1 x2
	console t1 b0
	sent_by "active" token-one x1
	bond_set b0 active_slave x2
	sent_by "after a failover" token-two x2
	ip link set x2 down
	wait_until 5000 "fails over" active_is b0 x1
	sent_by "after a failure" token-three x1
	console_off t1
	say token-four
	check_eq "off" "$(grep -c token-four "$FRAMES" || :)" 0
}

sum_is()
{
	[ $(($(copies x1 "$1") + $(copies x2 "$1"))) -eq "$2" ]
}

# Each message once; how many on which slave is up to the mode.
test_balancing()
{
	local mode i

	taps "$FRAMES" x1 x2
	for mode in balance-rr balance-xor; do
		bond_add b0 mode "$mode" miimon 10
		enslave b0 x1 x2
		bond_up b0 x1 x2
		console t1 b0
		for i in $(seq 10); do
			say "$mode-$i-token"
		done
		wait_until 10000 "$mode: all arrive" sum_is "$mode-[0-9]*-token" 10
		for i in $(seq 10); do
			check "$mode: message $i once" sum_is "$mode-$i-token" 1
		done
		[ "$mode" = balance-rr ] &&
			check_range "by both" "$(copies x1 "$mode-[0-9]*-token")" 1 9
		console_off t1
		ip link del b0
	done
}

test_broadcast()
{
	taps "$FRAMES" x1 x2
	bond_add b0 mode broadcast miimon 10
	enslave b0 x1 x2
	bond_up b0 x1 x2
	console t1 b0
	sent_by "all" token x1 x2
}

test_join_and_leave()
{
	taps "$FRAMES" x1 x2
	bond_add b0 mode active-backup miimon 10
	ip link set b0 up
	console t1 b0
	say token-none
	enslave b0 x1
	wait_until 5000 "active" active_is b0 x1
	sent_by "joined later" token-one x1
	enslave b0 x2
	ip link set x1 nomaster
	wait_until 5000 "active" active_is b0 x2
	sent_by "joined, then active" token-two x2
	# The console gives up a bond that has lost its last slave.
	ip link set x2 nomaster
	wait_until 5000 "let go" file_is "$CONFIG/netconsole/t1/enabled" 0
	say token-none
	enslave b0 x1
	wait_until 5000 "active" active_is b0 x1
	check_eq "without a slave" "$(grep -c token-none "$FRAMES" || :)" 0
	console_off t1
	console t1 b0
	sent_by "on again" token-four x1
}

# veth cannot: the slave is as it was, the bond goes on.
test_unsupported_slave()
{
	taps "$FRAMES" x1
	pair 1
	bond_add b0 mode active-backup miimon 10
	enslave b0 x1
	bond_up b0 x1
	console t1 b0
	check_refused "joins" "busy|netpoll" ip link set a1 master b0
	check_eq "no master" "$(link_json a1 .master)" null
	check_not "no slave" flag a1 SLAVE
	check_not "not up" flag a1 UP
	sent_by "still on" token-one x1
	console_off t1
	enslave b0 a1
	check_not "with it in the bond" console t1 b0
	check_eq "off" "$(cat "$CONFIG/netconsole/t1/enabled")" 0
	ip link set a1 nomaster
	rmdir "$CONFIG/netconsole/t1"
	console t1 b0
	sent_by "without it" token-two x1
}

# The slaves themselves belong to the bond.
test_slave_is_refused()
{
	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1
	check_not "on a slave" console t1 d1
	ip link set d2 up
	console t2 d2
	ip link set d2 down
	ip link set d2 master b0
	check_eq "ends when enslaved" "$(cat "$CONFIG/netconsole/t2/enabled")" 0
}

test_stacked()
{
	taps "$FRAMES" x1 x2
	bond_add b0 mode balance-xor miimon 10
	bond_add b1 mode active-backup miimon 10
	enslave b1 x1
	enslave b0 b1
	bond_up b1 x1
	bond_up b0 b1
	console t1 b0
	sent_by "through two bonds" token-one x1
	enslave b1 x2
	bond_set b1 active_slave x2
	sent_by "joined below" token-two x2
}

test_devices_vanish()
{
	taps "$FRAMES" x1 x2
	dummy 1
	bond_add b0 mode balance-rr miimon 10
	enslave b0 x1 d1 x2
	bond_up b0 x1 d1 x2
	console t1 b0
	ip link del d1
	say token
	wait_until 10000 "goes on" sum_is token 1
	bg_stop "$BG_PID" KILL
	wait_until 10000 "taps go" test ! -e /sys/class/net/x1
	say token-none
	ip link del b0
	check_eq "ends with the bond" "$(cat "$CONFIG/netconsole/t1/enabled")" 0
}

# M14: on, off, in and out while messages flow.
test_churn()
{
	local i

	dummy 1 2
	bond_add b0 mode balance-rr miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	bg_loop say flood
	for i in $(seq 10); do
		console t1 b0
		ip link set d1 nomaster
		ip link set d1 master b0
		[ $((i % 2)) = 0 ] || ip link set d2 nomaster
		console_off t1
		[ $((i % 2)) = 0 ] || ip link set d2 master b0
	done
	check_not "no warning" log_has 'BUG:|WARNING:'
}

run_tests active_backup balancing broadcast join_and_leave unsupported_slave \
	slave_is_refused stacked devices_vanish churn
