/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/netlink.h> of the newest kernel, over that of the kernel at hand.
 */
#ifndef _COMPAT_LINUX_NETLINK_H
#define _COMPAT_LINUX_NETLINK_H

#include_next <linux/netlink.h>

/*
 * Kernels before 6.2 have no room for formatted text in an extack, only a pointer
 * to text that must outlive the request: see compat/extack.c.
 */
#ifndef HAVE_NL_SET_ERR_MSG_FMT
__printf(2, 3)
void compat_nl_set_err_msg(struct netlink_ext_ack *extack, const char *fmt, ...);

#define NL_SET_ERR_MSG_FMT(extack, fmt, args...)			\
	compat_nl_set_err_msg(extack, fmt, ##args)

#define NL_SET_ERR_MSG_FMT_MOD(extack, fmt, args...)			\
	NL_SET_ERR_MSG_FMT(extack, KBUILD_MODNAME ": " fmt, ##args)
#endif

#ifndef HAVE_NL_SET_ERR_MSG_ATTR_FMT
#define NL_SET_ERR_MSG_ATTR_FMT(extack, attr, fmt, args...) do {	\
	struct netlink_ext_ack *__ack = (extack);			\
									\
	NL_SET_ERR_MSG_FMT(__ack, fmt, ##args);				\
	NL_SET_BAD_ATTR(__ack, attr);					\
} while (0)
#endif

/* Since 6.7: says something unless someone has said more already. */
#ifndef NL_SET_ERR_MSG_WEAK
#define NL_SET_ERR_MSG_WEAK(extack, msg) do {				\
	struct netlink_ext_ack *__unset = (extack);			\
									\
	if (__unset && !__unset->_msg)					\
		NL_SET_ERR_MSG(__unset, msg);				\
} while (0)
#endif

#endif /* _COMPAT_LINUX_NETLINK_H */
