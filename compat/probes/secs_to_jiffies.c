// SPDX-License-Identifier: GPL-2.0
// Linux 6.13: secs_to_jiffies()
#include <linux/jiffies.h>

unsigned long probe(unsigned int secs);
unsigned long probe(unsigned int secs)
{
	return secs_to_jiffies(secs);
}
