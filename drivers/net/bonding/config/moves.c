// SPDX-License-Identifier: GPL-2.0
/*
 * Buckets moved by hand: the option bucket_map.
 *
 * Data flow: each value is checked against the table as it is and becomes an order
 * in it; when the whole change is accepted, the orders are carried out together.
 * A change that is refused leaves orders that nobody carries out: the next one
 * begins by forgetting them.
 *
 * Locking: RTNL.
 */
#include <linux/netdevice.h>
#include <linux/string.h>
#include <net/netlink.h>

#include "../lb.h"
#include "options.h"

static const struct nla_policy bond_moves_policy[BOND_BUCKET_MOVE_MAX + 1] = {
	[BOND_BUCKET_MOVE_UNSPEC] = { .strict_start_type = BOND_BUCKET_MOVE_INDEX },
	[BOND_BUCKET_MOVE_INDEX] = { .type = NLA_U32 },
	[BOND_BUCKET_MOVE_SLAVE] = { .type = NLA_U32 },
	[BOND_BUCKET_MOVE_PIN] = { .type = NLA_FLAG },
};

/**
 * bond_moves_read() - from an attribute to a move
 * @ch: the change
 * @opt: the option
 * @val: the attribute
 *
 * Context: RTNL.
 * Return: 0 or -EINVAL.
 */
int bond_moves_read(struct bond_change *ch, const struct bond_option *opt,
		    struct bond_value *val)
{
	struct nlattr *tb[BOND_BUCKET_MOVE_MAX + 1];
	struct bond_move *move = &ch->move;
	u32 ifindex;
	int err;

	err = nla_parse_nested(tb, BOND_BUCKET_MOVE_MAX, val->attr, bond_moves_policy,
			       ch->extack);
	if (err)
		return err;
	if (!tb[BOND_BUCKET_MOVE_INDEX]) {
		strscpy(val->name, "?", sizeof(val->name));
		return bond_options_refuse(ch, opt, val, -EINVAL, "says no bucket");
	}

	memset(move, 0, sizeof(*move));
	move->bucket = nla_get_u32(tb[BOND_BUCKET_MOVE_INDEX]);
	if (!tb[BOND_BUCKET_MOVE_SLAVE]) {
		move->kind = BOND_LB_ORDER_AUTO;
		snprintf(val->name, sizeof(val->name), "%u:auto", move->bucket);
		if (tb[BOND_BUCKET_MOVE_PIN])
			return bond_options_refuse(ch, opt, val, -EINVAL,
						   "a pin takes a slave");
		return 0;
	}

	ifindex = nla_get_u32(tb[BOND_BUCKET_MOVE_SLAVE]);
	move->kind = tb[BOND_BUCKET_MOVE_PIN] ? BOND_LB_ORDER_PIN : BOND_LB_ORDER_MOVE;
	if (ifindex <= INT_MAX)
		move->dev = __dev_get_by_index(dev_net(ch->bond->dev), ifindex);
	if (move->dev)
		snprintf(val->name, sizeof(val->name), "%u:%s", move->bucket, move->dev->name);
	else
		snprintf(val->name, sizeof(val->name), "%u:#%u", move->bucket, ifindex);

	return 0;
}

/* INDEX:auto, INDEX:SLAVE or INDEX:SLAVE:pin. NULL, or what is wrong with it. */
static const char *bond_moves_parse(struct bond_change *ch, const char *text)
{
	struct bond_move *move = &ch->move;
	char buf[BOND_VALUE_LEN];
	char *words = buf, *bucket, *slave, *pin;

	memset(move, 0, sizeof(*move));
	if (strscpy(buf, text, sizeof(buf)) < 0)
		return "too long";
	bucket = strsep(&words, ":");
	slave = strsep(&words, ":");
	pin = strsep(&words, ":");
	if (!slave || !*slave || words || (pin && strcmp(pin, "pin")) ||
	    kstrtou32(bucket, 10, &move->bucket))
		return "give INDEX:SLAVE, INDEX:SLAVE:pin or INDEX:auto";

	if (!strcmp(slave, "auto")) {
		move->kind = BOND_LB_ORDER_AUTO;
		return pin ? "a pin takes a slave" : NULL;
	}
	move->kind = pin ? BOND_LB_ORDER_PIN : BOND_LB_ORDER_MOVE;
	move->dev = __dev_get_by_name(dev_net(ch->bond->dev), slave);

	return NULL;
}

/**
 * bond_moves_check() - can this bucket go there?
 * @ch: the change; the move that was read is in it, if it was no text
 * @opt: the option
 * @val: the value
 *
 * A bucket can be pinned to a slave that is down: it goes there when that is up.
 *
 * Context: RTNL.
 * Return: 0, -EINVAL, -ENODEV, -ENETDOWN or -EEXIST.
 */
int bond_moves_check(struct bond_change *ch, const struct bond_option *opt,
		     struct bond_value *val)
{
	const struct bond_move *move = &ch->move;
	struct bond_lb *lb = ch->bond->lb;
	const struct bond_port *port = NULL;
	const char *why = NULL;

	if (val->text)
		why = bond_moves_parse(ch, val->text);
	if (why)
		return bond_options_refuse(ch, opt, val, -EINVAL, why);
	if (!lb || ch->params.buckets != ch->bond->params.buckets)
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "the bond has no such table yet");
	if (move->bucket >= lb->t.n)
		return bond_options_refuse(ch, opt, val, -EINVAL, "there is no such bucket");

	if (move->kind != BOND_LB_ORDER_AUTO) {
		port = move->dev ? bond_port_get_rtnl(move->dev) : NULL;
		if (!port || port->bond != ch->bond)
			return bond_options_refuse(ch, opt, val, -ENODEV,
						   "not a slave of this bond");
	}
	if (move->kind == BOND_LB_ORDER_MOVE && !port->usable)
		return bond_options_refuse(ch, opt, val, -ENETDOWN,
					   "this slave carries no traffic now");
	if (!bond_lb_order(lb, move->bucket, move->kind, port))
		return bond_options_refuse(ch, opt, val, -EEXIST, "this bucket comes twice");

	return 0;
}

/**
 * bond_moves_apply() - move them
 * @ch: the change
 *
 * Context: RTNL.
 */
void bond_moves_apply(struct bond_change *ch)
{
	bond_lb_obey(ch->bond);
}
