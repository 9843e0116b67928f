// SPDX-License-Identifier: GPL-2.0
/*
 * netdev_compute_master_upper_features() for kernels without it (before 6.18).
 *
 * What a master can promise to devices stacked on it, and how large its packets
 * may be, is what all of its lower devices have in common.
 */
#include <linux/if_ether.h>
#include <linux/if_vlan.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>

#ifndef HAVE_NETDEV_COMPUTE_MASTER_UPPER_FEATURES

struct master_upper {
	netdev_features_t vlan;
	netdev_features_t enc;
	netdev_features_t mpls;
	netdev_features_t xfrm;
	netdev_features_t gso_partial;
	unsigned int tso_max_size;
	u16 tso_max_segs;
	unsigned short hard_header_len;
	unsigned short headroom;
	unsigned short tailroom;
	unsigned int dst_release;
};

static void master_upper_add(struct master_upper *m, const struct net_device *lower)
{
	m->vlan = netdev_increment_features(m->vlan, lower->vlan_features,
					    MASTER_UPPER_DEV_VLAN_FEATURES);
	m->enc = netdev_increment_features(m->enc, lower->hw_enc_features,
					   MASTER_UPPER_DEV_ENC_FEATURES);
	m->mpls = netdev_increment_features(m->mpls, lower->mpls_features,
					    MASTER_UPPER_DEV_MPLS_FEATURES);
	m->xfrm = netdev_increment_features(m->xfrm, lower->hw_enc_features,
					    MASTER_UPPER_DEV_XFRM_FEATURES);
	m->gso_partial = netdev_increment_features(m->gso_partial,
						   lower->gso_partial_features,
						   MASTER_UPPER_DEV_GSO_PARTIAL_FEATURES);
	m->tso_max_size = min(m->tso_max_size, lower->tso_max_size);
	m->tso_max_segs = min(m->tso_max_segs, lower->tso_max_segs);
	m->hard_header_len = max(m->hard_header_len, lower->hard_header_len);
	m->headroom = max(m->headroom, lower->needed_headroom);
	m->tailroom = max(m->tailroom, lower->needed_tailroom);
	m->dst_release &= lower->priv_flags;
}

static void master_upper_apply(const struct master_upper *m,
			       struct net_device *dev, bool update_header)
{
	dev->gso_partial_features = m->gso_partial;
	dev->vlan_features = m->vlan;
	dev->hw_enc_features = m->enc | NETIF_F_GSO_ENCAP_ALL |
			       NETIF_F_HW_VLAN_CTAG_TX | NETIF_F_HW_VLAN_STAG_TX;
	dev->hw_enc_features |= m->xfrm;
	dev->mpls_features = m->mpls;
	netif_set_tso_max_segs(dev, m->tso_max_segs);
	netif_set_tso_max_size(dev, m->tso_max_size);

	dev->priv_flags &= ~IFF_XMIT_DST_RELEASE;
	if ((m->dst_release & IFF_XMIT_DST_RELEASE) &&
	    (m->dst_release & IFF_XMIT_DST_RELEASE_PERM))
		dev->priv_flags |= IFF_XMIT_DST_RELEASE;

	if (!update_header)
		return;
	dev->hard_header_len = m->hard_header_len;
	dev->needed_headroom = m->headroom;
	dev->needed_tailroom = m->tailroom;
}

/**
 * netdev_compute_master_upper_features() - features of a master device
 * @dev: the master
 * @update_header: header length and head room, too
 *
 * Context: RTNL.
 */
void netdev_compute_master_upper_features(struct net_device *dev, bool update_header)
{
	struct master_upper m = {
		.vlan = MASTER_UPPER_DEV_VLAN_FEATURES & NETIF_F_ALL_FOR_ALL,
		.xfrm = MASTER_UPPER_DEV_XFRM_FEATURES,
		.gso_partial = MASTER_UPPER_DEV_GSO_PARTIAL_FEATURES,
		.tso_max_size = TSO_MAX_SIZE,
		.tso_max_segs = TSO_MAX_SEGS,
		.hard_header_len = ETH_HLEN,
		.dst_release = IFF_XMIT_DST_RELEASE | IFF_XMIT_DST_RELEASE_PERM,
	};
	struct net_device *lower;
	struct list_head *iter;

	ASSERT_RTNL();

	netdev_for_each_lower_dev(dev, lower, iter)
		master_upper_add(&m, lower);
	master_upper_apply(&m, dev, update_header);
	netdev_change_features(dev);
}

#endif
