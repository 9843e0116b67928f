#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- d1  dummy 02:00:00:00:01:01      b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- d2  dummy 02:00:00:00:01:02           +-- a2 ~~~~ p2 (sw)
#
# Proves who has which hardware address and MTU while enslaved, after a failover
# and after release, for each fail_over_mac and each way that the bond got its
# own address.

. "$(dirname "$0")/lib.sh"
no_ipv6

D1=02:00:00:00:01:01
D2=02:00:00:00:01:02

mac()
{
	dev_attr "$1" address
}

mac_is()
{
	[ "$(mac "$1")" = "$2" ]
}

two_dummies()
{
	dummy 1 2
	bond_add b0 miimon 10 "$@"
	enslave b0 d1 d2
	ip link set b0 up
	wait_until 5000 "slaves come up" ports_up d1 d2
}

test_first_slave_gives_the_address()
{
	two_dummies mode balance-xor
	check_eq b0 "$(mac b0)" "$D1"
	check_eq d1 "$(mac d1)" "$D1"
	check_eq d2 "$(mac d2)" "$D1"
	check_eq "permanent d2" "$(link_json d2 .linkinfo.info_slave_data.perm_hwaddr)" "$D2"
	ip link set d2 nomaster
	check_eq "d2 has its own back" "$(mac d2)" "$D2"
	ip link del b0
	check_eq "d1 has its own back" "$(mac d1)" "$D1"
}

# B03
test_duplicate_is_warned_of()
{
	local m

	two_dummies mode balance-xor
	ip link set d1 nomaster
	check_eq d1 "$(mac d1)" "$D1"
	check_eq b0 "$(mac b0)" "$D1"
	check_eq d2 "$(mac d2)" "$D1"
	check "warning" log_has "$D1.* in use by (the )?bond"
	ip link set d2 nomaster
	check_eq d2 "$(mac d2)" "$D2"
	m=$(mac b0)
	check "empty bond has an address of its own" test "$m" != "$D1" -a "$m" != "$D2"
	check_eq "type of the address" "$(dev_attr b0 addr_assign_type)" 1
}

# B04
test_own_address_stays()
{
	dummy 1
	bond_add b0
	check_eq "random" "$(dev_attr b0 addr_assign_type)" 1
	ip link add b1 address 02:00:00:00:0b:0b type bond
	check_eq "set" "$(dev_attr b1 addr_assign_type)" 3
	enslave b0 d1
	check_eq "taken over" "$(mac b0)" "$D1"
	check_eq "stolen" "$(dev_attr b0 addr_assign_type)" 2
	ip link set d1 nomaster
	enslave b1 d1
	check_eq "kept" "$(mac b1)" 02:00:00:00:0b:0b
	check_eq "pushed down" "$(mac d1)" 02:00:00:00:0b:0b
	ip link set d1 nomaster
	check_eq "given back" "$(mac d1)" "$D1"
}

test_set_address_reaches_all()
{
	two_dummies mode balance-rr
	ip link set b0 address 02:00:00:00:09:09
	check_eq b0 "$(mac b0)" 02:00:00:00:09:09
	check_eq d1 "$(mac d1)" 02:00:00:00:09:09
	check_eq d2 "$(mac d2)" 02:00:00:00:09:09
	ip link set d1 nomaster
	check_eq "own address" "$(mac d1)" "$D1"
}

# B01 B02
test_follow()
{
	local m

	dummy 1 2
	bond_add b0 mode active-backup fail_over_mac follow miimon 10
	enslave b0 d1
	check_eq "bond has the first slave's" "$(mac b0)" "$D1"
	check_eq "first slave keeps its own" "$(mac d1)" "$D1"
	enslave b0 d2
	check_eq "second keeps its own" "$(mac d2)" "$D2"
	ip link set b0 up
	wait_until 5000 "d1 is active" active_is b0 d1
	wait_until 5000 "d2 comes up" port_is d2 up
	ip link set d1 nomaster
	wait_until 5000 "d2 takes over" active_is b0 d2
	wait_until 5000 "d2 gets the address" mac_is d2 "$D1"
	check_eq "bond keeps it" "$(mac b0)" "$D1"
	ip link set d1 master b0
	m=$(mac d1)
	check "d1 has another address" test "$m" != "$D1" -a "$m" != "$D2"
	wait_until 5000 "d1 comes up" port_is d1 up
	bond_set b0 active_slave d1
	wait_until 5000 "d1 gets the address" mac_is d1 "$D1"
	check_eq "they swap" "$(mac d2)" "$m"
	ip link del b0
	check_eq "d1 at the end" "$(mac d1)" "$D1"
	check_eq "d2 at the end" "$(mac d2)" "$D2"
}

# B06
test_fail_over_mac_active()
{
	two_dummies mode active-backup fail_over_mac active
	check_eq b0 "$(mac b0)" "$D1"
	check_eq d2 "$(mac d2)" "$D2"
	bond_set b0 active_slave d2
	wait_until 5000 "the bond follows" mac_is b0 "$D2"
	check_eq "d1 keeps its own" "$(mac d1)" "$D1"
	check "setting an address succeeds" ip link set b0 address 02:00:00:00:09:09
	check_eq "without effect" "$(mac b0)" "$D2"
	check_eq "on slaves either" "$(mac d1) $(mac d2)" "$D1 $D2"
	ip link del b0
	check_eq "d1 at the end" "$(mac d1)" "$D1"
	check_eq "d2 at the end" "$(mac d2)" "$D2"
}

test_fail_over_mac_needs_an_empty_bond()
{
	two_dummies mode active-backup
	ip link set b0 down
	check_not "with slaves" bond_set b0 fail_over_mac active
	check_eq "unchanged" "$(bond_opt b0 fail_over_mac)" "none 0"
	ip link set d1 nomaster
	ip link set d2 nomaster
	check "empty" bond_set b0 fail_over_mac follow
	check_eq "changed" "$(bond_opt b0 fail_over_mac)" "follow 2"
}

# B11
test_set_address_without_link()
{
	local i mode

	pair 1 2
	peer_set 1 down
	peer_set 2 down
	for mode in balance-xor balance-rr broadcast; do
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2
		ip link set b0 up
		for i in 1 1 2 3 3 4; do
			ip link set b0 address 02:00:00:00:0c:0"$i"
			check_eq "$mode, bond" "$(mac b0)" 02:00:00:00:0c:0"$i"
			check_eq "$mode, slave" "$(mac a2)" 02:00:00:00:0c:0"$i"
		done
		ip link del b0
	done
}

# B08
test_mtu_follows_and_returns()
{
	dummy 1 2
	ip link set d1 mtu 1400
	ip link set d2 mtu 9000
	bond_add b0 mode balance-rr
	enslave b0 d1 d2
	check_eq enslaved "$(dev_attr d1 mtu) $(dev_attr d2 mtu)" "1500 1500"
	ip link set b0 mtu 3000
	check_eq changed "$(dev_attr d1 mtu) $(dev_attr d2 mtu)" "3000 3000"
	ip link set d1 nomaster
	ip link set d2 nomaster
	check_eq released "$(dev_attr d1 mtu) $(dev_attr d2 mtu)" "1400 9000"
	check_eq bond "$(dev_attr b0 mtu)" 3000
}

# B09
test_mtu_of_one_slave()
{
	two_dummies mode balance-rr
	ip link set b0 mtu 3000
	check "allowed" ip link set d1 mtu 1300
	check_eq "bond" "$(dev_attr b0 mtu)" 3000
	check_eq "slave" "$(dev_attr d1 mtu)" 1300
	ip link set b0 mtu 2000
	check_eq "aligned again" "$(dev_attr d1 mtu) $(dev_attr d2 mtu)" "2000 2000"
}

# A refusal by one slave puts the others back.
test_mtu_that_one_cannot()
{
	dummy 1
	pair 1
	bond_add b0 mode balance-rr
	enslave b0 d1 a1
	check_not "65536 is too much for a veth" ip link set b0 mtu 65536
	check_eq "bond" "$(dev_attr b0 mtu)" 1500
	check_eq "slaves" "$(dev_attr d1 mtu) $(dev_attr a1 mtu)" "1500 1500"
}

test_mtu_limits_of_the_bond()
{
	bond_add b0
	check_eq "limits" "$(link_json b0 '"\(.min_mtu) \(.max_mtu)"')" "68 65535"
	check_not "below" ip link set b0 mtu 67
	check "lowest" ip link set b0 mtu 68
}

run_tests first_slave_gives_the_address duplicate_is_warned_of own_address_stays \
	set_address_reaches_all follow fail_over_mac_active \
	fail_over_mac_needs_an_empty_bond set_address_without_link \
	mtu_follows_and_returns mtu_of_one_slave mtu_that_one_cannot \
	mtu_limits_of_the_bond
