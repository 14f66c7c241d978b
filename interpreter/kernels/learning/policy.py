"""Policies: each option has a worth, and the best one is taken, or a good one.

The *worth* of an option is a sum of weights, some of which are multiplied by numbers. It depends on nothing
that the player does not observe. There are two kinds:

- `by_position`: the worth of what an option leads to, where all players know the same. It estimates the
  reward of the player if all go on as they play, as the logarithm of the odds: the worth 0 stands for the
  reward ½, and the worth w for 1 / (1 + exp(-w)) (*logistic regression*: D. Cox, 1958).
- `by_action`: the worth of an option by its actions and by what the player observes before, everywhere else.
  Only differences matter: it is the logarithm of the probability of the option, plus a constant.

Weights are found by a hash of what they belong to, so there are as many for every game of a kind. What shares
a weight disturbs each other a little (K. Weinberger and others, "Feature hashing for large scale multitask
learning", ICML 2009).

With a temperature t above 0, the probability of an option is proportional to exp(worth / t). It is chosen
without exponentials: the option is taken whose worth plus t times a number from Gumbel's distribution is
greatest (E. Gumbel, "Statistical theory of extreme values", 1954).
"""

from __future__ import annotations

from math import exp, inf, log
from typing import Protocol

from gamespec.program import Program
from interpreter.kernels.chance import drawn, picked
from interpreter.kernels.terms import Long, Real, Room, Words, inline, integer_part
from interpreter.kernels.worth import Worth
from interpreter.play.chance import ALL, GAMMA, mix
from interpreter.play.together import teams_of

__all__ = [
    "AT_RANDOM",
    "BITS",
    "FIRST",
    "OF_NUMBER",
    "OF_ROW",
    "Game",
    "Given",
    "Policy",
    "log_odds",
]  # fmt: skip

NOISES = 12
GUMBEL = tuple(-log(-log((i + 0.5) / (1 << NOISES))) for i in range(1 << NOISES))
"""Quantiles of Gumbel's distribution."""

FARTHEST, FINE = 8, 256
"""The worth beyond which a reward counts as 0 or 1, and the number of steps for 1 of worth."""

LOGISTIC = tuple(1 / (1 + exp(FARTHEST - (i + 0.5) / FINE)) for i in range(2 * FARTHEST * FINE))
"""Rewards, by worth."""

ODDS = 1 << 12
"""Number of steps between the rewards 0 and 1."""


def log_odds(reward: float) -> float:
    """Return the worth that stands for a reward from 0 to 1."""
    if not 0 < reward < 1:
        return float(FARTHEST if reward > 0 else -FARTHEST)
    return min(max(log(reward / (1 - reward)), -float(FARTHEST)), float(FARTHEST))


LOG_ODDS = tuple(log_odds(i / ODDS) for i in range(ODDS + 1))
"""Worths, by reward."""

BITS = 18
"""The binary logarithm of the number of weights of a policy."""

OF_ROW, OF_NUMBER = 0xD6E8FEB86659FD93, 0xA0761D6478BD642F
"""Odd multipliers of a row and of a number, whose sum is the hash of a weight."""

AT_RANDOM = -1
"""Stands for the number of a policy where a seat plays at random."""

OPENING = 1 << 30
"""Index of the random number that says how many decisions of a game are made at random first."""

CHOSEN, FIRST, SEATED = range(3)
"""Indexes of the integers that make up the state of a policy.

They are the option that is best so far, the index of the policy's first weight, and the index of the player
in the first seat of the game.
"""

TEMPERATURE, MERIT = range(2)
"""Indexes of the floating-point numbers of the state: the temperature, and the merit of the best option."""


class Game(Protocol):
    """A game at a decision, with the results of a finished game."""

    position: Words
    places: Words
    points: Words

    def player(self) -> int:
        """Return the seat that decides."""

    def truncated(self) -> bool:
        """Return whether the finished game was truncated instead of ending by its rules."""

    def at_random(self, key: Long, number: int, count: int) -> int:
        """Return the index of the option that a random player takes, as `picked` does if none is ranked."""


class Given:
    """The arrays that the host fills: who plays by which policy, at which temperature, and the weights.

    For each of the `players`, `plays_by` has the number of a policy, and `temperatures` its temperature. For
    each of some `games`, one after another, `seated` has the number of the player in each seat. There may be
    several `policies`, of which each has 2 ** `BITS` weights. While a module is being compiled,
    these numbers are unknown, and given as 0.

    A player without a policy, for whom `AT_RANDOM` stands, takes options at random. So do all players in the
    first decisions of a game, of which there are a random number less than `opening`.
    """

    def __init__(
        self, room: Room, program: Program, *, players: int = 0, games: int = 0, policies: int = 0
    ) -> None:
        self.opening, self.state, self.real = room.words(1), room.words(3), room.reals(2)
        self.plays_by, self.temperatures = room.words(players), room.reals(players)
        self.seated = room.words(program.players * games)
        self.weights = room.singles(policies << BITS)


class Policy(Given):
    """The policies of all seats of one program. The arrays that are not `Given` are in the room `own`."""

    def __init__(self, game: Game, program: Program, room: Room, own: Room) -> None:
        super().__init__(room, program)
        self.over, self.players, self.shift = game, program.players, 64 - BITS
        self.draw, self.target = own.longs(1), own.reals(program.players)
        """The luck of a decision, and the reward of each seat."""
        self.sides = len({*teams_of(program)})
        """The number of teams."""
        self.rewards = Worth(teams_of(program), len(program.score))

    def choose(self, many: int, key: Long, number: int) -> int:
        """Return the index of the option to take, out of `many`; `key` and `number` are as in `picked`."""
        seat = self.over.player()
        who = self.seated[self.state[SEATED] + seat]
        if self.plays_by[who] == AT_RANDOM or number <= picked(key, OPENING, self.opening[0]):
            return self.over.at_random(key, number, many)
        self.draw[0] = drawn(key, number)
        self.state[CHOSEN], self.state[FIRST] = 0, self.plays_by[who] << BITS
        self.real[TEMPERATURE], self.real[MERIT] = self.temperatures[who], -inf
        self.weigh(many)
        self.decided(seat)
        return self.state[CHOSEN]

    # --- what each kind says --------------------------------------------------------------------------

    def weigh(self, many: int) -> None:
        """Weigh all options, and find the best one."""
        raise NotImplementedError

    def estimate(self, seat: int) -> None:
        """Estimate the rewards at a decision, to which an option of a seat has led, in `target`."""
        raise NotImplementedError

    @inline
    def note(self, k: int) -> None:
        """Note what weighed in the `k`-th option, which is the best one so far."""

    @inline
    def decided(self, seat: int) -> None:
        """Note that the best option is taken; only a policy that learns does."""

    def begin(self, game: int) -> None:
        """Begin the game with a number, which says who is `seated`."""
        self.state[SEATED] = game * self.players
        self.prepare()

    @inline
    def prepare(self) -> None:
        """Prepare for a game."""

    # --- worths ---------------------------------------------------------------------------------------

    def compare(self, k: int, worth: Real) -> None:
        """Compare the `k`-th option, of known worth, with the best one so far."""
        merit = worth
        if self.real[TEMPERATURE] > 0.0:
            merit = merit + self.real[TEMPERATURE] * self.noise(k)
        if merit > self.real[MERIT]:
            self.real[MERIT], self.state[CHOSEN] = merit, k
            self.note(k)

    def noise(self, k: int) -> Real:
        """Return a random number of Gumbel's distribution for the `k`-th option."""
        return GUMBEL[int(mix((self.draw[0] + GAMMA * Long(k + 1)) & ALL) >> (64 - NOISES))]

    def likely(self, worth: Real) -> Real:
        """Return the reward that a worth stands for."""
        found = worth
        if found > FARTHEST - 1 / FINE:  # noqa: PLR1730 - kernels have no `min` of `Real`s
            found = FARTHEST - 1 / FINE
        if found < -FARTHEST:  # noqa: PLR1730 - as above
            found = -FARTHEST
        return LOGISTIC[int(integer_part((found + FARTHEST) * FINE))]

    def divide(self, seat: int, reward: Real) -> None:
        """Set the reward of a seat and its team, and divide what is left equally among the other teams.

        Rewards by places add up to half the number of teams, because each pair of teams shares a reward of 1.
        """
        rest = (self.sides / 2 - reward) / (self.sides - 1) if self.sides > 1 else reward
        for other in range(self.players):
            same = self.rewards.teams[other] == self.rewards.teams[seat]
            self.target[other] = reward if same else rest

    def reward(self) -> None:
        """Compute the reward of each seat, from 0 to 1, from its place.

        It is the share of opponents left behind; players who win or lose together have 1 if they win. A
        truncated game is lost by all, so nobody gains by putting off its end.
        """
        if self.over.truncated():
            for seat in range(self.players):
                self.target[seat] = 0.0
        elif self.sides > 1:
            self.rewards.by_places(self.over.places, self.target)
        else:
            for seat in range(self.players):
                self.target[seat] = 1.0 if self.over.places[seat] == 1 else 0.0
