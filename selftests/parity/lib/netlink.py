# SPDX-License-Identifier: GPL-2.0
"""
Raw rtnetlink: what iproute2 does not send and does not show.

Requests are built from plain words (see the head of ../tables/README), sent
with extended acknowledgements on, and answered by one line: "ok", or the name
of the errno, the sentence of the kernel in quotes and the place in the message
that it points to. Dumps print every attribute of a device by number, so a
missing, an additional or a wrongly sized attribute shows.
"""
import errno
import ipaddress
import os
import socket
import struct

NLM_F_REQUEST, NLM_F_ACK, NLM_F_DUMP = 0x1, 0x4, 0x300
NLM_F_EXCL, NLM_F_CREATE = 0x200, 0x400
NLM_F_CAPPED, NLM_F_ACK_TLVS = 0x100, 0x200
NLMSG_ERROR, NLMSG_DONE = 2, 3
RTM_NEWLINK, RTM_DELLINK, RTM_GETLINK, RTM_SETLINK, RTM_GETSTATS = 16, 17, 18, 19, 94
SOL_NETLINK, NETLINK_CAP_ACK, NETLINK_EXT_ACK = 270, 10, 11
NLA_F_NESTED = 0x8000
RTMGRP_LINK = 1

IFLA_ADDRESS, IFLA_IFNAME, IFLA_MTU, IFLA_LINK, IFLA_MASTER = 1, 3, 4, 5, 10
IFLA_LINKINFO, IFLA_NET_NS_FD, IFLA_EVENT, IFLA_OPERSTATE = 18, 28, 44, 16
IFLA_NUM_TX_QUEUES, IFLA_NUM_RX_QUEUES, IFLA_TXQLEN = 31, 32, 13
INFO_KIND, INFO_DATA, INFO_XSTATS, INFO_SLAVE_KIND, INFO_SLAVE_DATA = 1, 2, 3, 4, 5

# Attributes of the device that say nothing about the driver, or change by the
# clock: map, af_spec, stats, stats64, carrier_changes, new_netnsid, up and
# down counts, link_netnsid.
VOLATILE = {7, 14, 23, 26, 35, 45, 47, 48}

# name: (number, type) of IFLA_BOND_*
BOND = {
    "mode": (1, "u8"), "active_slave": (2, "dev"), "miimon": (3, "u32"),
    "updelay": (4, "u32"), "downdelay": (5, "u32"), "use_carrier": (6, "u8"),
    "arp_interval": (7, "u32"), "arp_ip_target": (8, "ip4s"),
    "arp_validate": (9, "u32"), "arp_all_targets": (10, "u32"),
    "primary": (11, "dev"), "primary_reselect": (12, "u8"),
    "fail_over_mac": (13, "u8"), "xmit_hash_policy": (14, "u8"),
    "resend_igmp": (15, "u32"), "num_peer_notif": (16, "u8"),
    "all_slaves_active": (17, "u8"), "min_links": (18, "u32"),
    "lp_interval": (19, "u32"), "packets_per_slave": (20, "u32"),
    "ad_lacp_rate": (21, "u8"), "ad_select": (22, "u8"),
    "ad_info": (23, "raw"), "ad_actor_sys_prio": (24, "u16"),
    "ad_user_port_key": (25, "u16"), "ad_actor_system": (26, "mac"),
    "tlb_dynamic_lb": (27, "u8"), "peer_notif_delay": (28, "u32"),
    "ad_lacp_active": (29, "u8"), "missed_max": (30, "u8"),
    "ns_ip6_target": (31, "ip6s"), "coupled_control": (32, "u8"),
    "broadcast_neighbor": (33, "u8"), "lacp_strict": (34, "u8"),
}

# The same of IFLA_BOND_SLAVE_*
SLAVE = {
    "state": (1, "u8"), "mii_status": (2, "u8"),
    "link_failure_count": (3, "u32"), "perm_hwaddr": (4, "mac"),
    "queue_id": (5, "u16"), "ad_aggregator_id": (6, "u16"),
    "ad_actor_oper_port_state": (7, "u8"),
    "ad_partner_oper_port_state": (8, "u16"), "prio": (9, "s32"),
    "actor_port_prio": (10, "u16"),
}

INTEGER = {"u8": "=B", "u16": "=H", "u32": "=I", "s32": "=i"}


def attr(kind, payload):
    """One attribute, padded."""
    size = 4 + len(payload)
    return struct.pack("=HH", size, kind) + payload + b"\0" * (-size % 4)


def parse(data):
    """The attributes in @data as a list of (type, payload)."""
    out = []
    while len(data) >= 4:
        size, kind = struct.unpack_from("=HH", data)
        if size < 4 or size > len(data):
            out.append((-1, data))
            break
        out.append((kind & 0x3fff, data[4:size]))
        data = data[(size + 3) & ~3:]
    return out


def ifindex(word):
    """The ifindex that a word means: a name, or #NUMBER as it stands."""
    if word == "":
        return 0
    if word.startswith("#"):
        return int(word[1:], 0)
    return socket.if_nametoindex(word)


def ifname(index):
    """The name of a device of this namespace."""
    try:
        return socket.if_indextoname(index)
    except OSError:
        return "if%s" % ("?" if index else "0")


def encode(kind, word):
    """
    The payload that a word means for an attribute of type @kind.

    short, long and none are payloads of the wrong size for it; hex:... are
    the bytes as they stand.
    """
    width = struct.calcsize(INTEGER.get(kind, "=I"))
    if kind == "mac":
        width = 6
    if word == "none":
        return b""
    if word == "short":
        return b"\1" * (width - 1)
    if word == "long":
        return b"\1" + b"\0" * (2 * width - 1)
    if word.startswith("hex:"):
        return bytes.fromhex(word[4:])
    if kind in INTEGER:
        value = int(word, 0)
        bits = 8 * width
        if kind[0] == "s" and value >= 1 << (bits - 1):
            value -= 1 << bits
        if kind[0] == "u":
            value &= (1 << bits) - 1
        return struct.pack(INTEGER[kind], value)
    if kind == "dev":
        return struct.pack("=I", ifindex(word))
    if kind == "mac":
        return bytes.fromhex(word.replace(":", ""))
    if kind in ("ip4s", "ip6s"):
        out = b""
        for i, one in enumerate(filter(None, word.split(","))):
            if one.startswith("hex:"):
                out += attr(i, bytes.fromhex(one[4:]))
            else:
                out += attr(i, ipaddress.ip_address(one).packed)
        return out
    raise ValueError("type %s" % kind)


def nest(table, words):
    """Attributes from words name=value; @12=u8:1 is one by number."""
    out = b""
    for word in words:
        name, _, value = word.partition("=")
        if name.startswith("@"):
            number = int(name[1:])
            kind, _, value = value.partition(":")
        else:
            number, kind = table[name]
        flag = NLA_F_NESTED if kind in ("ip4s", "ip6s") else 0
        out += attr(number | flag, encode(kind, value))
    return out


class Socket:
    """A routing socket of the namespace that the caller is in."""

    def __init__(self, groups=0):
        self.sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
        self.sock.setsockopt(SOL_NETLINK, NETLINK_CAP_ACK, 1)
        self.sock.setsockopt(SOL_NETLINK, NETLINK_EXT_ACK, 1)
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 20)
        self.sock.bind((0, groups))
        self.sock.settimeout(20)
        self.seq = 0

    def close(self):
        """Closes it."""
        self.sock.close()

    def send(self, kind, flags, payload):
        """Sends one request."""
        self.seq += 1
        head = struct.pack("=IHHII", 16 + len(payload), kind,
                           flags | NLM_F_REQUEST, self.seq, 0)
        self.sock.send(head + payload)

    def messages(self):
        """The messages of one datagram as (type, flags, payload)."""
        data = self.sock.recv(1 << 18)
        while len(data) >= 16:
            size, kind, flags = struct.unpack_from("=IHH", data)
            yield kind, flags, data[16:size]
            data = data[(size + 3) & ~3:]

    def ack(self, kind, flags, payload):
        """Sends a request; its acknowledgement in words."""
        self.send(kind, flags | NLM_F_ACK, payload)
        while True:
            for got, gflags, body in self.messages():
                if got == NLMSG_ERROR:
                    return ack_text(gflags, body)

    def get(self, kind, payload):
        """Sends a request for one object: (payload, None) or (None, error)."""
        self.send(kind, 0, payload)
        while True:
            for got, gflags, body in self.messages():
                if got == NLMSG_ERROR:
                    return None, ack_text(gflags, body)
                return body, None

    def dump(self, kind, payload):
        """All answers to a dump request."""
        self.send(kind, NLM_F_DUMP, payload)
        out = []
        while True:
            for got, gflags, body in self.messages():
                if got == NLMSG_DONE:
                    return out
                if got == NLMSG_ERROR:
                    out.append(ack_text(gflags, body).encode())
                    return out
                out.append(body)


def ack_text(flags, body):
    """An NLMSG_ERROR in words."""
    code = -struct.unpack_from("=i", body)[0]
    text = "ok" if code == 0 else errno.errorcode.get(code, str(code))
    rest = body[20:]
    if not flags & NLM_F_CAPPED:
        rest = body[4 + ((struct.unpack_from("=I", body, 4)[0] + 3) & ~3):]
    if not flags & NLM_F_ACK_TLVS:
        return text
    for kind, payload in parse(rest):
        if kind == 1:
            text += ' "%s"' % payload.rstrip(b"\0").decode(errors="replace")
        elif kind == 2:
            text += " at %d" % struct.unpack("=I", payload)[0]
        elif kind == 4:
            text += " policy"
        elif kind == 5:
            text += " missing %d" % struct.unpack("=I", payload)[0]
    return text


def ifinfo(index=0, flags=0, change=0):
    """struct ifinfomsg."""
    return struct.pack("=BxHiII", 0, 0, index, flags, change)


def link_words(words):
    """Splits words of a request into device attributes and the others."""
    plain, rest = b"", []
    for word in words:
        name, _, value = word.partition("=")
        if name == "address":
            plain += attr(IFLA_ADDRESS, encode("mac", value))
        elif name == "mtu":
            plain += attr(IFLA_MTU, struct.pack("=I", int(value, 0)))
        elif name == "master":
            plain += attr(IFLA_MASTER, struct.pack("=I", ifindex(value)))
        elif name == "numtxqueues":
            plain += attr(IFLA_NUM_TX_QUEUES, struct.pack("=I", int(value)))
        elif name == "numrxqueues":
            plain += attr(IFLA_NUM_RX_QUEUES, struct.pack("=I", int(value)))
        else:
            rest.append(word)
    return plain, rest


def request(sock, verb, dev, words):
    """
    add DEV WORD...    creates a bond
    set DEV WORD...    changes the options of a bond, or plain attributes
    slave DEV WORD...  changes the options of a slave
    del DEV            deletes a device
    """
    plain, rest = link_words(words)
    if verb == "del":
        return sock.ack(RTM_DELLINK, 0, ifinfo(ifindex(dev)))
    if verb == "add":
        info = attr(INFO_KIND, b"bond\0")
        if rest:
            info += attr(INFO_DATA | NLA_F_NESTED, nest(BOND, rest))
        body = attr(IFLA_IFNAME, dev.encode() + b"\0") + plain
        body += attr(IFLA_LINKINFO | NLA_F_NESTED, info)
        return sock.ack(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, ifinfo() + body)
    if verb == "set":
        body = plain
        if rest:
            info = attr(INFO_KIND, b"bond\0")
            info += attr(INFO_DATA | NLA_F_NESTED, nest(BOND, rest))
            body += attr(IFLA_LINKINFO | NLA_F_NESTED, info)
        return sock.ack(RTM_NEWLINK, 0, ifinfo(ifindex(dev)) + body)
    if verb == "slave":
        info = attr(INFO_SLAVE_KIND, b"bond\0")
        info += attr(INFO_SLAVE_DATA | NLA_F_NESTED, nest(SLAVE, rest))
        body = attr(IFLA_LINKINFO | NLA_F_NESTED, info)
        return sock.ack(RTM_NEWLINK, 0, ifinfo(ifindex(dev)) + body)
    raise ValueError("request %s" % verb)


def get_link(sock, dev):
    """The attributes of a device as (ifinfomsg, list)."""
    body, err = sock.get(RTM_GETLINK, ifinfo(ifindex(dev)))
    if err:
        raise OSError(err)
    return struct.unpack_from("=BxHiII", body), parse(body[16:])


def linkinfo(attrs):
    """IFLA_LINKINFO as a dictionary."""
    return dict(parse(dict(attrs).get(IFLA_LINKINFO, b"")))


def read_option(sock, dev, name):
    """The value of one option of a bond or of a slave, decoded."""
    info = linkinfo(get_link(sock, dev)[1])
    table, data = BOND, info.get(INFO_DATA, b"")
    if info.get(INFO_SLAVE_KIND, b"") == b"bond\0" and name in SLAVE:
        table, data = SLAVE, info.get(INFO_SLAVE_DATA, b"")
    number, kind = table[name]
    values = [show(kind, payload) for n, payload in parse(data) if n == number]
    return ",".join(values) if values else "-"


def show(kind, payload):
    """A payload in words."""
    if kind in INTEGER:
        if len(payload) != struct.calcsize(INTEGER[kind]):
            return "size%d:%s" % (len(payload), payload.hex())
        return str(struct.unpack(INTEGER[kind], payload)[0])
    if kind == "dev" and len(payload) == 4:
        return ifname(struct.unpack("=I", payload)[0])
    if kind == "mac":
        return ":".join("%02x" % b for b in payload)
    if kind in ("ip4s", "ip6s"):
        return "[%s]" % " ".join(
            "%d=%s" % (n, ipaddress.ip_address(p) if len(p) in (4, 16) else p.hex())
            for n, p in parse(payload))
    return payload.hex()


def show_nest(table, data, indent):
    """Every attribute of a nest, one a line."""
    names = {number: (name, kind) for name, (number, kind) in table.items()}
    out = []
    for number, payload in parse(data):
        name, kind = names.get(number, ("?", "raw"))
        out.append("%s%d %s %d %s" % (indent, number, name, len(payload),
                                      show(kind, payload)))
    return out


def dump_link(sock, dev):
    """Everything RTM_GETLINK says of a device, but what is volatile."""
    (_, dtype, _, flags, _), attrs = get_link(sock, dev)
    out = ["type %d flags %#x" % (dtype, flags)]
    for number, payload in attrs:
        if number in VOLATILE:
            continue
        if number == IFLA_LINKINFO:
            out.append("%d linkinfo" % number)
            for sub, data in parse(payload):
                if sub == INFO_DATA:
                    out.append("  %d data" % sub)
                    out += show_nest(BOND, data, "    ")
                elif sub == INFO_SLAVE_DATA:
                    out.append("  %d slave data" % sub)
                    out += show_nest(SLAVE, data, "    ")
                else:
                    out.append("  %d %r" % (sub, payload_text(data)))
        elif number in (IFLA_LINK, IFLA_MASTER) and len(payload) == 4:
            out.append("%d dev %s" % (number, ifname(struct.unpack("=I", payload)[0])))
        elif number in (1, 2, 54):
            out.append("%d mac %s" % (number, show("mac", payload)))
        else:
            out.append("%d %s" % (number, payload_text(payload)))
    return out


def payload_text(payload):
    """A string if it looks like one, else hexadecimal."""
    body = payload.rstrip(b"\0")
    if len(body) > 1 and body.isascii() and body.decode().isprintable():
        return body.decode()
    return payload.hex()


def dump_stats(sock, dev, mask, name):
    """RTM_GETSTATS of a device, as a tree of numbers."""
    msg = struct.pack("=BxHiI", 0, 0, ifindex(dev), mask)
    body, err = sock.get(RTM_GETSTATS, msg)
    if err:
        return ["%s: %s" % (name, err)]
    return ["%s:" % name] + tree(body[12:], "  ", 3)


def tree(data, indent, depth):
    """Attributes of unknown meaning, nests opened to @depth."""
    out = []
    for number, payload in parse(data):
        inner = parse(payload) if depth and len(payload) > 8 else []
        if inner and inner[-1][0] >= 0:
            out.append("%s%d" % (indent, number))
            out += tree(payload, indent + "  ", depth - 1)
        else:
            out.append("%s%d %s" % (indent, number, payload.hex()))
    return out


class Monitor:
    """Link notifications of this namespace, as `ip monitor link` gets them."""

    FLAGS = {0x1: "UP", 0x40: "RUNNING", 0x100: "PROMISC", 0x200: "ALLMULTI",
             0x400: "MASTER", 0x800: "SLAVE", 0x80: "NOARP",
             0x10: "POINTOPOINT", 0x2: "BROADCAST", 0x1000: "MULTICAST",
             0x10000: "LOWER_UP", 0x20000: "DORMANT"}

    def __init__(self):
        self.sock = Socket(RTMGRP_LINK)

    def drain(self, quiet):
        """Lines for what has come until nothing came for @quiet seconds."""
        out = []
        self.sock.sock.settimeout(quiet)
        while True:
            try:
                for kind, _, body in self.sock.messages():
                    out.append(self.line(kind, body))
            except (socket.timeout, BlockingIOError):
                return out

    def line(self, kind, body):
        """One notification."""
        flags, change = struct.unpack_from("=II", body, 8)
        attrs = dict(parse(body[16:]))
        info = dict(parse(attrs.get(IFLA_LINKINFO, b"")))
        names = [n for bit, n in sorted(self.FLAGS.items()) if flags & bit]
        text = "%s %s <%s>" % ({16: "new", 17: "del"}.get(kind, str(kind)),
                               attrs.get(IFLA_IFNAME, b"?\0")[:-1].decode(),
                               ",".join(names))
        if change not in (0, 0xffffffff):
            text += " change %#x" % change
        if IFLA_MASTER in attrs:
            text += " master " + ifname(struct.unpack("=I", attrs[IFLA_MASTER])[0])
        text += " mtu %d" % struct.unpack("=I", attrs.get(IFLA_MTU, b"\0\0\0\0"))[0]
        if IFLA_ADDRESS in attrs:
            text += " " + show("mac", attrs[IFLA_ADDRESS])
        text += " oper %d" % attrs.get(IFLA_OPERSTATE, b"\0")[0]
        if IFLA_EVENT in attrs:
            text += " event %d" % struct.unpack("=I", attrs[IFLA_EVENT])[0]
        if INFO_SLAVE_DATA in info:
            data = dict(parse(info[INFO_SLAVE_DATA]))
            text += " state %d mii %d" % (data[1][0], data[2][0])
        if 2 in dict(parse(info.get(INFO_DATA, b""))) and info.get(INFO_KIND) == b"bond\0":
            data = dict(parse(info[INFO_DATA]))
            text += " active " + ifname(struct.unpack("=I", data[2])[0])
        return text


def errname(err):
    """The name of the errno of an OSError."""
    return errno.errorcode.get(err.errno, str(err.errno)) if err.errno else str(err)


def in_namespace(name):
    """Moves the calling process into a named network namespace."""
    import ctypes
    fd = os.open("/run/netns/" + name, os.O_RDONLY)
    if ctypes.CDLL(None, use_errno=True).setns(fd, 0x40000000):
        raise OSError(ctypes.get_errno(), "setns")
    os.close(fd)
