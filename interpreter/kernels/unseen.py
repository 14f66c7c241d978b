"""Unseen choices: a component that the decider does not know is represented by its place.

The possible combinations of values consist of real components, because conditions are evaluated for them. The
decider is offered *answers*, in which each component that the decider does not know is replaced by its place
(`interpreter.play.options`). In an ordered zone, the place is an index. In an unordered zone, all components
unknown to the decider are exchangeable, and the place names the zone alone.

So several combinations may become one answer. Which of them was meant is drawn after the answer, value by
value. The share of a component is the number of remaining combinations that contain it. Thus all combinations
are equally likely, and if several values come from one zone, all assignments of them are equally likely.
Identical components count as one outcome.

A combination or an answer is an array with the values of each pick in turn. Several values are preceded by
their number and padded to the greatest possible number. Combinations are sorted by means of *rows*. A row
consists of four parts:

    the answer that the combination becomes; the number of the combination; the digits of the option's number;
    the number of the last combination that becomes this answer

The digits have the same offsets as the values they represent. They are compared from left to right, so rows
sort in the order of the options' numbers. If two answers have the same number, the answer whose last
combination has the lower number comes first.

If there is one value, and few combinations, then rows are not needed: an answer has one digit, and different
answers have different digits. So answers are sorted by insertion, in place.
"""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.chosen import Chosen, Watch
from interpreter.kernels.decider import Decider
from interpreter.kernels.sorting import row_before, sort_rows
from interpreter.kernels.terms import Position, Room, Rows, Words
from interpreter.play.options import is_place

__all__ = ["Unseen"]

FEW = 64
"""Maximum number of combinations that are sorted by insertion, one of which may be `none`."""


class Unseen:
    """The answers for one action in which values may be places."""

    def __init__(self, program: Program, action: int, room: Room, watch: Watch | None = None) -> None:
        self.picks = program.actions[action].picks
        chosen: list[Chosen] = []
        at = 0
        for pick in self.picks:
            chosen.append(Chosen(program, pick, at, room, watch))
            at += chosen[-1].size
        self.chosen, self.words = tuple(chosen), at
        self.hidden = tuple(each for each in chosen if each.pick.hidden)
        self.number, self.key, self.last, self.row = at, at + 1, 2 * at + 1, 2 * at + 2
        self.alike, self.decider = program.alike, Decider(program)
        self.shares, self.copy = room.words(len(self.alike)), room.words(len(self.alike))
        self.inserts = len(chosen) == 1 and not chosen[0].several and self.picks[0].source.domain.most < FEW
        """Whether an option has one value of few, so `insert` can find the answers."""
        self.keys = room.words(FEW if self.inserts else 0)
        """The digits of the answers that `insert` has found."""

    # --- listing answers ------------------------------------------------------------------------------

    def answers(self, p: Position, of: Rows, rows: Rows, count: int) -> int:
        """Write each combination as a row, and return the number of different answers.

        The first row of each answer is moved to the front of `rows`.
        """
        for i in range(count):
            for chosen in self.chosen:
                chosen.by_place(p, of[i], rows[i])
            rows[i][self.number] = i
        sort_rows(rows, count, 0, self.key)
        found = 0
        for i in range(count):
            if i == 0 or row_before(rows[found - 1], rows[i], 0, self.words):
                rows[found] = rows[i]
                found += 1
            rows[found - 1][self.last] = rows[i][self.number]
        return found

    def sort(self, rows: Rows, count: int) -> None:
        """Sort answers by their option numbers; the digits must have been written to their rows."""
        sort_rows(rows, count, self.key, self.row)

    def knows_any(self, p: Position, of: Words, count: int) -> bool:
        """Return whether the decider knows any of `count` combinations that consist of one value."""
        for i in range(count):  # noqa: SIM110 - kernels have no generators
            if of[i] >= 0 and self.decider.knows(p, of[i]):
                return True
        return False

    def insert(self, p: Position, of: Words, count: int) -> int:
        """Replace combinations that consist of one value with answers, and return how many these are.

        The result is that of `answers` and `sort`. Copies need not be counted if the decider knows no value.
        """
        found = 0
        for i in range(count):
            value = self.chosen[0].shown(p, of[i])
            digit = self.chosen[0].digit(value)
            at = found
            while at > 0 and self.keys[at - 1] > digit:
                at -= 1
            if at == 0 or self.keys[at - 1] != digit:
                for j in range(found, at, -1):
                    self.keys[j], of[j] = self.keys[j - 1], of[j - 1]
                self.keys[at], of[at] = digit, value
                found += 1
        return found

    # --- taking an answer -----------------------------------------------------------------------------

    def found(self, p: Position, answer: Words) -> None:
        """Replace each place in `answer` that determines a component with that component."""
        for chosen in self.hidden:
            chosen.found(p, answer)

    def first_place(self, answer: Words) -> int:
        """Return the index of the first value in an answer that is a place, or -1 if there is none."""
        for chosen in self.hidden:
            for i in range(chosen.first, chosen.end(answer)):
                if is_place(answer[i]):
                    return i
        return -1

    def zone(self, answer: Words, at: int) -> int:
        """Return the zone of the place at the index `at` of an answer."""
        for chosen in self.hidden:
            if at in chosen.span:
                return chosen.zone(answer[at])
        return -1

    def forget(self) -> None:
        """Set the shares of all components to 0."""
        for c in range(len(self.alike)):
            self.shares[c] = 0

    def share(self, p: Position, answer: Words, at: int, real: Words) -> None:
        """Count the combination `real` in the shares of its components, if the answer may mean it.

        Only components that can stand at the place with the index `at` get a share.
        """
        for chosen in self.chosen:
            if not chosen.may_be(p, answer, real):
                return
        for chosen in self.hidden:
            if at in chosen.span:
                zone = chosen.zone(answer[at])
                for i in range(chosen.first, chosen.end(real)):
                    c = real[i]
                    if chosen.lies_unknown(p, c, zone) and not chosen.holds(answer, c):
                        self.shares[c] += 1

    def merge(self) -> int:
        """Add the shares of identical components to the first of them, and return the sum of all shares."""
        total = 0
        for c in range(len(self.alike)):
            self.copy[c] = -1
        for c in range(len(self.alike)):
            share, of = self.shares[c], self.alike[c]
            if share > 0:
                total += share
                if self.copy[of] < 0:
                    self.copy[of] = c
                else:
                    self.shares[self.copy[of]] += share
                    self.shares[c] = 0
        return total

    def drawn(self, number: int) -> int:
        """Return the component to which a number belongs; numbers run from 0 to the sum of all shares - 1."""
        c = 0
        while number >= self.shares[c]:
            number -= self.shares[c]
            c += 1
        return c
