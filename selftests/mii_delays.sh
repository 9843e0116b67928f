#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- a1 ~~~~ p1 (sw)
#	     +-- a2 ~~~~ p2 (sw)
#
# Proves that updelay and downdelay last as long as they are set to, what ends
# them early, what is counted and logged, and that no slave is left in one when
# the monitor stops.

. "$(dirname "$0")/lib.sh"
no_ipv6

# up MODE OPTION...: both slaves up, whatever updelay there is.
up()
{
	pair 1 2
	bond_add b0 mode "$1" miimon 20
	enslave b0 a1 a2
	bond_up b0 a1 a2
	shift
	while [ $# -gt 0 ]; do
		bond_set b0 "$1" "$2"
		shift 2
	done
}

# from_to DESC LOW HIGH PORT STATE STATE: PORT is in STATE, then in the other
# after LOW to HIGH milliseconds.
from_to()
{
	local t0

	wait_until 3000 "$4 is $5" port_is "$4" "$5"
	t0=$(now_ms)
	wait_until $(($3 * 3)) "$4 is $6" port_is "$4" "$6"
	check_range "$1, ms" $(($(now_ms) - t0)) "$2" "$3"
}

failures()
{
	check_eq "failures of $1" "$(port_opt "$1" link_failure_count)" "$2"
}

# The high limits are for slow machines.
test_downdelay_lasts()
{
	up balance-xor downdelay 1000
	peer_set 1 down
	from_to "downdelay" 900 1600 a1 "going down" down
	failures a1 1
	check "log" log_has 'a1\): link status down for interface, disabling it in 1000 ms$'
	check "log" log_has 'a1\): link status definitely down, disabling slave$'
}

test_updelay_lasts()
{
	up balance-xor updelay 1000
	peer_set 1 down
	wait_until 3000 "a1 is down" port_is a1 down
	peer_set 1 up
	from_to "updelay" 900 1600 a1 "going back" up
	failures a1 1
	check "log" log_has 'a1\): link status up, enabling it in 1000 ms$'
}

# A delay of many periods is not longer for it.
test_periods_do_not_drift()
{
	known_in_tree "a period takes a tick longer than miimon"
	up balance-xor downdelay 3000
	peer_set 1 down
	from_to "downdelay" 2850 3200 a1 "going down" down
}

test_interruption_shorter_than_downdelay()
{
	up active-backup downdelay 2000
	peer_set 1 down
	wait_until 3000 "a1 is going down" port_is a1 "going down"
	check_eq "still active" "$(bond_opt b0 active_slave)" a1
	peer_set 1 up
	wait_until 1500 "a1 is up" port_is a1 up
	failures a1 0
	check_eq "active" "$(bond_opt b0 active_slave)" a1
	check "log" log_has 'a1\): link status down for active interface, disabling it in 2000 ms$'
	check "log" log_has 'a1\): link status up again after [0-9]+ ms$'
	peer_set 2 down
	wait_until 3000 "a2 is going down" port_is a2 "going down"
	check "log" log_has 'a2\): link status down for backup interface, disabling it in 2000 ms$'
}

test_loss_during_updelay()
{
	up balance-xor updelay 3000
	peer_set 1 down
	wait_until 3000 "a1 is down" port_is a1 down
	peer_set 1 up
	wait_until 3000 "a1 is going back" port_is a1 "going back"
	peer_set 1 down
	wait_until 2500 "a1 is down" port_is a1 down
	failures a1 2
	check "log" log_has 'a1\): link status down again after [0-9]+ ms$'
	# And the delay begins anew.
	peer_set 1 up
	from_to "updelay" 2500 4500 a1 "going back" up
}

# The last slave fails while another waits: that one need not wait any longer.
test_updelay_ends_when_nothing_is_up()
{
	local mode

	for mode in active-backup balance-rr balance-xor broadcast; do
		up "$mode" updelay 30000
		peer_set 1 down
		wait_until 3000 "a1 is down" port_is a1 down
		peer_set 1 up
		wait_until 3000 "a1 is going back" port_is a1 "going back"
		lasting 100
		peer_set 2 down
		wait_until 3000 "$mode: a1 is up" port_is a1 up
		wait_until 3000 "$mode: carrier" carrier_is b0 1
		ip link del b0
		sw_del
	done
}

# Of several that wait, the one that has waited longest.
test_longest_waiting()
{
	pair 1 2 3
	bond_add b0 mode active-backup miimon 20
	enslave b0 a1 a2 a3
	bond_up b0 a1 a2 a3
	bond_set b0 active_slave a3
	bond_set b0 updelay 30000
	peer_set 1 down
	peer_set 2 down
	wait_until 3000 "a1 is down" port_is a1 down
	wait_until 3000 "a2 is down" port_is a2 down
	peer_set 2 up
	wait_until 3000 "a2 waits" port_is a2 "going back"
	lasting 100
	peer_set 1 up
	wait_until 3000 "a1 waits" port_is a1 "going back"
	lasting 100
	peer_set 3 down
	wait_until 3000 "a2 takes over" active_is b0 a2
	check "a2 is up" port_is a2 up
	check "a1 waits" port_is a1 "going back"
	check "log" log_has 'a2\): making interface the new active one [0-9]+ ms earlier$'
}

# Enslaved with a link: the first is used at once, the second waits.
test_updelay_at_enslavement()
{
	local t0

	pair 1 2
	bond_add b0 mode active-backup miimon 20 updelay 1500
	ip link set b0 up
	enslave b0 a1
	wait_until 1400 "a1 is up" port_is a1 up
	wait_until 1000 "carrier" carrier_is b0 1
	t0=$(now_ms)
	enslave b0 a2
	wait_until 1400 "a2 waits" port_is a2 "going back"
	wait_until 5000 "a2 is up" port_is a2 up
	check_range "updelay, ms" $(($(now_ms) - t0)) 1450 6000
}

test_monitor_stops_in_a_delay()
{
	known_in_tree "the slave stays in the delay for ever"
	up active-backup updelay 30000 downdelay 30000
	peer_set 2 down
	wait_until 3000 "a2 is going down" port_is a2 "going down"
	bond_set b0 miimon 0
	check "a2 is where it was going" port_is a2 down
	check_eq "delays" "$(bond_opt b0 updelay) $(bond_opt b0 downdelay)" "0 0"
}

# Carrier lost and found within a period is not seen; a change of the period
# does not lose one that is there to stay.
test_period_changes()
{
	local ms

	up active-backup
	for ms in 10 100 30; do
		bond_set b0 miimon "$ms"
		peer_set 1 down
		wait_until 3000 "$ms: a1 is down" port_is a1 down
		wait_until 3000 "$ms: a2 takes over" active_is b0 a2
		peer_set 1 up
		wait_until 3000 "$ms: a1 is up" port_is a1 up
		bond_set b0 active_slave a1
	done
}

# F06
test_speed_never_unknown()
{
	up balance-xor
	bg_loop ask_for_speed
	for _ in $(seq 20); do
		peer_set 2 down
		peer_set 2 up
		check_eq "speeds" \
			"$(grep -c 'Speed: 10000 Mbps' /proc/net/bonding/b0)" 2
	done
}

ask_for_speed()
{
	ethtool b0
	ethtool a1
} > /dev/null 2>&1

run_tests downdelay_lasts updelay_lasts periods_do_not_drift \
	interruption_shorter_than_downdelay loss_during_updelay \
	updelay_ends_when_nothing_is_up longest_waiting \
	updelay_at_enslavement monitor_stops_in_a_delay period_changes \
	speed_never_unknown
