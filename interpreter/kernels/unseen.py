"""What is chosen unseen: components that the decider does not know stand for their places.

The combinations of values that could be chosen are those of the real components, for the conditions are
asked of them. What is offered are the answers that they come to when each component which the decider does
not know is replaced by its place (`interpreter.play.options`): in a zone with an order by where it lies; in
one without, where all that the decider does not know are exchangeable, by the zone alone.

So several combinations may be one answer. Which of them it was is drawn after the answer, value by value: the
share of a component is the number of combinations left that have it. Thus each combination is as likely, and
of several values of one zone each way to assign them. Alike components are one outcome.

A combination or an answer is an array: the values of one pick after another, of several values their number
first, and then room for as many as there can be. Combinations are sorted by *rows*:

    the answer it comes to; the number of the combination; the digits of the option's number; the number of
    the last combination that comes to this answer

The digits lie as the values do that they stand for, and are compared one after another, so their order is
that of the numbers. Two answers may have one number; then the one whose last combination came first comes
first.
"""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.chosen import Chosen, Watch
from interpreter.kernels.decider import Decider
from interpreter.kernels.sorting import row_before, sort_rows
from interpreter.kernels.terms import Position, Room, Rows, Words
from interpreter.play.options import is_place

__all__ = ["Unseen"]


class Unseen:
    """The answers of one action, among whose values there may be places."""

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

    # --- what is offered ------------------------------------------------------------------------------

    def answers(self, p: Position, of: Rows, rows: Rows, count: int) -> int:
        """Write combinations as rows; let the first of each answer come first; how many answers there are."""
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
        """Put the rows of answers, which have their digits, into the order of their numbers."""
        sort_rows(rows, count, self.key, self.row)

    # --- what is answered -----------------------------------------------------------------------------

    def found(self, p: Position, answer: Words) -> None:
        """Let an answer have the components at those of its places that say which they are."""
        for chosen in self.hidden:
            chosen.found(p, answer)

    def first_place(self, answer: Words) -> int:
        """Where the first place lies in an answer; -1 if there is none."""
        for chosen in self.hidden:
            for i in range(chosen.first, chosen.end(answer)):
                if is_place(answer[i]):
                    return i
        return -1

    def zone(self, answer: Words, at: int) -> int:
        """The zone of the place that lies somewhere in an answer."""
        for chosen in self.hidden:
            if at in chosen.span:
                return chosen.zone(answer[at])
        return -1

    def forget(self) -> None:
        """Begin to count shares."""
        for c in range(len(self.alike)):
            self.shares[c] = 0

    def share(self, p: Position, answer: Words, at: int, real: Words) -> None:
        """Count the components of a combination that a place may be, if the answer may mean it."""
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
        """Let the first of alike components that have shares have those of all; the sum of all shares."""
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
        """The component to which a number from 0 to before the sum of all shares falls."""
        c = 0
        while number >= self.shares[c]:
            number -= self.shares[c]
            c += 1
        return c
