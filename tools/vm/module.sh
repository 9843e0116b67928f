# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# This tree's modules, built for one kernel, outside the checkout.
#
# Data flow: the sources are copied to $VM_CACHE/tree-HASH/KERNEL/src (HASH is
# of the checkout's path) and built there, incrementally. What the guest gets as
# /lib/modules/RELEASE is a folder of hard links to the kernel's own modules
# with ours in updates/; it is named after the contents of our modules and never
# changes once it is there, so that a running guest is not disturbed.

DKMS_SOURCES=(Kbuild Makefile dkms.conf COPYING compat drivers include)
MODULE_SOURCES=("${DKMS_SOURCES[@]}" kunit tools/vm/guard)

# module_work_dir KERNEL_ID
module_work_dir() {
	echo "$VM_CACHE/tree-$(echo "$VM_TREE" | short_hash)/$1"
}

# module_copy_sources DIR SOURCE...: mirrors them, keeps what was built there.
module_copy_sources() {
	local dir=$1 source sources=() built pattern filter=()
	shift

	built=('*.o' '*.ko' '.*' '*.mod' '*.mod.c' '*.order' '*.symvers' generated/)
	for pattern in "${built[@]}"; do
		filter+=(--filter="P $pattern" --exclude="$pattern")
	done
	mkdir -p "$dir"
	for source; do
		[[ ! -e $VM_TREE/$source ]] || sources+=("$source")
	done
	(cd "$VM_TREE" && rsync -aR --delete "${filter[@]}" "${sources[@]}" "$dir/")
}

# module_build DIR MAKE_ARGS...: builds what was copied to DIR/src.
module_build() {
	local dir=$1
	shift

	module_copy_sources "$dir/src" "${MODULE_SOURCES[@]}"
	if ! nice make -s -C "$dir/src" KDIR="$VM_KDIR" "$@" -j2 modules \
		>"$dir/build.log" 2>&1; then
		tail -n 60 "$dir/build.log" >&2
		die "the module does not build (log: $dir/build.log)"
	fi
	cat "$dir/build.log" >&2
}

# module_publish DIR: makes DIR/root-HASH from the kernel's modules and ours;
# prints its name.
module_publish() {
	local dir=$1 hash root modules file modules_dir=lib/modules/$VM_RELEASE
	mapfile -t modules < <(find "$dir/src" ! -path "*/generated/*" -name '*.ko' | sort)
	hash=$(sha256sum "${modules[@]}" | short_hash)
	root=$dir/root-$hash

	if [[ ! -e $root ]]; then
		find "$dir" -maxdepth 1 -name 'root-*' -mmin +600 \
			-exec rm -rf {} +
		rm -rf "$root.new"
		mkdir -p "$root.new/lib/modules"
		cp -al "$VM_MODROOT/$modules_dir" "$root.new/$modules_dir"
		mkdir "$root.new/$modules_dir/updates"
		for file in "${modules[@]}"; do
			cp "$file" "$root.new/$modules_dir/updates/"
		done
		depmod_new "$root.new"
		mv "$root.new" "$root"
	fi
	echo "$root"
}

# depmod_new ROOT: its files replace hard links, they do not write through them.
depmod_new() {
	rm -f "$1/lib/modules/$VM_RELEASE"/modules.{dep,alias,symbols,devname,softdep}{,.bin}
	rm -f "$1/lib/modules/$VM_RELEASE"/modules.builtin.{bin,alias.bin}
	depmod -b "$1" "$VM_RELEASE"
}

module_build_and_publish() {
	local dir=$1
	shift

	module_build "$dir" "$@"
	module_publish "$dir" >"$dir/root"
}

# module_prepare_uml: sets VM_MODROOT to a folder with our modules in it.
module_prepare_uml() {
	local dir
	dir=$(module_work_dir "$VM_KERNEL_ID")

	mkdir -p "$dir"
	with_lock "$dir/lock" module_build_and_publish "$dir" ARCH=um KUNIT=1
	VM_MODROOT=$(<"$dir/root")
}

# module_dkms_hash: of all that goes into the package, and of the kernel.
module_dkms_hash() {
	{
		(cd "$VM_TREE" && find "${DKMS_SOURCES[@]}" -type f \
			! -name '.*' ! -name '*.o' ! -name '*.ko' ! -name '*.mod*' \
			! -path '*/generated/*' -print0 | sort -z |
			xargs -0 sha256sum)
		echo "$VM_RELEASE"
		stat -c %Y "/lib/modules/$VM_RELEASE/kernel"
		sha256sum <"$(readlink -f "$VM_KDIR")/Module.symvers"
	} | short_hash
}

# module_dkms_make DIR: DKMS's add, build and install, in trees of its own.
module_dkms_make() {
	local dir=$1 version trees where=$1/lib/modules
	version=$(sed -n 's/^PACKAGE_VERSION="\(.*\)"/\1/p' "$VM_TREE/dkms.conf")
	trees=(--dkmstree "$dir/dkms" --sourcetree "$dir/src"
		--installtree "$where")

	module_copy_sources "$dir/src/bonding-lb-$version" "${DKMS_SOURCES[@]}"
	mkdir -p "$dir/dkms" "$where"
	cp -al "/lib/modules/$VM_RELEASE" "$where/" 2>/dev/null || {
		rm -rf "${where:?}/$VM_RELEASE"
		cp -a "/lib/modules/$VM_RELEASE" "$where/"
	}
	rm -rf "$where/$VM_RELEASE/updates/dkms"/bonding.ko*
	rm -f "$where/$VM_RELEASE"/modules.{dep,alias,symbols,devname,softdep}{,.bin}
	rm -f "$where/$VM_RELEASE"/modules.builtin.{bin,alias.bin}
	dkms add -m bonding-lb -v "$version" "${trees[@]}"
	nice dkms build -m bonding-lb -v "$version" -k "$VM_RELEASE" \
		"${trees[@]}" || {
		cat "$dir"/dkms/bonding-lb/*/build/make.log
		return 1
	}
	dkms install -m bonding-lb -v "$version" -k "$VM_RELEASE" "${trees[@]}"
	depmod -b "$dir" "$VM_RELEASE"
}

module_dkms_publish() {
	local dir=$1 hash=$2

	[[ ! -e $dir/dkms-$hash/ready ]] || return 0
	rm -rf "$dir/new"
	find "$dir" -maxdepth 1 -name 'dkms-*' -mmin +600 -exec rm -rf {} +
	mkdir -p "$dir/new"
	with_progress "installing the module by DKMS for $VM_RELEASE" \
		"$dir/dkms.log" module_dkms_make "$dir/new"
	touch "$dir/new/ready"
	rm -rf "$dir/dkms-$hash"
	mv "$dir/new" "$dir/dkms-$hash"
}

# module_prepare_dkms: sets QEMU_MODULES to what the guest is to have as
# /lib/modules/RELEASE.
module_prepare_dkms() {
	local dir hash
	dir=$(module_work_dir "$VM_KERNEL_ID")
	hash=$(module_dkms_hash)

	mkdir -p "$dir"
	with_lock "$dir/lock" module_dkms_publish "$dir" "$hash"
	export QEMU_MODULES=$dir/dkms-$hash/lib/modules/$VM_RELEASE
}
