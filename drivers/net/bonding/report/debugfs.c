// SPDX-License-Identifier: GPL-2.0
/*
 * /sys/kernel/debug/bonding/BOND: the table of buckets, and which way a frame goes.
 *
 *   buckets	a line a bucket; nothing without buckets
 *   flow	write a frame, read by the same open file what the bond would do with it
 *
 * debugfs is the machine's, while names of bonds are of a network namespace: outside
 * of the initial one the directory is bonding/net:INODE/BOND, with the number that
 * /proc/PID/ns/net shows.
 *
 * A bond works without all of this, so failures are ignored, as debugfs wants it.
 *
 * Locking: the snapshot, under RCU; files are removed under RTNL, which waits for
 * their readers, and so none of these take it.
 */
#include <linux/debugfs.h>
#include <linux/etherdevice.h>
#include <linux/fs.h>
#include <linux/if_arp.h>
#include <linux/if_vlan.h>
#include <linux/jiffies.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <net/net_namespace.h>

#include "../lb.h"
#include "../mode/mode.h"

static struct dentry *bond_debugfs_root;

/**
 * struct bond_debugfs_iter - a walk through the buckets
 * @bond: the bond
 * @snap: its snapshot, while RCU is held
 */
struct bond_debugfs_iter {
	struct bond *bond;
	const struct bond_tx_snap *snap;
};

static void *bond_debugfs_at(const struct bond_debugfs_iter *iter, loff_t *pos)
{
	if (!iter->snap->n_buckets || *pos > iter->snap->n_buckets)
		return NULL;

	return *pos ? pos : SEQ_START_TOKEN;
}

static void *bond_debugfs_start(struct seq_file *seq, loff_t *pos)
	__acquires(RCU)
{
	struct bond_debugfs_iter *iter = seq->private;

	rcu_read_lock();
	iter->snap = rcu_dereference(iter->bond->tx);

	return bond_debugfs_at(iter, pos);
}

static void *bond_debugfs_next(struct seq_file *seq, void *v, loff_t *pos)
{
	++*pos;

	return bond_debugfs_at(seq->private, pos);
}

static void bond_debugfs_stop(struct seq_file *seq, void *v)
	__releases(RCU)
{
	rcu_read_unlock();
}

static int bond_debugfs_show(struct seq_file *seq, void *v)
{
	const struct bond_debugfs_iter *iter = seq->private;
	const struct bond_tx_snap *snap = iter->snap;
	const struct bond_lb_told *told;
	struct bond_lb_sum sum;
	u32 i;

	if (v == SEQ_START_TOKEN) {
		seq_puts(seq, "bucket slave packets bytes kbit/s moves idle_ms pin\n");
		return 0;
	}

	i = *(loff_t *)v - 1;
	told = &snap->lb_stats->told[i];
	bond_lb_read(snap->lb_stats, i, &sum);
	seq_printf(seq, "%u %s %llu %llu %u %u ", i,
		   snap->n ? snap->slave[snap->bucket[i]].dev->name : "-",
		   sum.packets, sum.bytes, READ_ONCE(told->rate), READ_ONCE(told->moves));
	if (sum.packets)
		seq_printf(seq, "%llu ", jiffies64_to_msecs(jiffies - sum.last));
	else
		seq_puts(seq, "- ");
	seq_puts(seq, READ_ONCE(told->pinned) ? "pin\n" : "-\n");

	return 0;
}

static const struct seq_operations bond_debugfs_buckets_ops = {
	.start	= bond_debugfs_start,
	.next	= bond_debugfs_next,
	.stop	= bond_debugfs_stop,
	.show	= bond_debugfs_show,
};

static int bond_debugfs_buckets_open(struct inode *inode, struct file *file)
{
	struct bond_debugfs_iter *iter;

	iter = __seq_open_private(file, &bond_debugfs_buckets_ops, sizeof(*iter));
	if (!iter)
		return -ENOMEM;
	iter->bond = inode->i_private;

	return 0;
}

static const struct file_operations bond_debugfs_buckets = {
	.owner		= THIS_MODULE,
	.open		= bond_debugfs_buckets_open,
	.read		= seq_read,
	.llseek		= seq_lseek,
	.release	= seq_release_private,
};

/* A packet as one that the stack sends: a tag travels beside it. Or an ERR_PTR(). */
static struct sk_buff *bond_debugfs_skb(struct bond *bond, const void *frame, size_t len)
{
	struct sk_buff *skb = alloc_skb(len, GFP_KERNEL);

	if (!skb)
		return ERR_PTR(-ENOMEM);
	skb_put_data(skb, frame, len);
	skb->protocol = eth_type_trans(skb, bond->dev);
	skb_reset_network_header(skb);
	if (eth_type_vlan(skb->protocol)) {
		/* It frees a packet that ends within the tag. */
		skb = skb_vlan_untag(skb);
		if (!skb)
			return ERR_PTR(-EINVAL);
	}
	skb_push(skb, skb->data - skb_mac_header(skb));

	return skb;
}

static int bond_debugfs_answer(struct bond *bond, const struct sk_buff *skb, char *buf,
			       size_t size)
{
	const struct bond_tx_snap *snap;
	int len;
	u32 num;

	rcu_read_lock();
	snap = rcu_dereference(bond->tx);
	num = bond_lb_hash_any(snap, skb);
	len = scnprintf(buf, size, "hash %u\n", num);
	if (snap->n_buckets)
		len += scnprintf(buf + len, size - len, "bucket %u\n",
				 num & (snap->n_buckets - 1));
	if (snap->n)
		len += scnprintf(buf + len, size - len, "slave %s\n",
				 snap->slave[bond_lb_peek(snap, num)].dev->name);
	if (snap->xmit_policy == BOND_XMIT_POLICY_ENCAP34)
		len += scnprintf(buf + len, size - len,
				 "note a local socket's packets go by a hash of its own\n");
	rcu_read_unlock();

	return len;
}

static ssize_t bond_debugfs_flow_write(struct file *file, const char __user *data,
				       size_t size, loff_t *pos)
{
	struct bond *bond = file_inode(file)->i_private;
	struct sk_buff *skb;
	char *buf;

	if (!(READ_ONCE(bond->mode)->flags & BOND_MODE_F_HASH) ||
	    bond->dev->type != ARPHRD_ETHER)
		return -EOPNOTSUPP;
	if (size < ETH_HLEN)
		return -EINVAL;

	buf = simple_transaction_get(file, data, size);
	if (IS_ERR(buf))
		return PTR_ERR(buf);
	skb = bond_debugfs_skb(bond, buf, size);
	if (IS_ERR(skb))
		return PTR_ERR(skb);
	simple_transaction_set(file, bond_debugfs_answer(bond, skb, buf,
							 SIMPLE_TRANSACTION_LIMIT));
	consume_skb(skb);

	return size;
}

static const struct file_operations bond_debugfs_flow = {
	.owner		= THIS_MODULE,
	.write		= bond_debugfs_flow_write,
	.read		= simple_transaction_read,
	.llseek		= generic_file_llseek,
	.release	= simple_transaction_release,
};

/* Where the directories of a namespace's bonds are. */
static struct dentry *bond_debugfs_parent(struct net *net)
{
	struct bond_net *bn = bond_net_get(net);
	char name[16];

	if (net_eq(net, &init_net))
		return bond_debugfs_root;

	if (IS_ERR_OR_NULL(bn->debug_dir)) {
		snprintf(name, sizeof(name), "net:%u", net->ns.inum);
		bn->debug_dir = debugfs_create_dir(name, bond_debugfs_root);
	}

	return bn->debug_dir;
}

/**
 * bond_debugfs_add() - make the directory of a bond, by its name of now
 * @bond: the bond, which has none
 *
 * Context: RTNL, may sleep.
 */
void bond_debugfs_add(struct bond *bond)
{
	bond->debug_dir = debugfs_create_dir(bond->dev->name,
					     bond_debugfs_parent(dev_net(bond->dev)));
	debugfs_create_file("buckets", 0400, bond->debug_dir, bond,
			    &bond_debugfs_buckets);
	debugfs_create_file("flow", 0600, bond->debug_dir, bond, &bond_debugfs_flow);
}

/**
 * bond_debugfs_del() - remove the directory of a bond
 * @bond: the bond
 *
 * Waits for readers to leave.
 *
 * Context: RTNL, may sleep.
 */
void bond_debugfs_del(struct bond *bond)
{
	debugfs_remove(bond->debug_dir);
	bond->debug_dir = NULL;
}

/**
 * bond_debugfs_net_exit() - remove the directory of a namespace
 * @bn: the namespace, without bonds
 *
 * Context: process context, may sleep.
 */
void bond_debugfs_net_exit(struct bond_net *bn)
{
	debugfs_remove(bn->debug_dir);
	bn->debug_dir = NULL;
}

/**
 * bond_debugfs_init() - make the directory of the driver
 *
 * Context: module init, before there is a namespace.
 */
void __init bond_debugfs_init(void)
{
	bond_debugfs_root = debugfs_create_dir(BOND_DRV_NAME, NULL);
}

/**
 * bond_debugfs_exit() - remove it
 *
 * Context: module exit, when there are no bonds.
 */
void bond_debugfs_exit(void)
{
	debugfs_remove(bond_debugfs_root);
}
