#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 (active-backup) --+-- a1 ~~~~ p1 (sw)
#	                     +-- a2 ~~~~ p2 (sw)
#	                     +-- a3 ~~~~ p3 (sw)
#
# Proves which slave is the active one: the one that is, as long as it has a
# link; else the primary, else the highest prio, else the first in order; and
# that primary_reselect decides when one that is preferred takes over.

. "$(dirname "$0")/lib.sh"
no_ipv6

three()
{
	pair 1 2 3
	bond_add b0 mode active-backup miimon 20 "$@"
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
	wait_until 5000 "a1 is active" active_is b0 a1
}

# link_of N up|down: and the bond has seen it.
link_of()
{
	peer_set "$1" "$2"
	wait_until 5000 "a$1 goes $2" port_is "a$1" "$2"
}

prio()
{
	ip link set "$1" type bond_slave prio "$2" 2>/dev/null ||
		skip "this ip knows no prio"
}

# check_active SLAVE WHY: it is, has the role, and nobody else.
check_active()
{
	local dev

	busywait 3000 active_is b0 "$1" || :
	check_eq "active: $2" "$(bond_opt b0 active_slave)" "$1"
	for dev in $(bond_opt b0 slaves); do
		if [ "$dev" = "$1" ]; then
			check "role of $dev: $2" role_is "$dev" active
		else
			check "role of $dev: $2" role_is "$dev" backup
		fi
	done
}

test_first_in_order()
{
	three
	link_of 1 down
	check_active a2 "a1 fails"
	link_of 1 up
	check_active a2 "a1 is back, a2 stays"
	link_of 2 down
	check_active a1 "the first in order, not the next"
	ip link set a1 nomaster
	check_active a3 "a1 is released, a2 has no link"
	ip link set a1 master b0
	link_of 2 up
	link_of 3 down
	check_active a2 "order is that of enslavement"
}

test_all_fail()
{
	local n

	three
	for n in 1 2 3; do
		link_of "$n" down
	done
	check_active "" "none"
	check_file "carrier" /sys/class/net/b0/carrier 0
	link_of 3 up
	check_active a3 "the first that is back"
	wait_until 5000 "carrier" carrier_is b0 1
}

test_primary_from_the_start()
{
	pair 1 2 3
	bond_add b0 mode active-backup miimon 20
	bond_set b0 primary a2
	check_eq "not enslaved yet" "$(bond_opt b0 primary)" ""
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
	check_eq "primary" "$(bond_opt b0 primary)" a2
	check_active a2 "the primary"
}

test_primary_comes_back_always()
{
	pair 1 2 3
	bond_add b0 mode active-backup miimon 20 primary a2
	enslave b0 a1
	bond_up b0 a1
	check_active a1 "no primary yet"
	enslave b0 a2 a3
	check_active a2 "the primary is enslaved"
	link_of 2 down
	check_active a1 "it fails"
	link_of 2 up
	check_active a2 "it is back"
}

test_primary_comes_back_failure()
{
	pair 1 2 3
	bond_add b0 mode active-backup miimon 20 primary_reselect failure
	enslave b0 a1
	bond_up b0 a1
	bond_set b0 primary a2
	enslave b0 a2 a3
	check_active a2 "the primary is enslaved: whatever primary_reselect says"
	link_of 2 down
	check_active a1 "it fails"
	link_of 2 up
	check "a1 stays" holds 200 active_is b0 a1
	link_of 1 down
	check_active a2 "a1 fails"
}

# Made the primary while it has no link, it takes over when it has one.
test_primary_without_a_link()
{
	three primary_reselect failure
	link_of 2 down
	bond_set b0 primary a2
	check_active a1 "it has no link"
	link_of 2 up
	check_active a2 "now it has"
}

# All links are of one speed: it is not better.
test_primary_comes_back_better()
{
	three primary_reselect better
	bond_set b0 primary a2
	check_active a2 "made the primary"
	link_of 2 down
	check_active a1 "it fails"
	link_of 2 up
	check "a1 stays" holds 200 active_is b0 a1
}

test_reselect_at_once()
{
	three primary_reselect failure
	bond_set b0 primary a2
	bond_set b0 active_slave a1
	check_active a1 "by hand"
	bond_set b0 primary_reselect always
	check_active a2 "the new policy is applied"
}

test_primary_cleared_by_hand()
{
	three
	bond_set b0 primary a3
	check_active a3 "made the primary"
	bond_set b0 active_slave a2
	check_active a2 "by hand"
	bond_set b0 primary ""
	check_eq "primary" "$(bond_opt b0 primary)" ""
	link_of 3 down
	link_of 3 up
	check "no primary any more" holds 200 role_is a3 backup
}

test_active_slave_cleared()
{
	three
	bond_set b0 active_slave a3
	check_active a3 "by hand"
	bond_set b0 active_slave ""
	check_active a1 "chosen anew"
}

test_prio()
{
	three
	prio a2 10
	check_active a2 "higher than 0"
	prio a3 20
	check_active a3 "higher than 10"
	link_of 3 down
	check_active a2 "the next"
	link_of 3 up
	check_active a3 "it is back"
	prio a3 -5
	check_active a2 "the highest again"
	prio a2 -7
	check_active a1 "0 is more than both"
}

test_prio_and_reselect()
{
	three primary_reselect failure
	prio a3 20
	check "a1 stays" holds 200 active_is b0 a1
	prio a2 10
	link_of 1 down
	check_active a3 "the highest"
	link_of 3 down
	check_active a2 "the next"
	link_of 3 up
	check "a2 stays" holds 200 active_is b0 a2
}

test_primary_is_above_prio()
{
	three
	bond_set b0 primary a2
	prio a3 100
	check_active a2 "the primary"
	link_of 2 down
	check_active a3 "the highest prio"
	link_of 2 up
	check_active a2 "the primary is back"
}

# A renamed primary is none; its own name makes it one again.
test_primary_renamed()
{
	three
	bond_set b0 primary a2
	check_active a2 "the primary"
	ip link set a2 down
	ip link set a2 name zz
	check_eq "primary" "$(bond_opt b0 primary)" ""
	check_active a1 "set down"
	ip link set zz name a2
	check_eq "primary" "$(bond_opt b0 primary)" a2
}

# In the balancing modes all slaves are active, with a link or without.
test_roles_in_other_modes()
{
	local mode

	for mode in balance-rr balance-xor broadcast; do
		pair 1 2
		bond_add b0 mode "$mode" miimon 20
		enslave b0 a1 a2
		bond_up b0 a1 a2
		link_of 1 down
		check "$mode: a1" role_is a1 active
		check "$mode: a2" role_is a2 active
		check_eq "$mode: active_slave" "$(bond_opt b0 active_slave)" ""
		ip link del b0
		sw_del
	done
}

test_log()
{
	three
	link_of 1 down
	check_active a2 "a1 fails"
	check "a1" log_has 'b0: \(slave a1\): link status definitely down, disabling slave$'
	check "a2" log_has 'b0: \(slave a2\): making interface the new active one$'
	link_of 1 up
	check "a1" log_has 'b0: \(slave a1\): link status definitely up, 10000 Mbps full duplex$'
	link_of 1 down
	link_of 2 down
	link_of 3 down
	wait_until 5000 "no carrier" carrier_is b0 0
	check "none" log_has 'b0: now running without any active interface!$'
	link_of 3 up
	wait_until 5000 "carrier" carrier_is b0 1
	check "one" log_has 'b0: active interface up!$'
}

run_tests first_in_order all_fail primary_from_the_start \
	primary_comes_back_always primary_comes_back_failure \
	primary_without_a_link primary_comes_back_better reselect_at_once \
	primary_cleared_by_hand active_slave_cleared prio prio_and_reselect \
	primary_is_above_prio primary_renamed roles_in_other_modes log
