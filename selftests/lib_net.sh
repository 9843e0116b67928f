# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The part of lib.sh that knows about networks: namespaces and devices, their
# attributes and counters, frames.

# --- topology ----------------------------------------------------------------

# ipv6_defaults DISABLE: new devices send nothing of their own accord, or have no
# IPv6 at all, so that counters of frames are exact.
ipv6_defaults()
{
	local dir=/proc/sys/net/ipv6/conf/default

	[ -d $dir ] || return 0
	echo 0 > $dir/accept_dad
	echo 0 > $dir/router_solicitations
	echo "$1" > $dir/disable_ipv6
}

# no_ipv6: for the whole script, in all its namespaces.
no_ipv6()
{
	LIB_NO_IPV6=1
	ipv6_defaults 1
}

# ns_add NAME...: network namespaces, IPv6 there as here.
ns_add()
{
	local ns

	for ns; do
		ip netns add "$ns"
		tool namespace "$ns" "${LIB_NO_IPV6:-0}"
	done
}

# ns_has NAME
ns_has()
{
	[ -e "/run/netns/$1" ]
}

# pair N...: aN here, its peer pN up in the namespace "sw".
pair()
{
	local n batch=

	ns_has sw || ns_add sw
	for n; do
		batch+="link add a$n type veth peer name p$n netns sw"$'\n'
	done
	ip -batch - <<< "$batch"
	tool link up "${@/#/sw:p}"
}

# dummy N...: dN with the address 02:00:00:00:01:0N.
dummy()
{
	local n batch=

	for n; do
		batch+="link add d$n address 02:00:00:00:01:0$n type dummy"$'\n'
	done
	ip -batch - <<< "$batch"
}

devs_there()
{
	local dev

	for dev; do
		[ -e "/sys/class/net/$dev" ] || return 1
	done
}

# taps FILE NAME...: tap devices with a carrier; the text of UDP datagrams that are
# sent on them goes to FILE.
taps()
{
	[ -c /dev/net/tun ] || modprobe tun || skip "no tap devices"
	bg python3 "$LIB_DIR/tap.py" "$@"
	wait_until 20000 "taps" devs_there "${@:2}"
}

# bond_add NAME [OPTION VALUE]...
bond_add()
{
	local bond=$1

	shift
	ip link add "$bond" type bond "$@"
}

# enslave BOND DEV...
enslave()
{
	local bond=$1 dev batch=

	shift
	for dev; do
		batch+="link set $dev down"$'\n'"link set $dev master $bond"$'\n'
	done
	ip -batch - <<< "$batch"
}

# rename DEV NAME: also where the kernel wants the device down for it (6.1).
rename()
{
	ip link set "$1" name "$2" 2>/dev/null && return
	ip link set "$1" down
	ip link set "$1" name "$2"
	ip link set "$2" up
}

# sw_bridge N...: pN as ports of br0 (192.0.2.254/24, 2001:db8::254/64) in "sw".
sw_bridge()
{
	local n batch="link add br0 type bridge mcast_snooping 0"$'\n'

	for n; do
		batch+="link set p$n master br0"$'\n'
	done
	batch+="link set br0 up"$'\n'"addr add 192.0.2.254/24 dev br0"$'\n'
	[ -n "${LIB_NO_IPV6:-}" ] ||
		batch+="addr add 2001:db8::254/64 dev br0 nodad"$'\n'
	ip -n sw -batch - <<< "$batch"
}

# sw_del: the far ends go, and each aN with its peer.
sw_del()
{
	local dev

	ip netns del sw
	for dev in /sys/class/net/a*; do
		wait_until 10000 "${dev##*/} goes with its peer" test ! -e "$dev"
	done
}

# peer_set N up|down: the link of aN, seen from its far end.
peer_set()
{
	tool link "$2" "sw:p$1"
}

# --- reading -----------------------------------------------------------------

# bond_opt BOND NAME, port_opt SLAVE NAME: a sysfs attribute.
bond_opt()
{
	slurp "/sys/class/net/$1/bonding/$2" && echo "$REPLY"
}

port_opt()
{
	slurp "/sys/class/net/$1/bonding_slave/$2" && echo "$REPLY"
}

# bond_set BOND NAME VALUE: by sysfs; prints nothing.
bond_set()
{
	printf '%s\n' "$3" > "/sys/class/net/$1/bonding/$2"
}

# dev_attr DEV NAME: /sys/class/net/DEV/NAME.
dev_attr()
{
	slurp "/sys/class/net/$1/$2" && echo "$REPLY"
}

# counter DEV NAME: rx_packets, tx_packets, rx_dropped, ... of DEV.
counter()
{
	dev_attr "$1" "statistics/$2"
}

# count_is DEV NAME VALUE, count_above DEV NAME VALUE: for wait_until and check.
count_is()
{
	file_is "/sys/class/net/$1/statistics/$2" "$3"
}

count_above()
{
	slurp "/sys/class/net/$1/statistics/$2" && [ "$REPLY" -gt "$3" ]
}

# check_count DEV NAME WANTED
check_count()
{
	check_file "$2 of $1" "/sys/class/net/$1/statistics/$2" "$3"
}

# flag DEV NAME: DEV has NAME (UP, MASTER, SLAVE, PROMISC, ...) among its flags.
flag()
{
	local bit

	case $2 in
	UP)		bit=0x1 ;;
	BROADCAST)	bit=0x2 ;;
	POINTOPOINT)	bit=0x10 ;;
	NOARP)		bit=0x80 ;;
	PROMISC)	bit=0x100 ;;
	ALLMULTI)	bit=0x200 ;;
	MASTER)		bit=0x400 ;;
	SLAVE)		bit=0x800 ;;
	MULTICAST)	bit=0x1000 ;;
	*)		return 2 ;;
	esac
	slurp "/sys/class/net/$1/flags" && [ $((REPLY & bit)) -ne 0 ]
}

# link_json DEV JQ: JQ applied to the object of `ip -d -j link show DEV`.
link_json()
{
	ip -d -j link show dev "$1" | jq -r ".[0] | $2"
}

# counts DEV: promiscuity and allmulti, as "P/A".
counts()
{
	local text

	text=$(ip -d link show dev "$1")
	[[ $text =~ promiscuity\ ([0-9]+)\ +allmulti\ ([0-9]+) ]] &&
		echo "${BASH_REMATCH[1]}/${BASH_REMATCH[2]}"
}

# port_is SLAVE up|down, role_is SLAVE active|backup, active_is BOND SLAVE,
# carrier_is BOND 0|1: for wait_until and check.
port_is()
{
	file_is "/sys/class/net/$1/bonding_slave/mii_status" "$2"
}

role_is()
{
	file_is "/sys/class/net/$1/bonding_slave/state" "$2"
}

active_is()
{
	file_is "/sys/class/net/$1/bonding/active_slave" "$2"
}

carrier_is()
{
	file_is "/sys/class/net/$1/carrier" "$2"
}

# ports_up SLAVE...: every one is "up".
ports_up()
{
	local dev

	for dev; do
		port_is "$dev" up || return 1
	done
}

# bond_up BOND SLAVE...: set the bond up and wait until all SLAVEs and it are.
bond_up()
{
	local bond=$1

	shift
	ip link set "$bond" up
	wait_until 10000 "slaves of $bond come up" ports_up "$@"
	wait_until 10000 "$bond has carrier" carrier_is "$bond" 1
}

# try_write FILE VALUE: write VALUE; REPLY is 0 or the name of the error.
try_write()
{
	if { printf '%s\n' "$2" > "$1"; } 2> "$LIB_TMP/errno"; then
		REPLY=0
		return
	fi
	slurp "$LIB_TMP/errno"
	case ${REPLY##*: } in
	"Operation not permitted")	REPLY=EPERM ;;
	"No such file or directory")	REPLY=ENOENT ;;
	"Input/output error")		REPLY=EIO ;;
	"Cannot allocate memory")	REPLY=ENOMEM ;;
	"Permission denied")		REPLY=EACCES ;;
	"Device or resource busy")	REPLY=EBUSY ;;
	"File exists")			REPLY=EEXIST ;;
	"No such device")		REPLY=ENODEV ;;
	"Invalid argument")		REPLY=EINVAL ;;
	"Numerical result out of range") REPLY=ERANGE ;;
	"Directory not empty")		REPLY=ENOTEMPTY ;;
	"Operation not supported")	REPLY=EOPNOTSUPP ;;
	*)				REPLY=${REPLY##*: } ;;
	esac
}

# sysfs_errno FILE VALUE: the same, printed.
sysfs_errno()
{
	try_write "$@"
	echo "$REPLY"
}

# check_write DESC FILE VALUE WANTED: 0 or the name of the error.
check_write()
{
	try_write "$2" "$3"
	check_eq "$1" "$REPLY" "$4"
}

# log_has REGEX: the kernel has logged a line like that since the test began.
log_lines()
{
	dmesg | sed -n "/selftest-mark $LIB_MARK\$/,\$p"
}

log_has()
{
	log_lines | grep -Eq -- "$1"
}

# log_count REGEX: how many such lines since the test began.
log_count()
{
	log_lines | grep -Ec -- "$1" || :
}

# --- traffic -----------------------------------------------------------------

# frames ARGS...: frames.py in a process of its own.
frames()
{
	python3 -I -S "$LIB_DIR/frames.py" "$@"
}

# tool ARGS...: the same in the one that runs all the time on CPU 0. What it
# prints is in TOOL. Returns its status. `send` and captures take --ns NS.
tool()
{
	local line

	TOOL=
	printf '%s\n' "$*" >&5
	while IFS= read -r line <&6; do
		case $line in
		". 0")
			TOOL=${TOOL%$'\n'}
			return 0
			;;
		". "*)
			note "frames.py $*: ${TOOL%$'\n'}"
			return 1
			;;
		esac
		TOOL+=$line$'\n'
	done
	fail "frames.py has died"
	return 1
}

# send_frames DEV COUNT [frames.py send options]: exactly COUNT frames from CPU 0.
# Returns when all were handed to the device.
send_frames()
{
	local dev=$1 count=$2

	shift 2
	tool send "$dev" --count "$count" "$@"
}

# wire_start [NS:]DEV...: capture the numbered frames that come in by DEVs; or
# any that come in with wire_start_all.
wire_start()
{
	tool capture "$@"
}

wire_start_all()
{
	tool capture --all "$@"
}

# wire_has COUNT: so many have come in since, of all DEVs. WIRE is the number.
wire_has()
{
	tool captured
	WIRE=$TOOL
	[ "$WIRE" -ge "$1" ]
}

# wire_stop COUNT: wait for COUNT frames. Sets WIRE: lines "DEV LENGTH", runs of
# one device in the order of sending. Fails if frames came twice, or more came.
wire_stop()
{
	if ! tool arrived "$1" 30; then
		fail "frames arrived: got '$TOOL', wanted '$1'"
	fi
	wire_end
	check_eq "frames that came twice" "$WIRE_TWICE" 0
	check_eq "frames that came" "$WIRE_COUNT" "$1"
}

# wire_end: stop at once; sets WIRE as above, WIRE_COUNT, WIRE_TWICE, WIRE_LOST
# (numbers missing below the highest).
wire_end()
{
	tool runs
	{
		# shellcheck disable=SC2034 # for the tests
		read -r WIRE_COUNT WIRE_TWICE WIRE_LOST
		IFS= read -r -d '' WIRE
	} <<< "$TOOL" || :
	WIRE=${WIRE%$'\n'}
}

# pktgen DEV COUNT [NAME VALUE]...: exactly COUNT UDP frames of 60 bytes by the
# kernel's packet generator on CPU 0 through the queue layer, for great numbers. It
# sends another for each that is lost, so none may be: veth drops where the receiver's
# backlog is full.
pktgen()
{
	local dev=$1 count=$2 file=/proc/net/pktgen

	shift 2
	nsenter --net=/proc/1/ns/net sysctl -qw net.core.netdev_max_backlog=$((count + 1000))
	[ -d $file ] || modprobe pktgen || skip "no pktgen"
	echo rem_device_all > $file/kpktgend_0
	echo "add_device $dev" > $file/kpktgend_0
	for cmd in "count $count" "pkt_size 60" "delay 0" "xmit_mode queue_xmit" \
		"dst_mac 02:00:00:00:0d:0d" "dst_min 192.0.2.77"; do
		echo "$cmd" > "$file/$dev"
	done
	while [ $# -gt 1 ]; do
		echo "$1 $2" > "$file/$dev"
		shift 2
	done
	echo start > $file/pgctrl
	file_has "$file/$dev" '^Result: OK'
	echo rem_device_all > $file/kpktgend_0
}

# tcpdump_listens NAME: the capture NAME has its socket.
tcpdump_listens()
{
	file_has "$LIB_TMP/$1.err" 'listening on'
}

# capture_start NAME DEV [FILTER]...: where the text of frames matters, tcpdump into $LIB_TMP/NAME.pcap; returns
# when it listens. DEV is "NS:DEV" for a device in another namespace.
capture_start()
{
	local name=$1 dev=$2 in=()

	shift 2
	case $dev in
	*:*)
		in=(ip netns exec "${dev%%:*}")
		dev=${dev#*:}
		;;
	esac
	bg "${in[@]}" tcpdump -Z root -n -p -U --immediate-mode -B 32768 -s 256 \
		-i "$dev" -w "$LIB_TMP/$name.pcap" "$@" 2> "$LIB_TMP/$name.err"
	echo "$BG_PID" > "$LIB_TMP/$name.pid"
	wait_until 20000 "tcpdump listens on $dev" tcpdump_listens "$name"
}

# capture_count NAME: frames that the capture NAME has so far.
capture_count()
{
	tcpdump -n -r "$LIB_TMP/$1.pcap" 2>/dev/null | wc -l
}

# capture_reaches NAME COUNT
capture_reaches()
{
	[ "$(capture_count "$1")" -ge "$2" ]
}

# capture_stop NAME: end it; fails if the kernel dropped frames of it.
capture_stop()
{
	local pid

	pid=$(cat "$LIB_TMP/$1.pid")
	bg_stop "$pid" INT
	check "capture $1 is complete" grep -q '^0 packets dropped by kernel' \
		"$LIB_TMP/$1.err"
}

# capture_show NAME [tcpdump options]: the frames as text.
capture_show()
{
	local name=$1

	shift
	tcpdump -n "$@" -r "$LIB_TMP/$name.pcap" 2>/dev/null
}
