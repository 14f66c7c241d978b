"""Weighs the options of a decision by a policy, in Python, on any engine."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from gamespec.program import Program
from interpreter.kernels.learning.policy import Policy
from interpreter.kernels.terms import Lists
from interpreter.play.encoding import Encoding
from interpreter.play.options import Decision

__all__ = ["InPython"]


class InPython:
    """Chooses options by a policy with given weights; implements `interpreter.protocol.Weighing`.

    It is the game of the kernel (`interpreter.kernels.learning.policy.Game`).
    """

    def __init__(self, program: Program, weights: array[float]) -> None:
        self._encoding = Encoding(program, by_pick=True)
        self.position = list[int](program.start)
        self.word = [0] * self._encoding.actions.most
        self._policy = Policy(self, program, self._encoding, Lists(), Lists())
        self._policy.weights = weights
        self._policy.opening[0] = 1
        self._policy.plays_by[:] = [0] * program.players
        self._decision: Decision | None = None

    def chosen(self, position: Sequence[int], decision: Decision, key: int, temperature: float) -> int:
        """Return the index of the option that the policy takes; `key` gives its luck."""
        self.position[:], self._decision = position, decision
        self._policy.temperatures[decision.player] = temperature
        return self._policy.choose(len(decision.options), key, 1)

    def player(self) -> int:
        """Return the seat that decides."""
        assert self._decision is not None  # noqa: S101 - `chosen` sets it
        return self._decision.player

    def spell(self) -> None:
        """Weigh each option."""
        assert self._decision is not None  # noqa: S101 - `chosen` sets it
        for k, option in enumerate(self._decision.options):
            actions = self._encoding.actions.spelled(option)
            self.word[: len(actions)] = actions
            self._policy.add(k, len(actions))
