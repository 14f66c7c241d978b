"""Scripted answers: how a replay finds the answer that a script gives among the listed options.

An option is an array. It contains the value of `most`, if the action has one, and then the values of each
pick in turn. Several values are preceded by their number and padded to the greatest possible number. A script
contains the words of an option, and may name a different one of several alike copies. If nobody can tell the
two options apart, the scripted one is taken. Otherwise, the words in the script are replaced by those of the
listed option, unless the script says which copies were taken. In that case the answer counts as not offered.

The options of a site are grouped by action. For the action with index `i`, `begins[2 * i]` is the array of
its options, one after another, and `counts[2 * i + 1]` is their number.
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
    """The weight of a history, which is a product of probabilities."""

    def times(self, share: int, of: int) -> None:
        """Multiply the weight by the probability `share / of`."""


class _Values:
    """Compares values by equality."""

    def __init__(self, program: Program) -> None:
        self.has_copies, self.alike, self.following = program.has_copies, program.alike, following(program)
        self.zones, self.zone_of = len(program.zones), program.layout.zone_of

    def seen(self, p: Position, value: int) -> int:  # noqa: ARG002 - as for components
        """Return the number by which a value is compared; equal numbers count as the same value."""
        return value

    def same(self, p: Position, listed: Words, script: Scripted) -> bool:
        """Return whether two lists have the same members in any order; each list begins with its length."""
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
    """Compares components by their appearance, and `none` and places by equality."""

    def seen(self, p: Position, value: int) -> int:  # noqa: ARG002 - as for components that lie somewhere
        """Return the first declared copy of a component, or any other value unchanged."""
        return self.alike[value] if self.has_copies and value >= 0 else value

    def beside(self, p: Position, c: int) -> int:
        """Return how many copies of a component lie in its zone, counting the component itself."""
        found, other = 0, self.alike[c]
        while other >= 0:
            found += p[self.zone_of + other] == p[self.zone_of + c]
            other = self.following[other]
        return found

    def before(self, p: Position, members: Words, i: int) -> int:
        """Return how many copies of the `i`-th member precede it in a list."""
        found, face = 0, self.seen(p, members[i])
        for j in range(i):
            found += self.seen(p, members[j]) == face
        return found


class _Lying(_Values):
    """Compares components by their appearance and by the zone in which they lie."""

    def seen(self, p: Position, value: int) -> int:
        """Return a number that identifies the first declared copy of a component together with its zone."""
        return self.alike[value] * self.zones + p[self.zone_of + value] if value >= 0 else value


class _Field:
    """Where an option has the value or values of one pick, and how these are compared."""

    def __init__(self, pick: Pick, at: int, values: _Values) -> None:
        self.pick, self.at, self.several, self.values = pick, at, pick.counts is not None, values

    def same(self, p: Position, listed: Words, script: Scripted) -> bool:
        """Return whether the pick's values in a listed option and in the script count as the same."""
        return (
            self.values.same(p, listed[self.at :], script[self.at :])
            if self.several
            else self.values.seen(p, listed[self.at]) == self.values.seen(p, script[self.at])
        )


class _Record:
    """Compares options of one action, using one way to compare components."""

    def __init__(self, program: Program, action: int, values: _Values, components: _Values) -> None:
        self.first = at = int(program.actions[action].most is not None)
        fields = list[_Field]()
        for pick in program.actions[action].picks:
            fields.append(_Field(pick, at, components if pick.component else values))
            at += program.slots[pick.slot].size
        self.fields, self.size = tuple(fields), at

    def same(self, p: Position, listed: Words, script: Scripted) -> bool:
        """Return whether a listed option and the script count as the same."""
        for field in self.fields:  # noqa: SIM110 - kernels have no generators
            if not field.same(p, listed, script):
                return False
        return True


class _Action:
    """An action for which several different options can count as the same."""

    def __init__(self, number: int, alike: _Record, lying: _Record, faces: _Faces, weight: Weight) -> None:
        self.number, self.alike, self.lying, self.faces, self.weight = number, alike, lying, faces, weight
        self.copied = tuple(each for each in alike.fields if each.pick.component and each.pick.alike)

    def find(  # noqa: PLR0913 - the options, and what the script says
        self, p: Position, options: Words, count: int, found: int, tells: int, script: Scripted
    ) -> int:
        """Return the index of the option to take, or -1 if the scripted answer is not offered.

        `found` is the index of an option with exactly the words of the script, or -1.
        """
        if found < 0:
            for k in range(count):
                if self.alike.same(p, options[k * self.alike.size :], script):
                    found = k
                    break
        if found >= 0 and self.faces.has_copies:
            return found if self.take(p, options, found * self.alike.size, tells, script) else -1
        return found

    def take(self, p: Position, options: Words, at: int, tells: int, script: Scripted) -> bool:
        """Make the listed option at the index `at` and the script equal; return whether that is allowed.

        If the script tells which copies were taken (`tells`), the weight is multiplied by the probability of
        these copies.
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
        """Multiply the weight by the probability that the copies in `option` were taken.

        Every copy with the same appearance in the same zone is equally likely.
        """
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
    """The answers that scripts can give to the decisions of one program."""

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
        """The index of each decision in the code of the program, paired with the number of its site."""
        self.index = tuple(
            tuple(site.actions.index(action) if action in site.actions else -1 for action in numbers)
            for site in program.sites
        )
        self.actions = tuple(
            tuple(site.actions) + (0,) * (most - len(site.actions)) for site in program.sites
        )
        self.picked = room.words(1 + max(self.size, default=0))
        """The action of the option that was picked, followed by the words of that option."""

    def site(self, p: Position) -> int:
        """Return the number of the site at which the game waits for a decision."""
        found = 0
        for at, site in self.sites:
            if p[Head.PC] == at:
                found = site
        return found

    def find(  # noqa: PLR0913 - the options, and what the script says
        self, p: Position, begins: Rows, counts: Words, action: int, tells: int, script: Scripted
    ) -> int:
        """Return the number of the scripted option among all options, or -1 if it is not offered.

        `tells` is nonzero if the script says which copies were taken.
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
        """Pick an option by a random fraction, return its number, and write it to `picked`.

        The fraction is `part` / 2³², with `part` taken as unsigned. It is scaled to the number of options
        offered.
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
    """Return the index of the first option that equals the script from the word `first` on, or -1."""
    for k in range(count):
        option, i = options[k * size :], first
        while i < size and option[i] == script[i]:
            i += 1
        if i == size:
            return k
    return -1
