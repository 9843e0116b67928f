#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	          +-- a1 ~~~~ p1 --+  tcpdump
#	sender -- b0 - a2 ~~~~ p2  sw (namespace)
#	          +-- a3 ~~~~ p3 --+  tcpdump
#
# Proves that balance-rr deals one sender's packets to the usable slaves in
# bursts of exactly packets_per_slave, as the far ends see them, whatever slaves
# are down and whatever changes at run time.

. "$(dirname "$0")/lib.sh"
no_ipv6

rr_bond()
{
	pair 1 2 3
	bond_add b0 mode balance-rr miimon 10 packets_per_slave "$1"
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
}

# at N...: capture at the far ends pN.
at()
{
	wire_start "${@/#/sw:p}"
}

# lengths [FROM [TO]]: the different lengths of the runs, from the one numbered
# FROM to the one before the last TO.
lengths()
{
	local dev length from=${1:-0} all list=()

	while read -r dev length; do
		list+=("$length")
	done <<< "$WIRE"
	all=
	for length in "${list[@]:from:${#list[@]}-from-${2:-0}}"; do
		case " $all " in
		*" $length "*) ;;
		*) all="${all:+$all }$length" ;;
		esac
	done
	LENGTHS=$all
}

# runs_are LENGTH [FROM [TO]]: every run has it (those of lengths()).
runs_are()
{
	lengths "${2:-0}" "${3:-0}"
	check_eq "lengths of the runs" "$LENGTHS" "$1"
}

# share N: sets SHARE to the number of frames that pN got.
share()
{
	local dev length

	SHARE=0
	while read -r dev length; do
		[ "$dev" != "p$1" ] || SHARE=$((SHARE + length))
	done <<< "$WIRE"
}

# shares_are COUNT N...: each pN got COUNT.
shares_are()
{
	local n count=$1

	shift
	for n; do
		share "$n"
		check_eq "share of a$n" "$SHARE" "$count"
	done
}

test_runs_of_50()
{
	known_in_tree "the first burst is one packet short"
	rr_bond 50
	at 1 2 3
	send_frames b0 600
	wire_stop 600
	runs_are 50
	shares_are 200 1 2 3
}

test_runs_of_1()
{
	rr_bond 1
	at 1 2 3
	send_frames b0 300
	wire_stop 300
	runs_are 1
	shares_are 100 2
}

test_runs_of_7_shares()
{
	known_in_tree "the first burst is one packet short"
	rr_bond 7
	at 1 2 3
	send_frames b0 210
	wire_stop 210
	runs_are 7
	shares_are 70 3
}

# The deal of a CPU goes on where it was: shares are equal within one burst.
test_shares_within_one_burst()
{
	local n

	known_in_tree "the first burst is one packet short"
	rr_bond 50
	at 1 2 3
	send_frames b0 175
	send_frames b0 302 --first 175
	wire_stop 477
	for n in 1 2 3; do
		share "$n"
		check_range "share of a$n" "$SHARE" $((477 / 3 - 50)) \
			$((477 / 3 + 50))
	done
	runs_are 50 0 1
}

test_longest_burst()
{
	local n got=

	known_in_tree "the first burst is one packet short"
	rr_bond 65535
	pktgen b0 65545
	for n in 1 2 3; do
		got="$got $(counter "a$n" tx_packets)"
	done
	check_eq "frames of a1 to a3" "$(tr ' ' '\n' <<< "$got" | sort -n | xargs)" \
		"0 10 65535"
	check_write "65536" /sys/class/net/b0/bonding/packets_per_slave 65536 EINVAL
	check_opt b0 packets_per_slave 65535
}

# I02
test_one_of_three_down()
{
	known_in_tree "the neighbour of a slave that is down carries its share too"
	rr_bond 50
	peer_set 2 down
	wait_until 5000 "a2 goes down" port_is a2 down
	at 1 3
	send_frames b0 600
	wire_stop 600
	runs_are 50
	shares_are 300 1 3
}

test_one_of_three_down_by_1()
{
	known_in_tree "the neighbour of a slave that is down carries its share too"
	rr_bond 1
	peer_set 2 down
	wait_until 5000 "a2 goes down" port_is a2 down
	at 1 3
	send_frames b0 300
	wire_stop 300
	runs_are 1
	shares_are 150 1
}

test_one_left()
{
	rr_bond 50
	peer_set 1 down
	peer_set 3 down
	wait_until 5000 "a1 goes down" port_is a1 down
	wait_until 5000 "a3 goes down" port_is a3 down
	at 2
	send_frames b0 120
	wire_stop 120
	shares_are 120 2
}

test_change_at_run_time()
{
	rr_bond 50
	send_frames b0 20
	bond_set b0 packets_per_slave 5
	check_eq "shown" "$(link_json b0 .linkinfo.info_data.packets_per_slave)" 5
	# What is left of the burst under way may have any length.
	send_frames b0 60
	at 1 2 3
	send_frames b0 150 --first 100
	wire_stop 150
	runs_are 5 1 1
	ip link set b0 type bond packets_per_slave 1
	at 1 2 3
	send_frames b0 30 --first 300
	wire_stop 30
	runs_are 1 1
}

test_random()
{
	local n

	rr_bond 0
	at 1 2 3
	send_frames b0 600
	wire_stop 600
	for n in 1 2 3; do
		share "$n"
		check_range "share of a$n" "$SHARE" 120 280
	done
	lengths
	check_range "different lengths" "${#LENGTHS}" 3 30
}

# A slave that goes down ends its burst at once, the next one has its full length.
test_down_in_a_burst()
{
	local n cur=

	known_in_tree "the next burst is what was left of the broken one"
	rr_bond 50
	send_frames b0 20
	for n in 1 2 3; do
		count_is "a$n" tx_packets 0 || cur=$n
	done
	peer_set "$cur" down
	wait_until 5000 "a$cur goes down" port_is "a$cur" down
	case $cur in
	1) at 2 3 ;;
	2) at 1 3 ;;
	3) at 1 2 ;;
	esac
	send_frames b0 200 --first 20
	wire_stop 200
	runs_are 50
}

# One that comes up joins in bursts of full length.
test_up_in_a_burst()
{
	known_in_tree "a slave that is down is skipped packet by packet"
	rr_bond 50
	peer_set 3 down
	wait_until 5000 "a3 goes down" port_is a3 down
	at 1 2
	send_frames b0 20
	wire_stop 20
	peer_set 3 up
	wait_until 5000 "a3 comes up" port_is a3 up
	at 1 2 3
	send_frames b0 330 --first 20
	wire_stop 330
	check_match "first run" "$WIRE" '^p[12] 30$'
	runs_are 50 1
	share 3
	check_range "share of a3" "$SHARE" 50 150
}

# Membership may change while the deal goes on: nobody is left out.
test_release_and_enslave()
{
	rr_bond 10
	send_frames b0 15
	ip link set a2 nomaster
	at 1 3
	send_frames b0 100 --first 100
	wire_stop 100
	share 1
	check_range "share of a1" "$SHARE" 40 60
	ip link set a2 master b0
	wait_until 5000 "a2 comes up" port_is a2 up
	at 1 2 3
	send_frames b0 300 --first 300
	wire_stop 300
	share 2
	check_range "share of a2" "$SHARE" 90 110
}

# Reports of groups go where the queries come from.
test_igmp_on_one_slave()
{
	local n with=0

	rr_bond 1
	send_frames b0 30 --kind igmp
	for n in 1 2 3; do
		case $(counter "a$n" tx_packets) in
		0) ;;
		30) with=$((with + 1)) ;;
		*) fail "a$n carries $(counter "a$n" tx_packets) reports of 30" ;;
		esac
	done
	check_eq "slaves with reports" "$with" 1
}

run_tests runs_of_50 runs_of_1 runs_of_7_shares shares_within_one_burst \
	longest_burst one_of_three_down one_of_three_down_by_1 one_left \
	change_at_run_time random down_in_a_burst up_in_a_burst \
	release_and_enslave igmp_on_one_slave
