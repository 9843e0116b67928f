// SPDX-License-Identifier: GPL-2.0
/*
 * Values of options: between text, numbers and struct bond_params.
 *
 * Knows rows, not options. Fields are written one by one, so that readers
 * without RTNL see either the old number or the new one.
 *
 * Locking: writers hold RTNL where @params is that of a bond.
 */
#include <linux/kstrtox.h>
#include <linux/math64.h>
#include <linux/minmax.h>
#include <linux/string.h>
#include <linux/sysfs.h>

#include "options.h"

/**
 * bond_value_load() - the number in a field
 * @params: the options
 * @opt: a row with a field of 1, 2 or 4 bytes
 *
 * Context: any.
 * Return: the number as it is stored.
 */
u32 bond_value_load(const struct bond_params *params, const struct bond_option *opt)
{
	const void *field = (const void *)params + opt->offset;

	if (opt->size == sizeof(u8))
		return READ_ONCE(*(const u8 *)field);
	if (opt->size == sizeof(u16))
		return READ_ONCE(*(const u16 *)field);

	return READ_ONCE(*(const u32 *)field);
}

/**
 * bond_value_store() - put a number into a field
 * @params: the options
 * @opt: a row with a field of 1, 2 or 4 bytes
 * @num: the number, within the limits of the row
 *
 * Context: any.
 */
void bond_value_store(struct bond_params *params, const struct bond_option *opt,
		      u32 num)
{
	void *field = (void *)params + opt->offset;

	if (opt->size == sizeof(u8))
		WRITE_ONCE(*(u8 *)field, num);
	else if (opt->size == sizeof(u16))
		WRITE_ONCE(*(u16 *)field, num);
	else
		WRITE_ONCE(*(u32 *)field, num);
}

/**
 * bond_value_get() - the number that a user sees
 * @params: the options
 * @opt: a row of a number
 *
 * Context: any.
 * Return: the value of the option; of a delay, milliseconds.
 */
u32 bond_value_get(const struct bond_params *params, const struct bond_option *opt)
{
	u32 num = bond_value_load(params, opt);

	if (opt->kind == BOND_KIND_PERIODS)
		return min_t(u64, mul_u32_u32(num, READ_ONCE(params->miimon)), INT_MAX);

	return num;
}

static int bond_value_parse_word(const struct bond_option *opt, const char *word,
				 u64 *num)
{
	static const char * const switch_names[] = { "off", "on" };
	const char * const *names = switch_names;
	u32 max = 0;
	int i;

	if (opt->kind == BOND_KIND_NAMES) {
		names = opt->names;
		max = opt->max;
	} else if (opt->kind == BOND_KIND_SWITCH) {
		max = 1;
	} else if (!(opt->flags & BOND_OPTION_OFF)) {
		return -EINVAL;
	}

	i = match_string(names, max + 1, word);
	if (i < 0)
		return -EINVAL;
	*num = i;

	return 0;
}

/**
 * bond_value_parse() - text to number
 * @opt: a row of a number
 * @text: the name of a value or a decimal number; blanks before it and whatever
 *	follows a blank after it are ignored
 * @num: where the number goes; not checked against the limits
 *
 * Context: any.
 * Return: 0, or -EINVAL if @text is neither.
 */
int bond_value_parse(const struct bond_option *opt, const char *text, u64 *num)
{
	char word[BOND_VALUE_LEN];
	size_t len;

	text = skip_spaces(text);
	len = strcspn(text, " \t\n");
	if (!len || len >= sizeof(word))
		return -EINVAL;
	memcpy(word, text, len);
	word[len] = '\0';

	/* "802.3ad" is a name. */
	if (strspn(word, "0123456789") == len)
		return kstrtou64(word, 10, num) ? -EINVAL : 0;

	return bond_value_parse_word(opt, word, num);
}

/**
 * bond_value_show() - number to text
 * @params: the options
 * @opt: a row of a number
 * @buf: a page
 *
 * Context: any.
 * Return: length of the text, which ends with a newline.
 */
ssize_t bond_value_show(const struct bond_params *params,
			const struct bond_option *opt, char *buf)
{
	u32 num = bond_value_get(params, opt);

	if (opt->kind == BOND_KIND_NAMES)
		return sysfs_emit(buf, "%s %u\n", opt->names[num], num);

	return sysfs_emit(buf, "%u\n", num);
}

/**
 * bond_value_refuse() - say why a value is refused
 * @extack: where to say it, may be NULL
 * @name: the name of the option
 * @val: the value
 * @err: the error to return
 * @why: the reason; fits extack together with any name
 *
 * The sentence names the option and, where there is room, the value.
 *
 * Context: any.
 * Return: @err.
 */
int bond_value_refuse(struct netlink_ext_ack *extack, const char *name,
		      const struct bond_value *val, int err, const char *why)
{
	char msg[BOND_MESSAGE_LEN];
	int len;

	len = snprintf(msg, sizeof(msg), "%s %s: %s", name, val->name, why);
	if (len >= sizeof(msg))
		snprintf(msg, sizeof(msg), "%s: %s", name, why);

	NL_SET_ERR_MSG_FMT(extack, "%s", msg);
	if (val->attr)
		NL_SET_BAD_ATTR(extack, val->attr);

	return err;
}
