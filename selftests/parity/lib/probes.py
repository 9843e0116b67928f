# SPDX-License-Identifier: GPL-2.0
"""
The commands of the table that start with %: they ask the kernel without a
program in between, so that errno, extack and raw attributes can be seen. Each
returns lines of text. ../tables/README lists them for who writes a table.
"""
import ctypes
import errno
import glob
import os
import re
import shlex
import socket
import stat
import struct
import time

from . import netlink


def unescape(word):
    """The bytes that a word of %write means."""
    if word == "@empty":
        return b""
    size = re.fullmatch(r"@long:(\d+)", word)
    if size:
        return b"a" * int(size.group(1)) + b"\n"
    text = word.encode().decode("unicode_escape")
    if text.endswith("@c"):
        return text[:-2].encode()
    return text.encode() + b"\n"


def read_text(path):
    """The text of a file, or the errno that reading it gives."""
    try:
        with open(path, "rb", buffering=0) as file:
            return file.read(65536).decode(errors="replace")
    except OSError as err:
        return netlink.errname(err)


def p_write(_state, path, *words):
    """%write FILE WORD...: one write(2) a word, then what the file says."""
    if os.path.isdir(os.path.dirname(path)) and not os.path.exists(path):
        return ["%s: no such file" % path]
    out = []
    for word in words:
        try:
            fd = os.open(path, os.O_WRONLY)
            try:
                os.write(fd, unescape(word))
                answer = "ok"
            finally:
                os.close(fd)
        except OSError as err:
            answer = netlink.errname(err)
        back = "" if path.endswith("bonding_masters") else read_text(path).rstrip("\n")
        out.append("%s: %s -> %s" % (word, answer, back))
    return out


def p_read(_state, *patterns):
    """%read FILE...: the text of each file; patterns are expanded, sorted."""
    out = []
    for pattern in patterns:
        paths = sorted(glob.glob(pattern)) if glob.has_magic(pattern) else [pattern]
        for path in paths:
            text = read_text(path)
            out.append("%s: %s" % (path, text[:-1] if text.endswith("\n") else text + "<no newline>"))
    return out


def p_files(_state, *dirs):
    """%files DIR...: names and permissions of what is in each directory."""
    out = []
    for one in dirs:
        if not os.path.isdir(one):
            out.append("%s: none" % one)
            continue
        for name in sorted(os.listdir(one)):
            mode = os.lstat(os.path.join(one, name)).st_mode
            out.append("%s/%s %s" % (one, name, stat.filemode(mode)))
    return out


def p_nl(_state, verb, dev, *words):
    """%nl VERB DEV WORD...: one rtnetlink request, see netlink.request()."""
    sock = netlink.Socket()
    try:
        return [netlink.request(sock, verb, dev, words)]
    except OSError as err:
        return ["no request: " + str(err)]
    finally:
        sock.close()


def sweep(verb, dev, option, words):
    """One request a word, and what the option is then."""
    sock = netlink.Socket()
    out = []
    for word in words:
        try:
            answer = netlink.request(sock, verb, dev, ["%s=%s" % (option, word)])
        except OSError as err:
            answer = "no request: " + str(err)
        try:
            back = netlink.read_option(sock, dev, option)
        except OSError as err:
            back = netlink.errname(err)
        out.append("%s=%s: %s -> %s" % (option, word, answer, back))
    sock.close()
    return out


def p_sweep(_state, dev, option, *words):
    """%sweep DEV OPTION VALUE...: sets an option of a bond to each value."""
    return sweep("set", dev, option, words)


def p_sweep_slave(_state, dev, option, *words):
    """%sweep_slave DEV OPTION VALUE...: the same for an option of a slave."""
    return sweep("slave", dev, option, words)


def p_try(_state, option, *words):
    """%try OPTION VALUE...: creates and deletes a bond with each value."""
    sock = netlink.Socket()
    option, _, rest = option.partition("+")
    others = rest.split("+") if rest else []
    out = []
    for word in words:
        answer = netlink.request(sock, "add", "bt", others + ["%s=%s" % (option, word)])
        back = "no device"
        if os.path.isdir("/sys/class/net/bt"):
            back = netlink.read_option(sock, "bt", option)
            netlink.request(sock, "del", "bt", [])
        out.append("%s=%s: %s -> %s" % (option, word, answer, back))
    sock.close()
    return out


def p_link(_state, *devs):
    """%link DEV...: every attribute of RTM_GETLINK."""
    sock = netlink.Socket()
    out = []
    for dev in devs:
        try:
            out += [dev + ":"] + ["  " + line for line in netlink.dump_link(sock, dev)]
        except OSError as err:
            out.append("%s: %s" % (dev, netlink.errname(err)))
    sock.close()
    return out


def p_get(_state, dev, *options):
    """%get DEV OPTION...: options of a bond or slave by netlink."""
    sock = netlink.Socket()
    out = ["%s %s" % (o, netlink.read_option(sock, dev, o)) for o in options]
    sock.close()
    return out


def p_xstats(_state, *devs):
    """%xstats DEV...: RTM_GETSTATS, extended statistics of master and slave."""
    sock = netlink.Socket()
    out = []
    for dev in devs:
        out += netlink.dump_stats(sock, dev, 1 << 1, dev + " xstats")
        out += netlink.dump_stats(sock, dev, 1 << 2, dev + " slave xstats")
    sock.close()
    return out


def p_proc(_state, dev):
    """%proc DEV: the text in /proc/net/bonding."""
    return read_text("/proc/net/bonding/" + dev).split("\n")


def p_until(_state, path, text, *rest):
    """%until FILE TEXT [SECONDS]: waits until a file contains a text."""
    end = time.monotonic() + float(rest[0] if rest else 10)
    while time.monotonic() < end:
        if text in read_text(path):
            return ["ok"]
        time.sleep(0.02)
    return ["never: " + read_text(path).rstrip("\n")]


def p_sleep(_state, seconds):
    """%sleep SECONDS: where there is no condition to wait for."""
    time.sleep(float(seconds))
    return []


def p_dmesg(state, *drop):
    """%dmesg [REGEX...]: kernel log since the last one, lines that match left out."""
    time.sleep(0.05)
    return [line for line in state.log.drain()
            if not any(re.search(one, line) for one in drop)]


def p_monitor(state, what):
    """%monitor start, then %monitor show: link notifications in between."""
    if what == "start":
        state.monitor = netlink.Monitor()
        return []
    return state.monitor.drain(0.4)


def p_squeeze(state, what):
    """%squeeze show: as %monitor show, but equal neighbours are one."""
    out = []
    for line in p_monitor(state, what):
        if not out or out[-1] != line:
            out.append(line)
    return out


def p_in(state, name, *words):
    """%in NETNS %COMMAND...: a command of this file in another namespace."""
    out, inp = os.pipe()
    pid = os.fork()
    if not pid:
        os.close(out)
        netlink.in_namespace(name)
        os.write(inp, "\n".join(run(state, shlex.join(words))).encode())
        os._exit(0)
    os.close(inp)
    with os.fdopen(out) as file:
        text = file.read()
    os.waitpid(pid, 0)
    return text.split("\n")


SIOC = {
    "enslave": 0x8990, "release": 0x8991, "sethwaddr": 0x8992,
    "slave_info": 0x8993, "info": 0x8994, "change_active": 0x8995,
    "old_enslave": 0x89f0, "old_release": 0x89f1, "old_sethwaddr": 0x89f2,
    "old_slave_info": 0x89fb, "old_info": 0x89fc, "old_change_active": 0x89fd,
    "miiphy": 0x8947, "miireg": 0x8948, "smiireg": 0x8949,
    "shwtstamp": 0x89b0, "ghwtstamp": 0x89b1, "private2": 0x89f5,
}


def p_ioctl(_state, name, dev, *words):
    """
    %ioctl NAME DEV [ARG...]: a device ioctl; enslave, release, sethwaddr and
    change_active take a slave, slave_info a number, miireg a register,
    shwtstamp a filter. Names with old_ are those of ifenslave's SIOCDEVPRIVATE.
    """
    kind = name.replace("old_", "")
    libc = ctypes.CDLL(None, use_errno=True)
    ifr = ctypes.create_string_buffer(40)
    struct.pack_into("16s", ifr, 0, dev.encode())
    data = None
    if kind in ("enslave", "release", "change_active", "sethwaddr"):
        struct.pack_into("16s", ifr, 16, (words[0] if words else "").encode())
    elif kind in ("info", "slave_info"):
        data = ctypes.create_string_buffer(32)
        if words:
            struct.pack_into("=i", data, 0, int(words[0]))
    elif kind.endswith("miireg"):
        struct.pack_into("=HHHH", ifr, 16, 0, int(words[0]), 0, 0)
    elif kind.endswith("hwtstamp"):
        data = ctypes.create_string_buffer(12)
        if words:
            struct.pack_into("=iii", data, 0, *[int(w) for w in words])
    if data is not None:
        struct.pack_into("=Q", ifr, 16, ctypes.addressof(data))
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        if libc.ioctl(sock.fileno(), ctypes.c_ulong(SIOC[name]), ifr) < 0:
            return [errno.errorcode.get(ctypes.get_errno(), "?")]
    if kind == "info":
        return ["mode %d slaves %d miimon %d" % struct.unpack_from("=iii", data)]
    if kind == "slave_info":
        num, dev, link, state, fails = struct.unpack_from("=i16sbbxxI", data)
        return ["%d %s link %d state %d failures %d" %
                (num, dev.rstrip(b"\0").decode(), link, state, fails)]
    if kind in ("miiphy", "miireg"):
        return ["phy %d reg %d in %#x out %#x" % struct.unpack_from("=HHHH", ifr, 16)]
    if kind == "ghwtstamp":
        return ["flags %d tx %d rx %d" % struct.unpack_from("=iii", data)]
    return ["ok"]


def p_send(_state, dev, count, *rest):
    """%send DEV COUNT [TARGET]: Ethernet frames of 60 bytes, type 0x88b5."""
    target = bytes.fromhex((rest[0] if rest else "020000fffffe").replace(":", ""))
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0) as sock:
        sock.bind((dev, 0))
        source = sock.getsockname()[4]
        frame = target + source + b"\x88\xb5" + b"parity" + b"\0" * 40
        sent = 0
        for _ in range(int(count)):
            try:
                sent += bool(sock.send(frame))
            except OSError as err:
                return ["%d sent, then %s" % (sent, netlink.errname(err))]
    return ["%d sent" % sent]


def checksum(data):
    """The Internet checksum."""
    total = sum(struct.unpack("!%dH" % (len(data) // 2), data))
    while total >> 16:
        total = (total & 0xffff) + (total >> 16)
    return ~total & 0xffff


def ip4(proto, source, payload, frag=0):
    """An IPv4 packet to 198.51.100.1."""
    head = struct.pack("!BBHHHBBH4s4s", 0x45, 0, 20 + len(payload), 1, frag, 64,
                       proto, 0, source, bytes((198, 51, 100, 1)))
    head = head[:10] + struct.pack("!H", checksum(head)) + head[12:]
    return head + payload


def ip6(proto, source, payload):
    """An IPv6 packet to 2001:db8::1."""
    target = bytes.fromhex("20010db8000000000000000000000001")
    return struct.pack("!IHBB16s16s", 6 << 28, len(payload), proto, 64, source,
                       target) + payload


def udp(port):
    """A UDP header and ten bytes."""
    return struct.pack("!HHHH", port, 4000, 18, 0) + b"x" * 10


def flow(kind, i):
    """Ethernet type and payload of the i-th flow of a kind; its source address."""
    mac = bytes((2, 0, 0, 0, 0x40, i if kind in ("mac", "vlan") else 1))
    source = bytes((192, 0, 2, 1))
    other = bytes((192, 0, 2 + i // 200, 1 + i % 200))
    other6 = bytes.fromhex("20010db80001") + bytes(8) + struct.pack("!H", i * 7 + 1)
    if kind == "mac":
        return mac, b"\x88\xb5" + b"x" * 46
    if kind == "arp":
        return mac, (b"\x08\x06" + struct.pack("!HHBBH", 1, 0x800, 6, 4, 1) + mac + other +
                     bytes(6) + bytes((198, 51, 100, 1)) + bytes(18))
    body = {
        "ip4": lambda: ip4(253, other, b"x" * 30),
        "udp4": lambda: ip4(17, source, udp(1000 + i)),
        "vlan": lambda: ip4(17, source, udp(1000 + i)),
        "icmp": lambda: ip4(1, source, struct.pack("!BBHHH", 8, 0, 0, 1000 + i, 1) + b"x" * 20),
        "frag": lambda: ip4(17, source, udp(1000 + i), 0x2000),
        "gre": lambda: ip4(47, source, b"\0\0\x08\0" + ip4(17, other, udp(1000 + i))),
        "udp6": lambda: ip6(17, other6, udp(1000 + i)),
    }[kind]()
    if kind == "vlan":
        return mac, struct.pack("!HHH", 0x8100, 100 + i % 16, 0x800) + body
    return mac, (b"\x86\xdd" if kind == "udp6" else b"\x08\0") + body


def p_flows(_state, dev, count, kind):
    """%flows DEV COUNT KIND: a frame for each of COUNT flows, see flow()."""
    with socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0) as sock:
        sock.bind((dev, 0))
        for i in range(int(count)):
            source, rest = flow(kind, i)
            sock.send(bytes.fromhex("020000fffffe") + source + rest)
    return ["%s flows" % count]


COMMANDS = {name[2:]: func for name, func in list(globals().items())
            if name.startswith("p_")}


def braces(word):
    """Expands {1..3} and {a,b} as a shell does."""
    found = re.search(r"\{(-?\d+)\.\.(-?\d+)\}", word)
    if found:
        parts = [str(i) for i in range(int(found[1]), int(found[2]) + 1)]
    else:
        found = re.search(r"\{([^{}]*,[^{}]*)\}", word)
        if not found:
            return [word]
        parts = found[1].split(",")
    head, tail = word[:found.start()], word[found.end():]
    return [w for part in parts for w in braces(head + part + tail)]


def run(state, text):
    """Runs one % command; its lines."""
    words = []
    lexer = shlex.shlex(text, posix=True, punctuation_chars=False)
    lexer.whitespace_split = True
    lexer.commenters = ""
    lexer.escape = ""
    for word in lexer:
        words += braces(word)
    return COMMANDS[words[0].lstrip("%")](state, *words[1:])
