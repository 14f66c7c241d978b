"""Policies that weigh an option by the position to which it leads, where nothing is hidden or random.

The position is the one at the next decision, whoever makes it. Its worth is the sum of the weights of the
patterns that it shows on its boards (`patterns`), and of all other numbers that the player observes, each
multiplied by a weight. Weights differ by player and by who decides next. An option that ends the game is
worth its reward. Such positions are called *afterstates* (R. Sutton and A. Barto, "Reinforcement Learning",
2018, section 6.8).

An option changes few cells, so only the patterns that have one of these are looked up anew.

An option that faults when it is tried stops the game with its fault.
"""

from __future__ import annotations

from itertools import accumulate, chain
from typing import Protocol

from gamespec.program import Program
from gamespec.program.tables import NOWHERE, Head
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.learning import policy
from interpreter.kernels.learning.patterns import Boards, Cells, long_patterns, shapes
from interpreter.kernels.learning.policy import FIRST, LOG_ODDS, ODDS, OF_NUMBER, OF_ROW, Policy
from interpreter.kernels.terms import Long, Real, Room, inline, integer_part
from interpreter.play.chance import ALL
from interpreter.play.encoding import Encoding

__all__ = ["Game", "PositionPolicy"]

ROW, TOUCHED = range(2)
"""Indexes of the integers that say what is weighed.

They are the row of weights of the present position, and how many patterns the option has changed.
"""


class Game(policy.Game, Protocol):
    """A game whose options can be tried."""

    def put_aside(self) -> None:
        """Keep the position and its options, to which `back` returns."""

    def answer(self, k: int) -> bool:
        """Take the `k`-th option, play on to the next decision, and return whether there is one."""

    def back(self) -> None:
        """Return to the position that was put aside."""

    def resume(self) -> None:
        """Go on from the position that was put aside, after the last call of `back`."""


class PositionPolicy(Policy):
    """The policies of all seats of one program, which weigh positions."""

    def __init__(self, game: Game, program: Program, encoding: Encoding, room: Room, own: Room) -> None:
        super().__init__(game, program, room, own)
        self.game, boards = game, Boards(program, encoding)
        self.cells = Cells(boards, encoding.size, own)
        self.observing = Observing(
            program, encoding, game.position, self.cells.out, self.cells.tally, own, 1, self.cells
        )
        groups = [[each] for each in long_patterns(boards)] + shapes(boards)
        radix, patterns, begins, end = boards.states + 1, [], [], 0
        for group in groups:
            for cells in group:
                patterns.append(cells)
                begins.append(end + sum(boards.states * radix**i for i, cell in enumerate(cells) if cell == 0))
            end += radix ** max(map(len, group))
        self.count, self.begins = len(patterns), (*begins, end)
        import sys
        print(radix, self.count, end, file=sys.stderr)
        self.mask, self.each = (1 << self.bits) - 1, self.begins[-1]
        of_cell = list[list[tuple[int, int]]]([] for _ in range(boards.size))
        for number, cells in enumerate(patterns):
            for i, cell in enumerate(cells):
                if cell:
                  of_cell[cell].append((number, radix**i))
        self.ends = (0, *accumulate(map(len, of_cell)))
        self.pattern = tuple(number for each in of_cell for number, _ in each) or (0,)
        self.by = tuple(by for each in of_cell for _, by in each) or (0,)
        """The patterns of all cells, one cell after another; by what the state of the cell is multiplied in
        each; and where those of each cell end.
        """
        self.before, self.weighed = own.words(boards.size), own.words(2)
        """The states of the cells before an option is tried."""
        self.told, self.base = own.words(max(self.count, 1)), own.words(max(self.count, 1))
        """For each pattern, the index of its weight in a row, and this index before an option is tried."""
        self.touched, self.is_touched = own.words(max(self.count, 1)), own.words(max(self.count, 1))
        self.worths = own.reals(1)

    def weigh(self, many: int) -> None:
        """Weigh all options, and find the best one."""
        seat = self.game.player()
        self.look(seat)
        for number in range(self.count):
            self.told[number] = self.begins[number]
        for cell in range(1, self.cells.size_):
            state = self.cells.state_of[cell]
            self.before[cell] = state
            self.turn(cell, state)
        for number in range(self.count):
            self.base[number] = self.told[number]
            self.is_touched[number] = 0
        self.weighed[ROW], self.weighed[TOUCHED] = NOWHERE, 0
        self.game.put_aside()
        for k in range(many):
            if self.game.answer(k):
                self.compare(k, self.worth(seat))
                self.restore()
            else:
                self.weighed[ROW] = NOWHERE
                self.reward()
                self.compare(k, LOG_ODDS[int(integer_part(self.target[seat] * ODDS))])
            self.game.back()
        self.game.resume()

    @inline
    def look(self, seat: int) -> None:
        """Find the states of the cells, and all other numbers that a seat observes."""
        self.cells.empty()
        self.observing.write(seat, 0)
        self.cells.fold()

    @inline
    def turn(self, cell: int, by: int) -> None:
        """Find the patterns anew whose cell has another state, which is greater by a number."""
        for i in range(self.ends[cell], self.ends[cell + 1]):
            number = self.pattern[i]
            self.told[number] += by * self.by[i]

    def row(self, seat: int) -> int:
        """Return the row of weights of the present position."""
        after = self.game.position[Head.ME] - seat
        if after < 0:
            after += self.players
        return seat + self.players * after

    def worth(self, seat: int) -> Real:
        """Return the worth of the position for a seat."""
        self.look(seat)
        for cell in range(1, self.cells.size_):
            by = self.cells.state_of[cell] - self.before[cell]
            if by != 0:
                for i in range(self.ends[cell], self.ends[cell + 1]):
                    number = self.pattern[i]
                    self.told[number] += by * self.by[i]
                    if self.is_touched[number] == 0:
                        self.is_touched[number] = 1
                        self.touched[self.weighed[TOUCHED]] = number
                        self.weighed[TOUCHED] += 1
        row = self.row(seat)
        if self.weighed[ROW] != row:
            self.weighed[ROW] = row
            self.found_base(row)
        total = self.worths[0]
        for i in range(self.weighed[TOUCHED]):
            number = self.touched[i]
            total = total + self.weights[self.at(row, self.told[number])] - self.weights[self.at(row, self.base[number])]
        for i in range(self.cells.count[0]):
            total = total + self.weights[self.at_number(row, i)] * self.cells.out[i]
        return total

    def found_base(self, row: int) -> None:
        """Add up the weights of the patterns before an option is tried."""
        total = 0.0
        for number in range(self.count):
            total = total + self.weights[self.at(row, self.base[number])]
        self.worths[0] = total

    @inline
    def restore(self) -> None:
        """Restore the patterns that the option has changed."""
        for i in range(self.weighed[TOUCHED]):
            number = self.touched[i]
            self.told[number] = self.base[number]
            self.is_touched[number] = 0
        self.weighed[TOUCHED] = 0

    def at(self, row: int, told: int) -> int:
        """Return the index of the weight of a pattern."""
        return self.state[FIRST] + (row * self.each + told & self.mask)

    def at_number(self, row: int, i: int) -> int:
        """Return the index of the weight of the `i`-th number that is about no cell."""
        hashed = Long(row) * OF_ROW + Long(self.cells.indexes[i]) * OF_NUMBER & ALL
        return self.state[FIRST] + int(hashed >> self.shift)
