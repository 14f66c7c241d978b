"""Policies that weigh an option by its actions and by what the player observes, before anything happens.

An option is spelled by a few actions (`interpreter.play.actions`, by pick): one for the action of the game,
and one for each value. Its worth is the sum, over its actions, of the numbers that the player observes
(`interpreter.play.encoding`), each multiplied by a weight for this seat, action and number.
"""

from __future__ import annotations

from math import inf
from typing import Protocol

from gamespec.program import Program
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.learning import policy
from interpreter.kernels.learning.boards import Boards
from interpreter.kernels.learning.patterns import MOST, Patterns
from interpreter.kernels.learning.policy import (
    CHOSEN,
    FIRST,
    MERIT,
    OF_NUMBER,
    OF_ROW,
    TEMPERATURE,
    Policy,
)
from interpreter.kernels.terms import Long, Room, Words, inline
from interpreter.play.chance import ALL
from interpreter.play.encoding import Encoding

__all__ = ["ActionPolicy", "Game"]

NOW, COUNT, LENGTH, BEST = range(4)
"""Indexes of the integers that say what is weighed.

They are a number for the decision, how many numbers and patterns are observed, and how many actions spell the
present option, and the best one so far.
"""

MOST_DECISIONS = 1 << 30
"""Maximum of the number that stands for a decision; it must not overflow within a game."""


class Game(policy.Game, Protocol):
    """A game whose options can be spelled."""

    word: Words
    """Room for the actions that spell an option."""

    def spell(self) -> None:
        """Write the actions of each option to `word`, and call `ActionPolicy.add` for it, in order."""


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

    def weigh(self, many: int) -> None:  # noqa: ARG002 - the game knows its options
        """Weigh all options, and find the best one."""
        self.listed.empty()
        self.observing.write(self.game.player(), 0)
        for i in range(self.listed.count[0]):
            self.hashes[i] = Long(self.listed.indexes[i]) * OF_NUMBER & ALL
        self.weighed[COUNT] = self.listed.count[0] + self.patterns.count
        if self.patterns.count > 0:
            self.patterns.find(self.hashes)
        self.weighed[NOW] += 1
        self.game.spell()

    def estimate(self, seat: int, many: int) -> None:  # noqa: ARG002 - as the base says it
        """Estimate the rewards at a decision by the worth of the best option for the seat that decides."""
        self.state[CHOSEN], self.state[FIRST] = 0, 0
        self.real[TEMPERATURE], self.real[MERIT] = 0.0, -inf
        self.weigh(many)
        self.divide(self.game.player(), self.likely(self.real[MERIT]))

    def add(self, k: int, length: int) -> None:
        """Weigh the `k`-th option, which `length` actions spell."""
        total = 0.0
        for i in range(length):
            action = self.game.word[i]
            if self.stamps[action] != self.weighed[NOW]:
                self.stamps[action] = self.weighed[NOW]
                self.sum(action)
            total = total + self.sums[action]
        self.weighed[LENGTH] = length
        self.compare(k, total)

    @inline
    def note(self, k: int) -> None:  # noqa: ARG002 - as the base says it
        """Note the actions that spell the best option so far."""
        self.weighed[BEST] = self.weighed[LENGTH]
        for i in range(self.weighed[LENGTH]):
            self.best[i] = self.game.word[i]

    def sum(self, action: int) -> None:
        """Compute what an action contributes to the worth of an option."""
        row, total = self.row(action), 0.0
        for i in range(self.weighed[COUNT]):
            total = total + self.weights[self.at(row, i)] * self.listed.out[i]
        self.sums[action] = total

    @inline
    def row(self, action: int) -> Long:
        """Return the part of a hash that belongs to the seat that decides and an action."""
        seat = self.game.player()
        return Long(seat * self.actions + action + 1) * OF_ROW & ALL

    def at(self, row: Long, i: int) -> int:
        """Return the index of the weight for an action and the `i`-th number observed."""
        return self.state[FIRST] + int((row + self.hashes[i] & ALL) >> self.shift)

    @inline
    def prepare(self) -> None:
        """Begin to number decisions anew, if their number has become too great."""
        if self.weighed[NOW] > MOST_DECISIONS:
            self.weighed[NOW] = 0
            for action in range(self.actions):
                self.stamps[action] = 0
