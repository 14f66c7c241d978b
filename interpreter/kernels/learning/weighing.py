"""Plays by policies in Python, on any engine: the game of the kernels in `interpreter.kernels.learning`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Protocol

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.chance import drawn, picked
from interpreter.kernels.learning.by_action import ActionPolicy
from interpreter.kernels.learning.by_position import PositionPolicy
from interpreter.kernels.learning.policy import Policy
from interpreter.kernels.terms import Lists, Long
from interpreter.play.chance import rank
from interpreter.play.encoding import Encoding
from interpreter.play.options import Decision, Option
from interpreter.play.policies import Policies, weighs_positions
from interpreter.play.result import Result

__all__ = ["InPython", "PolicyGame"]


class _Tried(Protocol):
    """A game in which options can be tried, as in `interpreter.protocol.Playing`."""

    @property
    def position(self) -> Sequence[int]: ...
    @property
    def player(self) -> int: ...
    @property
    def result(self) -> Result | None: ...
    @property
    def scores(self) -> tuple[int, ...]: ...
    def tried(self, option: Option) -> _Tried: ...


class PolicyGame:
    """A game that players play by policies; implements the games of both kinds of policies."""

    policy: Policy

    def __init__(self, program: Program, policies: Policies) -> None:
        encoding = Encoding(program, by_pick=True)
        self._actions, self.word = encoding.actions, [0] * encoding.actions.most
        self.position = list[int](program.start)
        self.places, self.points = [0] * program.players, [0] * program.players * len(program.score)
        self.policy = self.made(program, encoding)
        self.policy.weights = _joined(policies.weights)
        self.policy.opening[0] = policies.opening
        self.policy.plays_by[:], self.policy.temperatures[:] = policies.plays_by, policies.temperatures
        self._ranked = program.ranked
        self._decision: Decision | None = None
        self._game: _Tried | None = None
        self._before: _Tried | None = None

    def made(self, program: Program, encoding: Encoding) -> Policy:
        """Return the kernel of the policies."""
        make = PositionPolicy if weighs_positions(program) else ActionPolicy
        return make(self, program, encoding, Lists(), Lists())

    def begin(self, seats: Sequence[int]) -> None:
        """Begin a game with the player in each seat."""
        self.policy.seated[:] = seats
        self.policy.begin(0)

    def choose(self, game: _Tried, decision: Decision, key: int) -> int:
        """Return the index of the option taken in a game; `key` gives the luck of the game."""
        return self.choose_by(game, decision, key, game.position[Head.DECISIONS] + 1)

    def choose_by(self, game: _Tried, decision: Decision, key: int, number: int) -> int:
        """Return the index of the option taken; `key` and `number` are as in `Policy.choose`."""
        self._decision = decision
        self.look(game)
        return self.policy.choose(len(decision.options), key, number)

    def look(self, game: _Tried) -> None:
        """Go to the position of a game, with its results if it is over."""
        self._game, self.position[:], result = game, game.position, game.result
        if result is not None:
            self.places[:] = result.places
            self.points[:] = [part for parts in result.parts for part in parts]

    # --- the game -------------------------------------------------------------------------------------

    @property
    def _pending(self) -> Decision:
        assert self._decision is not None  # noqa: S101 - `choose_by` sets it
        return self._decision

    @property
    def _now(self) -> _Tried:
        assert self._game is not None  # noqa: S101 - `look` sets it
        return self._game

    def player(self) -> int:
        """Return the seat that decides."""
        return self._pending.player

    def truncated(self) -> bool:
        """Return whether the finished game was truncated."""
        return self._now.result is not None and self._now.result.truncated

    def at_random(self, key: Long, number: int, count: int) -> int:
        """Return the index of the option that `interpreter.play.playout.uniform` takes."""
        decision = self._pending
        if decision.site not in self._ranked:
            return picked(key, number, count)
        ranks = [rank(drawn(key, number), option.number) for option in decision.options]
        return ranks.index(min(ranks))

    def spell(self) -> None:
        """Weigh each option."""
        assert isinstance(self.policy, ActionPolicy)  # noqa: S101 - no other policy calls it
        for k, option in enumerate(self._pending.options):
            actions = self._actions.spelled(option)
            self.word[: len(actions)] = actions
            self.policy.add(k, len(actions))

    def stand(self) -> None:
        """Write all scores, each of which is the first one of its parts."""
        parts = len(self.points) // len(self.places)
        self.points[::parts] = self._now.scores

    def put_aside(self) -> None:
        """Keep the position and its options."""
        self._before = self._now

    def answer(self, k: int) -> bool:
        """Take the `k`-th option, and return whether the game goes on."""
        game = self._now.tried(self._pending.options[k])
        self.look(game)
        return game.result is None

    def back(self) -> None:
        """Return to the position that was put aside."""
        assert self._before is not None  # noqa: S101 - `put_aside` sets it
        self.look(self._before)

    def resume(self) -> None:
        """Go on from the position that was put aside."""


class InPython(PolicyGame):
    """Chooses options by a policy with given weights; implements `interpreter.protocol.Weighing`."""

    def __init__(self, program: Program, weights: array[float]) -> None:
        super().__init__(program, Policies((weights,), (0,), (0.0,)))
        self.begin((0,) * program.players)

    def chosen(self, game: _Tried, decision: Decision, key: int, temperature: float) -> int:
        """Return the index of the option that the policy takes; `key` gives its luck."""
        self.policy.temperatures[0] = temperature
        return self.choose_by(game, decision, key, 1)

    def estimate(self, game: _Tried, decision: Decision, seat: int) -> None:
        """Estimate the rewards at a decision of a game, to which an option of a seat has led, in `target`."""
        self._decision = decision
        self.look(game)
        self.policy.estimate(seat)


def _joined(weights: Sequence[array[float]]) -> array[float]:
    """Return the weights of all policies, one after another; those of a single policy are not copied."""
    if len(weights) == 1:
        return weights[0]
    whole = array("f")
    for each in weights:
        whole.extend(each)
    return whole
