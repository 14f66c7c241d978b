"""Policies that weigh an option by the position to which it leads, where all players know the same.

The position is the one at the next decision, whoever makes it, or before the next *surprise*, if that comes
first. This is a throw of dice, or anything else that nobody can know before
(`interpreter.play.openness`), so no luck is tried that nobody knows. The worth of the position is the sum of
the weights of the patterns on its boards (`patterns`), of all numbers that the player observes of no cell,
each multiplied by a weight, and of what else is known of numbers and tiles (`numbers`). Weights differ by who
decides next, or by what may come as a surprise, and those of boards by player. An option that ends the game
is worth its reward, if that depends on places. Such positions are called *afterstates* (R. Sutton and A.
Barto, "Reinforcement Learning", 2018, section 6.8).

An option changes few cells, so only the patterns that contain one of these are looked up again.

An option that faults when it is tried stops the game with its fault.
"""

from __future__ import annotations

from itertools import accumulate
from typing import NamedTuple, Protocol

from gamespec.program import Program
from gamespec.program.tables import NOWHERE, Head
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.learning import policy
from interpreter.kernels.learning.boards import TOUCHED, Boards, Cells
from interpreter.kernels.learning.numbers import Numbers
from interpreter.kernels.learning.patterns import OUTSIDE, shapes, walks
from interpreter.kernels.learning.policy import BITS, FIRST, LOG_ODDS, ODDS, OF_NUMBER, OF_ROW, Policy
from interpreter.kernels.learning.relative import shared_numbers
from interpreter.kernels.terms import Long, Real, Room, inline, integer_part
from interpreter.play.chance import ALL
from interpreter.play.encoding import Encoding
from interpreter.play.openness import surprises
from interpreter.play.together import share_scores

__all__ = ["ROW", "Game", "PositionPolicy"]

ROW, CHANGED, READY = range(3)
"""Indexes of the integers that say what is weighed.

They are the row of weights for the present position, or `NOWHERE` if the game is over; how many patterns the
option has changed; and whether the patterns have been looked up.
"""


class Game(policy.Game, Protocol):
    """A game whose options can be tried."""

    def put_aside(self) -> None:
        """Keep the position and its options, to which `back` returns."""

    def answer(self, k: int) -> bool:
        """Take the `k`-th option, play on to the next decision or surprise, and return whether there is one.

        A surprise is an instruction before which the game pauses (`interpreter.play.openness`).
        """

    def back(self) -> None:
        """Return to the position that was put aside."""

    def resume(self) -> None:
        """Go on from the position that was put aside, after the last call of `back`."""

    def stand(self) -> None:
        """Write the parts of all scores to `points`, as if the game were over."""


class PositionPolicy(Policy):
    """The policies of all seats of one program, which weigh positions.

    The index of a pattern's weight in a row is a number whose digits are the states of its cells.
    """

    def __init__(self, game: Game, program: Program, encoding: Encoding, room: Room, own: Room) -> None:
        super().__init__(game, program, room, own)
        self.game, self.boards = game, Boards(program, encoding)
        self.cells = Cells(self.boards, encoding.size, own)
        self.observing = Observing(
            program, encoding, game.position, self.cells.out, self.cells.tally, own, 1, self.cells
        )
        layout = _Layout(self.boards)
        self.begins, self.width, self.mask = layout.begins, layout.width, (1 << BITS) - 1
        """The index of each pattern if all its cells have the state 0, the number of weights in a row, and a
        mask: rows that do not fit overlap.
        """
        self.ends = (0, *accumulate(map(len, layout.members)))
        self.pattern = tuple(each.pattern for members in layout.members for each in members) or (0,)
        self.unit = tuple(each.unit for members in layout.members for each in members) or (0,)
        """The patterns of all cells, one cell after another; what the state of the cell is multiplied by in
        each; and where the patterns of each cell end.
        """
        paused = {at: number + 1 for number, at in enumerate(surprises(program))}
        self.surprises, self.paused = len(paused), tuple(paused.get(at, 0) for at in range(len(program.code)))
        """How many instructions may surprise players, and for each instruction, its number among them, from 1
        on, or 0.
        """
        self.together = share_scores(program)
        """Whether scores are the rewards, which can only be estimated, even when the game is over."""
        self.more = Numbers(program, game, room=own)
        self.shared, self.observed = shared_numbers(program, encoding), encoding.size
        self.count, room_for = len(self.begins), max(len(self.begins), 1)
        """The number of patterns."""
        self.weighed = own.words(3)
        """What is weighed."""
        self.now, self.base = own.words(room_for), own.words(room_for)
        """The index of each pattern, and the index before an option is tried."""
        self.changed_ones, self.is_changed = own.words(room_for), own.words(room_for)
        """The patterns that the option has changed, and whether it has changed each pattern."""
        self.weight, self.sum = own.singles(room_for), own.reals(1)
        """The weight of each pattern before an option is tried, and the sum of these weights."""

    @inline
    def prepare(self) -> None:
        """Before the first game, look up the patterns of empty boards."""
        if self.weighed[READY] == 0:
            self.weighed[READY] = 1
            self.cells.prepare()
            for number in range(self.count):
                self.now[number] = self.begins[number]
                self.base[number] = self.begins[number]

    def weigh(self, many: int) -> None:
        """Weigh all options, and find the best one."""
        seat = self.game.player()
        self.settle(seat)
        if self.surprises > 0:
            self.reached(seat)
        self.game.put_aside()
        for k in range(many):
            goes = self.game.answer(k)
            if goes or self.together:
                self.look(seat)
                self.compare(k, self.worth(seat))
                self.restore()
            else:
                self.weighed[ROW] = NOWHERE
                self.reward()
                self.compare(k, LOG_ODDS[int(integer_part(self.target[seat] * ODDS))])
            self.game.back()
        self.game.resume()

    def estimate(self, seat: int) -> None:
        """Estimate the rewards at a decision by the worth of its position.

        It is that for the seat that led there, if nothing can surprise players, and otherwise for the seat
        that decides.
        """
        self.state[FIRST] = 0
        if self.surprises > 0:
            observer = self.game.player()
            self.settle(observer)
            self.divide(observer, self.likely(self.worth_in(observer)))
        else:
            self.settle(seat)
            self.divide(seat, self.likely(self.worth(seat)))

    @inline
    def reached(self, seat: int) -> None:
        """Note the settled position in which a seat decides; only a policy that learns does."""

    def settle(self, seat: int) -> None:
        """Find what a seat observes, and look up all patterns that have changed."""
        self.cells.begin_settling()
        self.look(seat)
        self.cells.settle()
        for i in range(self.weighed[CHANGED]):
            number = self.changed_ones[i]
            self.base[number] = self.now[number]
            self.is_changed[number] = 0
        self.weighed[ROW], self.weighed[CHANGED] = NOWHERE, 0

    def look(self, seat: int) -> None:
        """Find what a seat observes, and all patterns of which a cell has changed since the cells settled."""
        self.cells.empty()
        self.observing.write(seat, 0)
        for n in range(self.cells.state[TOUCHED]):
            cell = self.cells.touched[n]
            by = self.cells.differs(cell)
            if by != 0:
                for i in range(self.ends[cell], self.ends[cell + 1]):
                    number = self.pattern[i]
                    self.now[number] += by * self.unit[i]
                    if self.is_changed[number] == 0:
                        self.is_changed[number] = 1
                        self.changed_ones[self.weighed[CHANGED]] = number
                        self.weighed[CHANGED] += 1
        self.more.find(seat)

    def worth(self, seat: int) -> Real:
        """Return the worth of the position for a seat."""
        return self.worth_in(self.row(seat))

    def worth_in(self, row: int) -> Real:
        """Return the worth of the position by the weights of a row."""
        if self.weighed[ROW] != row:
            self.weighed[ROW] = row
            self.add_up(row)
        total = self.sum[0]
        for i in range(self.weighed[CHANGED]):
            number = self.changed_ones[i]
            total = total + self.weights[self.at(row, self.now[number])]
            total = total - self.weight[number]
        for i in range(self.cells.count[0]):
            total = total + self.weights[self.at_number(row, i)] * self.cells.out[i]
        for i in range(self.more.count[0]):
            total = total + self.weights[self.at_more(row, i)] * self.more.out[i]
        return total

    def row(self, seat: int) -> int:
        """Return the row of weights for the present position.

        It tells who observes, and who decides next, or what may surprise players next, or that the game is
        over.
        """
        after = self.game.position[Head.ME] - seat
        if after < 0:
            after += self.players
        if self.together and self.game.position[Head.OUTCOME] != Head.RUNNING:
            after = self.players + self.surprises
        elif self.surprises > 0:
            number = self.paused[self.game.position[Head.PC]]
            if number > 0:
                after = self.players - 1 + number
        return seat + self.players * after

    def add_up(self, row: int) -> None:
        """Add up the weights of all patterns before an option is tried."""
        total = 0.0
        for number in range(self.count):
            weight = self.weights[self.at(row, self.base[number])]
            self.weight[number] = weight
            total = total + weight
        self.sum[0] = total

    @inline
    def restore(self) -> None:
        """Restore the cells and patterns that the option has changed."""
        self.cells.restore()
        for i in range(self.weighed[CHANGED]):
            number = self.changed_ones[i]
            self.now[number] = self.base[number]
            self.is_changed[number] = 0
        self.weighed[CHANGED] = 0

    def at(self, row: int, index: int) -> int:
        """Return the index of the weight of a pattern."""
        return self.state[FIRST] + (row * self.width + index & self.mask)

    def at_number(self, row: int, i: int) -> int:
        """Return the index of the weight of the `i`-th number observed that is about no cell."""
        after = row // self.players
        seat = row - self.players * after
        number = self.shared[seat * self.observed + self.cells.indexes[i]]
        hashed = Long(after) * OF_ROW + Long(number) * OF_NUMBER & ALL
        return self.state[FIRST] + int(hashed >> self.shift)

    def at_more(self, row: int, i: int) -> int:
        """Return the index of the weight of the `i`-th of the other numbers."""
        hashed = Long(row // self.players) * OF_ROW + self.more.told[i] & ALL
        return self.state[FIRST] + int(hashed >> self.shift)


class _Member(NamedTuple):
    """A cell's part in a pattern, whose index grows by `unit` if its state grows by 1."""

    pattern: int
    unit: int


class _Layout:
    """Where the weights of all patterns are in a row, and for each cell, its part in patterns."""

    def __init__(self, boards: Boards) -> None:
        self.begins, self.width = list[int](), 0
        self.members = list[list[_Member]]([] for _ in range(boards.size))
        for walk in walks(boards):
            self._add(walk, boards.states, 0)
            self.width += boards.states ** len(walk)
        for group in shapes(boards):
            for shape in group:
                self._add(shape, boards.states + 1, boards.states)
            self.width += (boards.states + 1) ** len(group[0])

    def _add(self, cells: tuple[int, ...], radix: int, outside: int) -> None:
        """Add a pattern; `outside` is the state of what is outside the board."""
        begin = self.width
        for i, cell in enumerate(cells):
            if cell == OUTSIDE:
                begin += outside * radix**i
            else:
                self.members[cell].append(_Member(len(self.begins), radix**i))
        self.begins.append(begin)
