// SPDX-License-Identifier: GPL-2.0
// Linux 6.7: str_up_down()
#include <linux/string_choices.h>

const char *probe(bool v);
const char *probe(bool v)
{
	return str_up_down(v);
}
