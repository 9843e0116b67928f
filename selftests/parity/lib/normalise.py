# SPDX-License-Identifier: GPL-2.0
"""
Takes out of an output what differs from one run to the next for no reason
of the driver: interface numbers, random hardware addresses, line numbers of
shells. And the differences between the two modules that are accepted wherever
they appear, each by a rule with its reason.
"""
import json
import re

MAC = re.compile(r"\b(?:[0-9a-f]{2}:){5}[0-9a-f]{2}\b")
# Addresses that a row chose, or the standards did.
FIXED = re.compile(r"(?:02:00:00:|01:|33:33:|ff:ff:ff|00:)")

PLAIN = [
    (re.compile(r"\bline \d+: "), ""),
    (re.compile(r"^\d+: (?=[\w.-]+(?:@[\w.-]+)?: <)"), "N: "),
    (re.compile(r"@if\d+"), "@ifN"),
    (re.compile(r'("(?:ifindex|link_index|link_netnsid)": ?)\d+'), r"\1N"),
]


class Names:
    """Numbers random addresses in order of appearance within one group."""

    def __init__(self):
        self.known = {}

    def __call__(self, found):
        mac = found.group(0)
        if FIXED.match(mac):
            return mac
        return self.known.setdefault(mac, "<mac%d>" % (len(self.known) + 1))


def pretty(text):
    """JSON with one member a line, so that a difference is one line."""
    if not text.startswith(("[", "{")):
        return text
    try:
        return json.dumps(json.loads(text), indent=1, sort_keys=True)
    except ValueError:
        return text


def lines(raw, names, mask=None):
    """The lines of an output in comparable form."""
    text = pretty("\n".join(raw)).split("\n")
    out = []
    for line in text:
        for pattern, by in PLAIN:
            line = pattern.sub(by, line)
        line = MAC.sub(names, line)
        if mask:
            line = re.sub(mask, "<masked>", line)
        out.append(line)
    return out


def added_extack(theirs, ours):
    """A sentence of ours where in-tree gives the bare errno."""
    sentence = re.compile(r'^(.*?: |)(E[A-Z]+|ok) "[^"]*"(?: at \d+)?')
    out = []
    for one, other in zip(theirs, ours):
        found = sentence.match(other)
        if found and '"' not in one:
            other = found[1] + found[2] + other[found.end():]
            one = re.sub(r" at \d+", "", one)
        elif one.startswith("! RTNETLINK answers: ") and other.startswith("! Error: "):
            other = one
        out.append((one, other))
    return [o for o, _ in out], [o for _, o in out]


RULES = [
    ("added-extack", "each refusal carries a sentence, in-tree gives only the errno",
     added_extack),
]


def accept(theirs, ours):
    """The rules that make both sides equal, or None."""
    used = []
    if len(theirs) != len(ours):
        return None
    for name, reason, rule in RULES:
        new = rule(theirs, ours)
        if new != (theirs, ours):
            used.append((name, reason))
            theirs, ours = new
    return used if theirs == ours else None
