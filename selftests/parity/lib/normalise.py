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


AGAIN = re.compile(r"log: .*link status (up|down)")


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
        # In-tree says it again when RTNL was busy.
        if not (out and line == out[-1] and AGAIN.search(line)):
            out.append(line)
    return out


ANSWER = re.compile(r'^(.*?)(E[A-Z]+|ok) "([^"]*)"(.*)$')


def added_extack(one, other):
    """A sentence of ours where in-tree gives the bare errno."""
    found = ANSWER.match(other)
    if found and '"' not in one:
        return re.sub(r" at \d+", "", one), found[1] + found[2] + re.sub(
            r"^ at \d+", "", found[4])
    if one.startswith("! RTNETLINK answers: ") and other.startswith("! Error: "):
        return one, one
    return one, other


def fuller_extack(one, other):
    """Ours names the option and the value around in-tree's sentence."""
    theirs, ours = ANSWER.match(one), ANSWER.match(other)
    if theirs and ours and theirs[2] == ours[2] and theirs[3] in ours[3]:
        return one, other.replace('"%s"' % ours[3], '"%s"' % theirs[3], 1)
    if one.startswith("! Error: ") and other.startswith("! Error: ") and \
            one[9:].rstrip(".") in other:
        return one, one
    return one, other


def ipsec_offload(one, other):
    """Feature bits of what is not offloaded yet."""
    name = one.partition(":")[0]
    if name in ("esp-hw-offload", "esp-tx-csum-hw-offload", "tx-esp-segmentation") and \
            other.startswith(name + ": off"):
        return one, one
    return one, other


def gso_partial(one, other):
    """In newer kernels a master tells what its slaves can do of it."""
    if one == "tx-gso-partial: off [fixed]" and other.startswith("tx-gso-partial: on"):
        return one, one
    return one, other


# Each takes a line of in-tree's and the one of ours in its place, and gives both
# back, alike if that is all there is between them.
RULES = [
    ("added-extack", "each refusal carries a sentence, in-tree gives only the errno",
     added_extack),
    ("fuller-extack", "a refusal names the option and the value beside in-tree's sentence",
     fuller_extack),
    ("ipsec-offload", "IPsec offload comes with a later issue", ipsec_offload),
    ("gso-partial", "as newer kernels", gso_partial),
]
REFUSED = re.compile(r"ENOTSUP (\".* not supported by this driver yet|-> )")
LATER = ("later", "an option that comes with a later issue is refused")


def later_option(theirs, ours):
    """
    A value that is refused because it means something only later.

    What is read back is not compared in such a row.
    """
    if not any(REFUSED.search(line) for line in ours):
        return theirs, ours
    out = []
    for one, other in zip(theirs, ours):
        if REFUSED.search(other):
            other = one
        one, other = (re.sub(r" -> .*", "", line) for line in (one, other))
        out.append((one, other))
    return [o for o, _ in out], [o for _, o in out]


ADDED_LOG = re.compile(r"log: \S+: option \S+ .*: ")


def added_log(theirs, ours):
    """A refusal by sysfs logs the sentence that netlink would have given."""
    return theirs, [line for line in ours
                    if line in theirs or not ADDED_LOG.match(line)]


# Of an enslavement or release that is not as usual, by what they are about.
THEIR_WORDS = re.compile(
    r"log: \S+( \(unreg\w+\))?: \(slave \S+\): (.* support setting the MAC|Error -\d+ calling|"
    r"Opening slave|enslaved VLAN challenged|last VLAN challenged|the permanent HWaddr)")
OUR_WORDS = re.compile(
    r"log: \S+( \(unreg\w+\))?: \(slave \S+\): (refuses |cannot be opened|cannot carry VLANs|"
    r"its own address)")
OWN_WORDS = ("own-words", "a warning about an unusual slave is in our own words, or the refusal says it")


ADDED_FILES = re.compile(r"(\S*/)?(buckets|bucket_map|hash_seed|rebalance_\w+|weight|weighting)\b")


def added_files(theirs, ours):
    """Files of options that in-tree has not."""
    return theirs, [line for line in ours
                    if line in theirs or not ADDED_FILES.match(line)]


# What loading says of a parameter, beside what it does with it.
MODULE_WORDS = ("module-words", "about a module parameter, in our own words")
NO_WORDS = re.compile(r"loaded: |refused: |bond\d+( \(\w+\))?: ")


def module_words(theirs, ours):
    """What comes of loading the module, without what is said about it."""
    if not theirs or not theirs[0].startswith(("loaded: ", "refused: ")):
        return theirs, ours
    if any(line.startswith("bonding: ") and "by this driver yet" in line
           for line in ours):
        return ours, ours
    return ([line for line in theirs if NO_WORDS.match(line)],
            [line for line in ours if not line.startswith("bonding: ")])


def accept(theirs, ours):
    """The rules that make both sides equal, or None."""
    used = []
    new = module_words(theirs, ours)
    if new != (theirs, ours):
        used.append(MODULE_WORDS if new[1] != ours else LATER)
        theirs, ours = new
    new = ([line for line in theirs if not THEIR_WORDS.match(line)],
           [line for line in ours if not OUR_WORDS.match(line)])
    if new != (theirs, ours):
        used.append(OWN_WORDS)
        theirs, ours = new
    new = added_files(theirs, ours)
    if new[1] != ours:
        used.append(("added-files", "options that in-tree has not"))
        ours = new[1]
    new = added_log(theirs, ours)
    if new[1] != ours:
        used.append(("added-log", "a refusal by sysfs logs the sentence of netlink"))
        ours = new[1]
    if len(theirs) != len(ours):
        return None
    new = later_option(theirs, ours)
    if new != (theirs, ours):
        used.append(LATER)
        theirs, ours = new
    for name, reason, rule in RULES:
        pairs = [rule(one, other) for one, other in zip(theirs, ours)]
        if pairs != list(zip(theirs, ours)):
            used.append((name, reason))
            theirs, ours = [p[0] for p in pairs], [p[1] for p in pairs]
    return used if theirs == ours else None
