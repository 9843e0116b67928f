# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the programs under tools/vm share: messages, the cache, locks, progress.
#
# Nothing here writes to the checkout: whatever is built lands in the cache,
# under names that are hashes of what went in.

VM_TREE=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
export VM_CACHE=${BONDING_LB_CACHE:-${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/bonding-lb}

# Exit codes of tools/vm/run, beside the script's own.
export VM_EXIT_USAGE=2 VM_EXIT_SPLAT=3 VM_EXIT_BOOT=4 VM_EXIT_TIMEOUT=124

say() {
	echo "vm: $*" >&2
}

# die_with STATUS MESSAGE...
die_with() {
	local status=$1
	shift

	say "$*"
	exit "$status"
}

# die MESSAGE...: the kernel never reached the script.
die() {
	die_with "$VM_EXIT_BOOT" "$@"
}

die_usage() {
	die_with "$VM_EXIT_USAGE" "$@"
}

# short_hash: 12 hexadecimal digits of what comes in.
short_hash() {
	sha256sum | cut -c1-12
}

# with_lock FILE COMMAND...: run it while nobody else holds FILE.
with_lock() {
	local file=$1
	shift

	mkdir -p "$(dirname "$file")"
	(
		if ! flock -n 9; then
			say "waiting for another run that holds $file"
			flock 9
		fi
		"$@"
	) 9>"$file"
}

# with_progress WHAT LOG COMMAND...: a line at the start, then one every 20 s.
with_progress() {
	local what=$1 log=$2 start=$SECONDS next=20 pid
	shift 2

	say "$what (log: $log)"
	"$@" >"$log" 2>&1 </dev/null &
	pid=$!
	while kill -0 "$pid" 2>/dev/null; do
		sleep 0.3
		if ((SECONDS - start >= next)); then
			say "$what: $((SECONDS - start)) s, $(wc -l <"$log") steps"
			next=$((next + 20))
		fi
	done
	if ! wait "$pid"; then
		tail -n 40 "$log" >&2
		say "$what: failed"
		return 1
	fi
	((SECONDS - start < 3)) || say "$what: done in $((SECONDS - start)) s"
}

# package_version NAME: the installed version of a Debian package, or nothing.
package_version() {
	dpkg-query -W -f='${Version}' "$1" 2>/dev/null || true
}

# setup WHAT: the Debian packages that WHAT needs.
setup() {
	"$VM_TREE/tools/setup" "$@" || die "tools/setup $* failed"
}
