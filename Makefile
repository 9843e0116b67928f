# SPDX-License-Identifier: GPL-2.0
#
# `make` builds drivers/net/bonding/bonding.ko for one kernel; `make help` says
# what else there is. kbuild enters this directory through Kbuild instead.

KDIR ?= /lib/modules/$(shell uname -r)/build
JOBS ?= $(shell nproc)

# What kbuild is to know; ARCH, CC, LLVM, W and C pass through by themselves.
kbuild = $(MAKE) -C $(KDIR) M=$(CURDIR) $(if $(KUNIT),KUNIT=$(KUNIT))

.PHONY: all modules clean help check check-long style demo install uninstall

all: modules

modules:
	+@[ -e $(KDIR)/Makefile ] || { \
		echo "No kernel headers in $(KDIR). Give KDIR=/lib/modules/RELEASE/build"; \
		echo "or, for the tests, type \"make check\": it brings its own."; \
		exit 1; }
	+@$(kbuild) modules

clean:
	+@[ ! -e $(KDIR)/Makefile ] || $(kbuild) clean

# Everything below installs the Debian packages that it needs.
check:
	@tools/check

check-long:
	@tools/check --long

style:
	@tools/style

demo:
	@tools/demo/run

# On a machine that can load modules: through DKMS, for all its kernels.
install:
	@tools/dkms install

uninstall:
	@tools/dkms uninstall

help:
	@echo "make demo        show a bond at work, in a virtual machine"
	@echo "make check       all tests, in virtual machines"
	@echo "make check-long  and those that take longer"
	@echo "make style       compilers, sparse, checkpatch, kernel-doc, shellcheck"
	@echo "make             build the module for the running kernel, or KDIR=..."
	@echo "make install     install the module on this machine, by DKMS"
	@echo "make uninstall   and give the kernel's own module back"
	@echo "make clean       remove what \"make\" built"
