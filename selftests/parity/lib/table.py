# SPDX-License-Identifier: GPL-2.0
"""
Reads the table: plain text, one command a line; the format is described in
../tables/README. The recorder and the comparison both read it here, so they
agree on what a row is.
"""
import glob
import itertools
import os
import re

RESERVED = {"log", "netns", "timeout", "ipv6"}
FIELD = re.compile(r"\s+##\s+(?=(?:differs|ours|mask|only|timeout)\b)")
FIELD_HEAD = re.compile(r"(differs|ours|mask|only|timeout)(?:\(([^)]*)\))?:?\s*(.*)", re.S)


class TableError(Exception):
    """A line that is not understood."""


class Row:
    """One command of a group, or, with an empty command, what holds for all."""

    def __init__(self, text, where):
        self.where = where
        self.setup = text.startswith("+ ")
        parts = FIELD.split(" " + (text[2:] if self.setup else text))
        self.command = parts[0].strip()
        self.fields = []
        for part in parts[1:]:
            found = FIELD_HEAD.fullmatch(part.strip())
            if not found:
                raise TableError("%s: field %r" % (where, part))
            self.fields.append(found.groups())

    def get(self, name, facts):
        """The value of a field whose conditions hold, else None."""
        for field, conditions, value in self.fields:
            if field == name and holds(conditions, facts, self.where):
                return value
        return None

    def wanted(self, facts):
        """False if the row has an only: that does not hold."""
        only = [value for field, _, value in self.fields if field == "only"]
        return all(holds(value, facts, self.where) for value in only)


def holds(conditions, facts, where):
    """True if each KEY=VALUE,VALUE of @conditions agrees with @facts."""
    for one in (conditions or "").split():
        key, _, values = one.partition("=")
        if key not in facts:
            raise TableError("%s: unknown condition %s" % (where, key))
        if facts[key] not in values.split(","):
            return False
    return True


class Group:
    """Rows that share a fresh network namespace."""

    def __init__(self, name, facts, options):
        self.name = name
        self.facts = facts
        self.options = options
        self.rows = []
        self.common = []

    def reason(self, row):
        """Why a row may differ: (reason, True if it is the row's own)."""
        own = row.get("differs", self.facts)
        if own:
            return own, True
        for one in self.common:
            if one.get("differs", self.facts):
                return one.get("differs", self.facts), False
        return None, False


def parse_header(line, where):
    """[name key=v,v word] as (name, matrix, options)."""
    found = re.fullmatch(r"\[(\S+)((?:\s+[^\s\]]+)*)\]", line)
    if not found:
        raise TableError("%s: header %r" % (where, line))
    matrix, options = [], {}
    for word in found[2].split():
        key, eq, values = word.partition("=")
        if key in RESERVED:
            options[key] = values if eq else True
        elif eq:
            matrix.append([(key, value) for value in values.split(",")])
        else:
            raise TableError("%s: word %r" % (where, word))
    return found[1], matrix, options


def logical_lines(path):
    """Lines with continuation joined, comments and blank lines dropped."""
    with open(path, encoding="utf-8") as file:
        number, held = 0, ""
        for number, line in enumerate(file, 1):
            line = line.rstrip("\n")
            if line.endswith("\\"):
                held += line[:-1].rstrip() + " "
                continue
            line, held = held + line.strip() if held else line.strip(), ""
            if line and (line[0] != "#" or line.startswith("## ")):
                yield "%s:%d" % (os.path.basename(path), number), line
        if held:
            raise TableError("%s:%d: ends in a backslash" % (path, number))


def expand(blocks, facts, short):
    """Groups of every combination of the keys in their headers."""
    for name, matrix, options, lines in blocks:
        combinations = list(itertools.product(*matrix))
        if short:
            combinations = [combinations[sum(name.encode()) % len(combinations)]]
        for combination in combinations:
            own = dict(facts, **dict(combination))
            tail = "".join("/%s=%s" % pair for pair in combination)
            group = Group(name + tail, own, options)
            for where, text in lines:
                for key, value in combination:
                    text = re.sub("@%s\\b" % key, value, text)
                row = Row(text, where)
                if row.wanted(own):
                    (group.rows if row.command else group.common).append(row)
                elif not row.command:
                    break
            else:
                yield group


def read(paths, facts, short=False):
    """
    All groups of the table files, in order.

    @facts are what conditions may ask for beside the keys of the header:
    kernel, for one. With @short there is one combination of each group, always
    the same, another one for another name.
    """
    blocks = []
    for path in paths:
        block = None
        for where, line in logical_lines(path):
            if line.startswith("["):
                name, matrix, options = parse_header(line, where)
                if any(name == old[0] for old in blocks):
                    raise TableError("%s: group %s twice" % (where, name))
                block = (name, matrix, options, [])
                blocks.append(block)
            elif block is None:
                raise TableError("%s: a command before any group" % where)
            else:
                block[3].append((where, line))
    return list(expand(blocks, facts, short))


def files(directory):
    """The table files of a directory, in order."""
    return sorted(glob.glob(os.path.join(directory, "*.table")))
