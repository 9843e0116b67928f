// SPDX-License-Identifier: GPL-2.0
/*
 * For check: loaded into ip by LD_PRELOAD, writes the message that would make or
 * change a link to the file that CAPTURE names, and ends ip. No kernel gets it.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>

#include <linux/netlink.h>
#include <linux/rtnetlink.h>

ssize_t sendmsg(int fd, const struct msghdr *msg, int flags)
{
	ssize_t (*next)(int fd, const struct msghdr *msg, int flags);
	const struct nlmsghdr *n = msg->msg_iov[0].iov_base;
	const char *path = getenv("CAPTURE");
	int out;

	if (path && msg->msg_iov[0].iov_len >= sizeof(*n) && n->nlmsg_type == RTM_NEWLINK) {
		out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);
		_exit(writev(out, msg->msg_iov, msg->msg_iovlen) < 0);
	}
	next = dlsym(RTLD_NEXT, "sendmsg");

	return next(fd, msg, flags);
}
