// Linux 6.13: secs_to_jiffies()
// SPDX-License-Identifier: GPL-2.0
#include <linux/jiffies.h>

unsigned long probe(unsigned int secs);
unsigned long probe(unsigned int secs)
{
	return secs_to_jiffies(secs);
}
