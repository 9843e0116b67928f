# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Finds in a kernel log what must not be there.
#
# Each pattern is an extended regular expression that is matched against the
# start of a message, behind its time stamp: a device or a script that prints
# the same word in the middle of a line does not count.

KLOG_PATTERNS=(
	'WARNING: '
	'BUG:? '
	'Oops'
	'Kernel panic'
	'general protection fault'
	'Modules linked in:'
	'KASAN: '
	'UBSAN: '
	'ODEBUG: '
	'(=+ *)?\[? *BUG: '
	'.*(possible|inconsistent) .*(deadlock|dependency|lock state|inversion).* detected'
	'.*suspicious RCU usage'
	'.*Invalid wait context'
	'(rcu: )?INFO: (task .* blocked|rcu_.* stall|rcu_.* detected|trying to register)'
	'.*unregister_netdevice: waiting for'
	'refcount_t: '
	# Lack of memory is what tests bring about: not that of the tracker, nor -12.
	'ref_tracker: [^m]'
	'.*leaked reference'
	'list_(add|del) corruption'
	'.*soft lockup'
	'.*workqueue lockup'
	'kobject.*(tried to|is not initialized|with -EEXIST)'
	'kobject.* failed for .*\(error: -([02-9]|1[013-9])'
	'debugfs: .* (already present|already exists)'
	'sysfs: cannot create duplicate'
	'proc_dir_entry .* already registered'
	'remove_proc_entry: '
	'slab-(out-of-bounds|use-after-free)'
	'.*Slab .* (error|corrupt)'
	'Kernel mode fault'
)

# klog_find FILE: prints the offending lines, each with its number; fails when
# there are none.
klog_find() {
	local pattern

	pattern=$(IFS='|' && echo "${KLOG_PATTERNS[*]}")
	grep -anE "^(<[0-9]+>)?(\[ *[0-9.]+\] ?(\[[^]]*\] ?)?)?($pattern)" "$1"
}

# klog_show FILE: the log from the first offending line on, in parts.
klog_show() {
	local file=$1 first

	first=$(klog_find "$file" | head -n 1 | cut -d: -f1)
	sed -n "$((first > 5 ? first - 5 : 1)),$((first + 80))p" "$file" |
		tr -d '\r' >&2
}

# klog_report RESULTS: prints what is wrong with a run; fails if something is.
klog_report() {
	local dir=$1 file lines

	if [[ -s $dir/kmemleak ]]; then
		say "kmemleak:"
		head -n 80 "$dir/kmemleak" >&2
	fi
	for file in "$dir/console" "$dir/dmesg"; do
		[[ -s $file ]] || continue
		if lines=$(klog_find "$file"); then
			say "the kernel log has $(wc -l <<<"$lines") lines that must not be there; around the first:"
			klog_show "$file"
			return 1
		fi
	done
}
