#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	frames -- b0 (balance-xor) --+-- d1
#	                             +-- ...
#	                             +-- d5
#
# Proves that every frame goes by the slave that the in-tree driver puts it on,
# to the bit: each hash policy, three to five slaves, a table of frames (tunnels,
# fragments, ICMP errors, VLAN tags, anything cut off at any length).
#
# hash_placement.golden is what the in-tree driver does. The test `record`, under
# the in-tree module, writes it anew to $VM_OUT.

. "$(dirname "$0")/lib.sh"
no_ipv6

GOLDEN=$LIB_DIR/hash_placement.golden

# placement POLICY: lines "NAME POLICY NSLAVES PLACES", with three to five slaves
# (the remainder by two follows from that by four).
placement()
{
	local policy=$1 n slaves=()

	bond_add b0 mode balance-xor miimon 100 xmit_hash_policy "$policy"
	ip link set b0 up
	ip link add link b0 name b0.100 type vlan id 100 egress-qos-map 0:3
	ip link add link b0.100 name b0.100.200 type vlan id 200
	ip link set b0.100 up
	ip link set b0.100.200 up
	dummy 1 2 3 4 5
	slaves=(d1 d2)
	enslave b0 d1 d2
	for n in 3 4 5; do
		enslave b0 "d$n"
		slaves+=("d$n")
		wait_until 5000 "$n slaves are up" ports_up "${slaves[@]}"
		python3 "$LIB_DIR/hash_frames.py" b0 "${slaves[@]}" |
			while read -r name places; do
				echo "$name $policy $n $places"
			done
	done
}

# compare POLICY: whatever differs from the golden file is a failure.
compare()
{
	local policy=$1 want=$LIB_TMP/want got=$LIB_TMP/got differ

	placement "$policy" > "$got"
	grep -F " $policy " "$GOLDEN" > "$want"
	differ=$(diff "$want" "$got" || :)
	[ -z "$differ" ] && return
	fail "$policy: $(grep -c '^<' <<< "$differ") of $(wc -l < "$want") lines" \
		"differ from in-tree; the first (< in-tree, > here):"
	head -n 20 <<< "$differ" >&3
}

test_layer2() { compare layer2; }
test_layer2_3() { compare layer2+3; }
test_layer3_4() { compare layer3+4; }
test_encap2_3() { compare encap2+3; }
test_encap3_4() { compare encap3+4; }
test_vlan_srcmac() { compare vlan+srcmac; }

test_record()
{
	local policy

	for policy in layer2 layer2+3 layer3+4 encap2+3 encap3+4 vlan+srcmac; do
		placement "$policy"
		ip link del b0
		ip link del d1; ip link del d2; ip link del d3
		ip link del d4; ip link del d5
	done > "${VM_OUT:-/tmp}/hash_placement.golden"
}

run_tests layer2 layer2_3 layer3_4 encap2_3 encap3_4 vlan_srcmac
