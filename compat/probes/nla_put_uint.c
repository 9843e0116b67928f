// Linux 6.7: nla_put_uint(), nla_get_uint()
// SPDX-License-Identifier: GPL-2.0
#include <net/netlink.h>

int probe(struct sk_buff *skb, int type);
int probe(struct sk_buff *skb, int type)
{
	return nla_put_uint(skb, type, 1);
}
