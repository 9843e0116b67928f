/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Included before every file of the driver and of its tests, by the compiler's
 * command line, after the kernel's own kconfig.h and compiler_types.h and after
 * generated/autoconf.h, which has the results of the probes.
 *
 * What a newer kernel has in a header belongs into a shim of that header, under
 * compat/include. Here is only what has no header of its own. Nothing but the
 * preprocessor: this file must not include any.
 */
#ifndef _COMPAT_H
#define _COMPAT_H

#endif /* _COMPAT_H */
