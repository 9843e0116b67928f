// SPDX-License-Identifier: GPL-2.0
// Linux 6.2: IFF_NO_ADDRCONF
#include <linux/netdevice.h>

unsigned long long probe(void);
unsigned long long probe(void)
{
	return IFF_NO_ADDRCONF;
}
