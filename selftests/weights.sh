#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 (256 buckets) --+-- x1   taps, whose speed can be set
#	                   +-- x2
#	                   +-- x3
#
# Proves that slaves get buckets by weight, by speed if that is wanted, that a weight
# that changes moves no more than it must, and that values out of range change nothing.

. "$(dirname "$0")/lib.sh"
no_ipv6

buckets()
{
	python3 "$(dirname "$0")/buckets.py" "$@"
}

tcp_bond()
{
	local dev

	taps "$LIB_TMP/frames" x1 x2 x3
	for dev in x1 x2 x3; do
		ethtool -s "$dev" speed 1000 duplex full
	done
	bond_add b0 mode balance-xor miimon 10
	bond_set b0 mode balance-tcp
	bond_set b0 rebalance_interval 0
	enslave b0 "$@"
	bond_up b0 "$@"
}

# owners: "INDEX SLAVE" of each bucket
owners()
{
	buckets table b0 | awk '$1 != "messages" { print $1, $2 }'
}

# shares: the buckets of x1, x2 and x3
shares()
{
	owners | awk '{ n[$2]++ } END { print n["x1"] + 0, n["x2"] + 0, n["x3"] + 0 }'
}

shares_are()
{
	[[ $(shares) == "$*" ]]
}

# check_near DESC N1 N2 N3: no share is off by more than one: it may save a move.
check_near()
{
	local desc=$1 got want

	got=$(shares)
	read -ra want <<< "${*:2}"
	for n in $got; do
		check_range "$desc: $got" "$n" $((want[0] - 1)) $((want[0] + 1))
		want=("${want[@]:1}")
	done
}

# moved BEFORE AFTER: how many
moved()
{
	echo "$1" > "$LIB_TMP/before"
	grep -cvxF -f "$LIB_TMP/before" <<< "$2" || :
}

# set_speed DEV SPEED: as a device does that has found another partner
set_speed()
{
	ip link set "$1" carrier off
	wait_until 5000 "$1 is down" port_is "$1" down
	ethtool -s "$1" speed "$2" duplex full
	ip link set "$1" carrier on
	wait_until 5000 "$1 is up" port_is "$1" up
}

test_weight()
{
	local before after

	tcp_bond x1 x2 x3
	before=$(owners)
	check_eq "alike" "$(shares | tr ' ' '\n' | sort -n | xargs)" "85 85 86"
	check_eq "netlink" "$(buckets port-set x1 weight=2)" ok
	after=$(owners)
	check_eq "twice as many" "$(shares)" "128 64 64"
	check_range "no others moved" "$(moved "$before" "$after")" 42 43
	check_eq "shown" "$(buckets port-get x1 | head -n 2 | xargs)" "weight 2 buckets 128"
	check_eq "in sysfs" "$(port_opt x1 weight) $(port_opt x2 weight)" "2 0"
	check_match "in procfs" "$(cat /proc/net/bonding/b0)" "^Weight: 2$"
	check_write "sysfs" /sys/class/net/x2/bonding_slave/weight 5 0
	check_eq "by eighths" "$(shares)" "64 160 32"
	check_write "none" /sys/class/net/x2/bonding_slave/weight 0 0
	check_eq "none for the other" "$(buckets port-set x1 weight=0)" ok
	check_eq "alike again" "$(shares | tr ' ' '\n' | sort -n | xargs)" "85 85 86"
}

# The share of a slave that is lost goes to the others by their weight, and back.
test_down_and_up()
{
	local before

	tcp_bond x1 x2 x3
	check_eq "x1" "$(buckets port-set x1 weight=2)" ok
	before=$(owners)
	ip link set x3 carrier off
	wait_until 5000 "x3 is down" port_is x3 down
	check_range "two thirds" "$(shares | cut -d" " -f1)" 170 171
	check_eq "only those of x3 moved" "$(moved "$before" "$(owners)")" 64
	ip link set x3 carrier on
	wait_until 5000 "x3 is up" port_is x3 up
	check_eq "as before" "$(owners)" "$before"
}

test_speed()
{
	tcp_bond x1 x2 x3
	bond_set b0 weighting speed
	check_eq "alike" "$(shares | tr ' ' '\n' | sort -n | xargs)" "85 85 86"
	set_speed x1 2500
	wait_until 5000 "by speed" shares_are 142 57 57
	set_speed x2 10000
	check_near "by speed" 47 190 19
	check_eq "a weight is stronger" "$(buckets port-set x3 weight=12500)" ok
	check_near "its share" 26 102 128
	check_eq "back" "$(buckets port-set x3 weight=0)" ok
	bond_set b0 weighting equal
	check_eq "alike again" "$(shares | tr ' ' '\n' | sort -n | xargs)" "85 85 86"
	check_match "in procfs" "$(bond_set b0 weighting speed; cat /proc/net/bonding/b0)" \
		"^Weighting: speed$"
}

# A link that is lost often has no speed any more, and none at once when it is back:
# what was known counts.
test_speed_lost()
{
	local before

	tcp_bond x1 x2
	bond_set b0 weighting speed
	set_speed x1 3000
	wait_until 5000 "by speed" shares_are 192 64 0
	before=$(owners)
	set_speed x2 0
	check_eq "not known" "$(dev_attr x2 speed)" 0
	check_eq "as before" "$(owners)" "$before"
}

# Weights are scaled: who is lost must not change the scale, or others would move. All
# of x2 are moved by hand; x2 then gets those of x1, but none of x3.
test_scale()
{
	local before bucket

	tcp_bond x1 x2 x3
	check_eq "x1" "$(buckets port-set x1 weight=70000)" ok
	check_eq "x2" "$(buckets port-set x2 weight=60000)" ok
	check_eq "x3" "$(buckets port-set x3 weight=60000)" ok
	for bucket in $(owners | awk '$2 == "x2" { print $1 }'); do
		echo "$bucket:x3" > /sys/class/net/b0/bonding/bucket_map
	done
	before=$(owners)
	ip link set x1 carrier off
	wait_until 5000 "x1 is down" port_is x1 down
	check_eq "those of x1 move" "$(moved "$before" "$(owners)")" \
		"$(grep -c " x1$" <<< "$before")"
}

# Who does not know the speed of a slave gives it no more than the slowest.
test_unknown_speed()
{
	tcp_bond x1 x2
	dummy 1
	enslave b0 d1
	wait_until 5000 "d1 is up" port_is d1 up
	bond_set b0 weighting speed
	set_speed x2 3000
	check_eq "as the slowest" "$(owners | awk '{ n[$2]++ } END { print n["x1"], n["x2"], n["d1"] }' |
		sed 's/5[12]/fifth/g')" "fifth 153 fifth"
	ip link set x1 nomaster
	ip link set x2 nomaster
	check_eq "the only one has all" "$(owners | grep -c d1)" 256
	dummy 2
	enslave b0 d2
	wait_until 5000 "d2 is up" port_is d2 up
	check_eq "none known" "$(owners | grep -c d1)" 128
}

# Speeds beyond what a weight can be are scaled, all by the same.
test_fast()
{
	tcp_bond x1 x2
	bond_set b0 weighting speed
	set_speed x1 400000
	set_speed x2 1200000
	wait_until 5000 "a quarter" shares_are 64 192 0
	set_speed x1 10
	check_eq "one at least" "$(shares)" "1 255 0"
}

test_values()
{
	local before

	tcp_bond x1 x2
	before=$(owners)
	check_match "too heavy" "$(buckets port-set x1 weight=10000001)" "^EINVAL weight 10000001: "
	check_match "far too heavy" "$(buckets port-set x1 weight=4294967295)" \
		"^EINVAL weight 4294967295: "
	check_match "too short" "$(buckets port-set x1 weight=hex:01)" "^E(INVAL|RANGE)"
	check_match "not to be set" "$(buckets port-set x1 weight=3 buckets=7)" "^EPERM buckets "
	check_match "not known" "$(buckets port-set x1 weight=3 9=7)" "^EINVAL"
	for text in 10000001 -1 x "" 1.5; do
		check_write "'$text'" /sys/class/net/x1/bonding_slave/weight "$text" EINVAL
	done
	check "in the log" log_has "slave x1.: option weight 10000001: "
	check_match "weighting" "$(buckets set b0 buckets=128 weighting=hex:02)" "^EINVAL weighting 2"
	check_write "weighting" /sys/class/net/b0/bonding/weighting heavy EINVAL
	check_opt b0 weighting "equal 0"
	check_eq "nothing moved" "$(owners)" "$before"
	check_eq "the largest" "$(buckets port-set x1 weight=10000000)" ok
	check_eq "nearly all" "$(shares)" "255 1 0"
	check_eq "not by just anybody" "$(setpriv --reuid 65534 --clear-groups --inh-caps=-all \
		--bounding-set=-all python3 "$(dirname "$0")/buckets.py" port-set x1 weight=1)" \
		"EPERM "
	ip link set x1 nomaster
	ip link set x1 down
	ip link set x1 master b0
	wait_until 5000 "x1 is up" port_is x1 up
	check_eq "a new slave has none" "$(buckets port-get x1 | head -n 1)" "weight 0"
	bond_add b1 mode balance-rr
	dummy 1
	enslave b1 d1
	check_match "without buckets" "$(buckets port-set d1 weight=3)" "^EACCES weight 3: "
	check_eq "not shown" "$(buckets port-get d1)" ""
}

if [[ $VM_MODULE == in-tree ]]; then
	echo "1..0 # SKIP in-tree has no weights"
	exit 0
fi
run_tests weight down_and_up speed speed_lost scale unknown_speed fast values
