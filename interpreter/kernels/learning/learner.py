"""What both kinds of policies that learn have in common.

A policy learns from games that it plays against itself. Each decision is recorded. When a game ends, the
weights are changed for each of its decisions, from the last one to the first, so that the estimated reward
comes nearer to its target. The target is the reward, mixed with what was estimated at the next decision of
the same seat: the λ-return (R. Sutton and A. Barto, "Reinforcement Learning", 2018, chapter 12). Estimates
are computed anew, and each change is divided by the sum of the squares of the numbers, so that weights do not
run away (normalized least mean squares: M. Nagumo and A. Noda, "A learning method for system identification",
1967).

If all players win or lose together, their scores are the rewards, and not only the final ones: games that end
in disaster have the same final score, however well they began. With the weight `ENDING`, a decision is
rewarded for the score as it stands when it is made, and with the rest of the weight for what follows.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Program
from gamespec.program.failing import Failing
from interpreter.kernels.terms import Real, Reals, Room, Words, square_root
from interpreter.kernels.worth import Worth
from interpreter.play.together import share_scores

__all__ = [
    "DECISIONS", "LOST", "NUMBERS", "NUMBERS_USED", "RATE", "SLOPE", "STEPS", "TRACE", "SharedScores",
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


MIDDLE, VARIANCE = range(2)
"""Indexes of numbers about usual scores: their mean, and their variance."""

USED, SPREAD, LEAST_VARIANCE = 0.0001, 4.0, 0.01
"""The weight of a score among usual ones; the number of standard deviations between the rewards 0 and 1; and
what is added to the variance, so that nothing is divided by 0.
"""

ENDING = 0.1
"""The weight of the score as it stands."""


class Game(Protocol):
    """A game whose scores can be computed."""

    points: Words

    def stand(self) -> None:
        """Write the parts of all scores to `points`, as if the game were over."""


class SharedScores:
    """Turns scores into rewards. It is `on` if the players of the program win or lose together."""

    def __init__(self, program: Program, game: Game, worth: Worth, target: Reals, room: Room) -> None:
        self.on, self.game, self.worth, self.target = share_scores(program), game, worth, target
        self.stands = self.on and not any(map(Failing(program).fails, program.score))
        """Whether scores count before the end, where an author may not expect them to be computed."""
        self.players = program.players
        self.scores, self.usual = room.reals(DECISIONS if self.on else 1), room.reals(2)
        """The score of the seat that decides, by decision, and numbers about usual scores."""

    def note(self, step: int, seat: int) -> None:
        """Note the score of a seat at a decision."""
        if self.stands:
            self.game.stand()
            self.scores[step] = Real(self.worth.score(self.game.points, seat))

    def reward(self, steps: int) -> None:
        """Set the reward of each seat to that of its final score, after a game of so many decisions."""
        if self.stands:
            for step in range(steps):
                self.get_used(self.scores[step])
        for seat in range(self.players):
            score = Real(self.worth.score(self.game.points, seat))
            self.get_used(score)
            self.target[seat] = self.scaled(score)

    def mixed(self, step: int, reward: Real) -> Real:
        """Return a reward at a decision, mixed with that for the score there."""
        found = reward
        if self.stands:
            found = found + ENDING * (self.scaled(self.scores[step]) - found)
        return found

    def get_used(self, score: Real) -> None:
        """Count a score among the usual ones."""
        by = score - self.usual[MIDDLE]
        self.usual[MIDDLE] = self.usual[MIDDLE] + USED * by
        self.usual[VARIANCE] = self.usual[VARIANCE] + USED * (by * by - self.usual[VARIANCE])

    def scaled(self, score: Real) -> Real:
        """Return the reward for a score, which is ½ for the usual one."""
        deviation = square_root(self.usual[VARIANCE] + LEAST_VARIANCE)
        found = (score - self.usual[MIDDLE]) / (SPREAD * deviation) + 0.5
        if found < 0.0:  # noqa: PLR1730 - kernels have no `max` of `Real`s
            found = 0.0
        if found > 1.0:  # noqa: PLR1730 - as above
            found = 1.0
        return found
