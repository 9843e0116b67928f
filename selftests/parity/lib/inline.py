# SPDX-License-Identifier: GPL-2.0
"""
Command lines that the recorder runs by itself.

To start a program is what takes the time in a test kernel. So the plainest
rows (ip link set, ip link del, cat, ls, echo > file, ethtool -k, the functions
below) are done in this process when the whole row consists of such; `record
--exec` runs every row by bash. Refusals are then told by errno and extack, as
%nl does, instead of the text of the program.
"""
import ctypes
import fcntl
import os
import re
import shlex
import socket
import struct

from . import netlink, probes

CLONE_NEWNET = 0x40000000
MS_BIND = 0x1000
IFF = {"up": 0x1, "promisc": 0x100, "allmulticast": 0x200, "multicast": 0x1000,
       "arp": 0x80, "dynamic": 0x8000}
MODES = ("balance-rr", "active-backup", "balance-xor", "broadcast", "802.3ad",
         "balance-tlb", "balance-alb")
# What `ip` calls an attribute, where the kernel's header has another word.
WORDS = {"num_grat_arp": "num_peer_notif", "peer_notify_delay": "peer_notif_delay"}
VALUES = {"fail_over_mac": ("none", "active", "follow"),
          "primary_reselect": ("always", "better", "failure"), "mode": MODES}


class NotInline(Exception):
    """This one needs a shell."""


class Failed(Exception):
    """A command did not succeed; what came before it was said."""


def ask(sock, kind, flags, payload):
    """A request that fails with the words of the kernel."""
    answer = sock.ack(kind, flags, payload)
    if answer != "ok":
        raise Failed(answer)


def set_link(sock, dev, words):
    """ip link set DEV WORDS."""
    flags = change = 0
    body = b""
    words = list(words)
    while words:
        word = words.pop(0)
        if word in ("up", "down"):
            change |= IFF["up"]
            flags |= IFF["up"] if word == "up" else 0
        elif word in IFF and words and words[0] in ("on", "off"):
            on = (words.pop(0) == "on") != (word == "arp")
            change |= IFF[word]
            flags |= IFF[word] if on else 0
        elif word == "nomaster":
            body += netlink.attr(netlink.IFLA_MASTER, struct.pack("=I", 0))
        elif word == "master":
            body += netlink.attr(netlink.IFLA_MASTER,
                                 struct.pack("=I", index(words.pop(0))))
        elif word == "mtu":
            body += netlink.attr(netlink.IFLA_MTU, struct.pack("=I", int(words.pop(0))))
        elif word == "address":
            body += netlink.attr(netlink.IFLA_ADDRESS,
                                 netlink.encode("mac", words.pop(0)))
        elif word == "name":
            body += netlink.attr(netlink.IFLA_IFNAME, words.pop(0).encode() + b"\0")
        else:
            raise ValueError(word)
    ask(sock, netlink.RTM_NEWLINK, 0, netlink.ifinfo(index(dev), flags, change) + body)


def index(dev):
    """The ifindex of a device."""
    try:
        return netlink.ifindex(dev)
    except OSError as err:
        raise Failed("no device " + dev) from err


def c_ip(words):
    """ip [-n NETNS] link set|del DEV..."""
    name = None
    if words[:1] == ["-n"]:
        name, words = words[1], words[2:]
    if words[1] == "set":
        return namespaced(name, lambda sock: set_link(sock, words[2], words[3:]))
    return namespaced(name, lambda sock: ask(
        sock, netlink.RTM_DELLINK, 0, netlink.ifinfo(index(words[2]))))


def namespaced(name, work):
    """Does some work with a socket of another namespace, or of this one."""
    if name is None:
        sock = netlink.Socket()
        try:
            work(sock)
        finally:
            sock.close()
        return []
    out, inp = os.pipe()
    pid = os.fork()
    if not pid:
        text = b"+"
        try:
            netlink.in_namespace(name)
            work(netlink.Socket())
        except (Failed, OSError) as err:
            text = b"!" + str(err).encode()
        os.write(inp, text)
        os._exit(0)
    os.close(inp)
    with os.fdopen(out) as file:
        text = file.read()
    os.waitpid(pid, 0)
    if text[:1] != "+":
        raise Failed(text[1:])
    return []


def add_link(kind, name, attrs=b"", data=None):
    """Creates a device."""
    info = netlink.attr(netlink.INFO_KIND, kind.encode() + b"\0")
    if data:
        info += netlink.attr(netlink.INFO_DATA | netlink.NLA_F_NESTED, data)
    body = netlink.attr(netlink.IFLA_IFNAME, name.encode() + b"\0") + attrs
    body += netlink.attr(netlink.IFLA_LINKINFO | netlink.NLA_F_NESTED, info)
    namespaced(None, lambda sock: ask(
        sock, netlink.RTM_NEWLINK, netlink.NLM_F_CREATE | netlink.NLM_F_EXCL,
        netlink.ifinfo() + body))


def mac(text):
    """IFLA_ADDRESS."""
    return netlink.attr(netlink.IFLA_ADDRESS, netlink.encode("mac", text))


def c_dummies(words):
    """dummies N: d1 .. dN with addresses 02:00:00:00:01:01 and so on."""
    for i in range(1, int(words[0]) + 1):
        add_link("dummy", "d%d" % i, mac("02:00:00:00:01:0%d" % i))
    return []


def new_namespace(name):
    """ip netns add NAME, without IPv6."""
    pid = os.fork()
    if not pid:
        libc = ctypes.CDLL(None, use_errno=True)
        path = "/run/netns/" + name
        with open(path, "w", encoding="ascii"):
            pass
        if libc.unshare(CLONE_NEWNET):
            os._exit(1)
        if os.path.isdir("/proc/sys/net/ipv6"):
            with open("/proc/sys/net/ipv6/conf/default/disable_ipv6", "w",
                      encoding="ascii") as file:
                file.write("1")
        failed = libc.mount(b"/proc/self/ns/net", path.encode(), b"none", MS_BIND, None)
        os._exit(1 if failed else 0)
    if os.waitpid(pid, 0)[1]:
        raise Failed("no namespace " + name)


def c_veths(words):
    """veths N: a1 .. aN, their peers p1 .. pN up in the namespace sw."""
    if not os.path.exists("/run/netns/sw"):
        new_namespace("sw")
    for i in range(1, int(words[0]) + 1):
        fd = os.open("/run/netns/sw", os.O_RDONLY)
        peer = netlink.ifinfo()
        peer += netlink.attr(netlink.IFLA_IFNAME, b"p%d\0" % i)
        peer += mac("02:00:00:00:03:0%d" % i)
        peer += netlink.attr(netlink.IFLA_NET_NS_FD, struct.pack("=I", fd))
        add_link("veth", "a%d" % i, mac("02:00:00:00:02:0%d" % i),
                 netlink.attr(1 | netlink.NLA_F_NESTED, peer))
        os.close(fd)
        namespaced("sw", lambda sock, i=i: set_link(sock, "p%d" % i, ["up"]))
    return []


def bond_options(words):
    """Options in the words of `ip` as IFLA_BOND_*."""
    out = []
    for name, value in zip(words[::2], words[1::2]):
        name = WORDS.get(name, name)
        if name not in netlink.BOND:
            raise NotInline(name)
        if value in VALUES.get(name, ()):
            value = str(VALUES[name].index(value))
        if not value.isdigit():
            raise NotInline(value)
        out.append("%s=%s" % (name, value))
    return netlink.nest(netlink.BOND, out)


def c_bond(words):
    """bond NAME OPTION VALUE...: a bond with the address 02:00:00:00:0b:0b."""
    add_link("bond", words[0], mac("02:00:00:00:0b:0b"), bond_options(words[1:]))
    return []


def c_enslave(words):
    """enslave BOND DEVICE..."""
    for dev in words[1:]:
        namespaced(None, lambda sock, dev=dev: set_link(sock, dev, ["master", words[0]]))
    return []


def c_prepare(words):
    """prepare empty|up|slaves NAME WORD..."""
    state, name = words[:2]
    c_bond(words[1:])
    if state == "slaves":
        c_enslave([name, "d1", "d2"])
    if state in ("up", "slaves"):
        c_ip(["link", "set", name, "up"])
    return []


def facts(dev):
    """(flags, attributes) of a device."""
    sock = netlink.Socket()
    try:
        (_, _, _, flags, _), attrs = netlink.get_link(sock, dev)
    except OSError as err:
        raise Failed("no device " + dev) from err
    finally:
        sock.close()
    return flags, dict(attrs)


def c_flags(words):
    """flags DEVICE...: with the counts of promiscuity and allmulti."""
    out = []
    for dev in words:
        flags, attrs = facts(dev)
        names = [n for bit, n in sorted(netlink.Monitor.FLAGS.items()) if flags & bit]
        rest = flags & ~sum(netlink.Monitor.FLAGS)
        counts = [struct.unpack("=I", attrs[n])[0] if n in attrs else "-" for n in (30, 61)]
        out.append("%s <%s> %#x promiscuity %s allmulti %s" %
                   (dev, ",".join(names), rest, *counts))
    return out


def net_files(words, *names):
    """One line a device: what these files say."""
    out = []
    for dev in words:
        if not os.path.isdir("/sys/class/net/" + dev):
            raise Failed("\n".join(out + ["no device " + dev]))
        out.append(" ".join([dev] + [
            probes.read_text("/sys/class/net/%s/%s" % (dev, n)).strip() for n in names]))
    return out


def c_addresses(words):
    """addresses DEVICE...: and how they were assigned."""
    return net_files(words, "address", "addr_assign_type")


def c_mtus(words):
    """mtus DEVICE..."""
    return net_files(words, "mtu")


def c_sent(words):
    """sent DEVICE...: packets that each has sent."""
    return net_files(words, "statistics/tx_packets")


def c_option(words):
    """option BOND NAME...: the files of a bond."""
    return ["%s %s" % (n, probes.read_text("/sys/class/net/%s/bonding/%s" %
                                           (words[0], n)).rstrip("\n")) for n in words[1:]]


def c_groups(words):
    """groups DEVICE...: link layer multicast addresses."""
    out = []
    for dev in words:
        out.append(dev)
        for line in probes.read_text("/proc/net/dev_mcast").split("\n"):
            part = line.split()
            if len(part) == 5 and part[1] == dev:
                out.append("  users %s %s global %s" % (part[2], part[4], part[3]))
    return out


def c_stats(words):
    """stats DEVICE...: IFLA_STATS64, the numbers in the order of the header."""
    out = []
    for dev in words:
        data = facts(dev)[1][23]
        out.append("%s %s" % (dev, " ".join(
            str(n) for n in struct.unpack("=%dQ" % (len(data) // 8), data))))
    return out


def c_show_gso(words):
    """show_gso DEVICE...: limits of segmentation."""
    names = {40: "segs", 41: "size", 58: "gro", 59: "tso_size", 60: "tso_segs",
             63: "gso4", 64: "gro4"}
    out = []
    for dev in words:
        _, attrs = facts(dev)
        out.append(dev + "".join(" %s %d" % (names[n], struct.unpack("=I", attrs[n])[0])
                                 for n in sorted(names) if n in attrs))
    return out


def c_cat(words):
    """cat FILE..."""
    out = []
    for path in words:
        try:
            with open(path, "rb", buffering=0) as file:
                out += file.read(65536).decode(errors="replace").split("\n")
            if out[-1] == "":
                out.pop()
        except OSError as err:
            raise Failed("\n".join(out + ["%s: %s" % (path, netlink.errname(err))])) from err
    return out


def c_ls(words):
    """ls DIR"""
    if not os.path.isdir(words[0]):
        raise Failed("no directory " + words[0])
    return sorted(os.listdir(words[0]))


def c_echo(words):
    """echo WORD > FILE"""
    try:
        fd = os.open(words[2], os.O_WRONLY)
        try:
            os.write(fd, words[0].encode() + b"\n")
        finally:
            os.close(fd)
    except OSError as err:
        raise Failed("%s: %s" % (words[2], netlink.errname(err))) from err
    return []


SIOCETHTOOL, GSSET_INFO, GSTRINGS, GFEATURES = 0x8946, 0x37, 0x1b, 0x3a
SS_FEATURES = 4


def ethtool(sock, dev, buffer):
    """An ethtool ioctl on a buffer."""
    ifr = struct.pack("16sQ16x", dev.encode(), ctypes.addressof(buffer))
    fcntl.ioctl(sock.fileno(), SIOCETHTOOL, ifr)


def c_ethtool(words):
    """ethtool -k DEVICE: every feature bit with its four words."""
    dev = words[1]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            info = ctypes.create_string_buffer(struct.pack("=IIQI", GSSET_INFO, 0,
                                                           1 << SS_FEATURES, 0), 24)
            ethtool(sock, dev, info)
            count = struct.unpack_from("=I", info, 16)[0]
            names = ctypes.create_string_buffer(
                struct.pack("=III", GSTRINGS, SS_FEATURES, count), 12 + 32 * count)
            ethtool(sock, dev, names)
            blocks = (count + 31) // 32
            bits = ctypes.create_string_buffer(
                struct.pack("=II", GFEATURES, blocks), 8 + 16 * blocks)
            ethtool(sock, dev, bits)
        except OSError as err:
            raise Failed(netlink.errname(err)) from err
    out = []
    for i in range(count):
        name = names.raw[12 + 32 * i:44 + 32 * i].rstrip(b"\0").decode()
        words = struct.unpack_from("=IIII", bits, 8 + 16 * (i // 32))
        can, want, on, fixed = (bool(w >> (i % 32) & 1) for w in words)
        if name:
            out.append("%s: %s%s%s" % (
                name, "on" if on else "off",
                " [fixed]" if fixed or not can else "",
                " [requested %s]" % ("on" if want else "off") if want != on else ""))
    return sorted(out)


COMMANDS = {name[2:]: func for name, func in list(globals().items())
            if name.startswith("c_")}
PLAIN = re.compile(r"[\w \t./:,+=@%>;&#\"-]*")
# The forms that are known; a command that is not here takes any words.
FORMS = {
    "ip": re.compile(r"(-n \S+ )?link (del \S+|set \S+( up| down| nomaster|"
                     r" (promisc|allmulticast|multicast|arp|dynamic) (on|off)|"
                     r" (master|mtu|address|name) \S+)+)"),
    "cat": re.compile(r"/\S+( /\S+)*"),
    "ls": re.compile(r"/\S+"),
    "echo": re.compile(r"\S+ > \S+"),
    "ethtool": re.compile(r"-k \S+"),
}


def check(words):
    """NotInline unless the command is of a form that is known."""
    if not words or words[0] not in COMMANDS:
        raise NotInline(words)
    if words[0] in FORMS:
        if not FORMS[words[0]].fullmatch(" ".join(words[1:])):
            raise NotInline(words)
    elif ">" in words:
        raise NotInline(words)
    if words[0] in ("bond", "prepare"):
        bond_options(words[2 + (words[0] == "prepare"):])


def split(text):
    """[(joint, words)] of a row; NotInline if it is more than is known here."""
    if not PLAIN.fullmatch(text):
        raise NotInline(text)
    lexer = shlex.shlex(text, posix=True, punctuation_chars=";&>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    parts = [(";", [])]
    for word in lexer:
        if word in (";", "&&"):
            parts.append((word, []))
        elif set(word) <= set(";&>") and word not in (">", ""):
            raise NotInline(word)
        else:
            parts[-1][1].append(word)
    for _, words in parts:
        check(words)
    return parts


def run(text):
    """Runs a row; its lines. NotInline is raised before anything is done."""
    out, good = [], True
    for joint, words in split(text):
        if joint == "&&" and not good:
            continue
        try:
            out += COMMANDS[words[0]](words[1:])
            good = True
        except Failed as err:
            out += ["! " + line for line in str(err).split("\n")]
            good = False
    if not good:
        out.append("exit 1")
    return out
