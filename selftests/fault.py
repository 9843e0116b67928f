#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Fails each allocation of one operation on a bond in turn.

  fault.py enslave BOND DEV | release BOND DEV | create NAME MODE |
           add-sysfs BOND DEV | up BOND | option BOND

Each round: the state of the devices is noted, the nth slab allocation that the
operation makes in this task is made to fail (/proc/self/fail-nth), and when the
operation was refused the state must be as it was. When it was not, it is undone
and the state must be as it was then. Ends with the first n that is more than
the operation makes; prints "rounds N refused M"; exit 1 when a state differed.
"""

import errno
import gc
import os
import socket
import struct
import subprocess
import sys

RTM_NEWLINK, RTM_DELLINK, RTM_GETLINK = 16, 17, 18
NLM_F_REQUEST, NLM_F_ACK, NLM_F_EXCL, NLM_F_CREATE = 1, 4, 0x200, 0x400
IFLA_ADDRESS, IFLA_BROADCAST, IFLA_IFNAME, IFLA_MTU = 1, 2, 3, 4
IFLA_MASTER, IFLA_TXQLEN, IFLA_LINKINFO, IFLA_EXT_MASK = 10, 13, 18, 29
IFLA_PROMISCUITY, IFLA_GSO_MAX_SEGS, IFLA_GSO_MAX_SIZE = 30, 40, 41
IFLA_INFO_KIND, IFLA_INFO_DATA = 1, 2
IFLA_ALLMULTI = 61
IFF_UP = 1
COMPARED = {
    IFLA_ADDRESS: "address", IFLA_BROADCAST: "broadcast", IFLA_MTU: "MTU",
    IFLA_MASTER: "master", IFLA_TXQLEN: "queue length",
    IFLA_PROMISCUITY: "promiscuity", IFLA_ALLMULTI: "allmulti",
    IFLA_GSO_MAX_SEGS: "GSO segments", IFLA_GSO_MAX_SIZE: "GSO size",
}
# Set by the kernel's or the driver's own timing.
TIMELY = 0x40 | 0x10000 | 0x20000 | 0x40000     # RUNNING LOWER_UP DORMANT ECHO


def attr(kind, data):
    data = struct.pack("HH", 4 + len(data), kind) + data
    return data + b"\0" * (-len(data) % 4)


def message(kind, flags, index=0, body=b"", ifflags=0, change=0):
    head = struct.pack("BxHiII", 0, 0, index, ifflags, change) + body
    return struct.pack("IHHII", 16 + len(head), kind,
                       flags | NLM_F_REQUEST | NLM_F_ACK, 1, 0) + head


class Netlink:
    def __init__(self):
        self.sock = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
        self.sock.bind((0, 0))
        self.sock.settimeout(20)

    def call(self, msg):
        """Sends it; the positive errno of the answer."""
        self.drain()    # link() leaves an acknowledgement behind
        try:
            self.sock.send(msg)
        except OSError as err:
            return err.errno
        while True:
            # An answer may be lost to a fault; the request was made all the
            # same, so what it did is read from the state.
            try:
                data = self.sock.recv(65536)
            except OSError as err:
                return err.errno
            if struct.unpack_from("IH", data)[1] == 2:
                return -struct.unpack_from("i", data, 16)[0]

    def drain(self):
        self.sock.setblocking(False)
        try:
            while True:
                self.sock.recv(65536)
        except OSError:
            pass
        self.sock.settimeout(20)

    def link(self, name):
        """The compared attributes of a device, None if there is none."""
        self.drain()
        self.sock.send(message(RTM_GETLINK, 0, 0,
                               attr(IFLA_IFNAME, name.encode() + b"\0")))
        data = self.sock.recv(65536)
        size, kind = struct.unpack_from("IH", data)
        if kind == 2:
            return None
        _, devtype, _, flags, _ = struct.unpack_from("BxHiII", data, 16)
        state = {"flags": flags & ~TIMELY, "type": devtype}
        pos = 32
        while pos < size:
            length, kind = struct.unpack_from("HH", data, pos)
            if kind in COMPARED:
                state[COMPARED[kind]] = data[pos + 4:pos + length].hex()
            pos += (length + 3) & ~3
        return state


def read(path):
    try:
        with open(path, encoding="ascii") as file:
            return file.read()
    except OSError:
        return None


class Fault:
    def __init__(self):
        self.file = os.open("/proc/thread-self/fail-nth", os.O_RDWR)

    def arm(self, n):
        os.pwrite(self.file, b"%d" % n, 0)

    def disarm(self):
        """True if the fault was injected."""
        left = int(os.pread(self.file, 16, 0).rstrip(b"\0\n") or b"0")
        os.pwrite(self.file, b"0", 0)
        return left == 0


class Op:
    """An operation on BOND and DEV: do() is the one that faults hit."""

    def __init__(self, nl, args):
        self.nl = nl
        self.bond, self.dev = args[0], args[-1]
        self.devices = sorted({self.bond, self.dev})

    def index(self, name):
        return socket.if_nametoindex(name)

    def must(self, msg):
        err = self.nl.call(msg)
        if err:
            sys.exit("undoing: %s" % os.strerror(err))

    def prepare(self):
        """Before each round."""

    def undo(self):
        """After a round in which the operation was not refused."""

    def state(self):
        out = {}
        mcast = read("/proc/net/dev_mcast").splitlines()
        for name in self.devices:
            state = self.nl.link(name)
            if state is None:
                out[name] = None
                continue
            base = "/sys/class/net/" + name
            state["entries"] = sorted(
                e for e in os.listdir(base)
                if e.startswith(("upper_", "lower_", "bond", "master")))
            state["groups"] = sorted(
                " ".join(line.split()[2:]) for line in mcast
                if line.split()[1] == name)
            state["assigned"] = read(base + "/addr_assign_type")
            state["slaves"] = read(base + "/bonding/slaves")
            # An empty bond gets a new random address when a slave leaves.
            if state["slaves"] == "\n" and state["assigned"] == "1\n" or \
                    state["slaves"] == "" and state["assigned"] == "1\n":
                state["address"] = "random"
            out[name] = state
        return out


class Enslave(Op):
    def prepare(self):
        self.msg = message(RTM_NEWLINK, 0, self.index(self.dev),
                           attr(IFLA_MASTER,
                                struct.pack("I", self.index(self.bond))))
        base = "/sys/class/net/%s/" % self.bond
        self.kept = ["mtu", read(base + "mtu").strip(),
                     "txqueuelen", read(base + "tx_queue_len").strip()]

    def do(self):
        return self.nl.call(self.msg)

    def undo(self):
        self.must(message(RTM_NEWLINK, 0, self.index(self.dev),
                          attr(IFLA_MASTER, struct.pack("I", 0))))
        # An empty bond keeps the type of its last slave: begin with a new one.
        if read("/sys/class/net/%s/type" % self.bond).strip() != "1":
            for words in (["del", self.bond], ["add", self.bond, "type", "bond",
                                               "mode", "active-backup"],
                          ["set", self.bond] + self.kept):
                subprocess.run(["ip", "link"] + words, check=True)


class AddSysfs(Enslave):
    def prepare(self):
        self.file = os.open("/sys/class/net/%s/bonding/slaves" % self.bond,
                            os.O_WRONLY)
        self.text = b"+" + self.dev.encode()

    def do(self):
        try:
            os.write(self.file, self.text)
            return 0
        except OSError as err:
            return err.errno
        finally:
            os.close(self.file)


class Release(Op):
    """What is compared is the state before the enslaving and after it all."""

    def prepare(self):
        self.must(message(RTM_NEWLINK, 0, self.index(self.dev),
                          attr(IFLA_MASTER,
                               struct.pack("I", self.index(self.bond)))))
        self.msg = message(RTM_NEWLINK, 0, self.index(self.dev),
                           attr(IFLA_MASTER, struct.pack("I", 0)))

    def do(self):
        return self.nl.call(self.msg)

    def undo(self):
        # Refused or not: now it must work, if it has not yet.
        self.must(self.msg)


class Create(Op):
    def __init__(self, nl, args):
        super().__init__(nl, args)
        self.devices = [self.bond]
        data = attr(1, struct.pack("B", int(args[1]))) + \
            attr(3, struct.pack("I", 100)) + attr(4, struct.pack("I", 200))
        self.msg = message(RTM_NEWLINK, NLM_F_CREATE | NLM_F_EXCL, 0, attr(
            IFLA_IFNAME, self.bond.encode() + b"\0") + attr(
                IFLA_LINKINFO, attr(IFLA_INFO_KIND, b"bond") +
                attr(IFLA_INFO_DATA, data)))

    def do(self):
        return self.nl.call(self.msg)

    def undo(self):
        if os.path.exists("/sys/class/net/" + self.bond):
            self.must(message(RTM_DELLINK, 0, self.index(self.bond)))
        if os.path.exists("/proc/net/bonding/" + self.bond):
            sys.exit("procfs still has it")


class Up(Op):
    def do(self):
        return self.nl.call(message(RTM_NEWLINK, 0, self.index(self.bond), b"",
                                    IFF_UP, IFF_UP))

    def undo(self):
        self.must(message(RTM_NEWLINK, 0, self.index(self.bond), b"", 0,
                          IFF_UP))


class Option(Op):
    """miimon, min_links, resend_igmp, num_grat_arp and primary in one message."""

    def prepare(self):
        self.before = self.shown()

    def shown(self):
        base = "/sys/class/net/%s/bonding/" % self.bond
        return [read(base + name) for name in (
            "miimon", "min_links", "resend_igmp", "num_grat_arp")]

    def set(self, miimon, links, igmp, arp):
        data = attr(3, struct.pack("I", miimon)) + \
            attr(18, struct.pack("I", links)) + \
            attr(15, struct.pack("I", igmp)) + attr(16, struct.pack("B", arp))
        return message(RTM_NEWLINK, 0, self.index(self.bond), attr(
            IFLA_LINKINFO, attr(IFLA_INFO_KIND, b"bond") +
            attr(IFLA_INFO_DATA, data)))

    def do(self):
        return self.nl.call(self.set(77, 3, 7, 9))

    def state(self):
        return {self.bond: {"options": self.shown()}}

    def undo(self):
        self.must(self.set(*(int(x) for x in self.before)))


OPS = {"enslave": Enslave, "add-sysfs": AddSysfs, "release": Release,
       "create": Create, "up": Up, "option": Option}


def differences(before, after):
    for name in before:
        if before[name] is None or after[name] is None:
            if before[name] != after[name]:
                yield "%s is %s" % (name, "gone" if after[name] is None
                                    else "there")
            continue
        for key in before[name]:
            if before[name][key] != after[name].get(key):
                yield "%s of %s: was %s, is %s" % (
                    key, name, before[name][key], after[name].get(key))
        for key in after[name].keys() - before[name].keys():
            yield "%s of %s: was not, is %s" % (key, name, after[name][key])


def main():
    nl = Netlink()
    op = OPS[sys.argv[1]](nl, sys.argv[2:])
    fault = Fault()
    refused = bad = 0
    gc.disable()
    for n in range(1, 2000):
        before = op.state()
        op.prepare()
        fault.arm(n)
        err = op.do()
        injected = fault.disarm()
        middle = op.state()
        if err:
            refused += 1
        # A release that a fault kept from its start is made up for by undo().
        if not err or isinstance(op, Release) or \
                any(True for _ in differences(before, middle)) and \
                err in (errno.EAGAIN, errno.ENOBUFS):
            op.undo()
        for line in differences(before, op.state()):
            print("allocation %d, answer %s: %s" % (
                n, errno.errorcode.get(err, err), line))
            bad = 1
        if not injected:
            break
        gc.collect()
    print("rounds %d refused %d" % (n - 1, refused))
    sys.exit(bad)


if __name__ == "__main__":
    main()
