// SPDX-License-Identifier: GPL-2.0
/*
 * NL_SET_ERR_MSG_FMT() for kernels without it (before 6.2).
 *
 * An extack of old holds a pointer. The text is copied into the answer after RTNL
 * has been released, and by then others may have been refused something, too. So
 * the texts are kept here, sorted by their length, some of each: one that is
 * written while another task copies it has the length that this task has measured.
 */
#include <linux/atomic.h>
#include <linux/kernel.h>
#include <linux/netlink.h>

#ifndef HAVE_NL_SET_ERR_MSG_FMT

#define COMPAT_EXTACK_LEN	80
#define COMPAT_EXTACK_TURNS	4

static char compat_extack[COMPAT_EXTACK_LEN][COMPAT_EXTACK_TURNS][COMPAT_EXTACK_LEN];

void compat_nl_set_err_msg(struct netlink_ext_ack *extack, const char *fmt, ...)
{
	static atomic_t turn = ATOMIC_INIT(0);
	char text[COMPAT_EXTACK_LEN];
	va_list args;
	char *to;
	int len;

	if (!extack)
		return;

	va_start(args, fmt);
	len = vscnprintf(text, sizeof(text), fmt, args);
	va_end(args);

	/* The zero at its end is there from the beginning and stays. */
	to = compat_extack[len][(u32)atomic_inc_return(&turn) % COMPAT_EXTACK_TURNS];
	memcpy(to, text, len);
	extack->_msg = to;
}

#endif
