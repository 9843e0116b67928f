#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	member of 239.9.9.9 -- b0 --+-- a1 ~~~~ p1 --+-- br0 -- tcpdump (sw)
#	                            +-- a2 ~~~~ p2 --+
#
# Proves that another active slave makes the host report its multicast groups
# resend_igmp times, 200 ms apart, in the modes in which IGMP stays on the active
# slave, and in no other.

. "$(dirname "$0")/lib.sh"
no_ipv6

# member MODE REPORTS: the drawing; a1 is the active slave.
member()
{
	pair 1 2
	sw_bridge 1 2
	bond_add b0 mode "$1" miimon 50 resend_igmp "$2"
	enslave b0 a1 a2
	ip addr add 192.0.2.1/24 dev b0
	bond_up b0 a1 a2
	echo 2 > /proc/sys/net/ipv4/conf/b0/force_igmp_version
	echo 10 > /proc/sys/net/ipv4/conf/b0/igmpv2_unsolicited_report_interval
	capture_start joined sw:br0 igmp and dst 239.9.9.9
	bg python3 -c '
import socket, time
s = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
s.setsockopt(socket.IPPROTO_IP, socket.IP_ADD_MEMBERSHIP,
	     socket.inet_aton("239.9.9.9") + socket.inet_aton("192.0.2.1"))
time.sleep(1000)'
	# It reports twice by itself.
	wait_until 10000 "the join is reported" capture_reaches joined 2
	capture_stop joined
	capture_start heard sw:br0 igmp and dst 239.9.9.9
}

heard_is()
{
	[ "$(capture_count heard)" = "$1" ]
}

check_heard()
{
	busywait 15000 heard_is "$1" || :
	check "no more than $1" holds 450 heard_is "$1"
	check_eq "reports" "$(capture_count heard)" "$1"
}

# O02
test_number_and_spacing()
{
	local gap

	member active-backup 3
	bond_set b0 active_slave a2
	check_heard 3
	for gap in $(capture_show heard -tt | awk 'NR > 1 {
			printf "%d\n", ($1 - last) * 1000 } { last = $1 }'); do
		check_range "gap, ms" "$gap" 190 320
	done
	capture_stop heard
}

test_none()
{
	member active-backup 0
	bond_set b0 active_slave a2
	check_heard 0
	capture_stop heard
}

test_link_fails()
{
	member active-backup 2
	peer_set 1 down
	wait_until 5000 "a2 takes over" active_is b0 a2
	check_heard 2
	capture_stop heard
}

test_balance_rr()
{
	member balance-rr 2
	peer_set 1 down
	wait_until 5000 "a1 is down" port_is a1 down
	check_heard 2
	capture_stop heard
}

# Here IGMP is hashed like anything else.
test_not_in_balance_xor()
{
	member balance-xor 2
	peer_set 1 down
	wait_until 5000 "a1 is down" port_is a1 down
	check_heard 0
	capture_stop heard
}

test_range()
{
	bond_add b0 mode active-backup miimon 50
	for value in 0 255; do
		check_write "$value" /sys/class/net/b0/bonding/resend_igmp "$value" 0
	done
	check_write 256 /sys/class/net/b0/bonding/resend_igmp 256 EINVAL
	check_opt b0 resend_igmp 255
}

run_tests number_and_spacing none link_fails balance_rr not_in_balance_xor range
