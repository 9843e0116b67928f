#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	16 flows that all hash to d1 -- b0 --+-- d1
#	                                     +-- d2
#
# Proves that buckets move by load: not without an interval, not below the floor,
# soon enough otherwise, until both slaves carry alike; and that the options of it
# take what makes sense.

. "$(dirname "$0")/lib.sh"
no_ipv6

buckets()
{
	python3 "$(dirname "$0")/buckets.py" "$@"
}

tcp_bond()
{
	bond_add b0 mode balance-xor miimon 10
	bond_set b0 mode balance-tcp
	dummy 1 2
	enslave b0 d1 d2
	bond_up b0 d1 d2
}

# start_load PACE: frames of the first 16 flows of d1, PACE of each a second
start_load()
{
	local flows

	read -ra flows <<< "$(buckets flows b0 64 d1 d2 |
		awk '$2 == "d1" && n++ < 16 { print $1 }' | xargs)"
	bg python3 "$(dirname "$0")/buckets.py" load b0 "$1" "${flows[@]}"
}

rebalanced()
{
	sed -n 's/^Rebalanced Buckets: //p' /proc/net/bonding/b0
}

has_moved()
{
	[[ $(rebalanced) -gt 0 ]]
}

# share: percent of the packets of the next 200 that d1 sends
share()
{
	local t1 t2

	t1=$(counter d1 tx_packets)
	t2=$(counter d2 tx_packets)
	wait_until 20000 "traffic" count_sum_above $((t1 + t2 + 400))
	t1=$(($(counter d1 tx_packets) - t1))
	t2=$(($(counter d2 tx_packets) - t2))
	echo $((100 * t1 / (t1 + t2)))
}

count_sum_above()
{
	[[ $(($(counter d1 tx_packets) + $(counter d2 tx_packets))) -gt $1 ]]
}

# moves: of all buckets, since the bond was made
moves()
{
	buckets table b0 | awk '$1 != "messages" { m += $5 } END { print m }'
}

test_skew()
{
	local before

	tcp_bond
	before=$(moves)
	bond_set b0 rebalance_interval 1000
	ip monitor link dev b0 > "$LIB_TMP/monitor" &
	BG_MONITOR=$!
	start_load 40
	check_eq "procfs" "$(grep -c "^Rebalance Interval (ms): 1000$" /proc/net/bonding/b0)" 1
	wait_until 20000 "buckets move" has_moved
	check_range "half each" "$(share)" 35 65
	check "in the log" log_has "b0: rebalanced: [0-9]* of 256 buckets have moved"
	bg_stop "$BG_PID"
	bond_set b0 rebalance_interval 0
	check_eq "moves are counted" "$(($(moves) - before))" \
		"$(log_lines | sed -n 's/.*rebalanced: \([0-9]*\) of.*/\1/p' |
			awk '{ m += $1 } END { print m }')"
	kill "$BG_MONITOR"
	wait "$BG_MONITOR" 2> /dev/null || :
	check_range "notices" "$(grep -c "b0:" "$LIB_TMP/monitor")" 1 8
}

# Not without an interval; and when it is set, at once.
test_off()
{
	local t

	tcp_bond
	check_opt b0 rebalance_interval 10000
	bond_set b0 rebalance_interval 0
	start_load 40
	t=$(counter d1 tx_packets)
	wait_until 20000 "traffic" count_above d1 tx_packets $((t + 2000))
	check_eq "nothing is told" "$(rebalanced)" ""
	check_eq "all by one" "$(share)" 100
	bond_set b0 rebalance_interval 1000
	wait_until 20000 "buckets move" has_moved
	check_range "half each" "$(share)" 35 65
	bg_stop "$BG_PID"
}

# 16 flows of about 110 kbit/s: below 4 Mbit/s nothing is to be done.
test_floor()
{
	tcp_bond
	bond_set b0 rebalance_min_rate 4000
	bond_set b0 rebalance_interval 1000
	start_load 10
	check_not "below the floor" busywait 5000 has_moved
	bond_set b0 rebalance_min_rate 100
	wait_until 20000 "above it" has_moved
	bg_stop "$BG_PID"
}

test_max_moves()
{
	tcp_bond
	bond_set b0 rebalance_max_moves 1
	bond_set b0 rebalance_interval 1000
	start_load 40
	wait_until 20000 "one moves" has_moved
	check_eq "one a run" "$(log_lines | grep -o "rebalanced: [0-9]* of" | sort -u)" \
		"rebalanced: 1 of"
	bg_stop "$BG_PID"
}

test_values()
{
	local name n

	check_eq "all" "$(buckets add b0 mode=7 rebalance_interval=5000 \
		rebalance_threshold=hex:0a rebalance_min_rate=7 rebalance_max_moves=9)" ok
	check_match "read back" "$(buckets get b0 | xargs)" \
		"rebalance_interval 5000 rebalance_threshold 10 rebalance_min_rate 7 rebalance_max_moves 9$"
	for n in 1 999; do
		check_match "$n" "$(buckets set b0 rebalance_min_rate=1 rebalance_interval="$n")" \
			"^EINVAL rebalance_interval $n: 0, or 1000"
	done
	check_match "101" "$(buckets set b0 rebalance_threshold=hex:65)" "^EINVAL rebalance_threshold 101"
	check_opt b0 rebalance_min_rate 7
	check_write "999" /sys/class/net/b0/bonding/rebalance_interval 999 EINVAL
	check_write "the largest" /sys/class/net/b0/bonding/rebalance_interval 2147483647 0
	check_write "off" /sys/class/net/b0/bonding/rebalance_interval off 0
	bond_set b0 mode balance-rr
	for name in interval threshold min_rate max_moves; do
		check_write "$name" "/sys/class/net/b0/bonding/rebalance_$name" 5 EACCES
	done
}

if [[ $VM_MODULE == in-tree ]]; then
	echo "1..0 # SKIP in-tree has no buckets"
	exit 0
fi
run_tests skew off floor max_moves values
