"""Policies that weigh an option by its actions and by what the player observes, before anything happens.

An option is spelled by a few actions (`interpreter.play.actions`, by pick): one for the action of the game,
and one for each value. Its worth is the sum, over its actions, of the numbers that the player observes
(`interpreter.play.encoding`), each multiplied by a weight for this action and number. Seats share weights
where they can (`relative`). Unlike other worths, it estimates no reward: only differences matter. There are
other weights, those of a *critic*, for what a player expects before a decision.
"""

from __future__ import annotations

from typing import Protocol

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.learning import policy
from interpreter.kernels.learning.boards import Boards
from interpreter.kernels.learning.patterns import MOST, Patterns
from interpreter.kernels.learning.policy import FIRST, OF_NUMBER, OF_ROW, Policy
from interpreter.kernels.learning.relative import shared_actions, shared_numbers
from interpreter.kernels.terms import Long, Real, Room, Words, inline
from interpreter.play.chance import ALL
from interpreter.play.encoding import Encoding

__all__ = ["ActionPolicy", "Game"]

NOW, COUNT, LENGTH, BEST = range(4)
"""Indexes of the integers that say what is weighed.

They are a number for the decision, how many numbers and patterns are observed, and how many actions spell the
present option, and the best one so far.
"""

OF_CRITIC = OF_ROW
"""The part of a hash that belongs to what a player expects, whatever is taken."""

MOST_DECISIONS = 1 << 30
"""Maximum of the number that stands for a decision; it must not overflow within a game."""


class Game(policy.Game, Protocol):
    """A game whose options can be spelled."""

    word: Words
    """Room for the actions that spell an option."""

    def spell(self) -> None:
        """Write the actions of each option to `word`, and call `ActionPolicy.add` for it, in order."""

    def stand(self) -> None:
        """Write the parts of all scores to `points`, as if the game were over."""


class ActionPolicy(Policy):
    """The policies of all seats of one program, which weigh actions."""

    def __init__(self, game: Game, program: Program, encoding: Encoding, room: Room, own: Room) -> None:
        super().__init__(game, program, room, own)
        self.game, self.actions, self.weighed = game, encoding.actions.size, own.words(4)
        self.best = own.words(encoding.actions.most)
        """The actions that spell the best option so far."""
        self.stamps, self.sums = own.words(self.actions), own.reals(self.actions)
        """For each action, the decision in which it was weighed last, and what it contributed there."""
        self.listed = Listed(encoding.size, own, MOST)
        self.observing = Observing(
            program, encoding, game.position, self.listed.out, self.listed.tally, own, 1, self.listed
        )
        self.patterns = Patterns(Boards(program, encoding), self.listed, own)
        self.hashes = own.longs(encoding.size + self.patterns.count)
        """The part of a hash that belongs to each number observed, and then to each pattern."""
        self.numbers, self.rows = shared_numbers(program, encoding), shared_actions(program, encoding)
        self.size, self.owned = encoding.size, any(owner != NOWHERE for owner in program.owners)

    def weigh(self, many: int) -> None:
        """Weigh all options, and find the best one, unless there is only one."""
        if many > 1:
            self.look(self.game.player())
            self.weighed[NOW] += 1
            self.game.spell()

    def look(self, seat: int) -> None:
        """Find what a seat observes, and the hashes that belong to it."""
        self.listed.empty()
        self.observing.write(seat, 0)
        count = self.listed.count[0]
        for i in range(count):
            number = self.numbers[seat * self.size + self.listed.indexes[i]]
            self.hashes[i] = Long(number) * OF_NUMBER & ALL
        self.weighed[COUNT] = count + self.patterns.count
        if self.patterns.count > 0:
            self.patterns.find(self.hashes)
            if self.owned:
                for i in range(count, self.weighed[COUNT]):
                    self.hashes[i] = self.hashes[i] + Long(seat + 1) * OF_NUMBER & ALL

    def add(self, k: int, length: int) -> None:
        """Weigh the `k`-th option, which `length` actions spell."""
        total = 0.0
        for i in range(length):
            action = self.game.word[i]
            if self.stamps[action] != self.weighed[NOW]:
                self.stamps[action] = self.weighed[NOW]
                self.sum(action)
                self.enlist(action)
            total = total + self.sums[action]
        self.judge(k, length, total)

    def estimate(self, seat: int) -> None:  # noqa: ARG002 - as the base says it
        """Estimate the rewards at a decision by what the critic expects for the seat that decides."""
        player, worth = self.game.player(), 0.0
        self.state[FIRST] = 0
        self.look(player)
        for i in range(self.weighed[COUNT]):
            worth = worth + self.weights[self.index(OF_CRITIC, self.hashes[i])] * self.listed.out[i]
        self.divide(player, self.likely(worth))

    @inline
    def enlist(self, action: int) -> None:
        """Note that an action is weighed for the first time in a decision; only a policy that learns does."""

    @inline
    def judge(self, k: int, length: int, worth: Real) -> None:
        """Compare the `k`-th option, of known worth, with the best one so far."""
        self.weighed[LENGTH] = length
        self.compare(k, worth)

    @inline
    def note(self, k: int) -> None:  # noqa: ARG002 - as the base says it
        """Note the actions that spell the best option so far."""
        self.weighed[BEST] = self.weighed[LENGTH]
        for i in range(self.weighed[LENGTH]):
            self.best[i] = self.game.word[i]

    def sum(self, action: int) -> None:
        """Compute what an action contributes to the worth of an option."""
        row, total = self.row(self.game.player(), action), 0.0
        for i in range(self.weighed[COUNT]):
            total = total + self.weights[self.index(row, self.hashes[i])] * self.listed.out[i]
        self.sums[action] = total

    def row(self, seat: int, action: int) -> Long:
        """Return the part of a hash that belongs to an action of a seat."""
        return Long(self.rows[seat * self.actions + action] + 2) * OF_ROW & ALL

    def index(self, row: Long, number: Long) -> int:
        """Return the index of the weight with the hash that has these two parts."""
        return self.state[FIRST] + int((row + number & ALL) >> self.shift)

    @inline
    def prepare(self) -> None:
        """Begin to number decisions anew, if their number has become too great."""
        if self.weighed[NOW] > MOST_DECISIONS:
            self.weighed[NOW] = 0
            for action in range(self.actions):
                self.stamps[action] = 0
