"""Policies: each option is weighed by what its player observes, and the best one is taken, or a good one.

An option is spelled by a few actions (`interpreter.play.actions`, by pick): one for the action of the game,
and one for each value. Its *worth* is the sum, over its actions, of the numbers that the player observes
(`interpreter.play.encoding`), each multiplied by a weight for this seat, action and number. The worth
estimates the reward of the player if all go on as they play. It depends on nothing that the player does not
observe.

Weights are found by a hash of the seat, the action and the number, so there are as many for every game. Pairs
that share a weight disturb each other a little (K. Weinberger and others, "Feature hashing for large scale
multitask learning", ICML 2009).

With a temperature t above 0, the probability of an option is proportional to exp(worth / t). It is chosen
without exponentials: the option is taken whose worth plus t times a number from Gumbel's distribution is
greatest (E. Gumbel, "Statistical theory of extreme values", 1954).
"""

from __future__ import annotations

from math import inf, log
from typing import Protocol

from gamespec.program import Program
from interpreter.kernels.arrays.listed import Listed
from interpreter.kernels.arrays.observing import Observing
from interpreter.kernels.chance import drawn, picked
from interpreter.kernels.learning.patterns import MOST, Patterns
from interpreter.kernels.terms import Long, Real, Room, Words, inline
from interpreter.play.chance import ALL, GAMMA, mix
from interpreter.play.encoding import Encoding

__all__ = ["AT_RANDOM", "BITS", "Game", "Given", "Policy"]

BITS = 18
"""Binary logarithm of the number of weights."""

NOISES = 12
GUMBEL = tuple(-log(-log((i + 0.5) / (1 << NOISES))) for i in range(1 << NOISES))
"""Quantiles of Gumbel's distribution."""

OF_ACTION, OF_NUMBER = 0xD6E8FEB86659FD93, 0xA0761D6478BD642F
"""Odd multipliers of an action and of a number, whose sum is their hash."""

AT_RANDOM = -1
"""Stands for the number of a policy where a seat plays at random."""

OPENING = 1 << 30
"""Index of the random number that says how many decisions of a game are made at random first."""

CHOSEN, NOW, LENGTH, FIRST, COUNT, SEATED = range(6)
"""Indexes of the integers that make up the state of a policy.

They are the option that is best so far, a number for the decision, how many actions spell the best option,
the index of the policy's first weight, how many numbers and patterns are observed, and the index of the
player in the first seat of the game.
"""

MOST_DECISIONS = 1 << 30
"""Maximum of the number that stands for a decision; it must not overflow within a game."""

TEMPERATURE, MERIT = range(2)
"""Indexes of the floating-point numbers of the state: the temperature, and the merit of the best option."""


class Game(Protocol):
    """A game at a decision."""

    position: Words
    word: Words
    """Room for the actions that spell an option."""

    def player(self) -> int:
        """Return the seat that decides."""

    def spell(self) -> None:
        """Write the actions of each option to `word`, and call `Policy.add` for it, in order."""

    def at_random(self, key: Long, number: int, count: int) -> int:
        """Return the index of the option that a random player takes, as `picked` does if none is ranked."""


class Given:
    """The arrays that the host fills: who plays by which policy, at which temperature, and the weights.

    For each of the `players`, `plays_by` has the number of a policy, and `temperatures` its temperature. For
    each of some `games`, one after another, `seated` has the number of the player in each of the `seats`.
    There may be several `policies`, of which each has 2 ** `BITS` weights. While a module is being compiled,
    these numbers are unknown, and given as 0.

    A player without a policy, for whom `AT_RANDOM` stands, takes options at random. So do all players in the
    first decisions of a game, of which there are a random number less than `opening`.
    """

    def __init__(
        self, room: Room, seats: int, *, players: int = 0, games: int = 0, policies: int = 0
    ) -> None:
        self.opening = room.words(1)
        self.plays_by, self.temperatures = room.words(players), room.reals(players)
        self.seated = room.words(seats * games)
        self.weights = room.singles(policies << BITS)


class Policy(Given):
    """The policies of all seats of one program. The arrays that are not `Given` are in the room `own`."""

    def __init__(self, game: Game, program: Program, encoding: Encoding, room: Room, own: Room) -> None:
        super().__init__(room, program.players)
        self.game, self.players, self.actions = game, program.players, encoding.actions.size
        self.shift, self.state, self.real = 64 - BITS, own.words(6), own.reals(2)
        self.best = own.words(encoding.actions.most)
        """The actions that spell the best option so far."""
        self.draw = own.longs(1)
        self.stamps, self.sums = own.words(self.actions), own.reals(self.actions)
        """For each action, the decision in which it was weighed last, and what it contributed there."""
        self.listed = Listed(encoding.size, own, MOST)
        self.observing = Observing(
            program, encoding, game.position, self.listed.out, self.listed.tally, own, 1, self.listed
        )
        self.patterns = Patterns(program, encoding, self.listed, own)
        self.hashes = own.longs(encoding.size + self.patterns.count)
        """The part of a hash that belongs to each number observed, and then to each pattern."""

    def choose(self, many: int, key: Long, number: int) -> int:
        """Return the index of the option to take, out of `many`; `key` and `number` are as in `picked`."""
        who = self.seated[self.state[SEATED] + self.game.player()]
        if self.plays_by[who] == AT_RANDOM or number <= picked(key, OPENING, self.opening[0]):
            return self.game.at_random(key, number, many)
        self.draw[0] = drawn(key, number)
        self.weigh()
        self.decided()
        return self.state[CHOSEN]

    @inline
    def decided(self) -> None:
        """Note that the best option is taken; only a policy that learns does."""

    def weigh(self) -> None:
        """Weigh all options, and find the best one."""
        seat = self.game.player()
        self.listed.empty()
        self.observing.write(seat, 0)
        for i in range(self.listed.count[0]):
            self.hashes[i] = Long(self.listed.indexes[i]) * OF_NUMBER & ALL
        self.state[COUNT] = self.listed.count[0] + self.patterns.count
        if self.patterns.count > 0:
            self.patterns.find(self.hashes)
        self.state[NOW] += 1
        who = self.seated[self.state[SEATED] + seat]
        self.state[CHOSEN], self.state[FIRST] = 0, self.plays_by[who] << BITS
        self.real[TEMPERATURE], self.real[MERIT] = self.temperatures[who], -inf
        self.game.spell()

    def add(self, k: int, length: int) -> None:
        """Weigh the `k`-th option, which `length` actions spell."""
        merit = self.worth(length)
        if self.real[TEMPERATURE] > 0.0:
            merit = merit + self.real[TEMPERATURE] * self.noise(k)
        if merit > self.real[MERIT]:
            self.real[MERIT] = merit
            self.state[CHOSEN], self.state[LENGTH] = k, length
            for i in range(length):
                self.best[i] = self.game.word[i]

    def noise(self, k: int) -> Real:
        """Return a random number of Gumbel's distribution for the `k`-th option."""
        return GUMBEL[int(mix((self.draw[0] + GAMMA * Long(k + 1)) & ALL) >> (64 - NOISES))]

    def worth(self, length: int) -> Real:
        """Return the worth of the option that the first `length` actions in `word` spell."""
        total = 0.0
        for i in range(length):
            action = self.game.word[i]
            if self.stamps[action] != self.state[NOW]:
                self.stamps[action] = self.state[NOW]
                self.sum(action)
            total = total + self.sums[action]
        return total

    def sum(self, action: int) -> None:
        """Compute what an action contributes to the worth of an option."""
        row, total = self.row(action), 0.0
        for i in range(self.state[COUNT]):
            total = total + self.weights[self.at(row, i)] * self.listed.out[i]
        self.sums[action] = total

    @inline
    def row(self, action: int) -> Long:
        """Return the part of a hash that belongs to the seat that decides and an action."""
        seat = self.game.player()
        return Long(seat * self.actions + action + 1) * OF_ACTION & ALL

    def at(self, row: Long, i: int) -> int:
        """Return the index of the weight for an action and the `i`-th number observed."""
        return self.state[FIRST] + int((row + self.hashes[i] & ALL) >> self.shift)

    def begin(self, game: int) -> None:
        """Begin the game with a number, which says who is `seated`."""
        self.sit(game)
        self.renew()

    @inline
    def sit(self, game: int) -> None:
        """Find who is seated in a game."""
        self.state[SEATED] = game * self.players

    @inline
    def renew(self) -> None:
        """Begin to number decisions anew, if their number has become too great."""
        if self.state[NOW] > MOST_DECISIONS:
            self.state[NOW] = 0
            for action in range(self.actions):
                self.stamps[action] = 0
