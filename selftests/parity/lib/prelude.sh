# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Shell functions for the rows of the table. Names and addresses are fixed, so
# that the same row gives the same text under both modules.

# dummies N: d1 .. dN, addresses 02:00:00:00:01:01 and so on
dummies() {
	local i

	for ((i = 1; i <= $1; i++)); do
		ip link add "d$i" address "02:00:00:00:01:0$i" type dummy || return 1
	done
}

# veths N: a1 .. aN with their peers p1 .. pN, up, in the namespace sw
veths() {
	local i

	[ -e /run/netns/sw ] || ip netns add sw || return 1
	ip netns exec sw sysctl -qw net.ipv6.conf.default.disable_ipv6=1
	for ((i = 1; i <= $1; i++)); do
		ip link add "a$i" address "02:00:00:00:02:0$i" type veth \
			peer name "p$i" address "02:00:00:00:03:0$i" netns sw || return 1
		ip -n sw link set "p$i" up || return 1
	done
}

# bond NAME WORD...: creates a bond with a fixed address
bond() {
	local name=$1

	shift
	ip link add "$name" address 02:00:00:00:0b:0b type bond "$@"
}

# enslave BOND DEVICE...: stops at the first refusal
enslave() {
	local name=$1 dev

	shift
	for dev; do
		ip link set "$dev" master "$name" || return 1
	done
}

# until_text FILE TEXT: waits until the file contains the text
until_text() {
	local end=$((SECONDS + 20))

	until grep -q -- "$2" "$1"; do
		((SECONDS < end)) || return 1
		sleep 0.02
	done
}

# flags DEVICE...: the flags that `ip` shows, and the counts of promiscuity
flags() {
	local dev

	for dev; do
		ip -d link show dev "$dev" |
			sed -n "s/.*\\(<.*>\\).*/$dev \\1/p; s/.*\\(promiscuity [0-9]*\\).*/  \\1/p;
				s/.*\\(allmulti [0-9]*\\) .*/  \\1/p"
	done
}

# addresses DEVICE...: hardware addresses and how they were assigned
addresses() {
	local dev

	for dev; do
		echo "$dev $(cat "/sys/class/net/$dev/address") $(cat "/sys/class/net/$dev/addr_assign_type")"
	done
}

# mtus DEVICE...
mtus() {
	local dev

	for dev; do
		echo "$dev $(cat "/sys/class/net/$dev/mtu")"
	done
}

# option BOND NAME...: the files of a bond
option() {
	local name=$1 file

	shift
	for file; do
		echo "$file $(cat "/sys/class/net/$name/bonding/$file" 2>&1)"
	done
}

# groups DEVICE...: link layer multicast addresses
groups() {
	local dev

	for dev; do
		ip -0 maddr show dev "$dev" | sed 's/^[0-9]*:[[:space:]]*//'
	done
}

# reload PARAMETER...: the module again, the bonds that it makes, what it says
reload() {
	local answer file mark="parity: reload $RANDOM$RANDOM"

	file=$(modinfo -n bonding)
	rmmod bonding 2>/dev/null
	echo "$mark" >/dev/kmsg
	if answer=$(insmod "$file" "$@" 2>&1); then
		echo "loaded: $(cat /sys/class/net/bonding_masters)"
	else
		echo "refused: ${answer##*: }"
	fi
	dmesg -t | sed "1,/$mark/d; /taint/d; /module verification/d"
}

# prepare empty|up|slaves NAME WORD...: a bond in that state; d1 and d2 are the
# slaves, d3 stays free
prepare() {
	local state=$1 name=$2

	shift
	bond "$@" || return 1
	case $state in
	empty) ;;
	up) ip link set "$name" up && settled "$name" ;;
	slaves) enslave "$name" d1 d2 && ip link set "$name" up && settled "$name" ;;
	esac
}

# settled DEVICE...: waits until the core has seen their carriers, in its own time
settled() {
	local dev tries

	for dev; do
		for ((tries = 0; tries < 500; tries++)); do
			grep -q unknown "/sys/class/net/$dev/operstate" || continue 2
			sleep 0.01
		done
		return 1
	done
}

# show_gso DEVICE...: limits of segmentation
show_gso() {
	local dev

	for dev; do
		ip -d -j link show dev "$dev" | jq -c '.[0] | {ifname, gso_max_size, gso_max_segs,
			tso_max_size, tso_max_segs, gro_max_size}'
	done
}

# sent DEVICE...: packets that each has sent
sent() {
	local dev

	for dev; do
		echo "$dev $(cat "/sys/class/net/$dev/statistics/tx_packets")"
	done
}

# unprivileged COMMAND...: as nobody
unprivileged() {
	setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all \
		--bounding-set=-all "$@"
}

# netcons NAME DEVICE: a netconsole over a device
netcons() {
	local dir=/sys/kernel/config/netconsole/$1

	mountpoint -q /sys/kernel/config ||
		mount -t configfs none /sys/kernel/config || return 1
	mkdir "$dir" || return 1
	echo "$2" >"$dir/dev_name"
	echo 192.0.2.1 >"$dir/local_ip"
	echo 192.0.2.9 >"$dir/remote_ip"
	echo 1 >"$dir/enabled"
	echo "enabled $(cat "$dir/enabled")"
}

# netcons_off NAME
netcons_off() {
	local dir=/sys/kernel/config/netconsole/$1

	cat "$dir/enabled"
	echo 0 >"$dir/enabled"
	rmdir "$dir"
}

# stats DEVICE...
stats() {
	local dev

	for dev; do
		ip -s -s link show dev "$dev"
	done
}
