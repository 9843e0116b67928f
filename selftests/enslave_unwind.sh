#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	fault.py: the nth allocation fails, for each n
#	     |
#	b0 --+-- d1
#	     +-- d2 (a1, g1, ...)
#
# Proves that enslaving, releasing, creating, opening and setting options leave
# bond and devices as they were whichever allocation fails on the way, and that
# refused devices are left as they were.

. "$(dirname "$0")/lib.sh"
no_ipv6

faults()
{
	local out

	[ -e /proc/self/fail-nth ] || skip "no fault injection in this kernel"
	echo N > /sys/kernel/debug/failslab/ignore-gfp-wait
	echo 0 > /sys/kernel/debug/failslab/verbose
	if ! out=$(python3 "$LIB_DIR/fault.py" "$@" 2>&1); then
		fail "$*: $(head -n 8 <<< "$out")"
	fi
	note "$*: $(tail -n 1 <<< "$out")"
	check_range "rounds" "$(awk '/^rounds/ { print $2 }' <<< "$out")" 5 1000
}

# A bond with all that a slave must take over.
rich_bond()
{
	dummy 1 2
	ip link set d2 mtu 1400
	bond_add b0 "$@"
	ip link set b0 promisc on
	ip link set b0 allmulticast on
	ip maddr add 33:33:44:55:66:77 dev b0
	ip link add link b0 name b0.5 type vlan id 5
	ip link set b0 up
}

test_first_slave()
{
	rich_bond mode active-backup miimon 100
	faults enslave b0 d2
}

test_first_slave_of_a_closed_bond()
{
	dummy 2
	bond_add b0 mode balance-xor
	faults enslave b0 d2
}

test_backup_slave()
{
	rich_bond mode active-backup miimon 100
	enslave b0 d1
	faults enslave b0 d2
}

test_balancing_slave()
{
	rich_bond mode balance-rr miimon 100
	enslave b0 d1
	faults enslave b0 d2
}

test_follow()
{
	rich_bond mode active-backup miimon 100 fail_over_mac follow
	enslave b0 d1
	faults enslave b0 d2
}

test_by_sysfs()
{
	rich_bond mode balance-xor miimon 100
	enslave b0 d1
	faults add-sysfs b0 d2
}

test_type_change()
{
	ip link add g1 type gre local 127.0.0.1 remote 127.0.0.2 ||
		skip "no GRE devices"
	bond_add b0 mode active-backup
	ip link set b0 mtu 1400 txqueuelen 77
	faults enslave b0 g1
}

test_bond_as_slave()
{
	dummy 1
	bond_add b0 mode active-backup
	bond_add b1 mode balance-rr
	enslave b1 d1
	faults enslave b0 b1
}

test_release()
{
	rich_bond mode active-backup miimon 100
	enslave b0 d1
	faults release b0 d2
}

test_release_last()
{
	dummy 2
	bond_add b0 mode balance-rr
	ip link set b0 up
	faults release b0 d2
}

test_create()
{
	for mode in 0 1 2 3; do
		faults create b0 "$mode"
	done
	check_eq "procfs" "$(ls /proc/net/bonding)" ""
}

test_open()
{
	dummy 1 2
	bond_add b0 mode balance-rr miimon 100
	enslave b0 d1 d2
	faults up b0
}

test_options()
{
	dummy 1
	bond_add b0 mode active-backup miimon 50
	enslave b0 d1
	faults option b0
}

# --- refusals, without faults ---

dev_state()
{
	ip -d -j link show dev "$1" | jq -c '.[0] | [.address, .mtu,
		(.flags | sort), .promiscuity, .allmulti, .master, .operstate]'
	ip -o maddr show dev "$1"
	ls "/sys/class/net/$1"
}

refused_as_it_was()
{
	local before

	before=$(dev_state "$1")
	check_not "$1" ip link set "$1" master b0
	check_eq "$1 is as it was" "$(dev_state "$1")" "$before"
	check_eq "nothing new" "$(bond_opt b0 slaves)" "$SLAVES"
}

# By netlink a device leaves its old master first; sysfs does not ask for that.
busy_by_sysfs()
{
	check_refused "$1 by sysfs" "resource busy" \
		bash -c "echo +$1 > /sys/class/net/b0/bonding/slaves"
}

test_refused_devices()
{
	dummy 1 2 3 4
	bond_add b0 mode active-backup miimon 100
	enslave b0 d1
	SLAVES=d1
	ip link set d2 up
	refused_as_it_was d2
	ip link add br1 type bridge
	ip link set d3 master br1
	busy_by_sysfs d3
	ip link add link d4 name m4 type macvlan
	ip link add link b0 name b0.9 type vlan id 9
	refused_as_it_was b0.9
	refused_as_it_was lo
	refused_as_it_was b0
	if ip link add vc0 type vcan 2>/dev/null; then
		refused_as_it_was vc0
	fi
	if ip link add g1 type gre local 127.0.0.1 remote 127.0.0.2 2>/dev/null; then
		refused_as_it_was g1
	fi
	bond_add b1
	ip link set d3 nomaster
	enslave b1 d3
	busy_by_sysfs d3
}

# Another device vetoes: every notifier may say no.
test_notifiers_veto()
{
	local dir=/sys/kernel/debug/notifier-error-inject/netdev event

	modprobe netdev-notifier-error-inject 2>/dev/null ||
		skip "no error injection for notifiers"
	dummy 1 2
	ip link set d2 mtu 1400
	bond_add b0 mode active-backup miimon 100
	enslave b0 d1
	ip link set b0 up
	SLAVES=d1
	for event in NETDEV_PRECHANGEUPPER NETDEV_PRE_UP NETDEV_CHANGEMTU; do
		[ -e "$dir/actions/$event" ] || continue
		echo -12 > "$dir/actions/$event/error"
		refused_as_it_was d2
		echo 0 > "$dir/actions/$event/error"
	done
	check "in the end it works" ip link set d2 master b0
}

run_tests first_slave first_slave_of_a_closed_bond backup_slave \
	balancing_slave follow by_sysfs type_change bond_as_slave release \
	release_last create open options refused_devices notifiers_veto
