#!/bin/sh
# SPDX-License-Identifier: GPL-2.0
#
# Writes GENERATED/autoconf.h from the results of the probes:
#
#   autoconf.sh GENERATED PROBE...
#
# The two sanity probes guard the engine itself: were the compiler called with
# wrong flags, every probe would say "no", and nobody would notice.
set -eu

dir=$1
shift

for probe in sanity_yes:1 sanity_no:0; do
	if [ "$(cat "$dir/${probe%:*}.probe")" != "${probe#*:}" ]; then
		echo "compat: the probe ${probe%:*} has the wrong result:" >&2
		cat "$dir/${probe%:*}.probe.log" >&2
		exit 1
	fi
done

{
	echo "/* Generated from compat/probes, for one kernel. */"
	for probe; do
		name=HAVE_$(echo "$probe" | tr '[:lower:]' '[:upper:]')
		case $probe:$(cat "$dir/$probe.probe") in
		sanity_*) ;;
		*:1) echo "#define $name 1" ;;
		*) echo "/* $name: not in this kernel */" ;;
		esac
	done
} >"$dir/autoconf.tmp"

# Untouched if nothing changed, else all would be built again.
if cmp -s "$dir/autoconf.tmp" "$dir/autoconf.h"; then
	rm "$dir/autoconf.tmp"
else
	mv "$dir/autoconf.tmp" "$dir/autoconf.h"
fi
