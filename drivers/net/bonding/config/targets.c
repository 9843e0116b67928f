// SPDX-License-Identifier: GPL-2.0
/*
 * Lists of targets that ARP monitoring probes, by netlink and by sysfs.
 *
 * A list is checked whole. There is no ARP monitoring yet, so what passes is
 * refused by the row (BOND_OPTION_LATER), unless the list is empty.
 *
 * Locking: RTNL.
 */
#include <linux/in.h>
#include <linux/inet.h>
#include <net/ipv6.h>

#include "options.h"

/**
 * bond_targets_read() - a list that came by netlink
 * @ch: the change
 * @opt: the option
 * @val: the value; its number will be how many there are
 *
 * Context: RTNL.
 * Return: 0.
 */
int bond_targets_read(struct bond_change *ch, const struct bond_option *opt,
		      struct bond_value *val)
{
	const struct nlattr *attr;
	int rem;

	nla_for_each_nested(attr, val->attr, rem)
		val->num++;
	snprintf(val->name, sizeof(val->name), "%llu targets", val->num);

	return 0;
}

static int bond_targets_refuse_value(const struct bond_change *ch,
				     const struct bond_option *opt,
				     const struct bond_value *val, const char *why)
{
	bond_err(ch->bond, "option %s: invalid value (%s)\n", opt->name, val->name);

	return bond_options_refuse(ch, opt, val, -EINVAL, why);
}

static int bond_targets_check_host(const struct bond_change *ch,
				   const struct bond_option *opt,
				   const struct bond_value *val, __be32 target)
{
	if (target != htonl(INADDR_ANY) && target != htonl(INADDR_BROADCAST))
		return 0;

	bond_err(ch->bond, "invalid ARP target %pI4 specified for addition\n", &target);
	return bond_targets_refuse_value(ch, opt, val,
					 "invalid option value, not a host address");
}

/* Is the address in the list before this place? */
static bool bond_targets_is_repeated(const struct nlattr *list, const struct nlattr *here)
{
	const struct nlattr *attr;
	int rem;

	nla_for_each_nested(attr, list, rem) {
		if (attr == here)
			break;
		if (!nla_memcmp(attr, nla_data(here), nla_len(here)))
			return true;
	}

	return false;
}

static int bond_targets_put_arp(const struct bond_change *ch,
				const struct bond_option *opt,
				struct bond_value *val, const struct nlattr *attr)
{
	if (nla_len(attr) < sizeof(__be32))
		return bond_options_refuse(ch, opt, val, -EINVAL,
					   "an IPv4 address has four bytes");

	snprintf(val->name, sizeof(val->name), "%pI4", nla_data(attr));
	if (bond_targets_is_repeated(val->attr, attr)) {
		bond_err(ch->bond, "ARP target %s is already present\n", val->name);
		return bond_targets_refuse_value(ch, opt, val,
						 "invalid option value, given twice");
	}

	return bond_targets_check_host(ch, opt, val, nla_get_in_addr(attr));
}

/* "+ADDRESS" adds one, "-ADDRESS" removes one. */
static int bond_targets_text_arp(const struct bond_change *ch,
				 const struct bond_option *opt,
				 const struct bond_value *val)
{
	__be32 target;
	int err;

	if (!val->text[0] || !in4_pton(val->text + 1, -1, (u8 *)&target, -1, NULL)) {
		bond_err(ch->bond, "invalid ARP target specified\n");
		return bond_options_refuse(ch, opt, val, -EPERM, "give +ADDRESS or -ADDRESS");
	}
	if (val->text[0] == '+') {
		err = bond_targets_check_host(ch, opt, val, target);
		return err ? err : bond_options_refuse_later(ch, opt, val);
	}
	if (val->text[0] == '-') {
		bond_err(ch->bond, "unable to remove nonexistent ARP target %pI4\n", &target);
		return bond_targets_refuse_value(ch, opt, val,
						 "invalid option value, no such target");
	}

	bond_err(ch->bond, "no command found in arp_ip_targets file - use +<addr> or -<addr>\n");
	return bond_options_refuse(ch, opt, val, -EPERM, "give +ADDRESS or -ADDRESS");
}

/**
 * bond_targets_check_arp() - IPv4 targets
 * @ch: the change
 * @opt: the option
 * @val: a list of addresses, or text
 *
 * Context: RTNL.
 * Return: 0, -EINVAL for what cannot be a target, -EPERM for text that is not
 * understood, -EOPNOTSUPP for a target in text.
 */
int bond_targets_check_arp(struct bond_change *ch, const struct bond_option *opt,
			   struct bond_value *val)
{
	const struct nlattr *attr;
	int rem, err;

	if (val->text)
		return bond_targets_text_arp(ch, opt, val);
	if (val->num > BOND_MAX_ARP_TARGETS) {
		bond_err(ch->bond, "ARP target table is full!\n");
		return bond_targets_refuse_value(ch, opt, val,
						 "invalid option value, 16 at most");
	}

	nla_for_each_nested(attr, val->attr, rem) {
		err = bond_targets_put_arp(ch, opt, val, attr);
		if (err)
			return err;
	}

	return 0;
}

static int bond_targets_put_ns(const struct bond_change *ch,
			       const struct bond_option *opt,
			       struct bond_value *val, const struct nlattr *attr)
{
	struct in6_addr target;

	if (nla_len(attr) < sizeof(target))
		return bond_options_refuse(ch, opt, val, -EINVAL, "Invalid IPv6 address");

	target = nla_get_in6_addr(attr);
	snprintf(val->name, sizeof(val->name), "%pI6c", &target);
	if (ipv6_addr_any(&target) || ipv6_addr_is_multicast(&target)) {
		bond_err(ch->bond, "invalid NS target %pI6c specified for addition\n",
			 &target);
		return bond_targets_refuse_value(ch, opt, val,
						 "invalid option value, not a host address");
	}

	return 0;
}

/**
 * bond_targets_check_ns() - IPv6 targets
 * @ch: the change
 * @opt: the option
 * @val: a list of addresses
 *
 * Context: RTNL.
 * Return: 0, or -EINVAL for what cannot be a target.
 */
int bond_targets_check_ns(struct bond_change *ch, const struct bond_option *opt,
			  struct bond_value *val)
{
	const struct nlattr *attr;
	int rem, err;

	if (val->num > BOND_MAX_NS_TARGETS)
		return bond_targets_refuse_value(ch, opt, val,
						 "invalid option value, 16 at most");

	nla_for_each_nested(attr, val->attr, rem) {
		err = bond_targets_put_ns(ch, opt, val, attr);
		if (err)
			return err;
	}

	return 0;
}
