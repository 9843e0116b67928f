#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	bond_abi_reader -> b0 --+-- d1
#	                        +-- d2
#
# Proves that code which reads a bond with the layout of <net/bonding.h>, as
# drivers of the kernel do, finds what sysfs says, at any moment.

. "$(dirname "$0")/lib.sh"
no_ipv6

SEEN=/sys/module/bond_abi_reader/parameters/seen

have_reader()
{
	[ -e "$SEEN" ] || modprobe bond_abi_reader 2> /dev/null ||
		skip "no module bond_abi_reader (kunit/)"
}

# sees DESC LINE...: exactly that
sees()
{
	local desc=$1

	shift
	check_eq "$desc" "$(sort "$SEEN")" "$(printf '%s\n' "$@" | sort)"
}

test_modes()
{
	local mode

	have_reader
	dummy 1 2
	sees "nothing" ""
	for mode in 0 2 3; do
		bond_add b0 mode "$mode"
		sees "$mode: empty" "bond b0: dev b0 mode $mode active none option none"
		enslave b0 d1 d2
		sees "$mode: two" \
			"bond b0: dev b0 mode $mode active d1 option none" \
			"slave d1: dev d1 bond b0 backup 0 inactive 0 txable 1" \
			"slave d2: dev d2 bond b0 backup 0 inactive 0 txable 1"
		ip link set d1 nomaster
		sees "$mode: one" \
			"bond b0: dev b0 mode $mode active d2 option none" \
			"slave d2: dev d2 bond b0 backup 0 inactive 0 txable 1"
		ip link set d2 nomaster
		sees "$mode: none" "bond b0: dev b0 mode $mode active none option none"
		ip link del b0
	done
}

test_active_backup()
{
	have_reader
	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	sees "empty" "bond b0: dev b0 mode 1 active none option none"
	enslave b0 d1 d2
	bond_up b0 d1 d2
	sees "two" "bond b0: dev b0 mode 1 active d1 option d1" \
		"slave d1: dev d1 bond b0 backup 0 inactive 0 txable 1" \
		"slave d2: dev d2 bond b0 backup 1 inactive 1 txable 0"
	bond_set b0 active_slave d2
	sees "failed over" "bond b0: dev b0 mode 1 active d2 option d2" \
		"slave d1: dev d1 bond b0 backup 1 inactive 1 txable 0" \
		"slave d2: dev d2 bond b0 backup 0 inactive 0 txable 1"
	bond_set b0 all_slaves_active 1
	sees "all receive" "bond b0: dev b0 mode 1 active d2 option d2" \
		"slave d1: dev d1 bond b0 backup 1 inactive 0 txable 0" \
		"slave d2: dev d2 bond b0 backup 0 inactive 0 txable 1"
	bond_set b0 all_slaves_active 0
	ip link set d2 nomaster
	sees "one left" "bond b0: dev b0 mode 1 active d1 option d1" \
		"slave d1: dev d1 bond b0 backup 0 inactive 0 txable 1"
	ip link del d1
	sees "none left" "bond b0: dev b0 mode 1 active none option none"
}

test_mode_changes()
{
	local mode

	have_reader
	bond_add b0
	for mode in 1 2 3 0; do
		bond_set b0 mode "$mode"
		sees "mode $mode" "bond b0: dev b0 mode $mode active none option none"
	done
}

test_links()
{
	have_reader
	pair 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	peer_set 1 down
	wait_until 5000 "fails over" active_is b0 a2
	sees "failed over" "bond b0: dev b0 mode 1 active a2 option a2" \
		"slave a1: dev a1 bond b0 backup 1 inactive 1 txable 0" \
		"slave a2: dev a2 bond b0 backup 0 inactive 0 txable 1"
	peer_set 2 down
	wait_until 5000 "none" active_is b0 ""
	check "none" file_has "$SEEN" '^bond b0: .* active none option none$'
}

# A bond in a bond is both.
test_nested()
{
	have_reader
	dummy 1
	bond_add b0 mode active-backup
	bond_add b1 mode active-backup
	enslave b1 d1
	enslave b0 b1
	sees "both" "bond b0: dev b0 mode 1 active b1 option b1" \
		"bond b1: dev b1 mode 1 active d1 option d1" \
		"slave b1: dev b1 bond b0 backup 0 inactive 0 txable 1" \
		"slave d1: dev d1 bond b1 backup 0 inactive 0 txable 1"
}

read_once()
{
	grep -Ev "^bond b[01]: dev b[01] mode [0-3] active (d1|d2|none) option (d1|d2|none)$|^slave (d[12]): dev \3 bond b[01] backup [01] inactive [01] txable [01]$" "$SEEN" \
		>> "$LIB_TMP/odd"
}

# What is released while it is read is still whole.
test_reads_while_all_changes()
{
	local i

	have_reader
	dummy 1 2
	bg_loop read_once
	bg_loop read_once
	for i in $(seq 30); do
		bond_add b0 mode $((i % 4))
		ip link set d1 master b0
		ip link set d2 master b0
		[ $((i % 4)) != 1 ] || bond_set b0 active_slave d2
		ip link set d$((i % 2 + 1)) nomaster
		ip link set b0 name b1
		ip link del b1
	done
	check_eq "odd lines" "$(head -n 5 "$LIB_TMP/odd")" ""
	check_not "no warning" log_has 'BUG:|WARNING:|suspicious RCU'
}

run_tests modes active_backup mode_changes links nested reads_while_all_changes
