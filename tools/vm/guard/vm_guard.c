// SPDX-License-Identifier: GPL-2.0
/*
 * Does at load what the test harness must notice: `modprobe vm_guard fault=X`.
 *
 * Only for test kernels. Each fault is one that a checker of the kernel
 * reports; selftests/harness/guest proves that tools/vm/run then fails, whatever
 * the script says. Everything happens in the context of the loading task.
 */
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/slab.h>
#include <linux/string.h>

static char *fault = "none";
module_param(fault, charp, 0);
MODULE_PARM_DESC(fault, "none, warn, leak, overrun, shift, lockdep, rcu, oops or panic");

static DEFINE_MUTEX(guard_first);
static DEFINE_MUTEX(guard_second);

static int __rcu *guard_pointer;

/* What the compiler must not see through. */
static unsigned int guard_shift = 40;
static size_t guard_size = 100;

static void guard_warn(void)
{
	WARN(1, "vm_guard: on request\n");
}

static void guard_leak(void)
{
	char *lost = kmalloc(READ_ONCE(guard_size), GFP_KERNEL);

	/* Not even a stale register or stack slot may keep it. */
	OPTIMIZER_HIDE_VAR(lost);
	lost = NULL;
	OPTIMIZER_HIDE_VAR(lost);
}

static void guard_overrun(void)
{
	size_t size = READ_ONCE(guard_size);
	char *buffer = kmalloc(size, GFP_KERNEL);

	OPTIMIZER_HIDE_VAR(size);
	if (buffer)
		WRITE_ONCE(buffer[size], 1);
	kfree(buffer);
}

static void guard_bad_shift(void)
{
	WRITE_ONCE(guard_shift, 1U << READ_ONCE(guard_shift));
}

/* Both orders of two locks: no deadlock now, but one is possible. */
static void guard_lockdep(void)
{
	mutex_lock(&guard_first);
	mutex_lock(&guard_second);
	mutex_unlock(&guard_second);
	mutex_unlock(&guard_first);

	mutex_lock(&guard_second);
	mutex_lock(&guard_first);
	mutex_unlock(&guard_first);
	mutex_unlock(&guard_second);
}

static void guard_rcu(void)
{
	int *value = rcu_dereference(guard_pointer);

	OPTIMIZER_HIDE_VAR(value);
}

static void guard_oops(void)
{
	int *nowhere = NULL;

	OPTIMIZER_HIDE_VAR(nowhere);
	WRITE_ONCE(*nowhere, 1);
}

static void guard_panic(void)
{
	panic("vm_guard: on request");
}

static const struct {
	const char *name;
	void (*commit)(void);
} guard_faults[] = {
	{ "warn", guard_warn },
	{ "leak", guard_leak },
	{ "overrun", guard_overrun },
	{ "shift", guard_bad_shift },
	{ "lockdep", guard_lockdep },
	{ "rcu", guard_rcu },
	{ "oops", guard_oops },
	{ "panic", guard_panic },
};

static int __init guard_init(void)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(guard_faults); i++) {
		if (!strcmp(fault, guard_faults[i].name)) {
			guard_faults[i].commit();
			return 0;
		}
	}
	return strcmp(fault, "none") ? -EINVAL : 0;
}

static void __exit guard_exit(void)
{
}

module_init(guard_init);
module_exit(guard_exit);

MODULE_DESCRIPTION("Commits the faults that the test harness must notice");
MODULE_LICENSE("GPL");
