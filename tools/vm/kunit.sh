# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Judges what the KUnit suites of this tree reported.
#
# kunit/expected has a line "SUITE COUNT" for each suite: a run in which fewer
# tests ran, or a suite is missing, has failed, even if every test passed. A test
# with parameters counts once for each of them.

KUNIT_EXPECTED=$VM_TREE/kunit/expected

# kunit_count FILE: prints "passed failed skipped".
kunit_count() {
	awk '
		function result(line) {
			if (line ~ /# SKIP/) skipped++
			else if (line ~ /^ *not ok /) failed++
			else passed++
		}
		/^        (not )?ok / { result($0); nested++ }
		/^    (not )?ok / { if (!nested) result($0); nested = 0 }
		/^(not )?ok / { if ($1 == "not") suite = 1 }
		END {
			if (suite && !failed) failed++
			print passed + 0, failed + 0, skipped + 0
		}' "$1"
}

# kunit_judge DIR: prints a line of TAP for each suite; fails if one failed.
kunit_judge() {
	local dir=$1 file suite passed failed skipped want n=0 bad=0

	for file in "$dir"/*.ktap; do
		[[ -e $file ]] || break
		suite=$(basename "$file" .ktap)
		read -r passed failed skipped < <(kunit_count "$file")
		want=$(awk -v s="$suite" '$1 == s { print $2 }' \
			"$KUNIT_EXPECTED" 2>/dev/null || true)
		((want > 0)) || want=1
		n=$((n + 1))
		if ((failed)); then
			grep -E '^ *(not ok|#)' "$file" || true
			echo "not ok $n - $suite"
			bad=1
		elif ((passed < want)); then
			echo "not ok $n - $suite"
			echo "# $passed tests ran, $want are recorded"
			bad=1
		else
			echo "ok $n - $suite"
		fi
		echo "# $suite: $passed passed, $failed failed, $skipped skipped"
	done
	kunit_missing "$dir" || bad=1
	return $bad
}

# kunit_missing DIR: fails when a recorded suite did not run, or none is there.
kunit_missing() {
	local dir=$1 suite bad=0

	while read -r suite _; do
		[[ -e $dir/$suite.ktap ]] && continue
		echo "not ok - $suite"
		echo "# it is recorded, but did not run"
		bad=1
	done < <(cat "$KUNIT_EXPECTED" 2>/dev/null)
	if ! compgen -G "$dir/*.ktap" >/dev/null; then
		echo "# no KUnit suite ran"
		bad=1
	fi
	return $bad
}

# kunit_record DIR: writes down how many tests ran.
kunit_record() {
	local dir=$1 file passed

	for file in "$dir"/*.ktap; do
		read -r passed _ < <(kunit_count "$file")
		echo "$(basename "$file" .ktap) $passed"
	done >"$KUNIT_EXPECTED"
	say "recorded in kunit/expected"
}
