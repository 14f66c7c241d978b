"""Learning a policy from games that it plays against itself.

All that weighed in a decision is recorded. When a game ends, the weights are changed for each of its
decisions, from the last one to the first, so that the reward for which the worth of the option stands comes
nearer to its target. The target is the reward, mixed with that for which the option stands that the same seat
took next: the λ-return (R. Sutton and A. Barto, "Reinforcement Learning", 2018, chapter 12). Worths are
computed anew, and each change is divided by the sum of the squares of the numbers, so that weights do not run
away (normalized least mean squares: M. Nagumo and A. Noda, "A learning method for system identification",
1967).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.learning import by_position
from interpreter.kernels.learning.by_position import ROW, PositionPolicy
from interpreter.kernels.learning.policy import BITS, Policy
from interpreter.kernels.terms import Real, Room, inline
from interpreter.play.encoding import Encoding

if TYPE_CHECKING:
    Base = Policy
else:
    Base = object

__all__ = [
    "DECISIONS",
    "LOST",
    "NUMBERS",
    "NUMBERS_USED",
    "RATE",
    "SLOPE",
    "STEPS",
    "TRACE",
    "PositionLearner",
    "Teaching",
]  # fmt: skip

STEPS, NUMBERS_USED, LOST = range(3)
"""Indexes of the integers that make up the state of learning.

They are how many decisions and how many numbers of this game are recorded, and how many decisions have not
been recorded because there was no room.
"""

RATE, TRACE = range(2)
"""Indexes of the numbers that govern learning, as in `interpreter.play.policies.Lessons`."""

SLOPE = 0.25
"""The greatest slope of the rewards, by worth."""

DECISIONS, NUMBERS = 1 << 12, 1 << 20
"""Maximum number of decisions, and of numbers that weighed in them, which are recorded of a game."""


class Teaching:
    """The arrays of learning that the host fills, or reads, before it fills those of `Given`."""

    def __init__(self, room: Room) -> None:
        self.learning, self.governs = room.words(3), room.reals(2)


class Learning(Base):
    """What all policies that learn have."""

    def teach(self, teaching: Teaching, own: Room) -> None:
        """Provide the arrays."""
        self.learning, self.governs = teaching.learning, teaching.governs
        self.deciders, self.starts = own.words(DECISIONS), own.words(DECISIONS + 1)
        """The seat of each decision recorded, and the index of its first number."""
        self.indexes, self.values = own.words(NUMBERS), own.singles(NUMBERS)
        """The numbers that weighed in the options taken, and the indexes of their weights."""

    @inline
    def opened(self, seat: int, count: int) -> int:
        """Begin to record a decision in which `count` numbers weighed.

        Return the index of its first number, or `NOWHERE` if there is no room.
        """
        step, at = self.learning[STEPS], self.learning[NUMBERS_USED]
        if step < DECISIONS and at + count <= NUMBERS:
            self.deciders[step], self.starts[step], self.starts[step + 1] = seat, at, at + count
            self.learning[STEPS], self.learning[NUMBERS_USED] = step + 1, at + count
        else:
            self.learning[LOST] += 1
            at = NOWHERE
        return at

    def forget(self) -> None:
        """Begin a game, of which nothing is recorded yet."""
        self.learning[STEPS], self.learning[NUMBERS_USED] = 0, 0

    def learn(self) -> None:
        """Change the weights of the recorded decisions of a finished game."""
        self.reward()
        for back in range(self.learning[STEPS]):
            self.correct(self.learning[STEPS] - 1 - back)

    def correct(self, step: int) -> None:
        """Move the reward that the option taken stands for towards its target, and find the target before."""
        seat, first, end = self.deciders[step], self.starts[step], self.starts[step + 1]
        worth, norm = 0.0, 0.0
        for i in range(first, end):
            worth = worth + self.weights[self.indexes[i]] * self.values[i]
            norm = norm + self.values[i] * self.values[i]
        reward = self.likely(worth)
        error = self.target[seat] - reward
        if norm > 0.0:
            change = self.governs[RATE] * error / (SLOPE * norm)
            for i in range(first, end):
                self.change(self.indexes[i], change * self.values[i])
        self.target[seat] = reward + self.governs[TRACE] * error

    @inline
    def change(self, at: int, by: Real) -> None:
        """Change a weight."""
        self.weights[at] = self.weights[at] + by


class PositionLearner(Learning, PositionPolicy):
    """A policy by positions that learns.

    It has many weights, of which each position has few. Each changes the less, the more its changes have
    cancelled each other out (temporal coherence: D. Beal and M. Smith, "Temporal coherence and prediction
    decay in TD learning", IJCAI 1999), so the rate of learning may be high.
    """

    def __init__(
        self, game: by_position.Game, program: Program, encoding: Encoding, room: Room, own: Room
    ) -> None:
        teaching = Teaching(room)
        PositionPolicy.__init__(self, game, program, encoding, room, own)
        self.teach(teaching, own)
        self.best_count = own.words(1)
        self.most = encoding.size + self.count
        self.best, self.numbers = own.words(self.most), own.singles(self.most)
        """What weighs in the best option so far."""
        self.net, self.size = own.singles(1 << BITS), own.singles(1 << BITS)
        """For each weight, the sum of the changes that were wanted, and that of their absolute values."""

    @inline
    def change(self, at: int, by: Real) -> None:
        """Change a weight, by a part of what is wanted if its changes cancel each other out."""
        net, size, share = self.net[at], self.size[at], 1.0
        if size > 0.0:
            share = net / size if net > 0.0 else (0.0 - net) / size
        self.weights[at] = self.weights[at] + share * by
        self.net[at] = net + by
        self.size[at] = size + (by if by > 0.0 else 0.0 - by)

    @inline
    def note(self, k: int) -> None:  # noqa: ARG002 - as the base says it
        """Note what weighed in the best option so far."""
        row, count = self.weighed[ROW], 0
        if row != NOWHERE:
            for number in range(self.count):
                self.best[number], self.numbers[number] = self.at(row, self.now[number]), 1.0
            count = self.count
            for i in range(self.cells.count[0]):
                self.best[count], self.numbers[count] = self.at_number(row, i), self.cells.out[i]
                count += 1
        self.best_count[0] = count

    @inline
    def decided(self, seat: int) -> None:
        """Record what weighed in a decision, unless it ended the game, so that its reward is known."""
        count, at = self.best_count[0], NOWHERE
        if count > 0:
            at = self.opened(seat, count)
        if at >= 0:
            for i in range(count):
                self.indexes[at + i], self.values[at + i] = self.best[i], self.numbers[i]
