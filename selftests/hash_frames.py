#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Sends a table of frames over a bond and says which slave each one took.

  hash_frames.py BOND SLAVE...

A line of output is "NAME PLACES": one digit for each frame of that name, the
number of the slave in the order of the command line. Names that end in "-cut"
are one frame cut off at every length, so they have one digit for each length
from the MAC header on; "-flows" are 32 flows that differ in one number.

Names that begin with "tag-" go out by BOND.100 and "tags-" by BOND.100.200, which
put VLAN tags beside the frame; "bypass-" go around the queueing discipline.
"""

import socket
import struct
import sys

ETH_P_ALL = 3
SOL_PACKET = 263
PACKET_QDISC_BYPASS = 20
PACKET_OUTGOING = 4

DST = bytes.fromhex("021b21000235")
SRC = bytes.fromhex("0250569a015c")

IP, IP6, ARP, TEB = 0x0800, 0x86dd, 0x0806, 0x6558
VLAN, QINQ, MPLS, PPPOE = 0x8100, 0x88a8, 0x8847, 0x8864
ICMP, IPIP, TCP, UDP, DCCP, SIT = 1, 4, 6, 17, 33, 41
ROUTING, FRAGMENT, GRE, ESP, AH, ICMP6 = 43, 44, 47, 50, 51, 58
NONE, DEST, SCTP, UDPLITE = 59, 60, 132, 136
DF, MF = 0x4000, 0x2000


def eth(proto, rest=b"", last=0, dst=0):
    return (DST[:5] + bytes([DST[5] ^ dst]) + SRC[:5] + bytes([SRC[5] ^ last])
            + struct.pack("!H", proto) + rest)


def vlan(tci, proto, rest):
    return struct.pack("!HH", tci, proto) + rest


def ip4(proto, rest=b"", n=0, ihl=5, frag=0):
    """Header number n of a frame has addresses of its own."""
    head = struct.pack("!BBHHHBBHII", 0x40 | ihl, 0, 20 + len(rest), 0, frag,
                       64, proto, 0, 0xc0000211 + n * 0x010307,
                       0xc633647e + n % 16 * 0x0209000b)
    return head + b"\1" * (4 * max(ihl - 5, 0)) + rest


def ip6(proto, rest=b"", n=0, label=0):
    return (struct.pack("!IHBB", 6 << 28 | label, len(rest), proto, 64)
            + struct.pack("!IIII", 0x20010db8, 0x00a30000 + n, 0, 0xf111)
            + struct.pack("!IIII", 0x20010db8, 0, 0xb00 + n * 0x51, 0xe222)
            + rest)


def ext(proto, units, rest):
    return bytes([proto, units - 1]) + bytes(8 * units - 2) + rest


def frag6(proto, off, rest):
    return struct.pack("!BBHI", proto, 0, off, 99) + rest


def ah(proto, rest):
    return bytes([proto, 4, 0, 0]) + struct.pack("!I", 0x1277) + bytes(16) + rest


def ports(sport=1000, dport=53, rest=b"\xa5" * 8):
    return struct.pack("!HH", sport, dport) + bytes(4) + rest


def tcp(sport=33000, dport=443):
    return struct.pack("!HHIIBBHHH", sport, dport, 1, 1, 0x50, 16, 512, 0, 0)


def icmp(kind, code=0, ident=0, rest=b""):
    return struct.pack("!BBHHH", kind, code, 0, ident, 0) + rest


def gre(proto, rest, flags=0):
    return struct.pack("!HH", flags, proto) + bytes(4 * bool(flags & MF)) + rest


def vxlan(rest):
    return struct.pack("!II", 0x08000000, 42 << 8) + rest


def arp():
    return (struct.pack("!HHBBH", 1, IP, 6, 4, 1) + SRC
            + bytes([192, 0, 2, 17]) + bytes(6) + bytes([198, 51, 100, 126]))


def plain_frames():
    """Not IP, and IP without anything in between."""
    yield "lldp", eth(0x88cc, bytes(46))
    yield "arp", eth(ARP, arp())
    yield "length", eth(46, bytes(46))
    yield "fcoe", eth(0x8906, bytes(40))
    yield "ip4-tcp", eth(IP, ip4(TCP, tcp()))
    yield "ip4-udp", eth(IP, ip4(UDP, ports()))
    yield "ip4-udplite", eth(IP, ip4(UDPLITE, ports()))
    yield "ip4-sctp", eth(IP, ip4(SCTP, ports(2905, 2906)))
    yield "ip4-dccp", eth(IP, ip4(DCCP, ports(5001, 5002)))
    yield "ip4-esp", eth(IP, ip4(ESP, ports(0x11, 0x2233)))
    yield "ip4-ah", eth(IP, ip4(AH, ah(UDP, ports())))
    yield "ip4-igmp", eth(IP, ip4(2, bytes(8)))
    yield "ip4-ospf", eth(IP, ip4(89, bytes(24)))
    yield "ip6-tcp", eth(IP6, ip6(TCP, tcp()))
    yield "ip6-udp", eth(IP6, ip6(UDP, ports()))
    yield "ip6-label", eth(IP6, ip6(UDP, ports(), label=0x12345))
    yield "ip6-sctp", eth(IP6, ip6(SCTP, ports(2905, 2906)))
    yield "ip6-none", eth(IP6, ip6(NONE))


def option_frames():
    """IPv4 options, IPv6 extension headers, fragments."""
    for ihl in (0, 1, 4, 6, 9, 15):
        yield "ip4-ihl%d" % ihl, eth(IP, ip4(UDP, ports(), ihl=ihl))
    yield "ip4-df", eth(IP, ip4(UDP, ports(), frag=DF))
    yield "ip4-first", eth(IP, ip4(UDP, ports(), frag=MF))
    yield "ip4-later", eth(IP, ip4(UDP, ports(9, 8), frag=185))
    yield "ip6-hop-udp", eth(IP6, ip6(0, ext(UDP, 1, ports())))
    yield "ip6-routing-tcp", eth(IP6, ip6(ROUTING, ext(TCP, 3, tcp())))
    yield "ip6-hop-dest-udp", eth(IP6, ip6(0, ext(DEST, 2, ext(UDP, 1, ports()))))
    yield "ip6-ah-udp", eth(IP6, ip6(AH, ah(UDP, ports())))
    yield "ip6-first", eth(IP6, ip6(FRAGMENT, frag6(UDP, 1, ports())))
    yield "ip6-later", eth(IP6, ip6(FRAGMENT, frag6(UDP, 1448, ports())))


def icmp_frames():
    inner = ip4(UDP, ports(), n=1)
    inner6 = ip6(TCP, tcp(), n=1)

    yield "icmp-echo", eth(IP, ip4(ICMP, icmp(8, 0, 0x1234)))
    yield "icmp-echo0", eth(IP, ip4(ICMP, icmp(8)))
    yield "icmp-reply", eth(IP, ip4(ICMP, icmp(0, 0, 0x1234)))
    yield "icmp-timestamp", eth(IP, ip4(ICMP, icmp(13, 0, 0x1234)))
    yield "icmp-solicit", eth(IP, ip4(ICMP, icmp(10, 0, 0x1234)))
    yield "icmp-fragment", eth(IP, ip4(ICMP, icmp(8, 0, 7), frag=MF))
    for kind in (3, 4, 5, 11, 12):
        yield "icmp-error%d" % kind, eth(IP, ip4(ICMP, icmp(kind, 1, 7, inner)))
    yield "icmp-error-empty", eth(IP, ip4(ICMP, icmp(3, 1)))
    yield "icmp-error-fragment", eth(IP, ip4(ICMP, icmp(3, 1, 0, inner), frag=MF))
    yield "icmp-error-about-fragment", eth(IP, ip4(ICMP, icmp(
        3, 4, 0, ip4(UDP, ports(), n=1, frag=MF))))
    yield "icmp-error-about-options", eth(IP, ip4(ICMP, icmp(
        11, 0, 0, ip4(UDP, ports(), n=1, ihl=8))))
    yield "icmp-error-about-echo", eth(IP, ip4(ICMP, icmp(
        12, 0, 0, ip4(ICMP, icmp(8, 0, 9), n=1))))
    yield "icmp6-echo", eth(IP6, ip6(ICMP6, icmp(128, 0, 0x4321)))
    yield "icmp6-solicit", eth(IP6, ip6(ICMP6, icmp(135, 0, 0, bytes(16))))
    for kind in (1, 2, 3, 4):
        yield "icmp6-error%d" % kind, eth(IP6, ip6(ICMP6, icmp(kind, 0, 0, inner6)))
    yield "icmp6-error-empty", eth(IP6, ip6(ICMP6, icmp(1)))
    yield "icmp6-in-ip4", eth(IP, ip4(ICMP6, icmp(2, 0, 0, inner)))
    yield "icmp-in-ip6", eth(IP6, ip6(ICMP, icmp(11, 0, 0, inner6)))


def tunnel_frames():
    inner = ip4(UDP, ports(), n=1)
    inner6 = ip6(TCP, tcp(), n=1)

    yield "vlan-udp", eth(VLAN, vlan(100, IP, ip4(UDP, ports())))
    yield "vlan-tcp6", eth(VLAN, vlan(0x6001, IP6, ip6(TCP, tcp())))
    yield "vlan-arp", eth(VLAN, vlan(5, ARP, arp()))
    yield "qinq-udp", eth(QINQ, vlan(200, VLAN, vlan(100, IP, ip4(UDP, ports()))))
    yield "vlan3-udp", eth(QINQ, vlan(1, VLAN, vlan(2, VLAN, vlan(
        3, IP, ip4(UDP, ports())))))
    yield "gre-udp", eth(IP, ip4(GRE, gre(IP, inner)))
    yield "gre-key-tcp6", eth(IP, ip4(GRE, gre(IP6, inner6, MF)))
    yield "gre-later", eth(IP, ip4(GRE, gre(IP, inner), frag=185))
    yield "gre1", eth(IP, ip4(GRE, gre(0x880b, bytes(16), 0x2001)))
    yield "gre6-eth", eth(IP6, ip6(GRE, gre(TEB, eth(IP, inner, last=7))))
    yield "ipip", eth(IP, ip4(IPIP, inner))
    yield "sit", eth(IP, ip4(SIT, inner6))
    yield "ip4-in-ip6", eth(IP6, ip6(IPIP, inner))
    yield "vxlan", eth(IP, ip4(UDP, ports(49152, 4789, vxlan(
        eth(IP, inner, last=7)))))
    yield "vxlan6", eth(IP6, ip6(UDP, ports(49153, 4789, vxlan(
        eth(IP6, inner6, last=7)))))
    yield "mpls", eth(MPLS, struct.pack("!I", 16 << 12 | 0x140) + inner)
    yield "pppoe", eth(PPPOE, bytes.fromhex("110000010042002157") + bytes(40))


def table():
    """(name, [frame, ...]) of everything."""
    single = {}
    for frames in plain_frames, option_frames, icmp_frames, tunnel_frames:
        single.update(frames())
    for name, frame in single.items():
        yield name, [frame]

    for name in ("ip4-udp", "ip4-ihl9", "ip4-ah", "ip6-tcp", "ip6-hop-udp",
                 "ip6-first", "icmp-echo", "icmp-error3", "icmp6-error1",
                 "icmp-error-about-options", "vlan-udp", "qinq-udp", "arp",
                 "gre-key-tcp6", "gre6-eth", "ipip", "vxlan", "mpls"):
        frame = single[name]
        yield name + "-cut", [frame[:n] for n in range(14, len(frame))]

    for name, count in ("sport", 32), ("even", 32):
        step = 1 + (name == "even")
        yield name + "-flows", [eth(IP, ip4(UDP, ports(32768 + n * step)))
                                for n in range(count)]
    yield "dst-flows", [eth(IP, ip4(UDP, ports()), dst=n) for n in range(32)]
    yield "src-flows", [eth(IP, ip4(UDP, ports()), last=n) for n in range(32)]
    yield "addr-flows", [eth(IP, ip4(UDP, ports(), n=n)) for n in range(32)]
    yield "addr6-flows", [eth(IP6, ip6(UDP, ports(), n=n)) for n in range(32)]
    yield "echo-flows", [eth(IP, ip4(ICMP, icmp(8, 0, n))) for n in range(32)]

    for name in "ip4-udp", "ip6-tcp", "arp", "vlan-udp", "icmp-error3":
        for prefix in "tag-", "tags-", "bypass-":
            yield prefix + name, [single[name]]


class Bond:
    """Sends on a bond, and listens to what leaves its slaves."""

    def __init__(self, bond, slaves):
        self.number = {name: str(n) for n, name in enumerate(slaves)}
        self.out = {}
        for prefix, dev in (("", bond), ("tag-", bond + ".100"),
                            ("tags-", bond + ".100.200"), ("bypass-", bond)):
            sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
            sock.bind((dev, 0))
            if prefix == "bypass-":
                sock.setsockopt(SOL_PACKET, PACKET_QDISC_BYPASS, 1)
            self.out[prefix] = sock
        self.tap = socket.socket(socket.AF_PACKET, socket.SOCK_RAW,
                                 socket.htons(ETH_P_ALL))
        self.tap.setblocking(False)

    def pending(self):
        """Slaves that frames have left by since the last time."""
        found = ""
        while True:
            try:
                dev, _, kind, *_ = self.tap.recvfrom(1)[1]
            except BlockingIOError:
                return found
            if kind == PACKET_OUTGOING and dev in self.number:
                found += self.number[dev]

    def place(self, name, frame):
        prefix = name[:name.find("-") + 1]
        sock = self.out.get(prefix, self.out[""])
        try:
            sock.send(frame)
        except OSError as error:
            return "<%s>" % error.strerror
        found = self.pending()
        return found if len(found) == 1 else "<%s>" % found


def main():
    bond = Bond(sys.argv[1], sys.argv[2:])
    bond.pending()
    for name, frames in table():
        print(name, "".join(bond.place(name, frame) for frame in frames))


main()
