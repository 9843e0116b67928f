#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	senders (CPU 1) -- b0 --+-- a1 ~~~~ p1 --+-- br0 -- senders (sw)
#	changers (CPU 0)        +-- a2 ~~~~ p2 --+
#	                        +-- a3 ~~~~ p3 --+
#	                        +-- d1
#
# Proves that traffic both ways, changes of every option, slaves that come and
# go, links that flap and readers do no harm to each other in any mode, and that
# the bond works afterwards.
#
#	DURATION	seconds in all (12)

. "$(dirname "$0")/lib.sh"

DURATION=${DURATION:-12}
MODES=(balance-rr active-backup balance-xor broadcast)
[[ $VM_MODULE == in-tree ]] || MODES+=(balance-tcp)
CPUS=$(nproc)

# on N COMMAND...: a sender on CPU N, if there is that one, in the background.
on()
{
	local cpu=$(($1 % CPUS))

	shift
	bg taskset -c "$cpu" "$@"
	SENDERS+=("$BG_PID")
}

# loop FUNCTION: in the background on CPU 0 until the end of the round.
loop()
{
	bg_loop once "$1"
	taskset -cp 0 "$BG_PID" > /dev/null
}

once()
{
	"$1" > /dev/null 2>&1
	echo >> "$LIB_TMP/count.$1"
}

sysfs()
{
	printf '%s\n' "$2" > "/sys/class/net/b0/bonding/$1"
}

change_options()
{
	local n=$((RANDOM % 8))

	case $n in
	0) sysfs packets_per_slave $((RANDOM % 4 * 25)) ;;
	1) sysfs xmit_hash_policy $((RANDOM % 6)) ;;
	2) sysfs miimon $((RANDOM % 20 + 1)) ;;
	3) sysfs all_slaves_active $((RANDOM % 2)) ;;
	4) sysfs active_slave "a$((RANDOM % 3 + 1))" ;;
	5) sysfs primary "a$((RANDOM % 3 + 1))" ;;
	6) sysfs queue_id "a$((RANDOM % 3 + 1)):$((RANDOM % 4))" ;;
	7) sysfs min_links $((RANDOM % 2)) ;;
	esac
	[ $((RANDOM % 4)) -gt 0 ] || ip link set b0 type bond \
		resend_igmp $((RANDOM % 5)) num_grat_arp $((RANDOM % 5)) \
		updelay $((RANDOM % 30)) downdelay $((RANDOM % 30))
	[[ -e $LIB_TMP/has_buckets ]] || return 0
	case $((RANDOM % 4)) in
	0) sysfs buckets $((16 << RANDOM % 9)) ;;
	1) sysfs hash_seed "$RANDOM" ;;
	2) sysfs rebalance_interval $((RANDOM % 2 * 1000)) ;;
	3) sysfs rebalance_max_moves $((RANDOM % 100)) ;;
	esac
}

change_slaves()
{
	sysfs slaves -a3
	sysfs slaves +d1
	ip link set a2 nomaster
	sysfs slaves -d1
	ip link set a2 master b0
	sysfs slaves +a3
}

change_links()
{
	local n=$((RANDOM % 3 + 1))

	ip -n sw link set "p$n" down
	ip link set "a$n" down
	ip link set "a$n" up
	ip -n sw link set "p$n" up
}

change_device()
{
	ip link set b0 mtu $((1400 + RANDOM % 100))
	ip link set b0 address "02:00:00:00:0b:$((RANDOM % 90 + 10))"
	ip link set b0 promisc on
	ip link add link b0 name b0.7 type vlan id 7
	ip link set b0.7 up
	ip maddr add 33:33:00:00:00:77 dev b0
	ip link set b0 promisc off
	ip maddr del 33:33:00:00:00:77 dev b0
	ip link del b0.7
}

change_state()
{
	ip link set b0 down
	ip link set b0 up
	ip addr replace 192.0.2.1/24 dev b0
	lasting 300
}

read_all()
{
	cat /proc/net/bonding/b0 /sys/class/net/b0/bonding/* \
		/sys/class/net/*/bonding_slave/*
	ip -d -s link show b0
	ip -d -s link show master b0
	ip link xstats type bond dev b0
}

start_traffic()
{
	local py=(python3 -I -S "$LIB_DIR/frames.py" send) dst

	dst=$(dev_attr b0 address)
	SENDERS=()
	# As fast as can be where it does not starve the others.
	on 1 "${py[@]}" b0 --count 100000000 --vary sport --errors-allowed \
		--pause $((CPUS == 1))
	on 1 "${py[@]}" b0 --count 100000000 --kind igmp --bypass --pause 1 \
		--errors-allowed
	on 0 "${py[@]}" br0 --ns sw --count 100000000 --dst "$dst" \
		--pause 1 --errors-allowed
	on 1 "${py[@]}" p1 --ns sw --count 100000000 --pause 1 \
		--dst ff:ff:ff:ff:ff:ff --errors-allowed
}

# One mode for its part of the time.
churn()
{
	local mode=$1 name

	pair 1 2 3
	sw_bridge 1 2 3
	dummy 1
	rm -f "$LIB_TMP/has_buckets"
	if [[ $mode == balance-tcp ]]; then
		bond_add b0 mode balance-xor miimon 5
		sysfs mode balance-tcp
		sysfs rebalance_interval 1000
		sysfs rebalance_min_rate 0
		: > "$LIB_TMP/has_buckets"
	else
		bond_add b0 mode "$mode" miimon 5
	fi
	ip addr add 192.0.2.1/24 dev b0
	enslave b0 a1 a2 a3
	bond_up b0 a1
	start_traffic
	for name in change_options change_slaves change_links change_device \
		change_state read_all; do
		rm -f "$LIB_TMP/count.$name"
		loop "$name"
	done
	lasting $((DURATION * 1000 / ${#MODES[@]}))
	for name in change_options change_slaves change_links change_device \
		change_state read_all; do
		wait_until 120000 "$name ran" test -s "$LIB_TMP/count.$name"
		note "$mode: $(grep -c '' "$LIB_TMP/count.$name") $name"
	done
	bg_loop_stop
	for pid in "${SENDERS[@]}"; do
		bg_stop "$pid" KILL
	done
	works_afterwards "$mode"
}

works_afterwards()
{
	local n

	ip link del b0.7 2>/dev/null || :
	sysfs miimon 5
	sysfs min_links 0
	for n in 1 2 3; do
		ip -n sw link set "p$n" up
		[ -e "/sys/class/net/a$n/master" ] || enslave b0 "a$n"
		ip link set "a$n" up
	done
	ip link set b0 up
	ip addr replace 192.0.2.1/24 dev b0
	wait_until 10000 "slaves come up" ports_up a1 a2 a3
	# A bridge between the ends of a balancing bond may learn the wrong way:
	# one link is enough to see that packets go through.
	case $1 in
	balance-rr | balance-xor | balance-tcp | broadcast)
		ip link set a2 down
		ip link set a3 down
		wait_until 10000 "others go down" port_is a3 down
		;;
	esac
	wait_until 20000 "ping works" ping -c 1 -W 1 192.0.2.254
	ip link del b0
	check_eq "addresses are given back" "$(dev_attr d1 address)" 02:00:00:00:01:01
	check_eq "MTU is given back" "$(dev_attr a1 mtu)" 1500
	check_eq "counts are given back" \
		"$(link_json a1 '"\(.promiscuity) \(.allmulti)"')" "0 0"
}

test_balance_rr()
{
	churn balance-rr
}

test_active_backup()
{
	churn active-backup
}

test_balance_xor()
{
	churn balance-xor
}

test_broadcast()
{
	churn broadcast
}

test_balance_tcp()
{
	churn balance-tcp
}

run_tests "${MODES[@]//-/_}"
