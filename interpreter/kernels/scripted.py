"""Scripted answers: how a replay finds the answer of a script among the listed options.

An option is an array: the value of `most`, if the action has one, then the values of each pick in turn.
Several values are preceded by their number and padded to the greatest number. A script has the words of an
option, and may name another one of several alike copies. If nobody can tell the two options apart, the
scripted one is taken. Otherwise the script gets the words of the listed one, unless it says which copies were
taken: then that answer is not offered.

The options of a site lie action by action. For each of its actions, two words say where they are: in
`begins`, at twice the index of the action, its options one after another; in `counts`, at the next index,
their number.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Pick, Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.kernels.ordinals import following
from interpreter.kernels.terms import Long, Position, Room, Rows, Scripted, Words

__all__ = ["Answers", "Weight"]


class Weight(Protocol):
    """The weight of a history: the product of probabilities."""

    def times(self, share: int, of: int) -> None:
        """Multiply the weight by the probability `share / of`."""


class _Values:
    """Compares values as they are."""

    def __init__(self, program: Program) -> None:
        self.has_copies, self.alike, self.following = program.has_copies, program.alike, following(program)
        self.zones, self.zone_of = len(program.zones), program.layout.zone_of

    def seen(self, p: Position, value: int) -> int:  # noqa: ARG002 - as for components
        """Return a number that is the same for values that count as the same."""
        return value

    def same(self, p: Position, listed: Words, script: Scripted) -> bool:
        """Return whether two lists, each after its length, have the same members in any order."""
        length, members, named = listed[0], listed[1:], script[1:]
        if script[0] != length:
            return False
        for i in range(length):
            value, here, there = self.seen(p, members[i]), 0, 0
            for j in range(length):
                here += self.seen(p, members[j]) == value
                there += self.seen(p, named[j]) == value
            if here != there:
                return False
        return True


class _Faces(_Values):
    """Compares components by what they look like; `none` and places are compared as they are."""

    def seen(self, p: Position, value: int) -> int:  # noqa: ARG002 - as for components that lie somewhere
        """Return the first copy of a component."""
        return self.alike[value] if self.has_copies and value >= 0 else value

    def beside(self, p: Position, c: int) -> int:
        """Return the number of copies of a component in its zone, itself included."""
        found, other = 0, self.alike[c]
        while other >= 0:
            found += p[self.zone_of + other] == p[self.zone_of + c]
            other = self.following[other]
        return found

    def before(self, p: Position, members: Words, i: int) -> int:
        """Return the number of copies of the `i`-th member of a list before it."""
        found, face = 0, self.seen(p, members[i])
        for j in range(i):
            found += self.seen(p, members[j]) == face
        return found


class _Lying(_Values):
    """Compares components by what they look like and where they lie."""

    def seen(self, p: Position, value: int) -> int:
        """Return a number for the first copy of a component and its zone."""
        return self.alike[value] * self.zones + p[self.zone_of + value] if value >= 0 else value


class _Field:
    """Where the value, or the several values, of a pick are in an option, and how they are compared."""

    def __init__(self, pick: Pick, at: int, values: _Values) -> None:
        self.pick, self.at, self.several, self.values = pick, at, pick.counts is not None, values

    def same(self, p: Position, listed: Words, script: Scripted) -> bool:
        """Return whether the values of an option count as the same as those of the script."""
        return (
            self.values.same(p, listed[self.at :], script[self.at :])
            if self.several
            else self.values.seen(p, listed[self.at]) == self.values.seen(p, script[self.at])
        )


class _Record:
    """The values of the options of one action, compared in one way."""

    def __init__(self, program: Program, action: int, values: _Values, components: _Values) -> None:
        self.first = at = int(program.actions[action].most is not None)
        fields = list[_Field]()
        for pick in program.actions[action].picks:
            fields.append(_Field(pick, at, components if pick.component else values))
            at += program.slots[pick.slot].size
        self.fields, self.size = tuple(fields), at

    def same(self, p: Position, listed: Words, script: Scripted) -> bool:
        """Return whether the values of an option count as the same as those of the script."""
        for field in self.fields:  # noqa: SIM110 - kernels have no generators
            if not field.same(p, listed, script):
                return False
        return True


class _Action:
    """The options of an action of which several can count as the same."""

    def __init__(self, number: int, alike: _Record, lying: _Record, faces: _Faces, weight: Weight) -> None:
        self.number, self.alike, self.lying, self.faces, self.weight = number, alike, lying, faces, weight
        self.copied = tuple(each for each in alike.fields if each.pick.component and each.pick.alike)

    def find(  # noqa: PLR0913 - the options, and what the script says
        self, p: Position, options: Words, count: int, found: int, tells: int, script: Scripted
    ) -> int:
        """Return the index of the option to take, given that of the scripted one; -1 if it is not offered."""
        if found < 0:
            for k in range(count):
                if self.alike.same(p, options[k * self.alike.size :], script):
                    found = k
                    break
        if found >= 0 and self.faces.has_copies:
            return found if self.take(p, options, found * self.alike.size, tells, script) else -1
        return found

    def take(self, p: Position, options: Words, at: int, tells: int, script: Scripted) -> bool:
        """Make the option at an index of `options` and the scripted one equal; return whether that may be.

        If the script tells which copies were taken, weigh that it was these.
        """
        if self.lying.same(p, options[at:], script):
            for i in range(self.alike.first, self.alike.size):
                options[at + i] = script[i]
        elif tells:
            return False
        else:
            for i in range(self.alike.first, self.alike.size):
                script[i] = options[at + i]
        if tells:
            self.weigh(p, options[at:])
        return True

    def weigh(self, p: Position, option: Words) -> None:
        """Multiply the weight by the probability of an option's copies, given what they look like."""
        for field in self.copied:
            if field.several:
                members = option[field.at + 1 :]
                for i in range(option[field.at]):
                    if members[i] >= 0:
                        before = self.faces.before(p, members, i)
                        self.weight.times(before + 1, self.faces.beside(p, members[i]) - before)
            elif option[field.at] >= 0:
                self.weight.times(1, self.faces.beside(p, option[field.at]))


class Answers:
    """The answers that a script can give to the decisions of one program."""

    def __init__(self, program: Program, room: Room, weight: Weight) -> None:
        numbers, most = range(len(program.actions)), max((len(s.actions) for s in program.sites), default=0)
        values, faces, lying = _Values(program), _Faces(program), _Lying(program)
        records = [_Record(program, action, values, faces) for action in numbers]
        self.first, self.size = tuple(r.first for r in records), tuple(r.size for r in records)
        self.varying = tuple(
            _Action(action, record, _Record(program, action, values, lying), faces, weight)
            for action, record in zip(numbers, records, strict=True)
            if any(f.several or (f.pick.component and program.has_copies) for f in record.fields)
        )
        self.sites = tuple((at, i.site) for at, i in enumerate(program.code) if isinstance(i, Decide))
        """The decisions: where each is in the program, and its site."""
        self.index = tuple(
            tuple(site.actions.index(action) if action in site.actions else -1 for action in numbers)
            for site in program.sites
        )
        self.actions = tuple(
            tuple(site.actions) + (0,) * (most - len(site.actions)) for site in program.sites
        )
        self.picked = room.words(1 + max(self.size, default=0))
        """The option that was picked: its action and its words."""

    def site(self, p: Position) -> int:
        """Return the site at which the game waits."""
        found = 0
        for at, site in self.sites:
            if p[Head.PC] == at:
                found = site
        return found

    def find(  # noqa: PLR0913 - the options, and what the script says
        self, p: Position, begins: Rows, counts: Words, action: int, tells: int, script: Scripted
    ) -> int:
        """Return the number of the scripted option of an action; -1 if it is not offered.

        `tells` is not 0 if the script says which copies were taken.
        """
        if not self.sites:
            return -1
        index = self.index[self.site(p)][action]
        if index < 0:
            return -1
        options, count, before = begins[2 * index], counts[2 * index + 1], 0
        for i in range(index):
            before += counts[2 * i + 1]
        found = index_of(options, count, self.first[action], self.size[action], script)
        for each in self.varying:
            if action == each.number:
                found = each.find(p, options, count, found, tells, script)
        return before + found if found >= 0 else -1

    def pick(self, p: Position, begins: Rows, counts: Words, offered: int, part: int) -> int:
        """Return the number of the option after a fraction of all, and write the option to `picked`.

        The fraction is `part` over 2 to the power of 32, where `part` is unsigned.
        """
        number, index = int(Long(offered) * (Long(part) & 0xFFFF_FFFF) >> 32), 0
        if self.sites:
            k = number
            while k >= counts[2 * index + 1]:
                k -= counts[2 * index + 1]
                index += 1
            action = self.actions[self.site(p)][index]
            self.picked[0] = action
            options = begins[2 * index][k * self.size[action] :]
            for i in range(self.size[action]):
                self.picked[i + 1] = options[i]
        return number


def index_of(options: Words, count: int, first: int, size: int, script: Scripted) -> int:
    """Return the index of the option whose words from `first` on are those of the script; -1 if none is."""
    for k in range(count):
        option, i = options[k * size :], first
        while i < size and option[i] == script[i]:
            i += 1
        if i == size:
            return k
    return -1
