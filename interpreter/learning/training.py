"""Training: a policy learns from games in which it plays all seats, and is measured from time to time."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import NamedTuple, Protocol

from gamespec.program import Program
from gamespec.program.written import program_hash
from interpreter.kernels.learning.policy import AT_RANDOM, BITS
from interpreter.kernels.worth import Worth
from interpreter.learning.policy_file import LearnedPolicy, form_of
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import Playout
from interpreter.play.policies import Lessons, Policies, weighs_positions
from interpreter.play.together import is_cooperative, teams_of
from interpreter.protocol import Engine, LearningEngine

__all__ = ["LearnsGames", "Training", "new_weights"]

ROUND = 32
"""Number of games between two changes of temperature."""

HALVED = 20_000
"""Number of games after which the temperature has come half the way to its last value."""

TRACE = 0.8
"""The λ of λ-returns."""

SAMPLE = 512
"""Number of random games that show how long games are."""

OPENING, SHARE = 8, 4
"""When a policy is measured in a game without chance, fewer than `OPENING` decisions, and fewer than one in
`SHARE`, are made at random first.
"""

MEASURED = 200
"""Number of games that measure a policy."""


def new_weights() -> array[float]:
    """Return the weights of a policy that has learned nothing, to which all options are worth the same."""
    return array("f", bytes(4 << BITS))


class _Pace(NamedTuple):
    """The temperatures of learning in the first games and after many, and the rate of learning.

    When a policy has learned, it is `played` at another temperature. Those that weigh actions learn at the
    temperature 1, which gives their probabilities, and keep some of the variety, so that others cannot
    foresee what they do.
    """

    warm: float
    cold: float
    rate: float
    played: float


BY_POSITION, BY_ACTION = _Pace(0.5, 0.2, 1.0, 0.02), _Pace(1.0, 1.0, 0.02, 0.2)
"""How the two kinds of policies learn (`interpreter.kernels.learning`)."""


class LearnsGames(LearningEngine, Engine, Protocol):
    """An engine that plays games, and in which policies learn."""


class Training:
    """The training of one policy. The same seed and number of games give the same weights."""

    def __init__(
        self, program: Program, engine: LearnsGames, seed: int = 0, weights: array[float] | None = None
    ) -> None:
        self._program, self._engine = program, engine
        self._named, self._seed = seed, derived(seed, "learning")
        self._learning = engine.learning(new_weights() if weights is None else weights)
        self.together = is_cooperative(program)
        """Whether all players win or lose together, so that they learn from scores."""
        self.games = self.faults = 0
        self._worth = Worth(teams_of(program))
        seeds = (Seeds.of(derived(self._seed, "sample"), number) for number in range(SAMPLE))
        length = fmean(game.decisions for game in engine.batch(seeds))
        self._opening = 1 if program.streams else min(OPENING, 1 + int(length / SHARE))

    @property
    def weights(self) -> array[float]:
        """The weights as they are now."""
        return self._learning.weights

    def policy(self, game: str, options: Mapping[str, int | bool | str], seconds: float) -> LearnedPolicy:
        """Return the policy as it is now, learned in so many `seconds`. See `LearnedPolicy` for the rest."""
        program = self._program
        learned = {"games": self.games, "seconds": round(seconds, 1), "seed": self._named}
        return LearnedPolicy(
            program_hash(program),
            form_of(program),
            game,
            options,
            program.players,
            self.played,
            self.weights,
            learned,
        )

    @property
    def lost(self) -> int:
        """How many decisions were not learned from, because their games were too long to be recorded."""
        return self._learning.lost

    @property
    def _pace(self) -> _Pace:
        return BY_POSITION if weighs_positions(self._program) else BY_ACTION

    @property
    def played(self) -> float:
        """The temperature at which the policy plays when it has learned, and is measured."""
        return self._pace.played

    @property
    def _lessons(self) -> Lessons:
        """How the policy learns from the next games."""
        left = 1 / (1 + (self.games - self.games % ROUND) / HALVED)
        warm, cold, rate, _ = self._pace
        return Lessons(cold + (warm - cold) * left, rate, TRACE)

    def learn(self, most: int = ROUND) -> None:
        """Learn from the next games, at most `most`, all of which are played with the same lessons."""
        count = min(ROUND - self.games % ROUND, most)
        seeds = [Seeds.of(self._seed, number) for number in range(self.games, self.games + count)]
        self.faults += self._learning.learn(seeds, self._lessons)
        self.games += count

    # --- measuring ------------------------------------------------------------------------------------

    def against(self, other: array[float] | None = None, games: int = MEASURED) -> list[float]:
        """Return the rewards of the policy in games against players with other weights, or random players.

        It plays for each team in equally many games, in all seats of the team, with the same luck as for the
        other teams. A game that a fault stops has no reward.
        """
        players, weights, teams = self._program.players, self.weights, self._worth.teams
        policies = (weights,) if other is None else (weights, other)
        rest, found = AT_RANDOM if other is None else 1, list[float]()
        for team in (sides := sorted({*teams})):
            plays_by = tuple(0 if each == team else rest for each in teams)
            seated = Policies(policies, plays_by, (self.played,) * players, self._opening)
            seeds = (Seeds.of(derived(self._seed, "strength"), i) for i in range(-(-games // len(sides))))
            for played in self._engine.batch(seeds, policies=seated):
                found += self.rewards(played, teams.index(team))
        return found

    def rewards(self, played: Playout, seat: int) -> Sequence[float]:
        """Return the reward of a seat in a game, or nothing if a fault stopped the game.

        It is the share of the opponents that the seat leaves behind, where an equal place counts as half, or
        the score if all players win together.
        """
        if played.result is None:
            return ()
        if self.together:
            return (float(played.result.scores[seat]),)
        if played.result.truncated:
            return (0.5,)
        worth = [0.0] * self._program.players
        self._worth.by_places([*played.result.places], worth)
        return (worth[seat],)
