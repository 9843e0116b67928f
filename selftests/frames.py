#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Makes frames for the selftests, sends them in exact numbers, counts them.

  send DEV --count N [--kind KIND] [--vary FIELD] [--ns NS] ...
  dgram DEV --count N             packets without a header
  receive [--dev DEV] --proto P   prints the devices that frames came by
  kinds                           names of the malformed frames
  serve                           takes commands on stdin, one a line, and ends
                                  its answer with ". STATUS":
      send ..., dgram ...         as above
      capture [--all] [NS:]DEV... starts to collect frames that come in
      captured                    how many so far
      arrived COUNT SECONDS       waits for COUNT, fails when it takes too long
      runs                        ends it; prints "COUNT TWICE LOST", then how
                                  they alternate: lines "DEV LENGTH"
      link up|down [NS:]DEV...    sets them so
      namespace NS NO_IPV6        keeps NS from sending of its own accord
      reset own|init              forgets all; `own`: takes away every device
                                  and every named namespace

Every frame of the kinds with a payload ends in a magic word and its number, so
that the order of sending can be found again at the far ends of the slaves.
"""

import argparse
import ctypes
import errno
import fcntl
import os
import select
import socket
import struct
import sys
import time

MAGIC = b"bOnD"
SOL_PACKET = 263
PACKET_STATISTICS = 6
PACKET_ORIGDEV = 9
PACKET_OUTGOING = 4
PACKET_QDISC_BYPASS = 20
SO_RCVBUFFORCE = 33
SIOCGIFFLAGS = 0x8913
SIOCSIFFLAGS = 0x8914
RTM_DELLINK = 17
MNT_DETACH = 2
CLONE_NEWNET = 0x40000000


def mac(text):
    return bytes(int(x, 16) for x in text.split(":"))


def csum(data):
    if len(data) % 2:
        data += b"\0"
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xFFFF) + (total >> 16)
    return ~total & 0xFFFF


def ipv4(proto, payload, src, dst, options=b"", frag=0, ttl=64):
    ihl = 5 + len(options) // 4
    head = struct.pack("!BBHHHBBH4s4s", 0x40 | ihl, 0, ihl * 4 + len(payload),
                       1, frag, ttl, proto, 0, src, dst) + options
    return head[:10] + struct.pack("!H", csum(head)) + head[12:] + payload


def ipv6(proto, payload, src, dst, flow=0):
    return struct.pack("!IHBB16s16s", 6 << 28 | flow, len(payload), proto, 64,
                       src, dst) + payload


def udp(sport, dport, payload):
    return struct.pack("!HHHH", sport, dport, 8 + len(payload), 0) + payload


def tcp(sport, dport, payload, flags=0x10):
    return struct.pack("!HHIIBBHHH", sport, dport, 1, 1, 0x50, flags, 512, 0,
                       0) + payload


class Maker:
    """Builds frame number n of a kind; one field may vary with n."""

    def __init__(self, args):
        self.args = args
        self.src = mac(args.src)
        self.dst = mac(args.dst)

    def field(self, name, n, base, step=1):
        return base + n * step if self.args.vary == name else base

    def make(self, n):
        a = self.args
        dst = self.dst
        if a.vary == "dst":
            dst = dst[:5] + bytes([(dst[5] + n) & 255])
        src = self.src
        if a.vary == "src":
            src = src[:5] + bytes([(src[5] + n) & 255])
        eth = dst + src
        tag = MAGIC + struct.pack("!I", n)
        sip = socket.inet_aton(a.sip)
        dip = struct.pack("!I", struct.unpack("!I", socket.inet_aton(a.dip))[0]
                          + (n if a.vary == "dip" else 0))
        s6 = socket.inet_pton(socket.AF_INET6, "2001:db8::1")
        d6 = socket.inet_pton(socket.AF_INET6, "2001:db8::2")
        sport = self.field("sport", n, a.sport, a.step)
        dport = self.field("dport", n, a.dport, a.step)
        return self.build(a.kind, n, eth, sip, dip, s6, d6, sport, dport, tag)

    def build(self, kind, n, eth, sip, dip, s6, d6, sport, dport, tag):
        four, six = b"\x08\x00", b"\x86\xdd"
        ident = self.field("id", n, 1)
        unused = self.field("unused", n, 0, 0x01010101 & 0xFFFFFF)
        inner = ipv4(17, udp(sport, dport, tag), sip, dip)
        echo = struct.pack("!BBHHH", 8, 0, 0, ident, 1) + tag
        table = {
            "udp": lambda: eth + four + inner,
            "tcp": lambda: eth + four + ipv4(6, tcp(sport, dport, tag), sip,
                                             dip),
            "udp6": lambda: eth + six + ipv6(17, udp(sport, dport, tag), s6,
                                             d6, self.field("flow", n, 0)),
            "hop6": lambda: eth + six + ipv6(0, bytes([17, 0, 1, 4, 0, 0, 0,
                                                       0]) +
                                             udp(sport, dport, tag), s6, d6),
            "options": lambda: eth + four + ipv4(
                17, udp(sport, dport, tag), sip, dip,
                b"\x01" * (4 * self.args.words)),
            "first": lambda: eth + four + ipv4(17, udp(sport, dport, tag), sip,
                                               dip, frag=0x2000),
            "later": lambda: eth + four + ipv4(17, struct.pack(
                "!HH", sport, dport) + tag, sip, dip, frag=0x0002),
            "echo": lambda: eth + four + ipv4(1, echo, sip, dip),
            "icmperr": lambda: eth + four + ipv4(1, struct.pack(
                "!BBHI", 3, 1, 0, unused) + inner, sip, dip),
            "gre": lambda: eth + four + ipv4(47, struct.pack(
                "!HH", 0, 0x0800) + inner, sip, dip),
            "vlan": lambda: eth + struct.pack("!HH", 0x8100, 5) + four + inner,
            "raw": lambda: eth + b"\x88\xb5" + b"\0" * 38 + tag,
            "lldp": lambda: mac("01:80:c2:00:00:0e") + eth[6:] + b"\x88\xcc" +
            b"\x02\x07\x04" + eth[6:] + b"\x04\x02\x07\x31\x06\x02\0\x78\0\0",
            "igmp": lambda: b"\x01\x00\x5e\x09\x09\x09" + eth[6:] + four +
            ipv4(2, struct.pack("!BBH4s", 0x16, 0, 0,
                                bytes([239, 9, 9, 9])), sip,
                 bytes([239, 9, 9, 9]), b"\x94\x04\0\0", ttl=1),
        }
        table.update(hostile(eth, sip, dip, s6, d6, inner))
        return table[kind]()


def hostile(eth, sip, dip, s6, d6, inner):
    """Frames that end too early or lie about what follows."""
    four, six = b"\x08\x00", b"\x86\xdd"
    bare4 = ipv4(17, b"", sip, dip)
    return {
        "ipx": lambda: eth + struct.pack("!H", 3) + b"\xff\xff\x00",
        "ipx2": lambda: eth + b"\x81\x37" + b"\xff\xff",
        "empty": lambda: eth + four,
        "empty6": lambda: eth + six,
        "short": lambda: eth + four + b"\x45\x00",
        "short6": lambda: eth + six + b"\x60\0\0",
        "arpshort": lambda: eth + b"\x08\x06" + b"\0\x01\x08",
        "arpbcast": lambda: b"\xff" * 6 + eth[6:] + b"\x08\x06" + b"\0\x01",
        "igmpshort": lambda: eth + four + ipv4(2, b"\x16\0", sip, dip),
        "igmponly": lambda: b"\x01\x00\x5e\x01\x02\x03" + eth[6:] + four +
        ipv4(2, b"", sip, dip),
        "noports": lambda: eth + four + bare4,
        "halfports": lambda: eth + four + ipv4(17, b"\x12\x34\x56", sip, dip),
        "tcphalf": lambda: eth + four + ipv4(6, b"\x12\x34", sip, dip),
        "ihl0": lambda: eth + four + b"\x40" + bare4[1:] + b"\0" * 8,
        "ihl15": lambda: eth + four + b"\x4f" + bare4[1:],
        "longlen": lambda: eth + four + bare4[:2] + b"\xff\xff" + bare4[4:],
        "version": lambda: eth + four + b"\xf5" + bare4[1:],
        "icmp6": lambda: eth + six + ipv6(58, b"", s6, d6),
        "icmp6half": lambda: eth + six + ipv6(58, b"\x87\0\0", s6, d6),
        "ns6short": lambda: b"\x33\x33\xff\0\0\x02" + eth[6:] + six +
        ipv6(58, b"\x87\0\0\0\0\0\0\0\xfe", s6, d6),
        "frag6": lambda: eth + six + ipv6(44, b"\x11\0\0", s6, d6),
        "hop6short": lambda: eth + six + ipv6(0, b"\x11\xff\0\0", s6, d6),
        "hop6loop": lambda: eth + six + ipv6(0, b"\0\0\1\4\0\0\0\0" * 40, s6,
                                             d6),
        "greshort": lambda: eth + four + ipv4(47, b"\0", sip, dip),
        "greinner": lambda: eth + four + ipv4(47, b"\xb0\0\x08\0\0\0", sip,
                                              dip),
        "greipshort": lambda: eth + four + ipv4(47, b"\0\0\x08\0\x45", sip,
                                                dip),
        "ipip": lambda: eth + four + ipv4(4, inner[:17], sip, dip),
        "icmperr2": lambda: eth + four + ipv4(1, b"\x03\x01\0\0\0\0\0\0\x45",
                                              sip, dip),
        "vlanshort": lambda: eth + b"\x81\0" + b"\0",
        "vlanbare": lambda: eth + b"\x81\0" + b"\0\5\x08\0",
        "qinq": lambda: eth + b"\x88\xa8\0\5" + b"\x81\0\0\6" * 12 + four,
        "vlan6": lambda: eth + b"\x81\0\0\5\x86\xdd" + b"\x60",
        "mpls": lambda: eth + b"\x88\x47" + b"\0\0",
        "pppoe": lambda: eth + b"\x88\x64" + b"\x11\0\0",
        "tipc": lambda: eth + b"\x88\xca" + b"\x40",
        "batadv": lambda: eth + b"\x43\x05" + b"\0",
        "ptp": lambda: eth + b"\x88\xf7" + b"\0",
        "lacp": lambda: b"\x01\x80\xc2\0\0\x02" + eth[6:] + b"\x88\x09\x01",
        "loop": lambda: eth + b"\x90\x00",
    }


def hostile_kinds():
    zero = b"\0" * 4
    return sorted(hostile(b"\0" * 12, zero, zero, b"\0" * 16, b"\0" * 16,
                          b"\0" * 40))


class Namespace:
    """The calling thread is in a network namespace meanwhile."""

    libc = ctypes.CDLL(None, use_errno=True)

    def __init__(self, name):
        self.name = name
        self.home = None

    def enter(self, path):
        file = os.open(path, os.O_RDONLY)
        if self.libc.setns(file, CLONE_NEWNET):
            raise OSError(ctypes.get_errno(), "setns")
        os.close(file)

    def __enter__(self):
        if self.name:
            self.home = os.open("/proc/thread-self/ns/net", os.O_RDONLY)
            self.enter("/run/netns/" + self.name)

    def __exit__(self, *_):
        if self.name:
            self.libc.setns(self.home, CLONE_NEWNET)
            os.close(self.home)


def send(args):
    if args.cpu is not None:
        os.sched_setaffinity(0, {args.cpu})
    with Namespace(args.ns):
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
        if args.bypass:
            sock.setsockopt(SOL_PACKET, PACKET_QDISC_BYPASS, 1)
        sock.bind((args.dev, 0))
    if args.src == "own":
        args.src = ":".join("%02x" % b for b in sock.getsockname()[4])
    maker = Maker(args)
    kinds = hostile_kinds() if args.kind == "hostile" else [args.kind]
    sent = errors = 0
    for kind in kinds:
        args.kind = kind
        for n in range(args.first, args.first + args.count):
            frame = maker.make(n)
            lengths = range(14, len(frame) + 1) if args.every_length else \
                [len(frame)]
            for length in lengths:
                try:
                    sock.send(frame[:length])
                    sent += 1
                except OSError as err:
                    errors += 1
                    if not args.errors_allowed:
                        raise OSError("frame %d of kind %s: %s" % (
                            n, kind, err)) from err
            if args.pause:
                time.sleep(args.pause / 1000)
    if args.errors_allowed:
        print("sent %d refused %d" % (sent, errors))


def dgram(args):
    """Packets for which the device makes the header, to nobody."""
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_DGRAM, 0)
    sock.bind((args.dev, 0))
    length = len(sock.getsockname()[4])
    packet = ipv4(17, udp(1000, 9, MAGIC + b"\0\0\0\0"),
                  socket.inet_aton("10.8.0.1"), socket.inet_aton("10.8.0.2"))
    for _ in range(args.count):
        sock.sendto(packet, (args.dev, 0x0800, 0, 0, b"\x0a" * length))


def receive(args):
    """The original devices that frames of a protocol came by, one a line."""
    sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW,
                         socket.htons(args.proto))
    sock.setsockopt(SOL_PACKET, PACKET_ORIGDEV, 1)
    if args.dev:
        sock.bind((args.dev, args.proto))
    for _ in range(args.count):
        print(sock.recvfrom(2048)[1][0], flush=True)


class Capture:
    """Frames that come in by some devices, in memory."""

    def __init__(self, words):
        self.all = words[0] == "--all"
        self.poll = select.poll()
        self.socks = {}
        self.frames = []
        for word in words[self.all:]:
            ns, _, dev = word.rpartition(":")
            with Namespace(ns):
                sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0)
                sock.setsockopt(socket.SOL_SOCKET, SO_RCVBUFFORCE, 64 << 20)
                sock.bind((dev, 3))
            sock.setblocking(False)
            self.poll.register(sock, select.POLLIN)
            self.socks[sock.fileno()] = (sock, dev)

    def drain(self, ms):
        for fileno, _ in self.poll.poll(ms):
            sock, dev = self.socks[fileno]
            while True:
                try:
                    data, addr = sock.recvfrom(256)
                except BlockingIOError:
                    break
                except OSError as err:      # said once; it may come up again
                    if err.errno != errno.ENETDOWN:
                        raise
                    continue
                self.add(dev, data, addr)

    def add(self, dev, data, addr):
        at = data.rfind(MAGIC)
        if addr[2] == PACKET_OUTGOING:
            return
        if 0 <= at <= len(data) - 8:
            self.frames.append((struct.unpack_from("!I", data, at + 4)[0],
                                dev))
        elif self.all:
            self.frames.append((len(self.frames), dev))

    def arrived(self, count, seconds):
        end = time.monotonic() + seconds
        while len(self.frames) < count and time.monotonic() < end:
            self.drain(100)
        self.drain(0)
        return len(self.frames)

    def runs(self):
        self.drain(0)
        drops = sum(struct.unpack("II", sock.getsockopt(
            SOL_PACKET, PACKET_STATISTICS, 8))[1]
                    for sock, _ in self.socks.values())
        if drops:
            raise OSError("%d frames did not fit in memory" % drops)
        numbers = {n for n, _ in self.frames}
        print(len(self.frames), len(self.frames) - len(numbers),
              max(numbers, default=-1) + 1 - len(numbers))
        last, length = None, 0
        for _, dev in sorted(self.frames, key=lambda frame: frame[0]):
            if dev != last:
                if last is not None:
                    print(last, length)
                last, length = dev, 0
            length += 1
        if last is not None:
            print(last, length)


def namespace(name, no_ipv6):
    """As ipv6_defaults() of lib.sh."""
    with Namespace(name):
        for key, value in (("accept_dad", "0"), ("router_solicitations", "0"),
                           ("disable_ipv6", no_ipv6)):
            path = "/proc/sys/net/ipv6/conf/default/" + key
            if os.path.exists(path):
                with open(path, "w", encoding="ascii") as file:
                    file.write(value)


def link(state, words):
    """Sets IFF_UP or clears it, as ip link set does."""
    for word in words:
        ns, _, dev = word.rpartition(":")
        with Namespace(ns):
            sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        with sock:
            request = bytearray(struct.pack("16s24x", dev.encode()))
            fcntl.ioctl(sock, SIOCGIFFLAGS, request)
            flags = struct.unpack_from("H", request, 16)[0] & ~1
            struct.pack_into("H", request, 16, flags | (state == "up"))
            fcntl.ioctl(sock, SIOCSIFFLAGS, request)


def delete_devices():
    """All that can be deleted, bonds first, as they hold others."""
    base = "/sys/class/net"
    names = [name for name in os.listdir(base) if name != "lo" and
             os.path.isdir(os.path.join(base, name))]
    names.sort(key=lambda name: not os.path.exists(
        os.path.join(base, name, "bonding")))
    sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    with sock:
        for name in names:
            try:
                index = socket.if_nametoindex(name)
            except OSError:     # it went with another
                continue
            sock.send(struct.pack("IHHIIBxHiII", 32, RTM_DELLINK, 5, 1, 0, 0,
                                  0, index, 0, 0))
            sock.recv(4096)


def delete_namespaces():
    """As ip netns del."""
    for name in os.listdir("/run/netns"):
        path = os.path.join("/run/netns", name)
        Namespace.libc.umount2(path.encode(), MNT_DETACH)
        os.unlink(path)


class Server:
    def __init__(self, parser):
        self.parser = parser
        self.capture = None

    def command(self, words):
        name = words[0]
        if name == "capture":
            self.capture = Capture(words[1:])
        elif name == "captured":
            self.capture.drain(0)
            print(len(self.capture.frames))
        elif name == "arrived":
            count = self.capture.arrived(int(words[1]), float(words[2]))
            print(count)
            return count < int(words[1])
        elif name == "runs":
            self.capture.runs()
            self.capture = None
        elif name == "link":
            link(words[1], words[2:])
        elif name == "namespace":
            namespace(words[1], words[2])
        elif name == "reset":
            self.capture = None
            if words[1] == "own":
                delete_devices()
                delete_namespaces()
        else:
            args = self.parser.parse_args(words)
            args.run(args)
        return 0

    def run(self):
        os.sched_setaffinity(0, {0})
        for line in sys.stdin:
            try:
                status = int(self.command(line.split()))
            except (OSError, SystemExit, LookupError, AttributeError) as err:
                print(err)
                status = 1
            print(".", status, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    sub = parser.add_subparsers(required=True)
    cmd = sub.add_parser("send")
    cmd.set_defaults(run=send)
    cmd.add_argument("dev")
    cmd.add_argument("--count", type=int, default=1)
    cmd.add_argument("--first", type=int, default=0, help="number of the first")
    cmd.add_argument("--cpu", type=int)
    cmd.add_argument("--ns", help="network namespace of DEV")
    cmd.add_argument("--kind", default="udp")
    cmd.add_argument("--vary", choices=["dst", "src", "dip", "sport", "dport",
                                        "id", "unused", "flow"])
    cmd.add_argument("--step", type=int, default=1, help="of ports that vary")
    cmd.add_argument("--src", default="own")
    cmd.add_argument("--dst", default="02:00:00:00:0d:00")
    cmd.add_argument("--sip", default="192.0.2.1")
    cmd.add_argument("--dip", default="192.0.2.77")
    cmd.add_argument("--sport", type=int, default=1000)
    cmd.add_argument("--dport", type=int, default=9)
    cmd.add_argument("--words", type=int, default=1, help="of IPv4 options")
    cmd.add_argument("--pause", type=float, help="ms after each frame")
    cmd.add_argument("--bypass", action="store_true", help="the qdisc")
    cmd.add_argument("--every-length", action="store_true",
                     help="each frame cut at every length from 14")
    cmd.add_argument("--errors-allowed", action="store_true")
    cmd = sub.add_parser("dgram")
    cmd.set_defaults(run=dgram)
    cmd.add_argument("dev")
    cmd.add_argument("--count", type=int, default=1)
    cmd = sub.add_parser("receive")
    cmd.set_defaults(run=receive)
    cmd.add_argument("--dev", help="bind to it")
    cmd.add_argument("--proto", type=lambda x: int(x, 0), default=3)
    cmd.add_argument("--count", type=int, default=1)
    cmd = sub.add_parser("kinds")
    cmd.set_defaults(run=lambda args: print("\n".join(hostile_kinds())))
    cmd = sub.add_parser("serve")
    cmd.set_defaults(run=lambda args: Server(parser).run())
    args = parser.parse_args()
    args.run(args)


if __name__ == "__main__":
    main()
