/* SPDX-License-Identifier: GPL-2.0 */
/*
 * <linux/netdevice.h> of the newest kernel, over that of the kernel at hand.
 */
#ifndef _COMPAT_LINUX_NETDEVICE_H
#define _COMPAT_LINUX_NETDEVICE_H

#include_next <linux/netdevice.h>

/* Where two fields took the place of features; set once, at setup. */
static inline void netdev_set_lltx(struct net_device *dev)
{
#ifdef HAVE_DEV_LLTX
	dev->lltx = true;
#else
	dev->features |= NETIF_F_LLTX;
#endif
}

static inline void netdev_set_netns_immutable(struct net_device *dev)
{
#if defined(HAVE_DEV_NETNS_IMMUTABLE)
	dev->netns_immutable = true;
#elif defined(HAVE_DEV_NETNS_LOCAL)
	dev->netns_local = true;
#else
	dev->features |= NETIF_F_NETNS_LOCAL;
#endif
}

/* Without it, IFF_SLAVE alone keeps IPv6 away from a slave. */
#ifndef HAVE_IFF_NO_ADDRCONF
#define IFF_NO_ADDRCONF	0
#endif

/*
 * header_ops.parse: write a function of (skb, dev, haddr), then
 *
 *	DEFINE_HEADER_OPS_PARSE(function);
 *	... .parse = HEADER_OPS_PARSE(function),
 *
 * Where the kernel does not say which device the header is of, the function is
 * called with that of the skb, which may be any device at all.
 */
#ifdef HAVE_HEADER_OPS_PARSE_DEV
#define DEFINE_HEADER_OPS_PARSE(fn)	static_assert(1)
#define HEADER_OPS_PARSE(fn)		(fn)

static inline int netdev_header_parse(const struct net_device *dev,
				      const struct sk_buff *skb,
				      unsigned char *haddr)
{
	return dev->header_ops->parse(skb, dev, haddr);
}
#else
#define DEFINE_HEADER_OPS_PARSE(fn)					\
	static int fn##_of_skb(const struct sk_buff *skb, unsigned char *haddr) \
	{								\
		return skb->dev ? fn(skb, skb->dev, haddr) : 0;		\
	}								\
	static_assert(1)
#define HEADER_OPS_PARSE(fn)		(fn##_of_skb)

static inline int netdev_header_parse(const struct net_device *dev,
				      const struct sk_buff *skb,
				      unsigned char *haddr)
{
	return dev->header_ops->parse(skb, haddr);
}
#endif

#ifndef HAVE_NETDEV_COMPUTE_MASTER_UPPER_FEATURES
#define MASTER_UPPER_DEV_VLAN_FEATURES	(NETIF_F_HW_CSUM | NETIF_F_SG |	\
					 NETIF_F_FRAGLIST | NETIF_F_GSO_SOFTWARE | \
					 NETIF_F_GSO_ENCAP_ALL |	\
					 NETIF_F_HIGHDMA | NETIF_F_LRO)
#define MASTER_UPPER_DEV_ENC_FEATURES	(NETIF_F_HW_CSUM | NETIF_F_SG |	\
					 NETIF_F_RXCSUM | NETIF_F_GSO_SOFTWARE | \
					 NETIF_F_GSO_PARTIAL)
#define MASTER_UPPER_DEV_MPLS_FEATURES	(NETIF_F_HW_CSUM | NETIF_F_SG |	\
					 NETIF_F_GSO_SOFTWARE)
#define MASTER_UPPER_DEV_XFRM_FEATURES	(NETIF_F_HW_ESP | NETIF_F_HW_ESP_TX_CSUM | \
					 NETIF_F_GSO_ESP)
#define MASTER_UPPER_DEV_GSO_PARTIAL_FEATURES	(NETIF_F_GSO_ESP)

void netdev_compute_master_upper_features(struct net_device *dev, bool update_header);
#endif

#ifndef HAVE_DEV_SET_MAC_ADDRESS_STORAGE
#define dev_set_mac_address(dev, ss, extack) \
	dev_set_mac_address(dev, (struct sockaddr *)(ss), extack)
#endif

#endif /* _COMPAT_LINUX_NETDEVICE_H */
