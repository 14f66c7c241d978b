"""Learning a policy by positions from games that it plays against itself (`learner`)."""

from __future__ import annotations

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.learning import by_position
from interpreter.kernels.learning.by_position import ROW, PositionPolicy
from interpreter.kernels.learning.learner import (
    DECISIONS,
    LOST,
    NUMBERS,
    NUMBERS_USED,
    RATE,
    SLOPE,
    STEPS,
    TRACE,
    SharedScores,
    Teaching,
)
from interpreter.kernels.learning.policy import BITS
from interpreter.kernels.terms import Real, Room, inline
from interpreter.play.encoding import Encoding

__all__ = ["PositionLearner"]


class PositionLearner(PositionPolicy):
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
        self.learning, self.governs = teaching.learning, teaching.governs
        self.deciders, self.starts = own.words(DECISIONS), own.words(DECISIONS + 1)
        """The seat of each decision recorded, and the index of its first number. To the seat, the number of
        players is added if it decided in a position that may have come as a surprise.
        """
        self.indexes, self.values = own.words(NUMBERS), own.singles(NUMBERS)
        """The numbers that weighed in the options taken, and the indexes of their weights."""
        self.common = SharedScores(program, game, self.rewards, self.target, own)
        self.best_count = own.words(1)
        self.most = encoding.size + self.count + self.more.most
        self.best, self.numbers = own.words(self.most), own.singles(self.most)
        """What weighs in the best option so far."""
        self.net, self.size = own.singles(1 << BITS), own.singles(1 << BITS)
        """For each weight, the sum of the changes that were wanted, and that of their absolute values."""

    # --- recording ------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Begin a game, of which nothing is recorded yet."""
        self.learning[STEPS], self.learning[NUMBERS_USED] = 0, 0

    @inline
    def note(self, k: int) -> None:  # noqa: ARG002 - as the base says it
        """Note what weighed in the best option so far."""
        row = self.weighed[ROW]
        self.best_count[0] = 0
        if row != NOWHERE:
            self.gather(row)

    def gather(self, row: int) -> None:
        """Gather what weighs in the present position."""
        for number in range(self.count):
            self.best[number], self.numbers[number] = self.at(row, self.now[number]), 1.0
        count = self.count
        for i in range(self.cells.count[0]):
            self.best[count], self.numbers[count] = self.at_number(row, i), self.cells.out[i]
            count += 1
        for i in range(self.more.count[0]):
            self.best[count], self.numbers[count] = self.at_more(row, i), self.more.out[i]
            count += 1
        self.best_count[0] = count

    @inline
    def reached(self, seat: int) -> None:
        """Record the position in which a seat decides, which no option need have led to."""
        self.gather(seat)
        self.record(seat + self.players, self.best_count[0])

    @inline
    def decided(self, seat: int) -> None:
        """Record what weighed in a decision, unless it ended the game, so that its reward is known."""
        if self.best_count[0] > 0:
            self.record(seat, self.best_count[0])

    def record(self, seat: int, count: int) -> None:
        """Record a decision in which `count` numbers weighed, if there is room."""
        step, at = self.learning[STEPS], self.learning[NUMBERS_USED]
        if step < DECISIONS and at + count <= NUMBERS:
            if self.common.on:
                self.common.note(step, self.game.player())
            self.deciders[step], self.starts[step], self.starts[step + 1] = seat, at, at + count
            for i in range(count):
                self.indexes[at + i], self.values[at + i] = self.best[i], self.numbers[i]
            self.learning[STEPS], self.learning[NUMBERS_USED] = step + 1, at + count
        else:
            self.learning[LOST] += 1

    # --- learning -------------------------------------------------------------------------------------

    def learn(self) -> None:
        """Change the weights of the recorded decisions of a finished game."""
        if self.common.on:
            self.common.reward(self.learning[STEPS])
        else:
            self.reward()
        for back in range(self.learning[STEPS]):
            self.correct(self.learning[STEPS] - 1 - back)

    def correct(self, step: int) -> None:
        """Move the reward that the option taken stands for towards its target, and find the target before."""
        seat, first, end = self.deciders[step], self.starts[step], self.starts[step + 1]
        is_reached = seat >= self.players
        if is_reached:
            seat -= self.players
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
        if not is_reached:
            found = reward + self.governs[TRACE] * error
            if self.common.on:
                found = self.common.mixed(step, found)
            self.target[seat] = found

    @inline
    def change(self, at: int, by: Real) -> None:
        """Change a weight, by a part of what is wanted if its changes cancel each other out."""
        net, size, share = self.net[at], self.size[at], 1.0
        if size > 0.0:
            share = net / size if net > 0.0 else (0.0 - net) / size
        self.weights[at] = self.weights[at] + share * by
        self.net[at] = net + by
        self.size[at] = size + (by if by > 0.0 else 0.0 - by)
