# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The UML test kernel: build, cache, boot.
#
# A kernel lives in $VM_CACHE/uml-HASH: build/ (kept: modules are built against
# it), root/lib/modules/RELEASE, and `ready` when all of that is complete. HASH
# covers the fragment, the version of Debian's source package, the compiler.

UML_SOURCE_PACKAGE=linux-source-6.12

uml_options() {
	grep -v -e '^#' -e '^$' "$VM_TREE/tools/vm/uml.config"
}

uml_hash() {
	{
		uml_options
		package_version "$UML_SOURCE_PACKAGE"
		"${CC:-gcc}" --version | head -n 1
	} | short_hash
}

uml_source() {
	echo "$VM_CACHE/$UML_SOURCE_PACKAGE-$(package_version "$UML_SOURCE_PACKAGE")"
}

uml_unpack() {
	local source
	source=$(uml_source)

	[[ -e $source/.unpacked ]] && return
	rm -rf "$source"
	mkdir -p "$source"
	with_progress "unpacking $UML_SOURCE_PACKAGE" "$VM_CACHE/unpack.log" \
		tar -xJf "/usr/src/$UML_SOURCE_PACKAGE.tar.xz" -C "$source" \
		--strip-components=1
	touch "$source/.unpacked"
}

# uml_check_config BUILD: every option that was asked for is there.
uml_check_config() {
	local build=$1 option missing=()

	while read -r option; do
		grep -qxF "$option" "$build/.config" || missing+=("$option")
	done < <(uml_options)
	if ((${#missing[@]})); then
		die "the UML configuration lost: ${missing[*]}"
	fi
	if ! grep -qx CONFIG_PREEMPT_RCU=y "$build/.config" ||
	   grep -qx CONFIG_TINY_RCU=y "$build/.config"; then
		die "refusing a UML kernel with TINY_RCU: it hides RCU bugs"
	fi
}

uml_make() {
	nice make -C "$(uml_source)" O="$UML_DIR/build" ARCH=um \
		CC="${CC:-gcc}" "$@"
}

uml_build_all() {
	uml_make -j"$(nproc)" linux modules
	uml_make INSTALL_MOD_PATH="$UML_DIR/root" modules_install
}

uml_build() {
	[[ -e $UML_DIR/ready ]] && return
	mkdir -p "$UML_DIR/build"
	uml_unpack
	uml_options >"$UML_DIR/fragment"
	uml_make KCONFIG_ALLCONFIG="$UML_DIR/fragment" allnoconfig >/dev/null
	uml_check_config "$UML_DIR/build"
	with_progress "building the UML test kernel, once" \
		"$UML_DIR/build.log" uml_build_all
	uml_make -s kernelrelease >"$UML_DIR/release"
	touch "$UML_DIR/ready"
}

# uml_prepare: sets UML_DIR, VM_RELEASE, VM_KERNEL_ID, VM_KDIR, VM_MODROOT.
uml_prepare() {
	setup uml
	UML_DIR=$VM_CACHE/uml-$(uml_hash)
	if [[ ! -e $UML_DIR/ready ]]; then
		with_lock "$VM_CACHE/uml.lock" uml_build
	fi
	uml_check_config "$UML_DIR/build"
	export VM_RELEASE VM_KERNEL_ID VM_KDIR VM_MODROOT
	VM_RELEASE=$(<"$UML_DIR/release")
	VM_KERNEL_ID=$(basename "$UML_DIR")
	VM_KDIR=$UML_DIR/build
	VM_MODROOT=$UML_DIR/root
}

# uml_boot: starts the guest; its output is ours, its log goes to a file.
# Context: runs in a process group of its own; the caller kills that group.
uml_boot() {
	local args=(
		"mem=$VM_MEM" rootfstype=hostfs root=/dev/root rootflags=/ ro
		stderr=1 console=stderr0 ignore_loglevel panic=-1
		con=null "con0=null,fd:3" ssl=null
		"init=$VM_TREE/tools/vm/guest/init-uml"
		"VM_RESULTS=$VM_RESULTS" "VM_MODULES=$VM_MODROOT/lib/modules"
	)

	TMPDIR=/dev/shm exec "$UML_DIR/build/linux" "${args[@]}" \
		</dev/null >>"$VM_RESULTS/console" 2>&1
}
