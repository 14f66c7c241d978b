"""Learning a policy by actions from games that it plays against itself: an actor and a critic.

The *critic* estimates the reward of a player from what the player observes before a decision. It learns as in
`learner`. The *actor* is the policy. It plays at the temperature 1, so the probability of an option is
proportional to the exponential of its worth. If a decision has turned out better than the critic expected,
the probability of the option taken is increased, otherwise decreased, so what happens whatever a player
chooses teaches the actor nothing (A. Barto, R. Sutton and C. Anderson, "Neuronlike adaptive elements that can
solve difficult learning control problems", IEEE Transactions on Systems, Man and Cybernetics 13, 1983). The
change follows the gradient of the logarithm of the probability (R. Williams, "Simple statistical
gradient-following algorithms", Machine Learning 8, 1992), plus a little of the gradient of the entropy, so
that no option is given up early.
"""

from __future__ import annotations

from math import exp, inf

from gamespec.program import Program
from interpreter.kernels.learning import by_action
from interpreter.kernels.learning.by_action import BEST, COUNT, LENGTH, OF_CRITIC, ActionPolicy
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
from interpreter.kernels.terms import Long, Real, Room, inline, integer_part
from interpreter.play.encoding import Encoding

__all__ = ["ActionLearner"]

STEP, ENTROPY = 1.0, 0.01
"""How much the worth of an option changes for an error of 1, if it was most unlikely, and the weight of the
entropy.
"""

PEAK, MASS, MEAN = range(3)
"""Indexes of numbers about the options of a decision: the greatest worth, the sum of the exponentials of all
worths less that, and the mean worth (before all are known, the sum of worths times exponentials).
"""

TOUCHED, ADDING = range(2)
"""Indexes in `count`."""

FINE, DEEP = 256, 16
"""The number of steps for 1 of worth, and the difference of worths beyond which a probability counts as 0."""

FALL = tuple(exp(-(i + 0.5) / FINE) for i in range(FINE * DEEP))
"""Exponentials of negative numbers."""


class ActionLearner(ActionPolicy):
    """A policy by actions that learns."""

    def __init__(
        self, game: by_action.Game, program: Program, encoding: Encoding, room: Room, own: Room
    ) -> None:
        teaching = Teaching(room)
        ActionPolicy.__init__(self, game, program, encoding, room, own)
        self.learning, self.governs = teaching.learning, teaching.governs
        self.common = SharedScores(program, game, self.rewards, self.target, own)
        self.deciders = own.words(DECISIONS)
        """The seat of each decision recorded."""
        self.starts, self.firsts = own.words(DECISIONS + 1), own.words(DECISIONS + 1)
        """The indexes of the first number and of the first action of each decision."""
        self.told, self.values = own.longs(NUMBERS), own.singles(NUMBERS)
        """The hash and the value of each number observed."""
        self.acts, self.pulls, self.spreads = own.words(NUMBERS), own.reals(NUMBERS), own.reals(NUMBERS)
        """The actions that were weighed. For each, by how much the option taken has more of it than expected,
        which is the gradient of the logarithm of its probability, and the gradient of the entropy.
        """
        self.touched, self.count = own.words(self.actions), own.words(2)
        """The actions of the present decision; their number, and whether probabilities are being added up."""
        self.pull, self.spread = own.reals(self.actions), own.reals(self.actions)
        self.soft = own.reals(3)

    def forget(self) -> None:
        """Begin a game, of which nothing is recorded yet."""
        self.learning[STEPS], self.learning[NUMBERS_USED] = 0, 0
        self.firsts[0], self.count[ADDING] = 0, 0
        self.renew()

    @inline
    def renew(self) -> None:
        """Begin a decision, of which no options are known yet."""
        self.count[TOUCHED] = 0
        self.soft[PEAK], self.soft[MASS], self.soft[MEAN] = -inf, 0.0, 0.0

    # --- options --------------------------------------------------------------------------------------

    @inline
    def enlist(self, action: int) -> None:
        """List an action of the decision."""
        self.touched[self.count[TOUCHED]] = action
        self.count[TOUCHED] += 1

    @inline
    def judge(self, k: int, length: int, worth: Real) -> None:
        """Compare an option with the best one, and count it; or, the second time, add up its probability."""
        if self.count[ADDING] == 0:
            self.weighed[LENGTH] = length
            self.weigh_in(worth)
            self.compare(k, worth)
        else:
            share = self.fall(self.soft[PEAK] - worth) / self.soft[MASS]
            for i in range(length):
                action = self.game.word[i]
                self.pull[action] = self.pull[action] - share
                self.spread[action] = self.spread[action] + share * (self.soft[MEAN] - worth)

    def weigh_in(self, worth: Real) -> None:
        """Count an option among those of the decision."""
        if worth > self.soft[PEAK]:
            fall = self.fall(worth - self.soft[PEAK])
            self.soft[MASS] = self.soft[MASS] * fall + 1.0
            self.soft[MEAN] = self.soft[MEAN] * fall + worth
            self.soft[PEAK] = worth
        else:
            share = self.fall(self.soft[PEAK] - worth)
            self.soft[MASS] = self.soft[MASS] + share
            self.soft[MEAN] = self.soft[MEAN] + share * worth

    def fall(self, by: Real) -> Real:
        """Return the exponential of a number that is not positive, given without its sign."""
        found = 0.0
        if by < DEEP:
            found = FALL[int(integer_part(by * FINE))]
        return found

    # --- recording ------------------------------------------------------------------------------------

    @inline
    def decided(self, seat: int) -> None:
        """Record a decision, unless there was nothing to decide."""
        if self.count[TOUCHED] > 0:
            self.record(seat)
            self.renew()

    def record(self, seat: int) -> None:
        """Record what was observed in a decision, and what each action had to do with the option taken."""
        step, at, count = self.learning[STEPS], self.learning[NUMBERS_USED], self.weighed[COUNT]
        to = self.firsts[step]
        if step < DECISIONS and at + count <= NUMBERS and to + self.count[TOUCHED] <= NUMBERS:
            if self.common.on:
                self.common.note(step, seat)
            self.deciders[step], self.starts[step], self.starts[step + 1] = seat, at, at + count
            self.firsts[step + 1] = to + self.count[TOUCHED]
            for i in range(count):
                self.told[at + i], self.values[at + i] = self.hashes[i], self.listed.out[i]
            self.differ()
            for n in range(self.count[TOUCHED]):
                action = self.touched[n]
                self.acts[to + n], self.pulls[to + n] = action, self.pull[action]
                self.spreads[to + n] = self.spread[action]
            self.learning[STEPS], self.learning[NUMBERS_USED] = step + 1, at + count
        else:
            self.learning[LOST] += 1

    def differ(self) -> None:
        """Find the gradients for all actions of the decision."""
        for n in range(self.count[TOUCHED]):
            action = self.touched[n]
            self.pull[action], self.spread[action] = 0.0, 0.0
        for n in range(self.weighed[BEST]):
            action = self.best[n]
            self.pull[action] = self.pull[action] + 1.0
        self.soft[MEAN] = self.soft[MEAN] / self.soft[MASS]
        self.count[ADDING] = 1
        self.game.spell()
        self.count[ADDING] = 0

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
        """Correct the critic and the actor after a decision, and find the target for the decision before."""
        seat, first, end = self.deciders[step], self.starts[step], self.starts[step + 1]
        worth, norm = 0.0, 0.0
        for i in range(first, end):
            worth = worth + self.weights[self.index(OF_CRITIC, self.told[i])] * self.values[i]
            norm = norm + self.values[i] * self.values[i]
        reward = self.likely(worth)
        error = self.target[seat] - reward
        if norm > 0.0:
            self.change(OF_CRITIC, step, self.governs[RATE] * error / (SLOPE * norm))
            for n in range(self.firsts[step], self.firsts[step + 1]):
                pull = error * self.pulls[n] + ENTROPY * self.spreads[n]
                self.change(self.row(seat, self.acts[n]), step, STEP * pull / norm)
        found = reward + self.governs[TRACE] * error
        if self.common.on:
            found = self.common.mixed(step, found)
        self.target[seat] = found

    def change(self, row: Long, step: int, by: Real) -> None:
        """Change the weights of a row for all numbers observed in a decision."""
        for i in range(self.starts[step], self.starts[step + 1]):
            at = self.index(row, self.told[i])
            self.weights[at] = self.weights[at] + by * self.values[i]
