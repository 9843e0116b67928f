# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the selftests share. A script looks like this:
#
#	#!/bin/bash
#	# SPDX-License-Identifier: GPL-2.0
#	# (drawing of the topology, the sentence that the script proves)
#
#	. "$(dirname "$0")/lib.sh"
#
#	test_one() { pair 1; bond_add b0 mode balance-xor; ...; }
#	test_two() { ...; }
#	run_tests one two
#
# It runs as root, with a bonding module (ours or the kernel's) loaded or to be
# had by modprobe. It speaks KTAP on stdout and ends with 0 or 1.
#
# Each script has a network namespace and a mount namespace of its own, so that
# nothing of the machine is touched (LIB_NETNS=init before sourcing this: stay
# outside, for what only the initial namespace has; LIB_AFTER then names what
# clears up after each test). Each test runs in a
# subshell with `set -e`: a command that fails unexpectedly fails the test
# there, with its line; what is to be proved goes through check*() or
# wait_until(). After each test all devices, namespaces and processes that it
# made are gone. Tests wait for conditions, never for time to pass.
#
# Starting a process is what costs time in a test kernel with all its checkers
# (0.1 s under User Mode Linux), so what is used much here starts none: it reads
# by slurp(), waits by pause(), and sends and captures through one long-lived
# frames.py (tool()).

export LC_ALL=C
LIB_DIR=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
LIB_SCRIPT=$(cd "$(dirname "$0")" && pwd)/$(basename "$0")

if [ "${LIB_NETNS:-}" != init ] && [ -z "${LIB_INSIDE:-}" ]; then
	LIB_INSIDE=1 exec unshare --net --mount "$BASH" "$LIB_SCRIPT" "$@"
fi
if [ -n "${LIB_INSIDE:-}" ]; then
	mkdir -p /run/netns
	mount -t sysfs sysfs /sys
	mount -t debugfs debugfs /sys/kernel/debug 2>/dev/null
	mount -t tmpfs tmpfs /run/netns
fi
unset LIB_INSIDE

# --- reporting ---------------------------------------------------------------

# note TEXT: a diagnostic line.
note()
{
	printf '# %s\n' "$*" >&3
}

# fail TEXT: the running test has failed; it goes on.
fail()
{
	note "FAIL: $*"
	echo "$*" >> "$LIB_TMP/failed"
}

# skip REASON: the running test cannot be made here; it ends.
skip()
{
	printf '%s\n' "$*" > "$LIB_TMP/skipped"
	exit 0
}

# known_in_tree REASON: the in-tree module is known to get this test wrong.
# Under it the test must fail (reported as XFAIL); under ours it must pass.
known_in_tree()
{
	printf '%s\n' "$*" > "$LIB_TMP/known"
}

# bond_module: which module is loaded, "ours" or "in-tree".
bond_module()
{
	slurp /sys/module/bonding/taint
	case $REPLY in
	*O*) echo ours ;;
	*) echo in-tree ;;
	esac
}

# slurp FILE: its contents into REPLY, without the last newline.
slurp()
{
	REPLY=
	[ -r "$1" ] || return 1
	IFS= read -r -d '' REPLY < "$1" 2>/dev/null || :
	REPLY=${REPLY%$'\n'}
}

# line_matches TEXT REGEX: some line of TEXT matches the extended REGEX.
line_matches()
{
	local line regex=$2

	while IFS= read -r line; do
		[[ $line =~ $regex ]] && return 0
	done <<< "$1"
	return 1
}

# check DESC COMMAND...: COMMAND must succeed.
check()
{
	local desc=$1 rc=0

	shift
	"$@" > "$LIB_TMP/out" 2>&1 || rc=$?
	[ $rc -eq 0 ] && return 0
	slurp "$LIB_TMP/out"
	fail "$desc: '$*' answered $rc${REPLY:+: $REPLY}"
}

# check_not DESC COMMAND...: COMMAND must fail.
check_not()
{
	local desc=$1

	shift
	if "$@" > /dev/null 2>&1; then
		fail "$desc: '$*' succeeded"
	fi
}

# check_eq DESC GOT WANTED
check_eq()
{
	[ "$2" = "$3" ] || fail "$1: got '$2', wanted '$3'"
}

# check_file DESC FILE WANTED: the contents of FILE.
check_file()
{
	slurp "$2" || REPLY="(no $2)"
	check_eq "$1" "$REPLY" "$3"
}

# check_opt BOND NAME WANTED: a sysfs attribute of BOND.
check_opt()
{
	check_file "$2 of $1" "/sys/class/net/$1/bonding/$2" "$3"
}

# check_range DESC GOT LOW HIGH: LOW <= GOT <= HIGH.
check_range()
{
	{ [ "$2" -ge "$3" ] && [ "$2" -le "$4" ]; } 2>/dev/null ||
		fail "$1: got '$2', wanted $3..$4"
}

# check_match DESC TEXT REGEX: some line of TEXT matches the extended REGEX.
check_match()
{
	line_matches "$2" "$3" || fail "$1: got '$2', wanted /$3/"
}

# check_refused DESC REGEX COMMAND...: COMMAND fails and says REGEX.
check_refused()
{
	local desc=$1 regex=$2

	shift 2
	if "$@" > "$LIB_TMP/out" 2>&1; then
		fail "$desc: '$*' succeeded"
		return 0
	fi
	slurp "$LIB_TMP/out"
	check_match "$desc" "$REPLY" "$regex"
}

# --- waiting -----------------------------------------------------------------

now_ms()
{
	echo $((${EPOCHREALTIME/./} / 1000))
}

# pause: between two looks at a condition.
pause()
{
	read -r -t 0.02 _ <&4
	return 0
}

# busywait MS COMMAND...: run COMMAND until it succeeds, for MS at most.
busywait()
{
	local end=$((${EPOCHREALTIME/./} + $1 * 1000))

	shift
	until "$@" > /dev/null 2>&1; do
		[ $((${EPOCHREALTIME/./})) -lt $end ] || return 1
		pause
	done
}

# wait_until MS DESC COMMAND...: like busywait; too late fails and ends the test.
wait_until()
{
	local ms=$1 desc=$2

	shift 2
	busywait "$ms" "$@" && return 0
	fail "$desc: not so after $ms ms ('$*')"
	return 1
}

# holds MS COMMAND...: COMMAND succeeds each time in the next MS.
holds()
{
	local end=$((${EPOCHREALTIME/./} + $1 * 1000))

	shift
	while "$@" > /dev/null 2>&1; do
		[ $((${EPOCHREALTIME/./})) -lt $end ] || return 0
		pause
	done
	return 1
}

# lasting MS: how long a state of a stimulus lasts; never to wait for an outcome.
lasting()
{
	sleep "$(printf '%d.%03d' $(($1 / 1000)) $(($1 % 1000)))"
}

# file_is FILE VALUE, file_has FILE REGEX: for use with wait_until and check.
file_is()
{
	slurp "$1" && [ "$REPLY" = "$2" ]
}

file_has()
{
	slurp "$1" && line_matches "$REPLY" "$2"
}

# --- processes ---------------------------------------------------------------

# bg COMMAND...: start COMMAND; it is stopped when the test ends. Sets BG_PID.
bg()
{
	"$@" 3>&- &
	BG_PID=$!
	echo "$BG_PID" >> "$LIB_TMP/pids"
}

# bg_loop COMMAND...: COMMAND again and again until the test ends or bg_loop_stop.
# It is never killed: a shell that is killed while it forks crashes User Mode
# Linux (its flush_tlb_mm() takes the mark of the unfinished copy for an area).
bg_loop()
{
	bg_loop_run "$@" 3>&- &
	BG_PID=$!
	echo "$BG_PID" >> "$LIB_TMP/loops"
}

bg_loop_run()
{
	local enough=

	set +eE
	trap - ERR
	trap enough=1 TERM
	while [ -z "$enough" ]; do
		"$@"
	done
}

# bg_loop_stop: ends all loops, each behind the command that it is at.
bg_loop_stop()
{
	local pid pids

	[ -s "$LIB_TMP/loops" ] || return 0
	mapfile -t pids < "$LIB_TMP/loops"
	kill -TERM "${pids[@]}" 2>/dev/null || :
	for pid in "${pids[@]}"; do
		busywait 60000 process_gone "$pid" || fail "a loop does not end"
	done
	: > "$LIB_TMP/loops"
}

# bg_frames ARGS...: the same of frames.py.
bg_frames()
{
	bg python3 -I -S "$LIB_DIR/frames.py" "$@"
}

# bg_stop PID [SIGNAL]: end what bg() started, a function's own processes too, and
# wait for it.
bg_stop()
{
	pkill "-${2:-TERM}" -P "$1" || :
	kill "-${2:-TERM}" "$1" 2>/dev/null || :
	wait "$1" 2>/dev/null || :
}

# process_gone PID: it has ended, if only as a zombie.
process_gone()
{
	! file_has "/proc/$1/status" '^State:[[:space:]]*[^Z[:space:]]'
}

# --- running -----------------------------------------------------------------

lib_reset()
{
	local pid

	bg_loop_stop
	if [ -s "$LIB_TMP/pids" ]; then
		while read -r pid; do
			pkill -KILL -P "$pid"
			kill -KILL "$pid" 2>/dev/null
			busywait 5000 process_gone "$pid"
		done < "$LIB_TMP/pids"
		: > "$LIB_TMP/pids"
	fi
	# In the initial namespace nothing is ours to delete but what the
	# script knows of (LIB_AFTER).
	tool reset "${LIB_NETNS:-own}"
	return 0
}

lib_finish()
{
	lib_reset
	kill "$LIB_SERVER" 2>/dev/null
	rm -rf "$LIB_TMP"
}

# lib_run NAME: one test in a subshell; prints its result line.
lib_run()
{
	local name=$1 rc ok=1 known=

	: > "$LIB_TMP/failed"
	: > "$LIB_TMP/skipped"
	: > "$LIB_TMP/known"
	LIB_MARK="$name.$$"
	echo "selftest-mark $LIB_MARK" > /dev/kmsg
	(
		set -eE
		shopt -s inherit_errexit
		trap 'note "FAIL: ${BASH_SOURCE[0]##*/}:$LINENO: $BASH_COMMAND answered $?"' ERR
		"test_$name"
	)
	rc=$?
	lib_reset
	${LIB_AFTER:-}
	[ $rc -eq 0 ] && [ ! -s "$LIB_TMP/failed" ] || ok=0
	LIB_NUM=$((LIB_NUM + 1))
	if [ -s "$LIB_TMP/skipped" ]; then
		if [ -n "${SELFTEST_NO_SKIP:-}" ]; then
			LIB_BAD=1
			note "may not be skipped here: $(cat "$LIB_TMP/skipped")"
			echo "not ok $LIB_NUM $name"
		else
			echo "ok $LIB_NUM $name # SKIP $(cat "$LIB_TMP/skipped")"
		fi
		return
	fi
	[ -s "$LIB_TMP/known" ] && [ "$(bond_module)" = in-tree ] &&
		known=$(cat "$LIB_TMP/known")
	if [ -n "$known" ] && [ $ok -eq 0 ]; then
		echo "ok $LIB_NUM $name # XFAIL in-tree: $known"
	elif [ -n "$known" ]; then
		LIB_BAD=1
		note "passes, but in-tree is said to fail: $known"
		echo "not ok $LIB_NUM $name"
	elif [ $ok -eq 1 ]; then
		echo "ok $LIB_NUM $name"
	else
		LIB_BAD=1
		echo "not ok $LIB_NUM $name"
	fi
}

# run_tests NAME...: run test_NAME() of each, or those that the command line
# names, and end the script.
run_tests()
{
	[ ${#LIB_ARGS[@]} -gt 0 ] && set -- "${LIB_ARGS[@]}"
	echo "KTAP version 1"
	echo "# ${0##*/} on $(uname -r), module $(bond_module)"
	echo "1..$#"
	while [ $# -gt 0 ]; do
		lib_run "$1"
		shift
	done
	exit "$LIB_BAD"
}

# shellcheck source=lib_net.sh
. "$LIB_DIR/lib_net.sh"

LIB_ARGS=("$@")
LIB_NUM=0
LIB_BAD=0
LIB_TMP=$(mktemp -d) || exit 1
mkfifo "$LIB_TMP"/{never,tool_in,tool_out}
exec 3>&1 4<> "$LIB_TMP/never" 5<> "$LIB_TMP/tool_in" 6<> "$LIB_TMP/tool_out"
frames serve <&5 >&6 &
LIB_SERVER=$!
trap lib_finish EXIT
if [ "$(id -u)" != 0 ]; then
	echo "Bail out! needs root"
	exit 1
fi
if [ ! -d /sys/module/bonding ] && ! modprobe bonding max_bonds=0; then
	echo "Bail out! there is no bonding module"
	exit 1
fi
if [ "${LIB_NETNS:-}" != init ]; then
	ipv6_defaults 0
	ip link set lo up
fi
