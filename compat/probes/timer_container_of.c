// SPDX-License-Identifier: GPL-2.0
// Linux 6.16: timer_container_of() in place of from_timer()
#include <linux/timer.h>

struct probe_owner {
	struct timer_list timer;
};

struct probe_owner *probe(struct timer_list *t);
struct probe_owner *probe(struct timer_list *t)
{
	struct probe_owner *owner = timer_container_of(owner, t, timer);

	return owner;
}
