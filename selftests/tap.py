#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0
"""Holds tap devices, which gives them a carrier, and notes what is sent on them.

  tap.py FILE NAME...     a line "NAME: text" in FILE for each UDP datagram

Taps see what a driver is given, also where packet sockets do not: netpoll goes
by the driver's transmit function. They end with this program.
"""

import fcntl
import os
import selectors
import struct
import sys

TUNSETIFF = 0x400454ca
IFF_TAP = 2
IFF_NO_PI = 0x1000
UDP_HEADERS = 14 + 20 + 8


def udp_text(frame):
    """The payload of an IPv4 datagram without options, or None."""
    if len(frame) < UDP_HEADERS or frame[12:15] != b"\x08\x00\x45" or frame[23] != 17:
        return None
    size = struct.unpack_from("!H", frame, 38)[0] - 8
    text = frame[UDP_HEADERS:UDP_HEADERS + size]
    return text.decode(errors="replace").replace("\n", " ")


def main():
    selector = selectors.DefaultSelector()
    with open(sys.argv[1], "w", encoding="utf-8") as out:
        for name in sys.argv[2:]:
            fd = os.open("/dev/net/tun", os.O_RDWR)
            fcntl.ioctl(fd, TUNSETIFF,
                        struct.pack("16sH22x", name.encode(), IFF_TAP | IFF_NO_PI))
            selector.register(fd, selectors.EVENT_READ, name)
        while True:
            for key, _ in selector.select():
                text = udp_text(os.read(key.fd, 4096))
                if text is not None:
                    print(f"{key.data}: {text}", file=out, flush=True)


if __name__ == "__main__":
    main()
