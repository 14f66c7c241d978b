"""Learning a policy from games that it plays against itself.

All that weighed in a decision is recorded. When a game ends, the weights are changed for each of its
decisions, from the last one to the first, so that the worth of the option that was taken comes nearer to its
target. The target is the reward, mixed with the worth of the option that the same seat took next: the
λ-return (R. Sutton and A. Barto, "Reinforcement Learning", 2018, chapter 12). Worths are computed anew, and
each change is divided by the sum of the squares of the numbers, so that weights do not run away (normalized
least mean squares: M. Nagumo and A. Noda, "A learning method for system identification", 1967).
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Program
from interpreter.kernels.learning import policy
from interpreter.kernels.learning.policy import COUNT, LENGTH, Policy
from interpreter.kernels.terms import Room, Words, inline
from interpreter.kernels.worth import Worth
from interpreter.play.encoding import Encoding
from interpreter.play.search import Reward
from interpreter.play.together import teams_of

__all__ = ["LOST", "REWARD", "Game", "Learner", "Teaching"]

STEPS, NUMBERS_USED, REWARD, LOST = range(4)
"""Indexes of the integers that make up the state of learning.

They are how many decisions and how many numbers of this game are recorded, the kind of reward, and how many
decisions have not been recorded because there was no room.
"""

RATE, TRACE, SHIFT, SCALE = range(4)
"""Indexes of the numbers that govern learning, as in `interpreter.play.policies.Lessons`."""

DECISIONS, NUMBERS = 1 << 12, 1 << 20
"""Maximum number of decisions, and of numbers that weighed in them, which are recorded of a game."""


class Game(policy.Game, Protocol):
    """A game at a decision, with the results of a finished game."""

    places: Words
    points: Words

    def truncated(self) -> bool:
        """Return whether the finished game was truncated instead of ending by its rules."""


class Teaching:
    """The arrays of learning that the host fills, or reads, before it fills those of `Given`."""

    def __init__(self, room: Room) -> None:
        self.learning, self.governs = room.words(4), room.reals(4)


class Learner(Policy):
    """A policy that learns."""

    def __init__(self, game: Game, program: Program, encoding: Encoding, room: Room, own: Room) -> None:
        teaching = Teaching(room)
        super().__init__(game, program, encoding, room, own)
        self.over, self.learning, self.governs = game, teaching.learning, teaching.governs
        self.target, self.span = own.reals(program.players), own.reals(2)
        self.deciders, self.begins = own.words(DECISIONS), own.words(DECISIONS + 1)
        """The seat of each decision recorded, and the index of its first number."""
        self.indexes, self.values = own.words(NUMBERS), own.singles(NUMBERS)
        """The numbers that weighed in the options taken, and the indexes of their weights."""
        self.rewards = Worth(teams_of(program), len(program.score))
        self.scored = bool(program.score)

    @inline
    def decided(self) -> None:
        """Record what weighed in a decision."""
        seat = self.game.player()
        step, at, count = self.learning[STEPS], self.learning[NUMBERS_USED], self.state[COUNT]
        if step >= DECISIONS or at + count * self.state[LENGTH] > NUMBERS:
            self.learning[LOST] += 1
        else:
            self.deciders[step], self.begins[step] = seat, at
            for n in range(self.state[LENGTH]):
                row = self.row(self.best[n])
                for i in range(count):
                    self.indexes[at], self.values[at] = self.at(row, i), self.listed.out[i]
                    at += 1
            self.begins[step + 1] = at
            self.learning[STEPS], self.learning[NUMBERS_USED] = step + 1, at

    def begin(self, game: int) -> None:
        """Begin the game with a number, of which nothing is recorded yet."""
        self.sit(game)
        self.renew()
        self.learning[STEPS], self.learning[NUMBERS_USED] = 0, 0

    def learn(self) -> None:
        """Change the weights of the recorded decisions of a finished game."""
        self.reward()
        for back in range(self.learning[STEPS]):
            self.correct(self.learning[STEPS] - 1 - back)

    def correct(self, step: int) -> None:
        """Move the worth of the option taken in a decision towards its target, and find the target before."""
        seat, first, end = self.deciders[step], self.begins[step], self.begins[step + 1]
        worth, norm = 0.0, 0.0
        for i in range(first, end):
            worth = worth + self.weights[self.indexes[i]] * self.values[i]
            norm = norm + self.values[i] * self.values[i]
        error = self.target[seat] - worth
        if norm > 0.0:
            change = self.governs[RATE] * error / norm
            for i in range(first, end):
                at = self.indexes[i]
                self.weights[at] = self.weights[at] + change * self.values[i]
        self.target[seat] = worth + self.governs[TRACE] * error

    def reward(self) -> None:
        """Compute the reward of each seat. A truncated game counts as a draw."""
        if self.scored and self.learning[REWARD] != Reward.PLACES:
            self.rewards.by_scores(self.over.points, self.target, self.span)
        elif self.over.truncated():
            for seat in range(self.players):
                self.target[seat] = 0.5
        else:
            self.rewards.by_places(self.over.places, self.target)
        for seat in range(self.players):
            self.target[seat] = (self.target[seat] - self.governs[SHIFT]) * self.governs[SCALE]
