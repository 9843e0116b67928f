#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	ip link set b0 type bond OPTION VALUE        echo VALUE > .../bonding/OPTION
#	                      \                        /
#	                       b0 --+-- d1
#	                            +-- d2
#
# Proves the range, preconditions and errors of the options, that both interfaces
# show what the other set, and that a refused request changes nothing.
# (selftests/parity compares texts and numbers with the in-tree module's.)

. "$(dirname "$0")/lib.sh"
no_ipv6

# answers OPTION VALUE ERROR: by sysfs, on b0.
answers()
{
	check_write "$1 '$2'" "/sys/class/net/b0/bonding/$1" "$2" "$3"
}

# nl_refused REGEX OPTION VALUE...: by netlink, on b0.
nl_refused()
{
	local regex=$1

	shift
	check_refused "$*" "$regex" ip link set b0 type bond "$@"
}

# options_of BOND: every option as sysfs shows it.
options_of()
{
	(cd "/sys/class/net/$1/bonding" && find . -type f -perm /444 -exec grep . {} + | sort)
}

test_defaults()
{
	bond_add b0
	check_opt b0 mode "balance-rr 0"
	check_opt b0 miimon 0
	check_opt b0 packets_per_slave 1
	check_opt b0 xmit_hash_policy "layer2 0"
	check_opt b0 num_grat_arp 1
	check_opt b0 resend_igmp 1
	check_opt b0 min_links 0
	check_opt b0 use_carrier 1
	check_opt b0 tlb_dynamic_lb 1
	check_opt b0 lp_interval 1
	check_opt b0 primary_reselect "always 0"
	check_opt b0 fail_over_mac "none 0"
	check_opt b0 all_slaves_active 0
}

# A row: mode, option, value, as sysfs shows it then.
test_both_interfaces()
{
	local mode option value shown

	while read -r mode option value shown; do
		bond_add b0 mode "$mode"
		bond_add b1 mode "$mode"
		[[ $option != *delay ]] || {
			bond_set b0 miimon 100
			bond_set b1 miimon 100
		}
		check "sysfs $option $value" bond_set b0 "$option" "$value"
		check_opt b0 "$option" "$shown"
		check "netlink $option $value" ip link set b1 type bond \
			"${option/peer_notif_delay/peer_notify_delay}" "$value"
		check_opt b1 "$option" "$shown"
		ip link del b0
		ip link del b1
	done <<- END
		balance-rr packets_per_slave 0 0
		balance-rr packets_per_slave 65535 65535
		balance-rr miimon 100 100
		balance-rr updelay 200 200
		balance-rr downdelay 300 300
		balance-rr min_links 3 3
		balance-rr all_slaves_active 1 1
		balance-rr resend_igmp 0 0
		balance-rr resend_igmp 255 255
		balance-xor xmit_hash_policy layer3+4 layer3+4 1
		balance-xor xmit_hash_policy vlan+srcmac vlan+srcmac 5
		balance-xor xmit_hash_policy encap2+3 encap2+3 3
		active-backup fail_over_mac follow follow 2
		active-backup fail_over_mac active active 1
		active-backup primary_reselect better better 1
		active-backup primary_reselect failure failure 2
		active-backup num_grat_arp 255 255
		active-backup num_unsol_na 7 7
		active-backup peer_notif_delay 500 500
	END
}

# M11; option, value, error.
test_ranges()
{
	local option value error

	bond_add b0 mode active-backup miimon 100
	while read -r option value error; do
		answers "$option" "$value" "$error"
	done <<- END
		resend_igmp 256 EINVAL
		resend_igmp -1 EINVAL
		num_grat_arp 256 EINVAL
		lp_interval 0 EINVAL
		lp_interval 2147483648 EINVAL
		all_slaves_active 2 EINVAL
		primary_reselect 9 EINVAL
		primary_reselect always 0
		min_links -1 EINVAL
		min_links 2147483648 EINVAL
		fail_over_mac 3 EINVAL
		fail_over_mac nosuch EINVAL
		xmit_hash_policy 6 EINVAL
		miimon -1 EINVAL
		miimon 2147483648 EINVAL
		miimon 10x EINVAL
		updelay 4294967295 EINVAL
		peer_notif_delay 300001 EINVAL
		mode 42 EINVAL
		mode nosuch EINVAL
	END
	for option in resend_igmp lp_interval min_links miimon updelay \
		peer_notify_delay; do
		nl_refused "invalid option value|Invalid argument|invalid|out of range" \
			"$option" 4294967295
	done
	check_opt b0 lp_interval 1
}

# M01
test_mode_needs_down_and_empty()
{
	dummy 1
	bond_add b0 mode balance-rr
	ip link set b0 up
	answers mode active-backup EBUSY
	nl_refused "because the bond is up|Operation not permitted|denied|busy" \
		mode active-backup
	ip link set b0 down
	enslave b0 d1
	ip link set b0 down
	nl_refused "has slaves|not empty" mode active-backup
	check_opt b0 mode "balance-rr 0"
	nl_refused "has slaves|not empty" mode balance-rr
	ip link set d1 nomaster
	for mode in active-backup balance-xor broadcast balance-rr; do
		check "$mode" ip link set b0 type bond mode "$mode"
		check_match "$mode" "$(bond_opt b0 mode)" "^$mode "
	done
	check "by number" bond_set b0 mode 2
	check_opt b0 mode "balance-xor 2"
}

# M03: no value of any file in any mode may do harm.
test_every_value_in_every_file()
{
	local mode value file

	dummy 1
	for mode in 0 1 2 3; do
		bond_add b0
		bond_set b0 mode "$mode"
		for file in /sys/class/net/b0/bonding/*; do
			for value in 0 1 2 3 9 -1 x ""; do
				[ "${file##*/}" != slaves ] || value=+$value
				echo "$value" > "$file" || :
			done 2>/dev/null || :
		done
		ip link del b0
	done
	check "d1 is left alone" test ! -e /sys/class/net/d1/master
}

# Modes that an option does not go with.
test_options_of_other_modes()
{
	bond_add b0 mode balance-xor
	answers active_slave d1 EACCES
	answers primary d1 EACCES
	answers packets_per_slave 5 EACCES
	nl_refused "mode|Permission denied" packets_per_slave 5
	nl_refused "mode|Permission denied" primary lo
	check_opt b0 packets_per_slave 1
}

# M07
test_primary()
{
	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	check "not yet enslaved" bond_set b0 primary d2
	check_opt b0 primary ""
	enslave b0 d1
	ip link set b0 up
	wait_until 5000 "d1 is active" active_is b0 d1
	enslave b0 d2
	wait_until 5000 "d2 takes over" active_is b0 d2
	check_opt b0 primary d2
	ip link set d2 name e2
	wait_until 5000 "d1 after the rename" active_is b0 d1
	check_opt b0 primary ""
	check "cleared" bond_set b0 primary ""
	check "unknown" bond_set b0 primary nosuch
}

# M08
test_active_slave()
{
	dummy 1 2 3
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	ip link set d2 down
	wait_until 5000 "d2 goes down" port_is d2 down
	answers active_slave d2 EINVAL
	answers active_slave d3 EINVAL
	answers active_slave lo EINVAL
	answers active_slave nosuch ENODEV
	check_not "netlink, a stranger" ip link set b0 type bond active_slave d3
	check_opt b0 active_slave d1
	ip link set d2 up
	wait_until 5000 "d2 comes up" port_is d2 up
	answers active_slave d2 0
	check_opt b0 active_slave d2
	answers active_slave "" 0
	check "still one" test -n "$(bond_opt b0 active_slave)"
}

# M10
test_conflicts_leave_no_device()
{
	check_not "arp_interval and miimon" \
		ip link add b3 type bond arp_interval 100 miimon 100
	check_not "no device" test -e /sys/class/net/b3
	check_not "lacp_rate in active-backup" \
		ip link add b3 type bond mode active-backup lacp_rate 1
	check_not "no device" test -e /sys/class/net/b3
	check_not "a bad value" \
		ip link add b3 type bond mode active-backup packets_per_slave 7
	check_not "no device" test -e /sys/class/net/b3
	check_eq "procfs" "$(ls /proc/net/bonding)" ""
	check_eq "bonding_masters" "$(xargs < /sys/class/net/bonding_masters)" ""
}

test_refused_message_changes_nothing()
{
	local before

	known_in_tree "options are set one by one until one is refused"
	bond_add b0 mode active-backup miimon 100 updelay 200
	before=$(options_of b0)
	nl_refused . miimon 50 updelay 100 min_links 2 packets_per_slave 7
	check_eq "after packets_per_slave" "$(options_of b0)" "$before"
	nl_refused . resend_igmp 5 min_links 4294967295
	check_eq "after min_links" "$(options_of b0)" "$before"
	nl_refused . primary_reselect better num_grat_arp 9 mode balance-xor \
		active_slave lo
	check_eq "after active_slave" "$(options_of b0)" "$before"
}

test_several_at_once()
{
	bond_add b0
	check "all good" ip link set b0 type bond mode active-backup miimon 100 \
		updelay 200 downdelay 300 resend_igmp 3 num_grat_arp 2 \
		primary_reselect better min_links 1
	check_eq "set" "$(for o in mode miimon updelay downdelay resend_igmp \
		num_grat_arp primary_reselect min_links; do
		bond_opt b0 "$o"
	done | xargs)" "active-backup 1 100 200 300 3 2 better 1 1"
}

# num_grat_arp and num_unsol_na are one number with two names.
test_two_names()
{
	bond_add b0 mode active-backup
	bond_set b0 num_unsol_na 9
	check_opt b0 num_grat_arp 9
	bond_set b0 num_grat_arp 4
	check_opt b0 num_unsol_na 4
}

# E15
test_peer_notif_delay()
{
	bond_add b0 mode active-backup
	answers peer_notif_delay 500 EPERM
	bond_set b0 miimon 100
	answers peer_notif_delay 250 0
	check_opt b0 peer_notif_delay 200
	answers peer_notif_delay 150 0
	check_opt b0 peer_notif_delay 100
	answers peer_notif_delay 300000 0
	answers peer_notif_delay 300001 EINVAL
	answers peer_notif_delay 0 0
}

test_slave_prio()
{
	dummy 1 2 3
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2 d3
	bond_up b0 d1 d2 d3
	ip link set d3 type bond_slave prio 10 2>/dev/null ||
		skip "this ip knows no prio"
	ip link set d2 type bond_slave prio -5
	wait_until 5000 "d3 takes over" active_is b0 d3
	ip link set d3 down
	wait_until 5000 "then d1" active_is b0 d1
}

# Only the first word counts, and space before it does not.
test_text_of_a_value()
{
	bond_add b0
	check "space before" bond_set b0 mode "  active-backup"
	check_opt b0 mode "active-backup 1"
	check "more behind" bond_set b0 mode "balance-xor extra"
	check_opt b0 mode "balance-xor 2"
	answers mode "balance" EINVAL
	answers mode "" EINVAL
	check_opt b0 mode "balance-xor 2"
}

# What is not there yet is refused, by name; no other module's business.
test_options_of_later_work()
{
	local before

	[ "$(bond_module)" = ours ] || skip "only this driver is unfinished"
	bond_add b0
	before=$(options_of b0)
	for words in "mode 802.3ad" "mode balance-tlb" "mode balance-alb" \
		"lp_interval 5" "arp_interval 100" "arp_validate all"; do
		# shellcheck disable=SC2086 # two words
		nl_refused "not supported by this driver yet" $words
		answers "${words% *}" "${words#* }" EOPNOTSUPP
	done
	check_eq "nothing has changed" "$(options_of b0)" "$before"
}

test_unprivileged()
{
	bond_add b0
	check "the slaves file" test "$(stat -c %a /sys/class/net/b0/bonding/slaves)" = 644
	check "mii_status is read only" test "$(stat -c %a \
		/sys/class/net/b0/bonding/mii_status)" = 444
	check_not "a user may not write" setpriv --reuid 65534 --clear-groups \
		bash -c 'echo 5 > /sys/class/net/b0/bonding/packets_per_slave'
	check_opt b0 packets_per_slave 1
}

run_tests defaults both_interfaces ranges mode_needs_down_and_empty \
	every_value_in_every_file options_of_other_modes primary active_slave \
	conflicts_leave_no_device refused_message_changes_nothing \
	several_at_once two_names peer_notif_delay slave_prio \
	text_of_a_value options_of_later_work unprivileged
