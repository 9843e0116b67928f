#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	/sys/class/net/bonding_masters  <-- +b0 -b0 ...
#
# Proves that bonds come and go by bonding_masters, with the answers that tools
# know, and that the file lists what there is.

. "$(dirname "$0")/lib.sh"

F=/sys/class/net/bonding_masters

answer()
{
	check_write "'$1'" "$F" "$1" "$2"
}

masters()
{
	tr ' ' '\n' < "$F" | grep -v '^$' | sort | xargs
}

test_add_and_remove()
{
	answer +b0 0
	check "a bond" test -d /sys/class/net/b0/bonding
	check_eq "mode" "$(bond_opt b0 mode)" "balance-rr 0"
	answer +b1 0
	check_eq "listed" "$(masters)" "b0 b1"
	check_eq "ends in a newline" "$(tail -c 1 "$F" | od -An -c | tr -d " ")" '\n'
	answer -b0 0
	check_eq "one left" "$(masters)" b1
	answer -b1 0
	check_eq "none left" "$(masters)" ""
}

# M06
test_syntax()
{
	dummy 1
	answer +bx 0
	answer +bx EEXIST
	answer -nosuch ENODEV
	answer + EPERM
	answer - EPERM
	answer bx EPERM
	answer "" EPERM
	answer +lo EEXIST
	answer +d1 EEXIST
	answer -d1 ENODEV
	answer -lo ENODEV
	check_eq "listed" "$(masters)" bx
}

test_odd_names()
{
	answer "+sp ace" 0
	check_eq "to the blank" "$(masters)" sp
	answer -sp 0
	answer +b%d 0
	check_eq "pattern" "$(masters)" b0
	answer +b%d 0
	check_eq "next" "$(masters)" "b0 b1"
	answer -b0 0
	answer -b1 0
	answer +fifteen_letters 0
	answer -fifteen_letters 0
	# In-tree makes another bond than was asked for.
	[[ $VM_MODULE == in-tree ]] || answer +sixteen_letters_ EPERM
	check_not "a slash" eval "echo +a/b > $F"
	check_not "dots" eval "echo +.. > $F"
	check_eq "none" "$(masters)" ""
}

test_bonds_of_netlink_are_listed()
{
	bond_add b7
	check_eq "listed" "$(masters)" b7
	ip link set b7 name b8
	check_eq "renamed" "$(masters)" b8
	dummy 1
	enslave b8 d1
	ip link set b8 up
	answer -b8 0
	check_not "with slaves and up" test -e /sys/class/net/b8
	check_not "released" test -e /sys/class/net/d1/master
}

test_rename_to_a_taken_procfs_name()
{
	bond_add b0
	bond_add b1
	check_not "taken" ip link set b1 name b0
	check_eq "procfs" "$(cd /proc/net/bonding && echo *)" "b0 b1"
}

test_many()
{
	local i

	for i in $(seq 50); do
		echo "+m$i" > "$F"
	done
	check_eq "all" "$(masters | wc -w)" 50
	for i in $(seq 50); do
		echo "-m$i" > "$F"
	done
	check_eq "none" "$(masters)" ""
}

# The module loads though a device has the name of the file.
test_name_of_the_file_is_taken()
{
	[[ $VM_MODULE == in-tree ]] && skip "the kernel warns"
	rmmod bonding
	ip link add bonding_masters type dummy
	check "load" modprobe bonding
	check "no such file" test -d "$F"
	bond_add b0
	ip link del b0
	ip link del bonding_masters
	check "unload" rmmod bonding
	check "load" modprobe bonding
	answer +b0 0
	ip link del b0
}

run_tests add_and_remove syntax odd_names bonds_of_netlink_are_listed \
	rename_to_a_taken_procfs_name many name_of_the_file_is_taken
