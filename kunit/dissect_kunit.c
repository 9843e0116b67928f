// SPDX-License-Identifier: GPL-2.0
/*
 * Tests of the dissector: built packets under every hash policy, whole and cut
 * off at every length, in one piece and torn into fragments.
 *
 * The hashes were not worked out from our code. They are the in-tree driver's:
 * bonds with 259, 257, 256 and 255 slaves were asked for the slave of each of
 * these packets, and the four remainders give all 32 bits.
 */
#include <kunit/test.h>
#include <linux/module.h>
#include <linux/prandom.h>

#include "frame.h"

#include "../drivers/net/bonding/dissect.c"

#define POLICIES	(BOND_XMIT_POLICY_VLAN_SRCMAC + 1)

/**
 * struct dissect_case - a packet and its hashes
 * @desc: what it is
 * @layers: what it is made of
 * @tci: VLAN tag beside the frame, 0 for none
 * @nhoff: network header, where it is not right behind the MAC header
 * @l4_hash: hash that the stack has given it, 0 for none
 * @head_counts: the kernel's flow dissector asks how long the linear part is
 * @want: hash by policy
 */
struct dissect_case {
	const char *desc;
	struct frame_layer layers[FRAME_LAYERS];
	u16 tci;
	u16 nhoff;
	u32 l4_hash;
	bool head_counts;
	u32 want[POLICIES];
};

static const struct dissect_case dissect_cases[] = {
	{ "LLDP",
	  { ETH(ETH_P_LLDP), RAW(46) },
	  .want = { 0x88a5, 0x000088a5, 0x000088a5,
		    0x000088a5, 0x000088a5, 0x98510a } },
	{ "ARP",
	  { ETH(ETH_P_ARP), RAW(28) },
	  .want = { 0x086f, 0x0000086f, 0x0000086f,
		    0x00000867, 0x00000000, 0x98510a } },
	{ "802.3 length",
	  { ETH(46), RAW(46) },
	  .want = { 0x0047, 0x00000047, 0x00000047,
		    0x00000047, 0x00000047, 0x98510a } },
	{ "IPX",
	  { ETH(ETH_P_IPX), RAW(40) },
	  .want = { 0x815e, 0x0000815e, 0x0000815e,
		    0x0000815e, 0x0000815e, 0x98510a } },
	{ "FCoE",
	  { ETH(ETH_P_FCOE), RAW(40) },
	  .head_counts = true,
	  .want = { 0x896f, 0x0000896f, 0x0000896f,
		    0x000089e6, 0x00000000, 0x98510a } },
	{ "header only",
	  { ETH(ETH_P_IP) },
	  .want = { 0x0869, 0x00000869, 0x00000869,
		    0x00000869, 0x00000869, 0x98510a } },
	{ "IPv4 TCP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_TCP), TCP(33000, 443) },
	  .want = { 0x0869, 0x6a59b477, 0x6f09325d,
		    0x6f09325d, 0x6a59b477, 0x98510a } },
	{ "IPv4 UDP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x2d1e73f1, 0x98510a } },
	{ "IPv4 UDP, another port",
	  { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1002, 53) },
	  .want = { 0x0869, 0x2d1e72f0, 0x6f09325d,
		    0x6f09325d, 0x2d1e72f0, 0x98510a } },
	{ "IPv4 UDP, VLAN beside",
	  { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .tci = 0x6064,
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x2d1e73f1, 0x98316e } },
	{ "IPv4 UDP, the stack has a hash",
	  { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .l4_hash = 0x89abcdef,
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x89abcdef, 0x98510a } },
	{ "IPv4 UDP-Lite",
	  { ETH(ETH_P_IP), IP4(IPPROTO_UDPLITE), UDP(1000, 53) },
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x2d1e73f1, 0x98510a } },
	{ "IPv4 SCTP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_SCTP), UDP(2905, 2906), RAW(8) },
	  .want = { 0x0869, 0x1aac191f, 0x6f09325d,
		    0x6f09325d, 0x1aac191f, 0x98510a } },
	{ "IPv4 DCCP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_DCCP), UDP(5001, 5002), RAW(8) },
	  .want = { 0x0869, 0x72c8151f, 0x6f09325d,
		    0x6f09325d, 0x72c8151f, 0x98510a } },
	{ "IPv4 ESP: SPI",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ESP), RAW(24) },
	  .want = { 0x0869, 0x6504cf9e, 0x6f09325d,
		    0x6f09325d, 0x6504cf9e, 0x98510a } },
	{ "IPv4 AH: SPI",
	  { ETH(ETH_P_IP), IP4(IPPROTO_AH), AH(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x0c362fac, 0x6f09325d,
		    0x6f09325d, 0x0c362fac, 0x98510a } },
	{ "IPv4 IGMP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_IGMP), RAW(8) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 OSPF",
	  { ETH(ETH_P_IP), IP4(89), RAW(24) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 with one option word",
	  { ETH(ETH_P_IP), IP4_OPT(IPPROTO_UDP, 6), UDP(1000, 53) },
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x2d1e73f1, 0x98510a } },
	{ "IPv4 with all options",
	  { ETH(ETH_P_IP), IP4_OPT(IPPROTO_UDP, 15), UDP(1000, 53) },
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x2d1e73f1, 0x98510a } },
	{ "IPv4, header length too short",
	  { ETH(ETH_P_IP), IP4_OPT(IPPROTO_UDP, 4), UDP(1000, 53) },
	  .want = { 0x0869, 0x088989e9, 0x6f09325d,
		    0x00000869, 0x00000869, 0x98510a } },
	{ "IPv4, header length zero",
	  { ETH(ETH_P_IP), IP4_OPT(IPPROTO_UDP, 0), UDP(1000, 53) },
	  .want = { 0x0869, 0x77c4dd7e, 0x6f09325d,
		    0x00000869, 0x00000869, 0x98510a } },
	{ "IPv4 DF is no fragment",
	  { ETH(ETH_P_IP), IP4_FRAG(IPPROTO_UDP, IP_DF), UDP(1000, 53) },
	  .want = { 0x0869, 0x2d1e73f1, 0x6f09325d,
		    0x6f09325d, 0x2d1e73f1, 0x98510a } },
	{ "IPv4 first fragment",
	  { ETH(ETH_P_IP), IP4_FRAG(IPPROTO_UDP, IP_MF), UDP(1000, 53) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 later fragment",
	  { ETH(ETH_P_IP), IP4_FRAG(IPPROTO_UDP, 185), RAW(24) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP echo",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_ECHO, 0, 0x1234),
	    RAW(16) },
	  .want = { 0x0869, 0x3e978e09, 0x6f09325d,
		    0x6f09325d, 0x3e978e09, 0x98510a } },
	{ "IPv4 ICMP echo, id 0",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_ECHO, 0, 0), RAW(16) },
	  .want = { 0x0869, 0x37841d9a, 0x6f09325d,
		    0x6f09325d, 0x37841d9a, 0x98510a } },
	{ "IPv4 ICMP echo, fragment",
	  { ETH(ETH_P_IP), IP4_FRAG(IPPROTO_ICMP, IP_MF),
	    ICMP(ICMP_ECHO, 0, 7) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP router solicitation",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(10, 0, 0) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP error about UDP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_DEST_UNREACH, 3, 77),
	    IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x5262880d, 0x91f0c5a4,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP error about UDP with options",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_TIME_EXCEEDED, 0, 0),
	    IP4_OPT(IPPROTO_UDP, 8), UDP(1000, 53) },
	  .want = { 0x0869, 0x5262880d, 0x91f0c5a4,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP error about a fragment",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_DEST_UNREACH, 4, 0),
	    IP4_FRAG(IPPROTO_UDP, IP_MF), UDP(1000, 53) },
	  .want = { 0x0869, 0x48f866e2, 0x91f0c5a4,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP error about an echo",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_PARAMETERPROB, 0, 0),
	    IP4(IPPROTO_ICMP), ICMP(ICMP_ECHO, 0, 9) },
	  .want = { 0x0869, 0x48f866e2, 0x91f0c5a4,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP error about nothing",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), ICMP(ICMP_DEST_UNREACH, 1, 0) },
	  .want = { 0x0869, 0x00000869, 0x00000869,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv4 ICMP error in a fragment",
	  { ETH(ETH_P_IP), IP4_FRAG(IPPROTO_ICMP, IP_MF),
	    ICMP(ICMP_DEST_UNREACH, 1, 0), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "IPv6 TCP",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_TCP), TCP(33000, 443) },
	  .want = { 0x86b4, 0x4448ed2d, 0x332b0eba,
		    0x332b0eba, 0x4448ed2d, 0x98510a } },
	{ "IPv6 UDP",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x86b4, 0x030f2aab, 0x332b0eba,
		    0x332b0eba, 0x030f2aab, 0x98510a } },
	{ "IPv6 UDP with a flow label",
	  { ETH(ETH_P_IPV6), IP6_LABEL(IPPROTO_UDP, 0x1234), UDP(1000, 53) },
	  .want = { 0x86b4, 0x030f2aab, 0x332b0eba,
		    0x332b0eba, 0x030f2aab, 0x98510a } },
	{ "IPv6 SCTP",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_SCTP), UDP(2905, 2906), RAW(8) },
	  .want = { 0x86b4, 0x34bd4045, 0x332b0eba,
		    0x332b0eba, 0x34bd4045, 0x98510a } },
	{ "IPv6 hop-by-hop, UDP",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_HOP), EXT(IPPROTO_UDP, 1),
	    UDP(1000, 53) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x030f2aab, 0x98510a } },
	{ "IPv6 routing, TCP",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_ROUTING), EXT(IPPROTO_TCP, 3),
	    TCP(33000, 443) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x4448ed2d, 0x98510a } },
	{ "IPv6 hop-by-hop, destination, UDP",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_HOP), EXT(NEXTHDR_DEST, 2),
	    EXT(IPPROTO_UDP, 1), UDP(1000, 53) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x030f2aab, 0x98510a } },
	{ "IPv6 AH, UDP",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_AUTH), AH(IPPROTO_UDP),
	    UDP(1000, 53) },
	  .want = { 0x86b4, 0x222776f6, 0x332b0eba,
		    0x332b0eba, 0x222776f6, 0x98510a } },
	{ "IPv6 first fragment",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_FRAGMENT), FRAG6(IPPROTO_UDP, 1),
	    UDP(1000, 53) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x1995c444, 0x98510a } },
	{ "IPv6 later fragment",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_FRAGMENT), FRAG6(IPPROTO_UDP, 1448),
	    RAW(24) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x1995c444, 0x98510a } },
	{ "IPv6 no next header",
	  { ETH(ETH_P_IPV6), IP6(NEXTHDR_NONE) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x1995c444, 0x98510a } },
	{ "IPv6 ICMP echo",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_ICMPV6),
	    ICMP(ICMPV6_ECHO_REQUEST, 0, 0x4321) },
	  .want = { 0x86b4, 0x3824f535, 0x332b0eba,
		    0x332b0eba, 0x3824f535, 0x98510a } },
	{ "IPv6 neighbour solicitation",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_ICMPV6), ICMP(135, 0, 0), RAW(16) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x332b0eba, 0x1995c444, 0x98510a } },
	{ "IPv6 ICMP error about TCP",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_ICMPV6), ICMP(ICMPV6_PKT_TOOBIG, 0, 0),
	    IP6(IPPROTO_TCP), TCP(33000, 443) },
	  .want = { 0x86b4, 0x6c60c505, 0x637b5eea,
		    0x332b0eba, 0x1995c444, 0x98510a } },
	{ "IPv6 ICMP error about nothing",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_ICMPV6),
	    ICMP(ICMPV6_TIME_EXCEED, 0, 0) },
	  .want = { 0x86b4, 0x000086b4, 0x000086b4,
		    0x332b0eba, 0x1995c444, 0x98510a } },
	{ "IPv4 header, ICMPv6 error",
	  { ETH(ETH_P_IP), IP4(IPPROTO_ICMPV6), ICMP(ICMPV6_PKT_TOOBIG, 0, 0),
	    IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x5262880d, 0x91f0c5a4,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "VLAN, IPv4 UDP",
	  { ETH(ETH_P_8021Q), VLAN(100, ETH_P_IP), IP4(IPPROTO_UDP),
	    UDP(1000, 53) },
	  .want = { 0x8169, 0x00008169, 0x00008169,
		    0x6f09bbd4, 0x2d1e73f1, 0x98510a } },
	{ "VLAN, IPv4 UDP, network header behind it",
	  { ETH(ETH_P_8021Q), VLAN(100, ETH_P_IP), IP4(IPPROTO_UDP),
	    UDP(1000, 53) },
	  .nhoff = 18,
	  .want = { 0x8169, 0x00008169, 0x00008169,
		    0x00008169, 0x00008169, 0x98510a } },
	{ "VLAN, IPv6 TCP",
	  { ETH(ETH_P_8021Q), VLAN(0x6001, ETH_P_IPV6), IP6(IPPROTO_TCP),
	    TCP(33000, 443) },
	  .want = { 0x8169, 0x00008169, 0x00008169,
		    0x332b0960, 0x4448ed2d, 0x98510a } },
	{ "VLAN, ARP",
	  { ETH(ETH_P_8021Q), VLAN(5, ETH_P_ARP), RAW(28) },
	  .want = { 0x8169, 0x00008169, 0x00008169,
		    0x000081e8, 0x00000000, 0x98510a } },
	{ "QinQ, IPv4 UDP",
	  { ETH(ETH_P_8021AD), VLAN(200, ETH_P_8021Q), VLAN(100, ETH_P_IP),
	    IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x88c1, 0x000088c1, 0x000088c1,
		    0x6f09b275, 0x2d1e73f1, 0x98510a } },
	{ "QinQ beside and in the frame",
	  { ETH(ETH_P_8021Q), VLAN(100, ETH_P_IP), IP4(IPPROTO_UDP),
	    UDP(1000, 53) },
	  .tci = 200,
	  .want = { 0x8169, 0x00008169, 0x00008169,
		    0x6f09bbd4, 0x2d1e73f1, 0x9851c2 } },
	{ "three VLAN tags",
	  { ETH(ETH_P_8021AD), VLAN(1, ETH_P_8021Q), VLAN(2, ETH_P_8021Q),
	    VLAN(3, ETH_P_IP), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x88c1, 0x000088c1, 0x000088c1,
		    0x6f09b275, 0x2d1e73f1, 0x98510a } },
	{ "GRE, IPv4 UDP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_GRE), GRE(ETH_P_IP, 0), IP4(IPPROTO_UDP),
	    UDP(1000, 53) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x91f0c5a4, 0x5262880d, 0x98510a } },
	{ "GRE with a key, IPv6 TCP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_GRE), GRE(ETH_P_IPV6, 0x2000),
	    IP6(IPPROTO_TCP), TCP(33000, 443) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x637bd0b9, 0x6c60c505, 0x98510a } },
	{ "GRE version 1",
	  { ETH(ETH_P_IP), IP4(IPPROTO_GRE), GRE(0x880b, 0x2001), RAW(16) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x00000869, 0x00000869, 0x98510a } },
	{ "GRE, later fragment",
	  { ETH(ETH_P_IP), IP4_FRAG(IPPROTO_GRE, 185), GRE(ETH_P_IP, 0),
	    IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x6f09325d, 0x37849d1e, 0x98510a } },
	{ "Ethernet over GRE over IPv6",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_GRE), GRE(ETH_P_TEB, 0), ETH(ETH_P_IP),
	    IP4(IPPROTO_TCP), TCP(33000, 443) },
	  .want = { 0x86b4, 0x000051d1, 0x00002591,
		    0x000086b4, 0x000086b4, 0x98510a } },
	{ "IPIP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_IPIP), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x91f0c5a4, 0x5262880d, 0x98510a } },
	{ "SIT",
	  { ETH(ETH_P_IP), IP4(IPPROTO_IPV6), IP6(IPPROTO_TCP),
	    TCP(33000, 443) },
	  .want = { 0x0869, 0x37849d1e, 0x6f09325d,
		    0x637bd0b9, 0x6c60c505, 0x98510a } },
	{ "IPv4 in IPv6",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_IPIP), IP4(IPPROTO_UDP),
	    UDP(1000, 53) },
	  .want = { 0x86b4, 0x1995c444, 0x332b0eba,
		    0x91f04bf7, 0x5262880d, 0x98510a } },
	{ "VXLAN, IPv4 TCP",
	  { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(49152, 4789),
	    VXLAN(ETH_P_IP, 42), IP4(IPPROTO_TCP), TCP(33000, 443) },
	  .want = { 0x0869, 0x6d574ead, 0x6f09325d,
		    0x6f09325d, 0x6d574ead, 0x98510a } },
	{ "VXLAN over IPv6",
	  { ETH(ETH_P_IPV6), IP6(IPPROTO_UDP), UDP(49153, 4789),
	    VXLAN(ETH_P_IPV6, 42), IP6(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x86b4, 0x43461777, 0x332b0eba,
		    0x332b0eba, 0x43461777, 0x98510a } },
	{ "MPLS, IPv4",
	  { ETH(ETH_P_MPLS_UC), MPLS(16), IP4(IPPROTO_UDP), UDP(1000, 53) },
	  .want = { 0x882e, 0x0000882e, 0x0000882e,
		    0x000088a6, 0x00000000, 0x98510a } },
	{ "PPPoE",
	  { ETH(ETH_P_PPP_SES), RAW(40) },
	  .want = { 0x880d, 0x0000880d, 0x0000880d,
		    0x0000880d, 0x0000880d, 0x98510a } },
};

KUNIT_ARRAY_PARAM_DESC(dissect, dissect_cases, desc);

static struct sk_buff *dissect_make(const struct dissect_case *c,
				    const struct frame *f, u32 len, u32 linear,
				    u8 foreign)
{
	struct sk_buff *skb = frame_skb(f, len, linear, foreign);

	if (!skb)
		return NULL;
	if (c->nhoff)
		skb_set_network_header(skb, c->nhoff);
	if (c->tci)
		__vlan_hwaccel_put_tag(skb, htons(ETH_P_8021Q), c->tci);
	if (c->l4_hash)
		__skb_set_sw_hash(skb, c->l4_hash, true);

	return skb;
}

static u32 dissect_hash(const struct sk_buff *skb, u8 policy, u8 fill)
{
	struct bond_flow_keys keys;
	const __be32 *at;
	int words;
	u32 hash;

	/* What the dissector does not fill in must not matter */
	memset(&keys, fill, sizeof(keys));
	bond_dissect_skb(skb, policy, &keys);
	hash = bond_hash_flow(policy, &keys);
	if (policy != BOND_XMIT_POLICY_LAYER34)
		return hash;

	/* The short way must come to the same, where it can be gone. */
	if (bond_dissect_plain(skb, &at, &words) &&
	    (bond_hash_flow_plain(at, words) != hash ||
	     bond_hash_mix_plain(at, words, 5) != bond_hash_mix(policy, &keys, 5)))
		return ~hash;

	return hash;
}

static void dissect_whole(struct kunit *test)
{
	const struct dissect_case *c = test->param_value;
	struct sk_buff *skb;
	struct frame *f;
	u8 policy;

	f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f);
	frame_build(f, c->layers);
	skb = dissect_make(c, f, f->len, f->len, 0);
	KUNIT_ASSERT_NOT_NULL(test, skb);

	for (policy = 0; policy < POLICIES; policy++)
		KUNIT_EXPECT_EQ_MSG(test, dissect_hash(skb, policy, 0),
				    c->want[policy], "policy %u", policy);
	kfree_skb(skb);
}

/* The hashes of the first @len bytes, with @linear of them in one piece. */
static void dissect_cut(struct kunit *test, const struct dissect_case *c,
			const struct frame *f, u32 len, u32 linear, u8 foreign,
			u32 hash[POLICIES])
{
	struct sk_buff *skb = dissect_make(c, f, len, linear, foreign);
	u8 policy;

	KUNIT_ASSERT_NOT_NULL(test, skb);
	for (policy = 0; policy < POLICIES; policy++)
		hash[policy] = dissect_hash(skb, policy, foreign);
	KUNIT_EXPECT_EQ(test, skb->len, len);
	KUNIT_EXPECT_EQ(test, skb_headlen(skb), linear);
	kfree_skb(skb);
}

/* Neither the bytes around the packet nor how it lies in memory matter. */
static void dissect_same(struct kunit *test, const struct dissect_case *c,
			 const struct frame *f, u32 len, u32 linear,
			 const u32 want[POLICIES])
{
	u32 hash[POLICIES];
	u8 policy;

	if (c->head_counts && linear != len)
		return;
	dissect_cut(test, c, f, len, linear, 0xff, hash);
	for (policy = 0; policy < POLICIES; policy++)
		KUNIT_ASSERT_EQ_MSG(test, hash[policy], want[policy],
				    "policy %u, %u of %u bytes, %u linear",
				    policy, len, f->len, linear);
}

static void dissect_truncated(struct kunit *test)
{
	const struct dissect_case *c = test->param_value;
	u32 want[POLICIES], len, linear;
	struct frame *f;

	f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f);
	frame_build(f, c->layers);

	for (len = 0; len <= f->len; len++) {
		dissect_cut(test, c, f, len, len, 0, want);
		dissect_same(test, c, f, len, len, want);
		for (linear = len % 7; linear < len; linear += 7)
			dissect_same(test, c, f, len, linear, want);
	}
}

/* Packets with a few bits turned over, so that lengths and offsets lie. */
static void dissect_garbled(struct kunit *test)
{
	const struct dissect_case *c = test->param_value;
	u32 want[POLICIES], round, k, at;
	struct rnd_state rnd;
	struct frame *f;

	f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f);
	prandom_seed_state(&rnd, 3);

	for (round = 0; round < 100; round++) {
		frame_build(f, c->layers);
		for (k = 0; k < 3 && f->len > ETH_HLEN; k++) {
			at = prandom_u32_state(&rnd) % (f->len - ETH_HLEN);
			f->data[ETH_HLEN + at] ^= BIT(prandom_u32_state(&rnd) % 8);
		}
		dissect_cut(test, c, f, f->len, f->len, 0, want);
		dissect_same(test, c, f, f->len,
			     prandom_u32_state(&rnd) % (f->len + 1), want);
	}
}

/* A network header in front of the packet, or behind its end. */
static void dissect_network_header(struct kunit *test)
{
	static const struct frame_layer layers[FRAME_LAYERS] = {
		ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1000, 53),
	};
	static const int offsets[] = { -1, -20, -40, 40, 60, 1000 };
	struct sk_buff *skb;
	struct frame *f;
	u8 policy;
	int i;

	f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f);
	frame_build(f, layers);
	skb = frame_skb(f, f->len, f->len, 0xff);
	KUNIT_ASSERT_NOT_NULL(test, skb);

	for (i = 0; i < ARRAY_SIZE(offsets); i++) {
		skb_set_network_header(skb, offsets[i]);
		for (policy = 0; policy < BOND_XMIT_POLICY_VLAN_SRCMAC; policy++)
			KUNIT_EXPECT_EQ(test, dissect_hash(skb, policy, 0),
					0x0869U);
	}
	kfree_skb(skb);
}

/* Which packets go the short way: those that count for the speed, no others. */
static void dissect_plain(struct kunit *test)
{
	static const struct {
		struct frame_layer layers[FRAME_LAYERS];
		u32 cut;
		bool plain;
	} cases[] = {
		{ { ETH(ETH_P_IP), IP4(IPPROTO_UDP), UDP(1, 53) }, 0, true },
		{ { ETH(ETH_P_IP), IP4(IPPROTO_TCP), UDP(1, 53) }, 4, true },
		{ { ETH(ETH_P_IP), IP4(IPPROTO_TCP), UDP(1, 53) }, 5, false },
		{ { ETH(ETH_P_IPV6), IP6(IPPROTO_TCP), UDP(1, 53) }, 4, true },
		{ { ETH(ETH_P_IPV6), IP6(IPPROTO_UDP), UDP(1, 53) }, 5, false },
		{ { ETH(ETH_P_IP), IP4(IPPROTO_ICMP), UDP(1, 53) }, 0, false },
		{ { ETH(ETH_P_IPV6), IP6(IPPROTO_ICMPV6), UDP(1, 53) }, 0, false },
		{ { ETH(ETH_P_ARP), IP4(IPPROTO_UDP), UDP(1, 53) }, 0, false },
	};
	const __be32 *at;
	struct sk_buff *skb;
	struct frame *f;
	int words;
	int i;

	f = kunit_kzalloc(test, sizeof(*f), GFP_KERNEL);
	KUNIT_ASSERT_NOT_NULL(test, f);
	for (i = 0; i < ARRAY_SIZE(cases); i++) {
		frame_build(f, cases[i].layers);
		skb = frame_skb(f, f->len, f->len - cases[i].cut, 0xff);
		KUNIT_ASSERT_NOT_NULL(test, skb);
		KUNIT_EXPECT_EQ_MSG(test, bond_dissect_plain(skb, &at, &words),
				    cases[i].plain, "case %d", i);
		kfree_skb(skb);
	}
}

static int dissect_suite_init(struct kunit_suite *suite)
{
	bond_dissect_init();

	return 0;
}

static struct kunit_case dissect_suite_cases[] = {
	KUNIT_CASE_PARAM(dissect_whole, dissect_gen_params),
	KUNIT_CASE_PARAM(dissect_truncated, dissect_gen_params),
	KUNIT_CASE_PARAM(dissect_garbled, dissect_gen_params),
	KUNIT_CASE(dissect_network_header),
	KUNIT_CASE(dissect_plain),
	{}
};

static struct kunit_suite dissect_suite = {
	.name = "bonding_dissect",
	.suite_init = dissect_suite_init,
	.test_cases = dissect_suite_cases,
};

kunit_test_suite(dissect_suite);

MODULE_DESCRIPTION("Tests of the bonding driver's dissector");
MODULE_LICENSE("GPL");
