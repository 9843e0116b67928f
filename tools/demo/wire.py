#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Sends numbered frames through a bond and tells which slave carried each.

usage: wire.py bursts BOND LENGTH COUNT SLAVE=PEER...
       wire.py outage BOND SLAVE=PEER... -- DOWN-COMMAND -- UP-COMMAND

The peers are the far ends of the slaves. Round robin deals for each CPU, so
the sender stays on one.

bursts: COUNT frames; exit status 1 unless each burst has LENGTH frames and the
shares of the slaves differ by one burst at most.
outage: sends all the time while a link is taken down and up again, and tells
how many frames were lost.
"""

import itertools
import os
import shlex
import socket
import struct
import subprocess
import sys
import time

ETHERTYPE = 0x88B5  # IEEE: local experimental
HEADER = bytes.fromhex("020000000099" "020000000001") + struct.pack("!H", ETHERTYPE)
CHUNK = 64  # frames between two looks at the peers


class Wire:
    """The bond to send on, and a listener on each peer."""

    def __init__(self, bond, pairs):
        self.names = [pair.split("=")[0] for pair in pairs]
        self.listeners = [self.listen(pair.split("=")[1]) for pair in pairs]
        self.out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
        self.out.bind((bond, 0))
        self.sent = 0
        self.seen = {}  # number of the frame -> index of the slave

    @staticmethod
    def listen(peer):
        sock = socket.socket(socket.AF_PACKET, socket.SOCK_RAW | socket.SOCK_NONBLOCK)
        sock.setsockopt(socket.SOL_SOCKET, 33, 8 << 20)  # SO_RCVBUFFORCE
        sock.bind((peer, ETHERTYPE))
        return sock

    def send(self):
        frame = HEADER + struct.pack("!I", self.sent)
        try:
            self.out.send(frame.ljust(60, b"\0"))
        except OSError:
            pass  # dropped on the way; it is missing at the peers
        self.sent += 1

    def collect(self):
        for index, sock in enumerate(self.listeners):
            try:
                while True:
                    frame = sock.recv(128)
                    (number,) = struct.unpack_from("!I", frame, len(HEADER))
                    self.seen[number] = index
            except OSError:  # nothing left, or the peer is down
                pass

    def drain(self, patience=2.0):
        """Wait for all frames, as long as there still are some coming."""
        last = time.monotonic()
        while len(self.seen) < self.sent and time.monotonic() - last < patience:
            before = len(self.seen)
            self.collect()
            if len(self.seen) != before:
                last = time.monotonic()


def show_runs(wire, runs):
    print("  burst  slave  frames")
    for number, (index, length) in enumerate(runs, 1):
        print(f"  {number:5}  {wire.names[index]:5}  {length:6}")


def show_shares(wire):
    shares = [list(wire.seen.values()).count(i) for i in range(len(wire.names))]
    for name, share in zip(wire.names, shares):
        print(f"  {name}: {share} frames, {100 * share / wire.sent:.1f} %")
    return shares


def bursts(bond, length, count, pairs):
    wire = Wire(bond, pairs)
    for _ in range(count):
        wire.send()
        if wire.sent % CHUNK == 0:
            wire.collect()
    wire.drain()

    order = [wire.seen.get(number, -1) for number in range(wire.sent)]
    runs = [(key, len(list(group))) for key, group in itertools.groupby(order)]
    lost = wire.sent - len(wire.seen)
    show_runs(wire, [run for run in runs if run[0] >= 0])
    used = [share for share in show_shares(wire) if share]
    print(f"  lost: {lost}")

    # The deal may begin and end within a burst; all others are whole.
    whole = all(run[1] == length for run in runs[1:-1])
    ends = all(run[1] <= length for run in (runs[0], runs[-1]))
    return not lost and whole and ends and max(used) - min(used) <= length


def outage(bond, pairs, down, up):
    wire = Wire(bond, pairs)
    begin = time.monotonic()
    steps = [(0.5, down), (1.5, up)]
    running = []
    while time.monotonic() - begin < 2.5:
        if steps and time.monotonic() - begin >= steps[0][0]:
            running.append(subprocess.Popen(steps.pop(0)[1]))
        wire.send()
        wire.collect()
        time.sleep(0.001)
    wire.drain()
    if any(process.wait() for process in running):
        return False
    lost = wire.sent - len(wire.seen)
    print(f"  sent {wire.sent}, lost {lost} ({100 * lost / wire.sent:.1f} %)")
    return lost < wire.sent / 4


def main(args):
    os.sched_setaffinity(0, {0})
    if len(args) >= 5 and args[0] == "bursts":
        return bursts(args[1], int(args[2]), int(args[3]), args[4:])
    if len(args) >= 3 and args[0] == "outage":
        parts = [list(g) for k, g in itertools.groupby(args[2:], lambda a: a == "--") if not k]
        if len(parts) == 3:
            return outage(args[1], parts[0], *[shlex.split(" ".join(p)) for p in parts[1:]])
    sys.exit(__doc__)


if __name__ == "__main__":
    sys.exit(0 if main(sys.argv[1:]) else 1)
