#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- a2 ~~~~ p2 (sw)
#
# Proves the ioctls of a bond: the link in a MII register, and the interface of
# ifenslave under its public and its private numbers, with every refusal.

. "$(dirname "$0")/lib.sh"
no_ipv6

ioc()
{
	python3 "$LIB_DIR/ioctl.py" "$@"
}

# gives WANTED [-u] DEV NAME [ARG]...
gives()
{
	local wanted=$1

	shift
	check_eq "$*" "$(ioc "$@")" "$wanted"
}

# The names of the errors as Python has them.
unsupported=ENOTSUP

test_mii()
{
	pair 1
	bond_add b0 mode active-backup miimon 10
	gives "ok phy 0 reg 6 in 7 out 8" b0 miiphy 5 6 7 8
	gives "ok phy 0 reg 1 in 7 out 0" b0 miiphy 5 1 7 8
	gives "ok phy 5 reg 1 in 7 out 0" b0 miireg 5 1 7 8
	enslave b0 a1
	bond_up b0 a1
	gives "ok phy 0 reg 1 in 7 out 4" b0 miiphy 5 1 7 8
	gives "ok phy 5 reg 1 in 7 out 4" b0 miireg 5 1 7 8
	gives "ok phy 5 reg 0 in 7 out 8" b0 miireg 5 0 7 8
	gives "ok phy 5 reg 33 in 7 out 8" b0 miireg 5 33 7 8
	gives "$unsupported" b0 smiireg 0 0 0 0
	gives EPERM -u b0 miireg 0 1 0 0
	peer_set 1 down
	wait_until 5000 "no carrier" carrier_is b0 0
	gives "ok phy 0 reg 1 in 0 out 0" b0 miireg 0 1 0 0
}

# both WANTED DEV NAME [ARG]...: under both numbers
both()
{
	local wanted=$1 dev=$2 name=$3

	shift 3
	gives "$wanted" "$dev" "$name" "$@"
	gives "$wanted" "$dev" "old-$name" "$@"
}

test_info()
{
	local mode number=0

	dummy 1 2 3
	for mode in balance-rr active-backup balance-xor broadcast; do
		bond_add b0 mode "$mode" miimon 50
		both "ok mode $number slaves 0 miimon 50" b0 info
		both EFAULT b0 info null
		both ENODEV b0 slave 0
		both EFAULT b0 slave null
		enslave b0 d1 d2 d3
		bond_up b0 d1 d2 d3
		both "ok mode $number slaves 3 miimon 50" b0 info
		both ENODEV b0 slave 3
		both ENODEV b0 slave -1
		gives "ok mode $number slaves 3 miimon 50" -u b0 info
		ip link del b0
		number=$((number + 1))
	done
}

test_slave_info()
{
	pair 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	both "ok 0 a1 link 0 state 0 failures 0" b0 slave 0
	both "ok 1 a2 link 0 state 1 failures 0" b0 slave 1
	gives "ok 1 a2 link 0 state 1 failures 0" -u b0 slave 1
	peer_set 1 down
	wait_until 5000 "fails over" active_is b0 a2
	both "ok 0 a1 link 2 state 1 failures 1" b0 slave 0
	both "ok 1 a2 link 0 state 0 failures 0" b0 slave 1
}

slaves_are()
{
	check_eq "slaves" "$(bond_opt b0 slaves)" "$1"
}

test_enslave_and_release()
{
	local old

	dummy 1 2
	for old in "" old-; do
		bond_add b0
		gives ok b0 "${old}enslave" d1
		slaves_are d1
		gives EBUSY b0 "${old}enslave" d1
		gives ok b0 "${old}enslave" d2
		slaves_are "d1 d2"
		gives EPERM b0 "${old}enslave" b0
		gives EPERM b0 "${old}enslave" lo
		gives ENODEV b0 "${old}enslave" nosuch
		gives ENODEV b0 "${old}enslave" ""
		gives ENODEV b0 "${old}release" nosuch
		gives ok b0 "${old}release" d1
		gives EINVAL b0 "${old}release" d1
		slaves_are d2
		gives ok b0 "${old}release" d2
		slaves_are ""
		gives "$unsupported" d1 "${old}enslave" d2
		ip link del b0
	done
	check "said why" log_has "b0: \(slave d1\): Error: Device is in use and cannot be enslaved"
}

# A name that fills its field is no longer than that.
test_long_names()
{
	ip link add d23456789012345 type dummy
	ip link property add dev d23456789012345 altname d234567890123456789
	bond_add b0
	gives ENODEV b0 enslave d2345678901234567
	gives ok b0 enslave d23456789012345
}

test_change_active()
{
	local mode old

	pair 1 2
	dummy 1
	bond_add b0 mode active-backup miimon 10
	gives EINVAL b0 active a1
	enslave b0 a1 a2
	bond_up b0 a1 a2
	for old in "" old-; do
		gives ok b0 "${old}active" a2
		check "a2 is active" active_is b0 a2
		gives ok b0 "${old}active" a2
		gives EINVAL b0 "${old}active" d1
		gives ENODEV b0 "${old}active" nosuch
		gives ok b0 "${old}active" a1
		check "a1 is active" active_is b0 a1
	done
	peer_set 2 down
	wait_until 5000 "down" port_is a2 down
	gives EINVAL b0 active a2
	ip link del b0
	for mode in balance-rr balance-xor broadcast; do
		bond_add b0 mode "$mode"
		enslave b0 d1
		both EACCES b0 active d1
		both ENODEV b0 active nosuch
		ip link del b0
	done
}

# The address of the device goes to the bond, and to nobody else.
test_set_address()
{
	local old

	dummy 1 2 3
	for old in "" old-; do
		bond_add b0
		gives ENODEV b0 "${old}sethwaddr" nosuch
		gives ok b0 "${old}sethwaddr" d3
		check_eq "bond" "$(dev_attr b0 address)" 02:00:00:00:01:03
		enslave b0 d1
		check_eq "kept by the first slave" "$(dev_attr b0 address)" 02:00:00:00:01:03
		check_eq "taken by it" "$(dev_attr d1 address)" 02:00:00:00:01:03
		gives ok b0 "${old}sethwaddr" d2
		check_eq "bond" "$(dev_attr b0 address)" 02:00:00:00:01:02
		check_eq "slave" "$(dev_attr d1 address)" 02:00:00:00:01:03
		ip link del b0
		check_eq "given back" "$(dev_attr d1 address)" 02:00:00:00:01:01
	done
}

test_set_address_of_another_length()
{
	known_in_tree "the first bytes are taken"
	ip link add t1 type gre local 192.0.2.1 remote 192.0.2.2 ||
		skip "no GRE tunnels"
	ip link add b0 address 02:00:00:00:02:01 type bond
	gives EINVAL b0 sethwaddr t1
	check_eq "unchanged" "$(dev_attr b0 address)" 02:00:00:00:02:01
}

test_capability()
{
	local old name

	dummy 1
	bond_add b0 mode active-backup
	for old in "" old-; do
		for name in enslave release sethwaddr active; do
			gives EPERM -u b0 "$old$name" d1
			gives EPERM -u b0 "$old$name" nosuch
		done
	done
	slaves_are ""
	gives "$unsupported" b0 0x89f3
	gives "$unsupported" -u b0 0x89f3
	gives "$unsupported" b0 0x89ff
}

# Root of a user namespace may, in a network namespace of its own.
test_user_namespace()
{
	unshare -Urn true 2> /dev/null || skip "no user namespaces (a guest in a chroot has none)"
	unshare -Urn bash -s "$LIB_DIR" > "$LIB_TMP/out" <<- 'END'
		ip link add b0 type bond && ip link add d1 type dummy
		for name in enslave release old-enslave; do
			python3 "$1/ioctl.py" b0 $name d1
		done
		cat /sys/class/net/b0/bonding/slaves 2> /dev/null
		grep -h '^Slave Interface' /proc/net/bonding/b0
	END
	check_eq "done" "$(paste -sd' ' "$LIB_TMP/out")" "ok ok ok Slave Interface: d1"
}

# Another namespace's devices have no name here.
test_other_namespace()
{
	ns_add n1
	ip -n n1 link add d9 type dummy
	bond_add b0
	gives ENODEV b0 enslave d9
}

# Nothing here has a clock: what can be seen is the flag, and who is asked.
test_hwtstamp()
{
	local mode

	dummy 1
	for mode in balance-rr active-backup balance-xor broadcast; do
		bond_add b0 mode "$mode" miimon 10
		gives "$unsupported" b0 ghwtstamp
		gives "$unsupported" b0 shwtstamp 1 0 0
		enslave b0 d1
		bond_up b0 d1
		gives "$unsupported" b0 ghwtstamp
		gives "$unsupported" b0 shwtstamp 0 0 0
		gives "$unsupported" b0 shwtstamp 1 0 0
		gives EINVAL b0 shwtstamp 2 0 0
		gives ERANGE b0 shwtstamp 1 99 0
		gives EPERM -u b0 shwtstamp 1 0 0
		gives EFAULT b0 shwtstamp null
		ip link del b0
	done
}

run_tests mii info slave_info enslave_and_release long_names change_active set_address \
	set_address_of_another_length capability user_namespace other_namespace hwtstamp
