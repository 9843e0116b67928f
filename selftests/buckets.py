#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""The buckets of a bond by netlink, and where flows go.

  table BOND              a dump: "INDEX SLAVE PACKETS BYTES MOVES RATE IDLE PIN" for
                          each bucket, - for what is not there, then "messages N"
  one BOND                a single answer: "buckets N", and "more"
  slave SLAVE             likewise, of a slave's master: "buckets 0"
  flows BOND COUNT SLAVE...   a frame of each of COUNT flows: "FLOW SLAVE"
  load BOND PACE FLOW...  frames of 1400 bytes, PACE of each flow a second, until the
                          process is ended
  add|set BOND [mode=N] [NAME=VALUE|NAME=hex:BYTES]...
                          options of IFLA_BOND_LB by name or number: "ok", or the
                          error and what it says; bucket=INDEX:SLAVE[:pin] and
                          bucket=INDEX:auto move one
  get BOND                "NAME VALUE" of what is in IFLA_BOND_LB
  info BOND               the same of IFLA_BOND_LB_REBALANCE_INFO
  port-set SLAVE [NAME=VALUE]...   of IFLA_BOND_SLAVE_LB, likewise
  port-get SLAVE          "NAME VALUE" of what is in IFLA_BOND_SLAVE_LB
  ask FILE FLOW|hex:BYTES...  what the driver's file says to a frame, in one line
"""

import errno
import os
import select
import socket
import struct
import sys
import time

RTM_NEWLINK, RTM_GETLINK, RTM_GETSTATS = 16, 18, 94
NLM_F_REQUEST, NLM_F_ACK, NLM_F_DUMP, NLM_F_CREATE_EXCL = 1, 4, 0x300, 0x600
NLM_F_MULTI = 2
NLMSG_ERROR, NLMSG_DONE = 2, 3
SOL_NETLINK, NETLINK_EXT_ACK = 270, 11
IFLA_IFNAME, IFLA_LINKINFO, INFO_KIND, INFO_DATA = 3, 18, 1, 2
INFO_SLAVE_KIND, INFO_SLAVE_DATA = 4, 5
IFLA_BOND_MODE, IFLA_BOND_LB, IFLA_BOND_SLAVE_LB = 1, 48, 40
STATS_XSTATS, STATS_XSTATS_SLAVE, XSTATS_BOND, XSTATS_LB = 2, 3, 2, 16
NAMES = {"weighting": 3, "buckets": 4, "hash_seed": 5, "rebalance_interval": 6,
         "rebalance_threshold": 7, "rebalance_min_rate": 8, "rebalance_max_moves": 9}
MOVE, INFO = 11, 12
INFO_NAMES = {"runs": 1, "moves": 2, "last_moves": 3, "last_run_ms": 4, "next_run_ms": 5}
PORT_NAMES = {"weight": 1, "buckets": 2, "tx_rate": 3}
ETH_P_ALL, PACKET_OUTGOING = 3, 4


def attr(kind, data):
    return struct.pack("HH", 4 + len(data), kind) + data + b"\0" * (-len(data) % 4)


def attrs(data):
    while len(data) >= 4:
        size, kind = struct.unpack_from("HH", data)
        yield kind & 0x3fff, data[4:size]
        data = data[size + 3 & ~3:]


def ask(kind, flags, body):
    """Yields (type, flags, payload) of each message of the answer."""
    with socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0) as sock:
        sock.setsockopt(SOL_NETLINK, NETLINK_EXT_ACK, 1)
        sock.sendto(struct.pack("IHHII", 16 + len(body), kind,
                                NLM_F_REQUEST | flags, 1, 0) + body, (0, 0))
        while True:
            data = sock.recv(1 << 20)
            while data:
                size, kind, flags = struct.unpack_from("IHH", data)
                if kind == NLMSG_DONE:
                    return
                yield kind, flags, data[16:size]
                if kind == NLMSG_ERROR or not flags & NLM_F_MULTI:
                    return
                data = data[size + 3 & ~3:]


def answer(kind, flags, body):
    """The one line that an acknowledgement says."""
    for what, how, data in ask(kind, flags | NLM_F_ACK, body):
        assert what == NLMSG_ERROR
        code, = struct.unpack_from("i", data)
        if not code:
            return "ok"
        skip = 20 if how & 0x100 else 4 + struct.unpack_from("I", data, 4)[0]
        text = dict(attrs(data[skip:])).get(1, b"") if how & 0x200 else b""
        return "%s %s" % (errno.errorcode[-code], text.rstrip(b"\0").decode())


def xstats(dev, dump, which=STATS_XSTATS):
    """Yields (buckets, more) of each message about the device."""
    index = socket.if_nametoindex(dev)
    body = struct.pack("BBHII", 0, 0, 0, 0 if dump else index, 1 << which - 1)
    for kind, _, data in ask(RTM_GETSTATS, NLM_F_DUMP if dump else 0, body):
        if kind == NLMSG_ERROR:
            sys.exit(errno.errorcode[-struct.unpack_from("i", data)[0]])
        if struct.unpack_from("I", data, 4)[0] != index:
            continue
        for number, nest in attrs(data[12:]):
            if number != which:
                continue
            inner = dict(attrs(dict(attrs(nest)).get(XSTATS_BOND, b"")))
            found = list(attrs(inner.get(XSTATS_LB, b"")))
            yield ([dict(attrs(d)) for k, d in found if k == 1],
                   any(k == 2 for k, d in found))


def show_table(dev):
    messages = 0
    for buckets, _ in xstats(dev, True):
        messages += 1
        for b in buckets:
            slave = struct.unpack("I", b[2])[0] if 2 in b else 0
            print(*struct.unpack("I", b[1]),
                  socket.if_indextoname(slave) if slave else "-",
                  *struct.unpack("Q", b[3]), *struct.unpack("Q", b[4]),
                  *struct.unpack("I", b[6]), *struct.unpack("Q", b[5]),
                  *struct.unpack("Q", b[7]) if 7 in b else "-", "pin" if 8 in b else "-")
    print("messages", messages)


def show_one(dev, which):
    for buckets, more in xstats(dev, False, which):
        print("buckets", len(buckets))
        if more:
            print("more")


def flow(number):
    """Ethernet, IPv4, UDP: source port and address tell the flow."""
    ip = struct.pack("!BBHHHBBHII", 0x45, 0, 36, 0, 0, 64, 17, 0,
                     0x0a000001 + number % 7, 0x0a010001)
    return (bytes.fromhex("02000000aa01020000000b01") + b"\x08\0" + ip +
            struct.pack("!HHHHQ", 1024 + number, 443, 16, 0, number))


def flows(bond, count, slaves):
    taps = {}
    for dev in slaves:
        tap = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
        tap.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)
        tap.bind((dev, ETH_P_ALL))
        taps[tap] = dev
    place = {}
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as out:
        out.bind((bond, 0))
        for number in range(count):
            out.send(flow(number))
    while len(place) < count:
        ready, _, _ = select.select(list(taps), [], [], 10)
        if not ready:
            sys.exit("only %d of %d flows arrived" % (len(place), count))
        for tap in ready:
            try:
                frame, addr = tap.recvfrom(2048)
            except OSError as error:
                # Said once of a device that is down.
                if error.errno != errno.ENETDOWN:
                    raise
                continue
            if addr[2] == PACKET_OUTGOING and frame[12:14] == b"\x08\0":
                place[struct.unpack("!Q", frame[42:50])[0]] = taps[tap]
    for number in range(count):
        print(number, place[number])


def load(bond, pace, numbers):
    frames = [flow(n) + bytes(1350) for n in numbers]
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW) as out:
        out.bind((bond, 0))
        while True:
            for frame in frames:
                out.send(frame)
            time.sleep(1 / pace)


def value(text):
    if text.startswith("hex:"):
        return bytes.fromhex(text[4:])
    return struct.pack("I", int(text))


def bucket(text):
    index, slave, *pin = text.split(":")
    data = attr(1, struct.pack("I", int(index)))
    if slave != "auto":
        data += attr(2, struct.pack("I", int(slave[1:]) if slave[0] == "#" else
                                    socket.if_nametoindex(slave)))
    return data + (attr(3, b"") if pin else b"")


def change(create, dev, words):
    data = b""
    inner = b""
    for word in words:
        name, _, text = word.partition("=")
        if name == "mode":
            data += attr(IFLA_BOND_MODE, struct.pack("B", int(text)))
        elif name == "bucket":
            inner += attr(MOVE | 0x8000, bucket(text))
        else:
            inner += attr(NAMES.get(name) or int(name), value(text))
    if inner:
        data += attr(IFLA_BOND_LB | 0x8000, inner)
    index = 0 if create else socket.if_nametoindex(dev)
    body = struct.pack("BxHiII", 0, 0, index, 0, 0)
    if create:
        body += attr(IFLA_IFNAME, dev.encode() + b"\0")
    body += attr(IFLA_LINKINFO, attr(INFO_KIND, b"bond\0") + attr(INFO_DATA, data))
    print(answer(RTM_NEWLINK, NLM_F_CREATE_EXCL if create else 0, body))


def change_port(dev, words):
    inner = b""
    for word in words:
        name, _, text = word.partition("=")
        inner += attr(PORT_NAMES.get(name) or int(name), value(text))
    data = attr(INFO_SLAVE_KIND, b"bond\0") + attr(
        INFO_SLAVE_DATA, attr(IFLA_BOND_SLAVE_LB | 0x8000, inner))
    print(answer(RTM_NEWLINK, 0, struct.pack("BxHiII", 0, 0, socket.if_nametoindex(dev),
                                             0, 0) + attr(IFLA_LINKINFO, data)))


def options(dev, info, nest):
    """The attributes in a nest of those about a link."""
    body = struct.pack("BxHiII", 0, 0, socket.if_nametoindex(dev), 0, 0)
    for _, _, data in ask(RTM_GETLINK, 0, body):
        found = dict(attrs(dict(attrs(data[16:]))[IFLA_LINKINFO]))
        return attrs(dict(attrs(found[info])).get(nest, b""))


def show(found, names):
    for kind, what in found:
        name = [n for n, k in names.items() if k == kind]
        if name:
            print(name[0], int.from_bytes(what, "little"))


def ask_file(path, frames):
    for frame in frames:
        with open(path, "r+b", buffering=0) as file:
            file.write(bytes.fromhex(frame[4:]) if frame.startswith("hex:") else
                       flow(int(frame)))
            print(", ".join(file.read(4096).decode().splitlines()))


def main():
    what, dev, *words = sys.argv[1:]
    if what == "table":
        show_table(dev)
    elif what == "one":
        show_one(dev, STATS_XSTATS)
    elif what == "slave":
        show_one(dev, STATS_XSTATS_SLAVE)
    elif what == "flows":
        flows(dev, int(words[0]), words[1:])
    elif what == "load":
        load(dev, int(words[0]), [int(w) for w in words[1:]])
    elif what in ("add", "set"):
        change(what == "add", dev, words)
    elif what == "get":
        show(options(dev, INFO_DATA, IFLA_BOND_LB), NAMES)
    elif what == "info":
        show(attrs(dict(options(dev, INFO_DATA, IFLA_BOND_LB)).get(INFO, b"")), INFO_NAMES)
    elif what == "port-set":
        change_port(dev, words)
    elif what == "port-get":
        show(options(dev, INFO_SLAVE_DATA, IFLA_BOND_SLAVE_LB), PORT_NAMES)
    elif what == "ask":
        ask_file(dev, words)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit("%s: %s" % (sys.argv[2], os.strerror(error.errno)))
