// SPDX-License-Identifier: GPL-2.0
/*
 * The link-layer type of the bond follows its first slave.
 *
 * Purpose: a bond over GRE, InfiniBand or the like. The first slave of another
 * type than the bond changes the bond; all others have to match.
 *
 * Data flow: a bond of Ethernet devices has the kernel's Ethernet header
 * operations. A bond of others has those below, which pass each call on to a
 * slave, as the slave's own operations expect their own device.
 *
 * Locking: RTNL to change the type; the header operations run under RCU.
 */
#include <linux/etherdevice.h>

#include "bond.h"

/* What says about the link layer and not about the device. */
#define BOND_TYPE_FLAGS	(IFF_BROADCAST | IFF_MULTICAST | IFF_POINTOPOINT | \
			 IFF_NOARP)

/* Bonds and VLANs nest no deeper than this. */
#define BOND_TYPE_MAX_NEST	8

/* The device below @dev that is not a bond, or NULL. Bonds may be stacked: each
 * hands the question on to its first slave.
 */
static struct net_device *bond_type_lower_rcu(const struct net_device *dev)
{
	unsigned int depth;

	for (depth = 0; depth < BOND_TYPE_MAX_NEST; depth++) {
		struct bond_port *port;

		port = list_first_or_null_rcu(&bond_from_dev(dev)->ports,
					      struct bond_port, node);
		if (!port)
			return NULL;
		if (!bond_dev_is_ours(port->dev))
			return port->dev;
		dev = port->dev;
	}

	return NULL;
}

static int bond_type_header_create(struct sk_buff *skb, struct net_device *dev,
				   unsigned short type, const void *daddr,
				   const void *saddr, unsigned int len)
{
	struct net_device *lower;
	int ret = 0;

	/* A device on top may have taken over our operations. */
	if (!bond_dev_is_ours(dev))
		return 0;

	rcu_read_lock();
	lower = bond_type_lower_rcu(dev);
	if (lower)
		ret = dev_hard_header(skb, lower, type, daddr, saddr, len);
	rcu_read_unlock();

	return ret;
}

static int bond_type_header_parse(const struct sk_buff *skb,
				  const struct net_device *dev,
				  unsigned char *haddr)
{
	const struct net_device *lower;
	int ret = 0;

	if (!bond_dev_is_ours(dev))
		return 0;

	rcu_read_lock();
	lower = bond_type_lower_rcu(dev);
	if (lower && lower->header_ops && lower->header_ops->parse)
		ret = netdev_header_parse(lower, skb, haddr);
	rcu_read_unlock();

	return ret;
}

/* Older kernels do not say which device the header is of. */
DEFINE_HEADER_OPS_PARSE(bond_type_header_parse);

static const struct header_ops bond_type_header_ops = {
	.create	= bond_type_header_create,
	.parse	= HEADER_OPS_PARSE(bond_type_header_parse),
};

static void bond_type_set_flags(struct net_device *dev, unsigned int flags)
{
	dev->flags = (dev->flags & ~BOND_TYPE_FLAGS) | (flags & BOND_TYPE_FLAGS);
}

static void bond_type_from_slave(struct net_device *dev,
				 const struct net_device *slave_dev)
{
	dev->header_ops = slave_dev->header_ops ? &bond_type_header_ops : NULL;
	dev->type = slave_dev->type;
	dev->hard_header_len = slave_dev->hard_header_len;
	dev->needed_headroom = slave_dev->needed_headroom;
	dev->addr_len = slave_dev->addr_len;
	memcpy(dev->broadcast, slave_dev->broadcast, slave_dev->addr_len);

	if (slave_dev->flags & IFF_POINTOPOINT)
		bond_type_set_flags(dev, IFF_POINTOPOINT | IFF_NOARP);
	else
		bond_type_set_flags(dev, dev->flags);
}

static void bond_type_ether(struct net_device *dev)
{
	unsigned int flags = dev->flags;

	ether_setup(dev);
	dev->max_mtu = ETH_MAX_MTU;
	dev->priv_flags &= ~IFF_TX_SKB_SHARING;
	dev->flags = flags;
	bond_type_set_flags(dev, IFF_BROADCAST | IFF_MULTICAST);
}

/* Only Ethernet without a slave. Whoever is stacked on the bond has been asked. */
static void bond_type_set(struct net_device *dev, const struct net_device *slave_dev)
{
	/* Addresses of the old type mean nothing to the new one. */
	dev_uc_flush(dev);
	dev_mc_flush(dev);

	if (!slave_dev || slave_dev->type == ARPHRD_ETHER)
		bond_type_ether(dev);
	else
		bond_type_from_slave(dev, slave_dev);

	call_netdevice_notifiers(NETDEV_POST_TYPE_CHANGE, dev);
}

static int bond_type_change(struct bond *bond, const struct net_device *slave_dev)
{
	struct net_device *dev = bond->dev;
	int err;

	err = call_netdevice_notifiers(NETDEV_PRE_TYPE_CHANGE, dev);
	if (notifier_to_errno(err)) {
		bond_err(bond, "refused to change device type\n");
		return -EBUSY;
	}

	bond_dbg(bond, "changing device type from %d to %d\n", dev->type,
		 slave_dev->type);
	bond_type_set(dev, slave_dev);

	return 0;
}

/**
 * bond_type_adapt() - give an empty bond the type of its first slave
 * @bond: the bond, without slaves
 * @slave_dev: the device that is to be enslaved
 * @extack: says what failed
 *
 * A bond that is up goes down and up again, so that all that is stacked on it
 * learns of the new headers.
 *
 * Context: RTNL.
 * Return: 1 if the type was changed, 0 if it was right, or a negative error.
 */
int bond_type_adapt(struct bond *bond, const struct net_device *slave_dev,
		    struct netlink_ext_ack *extack)
{
	struct net_device *dev = bond->dev;
	bool was_up = dev->flags & IFF_UP;
	int err, up;

	if (dev->type == slave_dev->type)
		return 0;

	if (was_up)
		dev_close(dev);
	err = bond_type_change(bond, slave_dev);
	if (err)
		NL_SET_ERR_MSG(extack, "A device above the bond refuses the change of its type");
	up = was_up ? dev_open(dev, NULL) : 0;
	if (up)
		bond_err(bond, "cannot come up again after a change of type: error %d\n", up);

	return err ? err : 1;
}

/**
 * bond_type_reset() - back to Ethernet, after the first slave failed to join
 * @bond: the bond, without slaves
 *
 * Context: RTNL.
 */
void bond_type_reset(struct bond *bond)
{
	struct net_device *dev = bond->dev;
	unsigned int tx_queue_len = dev->tx_queue_len;
	bool was_up = dev->flags & IFF_UP;
	unsigned int mtu = dev->mtu;

	if (dev->type == ARPHRD_ETHER)
		return;

	if (was_up)
		dev_close(dev);
	/* There is no other way to go, whatever the answer is. */
	call_netdevice_notifiers(NETDEV_PRE_TYPE_CHANGE, dev);
	bond_type_set(dev, NULL);
	/* Those of the Ethernet bond, which a tunnel leaves alone. */
	WRITE_ONCE(dev->mtu, mtu);
	dev->tx_queue_len = tx_queue_len;
	if (was_up && dev_open(dev, NULL))
		bond_err(bond, "cannot come up again after a change of type\n");
}
