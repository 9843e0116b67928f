#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Device ioctls for the selftests; prints "ok ..." or the name of the error.

  ioctl.py [-u] DEV NAME [ARG...]

  enslave|release|sethwaddr|active SLAVE      SIOCBOND*
  info [null]       -> mode, slaves, miimon
  slave N|null      -> id, name, link, state, failures
  old-...           the same by ifenslave's private numbers
  miiphy|miireg|smiireg PHY REG IN OUT        -> the same four
  ghwtstamp|shwtstamp FLAGS TX RX             -> the same three
  0xNUMBER          any other, with nothing in it
  -u                as a user without capabilities
"""

import ctypes
import errno
import fcntl
import os
import socket
import struct
import sys

NUMBERS = {
    "enslave": 0x8990, "release": 0x8991, "sethwaddr": 0x8992,
    "slave": 0x8993, "info": 0x8994, "active": 0x8995,
    "old-enslave": 0x89f0, "old-release": 0x89f1, "old-sethwaddr": 0x89f2,
    "old-slave": 0x89fb, "old-info": 0x89fc, "old-active": 0x89fd,
    "miiphy": 0x8947, "miireg": 0x8948, "smiireg": 0x8949,
    "shwtstamp": 0x89b0, "ghwtstamp": 0x89b1,
}
NOBODY = 65534


def show(kind, data, request):
    """What came back, in words."""
    if kind == "info":
        return " mode %d slaves %d miimon %d" % struct.unpack_from("=iii", data)
    if kind == "slave":
        number, name, link, state, fails = struct.unpack_from("=i16sbbxxI", data)
        return " %d %s link %d state %d failures %d" % (
            number, name.rstrip(b"\0").decode(), link, state, fails)
    if kind.endswith("hwtstamp"):
        return " flags %d tx %d rx %d" % struct.unpack_from("=iii", data)
    if "mii" in kind:
        return " phy %d reg %d in %d out %d" % struct.unpack_from("=HHHH", request, 16)
    return ""


def ioctl(dev, name, words):
    kind = name.replace("old-", "")
    number = NUMBERS.get(name) or int(name, 0)
    data = ctypes.create_string_buffer(64)
    if kind in ("enslave", "release", "sethwaddr", "active"):
        arg = struct.pack("24s", words[0].encode())
    elif kind in ("info", "slave", "ghwtstamp", "shwtstamp"):
        numbers = [int(w, 0) for w in words if w != "null"]
        struct.pack_into("=%di" % len(numbers), data, 0, *numbers)
        arg = struct.pack("=Q16x", 0 if "null" in words else ctypes.addressof(data))
    else:
        numbers = [int(w, 0) for w in words] + [0] * (4 - len(words))
        arg = struct.pack("=HHHH16x", *numbers)
    request = bytearray(struct.pack("16s", dev.encode()) + arg)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock:
        try:
            fcntl.ioctl(sock, number, request, True)
        except OSError as err:
            return errno.errorcode.get(err.errno, str(err.errno))
    return "ok" + show(kind, data, request)


def main():
    words = sys.argv[1:]
    if words[0] == "-u":
        os.setuid(NOBODY)
        words.pop(0)
    print(ioctl(words[0], words[1], words[2:]))


if __name__ == "__main__":
    main()
