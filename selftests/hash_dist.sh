#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	sender -- b0 (balance-xor) --+-- d1
#	                             +-- d2
#
# Proves how flows spread over two slaves under each xmit_hash_policy: which
# fields count, which must not, and that what belongs together stays together.
# (Where each packet goes, bit for bit, is the matter of hash_placement.sh.)

. "$(dirname "$0")/lib.sh"
no_ipv6

xor_bond()
{
	dummy 1 2
	bond_add b0 mode balance-xor miimon 10 xmit_hash_policy "$1"
	enslave b0 d1 d2
	bond_up b0 d1 d2
}

# spread COUNT ARGS...: COUNT frames; sets SPREAD to "d1/d2" of them.
spread()
{
	local count=$1 t1 t2

	shift
	slurp /sys/class/net/d1/statistics/tx_packets
	t1=$REPLY
	slurp /sys/class/net/d2/statistics/tx_packets
	t2=$REPLY
	send_frames b0 "$count" --src 02:00:00:00:01:01 "$@"
	slurp /sys/class/net/d1/statistics/tx_packets
	SPREAD=$((REPLY - t1))
	slurp /sys/class/net/d2/statistics/tx_packets
	SPREAD=$SPREAD/$((REPLY - t2))
}

halves()
{
	local desc=$1

	shift
	spread 64 "$@"
	check_eq "$desc" "$SPREAD" 32/32
}

together()
{
	local desc=$1

	shift
	spread 64 "$@"
	case $SPREAD in
	64/0 | 0/64) ;;
	*) fail "$desc: $SPREAD, wanted all on one" ;;
	esac
}

# I07
test_layer2()
{
	xor_bond layer2
	halves "destination addresses" --vary dst
	together "source ports" --vary sport
	together "IP addresses" --vary dip
}

test_layer23()
{
	xor_bond layer2+3
	halves "destination MAC addresses" --vary dst
	spread 64 --vary dip
	check_range "IP addresses" "${SPREAD%/*}" 24 40
	together "source ports" --vary sport
}

test_layer34()
{
	xor_bond layer3+4
	halves "source ports by two" --vary sport --step 2
	halves "destination ports by two" --vary dport --step 2
	halves "TCP" --kind tcp --vary sport --step 2
	halves "IPv6" --kind udp6 --vary sport --step 2
	together "MAC addresses" --vary dst
	together "one flow"
	together "flow labels" --kind udp6 --vary flow
}

# I08
test_icmp()
{
	xor_bond layer3+4
	halves "echo by id" --kind echo --vary id --step 1
	together "errors by what is unused" --kind icmperr --vary unused
}

# I11
test_fragments()
{
	local policy one

	for policy in layer3+4 encap3+4; do
		xor_bond "$policy"
		together "$policy: first fragments" --kind first --vary sport
		one=$SPREAD
		together "$policy: later fragments" --kind later --vary sport
		check_eq "$policy: with the first ones" "$SPREAD" "$one"
		ip link del b0
		ip link del d1
		ip link del d2
	done
}

# I13
test_tunnels()
{
	xor_bond layer3+4
	together "layer3+4 sees the outer header" --kind gre --vary sport
	ip link set b0 type bond xmit_hash_policy encap3+4
	halves "encap3+4 sees the inner one" --kind gre --vary sport --step 2
	halves "and plain flows" --vary sport --step 2
}

# I15
test_options_and_extensions()
{
	local policy words

	for policy in layer3+4 encap3+4; do
		xor_bond "$policy"
		for words in 1 5 10; do
			halves "$policy: $words words of options" --kind options \
				--words "$words" --vary sport --step 2
			together "$policy: one flow with $words words" \
				--kind options --words "$words"
		done
		ip link del b0
		ip link del d1
		ip link del d2
	done
	xor_bond layer3+4
	together "layer3+4 stops at an extension header" --kind hop6 --vary sport
	ip link set b0 type bond xmit_hash_policy encap3+4
	halves "encap3+4 goes past it" --kind hop6 --vary sport --step 2
}

test_vlan_srcmac()
{
	xor_bond vlan+srcmac
	halves "source addresses" --vary src
	together "destination addresses" --vary dst
	together "ports" --vary sport
}

# The policy may change while the bond runs.
test_change_at_run_time()
{
	xor_bond layer2
	together "ports by layer2" --vary sport --step 2
	bond_set b0 xmit_hash_policy layer3+4
	halves "ports by layer3+4" --vary sport --step 2
	bond_set b0 xmit_hash_policy layer2
	together "ports by layer2 again" --vary sport --step 2
}

# A slave that is down gets nothing, the flows of one that stays may move.
test_one_down()
{
	pair 1 2
	bond_add b0 mode balance-xor miimon 10 xmit_hash_policy layer3+4
	enslave b0 a1 a2
	bond_up b0 a1 a2
	peer_set 1 down
	wait_until 5000 "a1 goes down" port_is a1 down
	send_frames b0 64 --vary sport
	check_count a1 tx_packets 0
	check_count a2 tx_packets 64
}

run_tests layer2 layer23 layer34 icmp fragments tunnels options_and_extensions \
	vlan_srcmac change_at_run_time one_down
