#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#	b0 --+-- x1 (tap, 100 Mbit/s half duplex)
#	     +-- x2 (tap, 1000 Mbit/s)
#	     +-- x3 (tap, 2500 Mbit/s)
#
# Proves what ethtool says of a bond: driver, speed and duplex of what its
# slaves make together, time stamps.

. "$(dirname "$0")/lib.sh"
no_ipv6

# three_speeds: x1, x2, x3
three_speeds()
{
	taps "$LIB_TMP/frames" x1 x2 x3
	ethtool -s x1 speed 100
	ethtool -s x1 duplex half
	ethtool -s x2 speed 1000
	ethtool -s x3 speed 2500
}

# speed BOND: "SPEED/DUPLEX" as ethtool shows them
speed()
{
	ethtool "$1" | sed -n 's/^\t\(Speed\|Duplex\): //p' | paste -sd/
}

# speeds MODE {SLAVE... = SPEED}...
speeds()
{
	local mode=$1 slaves=

	shift
	while [ $# -gt 0 ]; do
		if [ "$1" != = ]; then
			slaves+=" $1"
			shift
			continue
		fi
		bond_add b0 mode "$mode" miimon 10
		# shellcheck disable=SC2086
		enslave b0 $slaves
		# shellcheck disable=SC2086
		bond_up b0 $slaves
		check_eq "$mode:$slaves" "$(speed b0)" "$2"
		ip link del b0
		slaves=
		shift 2
	done
}

test_driver()
{
	bond_add b0
	ethtool -i b0 > "$LIB_TMP/info"
	check "driver" file_has "$LIB_TMP/info" '^driver: bonding$'
	check "version" file_has "$LIB_TMP/info" "^version: $(uname -r)\$"
	check "user space interface" file_has "$LIB_TMP/info" '^firmware-version: 2$'
}

# N01
test_speed_of_an_empty_bond()
{
	local mode unknown='Unknown!/Unknown! (255)'

	for mode in balance-rr active-backup balance-xor broadcast; do
		bond_add b0 mode "$mode"
		check_eq "$mode: down" "$(speed b0)" "$unknown"
		check_refused "$mode: down" "Invalid argument" cat /sys/class/net/b0/speed
		ip link set b0 up
		check_eq "$mode: up" "$(speed b0)" "$unknown"
		check_eq "$mode: up" "$(dev_attr b0 speed)" -1
		check_eq "$mode: up" "$(dev_attr b0 duplex)" unknown
		ip link del b0
	done
}

test_speed_is_summed()
{
	local mode

	three_speeds
	dummy 1
	for mode in balance-rr balance-xor; do
		speeds "$mode" x1 x2 = 1100Mb/s/Half x2 x1 = 1100Mb/s/Full \
			x2 x3 x1 = 3600Mb/s/Full d1 x1 = 100Mb/s/Half \
			x2 d1 = 1000Mb/s/Full d1 = 'Unknown!/Unknown! (255)'
	done
}

test_speed_of_the_active()
{
	three_speeds
	dummy 1
	speeds active-backup x1 x2 = 100Mb/s/Half x2 x1 = 1000Mb/s/Full \
		x3 x2 = 2500Mb/s/Full x1 d1 = 100Mb/s/Half \
		d1 x1 = 'Unknown!/Unknown! (255)'
	bond_add b0 mode active-backup miimon 10
	enslave b0 x1 x2 x3
	bond_up b0 x1 x2 x3
	bond_set b0 active_slave x3
	check_eq "after a failover" "$(speed b0)" 2500Mb/s/Full
}

test_speed_of_the_slowest()
{
	three_speeds
	dummy 1
	speeds broadcast x1 x2 = 100Mb/s/Half x2 x1 = 100Mb/s/Full \
		x3 x2 = 1000Mb/s/Full x3 x2 x1 = 100Mb/s/Full x2 d1 = 1000Mb/s/Full
}

speed_is()
{
	[ "$(speed b0)" = "$1" ]
}

# N01: only slaves that can send count, at once without a delay.
test_speed_follows_links()
{
	pair 1 2
	bond_add b0 mode balance-xor miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	check_eq "both" "$(dev_attr b0 speed)" 20000
	peer_set 1 down
	wait_until 5000 "one" speed_is 10000Mb/s/Full
	peer_set 2 down
	wait_until 5000 "none" speed_is 'Unknown!/Unknown! (255)'
	check_eq "none" "$(dev_attr b0 speed)" -1
	peer_set 2 up
	wait_until 5000 "one" speed_is 10000Mb/s/Full
	ip link set a1 nomaster
	check_eq "alone" "$(speed b0)" 10000Mb/s/Full
}

# Also where nobody monitors, or the delay is not over.
test_speed_without_a_carrier()
{
	pair 1 2
	bond_add b0 mode balance-rr
	enslave b0 a1 a2
	bond_up b0 a1 a2
	peer_set 1 down
	check_eq "not monitored" "$(speed b0)" 10000Mb/s/Full
	peer_set 1 up
	ip link set b0 type bond miimon 10 downdelay 10000 updelay 10000
	check_eq "both" "$(speed b0)" 20000Mb/s/Full
	peer_set 1 down
	wait_until 5000 "going down" port_is a1 "going down"
	check_eq "going down" "$(speed b0)" 10000Mb/s/Full
}

test_speed_changes()
{
	three_speeds
	bond_add b0 mode balance-rr miimon 10
	enslave b0 x2 x3
	bond_up b0 x2 x3
	ethtool -s x2 speed 10000
	wait_until 5000 "followed" speed_is 12500Mb/s/Full
	check "procfs" file_has /proc/net/bonding/b0 '^Speed: 10000 Mbps$'
}

# F06
test_speed_is_never_unknown()
{
	local i

	pair 1 2
	bond_add b0 mode balance-xor miimon 10
	enslave b0 a1 a2
	bond_up b0 a1 a2
	for i in $(seq 50); do
		grep -q Unknown /proc/net/bonding/b0 && fail "unknown in round $i"
		[ "$(dev_attr b0 speed)" = 20000 ] || fail "wrong speed in round $i"
	done
}

test_refused()
{
	local cmd

	bond_add b0
	for cmd in "-s b0 speed 100 duplex full autoneg off" "-A b0 rx on" \
		"-G b0 rx 5" "-r b0" "-c b0" "-l b0"; do
		# shellcheck disable=SC2086
		check_match "$cmd" "$(ethtool $cmd 2>&1 || :)" "not supported"
	done
}

# stamps DEV: time stamps and the clock, in one line
stamps()
{
	ethtool -T "$1" | sed -n 's/^\t\([a-z-]*\).*$/\1/p; s/^PTP Hardware Clock: //p' |
		paste -sd' '
}

software="software-receive software-system-clock none"

# N02
test_stamps_without_an_active_slave()
{
	local mode

	for mode in balance-rr active-backup balance-xor broadcast; do
		bond_add b0 mode "$mode"
		check_eq "$mode" "$(stamps b0)" "$software"
		ip link del b0
	done
}

# N02: packets leave by any slave.
test_stamps_of_all_slaves()
{
	[ "$(bond_module) $(uname -r | cut -d. -f1,2)" != "in-tree 6.1" ] ||
		skip "only newer kernels look at the slaves"
	pair 1
	ip link add t1 type vxlan id 1 remote 192.0.2.1 dstport 4789 ||
		skip "no tunnel that cannot stamp"
	check_eq "tunnel" "$(stamps t1)" "$software"
	bond_add b0 mode balance-rr miimon 10
	enslave b0 a1
	check_eq "one that can" "$(stamps b0)" "software-transmit $software"
	enslave b0 t1
	check_eq "one that cannot" "$(stamps b0)" "$software"
	ip link set a1 nomaster
	check_eq "alone" "$(stamps b0)" "$software"
	ip link set t1 nomaster
	check_eq "none" "$(stamps b0)" "$software"
}

# clocks: sim1 and sim2, devices with a clock each
clocks()
{
	modprobe netdevsim 2> /dev/null || skip "no netdevsim"
	echo "1 1" > /sys/bus/netdevsim/new_device
	echo "2 1" > /sys/bus/netdevsim/new_device
	wait_until 5000 "devices" test -e /sys/bus/netdevsim/devices/netdevsim2/net
	ip link set "$(ls /sys/bus/netdevsim/devices/netdevsim1/net)" down name sim1
	ip link set "$(ls /sys/bus/netdevsim/devices/netdevsim2/net)" down name sim2
}

clocks_end()
{
	echo 1 > /sys/bus/netdevsim/del_device
	echo 2 > /sys/bus/netdevsim/del_device
}

clock()
{
	ethtool -T "$1" | sed -n 's/^PTP Hardware Clock: //p'
}

# N04: the clock is that of the active slave.
test_clock_of_the_active()
{
	clocks
	check_not "two clocks" test "$(clock sim1)" = "$(clock sim2)"
	bond_add b0 mode active-backup miimon 10
	enslave b0 sim1 sim2
	bond_up b0 sim1 sim2
	check_eq "first" "$(stamps b0)" "$(stamps sim1)"
	bond_set b0 active_slave sim2
	check_eq "after a failover" "$(stamps b0)" "$(stamps sim2)"
	bond_add b1 mode active-backup miimon 10
	enslave b1 b0
	bond_up b1 b0
	check_eq "through two bonds" "$(clock b1)" "$(clock sim2)"
	ip link del b1
	ip link del b0
	bond_add b0 mode balance-rr miimon 10
	enslave b0 sim1 sim2
	check_eq "no active slave" "$(clock b0)" none
	clocks_end
}

# N03: asked with nothing but a reference to the bond held.
test_clock_of_a_socket()
{
	dummy 1 2
	bond_add b0 mode active-backup miimon 10
	enslave b0 d1 d2
	bond_up b0 d1 d2
	python3 - > "$LIB_TMP/out" <<- END
		import errno, socket, struct
		SO_TIMESTAMPING_NEW, BIND_PHC, SO_BINDTODEVICE = 65, 1 << 15, 25
		sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
		sock.setsockopt(socket.SOL_SOCKET, SO_BINDTODEVICE, b"b0")
		try:
		    sock.setsockopt(socket.SOL_SOCKET, SO_TIMESTAMPING_NEW,
		                    struct.pack("=ii", BIND_PHC | 1 << 6 | 1 << 2, 0))
		    print("ok")
		except OSError as err:
		    print(errno.errorcode[err.errno])
	END
	check_eq "no such clock" "$(cat "$LIB_TMP/out")" EINVAL
	check_not "no warning" log_has 'suspicious RCU|BUG:|WARNING:'
}

run_tests driver speed_of_an_empty_bond speed_is_summed speed_of_the_active \
	speed_of_the_slowest speed_follows_links speed_without_a_carrier speed_changes \
	speed_is_never_unknown refused stamps_without_an_active_slave \
	stamps_of_all_slaves clock_of_the_active clock_of_a_socket
