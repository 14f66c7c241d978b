"""Weighs the options of a decision by a policy, in Python, on any engine."""

from __future__ import annotations

from array import array

from gamespec.program import Program
from interpreter.kernels.learning.by_action import ActionPolicy
from interpreter.kernels.learning.by_position import PositionPolicy
from interpreter.kernels.learning.policy import Policy
from interpreter.kernels.terms import Lists
from interpreter.play.encoding import Encoding
from interpreter.play.openness import is_certain
from interpreter.play.options import Decision
from interpreter.protocol import Playing

__all__ = ["InPython"]


class InPython:
    """Chooses options by a policy with given weights; implements `interpreter.protocol.Weighing`.

    It is the game of the kernels (`interpreter.kernels.learning`), where options are listed before they are
    chosen.
    """

    policy: Policy

    def __init__(self, program: Program, weights: array[float]) -> None:
        encoding = Encoding(program, by_pick=True)
        self.actions, self.word = encoding.actions, [0] * encoding.actions.most
        self.position = list[int](program.start)
        self.places, self.points = [0] * program.players, [0] * program.players * len(program.score)
        self._game: Playing | None = None
        self._decision: Decision | None = None
        self._before: Playing | None = None
        self.policy = self.made(program, encoding)
        self.policy.weights = weights
        self.policy.opening[0] = 1
        self.policy.plays_by[:] = [0] * program.players

    def made(self, program: Program, encoding: Encoding) -> Policy:
        """Return the kernel of the policy."""
        make = PositionPolicy if is_certain(program) else ActionPolicy
        return make(self, program, encoding, Lists(), Lists())

    def chosen(self, game: Playing, decision: Decision, key: int, temperature: float) -> int:
        """Return the index of the option that the policy takes; `key` gives its luck."""
        self.policy.temperatures[decision.player] = temperature
        return self.choose(game, decision, key, 1)

    def choose(self, game: Playing, decision: Decision, key: int, number: int) -> int:
        """Return the index of the option that is taken; `key` and `number` are as in `Policy.choose`."""
        self._decision = decision
        self.look(game)
        self.policy.begin()
        return self.policy.choose(len(decision.options), key, number)

    def look(self, game: Playing) -> None:
        """Go to a position of a game, with its results if it is over."""
        self._game, self.position[:], result = game, game.position, game.result
        if result is not None:
            self.places[:] = result.places
            self.points[:] = [part for parts in result.parts for part in parts]

    # --- the game -------------------------------------------------------------------------------------

    @property
    def _now(self) -> Playing:
        assert self._game is not None  # noqa: S101 - `look` sets it
        return self._game

    def player(self) -> int:
        """Return the seat that decides."""
        return self._now.player

    def truncated(self) -> bool:
        """Return whether the finished game was truncated."""
        return self._now.result is not None and self._now.result.truncated

    def spell(self) -> None:
        """Weigh each option."""
        assert self._decision is not None  # noqa: S101 - `choose` sets it
        assert isinstance(self.policy, ActionPolicy)  # noqa: S101 - no other calls it
        for k, option in enumerate(self._decision.options):
            actions = self.actions.spelled(option)
            self.word[: len(actions)] = actions
            self.policy.add(k, len(actions))

    def put_aside(self) -> None:
        """Keep the position and its options."""
        self._before = self._now

    def answer(self, k: int) -> bool:
        """Take the `k`-th option, and return whether the game goes on."""
        assert self._decision is not None  # noqa: S101 - `choose` sets it
        game = self._now.clone()
        game.play(self._decision.options[k])
        self.look(game)
        return not game.over

    def back(self) -> None:
        """Return to the position that was put aside."""
        assert self._before is not None  # noqa: S101 - `put_aside` sets it
        self.look(self._before)

    def resume(self) -> None:
        """Go on from the position that was put aside."""
