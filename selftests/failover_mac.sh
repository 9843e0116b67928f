#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 (active-backup) --+-- a1 02:00:00:00:01:01 ~~~~ p1 (sw)
#	                     +-- a2 02:00:00:00:01:02 ~~~~ p2 (sw)
#	                     +-- a3 02:00:00:00:01:03 ~~~~ p3 (sw)
#
# Proves that fail_over_mac keeps its promise through any sequence of failovers,
# also when there has been no active slave in between: under "active" the bond
# has the address of the active slave, under "follow" the active slave has that
# of the bond, and at no time do two slaves share one.

. "$(dirname "$0")/lib.sh"
no_ipv6

M=02:00:00:00:01:0

three()
{
	local n

	pair 1 2 3
	for n in 1 2 3; do
		ip link set "a$n" address "$M$n"
	done
	bond_add b0 mode active-backup miimon 20 fail_over_mac "$1"
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
}

link_of()
{
	peer_set "$1" "$2"
	wait_until 5000 "a$1 goes $2" port_is "a$1" "$2"
}

# check_addresses WHY BOND A1 A2 A3: last digits.
check_addresses()
{
	local dev got=

	for dev in b0 a1 a2 a3; do
		slurp "/sys/class/net/$dev/address"
		got+=" ${REPLY#"$M"}"
	done
	check_eq "addresses of b0 a1 a2 a3: $1" "${got# }" "$2 $3 $4 $5"
}

test_follow()
{
	three follow
	check_addresses "enslaved" 1 1 2 3
	bond_set b0 active_slave a2
	check_addresses "a2 active" 1 2 1 3
	bond_set b0 active_slave a3
	check_addresses "a3 active" 1 2 3 1
	bond_set b0 active_slave a1
	check_addresses "a1 active" 1 1 3 2
	ip link del b0
	check_eq "own addresses" "$(dev_attr a1 address) $(dev_attr a2 address) $(dev_attr a3 address)" \
		"${M}1 ${M}2 ${M}3"
}

# The one that had the address was not active any more when a2 took it.
test_follow_after_total_loss()
{
	three follow
	link_of 3 down
	link_of 2 down
	link_of 1 down
	wait_until 5000 "no link" carrier_is b0 0
	check_addresses "none active" 1 1 2 3
	link_of 2 up
	wait_until 5000 "a2 active" active_is b0 a2
	check_addresses "a2 active" 1 2 1 3
	link_of 1 up
	bond_set b0 active_slave a1
	check_addresses "a1 active" 1 1 2 3
}

test_follow_release_of_the_active_slave()
{
	three follow
	bond_set b0 active_slave a2
	check_addresses "a2 active" 1 2 1 3
	ip link set a2 nomaster
	wait_until 5000 "a1 active" active_is b0 a1
	check_addresses "a2 released" 1 1 2 3
}

test_active()
{
	three active
	check_addresses "enslaved" 1 1 2 3
	link_of 1 down
	wait_until 5000 "a2 active" active_is b0 a2
	check_addresses "a2 active" 2 1 2 3
	check_eq "stolen" "$(dev_attr b0 addr_assign_type)" 2
	link_of 2 down
	link_of 3 down
	wait_until 5000 "no link" carrier_is b0 0
	check_addresses "none active" 3 1 2 3
	link_of 1 up
	wait_until 5000 "a1 active" active_is b0 a1
	check_addresses "a1 active" 1 1 2 3
}

# What is on the wire comes from the address that the bond has.
test_source_address()
{
	local fom

	for fom in follow active; do
		three "$fom"
		bond_set b0 active_slave a2
		capture_start sent sw:p2 udp
		send_frames b0 5
		wait_until 5000 "frames arrive" capture_reaches sent 5
		capture_stop sent
		check_eq "$fom: b0 and a2" "$(dev_attr b0 address)" "$(dev_attr a2 address)"
		ip link del b0
		sw_del
	done
}

# In the other modes the option is kept and does nothing.
test_other_modes()
{
	pair 1 2
	ip link set a1 address "${M}1"
	ip link set a2 address "${M}2"
	bond_add b0 mode balance-rr miimon 20
	bond_set b0 fail_over_mac active
	enslave b0 a1 a2
	bond_up b0 a1 a2
	check_eq "a2" "$(dev_attr a2 address)" "${M}1"
	link_of 1 down
	check_eq "b0" "$(dev_attr b0 address)" "${M}1"
}

run_tests follow follow_after_total_loss follow_release_of_the_active_slave \
	active source_address other_modes
