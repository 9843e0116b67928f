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
