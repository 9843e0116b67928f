// SPDX-License-Identifier: GPL-2.0
/*
 * The bond as a net_device: making one, opening and closing it, and what it
 * hands on to its slaves: MTU, address, VLAN ids, neighbour setup, features.
 *
 * Locking: RTNL throughout; what is called without it says so.
 */
#include <linux/etherdevice.h>
#include <linux/ethtool.h>
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <net/neighbour.h>

#include "bond.h"
#include "lb.h"
#include "mode/mode.h"

static const struct device_type bond_device_type = {
	.name = "bond",
};

/* The bond stands in for any slave: it promises all that it can hand on. */
#define BOND_MASTER_HW_FEATURES						\
	(MASTER_UPPER_DEV_VLAN_FEATURES | NETIF_F_HW_VLAN_CTAG_RX |	\
	 NETIF_F_HW_VLAN_CTAG_FILTER | NETIF_F_HW_VLAN_STAG_RX |	\
	 NETIF_F_HW_VLAN_STAG_FILTER | NETIF_F_GSO_ENCAP_ALL |		\
	 NETIF_F_GSO_UDP_L4)

/* Runs when the last reference to the device is gone. */
static void bond_master_destroy(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);

	bond_snap_free(bond);
	bond_lb_free(bond->lb);
	free_percpu(bond->burst);
}

/**
 * bond_master_setup() - fill in a new net_device, see rtnl_link_ops.setup
 * @dev: the device, its private area zeroed
 *
 * Allocates nothing: ndo_init does that.
 *
 * Context: process context.
 */
void bond_master_setup(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);

	bond->dev = dev;
	INIT_LIST_HEAD(&bond->ports);
	INIT_LIST_HEAD(&bond->net_node);
	spin_lock_init(&bond->stats_lock);
	bond->params = *bond_params_defaults();
	bond->params.hash_seed = get_random_u32();
	bond->mode = bond_mode_get(bond->params.mode);
	bond_abi_init_bond(&bond->abi, dev, bond_mode_abi_id(bond->mode));

	ether_setup(dev);
	dev->max_mtu = ETH_MAX_MTU;
	dev->netdev_ops = bond->mode->netdev_ops;
	dev->ethtool_ops = &bond_ethtool_ops;
	dev->needs_free_netdev = true;
	dev->priv_destructor = bond_master_destroy;
	SET_NETDEV_DEVTYPE(dev, &bond_device_type);

	dev->flags |= IFF_MASTER;
	dev->priv_flags |= IFF_BONDING | IFF_UNICAST_FLT | IFF_NO_QUEUE;
	dev->priv_flags &= ~(IFF_XMIT_DST_RELEASE | IFF_TX_SKB_SHARING);
	netdev_set_lltx(dev);
	netdev_set_netns_immutable(dev);

	dev->hw_features = BOND_MASTER_HW_FEATURES;
	dev->features |= dev->hw_features;
	dev->features |= NETIF_F_HW_VLAN_CTAG_TX | NETIF_F_HW_VLAN_STAG_TX |
			 NETIF_F_GSO_PARTIAL;
}

/**
 * bond_master_init() - ndo_init
 * @dev: the bond, about to be registered
 *
 * Context: RTNL.
 * Return: 0 or -ENOMEM.
 */
int bond_master_init(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);
	int err = -ENOMEM;

	netdev_lockdep_set_classes(dev);

	bond->burst = alloc_percpu(struct bond_burst_state);
	if (!bond->burst)
		return -ENOMEM;

	if (bond->params.buckets) {
		bond->lb = bond_lb_alloc(bond->params.buckets, 0);
		if (!bond->lb)
			goto err_free;
	}
	err = bond_snap_init(bond);
	if (err)
		goto err_free;

	bond_mii_init(bond);
	bond_balance_init(bond);
	bond_notify_init(bond);
	list_add_tail(&bond->net_node, &bond_net_get(dev_net(dev))->bonds);
	bond_procfs_add(bond);
	bond_debugfs_add(bond);
	bond_sysfs_prepare(bond);

	if (is_zero_ether_addr(dev->dev_addr) &&
	    dev->addr_assign_type == NET_ADDR_PERM)
		eth_hw_addr_random(dev);

	return 0;

err_free:
	bond_lb_free(bond->lb);
	bond->lb = NULL;
	free_percpu(bond->burst);
	bond->burst = NULL;
	return err;
}

/**
 * bond_master_uninit() - ndo_uninit
 * @dev: the bond, closed and off the list of devices
 *
 * Context: RTNL.
 */
void bond_master_uninit(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);

	bond_port_release_all(bond);
	bond_info(bond, "Released all slaves\n");
	bond_mii_stop(bond);
	bond_balance_stop(bond);
	bond_notify_stop(bond);
	list_del_init(&bond->net_node);
	bond_procfs_del(bond);
	bond_debugfs_del(bond);
}

/**
 * bond_master_open() - ndo_open
 * @dev: the bond
 *
 * The slaves are up since they were enslaved, unless someone took one down:
 * that is left as it is.
 *
 * Context: RTNL.
 * Return: 0.
 */
int bond_master_open(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);

	bond_active_select(bond);
	bond_snap_publish(bond);
	bond_master_update_carrier(bond);
	bond_state_notify(bond);
	if (bond->params.miimon)
		bond_mii_start(bond);
	bond_balance_start(bond);

	return 0;
}

/**
 * bond_master_stop() - ndo_stop
 * @dev: the bond
 *
 * Context: RTNL.
 * Return: 0.
 */
int bond_master_stop(struct net_device *dev)
{
	struct bond *bond = bond_from_dev(dev);

	bond_mii_stop(bond);
	bond_balance_stop(bond);
	bond_notify_stop(bond);
	bond_filter_close(bond);

	return 0;
}

/**
 * bond_master_set_mode() - change the mode
 * @bond: the bond, down and without slaves
 * @mode: the new mode
 *
 * Context: RTNL.
 */
void bond_master_set_mode(struct bond *bond, const struct bond_mode_ops *mode)
{
	bond->mode = mode;
	bond->params.mode = mode->id;
	bond_abi_set_mode(&bond->abi, bond_mode_abi_id(mode));
	WRITE_ONCE(bond->dev->netdev_ops, mode->netdev_ops);
}

/**
 * bond_master_change_mtu() - ndo_change_mtu
 * @dev: the bond
 * @new_mtu: what all slaves and the bond are to have
 *
 * Context: RTNL.
 * Return: 0, or the error of the slave that refused, the others put back.
 */
int bond_master_change_mtu(struct net_device *dev, int new_mtu)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;
	int err;

	bond_for_each_port(port, bond) {
		err = dev_set_mtu(port->dev, new_mtu);
		if (err)
			goto err_undo;
	}
	WRITE_ONCE(dev->mtu, new_mtu);

	return 0;

err_undo:
	bond_slave_dbg(bond, port->dev, "refuses an MTU of %d: error %d\n",
		       new_mtu, err);
	list_for_each_entry_continue_reverse(port, &bond->ports, node)
		if (dev_set_mtu(port->dev, dev->mtu))
			bond_slave_warn(bond, port->dev,
					"cannot go back to an MTU of %d\n", dev->mtu);
	return err;
}

static int bond_master_set_slave_macs(struct bond *bond, const u8 *addr)
{
	struct net_device *dev = bond->dev;
	struct bond_port *port;
	int err;

	bond_for_each_port(port, bond) {
		err = bond_mac_set_slave(port->dev, addr, dev->addr_len, NULL);
		if (err)
			goto err_undo;
	}

	return 0;

err_undo:
	bond_slave_err(bond, port->dev, "refuses the address of the bond: error %d\n",
		       err);
	list_for_each_entry_continue_reverse(port, &bond->ports, node)
		if (bond_mac_set_slave(port->dev, dev->dev_addr, dev->addr_len, NULL))
			bond_slave_warn(bond, port->dev,
					"cannot go back to the address of the bond\n");
	return err;
}

/**
 * bond_master_set_mac_address() - ndo_set_mac_address
 * @dev: the bond
 * @addr: struct sockaddr with the address
 *
 * With fail_over_mac the address of the bond is that of a slave: setting
 * another one is accepted and has no effect, as tools expect.
 *
 * Context: RTNL.
 * Return: 0 or a negative error, with the old address everywhere.
 */
int bond_master_set_mac_address(struct net_device *dev, void *addr)
{
	struct bond *bond = bond_from_dev(dev);
	const struct sockaddr *sa = addr;
	int err;

	if (bond_mode_has_active(bond) && bond->params.fail_over_mac != BOND_FOM_NONE)
		return 0;
	if (dev->type == ARPHRD_ETHER && !is_valid_ether_addr(sa->sa_data))
		return -EADDRNOTAVAIL;

	err = bond_master_set_slave_macs(bond, sa->sa_data);
	if (err)
		return err;
	dev_addr_set(dev, sa->sa_data);

	return 0;
}

/**
 * bond_master_vlan_add() - ndo_vlan_rx_add_vid
 * @dev: the bond
 * @proto: ETH_P_8021Q or ETH_P_8021AD
 * @vid: VLAN id
 *
 * Context: RTNL.
 * Return: 0, or the error of a slave, with the id taken back from the others.
 */
int bond_master_vlan_add(struct net_device *dev, __be16 proto, u16 vid)
{
	struct bond *bond = bond_from_dev(dev);
	struct bond_port *port;
	int err;

	bond_for_each_port(port, bond) {
		err = vlan_vid_add(port->dev, proto, vid);
		if (err)
			goto err_undo;
	}

	return 0;

err_undo:
	list_for_each_entry_continue_reverse(port, &bond->ports, node)
		vlan_vid_del(port->dev, proto, vid);
	return err;
}

/**
 * bond_master_vlan_kill() - ndo_vlan_rx_kill_vid
 * @dev: the bond
 * @proto: ETH_P_8021Q or ETH_P_8021AD
 * @vid: VLAN id
 *
 * Context: RTNL.
 * Return: 0.
 */
int bond_master_vlan_kill(struct net_device *dev, __be16 proto, u16 vid)
{
	struct bond_port *port;

	bond_for_each_port(port, bond_from_dev(dev))
		vlan_vid_del(port->dev, proto, vid);

	return 0;
}

/* A slave with neighbour setup of its own (InfiniBand) does it for the bond,
 * once there is a slave.
 */
static int bond_master_neigh_init(struct neighbour *n)
{
	struct neigh_parms parms = { };
	struct bond_port *port;
	int err = 0;

	rcu_read_lock();
	port = list_first_or_null_rcu(&bond_from_dev(n->dev)->ports,
				      struct bond_port, node);
	if (port && port->dev->netdev_ops->ndo_neigh_setup) {
		err = port->dev->netdev_ops->ndo_neigh_setup(port->dev, &parms);
		if (!err && parms.neigh_setup)
			err = parms.neigh_setup(n);
	}
	rcu_read_unlock();

	return err;
}

/**
 * bond_master_neigh_setup() - ndo_neigh_setup
 * @dev: the bond
 * @parms: neighbour parameters of a device
 *
 * Context: process context.
 * Return: 0.
 */
int bond_master_neigh_setup(struct net_device *dev, struct neigh_parms *parms)
{
	/* A device above may pass its own parameters through. */
	if (parms->dev == dev)
		parms->neigh_setup = bond_master_neigh_init;

	return 0;
}

/**
 * bond_master_fix_features() - ndo_fix_features
 * @dev: the bond
 * @features: what is asked for
 *
 * Context: RTNL.
 * Return: what of it the slaves can do together.
 */
netdev_features_t bond_master_fix_features(struct net_device *dev,
					   netdev_features_t features)
{
	netdev_features_t mask = features;
	struct bond_port *port;

	features &= ~NETIF_F_ONE_FOR_ALL;
	features |= NETIF_F_ALL_FOR_ALL;
	bond_for_each_port(port, bond_from_dev(dev))
		features = netdev_increment_features(features, port->dev->features,
						     mask);

	return netdev_add_tso_features(features, mask);
}

/**
 * bond_master_compute_features() - slaves have changed: what can the bond do?
 * @bond: the bond
 *
 * Context: RTNL.
 */
void bond_master_compute_features(struct bond *bond)
{
	/* A slave that is told to drop a feature notifies us again. */
	if (bond->computing_features)
		return;

	bond->computing_features = true;
	netdev_compute_master_upper_features(bond->dev, true);
	bond->computing_features = false;
}

/* Until the end of downdelay the active slave goes on, the others do not. */
static bool bond_master_can_send(const struct bond *bond, const struct bond_port *port)
{
	return port->link == BOND_LINK_UP ||
	       (port->link == BOND_LINK_FAIL && bond_mode_has_active(bond));
}

/**
 * bond_master_update_carrier() - the bond has carrier while a slave has a link
 * @bond: the bond
 *
 * Context: RTNL.
 * Return: true if the carrier has changed.
 */
bool bond_master_update_carrier(struct bond *bond)
{
	struct bond_port *port;
	bool carrier = false;

	bond_for_each_port(port, bond)
		carrier |= bond_master_can_send(bond, port);

	if (carrier == netif_carrier_ok(bond->dev))
		return false;

	if (carrier)
		netif_carrier_on(bond->dev);
	else
		netif_carrier_off(bond->dev);

	return true;
}
