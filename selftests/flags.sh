#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b1 -- b0 --+-- d1      dummies
#	           +-- d2
#
# Proves that the flags, counts of promiscuity and filters of bond and slaves are
# right while enslaved, move with the active slave, and are as before afterwards.

. "$(dirname "$0")/lib.sh"
no_ipv6

groups_of()
{
	ip -o maddr show dev "$1" | grep -o 'link .*' | cut -d' ' -f2-
}

active_backup()
{
	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
}

test_flags_of_an_empty_bond()
{
	bond_add b0
	check_eq flags "$(link_json b0 '.flags | sort | join(",")')" \
		BROADCAST,MASTER,MULTICAST
	check_eq "transmit queues" "$(link_json b0 .num_tx_queues)" 16
	check_eq "queue length" "$(link_json b0 .txqlen)" 1000
}

test_slave_flag()
{
	dummy 1
	bond_add b0
	enslave b0 d1
	check "SLAVE" flag d1 SLAVE
	check "up by enslaving" flag d1 UP
	ip link set d1 nomaster
	check_not "SLAVE is gone" flag d1 SLAVE
	check_not "down by release" flag d1 UP
}

# A11
test_down_and_master_in_one_request()
{
	active_backup
	ip link set d1 nomaster
	ip link set d1 up
	check_refused "while up" "Device can not be enslaved while up|Operation not permitted" \
		ip link set d1 master b0
	check "not enslaved" test -z "$(link_json d1 '.master // ""')"
	check "still up" flag d1 UP
	check "in one request" ip link set d1 down master b0
	wait_until 5000 "d1 comes up" port_is d1 up
	check "SLAVE" flag d1 SLAVE
	check "UP" flag d1 UP
	check_eq "carrier" "$(dev_attr b0 carrier)" 1
}

# A16
test_promisc_follows_the_active_slave()
{
	active_backup
	ip link set b0 promisc on
	ip link set b0 allmulticast on
	check_eq "active d1" "$(counts d1)" 1/1
	check_eq "backup d2" "$(counts d2)" 0/0
	bond_set b0 active_slave d2
	wait_until 5000 "failover" active_is b0 d2
	check_eq "d1 after failover" "$(counts d1)" 0/0
	check_eq "d2 after failover" "$(counts d2)" 1/1
	ip link set b0 promisc off
	check_eq "d2 without promisc" "$(counts d2)" 0/1
	ip link set d1 nomaster
	ip link set d2 nomaster
	check_eq "d1 released" "$(counts d1)" 0/0
	check_eq "d2 released" "$(counts d2)" 0/0
}

test_promisc_of_the_user_survives()
{
	dummy 1 2
	ip link set d1 promisc on
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	ip link set b0 promisc on
	check_eq "both" "$(counts d1)" 2/0
	bond_set b0 active_slave d2
	wait_until 5000 "failover" active_is b0 d2
	check_eq "the user's" "$(counts d1)" 1/0
	ip link del b0
	check_eq "at the end" "$(counts d1)" 1/0
	check "the flag too" flag d1 PROMISC
	check_eq "d2" "$(counts d2)" 0/0
}

test_promisc_on_all_slaves_when_balancing()
{
	dummy 1 2
	bond_add b0 mode balance-xor miimon 10
	ip link set b0 promisc on
	enslave b0 d1 d2
	check_eq "enslaved later" "$(counts d1) $(counts d2)" "1/0 1/0"
	ip link set b0 allmulticast on
	bond_up b0 d1 d2
	check_eq "both" "$(counts d1) $(counts d2)" "1/1 1/1"
	ip link set d1 nomaster
	check_eq "released" "$(counts d1) $(counts d2)" "0/0 1/1"
	ip link del b0
	check_eq "deleted" "$(counts d2)" 0/0
}

# A10, without LACP
test_groups_only_while_up()
{
	local g=33:33:44:55:66:77

	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	ip maddr add "$g" dev b0
	check_eq "down, d1" "$(groups_of d1 | grep -c "$g" || :)" 0
	bond_up b0 d1 d2
	check_eq "up, active d1" "$(groups_of d1 | grep -c "$g" || :)" 1
	check_eq "up, backup d2" "$(groups_of d2 | grep -c "$g" || :)" 0
	bond_set b0 active_slave d2
	wait_until 5000 "failover" active_is b0 d2
	check_eq "failover, d1" "$(groups_of d1 | grep -c "$g" || :)" 0
	check_eq "failover, d2" "$(groups_of d2 | grep -c "$g" || :)" 1
	ip link set b0 down
	check_eq "down again" "$(groups_of d2 | grep -c "$g" || :)" 0
	ip link set b0 up
	wait_until 5000 "slaves come up" ports_up d1 d2
	ip link del b0
	check_eq "deleted" "$( (groups_of d1; groups_of d2) | grep -c "$g" || :)" 0
}

test_groups_on_all_when_balancing()
{
	local g=33:33:44:55:66:77

	dummy 1 2
	bond_add b0 mode balance-rr miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	ip maddr add "$g" dev b0
	check_eq "both" "$( (groups_of d1; groups_of d2) | grep -c "$g" || :)" 2
	ip link set d1 nomaster
	check_eq "released" "$(groups_of d1 | grep -c "$g" || :)" 0
	ip maddr del "$g" dev b0
	check_eq "deleted" "$(groups_of d2 | grep -c "$g" || :)" 0
}

# A04
test_master_and_slave_through_a_type_change()
{
	dummy 1
	ip link add g1 type gre local 10.9.0.1 remote 10.9.0.2 ||
		skip "no GRE devices"
	bond_add b0 mode active-backup
	bond_add b1 mode active-backup
	enslave b1 b0
	enslave b0 g1
	check "MASTER with a tunnel" flag b0 MASTER
	check "SLAVE with a tunnel" flag b0 SLAVE
	check "POINTOPOINT" flag b0 POINTOPOINT
	ip link set g1 nomaster
	enslave b0 d1
	check "MASTER with Ethernet" flag b0 MASTER
	check "SLAVE with Ethernet" flag b0 SLAVE
	check "BROADCAST" flag b0 BROADCAST
	check_not "POINTOPOINT is gone" flag b0 POINTOPOINT
	ip link del b1
	ip link del b0
}

# A05
test_a_bond_released_from_a_bond()
{
	bond_add b0
	bond_add b1
	enslave b0 b1
	check "SLAVE" flag b1 SLAVE
	ip link set b1 nomaster
	check "MASTER" flag b1 MASTER
	check_not "SLAVE is gone" flag b1 SLAVE
	ip link del b1
	bond_add b1
	check_eq "procfs" "$(cd /proc/net/bonding && echo *)" "b0 b1"
	check_eq "bonding_masters" "$(tr ' ' '\n' < /sys/class/net/bonding_masters |
		grep -v '^$' | sort | xargs)" "b0 b1"
	check_eq "warnings" "$(log_count 'WARNING|proc_dir_entry')" 0
}

# O04
test_slaves_keep_their_own_state()
{
	pair 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	ip link set a1 down
	ip link set b0 down
	ip link set b0 up
	wait_until 5000 "a2 comes up" port_is a2 up
	check_not "a1 stays down" flag a1 UP
	check "a2 stays up" flag a2 UP
}

# groups DEV: the multicast addresses that it has, and how often
groups()
{
	awk -v dev="$1" '$2 == dev { print $5, $3 }' /proc/net/dev_mcast | sort
}

# A10, D01
test_groups_of_a_vlan_on_a_backup()
{
	local backup active

	pair 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 a1 a2
	ip link add link a1 name a1.5 type vlan id 5
	ip link set a1.5 up
	backup=$(groups a1)
	active=$(groups a2)
	check_match "the VLAN has some" "$(groups a1.5)" 01005e000001
	bond_up b0 a1 a2
	bond_set b0 active_slave a2
	ip link set b0 down
	check_eq "of the backup slave" "$(groups a1)" "$backup"
	check_eq "of the active slave" "$(groups a2)" "$active"
	ip link set b0 up
	ip link set a1 nomaster
	ip link set b0 down
	check_eq "of the active slave, released another" "$(groups a2)" "$active"
}

run_tests flags_of_an_empty_bond slave_flag down_and_master_in_one_request \
	promisc_follows_the_active_slave promisc_of_the_user_survives \
	promisc_on_all_slaves_when_balancing groups_only_while_up \
	groups_on_all_when_balancing master_and_slave_through_a_type_change \
	a_bond_released_from_a_bond slaves_keep_their_own_state \
	groups_of_a_vlan_on_a_backup
