#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""For check: messages about links, without a kernel.

    check-message.py show FILE         what a message asks of a bond or slave
    check-message.py make KIND FILE    one as the kernel sends it, for ip monitor
"""
import struct
import sys

NESTED = 0x8000
IFLA_IFNAME, IFLA_LINKINFO = 3, 18
# What holds attributes, by its path from IFLA_LINKINFO on.
NESTS = {(2,), (5,), (2, 48), (2, 48, 11), (5, 40)}


def parse(data):
    while len(data) >= 4:
        size, kind = struct.unpack_from("=HH", data)
        yield kind, data[4:size]
        data = data[(size + 3) & ~3:]


def show(data, path):
    words = []
    for kind, value in parse(data):
        here = path + (kind & 0x3fff,)
        if here in NESTS:
            text = "{" + show(value, here) + "}"
        elif here in {(1,), (4,)}:
            text = value.rstrip(b"\0").decode()
        else:
            text = str(int.from_bytes(value, sys.byteorder)) if value else ""
        words.append(f"{here[-1]}={text}")
    return " ".join(words)


def attr(kind, value):
    if isinstance(value, str):
        value = value.encode() + b"\0"
    if isinstance(value, list):
        value = b"".join(attr(*pair) for pair in value)
    pad = b"\0" * (-len(value) % 4)
    return struct.pack("=HH", 4 + len(value), kind) + value + pad


def u8(n):
    return struct.pack("=B", n)


def u32(n):
    return struct.pack("=I", n)


def u64(n):
    return struct.pack("=Q", n)


INFO = [(1, u64(3)), (2, u64(17)), (3, u32(5)), (4, u64(900)), (5, u64(9100))]
LB = [(4, u32(256)), (3, u8(1)), (5, u32(7)), (6, u32(10000)), (7, u8(5)),
      (8, u32(1000)), (9, u32(0)), (12 | NESTED, INFO)]
KINDS = {
    "old": [(1, "bond"), (2, [(1, u8(2)), (3, u32(100)), (15, u8(1))])],
    "new": [(1, "bond"), (2, [(1, u8(7)), (3, u32(100)), (48 | NESTED, LB)])],
    "strange": [(1, "bond"), (2, [(1, u8(9)), (48 | NESTED, [
        (3, u8(77)), (4, b"\1\2"), (12 | NESTED, b"\0\0"), (99, u32(1))])])],
    "slave": [(4, "bond"), (5, [(1, u8(0)), (5, struct.pack("=H", 2)), (40 | NESTED, [
        (1, u32(10)), (2, u32(128)), (3, u64(5000000000))])])],
}


def main():
    if sys.argv[1] == "show":
        with open(sys.argv[2], "rb") as f:
            data = f.read()
        for kind, value in parse(data[32:]):
            if kind & 0x3fff == IFLA_LINKINFO:
                print(show(value, ()))
        return
    body = struct.pack("=BxHiII", 0, 1, 99, 0, 0) + attr(IFLA_IFNAME, "bx") + \
        attr(IFLA_LINKINFO, KINDS[sys.argv[2]])
    with open(sys.argv[3], "wb") as f:
        f.write(struct.pack("=IHHII", 16 + len(body), 16, 0, 0, 0) + body)


main()
