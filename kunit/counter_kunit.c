// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the counters of slaves: what the bond adds while a slave's counter
 * grows, wraps, wavers and is reset.
 */
#include <kunit/test.h>
#include <linux/module.h>

#include "../drivers/net/bonding/counter.h"

/**
 * struct counter_case - readings of one counter, and what they add up to
 * @desc: what happens
 * @n: readings
 * @read: the readings, the first of which is where counting begins
 * @sum: what is added in all
 */
struct counter_case {
	const char *desc;
	int n;
	u64 read[6];
	u64 sum;
};

static const struct counter_case counter_cases[] = {
	{ "at rest", 3, { 5, 5, 5 }, 0 },
	{ "grows", 4, { 5, 6, 16, 16 }, 11 },
	{ "begins at nothing", 3, { 0, 0, 7 }, 7 },
	{ "beyond 32 bits", 3, { 0xfffffff0, 0x100000000, 0x100000010 }, 0x20 },
	{ "64 bits", 2, { 0, U64_MAX }, U64_MAX },
	{ "32 bits wrap", 3, { 0xfffffff0, 0x10, 0x20 }, 0x30 },
	{ "32 bits wrap by much", 2, { 0xc0000000, 0x30000000 }, 0x70000000 },
	{ "reset to nothing", 3, { 1000, 0, 30 }, 30 },
	{ "reset, then less than half", 3, { 1000, 400, 430 }, 30 },
	{ "reset of a large one", 3, { 0x500000000, 5, 6 }, 1 },
	{ "wavers", 6, { 20, 15, 20, 15, 20, 21 }, 1 },
	{ "wavers by one", 4, { 3, 2, 3, 4 }, 1 },
	{ "wavers when large", 4, { 0x500000000, 0x4ffffffff, 0x500000000,
				    0x500000002 }, 2 },
	{ "wavers near the end of 32 bits", 3, { 0xfffffffe, 0xfffffff0, 0xffffffff }, 1 },
	{ "just half", 3, { 20, 10, 20 }, 0 },
	{ "just below half", 3, { 20, 9, 20 }, 11 },
	{ "half of an odd one", 3, { 21, 11, 21 }, 0 },
};

static void counter_desc(const struct counter_case *c, char *desc)
{
	strscpy(desc, c->desc, KUNIT_PARAM_DESC_SIZE);
}

KUNIT_ARRAY_PARAM(counter, counter_cases, counter_desc);

static void counter_sum(struct kunit *test)
{
	const struct counter_case *c = test->param_value;
	u64 last = c->read[0];
	u64 sum = 0;
	int i;

	for (i = 1; i < c->n; i++)
		sum += bond_counter_delta(c->read[i], &last);

	KUNIT_EXPECT_EQ(test, sum, c->sum);
}

static struct kunit_case counter_suite_cases[] = {
	KUNIT_CASE_PARAM(counter_sum, counter_gen_params),
	{}
};

static struct kunit_suite counter_suite = {
	.name = "bonding_counter",
	.test_cases = counter_suite_cases,
};

kunit_test_suite(counter_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's counters");
MODULE_LICENSE("GPL");
