/* SPDX-License-Identifier: GPL-2.0 */
#ifndef _BOND_DISSECT_H
#define _BOND_DISSECT_H

#include <linux/types.h>

struct bond_flow_keys;
struct sk_buff;

void bond_dissect_init(void);
void bond_dissect_skb(const struct sk_buff *skb, u8 policy,
		      struct bond_flow_keys *keys);

#endif /* _BOND_DISSECT_H */
