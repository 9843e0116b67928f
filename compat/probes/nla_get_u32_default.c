// Linux 6.13: nla_get_u32_default() and its like
// SPDX-License-Identifier: GPL-2.0
#include <net/netlink.h>

u32 probe(const struct nlattr *nla);
u32 probe(const struct nlattr *nla)
{
	return nla_get_u32_default(nla, 1);
}
