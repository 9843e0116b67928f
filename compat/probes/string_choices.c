// SPDX-License-Identifier: GPL-2.0
// Linux 6.6: <linux/string_choices.h>
#include <linux/string_choices.h>

const char *probe(bool v);
const char *probe(bool v)
{
	return str_on_off(v);
}
