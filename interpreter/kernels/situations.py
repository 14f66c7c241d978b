"""Past situations: how the current situation is packed into words, and how it is found in a history.

The program says how a situation is packed (`gamespec.program.tables.Digit`). Past situations are stored in
ascending order. Thus one can be found by binary search, and equal ones are adjacent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import Protocol

from gamespec.program import Program
from gamespec.program.domain import NONE
from gamespec.program.tables import Digit, History
from interpreter.kernels.terms import Position, Room, inline, shift

__all__ = ["Beside", "Part", "Single", "Situations"]


class Part(Protocol):
    """Digits of one word of a packed situation that are read together."""

    def added(self, p: Position) -> int:
        """Return the sum of what these digits contribute to the word."""


class Single:
    """A single digit of a packed situation."""

    def __init__(self, program: Program, digit: Digit) -> None:
        layout = program.layout
        self.zone_of, self.first, self.next, self.digit = layout.zone_of, layout.first, layout.next, digit

    @inline
    def added(self, p: Position) -> int:
        """Return the number that the digit contributes to its word."""
        if self.digit.read == "value":
            number = p[self.digit.of]
            if self.digit.size and self.digit.optional:
                number = 0 if number == NONE else number - self.digit.first + 1
            elif self.digit.size:
                number -= self.digit.first
        elif self.digit.read == "whereabouts":
            number = self.digit.table[p[self.zone_of + self.digit.of]]
        elif self.digit.read == "occupant":
            c = p[self.first + self.digit.of]
            for _ in range(self.digit.which):
                if c >= 0:
                    c = p[self.next + c]
            number = self.digit.table[c - self.digit.first] if c >= 0 else 0
        else:
            number, c = 0, p[self.first + self.digit.of]
            while c >= 0:
                number += self.digit.table[c - self.digit.first]
                c = p[self.next + c]
        return self.digit.weight * number


class Beside:
    """Digits that are read from adjacent values of one kind in the position."""

    def __init__(self, program: Program, digits: Sequence[Digit]) -> None:
        self.singles = tuple(Single(program, digit) for digit in digits)

    def added(self, p: Position) -> int:
        """Return the sum of what the values contribute to their word."""
        total = 0
        for single in self.singles:
            number = single.added(p)
            total += number
        return total


class Situations:
    """The past situations in one history. `beside` makes the part that reads adjacent values."""

    def __init__(
        self,
        program: Program,
        history: History,
        room: Room,
        beside: Callable[[Program, Sequence[Digit]], Part] = Beside,
    ) -> None:
        self.held, self.past, self.width = history.place, history.place + 1, history.words
        self.words, self.now = tuple(range(history.words)), room.words(history.words)
        self.parts = tuple(
            tuple(
                Single(program, run[0]) if len(run) == 1 else beside(program, run)
                for run in _runs([digit for digit in history.digits if digit.word == word])
            )
            for word in self.words
        )

    def pack(self, p: Position) -> None:
        """Pack the current situation into the words of `now`."""
        for word in self.words:
            total = 0
            for part in self.parts[word]:
                number = part.added(p)
                total += number
            self.now[word] = total

    @inline
    def compared(self, p: Position, i: int) -> int:
        """Compare the `i`-th past situation with the packed one.

        Return -1 if the past situation sorts before it, 0 if they are equal, and 1 if it sorts after it.
        """
        at, theirs, mine = i * self.width, 0, 0
        for word in self.words:
            theirs, mine = p[self.past + word + at], self.now[word]
            if theirs != mine:
                break
        return (theirs > mine) - (theirs < mine)

    def find(self, p: Position) -> int:
        """Count the past situations that sort before the packed current situation."""
        low, high = 0, p[self.held]
        while low < high:
            middle = (low + high) // 2
            order = self.compared(p, middle)
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return low

    def count(self, p: Position) -> int:
        """Count how often the current situation occurs among the past situations."""
        if p[self.held] == 0:
            return 0
        self.pack(p)
        first, end = self.find(p), p[self.held]
        for i in range(first, end):
            order = self.compared(p, i)
            if order != 0:
                return i - first
        return end - first

    def insert(self, p: Position) -> None:
        """Insert the current situation into the history, which must have room for it."""
        self.pack(p)
        at = self.find(p) * self.width
        shift(p, self.past + at, p[self.held] * self.width - at, self.width)
        for word in self.words:
            p[self.past + word + at] = self.now[word]
        p[self.held] += 1


def _runs(digits: Sequence[Digit]) -> list[list[Digit]]:
    """Group consecutive digits that read adjacent values of one kind."""
    found = [[digit] for digit in digits[:1]]
    for before, digit in pairwise(digits):
        same = digit.read == before.read == "value" and digit.optional == before.optional
        if same and digit.size and before.size and digit.of == before.of + 1:
            found[-1].append(digit)
        else:
            found.append([digit])
    return found
