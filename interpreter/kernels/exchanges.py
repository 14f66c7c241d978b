"""Exchanges: components of a script that change places, from a random possible place on.

The words of the script that may name components, and of which the player was not told, are `named`, in
ascending order. The mark of such a word says whether it names one now, since another answer may name others.
"""

from __future__ import annotations

from dataclasses import astuple
from typing import Protocol

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import NOWHERE
from interpreter.kernels.items import HEAD, RAISED, components_of, fields_of
from interpreter.kernels.terms import Long, Position, Reals, Room, Scripted, Words
from interpreter.play.chance import ALL, GAMMA, WORD, mix

__all__ = [
    "BEGINS",
    "END",
    "FEW",
    "FIXED",
    "GROUP",
    "LEFT",
    "LOW",
    "MOST",
    "NAMED",
    "NAMES",
    "ORDERS",
    "PLAYER",
    "SECRET",
    "SECRETS",
    "SINCE",
    "TAKEN",
    "THROWN",
    "TOUCHED",
    "TRIED",
    "WORDS",
    "ZONE",
    "Exchanges",
    "Replay",
    "Sizes",
]  # fmt: skip

LEFT, MOST, TRIED, TAKEN, END, SINCE, PLAYER, LOW, SECRET, ZONE, GROUP, TOUCHED, ONES, FIRSTS, STOPS = range(
    15
)
"""Indexes of the integers that make up the state of a chain.

They are the number of proposals still to be made, the mean number of exchanges in one of them, and the
numbers of proposals that were replayed and that were accepted; the number of words before the luck, and the
word at which the last part of the history begins; the player; and how often the weight of the present history
was raised. The others belong to the current proposal: the answer that it changes, the zone and the group of a
permutation (-1 if there is none), the number of words that differ, of components that replace others, and of
the words in `firsts` and in `stops`.
"""

STATE = 15
"""Number of integers in the state."""

WORDS, NAMED, ORDERS, BEGINS, MEMBERS, UNKNOWN, THROWN, SECRETS = range(8)
"""Indexes of the numbers in `sizes`, which are those of `Sizes`."""

NAMES, FIXED = 1, 2
"""Marks of a word: it names a component; it also belongs to a place whose component the player saw."""

FEW = 4
"""One proposal in this many mixes a zone, and one relabelling in this many begins anywhere."""


class Replay(Protocol):
    """What replays the script.

    `script` has its words. After a replay, `position` is where the game stopped, `weight` and `low` hold the
    weight of the history, and `picked` holds the option that a `PICK` has taken: its action, and its words.
    """

    script: Scripted
    position: Words
    weight: Reals
    low: Words
    picked: Words

    def replay(self) -> bool:
        """Replay the script, and return whether the player is shown all that it says."""

    def arrive(self) -> None:
        """Replay the script to where the game cannot follow it, or to its end."""

    def offered(self) -> int:
        """Return the number of options where the last replay ended."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many words a script has, and how many of each kind matter; all 0 while a module is compiled."""

    words: int = 0
    named: int = 0
    orders: int = 0
    begins: int = 0
    members: int = 0
    unknown: int = 0
    thrown: int = 0
    secrets: int = 0

    @property
    def listed(self) -> tuple[int, ...]:
        """The numbers, in order."""
        return astuple(self)


class Exchanges:
    """The arrays of a chain of histories, and how components change places in its script."""

    def __init__(self, program: Program, replay: Replay, room: Room, sizes: Sizes) -> None:
        self.replay, self.components = replay, len(program.alike)
        self.alike, self.zone_of, self.length = program.alike, program.layout.zone_of, program.layout.length
        self.has_copies = program.has_copies
        self.actions = tuple(
            (action, size, components_of(program, action))
            for action, (size, _) in enumerate(fields_of(program))
        )
        """For each action its number, the size of its options, and their components."""
        self.raised = tuple(2.0 ** (RAISED * times) for times in (-1, 0, 1))
        self.state, self.luck, self.weight = room.words(STATE), room.longs(2), room.reals(1)
        """`luck` has the key of the random numbers and how many were drawn."""
        self.sizes = room.words(8)
        """The numbers of `Sizes`, in order."""
        self.position, self.lies = room.words(self.length), room.words(self.components)
        """The position to which the present history has led, and the zone of each component there."""
        self.goes, self.mixed = room.words(self.components), room.words(self.components)
        """For each component the one that replaces it, or -1; and those of a permutation."""
        self.kept, self.touched, self.differ = (
            room.words(sizes.words), room.words(sizes.words), room.words(sizes.words)
        )  # fmt: skip
        """The words of the present history; whether each differs in the proposal, and a list of those."""
        self.named, self.marks, self.order_of = (
            room.words(sizes.named), room.words(sizes.named), room.words(sizes.named)
        )  # fmt: skip
        """The words that may name components, their marks, and the first word of the order of each, or -1."""
        self.firsts, self.ends, self.stops = (
            room.words(sizes.named), room.words(sizes.named), room.words(sizes.named)
        )  # fmt: skip
        self.orders = room.words(sizes.orders)
        """The word at which each order begins."""
        self.begins, self.members = room.words(sizes.begins), room.words(sizes.members)
        self.unknown_begins, self.unknown = room.words(sizes.begins), room.words(sizes.unknown)
        """The components that may change places by their backs, and those unknown to the player now."""
        self.thrown, self.low, self.left = (
            room.words(sizes.thrown), room.words(sizes.thrown), room.words(sizes.thrown)
        )  # fmt: skip
        self.count = room.longs(sizes.thrown)
        """Words of numbers that the player was not shown, the least value of each, and how many it has."""
        self.secrets, self.secret_named = room.words(sizes.secrets), room.words(sizes.secrets)
        """The words at which secret answers begin, and the index among `named` of the first word of each."""

    # --- luck -----------------------------------------------------------------------------------------

    # Calls whose operands are all known would be made while a module is compiled, so even what needs no
    # position has it as a parameter.

    def below(self, p: Position, bound: int) -> int:
        """Draw a number from 0 to `bound` - 1."""
        return int(self.below_long(p, Long(bound)))

    def below_long(self, p: Position, bound: Long) -> Long:
        """Draw a number from 0 to `bound` - 1, which is at most 2 to the power of 32."""
        drawn = self.drawn(p)
        low = (drawn & WORD) * bound >> 32
        return (drawn >> 32) * bound + low >> 32

    def drawn(self, p: Position) -> Long:  # noqa: ARG002 - see above
        """Draw a number of 64 bits."""
        self.luck[1] += 1
        return mix(self.luck[0] + GAMMA * self.luck[1] & ALL)

    def exact(self, p: Position) -> Long:
        """Draw a number below `PARTS`."""
        return self.drawn(p) >> 11

    def put(self, w: int, word: int) -> None:
        """Propose another word."""
        if not self.touched[w]:
            self.touched[w] = 1
            self.differ[self.state[TOUCHED]] = w
            self.state[TOUCHED] += 1
        self.replay.script[w] = word

    # --- places ---------------------------------------------------------------------------------------

    def exchange(self, p: Position, which: int) -> None:
        """Propose that two components of a group change places."""
        one = self.one_of(p, which, self.below(p, FEW))
        other = self.one_of(p, which, self.below(p, FEW))
        if one != other:
            self.goes[one], self.goes[other] = other, one
            self.state[ONES] = 2
        self.relabel(p)

    def one_of(self, p: Position, which: int, few: int) -> int:
        """Return a component of a group: one that the player does not know now, or any if `few` is 0."""
        if few:
            first = self.unknown_begins[which]
            return self.unknown[first + self.below(p, self.unknown_begins[which + 1] - first)]
        first = self.begins[which]
        return self.members[first + self.below(p, self.begins[which + 1] - first)]

    def mix_zone(self, p: Position, which: int) -> None:
        """Choose a random permutation of those components of a group that lie in one random zone."""
        zone, count = self.lies[self.one_of(p, which, 1)], 0
        self.state[ZONE], self.state[GROUP] = zone, which
        first, end = self.unknown_begins[which], self.unknown_begins[which + 1]
        for i in range(first, end):
            if self.lies[self.unknown[i]] == zone:
                self.mixed[count] = self.unknown[i]
                count += 1
        for i in range(count - 1, 0, -1):
            j = self.below(p, i + 1)
            c = self.mixed[i]
            self.mixed[i] = self.mixed[j]
            self.mixed[j] = c
        count = 0
        for i in range(first, end):
            c = self.unknown[i]
            if self.lies[c] == zone:
                if self.mixed[count] != c:
                    self.goes[c] = self.mixed[count]
                    self.state[ONES] += 1
                count += 1

    def relabel(self, p: Position) -> None:
        """Propose that components replace one another in the script, from a random possible place on.

        Sometimes they do so only up to a later shuffle. Afterwards none is said to replace another.
        """
        count, late = 0, 0
        if self.state[ONES]:
            self.find_places(p)
            count = self.spans(p)
            for i in range(count):
                late += self.firsts[i] >= self.state[SINCE]
        if self.below(p, FEW) == 0 or late == 0:
            late = count
        if count > 0:
            which = count - late + self.below(p, late)
            first, stop = self.firsts[which], self.ends[which]
            if self.below(p, 2) > 0:
                stop = self.earlier(p, first, stop)
            self.replace(first, stop)
        if self.state[ONES]:
            for c in range(self.components):
                self.goes[c] = -1
            self.state[ONES] = 0

    def earlier(self, p: Position, first: int, stop: int) -> int:
        """Return a random shuffle between two words, or the second word if there is none."""
        count, begin = 0, 0
        for i in range(self.sizes[ORDERS]):
            begin += self.orders[i] <= first
            count += (self.orders[i] > first) & (self.orders[i] < stop)
        return self.orders[begin + self.below(p, count)] if count > 0 else stop

    def replace(self, first: int, stop: int) -> None:
        """Let components replace one another from one word up to another."""
        for i in range(self.sizes[NAMED]):
            w = self.named[i]
            if w >= first and w < stop and self.marks[i]:
                c = self.goes[self.replay.script[w]]
                if c >= 0:
                    self.put(w, c)

    def find_places(self, p: Position) -> None:
        """Write to `firsts` where the components may begin to replace one another, to `stops` where not.

        They may begin at a shuffle in which all of them were, or at a word that names one of them. They must
        stop at a shuffle after which the player saw where one of them was, unless they are copies.
        """
        firsts, stops, order, here = 0, 0, NOWHERE, 0
        copies, script = self.are_copies(p), self.replay.script
        for i in range(self.sizes[NAMED]):
            if self.order_of[i] != order:
                order, here = self.order_of[i], 0
            if self.marks[i] and self.goes[script[self.named[i]]] >= 0:
                here += 1
                if order < 0:
                    self.firsts[firsts] = self.named[i]
                    firsts += 1
                elif here == self.state[ONES]:
                    self.firsts[firsts] = order
                    firsts += 1
                if self.marks[i] & FIXED and not copies:
                    self.stops[stops] = order
                    stops += 1
        self.state[FIRSTS], self.state[STOPS] = firsts, stops

    def are_copies(self, p: Position) -> bool:  # noqa: ARG002 - see above
        """Return whether all components that replace others are alike."""
        alike = -1
        for c in range(self.components):
            if self.goes[c] >= 0:
                if alike >= 0 and self.alike[c] != alike:
                    return False
                alike = self.alike[c]
        return True

    def spans(self, p: Position) -> int:  # noqa: ARG002 - see above
        """Keep in `firsts` only the words from which a replacement goes on, and write to `ends` up to where.

        Return their number.
        """
        count, stop, secret = 0, 0, self.state[SECRET]
        room = 0
        if secret >= 0:
            room = self.kept[secret + 1]
        for i in range(self.state[FIRSTS]):
            first, end = self.firsts[i], self.state[END]
            while stop < self.state[STOPS] and self.stops[stop] < first:
                stop += 1
            if stop < self.state[STOPS]:
                end = self.stops[stop]
            if first < end and not (secret >= 0 and first >= secret and first < secret + HEAD + room):
                self.firsts[count], self.ends[count] = first, end
                count += 1
        return count
