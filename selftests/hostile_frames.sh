#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	AF_PACKET -- b0 --+-- d1      and      a1 -- p1 -- AF_PACKET
#	                  +-- d2
#
# Proves that frames which end too early, or lie about what follows, are sent or
# dropped in every mode and policy, by the queue layer and past it, and received
# likewise, without a read past their end (the kernel's checkers would tell).

. "$(dirname "$0")/lib.sh"
no_ipv6

POLICIES="layer2 layer2+3 layer3+4 encap2+3 encap3+4 vlan+srcmac"

# shower ARGS...: every malformed frame and every length of some good ones.
shower()
{
	local kind

	tool send b0 --kind hostile --errors-allowed "$@"
	for kind in udp6 options gre vlan hop6 igmp; do
		tool send b0 --kind "$kind" --every-length --errors-allowed "$@"
	done
}

# H02 H03 I06 I10
mode_test()
{
	local mode=$1 before

	dummy 1 2
	bond_add b0 mode "$mode" miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	before=$(counter b0 tx_packets)
	shower
	shower --bypass
	check_range "frames sent" $(($(counter b0 tx_packets) - before)) 400 100000
	check "still sends" send_frames b0 1
}

test_balance_rr()
{
	mode_test balance-rr
}

test_active_backup()
{
	mode_test active-backup
}

test_broadcast()
{
	mode_test broadcast
}

test_policies()
{
	local policy

	dummy 1 2
	bond_add b0 mode balance-xor miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	for policy in $POLICIES; do
		bond_set b0 xmit_hash_policy "$policy"
		shower
		shower --bypass
	done
	check "still sends" send_frames b0 1
}

# Through a VLAN and an upper bond, so that headers lie elsewhere.
test_stacked()
{
	local dev

	dummy 1 2
	bond_add b0 mode balance-xor miimon 10 xmit_hash_policy encap3+4
	enslave b0 d1 d2
	bond_up b0 d1 d2
	ip link add link b0 name b0.5 type vlan id 5
	ip link set b0.5 up
	for dev in "" --bypass; do
		tool send b0.5 --kind hostile --errors-allowed "$dev"
		tool send b0.5 --kind udp6 --every-length --errors-allowed "$dev"
	done
	check_range "frames sent" "$(counter b0 tx_packets)" 50 100000
}

test_no_slaves()
{
	local mode

	for mode in balance-rr active-backup balance-xor broadcast; do
		bond_add b0 mode "$mode"
		ip link set b0 up
		tool send b0 --kind hostile --errors-allowed
		tool send b0 --kind hostile --errors-allowed --bypass
		ip link del b0
	done
}

test_received()
{
	local mode n

	for mode in balance-rr active-backup balance-xor broadcast; do
		pair 1 2
		bond_add b0 mode "$mode" miimon 10
		enslave b0 a1 a2
		bond_up b0 a1 a2
		for n in 1 2; do
			tool send "p$n" --ns sw --kind hostile --errors-allowed
			tool send "p$n" --ns sw --kind hostile --errors-allowed \
				--dst "$(dev_attr b0 address)"
		done
		check_range "$mode: received" "$(counter b0 rx_packets)" 20 1000
		ip link del b0
		sw_del
	done
}

run_tests balance_rr active_backup broadcast policies stacked no_slaves received
