# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Stock Debian kernels under QEMU (TCG): find one, make its initramfs, boot it.
#
# The initramfs holds busybox, the modules that reach the host's files, and
# guest/init-qemu. It is cached by a hash of these.

QEMU_BOOT_MODULES=(virtio_pci 9pnet_virtio 9p overlay virtio_console)

# qemu_release KERNEL: the newest installed release of a series, or the release.
qemu_release() {
	local kernel=$1

	if [[ -e /boot/vmlinuz-$kernel ]]; then
		echo "$kernel"
		return
	fi
	find /boot -name "vmlinuz-$kernel.*-amd64" -printf '%f\n' |
		sed 's/^vmlinuz-//' | sort -V | tail -n 1
}

# qemu_boot_modules: the files, in the order of loading.
qemu_boot_modules() {
	local module

	for module in "${QEMU_BOOT_MODULES[@]}"; do
		modprobe --show-depends -S "$VM_RELEASE" "$module" |
			sed -n 's/^insmod //p'
	done | awk '{ print $1 }' | awk '!seen[$0]++'
}

qemu_pack_initramfs() {
	local dir file name
	dir=$(mktemp -d)

	mkdir -p "$dir/bin" "$dir/modules" "$dir/dev"
	cp "$(command -v busybox)" "$dir/bin/busybox"
	install -m 755 "$VM_TREE/tools/vm/guest/init-qemu" "$dir/init"
	while read -r file; do
		name=$(basename "${file%.xz}")
		case $file in
		*.xz) xz -dc "$file" >"$dir/modules/$name" ;;
		*) cp "$file" "$dir/modules/$name" ;;
		esac
		echo "$name" >>"$dir/modules/list"
	done < <(qemu_boot_modules)
	(cd "$dir" && find . | cpio --quiet -o -H newc) >"$1"
	rm -rf "$dir"
}

# qemu_prepare: sets VM_RELEASE, VM_KERNEL_ID, VM_KDIR, QEMU_INITRAMFS.
qemu_prepare() {
	local hash

	setup qemu
	export VM_RELEASE VM_KERNEL_ID VM_KDIR
	# shellcheck disable=SC2153 # set by the options of tools/vm/run
	VM_RELEASE=$(qemu_release "$KERNEL")
	[[ -n $VM_RELEASE ]] || die "no kernel $KERNEL in /boot"
	VM_KERNEL_ID=$VM_RELEASE
	VM_KDIR=/lib/modules/$VM_RELEASE/build
	hash=$({
		qemu_boot_modules | xargs sha256sum
		sha256sum "$(command -v busybox)" \
			"$VM_TREE/tools/vm/"{qemu.sh,guest/init-qemu}
	} | short_hash)
	QEMU_INITRAMFS=$VM_CACHE/initramfs/$VM_RELEASE-$hash
	if [[ ! -e $QEMU_INITRAMFS ]]; then
		mkdir -p "$VM_CACHE/initramfs"
		qemu_pack_initramfs "$QEMU_INITRAMFS.$$"
		mv "$QEMU_INITRAMFS.$$" "$QEMU_INITRAMFS"
	fi
}

qemu_share() {
	printf '%s\n' -virtfs \
		"local,path=$2,mount_tag=$1,security_model=none,multidevs=remap$3"
}

# qemu_boot: starts the guest; its output is ours, its log goes to a file.
# Context: runs in a process group of its own; the caller kills that group.
qemu_boot() {
	local accel=tcg,thread=multi append args shares
	append="console=ttyS0,115200 ignore_loglevel panic=-1 nokaslr"
	append+=" VM_SESSION=$VM_TREE/tools/vm/guest/session"

	mapfile -t shares < <(
		qemu_share root / ,readonly=on
		qemu_share results "$VM_RESULTS" ''
	)
	if [[ -n ${QEMU_MODULES:-} ]]; then
		mapfile -t -O "${#shares[@]}" shares < <(
			qemu_share modules "$QEMU_MODULES" ,readonly=on
		)
		append+=" VM_MODULES=1"
	else
		append+=" VM_MODULES=0"
	fi
	# shellcheck disable=SC2054 # QEMU's commas
	args=(-nodefaults -no-user-config -display none -no-reboot
		-m "$VM_MEM" -kernel "/boot/vmlinuz-$VM_RELEASE"
		-initrd "$QEMU_INITRAMFS" -append "$append"
		-serial "file:$VM_RESULTS/console"
		-device virtio-serial-pci
		-chardev file,id=output,path=/dev/fd/3,append=on
		-device virtserialport,chardev=output,name=output)
	if ((ICOUNT)); then
		accel=tcg,thread=single
		args+=(-smp 1 -icount "shift=0,sleep=off")
	else
		args+=(-smp "$CPUS")
	fi
	exec qemu-system-x86_64 -accel "$accel" "${args[@]}" "${shares[@]}" \
		</dev/null >>"$VM_RESULTS/qemu.log" 2>&1
}
