#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	insmod bonding.ko PARAMETERS ... rmmod bonding
#	        |
#	  bond0, bond1, ...     in the initial namespace
#
# Proves that the module comes and goes with its parameters, with bonds in any
# state, with files held open and readers at work, and leaves nothing.
# For a machine of its own (tools/vm/run): it unloads the module.

# shellcheck disable=SC2034 # read by lib.sh
LIB_NETNS=init
. "$(dirname "$0")/lib.sh"

M=/sys/class/net/bonding_masters

load()
{
	# insmod knows nothing of the machine's modprobe.d.
	modprobe -q tls || :
	insmod "$FILE" "$@"
}

unload()
{
	rmmod bonding
}

masters()
{
	tr ' ' '\n' < "$M" | grep -v '^$' | sort | xargs
}

# alone: without the module, as each test begins.
alone()
{
	[ -n "${LIB_ALONE:-}" ] || [ "$(masters)" = "" ] ||
		skip "this machine has bonds"
	unload
}

test_default_is_bond0()
{
	alone
	load
	check_eq "bonds" "$(masters)" bond0
	check_eq "mode" "$(bond_opt bond0 mode)" "balance-rr 0"
	check_eq "procfs" "$(ls /proc/net/bonding)" bond0
	unload
	check_not "nothing left" test -e /sys/class/net/bond0
	check_not "no file" test -e "$M"
	check_not "no procfs" test -e /proc/net/bonding
}

# M02
test_max_bonds()
{
	alone
	load max_bonds=0
	check_eq "0" "$(masters)" ""
	unload
	load max_bonds=3 mode=1 miimon=100
	check_eq "3" "$(masters)" "bond0 bond1 bond2"
	check_eq "mode" "$(bond_opt bond2 mode)" "active-backup 1"
	check_eq "miimon" "$(bond_opt bond2 miimon)" 100
	unload
	load max_bonds=-1
	check_eq "-1" "$(masters)" bond0
	check "a warning" log_has 'max_bonds.*-1.* not in '
	unload
}

test_parameters()
{
	alone
	load mode=active-backup miimon=50 updelay=100 downdelay=150 \
		fail_over_mac=active primary=eth7 primary_reselect=better \
		num_grat_arp=3 resend_igmp=2 min_links=1 all_slaves_active=1
	check_eq "set" "$(for o in mode miimon updelay downdelay fail_over_mac \
		primary_reselect num_grat_arp resend_igmp min_links \
		all_slaves_active; do
		bond_opt bond0 "$o"
	done | xargs)" "active-backup 1 50 100 150 active 1 better 1 3 2 1 1"
	# Those of bonds made later are the parameters too, but for the mode.
	echo +bx > "$M"
	check_eq "later" "$(bond_opt bx miimon)" 50
	unload
	load mode=balance-rr packets_per_slave=50
	check_eq "packets_per_slave" "$(bond_opt bond0 packets_per_slave)" 50
	unload
	load mode=2 xmit_hash_policy=layer3+4
	check_eq "policy" "$(bond_opt bond0 xmit_hash_policy)" "layer3+4 1"
	unload
}

test_bad_parameters()
{
	alone
	for p in mode=nosuch mode=42 "mode=balance-xor xmit_hash_policy=nosuch" \
		"mode=active-backup fail_over_mac=nosuch" \
		"mode=active-backup primary=eth0 primary_reselect=nosuch"; do
		# shellcheck disable=SC2086 # several words
		check_not "$p" load $p
		check_not "$p: not loaded" test -e /sys/module/bonding
		check_not "$p: no device" test -e /sys/class/net/bond0
	done
	# Numbers out of range are put right, not refused.
	load mode=1 miimon=-5 num_grat_arp=300
	check_eq "miimon" "$(bond_opt bond0 miimon)" 0
	check_eq "num_grat_arp" "$(bond_opt bond0 num_grat_arp)" 1
	unload
}

test_parameter_list()
{
	check_eq "names" "$(modinfo -F parm "$FILE" | cut -d: -f1 | sort | xargs)" \
		"ad_select all_slaves_active arp_all_targets arp_interval arp_ip_target arp_validate downdelay fail_over_mac lacp_rate lp_interval max_bonds miimon min_links mode num_grat_arp num_unsol_na packets_per_slave primary primary_reselect resend_igmp tx_queues updelay use_carrier xmit_hash_policy"
	check_match "alias" "$(modinfo -F alias "$FILE")" '^rtnl-link-bond$'
	check_match "license" "$(modinfo -F license "$FILE")" '^GPL'
}

test_tx_queues()
{
	alone
	load tx_queues=4
	check_eq "queues" "$(link_json bond0 .num_tx_queues)" 4
	unload
	load tx_queues=0
	check_eq "out of range" "$(link_json bond0 .num_tx_queues)" 16
	unload
}

# Bonds with slaves, up, in two namespaces, with VLANs and traffic.
test_unload_with_everything()
{
	local mode

	for mode in balance-rr active-backup balance-xor broadcast; do
		alone
		LIB_ALONE=1
		load max_bonds=0
		ns_add n1
		pair 1 2
		ip -n n1 link add d1 type dummy
		ip -n n1 link add b1 type bond mode "$mode" miimon 1
		ip -n n1 link set d1 master b1
		ip -n n1 link set b1 up
		bond_add b0 mode "$mode" miimon 1
		enslave b0 a1 a2
		bond_up b0 a1 a2
		ip link add link b0 name b0.5 type vlan id 5
		ip link set b0.5 up
		ip addr add 192.0.2.1/24 dev b0
		bg_frames send b0 --count 1000000 --errors-allowed
		unload
		check_not "$mode: b0" test -e /sys/class/net/b0
		check_not "$mode: b0.5" test -e /sys/class/net/b0.5
		check_not "$mode: b1" ip -n n1 link show b1
		check_not "$mode: a1 is free" test -e /sys/class/net/a1/master
		check_not "$mode: a1 is no SLAVE" flag a1 SLAVE
		bg_loop_stop
		ip link del a1
		ip link del a2
		ip netns del n1
		ip netns del sw
		load max_bonds=0
	done
}

# A09 and its like: files held open over the unloading.
test_unload_with_open_files()
{
	alone
	load max_bonds=0
	bond_add b0 mode active-backup
	ip link add d1 type dummy
	enslave b0 d1
	exec 7< /sys/class/net/b0/bonding/mode 8> /sys/class/net/b0/bonding/slaves
	exec 9< /sys/class/net/d1/bonding_slave/state 10< "$M"
	check "unload" unload
	check_not "bond's file" cat <&7
	check_not "bond's file for writing" eval 'echo +d1 >&8'
	check_not "slave's file" cat <&9
	check_not "class file" cat <&10
	exec 7<&- 8>&- 9<&- 10<&-
	ip link del d1
}

test_unload_while_read()
{
	alone
	for _ in 1 2 3 4 5; do
		load max_bonds=2 miimon=1
		bg_loop reader
		ip link set bond0 up
		check "unload" unload
		bg_loop_stop
	done
}

reader()
{
	cat /sys/class/net/bond*/bonding/* "$M" /proc/net/bonding/*
	ip -d link
} > /dev/null 2>&1

test_many_times()
{
	alone
	for _ in $(seq 10); do
		load max_bonds=1
		unload
	done
}

# The kernel asks for the module when somebody wants a bond.
test_loaded_on_demand()
{
	alone
	check "ip link add" ip link add bz type bond
	check "loaded" test -d /sys/module/bonding
	ip link del bz
}

# restore: as it was, whatever the test left.
restore()
{
	[ -d /sys/module/bonding ] && rmmod bonding
	modprobe bonding max_bonds=0
	for dev in a1 a2 d1; do
		ip link del "$dev" 2>/dev/null
	done
	return 0
}

FILE=$(modinfo -n bonding)
# shellcheck disable=SC2034 # read by lib.sh
LIB_AFTER=restore
run_tests default_is_bond0 max_bonds parameters bad_parameters parameter_list \
	tx_queues unload_with_everything unload_with_open_files \
	unload_while_read many_times loaded_on_demand
