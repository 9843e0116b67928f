#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- a2 ~~~~ p2 (sw)
#	     +-- d1 (dummy)
#
# Proves /proc/net/bonding/BOND line by line: for each mode, for each option and
# link state that it shows, and through renames, namespaces and long files.

. "$(dirname "$0")/lib.sh"
no_ipv6

# proc_is DESC BOND: the file is the version line and what stdin has.
proc_is()
{
	check_eq "$1" "$(cat "/proc/net/bonding/$2"; echo end)" \
		"$(printf 'Ethernet Channel Bonding Driver: v%s\n\n' "$(uname -r)"; cat; echo end)"
}

# proc_line BOND PREFIX: the rest of the first line that begins so.
proc_line()
{
	sed -n "s/^$2: //p;T;q" "/proc/net/bonding/$1"
}

no_monitor="MII Polling Interval (ms): 0
Up Delay (ms): 0
Down Delay (ms): 0
Peer Notification Delay (ms): 0"

test_empty_bonds()
{
	bond_add b0 mode balance-rr
	proc_is "balance-rr" b0 <<- END
		Bonding Mode: load balancing (round-robin)
		MII Status: down
		$no_monitor
	END
	bond_add b1 mode active-backup
	proc_is "active-backup" b1 <<- END
		Bonding Mode: fault-tolerance (active-backup)
		Primary Slave: None
		Currently Active Slave: None
		MII Status: down
		$no_monitor
	END
	bond_add b2 mode balance-xor
	proc_is "balance-xor" b2 <<- END
		Bonding Mode: load balancing (xor)
		Transmit Hash Policy: layer2 (0)
		MII Status: down
		$no_monitor
	END
	bond_add b3 mode broadcast
	proc_is "broadcast" b3 <<- END
		Bonding Mode: fault-tolerance (broadcast)
		MII Status: down
		$no_monitor
	END
	check_eq "permissions" "$(stat -c %A%h /proc/net/bonding/b0)" "-r--r--r--1"
}

test_delays()
{
	bond_add b0 mode balance-rr miimon 100 updelay 250 downdelay 300 \
		peer_notify_delay 500
	proc_is "delays, as rounded" b0 <<- END
		Bonding Mode: load balancing (round-robin)
		MII Status: down
		MII Polling Interval (ms): 100
		Up Delay (ms): 200
		Down Delay (ms): 300
		Peer Notification Delay (ms): 500
	END
}

test_fail_over_mac()
{
	local fom

	for fom in active follow; do
		bond_add b0 mode active-backup fail_over_mac "$fom"
		check_eq "$fom" "$(proc_line b0 "Bonding Mode")" \
			"fault-tolerance (active-backup) (fail_over_mac $fom)"
		ip link del b0
	done
	bond_add b0 mode balance-rr fail_over_mac active
	check_eq "not of this mode" "$(proc_line b0 "Bonding Mode")" \
		"load balancing (round-robin)"
}

test_hash_policy()
{
	local i=0 name

	bond_add b0 mode balance-xor
	for name in layer2 layer3+4 layer2+3 encap2+3 encap3+4 vlan+srcmac; do
		bond_set b0 xmit_hash_policy "$name"
		check_eq "$name" "$(proc_line b0 "Transmit Hash Policy")" "$name ($i)"
		i=$((i + 1))
	done
}

test_primary()
{
	local reselect

	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	check_eq "active" "$(proc_line b0 "Currently Active Slave")" d1
	for reselect in always better failure; do
		bond_set b0 primary_reselect "$reselect"
		check_eq "no primary" "$(proc_line b0 "Primary Slave")" None
	done
	for reselect in always better failure; do
		bond_set b0 primary_reselect "$reselect"
		bond_set b0 primary d2
		check_eq "$reselect" "$(proc_line b0 "Primary Slave")" \
			"d2 (primary_reselect $reselect)"
	done
	check_eq "active" "$(proc_line b0 "Currently Active Slave")" d2
	ip link set d2 nomaster
	check_eq "primary left" "$(proc_line b0 "Primary Slave")" None
	check_eq "other active" "$(proc_line b0 "Currently Active Slave")" d1
	ip link set d1 nomaster
	check_eq "none active" "$(proc_line b0 "Currently Active Slave")" None
}

test_slaves()
{
	local mode

	for mode in balance-rr broadcast; do
		pair 1 2
		dummy 1
		ip link set a1 address 02:00:00:00:00:01
		ip link set a2 address 02:00:00:00:00:02
		peer_set 2 down
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2 d1
		bond_up b0 a1 d1
		ip link set d1 type bond_slave queue_id 3
		sed 1,3d /proc/net/bonding/b0 > "$LIB_TMP/text"
		diff -u - "$LIB_TMP/text" > "$LIB_TMP/diff" <<- END ||
			MII Status: up
			MII Polling Interval (ms): 10
			Up Delay (ms): 0
			Down Delay (ms): 0
			Peer Notification Delay (ms): 0

			Slave Interface: a1
			MII Status: up
			Speed: 10000 Mbps
			Duplex: full
			Link Failure Count: 0
			Permanent HW addr: 02:00:00:00:00:01
			Slave queue ID: 0

			Slave Interface: a2
			MII Status: down
			Speed: 10000 Mbps
			Duplex: full
			Link Failure Count: 0
			Permanent HW addr: 02:00:00:00:00:02
			Slave queue ID: 0

			Slave Interface: d1
			MII Status: up
			Speed: Unknown
			Duplex: Unknown
			Link Failure Count: 0
			Permanent HW addr: 02:00:00:00:01:01
			Slave queue ID: 3
		END
			fail "$mode: $(cat "$LIB_TMP/diff")"
		lib_reset
	done
}

# port_line SLAVE PREFIX: from the paragraph of SLAVE.
port_line()
{
	sed -n "/^Slave Interface: $1\$/,/^\$/s/^$2: //p" /proc/net/bonding/b0
}

port_line_is()
{
	[ "$(port_line "$1" "$2")" = "$3" ]
}

test_link_states()
{
	pair 1 2
	bond_add b0 mode balance-rr miimon 50 updelay 2000 downdelay 2000
	enslave b0 a1 a2
	ip link set b0 up
	wait_until 20000 "up" port_line_is a1 "MII Status" up
	wait_until 20000 "up" port_line_is a2 "MII Status" up
	peer_set 1 down
	wait_until 1500 "going down" port_line_is a1 "MII Status" "going down"
	check_eq "not yet counted" "$(port_line a1 "Link Failure Count")" 0
	wait_until 20000 "down" port_line_is a1 "MII Status" down
	check_eq "counted" "$(port_line a1 "Link Failure Count")" 1
	check_eq "the bond is up" "$(proc_line b0 "MII Status")" up
	peer_set 1 up
	wait_until 1500 "going back" port_line_is a1 "MII Status" "going back"
	wait_until 20000 "up" port_line_is a1 "MII Status" up
	check_eq "still counted" "$(port_line a1 "Link Failure Count")" 1
	check_eq "the other" "$(port_line a2 "Link Failure Count")" 0
}

# A hardware address of four bytes.
test_other_type()
{
	bond_add b0 mode active-backup miimon 10
	ip link add t1 type gre local 192.0.2.1 remote 192.0.2.2 ||
		skip "no GRE tunnels"
	ip link set t1 master b0
	check_eq "address" "$(port_line t1 "Permanent HW addr")" c0:00:02:01
}

test_renames()
{
	dummy 1
	bond_add b0 mode active-backup
	enslave b0 d1
	ip link set b0 name b1
	check_eq "one file" "$(ls /proc/net/bonding)" b1
	check "its text" file_has /proc/net/bonding/b1 '^Slave Interface: d1$'
	ip link set d1 down
	ip link set d1 name e1
	check "renamed slave" file_has /proc/net/bonding/b1 '^Slave Interface: e1$'
	check_eq "active" "$(proc_line b1 "Currently Active Slave")" e1
	bond_add b0
	check_eq "the old name again" "$(cd /proc/net/bonding && echo *)" "b0 b1"
	ip link set b0 name b2
	ip link set b1 name b0
	ip link set b2 name b1
	check_match "swapped" "$(cat /proc/net/bonding/b0)" active-backup
	check_match "swapped" "$(cat /proc/net/bonding/b1)" round-robin
	ip link del b0
	ip link del b1
	check_eq "no file" "$(ls /proc/net/bonding)" ""
}

# A05
test_after_nesting()
{
	bond_add b0
	bond_add b1
	ip link set b1 master b0
	ip link set b1 nomaster
	ip link del b1
	bond_add b1
	check_eq "files" "$(cd /proc/net/bonding && echo *)" "b0 b1"
}

# An open file does not hold its bond, and says so.
test_open_file()
{
	bond_add b0
	exec 7< /proc/net/bonding/b0
	ip link del b0
	check_refused "after the bond" "Input/output error" cat <&7
	exec 7<&-
	bond_add b0
	exec 7< /proc/net/bonding/b0
	ip link set b0 name b1
	check_refused "after a rename" "Input/output error" cat <&7
	exec 7<&-
}

test_namespaces()
{
	ns_add n1
	bond_add b0 mode balance-rr
	ip -n n1 link add b0 type bond mode balance-xor
	ip -n n1 link add b1 type bond mode broadcast
	check_eq "here" "$(ls /proc/net/bonding)" b0
	check_match "here" "$(cat /proc/net/bonding/b0)" round-robin
	check_eq "there" "$(ip netns exec n1 sh -c 'cd /proc/net/bonding; echo *')" "b0 b1"
	check_match "there" "$(ip netns exec n1 cat /proc/net/bonding/b0)" xor
}

# The text is made at once, whatever the size of the reads.
test_long_file()
{
	local i

	bond_add b0 mode balance-xor
	for i in $(seq 100 139); do
		echo "link add e$i type dummy"
		echo "link set e$i master b0"
	done | ip -batch -
	check_eq "slaves" "$(grep -c '^Slave Interface' /proc/net/bonding/b0)" 40
	check_eq "last line" "$(tail -n 1 /proc/net/bonding/b0)" "Slave queue ID: 0"
	cat /proc/net/bonding/b0 > "$LIB_TMP/whole"
	dd if=/proc/net/bonding/b0 bs=97 of="$LIB_TMP/pieces" 2> /dev/null
	check "in pieces" cmp "$LIB_TMP/whole" "$LIB_TMP/pieces"
	dd if=/proc/net/bonding/b0 bs=1 skip=4500 count=100 of="$LIB_TMP/part" 2> /dev/null
	dd if="$LIB_TMP/whole" bs=1 skip=4500 count=100 of="$LIB_TMP/wanted" 2> /dev/null
	check "from an offset" cmp "$LIB_TMP/part" "$LIB_TMP/wanted"
}

run_tests empty_bonds delays fail_over_mac hash_policy primary slaves link_states \
	other_type renames after_nesting open_file namespaces long_file
