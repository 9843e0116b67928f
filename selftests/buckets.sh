#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	512 flows -- b0 (256 buckets) --+-- d1
#	                                +-- d2
#	                                +-- d3
#
# Proves that buckets are shared out fairly, that a slave that goes, comes or is
# lost for good moves its own flows and no others, that what a bucket sent is
# counted, and that the table can be read whatever its size.

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
	dummy 1 2 3
	enslave b0 "$@"
	bond_up b0 "$@"
}

# owners: "INDEX SLAVE" of each bucket
owners()
{
	buckets table b0 | awk '$1 != "messages" { print $1, $2 }'
}

# shares: the buckets of d1, d2, d3, fewest first
shares()
{
	owners | awk '{ n[$2]++ } END { for (d in n) print n[d] }' | sort -n | xargs
}

# changes BEFORE AFTER: the lines of AFTER that are not in BEFORE
changes()
{
	echo "$1" > "$LIB_TMP/before"
	grep -vxF -f "$LIB_TMP/before" <<< "$2" || :
}

# moved BEFORE AFTER: how many
moved()
{
	changes "$@" | grep -c . || :
}

# moves: of all buckets, since there is this table
moves()
{
	buckets table b0 | awk '$1 != "messages" { m += $5 } END { print m }'
}

flows()
{
	buckets flows b0 512 "$@"
}

test_mode()
{
	tcp_bond d1 d2 d3
	check_opt b0 mode "balance-tcp 7"
	check_opt b0 buckets 256
	check_opt b0 xmit_hash_policy "layer3+4 1"
	check "procfs" grep -q "^Bonding Mode: load balancing (hash buckets)$" \
		/proc/net/bonding/b0
	check_eq "in procfs" "$(sed -n 's/^Hash Buckets: //p' /proc/net/bonding/b0 | xargs)" \
		"256 86 85 85"
	check_eq "shares" "$(shares)" "85 85 86"
	ip link set d1 nomaster
	ip link set d2 nomaster
	ip link set d3 nomaster
	ip link set b0 down
	bond_set b0 mode balance-rr
	check_eq "no buckets" "$(buckets table b0)" "messages 1"
	check_eq "nor in netlink" "$(buckets get b0)" ""
	check_not "nor in procfs" grep -q Buckets /proc/net/bonding/b0
	check_eq "nor in sysfs" "$(cat /sys/class/net/b0/bonding/{buckets,hash_seed})" ""
	check_write "not in this mode" /sys/class/net/b0/bonding/buckets 256 EACCES
}

test_values()
{
	local n

	check_eq "by netlink" "$(buckets add b0 mode=7 buckets=64 hash_seed=12345)" ok
	check_eq "as given" "$(buckets get b0 | grep -E "^(buckets|hash_seed)" | xargs)" \
		"buckets 64 hash_seed 12345"
	for n in 1 15 17 8192 4294967295; do
		check_match "$n" "$(buckets set b0 hash_seed=1 buckets="$n")" "EINVAL buckets $n: "
	done
	check_match "none" "$(buckets set b0 buckets=0)" "EINVAL buckets 0: this mode has"
	check_match "too short" "$(buckets set b0 hash_seed=1 buckets=hex:40)" "^E(INVAL|RANGE)"
	check_match "too long" "$(buckets set b0 buckets=hex:4000000000)" "^E(INVAL|RANGE)"
	check_match "later" "$(buckets set b0 buckets=128 2=1000)" "^(EOPNOTSUPP|ENOTSUP) "
	check_match "unknown" "$(buckets set b0 buckets=128 40=1)" "^EINVAL"
	check_match "not in this mode" "$(buckets add b1 mode=0 buckets=64)" "^EACCES"
	check_eq "as before" "$(buckets get b0 | grep -E "^(buckets|hash_seed)" | xargs)" \
		"buckets 64 hash_seed 12345"
	for n in 16 4096 256; do
		check_write "sysfs $n" /sys/class/net/b0/bonding/buckets "$n" 0
		check_opt b0 buckets "$n"
	done
	check_write "sysfs 20" /sys/class/net/b0/bonding/buckets 20 EINVAL
	bond_add b2 mode balance-xor
	bond_add b3 mode balance-xor
	check_not "seeds differ" test "$(bond_opt b2 hash_seed)" = "$(bond_opt b3 hash_seed)"
	check_eq "not shown" "$(buckets get b2)" ""
	check_write "off" /sys/class/net/b2/bonding/buckets off 0
}

# Only the flows of a slave that is lost move, and they return with it.
test_down_and_up()
{
	local dev before table after lost

	tcp_bond d1 d2 d3
	before=$(flows d1 d2 d3)
	table=$(owners)
	for dev in d1 d2 d3; do
		lost=$(grep -c " $dev$" <<< "$table")
		ip link set "$dev" down
		wait_until 5000 "$dev is down" port_is "$dev" down
		check_eq "$dev down: buckets that moved" "$(moved "$table" "$(owners)")" "$lost"
		check_eq "shares" "$(shares)" "128 128"
		after=$(flows d1 d2 d3)
		check_eq "flows that moved" "$(moved "$before" "$after")" \
			"$(grep -c " $dev$" <<< "$before")"
		check_eq "none of the others" \
			"$(changes "$after" "$(grep -v " $dev$" <<< "$before")")" ""
		ip link set "$dev" up
		wait_until 5000 "$dev is up" port_is "$dev" up
		check_eq "$dev up: as it was" "$(owners)" "$table"
		check_eq "flows, too" "$(flows d1 d2 d3)" "$before"
	done
}

test_release_and_add()
{
	local before after moves

	tcp_bond d1 d2 d3
	before=$(owners)
	moves=$(moves)
	ip link set d2 nomaster
	after=$(owners)
	check_eq "moves are counted" $(($(moves) - moves)) "$(moved "$before" "$after")"
	check_eq "released: what moved" "$(moved "$before" "$after")" \
		"$(grep -c " d2$" <<< "$before")"
	check_eq "shares" "$(shares)" "128 128"
	before=$after
	ip link set d2 down
	ip link set d2 master b0
	wait_until 5000 "d2 is up" port_is d2 up
	after=$(owners)
	check_eq "shares" "$(shares)" "85 85 86"
	check_eq "a newcomer takes its share" "$(moved "$before" "$after")" \
		"$(grep -c " d2$" <<< "$after")"
	check_eq "from the others only" "$(changes "$before" "$after" | cut -d" " -f2 |
		sort -u)" d2
}

test_no_slave()
{
	local table

	tcp_bond d1 d2
	table=$(owners)
	ip link set d1 down
	wait_until 5000 "d1 is down" port_is d1 down
	ip link set d2 down
	wait_until 5000 "no carrier" carrier_is b0 0
	check_eq "no owner" "$(owners | cut -d" " -f2 | sort -u)" -
	ip link set d2 up
	wait_until 5000 "d2 is up" port_is d2 up
	check_eq "all to one" "$(shares)" 256
	ip link set d1 up
	wait_until 5000 "d1 is up" port_is d1 up
	check_eq "as it was" "$(owners)" "$table"
}

# What was sent is what is counted; no change of owners takes anything away.
test_counters()
{
	local sum t

	tcp_bond d1 d2 d3
	t=$(($(counter d1 tx_packets) + $(counter d2 tx_packets) + $(counter d3 tx_packets)))
	flows d1 d2 d3 > "$LIB_TMP/flows"
	sum=$(buckets table b0 | awk '$1 != "messages" { p += $3; b += $4 } END { print p, b }')
	check_eq "packets and bytes" "$sum" "512 $((512 * 50))"
	check_eq "of each slave" "$(buckets table b0 |
		awk '$1 != "messages" { p[$2] += $3 } END { print p["d1"], p["d2"], p["d3"] }')" \
		"$(awk '{ p[$2]++ } END { print p["d1"], p["d2"], p["d3"] }' "$LIB_TMP/flows")"
	check_eq "by the devices" \
		$(($(counter d1 tx_packets) + $(counter d2 tx_packets) + $(counter d3 tx_packets))) \
		$((t + 512))
	ip link set d1 down
	wait_until 5000 "d1 is down" port_is d1 down
	ip link set d2 nomaster
	sum=$(buckets table b0 | awk '$1 != "messages" { p += $3; m += $5 } END { print p, (m > 85) }')
	check_eq "still there, and moves are counted" "$sum" "512 1"
}

# Buckets of a bond that is in use come and go without a packet lost.
test_xor()
{
	local flows

	dummy 1 2
	bond_add b0 mode balance-xor miimon 10 xmit_hash_policy layer3+4
	enslave b0 d1 d2
	bond_up b0 d1 d2
	flows=$(flows d1 d2)
	bg_frames send b0 --count 100000 --pause 1 --vary sport
	bond_set b0 buckets 64
	check_eq "shares" "$(shares)" "32 32"
	bond_set b0 buckets 4096
	bond_set b0 hash_seed 7
	check_eq "shares" "$(shares)" "2048 2048"
	bond_set b0 buckets 0
	bg_stop "$BG_PID"
	check_eq "dropped" "$(counter b0 tx_dropped)" 0
	check_eq "as before" "$(flows d1 d2)" "$flows"
}

# Flows spread, for every seed; the same seed gives the same places.
test_seed()
{
	local seed n one

	tcp_bond d1 d2
	for seed in 0 1 4294967295; do
		bond_set b0 hash_seed "$seed"
		n=$(flows d1 d2 | grep -c d1)
		check_range "seed $seed" "$n" 200 312
	done
	one=$(flows d1 d2)
	bond_set b0 hash_seed 5
	check_range "another seed, other places" "$(moved "$one" "$(flows d1 d2)")" 180 332
	bond_set b0 hash_seed 4294967295
	check_eq "the same" "$(flows d1 d2)" "$one"
}

test_large_tables()
{
	local i

	for i in $(seq 6); do
		check_eq "b$i" "$(buckets add "b$i" mode=7 buckets=4096)" ok
	done
	dummy 1
	enslave b6 d1
	bond_up b6 d1
	buckets table b6 > "$LIB_TMP/table"
	check_eq "one of many" "$(grep -c d1 "$LIB_TMP/table")" 4096
	check_eq "as nobody" "$(setpriv --reuid 65534 --clear-groups --inh-caps=-all \
		--bounding-set=-all python3 "$(dirname "$0")/buckets.py" table b6 |
		grep -c d1)" 4096
	check_range "in messages" "$(sed -n 's/messages //p' "$LIB_TMP/table")" 2 100
	check_match "a single answer" "$(buckets one b6 | xargs)" "^buckets [0-9]{3,4} more$"
	bond_set b6 buckets 16
	check_eq "a small one" "$(buckets one b6)" "buckets 16"
	check_eq "of a slave" "$(buckets slave d1)" "buckets 0"
}

if [[ $VM_MODULE == in-tree ]]; then
	echo "1..0 # SKIP in-tree has no buckets"
	exit 0
fi
run_tests mode values down_and_up release_and_add no_slave counters xor seed large_tables
