// Linux 6.7: str_up_down()
// SPDX-License-Identifier: GPL-2.0
#include <linux/string_choices.h>

const char *probe(bool v);
const char *probe(bool v)
{
	return str_up_down(v);
}
