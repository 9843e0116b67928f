// SPDX-License-Identifier: GPL-2.0
/*
 * The engine of options: prepare a change, check each value, commit it whole.
 *
 * Purpose: all that is common to options, whoever asks for the change. What an
 * option is, its row says (table.c); what a row cannot say, check.c and apply.c
 * do.
 *
 * Data flow: see options.h. A value passes these checks, in this order, as
 * users of the in-tree driver know them: is the option for this mode (-EACCES),
 * must the bond be empty (-ENOTEMPTY), must it be down (-EBUSY), is the value
 * one of the option (-EINVAL), what the option itself has against it, and at
 * last whether this driver can do it yet (-EOPNOTSUPP).
 *
 * Locking: RTNL.
 */
#include <linux/string.h>

#include "../lb.h"
#include "../mode/mode.h"
#include "options.h"

/**
 * bond_options_defaults() - fill in the defaults of the table
 * @params: where to
 *
 * Context: any.
 */
void bond_options_defaults(struct bond_params *params)
{
	const struct bond_option *opt;
	int i;

	memset(params, 0, sizeof(*params));
	for (i = 0; i < BOND_OPT_COUNT; i++) {
		opt = &bond_options[i];
		if (opt->size && opt->kind != BOND_KIND_SPECIAL)
			bond_value_store(params, opt, opt->def);
	}
}

/**
 * bond_options_begin() - prepare a change
 * @ch: the change
 * @bond: the bond; it need not be registered yet
 * @extack: where the reason for a refusal goes, may be NULL
 *
 * Context: RTNL.
 */
void bond_options_begin(struct bond_change *ch, struct bond *bond,
			struct netlink_ext_ack *extack)
{
	memset(ch, 0, sizeof(*ch));
	ch->bond = bond;
	ch->extack = extack;
	ch->params = bond->params;
	bond_lb_forget(bond->lb);
}

/**
 * bond_options_refuse() - say why a value is refused
 * @ch: the change
 * @opt: the option
 * @val: the value
 * @err: the error to return
 * @why: the reason
 *
 * Context: RTNL.
 * Return: @err.
 */
int bond_options_refuse(const struct bond_change *ch, const struct bond_option *opt,
			const struct bond_value *val, int err, const char *why)
{
	return bond_value_refuse(ch->extack, opt->name, val, err, why);
}

/**
 * bond_options_refuse_later() - a value that a later version will take
 * @ch: the change
 * @opt: the option
 * @val: the value
 *
 * Context: RTNL.
 * Return: -EOPNOTSUPP.
 */
int bond_options_refuse_later(const struct bond_change *ch,
			      const struct bond_option *opt,
			      const struct bond_value *val)
{
	return bond_options_refuse(ch, opt, val, -EOPNOTSUPP,
				   "not supported by this driver yet");
}

/* May this option change now, whatever the value? */
static int bond_options_check_state(const struct bond_change *ch,
				    const struct bond_option *opt,
				    const struct bond_value *val)
{
	const struct bond *bond = ch->bond;
	u8 mode = ch->params.mode;

	if (!(opt->modes & BIT(mode))) {
		bond_err(bond, "option %s: mode dependency failed, not supported in mode %s(%u)\n",
			 opt->name, bond_mode_name(mode), mode);
		return bond_options_refuse(ch, opt, val, -EACCES,
					   "option not supported in mode");
	}
	if (opt->when & BOND_WHEN_EMPTY && bond->port_count) {
		bond_err(bond, "option %s: unable to set because the bond device has slaves\n",
			 opt->name);
		return bond_options_refuse(ch, opt, val, -ENOTEMPTY,
					   "unable to set option because the bond device has slaves");
	}
	if (opt->when & BOND_WHEN_DOWN && bond->dev->flags & IFF_UP) {
		bond_err(bond, "option %s: unable to set because the bond device is up\n",
			 opt->name);
		return bond_options_refuse(ch, opt, val, -EBUSY,
					   "unable to set option because the bond is up");
	}

	return 0;
}

static int bond_options_refuse_value(const struct bond_change *ch,
				     const struct bond_option *opt,
				     const struct bond_value *val)
{
	char why[BOND_MESSAGE_LEN] = "invalid option value";

	bond_err(ch->bond, "option %s: invalid value (%s)\n", opt->name, val->name);

	if (opt->kind == BOND_KIND_NUMBER || opt->kind == BOND_KIND_PERIODS) {
		bond_err(ch->bond, "option %s: allowed values %u - %u\n",
			 opt->name, opt->min, opt->max);
		snprintf(why, sizeof(why), "invalid option value, allowed %u - %u",
			 opt->min, opt->max);
	}

	return bond_options_refuse(ch, opt, val, -EINVAL, why);
}

static int bond_options_check_value(const struct bond_change *ch,
				    const struct bond_option *opt,
				    struct bond_value *val)
{
	if (opt->kind == BOND_KIND_SPECIAL)
		return 0;

	if (val->text && bond_value_parse(opt, val->text, &val->num))
		return bond_options_refuse_value(ch, opt, val);
	if (val->num < opt->min || val->num > opt->max)
		return bond_options_refuse_value(ch, opt, val);

	return 0;
}

static int bond_options_put(struct bond_change *ch, const struct bond_option *opt,
			    struct bond_value *val)
{
	int err;

	if (opt->flags & BOND_OPTION_READ_ONLY)
		return bond_options_refuse(ch, opt, val, -EPERM, "not to be set");
	err = bond_options_check_state(ch, opt, val);
	if (err)
		return err;

	err = bond_options_check_value(ch, opt, val);
	if (err)
		return err;

	if (opt->check) {
		err = opt->check(ch, opt, val);
		if (err)
			return err;
	}

	if (opt->flags & BOND_OPTION_LATER && val->num != opt->def)
		return bond_options_refuse_later(ch, opt, val);

	/* Other kinds are not stored as they are given; their check did it. */
	if (opt->size && opt->kind != BOND_KIND_SPECIAL && opt->kind != BOND_KIND_PERIODS)
		bond_value_store(&ch->params, opt, val->num);
	__set_bit(opt - bond_options, ch->given);

	return 0;
}

static int bond_options_read_number(struct bond_value *val, u8 type)
{
	if (type == NLA_NESTED)
		return 0;
	if (type == NLA_U8)
		val->num = nla_get_u8(val->attr);
	else if (type == NLA_U16)
		val->num = nla_get_u16(val->attr);
	else
		val->num = nla_get_u32(val->attr);
	snprintf(val->name, sizeof(val->name), "%llu", val->num);

	return 0;
}

/**
 * bond_options_put_attr() - add a value that came by netlink
 * @ch: the change
 * @opt: the option
 * @attr: the attribute, of the row's type
 *
 * Context: RTNL.
 * Return: 0, or a negative error with a message; the change is of no use then.
 */
int bond_options_put_attr(struct bond_change *ch, const struct bond_option *opt,
			  const struct nlattr *attr)
{
	struct bond_value val = { .attr = attr };
	int err;

	err = opt->read ? opt->read(ch, opt, &val) :
			  bond_options_read_number(&val, opt->type);
	if (err)
		return err;

	return bond_options_put(ch, opt, &val);
}

/**
 * bond_options_put_text() - add a value that came as text
 * @ch: the change
 * @opt: the option
 * @text: the value, without a newline at the end
 *
 * Context: RTNL.
 * Return: 0, or a negative error with a message; the change is of no use then.
 */
int bond_options_put_text(struct bond_change *ch, const struct bond_option *opt,
			  const char *text)
{
	struct bond_value val = { .text = text };

	strscpy(val.name, text, sizeof(val.name));

	return bond_options_put(ch, opt, &val);
}

static void bond_options_copy(struct bond_params *to, const struct bond_params *from)
{
	const struct bond_option *opt;
	int i;

	for (i = 0; i < BOND_OPT_COUNT; i++) {
		opt = &bond_options[i];
		if (opt->kind != BOND_KIND_SPECIAL)
			bond_value_store(to, opt, bond_value_load(from, opt));
		else
			memcpy((void *)to + opt->offset,
			       (const void *)from + opt->offset, opt->size);
	}
}

/* What must follow when the rows' own hooks have run. */
static void bond_options_effects(struct bond *bond, unsigned int effects)
{
	if (effects & BOND_EFFECT_SELECT)
		bond_active_select(bond);
	if (effects & (BOND_EFFECT_SELECT | BOND_EFFECT_SNAP))
		bond_snap_publish(bond);
	if (effects & (BOND_EFFECT_SELECT | BOND_EFFECT_CARRIER))
		bond_master_update_carrier(bond);
	bond_state_notify(bond);
}

/* The table of buckets that the change needs, and snapshots with room for it. */
static int bond_options_reserve(struct bond_change *ch)
{
	struct bond *bond = ch->bond;
	u32 buckets = ch->params.buckets;

	if (bond->dev->reg_state != NETREG_REGISTERED || buckets == bond->params.buckets)
		return 0;

	if (buckets) {
		ch->lb = bond_lb_alloc(buckets, bond_lb_slots(bond));
		if (!ch->lb)
			return -ENOMEM;
	}
	if (bond_snap_reserve(bond, bond->port_count, buckets)) {
		bond_lb_free(ch->lb);
		return -ENOMEM;
	}

	return 0;
}

/**
 * bond_options_commit() - make a change whose values were all accepted
 * @ch: the change
 *
 * A bond that is not registered yet just gets the options: it has nothing that
 * they could act on.
 *
 * Context: RTNL.
 * Return: 0, or -ENOMEM with nothing changed.
 */
int bond_options_commit(struct bond_change *ch)
{
	struct bond *bond = ch->bond;
	unsigned int effects = 0;
	int i, err;

	err = bond_options_reserve(ch);
	if (err)
		return err;

	if (ch->params.buckets != bond->params.buckets) {
		swap(bond->lb, ch->lb);
		/* No snapshot must refer to the old one. */
		effects = BOND_EFFECT_SNAP;
	}
	if (ch->params.mode != bond->mode->id)
		bond_master_set_mode(bond, bond_mode_get(ch->params.mode));
	bond_options_copy(&bond->params, &ch->params);

	if (bond->dev->reg_state != NETREG_REGISTERED)
		return 0;

	for_each_set_bit(i, ch->given, BOND_OPT_COUNT) {
		if (bond_options[i].apply)
			bond_options[i].apply(ch);
		effects |= bond_options[i].effects;
	}
	bond_options_effects(bond, effects);
	bond_lb_free(ch->lb);

	return 0;
}
