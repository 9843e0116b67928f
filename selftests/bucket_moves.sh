#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	512 flows -- b0 (256 buckets) --+-- d1
#	                                +-- d2
#	                                +-- d3
#
# Proves that buckets go where they are sent by hand, that those that are pinned stay
# there or come back, that an order that cannot be carried out changes nothing, and
# that what is told of buckets, of slaves and of the way of a frame is so.

. "$(dirname "$0")/lib.sh"
no_ipv6

MAP=/sys/class/net/b0/bonding/bucket_map
DEBUG=/sys/kernel/debug/bonding/net:$(stat -L -c %i /proc/self/ns/net)

buckets()
{
	python3 "$(dirname "$0")/buckets.py" "$@"
}

tcp_bond()
{
	bond_add b0 mode balance-xor miimon 10
	bond_set b0 mode balance-tcp
	bond_set b0 rebalance_interval 0
	dummy 1 2 3
	enslave b0 "$@"
	bond_up b0 "$@"
}

# owners: "INDEX SLAVE PIN" of each bucket
owners()
{
	buckets table b0 | awk '$1 != "messages" { print $1, $2, $8 }'
}

# owner INDEX
owner()
{
	owners | sed -n "s/^$1 //p"
}

# moves: of all buckets, since the bond was made
moves()
{
	buckets table b0 | awk '$1 != "messages" { m += $5 } END { print m }'
}

# buckets_of SLAVE: their indices
buckets_of()
{
	owners | awk -v d="$1" '$2 == d { print $1 }'
}

# changes BEFORE AFTER: the lines of AFTER that are not in BEFORE
changes()
{
	echo "$1" > "$LIB_TMP/before"
	grep -vxF -f "$LIB_TMP/before" <<< "$2" || :
}

test_move()
{
	local before before_moves one two

	tcp_bond d1 d2 d3
	before=$(owners)
	before_moves=$(moves)
	one=$(buckets_of d1 | head -n 1)
	two=$(buckets_of d2 | head -n 1)
	ip monitor link dev b0 > "$LIB_TMP/monitor" &
	check_write "by sysfs" "$MAP" "$one:d3" 0
	check_eq "there it is" "$(changes "$before" "$(owners)")" "$one d3 -"
	check_eq "several by netlink" "$(buckets set b0 bucket="$one:d1" bucket="$two:d3:pin")" ok
	check_eq "there they are" "$(changes "$before" "$(owners)")" "$two d3 pin"
	check_eq "moves are counted" "$(moves)" $((before_moves + 3))
	check_write "free again" "$MAP" "$two:auto" 0
	check_eq "and still there" "$(owner "$two")" "d3 -"
	kill $!
	wait $! 2> /dev/null || :
	check_range "told of" "$(grep -c "b0:" "$LIB_TMP/monitor")" 2 6
	check_not "not to be read" cat "$MAP"
}

# Counters stay with the bucket, and its flows go with it.
test_flows()
{
	local before after bucket n

	tcp_bond d1 d2 d3
	before=$(buckets flows b0 512 d1 d2 d3)
	bucket=$(buckets table b0 | awk '$2 == "d1" && $3 > 1 { print $1; exit }')
	n=$(buckets table b0 | awk -v b="$bucket" '$1 == b { print $3 }')
	check_write "moved" "$MAP" "$bucket:d2" 0
	after=$(buckets flows b0 512 d1 d2 d3)
	check_eq "its flows and no others" "$(changes "$before" "$after" | awk '{ print $2 }' |
		sort | uniq -c | xargs)" "$n d2"
	check_eq "counted on" "$(buckets table b0 | awk -v b="$bucket" '$1 == b { print $3 }')" \
		$((2 * n))
}

test_pin()
{
	local all one

	tcp_bond d1 d2 d3
	one=$(buckets_of d1 | head -n 1)
	check_write "pinned" "$MAP" "$one:d2:pin" 0
	all=$(owners)
	ip link set d2 down
	wait_until 5000 "d2 is down" port_is d2 down
	check_match "it has gone elsewhere" "$(owner "$one")" "^d[13] pin$"
	ip link set d2 up
	wait_until 5000 "d2 is up" port_is d2 up
	check_eq "all as before" "$(owners)" "$all"
	ip link set d3 down
	wait_until 5000 "d3 is down" port_is d3 down
	check_write "pinned to a slave that is down" "$MAP" "$one:d3:pin" 0
	check_eq "where it was" "$(owner "$one")" "d2 pin"
	ip link set d3 up
	wait_until 5000 "d3 is up" port_is d3 up
	check_eq "it goes there when that is up" "$(owner "$one")" "d3 pin"
	ip link set d3 nomaster
	check_match "no slave, no pin" "$(owner "$one")" "^d[12] -$"
}

# A pin is stronger than the rebalancing: the one flow that could move does not.
test_pin_and_rebalance()
{
	local flows one two

	tcp_bond d1 d2
	read -r one two flows <<< "$(buckets flows b0 64 d1 d2 |
		awk '$2 == "d1" { print $1 }' | xargs)"
	flows=$(buckets ask "$DEBUG/b0/flow" "$one" "$two" |
		sed 's/.*bucket \([0-9]*\),.*/\1/' | xargs)
	for flows in $flows; do
		check_write "bucket $flows is pinned" "$MAP" "$flows:d1:pin" 0
	done
	bg python3 "$(dirname "$0")/buckets.py" load b0 40 "$one" "$two"
	bond_set b0 rebalance_min_rate 100
	bond_set b0 rebalance_interval 1000
	wait_until 20000 "three runs" runs_reach 3
	check_eq "nothing moved" "$(buckets info b0 | sed -n 's/^moves //p')" 0
	for flows in $(owners | awk '$3 == "pin" { print $1 }'); do
		check_write "bucket $flows is free" "$MAP" "$flows:auto" 0
	done
	wait_until 20000 "one moves" has_moved
	bg_stop "$BG_PID"
	bond_set b0 rebalance_interval 0
	check_eq "and only one" "$(buckets info b0 | grep -E "^(moves|last_moves)" | xargs)" \
		"moves 1 last_moves 1"
}

runs_reach()
{
	[[ $(buckets info b0 | sed -n 's/^runs //p') -ge $1 ]]
}

has_moved()
{
	[[ $(buckets info b0 | sed -n 's/^moves //p') -gt 0 ]]
}

# refused ERROR TEXT WORD...: with a good move in front, which must not happen either
refused()
{
	check_match "$3" "$(buckets set b0 bucket="$ONE:d3" "${@:3}")" "^$1 .*$2"
}

test_errors()
{
	local all

	tcp_bond d1 d2
	ip link set d3 up
	ip link set d2 down
	wait_until 5000 "d2 is down" port_is d2 down
	ONE=$(buckets_of d1 | head -n 1)
	check_match "not a slave" "$(buckets set b0 bucket="$ONE:d3")" \
		"^ENODEV bucket_map $ONE:d3: not a slave of this bond"
	all=$(owners)
	ip link set d3 down
	enslave b0 d3
	wait_until 5000 "d3 is up" port_is d3 up
	all=$(owners)
	ONE=$(buckets_of d1 | head -n 1)
	refused ENETDOWN "bucket_map 3:d2: this slave carries no traffic now" bucket=3:d2
	refused EINVAL "bucket_map 256:auto: there is no such bucket" bucket=256:auto
	refused EINVAL "bucket_map 4294967295:d1: there is no such bucket" bucket=4294967295:d1
	refused ENODEV "bucket_map 3:lo: not a slave of this bond" bucket=3:lo
	refused ENODEV "bucket_map 3:b0: not a slave of this bond" bucket=3:b0
	refused ENODEV "bucket_map 3:#99999: not a slave" "bucket=3:#99999"
	refused ENODEV "bucket_map 3:#4294967295: not a slave" "bucket=3:#4294967295"
	refused EEXIST "bucket_map $ONE:d1: this bucket comes twice" bucket="$ONE:d1"
	refused EINVAL "bucket_map 3:auto: a pin takes a slave" bucket=3:auto:pin
	refused EINVAL "bucket_map .: says no bucket" 32779=hex:
	refused EINVAL "bucket_map .: says no bucket" 32779=hex:0800020001000000
	refused "E(INVAL|RANGE)" "" 32779=hex:0500010001000000
	refused EINVAL "" 32779=hex:08000900010000000800010001000000
	refused EPERM "rebalance_info" 32780=hex:
	refused EINVAL "buckets 17" buckets=17
	refused EINVAL "no such table yet" buckets=64
	for text in 3 3: :d3 3:d3:pi 3:d3:pin:pin x:d3 -1:d3 3:auto:pin "3:d3 4:d3"; do
		check_write "'$text'" "$MAP" "$text" EINVAL
	done
	check_write "a long one" "$MAP" "$(printf '3:%080d' 1)" EINVAL
	check_write "another slave" "$MAP" 3:lo ENODEV
	check "in the log" log_has "option bucket_map 3:lo: not a slave of this bond"
	check_eq "nothing has moved" "$(owners)" "$all"
	check_eq "not by just anybody" "$(setpriv --reuid 65534 --clear-groups --inh-caps=-all \
		--bounding-set=-all python3 "$(dirname "$0")/buckets.py" set b0 bucket="$ONE:d3")" \
		"EPERM "
	check_eq "still nothing" "$(owners)" "$all"
	bond_add b1 mode balance-rr
	check_write "without buckets" /sys/class/net/b1/bonding/bucket_map 3:d3 EACCES
	bond_add b2 mode balance-xor
	check_write "in balance-xor without them" /sys/class/net/b2/bonding/bucket_map 3:auto EINVAL
}

# A table of another size begins without pins.
test_new_table()
{
	tcp_bond d1 d2
	check_write "pinned" "$MAP" 3:d1:pin 0
	bond_set b0 buckets 64
	check_eq "no pins" "$(owners | grep -c pin || :)" 0
	check_write "a pin" "$MAP" 3:d1:pin 0
	bond_set b0 hash_seed 5
	bond_set b0 miimon 20
	check_eq "it stays with the table" "$(owner 3)" "d1 pin"
}

# What is told of a bucket that carries traffic, and of its slave.
test_told()
{
	local flow bucket

	tcp_bond d1 d2
	flow=$(buckets flows b0 8 d1 d2 | awk '$2 == "d1" { print $1; exit }')
	bucket=$(buckets ask "$DEBUG/b0/flow" "$flow" |
		sed 's/.*bucket \([0-9]*\),.*/\1/')
	check_eq "idle of those that never sent" "$(buckets table b0 |
		awk '$1 != "messages" && ($3 == 0) != ($7 == "-")')" ""
	bg python3 "$(dirname "$0")/buckets.py" load b0 40 "$flow"
	bond_set b0 rebalance_interval 1000
	wait_until 20000 "a rate" has_rate "$bucket"
	bond_set b0 rebalance_interval 0
	# 1392 bytes 40 times a second, less what the clock of a test kernel is late
	check_range "its rate" "$(buckets table b0 | awk -v b="$bucket" '$1 == b { print $6 }')" \
		50000 460000
	check_eq "that of its slave" "$(buckets port-get d1 | sed -n 's/^tx_rate //p')" \
		"$(buckets table b0 | awk '$2 == "d1" { r += $6 } END { print r }')"
	check_eq "in procfs" "$(sed -n 's/^Hash Buckets Tx Rate (kbit.s): //p' \
		/proc/net/bonding/b0 | head -n 1)" \
		"$(($(buckets port-get d1 | sed -n 's/^tx_rate //p') / 1000))"
	check_range "idle" "$(buckets table b0 | awk -v b="$bucket" '$1 == b { print $7 }')" 0 1000
	bg_stop "$BG_PID"
	wait_until 5000 "idle for longer" idle_above "$bucket" 500
	check_eq "buckets of the slaves" "$(buckets port-get d1 | head -n 2 | xargs)" \
		"weight 0 buckets 128"
	check_range "runs" "$(buckets info b0 | sed -n 's/^runs //p')" 1 20
	check_eq "no next one" "$(buckets info b0 | grep -c next || :)" 0
	bond_set b0 rebalance_interval 60000
	check_range "the next one" "$(buckets info b0 | sed -n 's/^next_run_ms //p')" 30000 60000
	check_match "in procfs" "$(cat /proc/net/bonding/b0)" "^Next Rebalance \(ms\): [0-9]+$"
	check_match "the last" "$(cat /proc/net/bonding/b0)" "^Last Rebalance \(ms ago\): [0-9]+$"
}

has_rate()
{
	[[ $(buckets table b0 | awk -v b="$1" '$1 == b { print $6 }') -gt 0 ]]
}

idle_above()
{
	[[ $(buckets table b0 | awk -v b="$1" '$1 == b { print $7 }') -gt $2 ]]
}

# debugfs says the same as the wire, of every flow.
test_debugfs()
{
	local dir=$DEBUG/b0 other said

	tcp_bond d1 d2 d3
	check_eq "the table" "$(awk 'NR > 1 { print $1, $2, $3, $4, $6 }' "$dir/buckets")" \
		"$(buckets table b0 | awk '$1 != "messages" { print $1, $2, $3, $4, $5 }')"
	# shellcheck disable=SC2046
	said=$(buckets ask "$dir/flow" $(seq 0 511) | awk '{ print NR - 1, $NF }')
	check_eq "the way of a frame" "$said" "$(buckets flows b0 512 d1 d2 d3)"
	check_not "too short a frame" buckets ask "$dir/flow" hex:00112233445566778899aabb08
	check_match "nothing but a header" \
		"$(buckets ask "$dir/flow" hex:00112233445566778899aabb0800)" "slave d[123]$"
	check_match "half a tag" \
		"$(buckets ask "$dir/flow" hex:00112233445566778899aabb810000 2>&1 || :)" \
		"Invalid argument"
	check_match "a tag" \
		"$(buckets ask "$dir/flow" hex:00112233445566778899aabb8100000508004500)" \
		"slave d[123]$"
	check_match "a cut IPv6 header" \
		"$(buckets ask "$dir/flow" hex:00112233445566778899aabb86dd6000)" "slave d[123]$"
	bond_set b0 xmit_hash_policy encap3+4
	check_match "whose hash" "$(buckets ask "$dir/flow" 1)" "note .*hash of its own"
	bond_set b0 xmit_hash_policy vlan+srcmac
	check_match "by the address" "$(buckets ask "$dir/flow" 1)" "^hash [0-9]+, bucket"
	ip link set b0 down
	rename b0 b9
	check "renamed" test -e "$DEBUG/b9/flow"
	check_not "no more" test -e "$dir"
	ip link del b9
	check_not "gone" test -e "$DEBUG/b9"
	bond_add b0 mode balance-rr
	check_eq "without buckets" "$(cat "$dir/buckets")" ""
	check_match "no hash" "$(buckets ask "$dir/flow" 1 2>&1 || :)" "not supported"
	ns_add other
	ip -n other link add b0 type bond mode balance-xor
	other=/sys/kernel/debug/bonding/net:$(stat -L -c %i /run/netns/other)
	check_eq "another namespace" "$(cd "$other/b0" && echo ./*)" "./buckets ./flow"
	ip netns del other
	wait_until 10000 "gone with it" test ! -e "$other"
}

if [[ $VM_MODULE == in-tree ]]; then
	echo "1..0 # SKIP in-tree has no buckets"
	exit 0
fi
run_tests move flows pin pin_and_rebalance errors new_table told debugfs
