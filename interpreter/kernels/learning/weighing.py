"""Plays by policies in Python, on any engine: the game of `interpreter.kernels.learning.policy`."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.chance import drawn, picked
from interpreter.kernels.learning.policy import Policy
from interpreter.kernels.terms import Lists, Long
from interpreter.play.chance import rank
from interpreter.play.encoding import Encoding
from interpreter.play.options import Decision
from interpreter.play.policies import Policies

__all__ = ["InPython", "PolicyGame"]


class PolicyGame:
    """A game that players play by policies; implements `interpreter.kernels.learning.policy.Game`."""

    def __init__(self, program: Program, policies: Policies) -> None:
        self._encoding = Encoding(program, by_pick=True)
        self.position = list[int](program.start)
        self.word = [0] * self._encoding.actions.most
        self._policy = Policy(self, program, self._encoding, Lists(), Lists())
        self._policy.weights = _joined(policies.weights)
        self._policy.opening[0] = policies.opening
        self._policy.plays_by[:], self._policy.temperatures[:] = policies.plays_by, policies.temperatures
        self._ranked = program.ranked
        self._decision: Decision | None = None

    def begin(self, seats: Sequence[int]) -> None:
        """Begin a game with the player in each seat."""
        self._policy.seated[:] = seats
        self._policy.begin(0)

    def choose(self, position: Sequence[int], decision: Decision, key: int) -> int:
        """Return the index of the option taken at a position; `key` gives the luck of the game."""
        self.position[:], self._decision = position, decision
        return self._policy.choose(len(decision.options), key, position[Head.DECISIONS] + 1)

    # --- the game -------------------------------------------------------------------------------------

    @property
    def _pending(self) -> Decision:
        assert self._decision is not None  # noqa: S101 - `choose` sets it
        return self._decision

    def player(self) -> int:
        """Return the seat that decides."""
        return self._pending.player

    def spell(self) -> None:
        """Weigh each option."""
        for k, option in enumerate(self._pending.options):
            actions = self._encoding.actions.spelled(option)
            self.word[: len(actions)] = actions
            self._policy.add(k, len(actions))

    def at_random(self, key: Long, number: int, count: int) -> int:
        """Return the index of the option that `interpreter.play.playout.uniform` takes."""
        decision = self._pending
        if decision.site not in self._ranked:
            return picked(key, number, count)
        ranks = [rank(drawn(key, number), option.number) for option in decision.options]
        return ranks.index(min(ranks))


class InPython(PolicyGame):
    """Chooses options by a policy with given weights; implements `interpreter.protocol.Weighing`."""

    def __init__(self, program: Program, weights: array[float]) -> None:
        super().__init__(program, Policies((weights,), (0,), (0.0,)))
        self.begin((0,) * program.players)

    def chosen(self, position: Sequence[int], decision: Decision, key: int, temperature: float) -> int:
        """Return the index of the option that the policy takes; `key` gives its luck."""
        self.position[:], self._decision = position, decision
        self._policy.temperatures[0] = temperature
        return self._policy.choose(len(decision.options), key, 1)


def _joined(weights: Sequence[array[float]]) -> array[float]:
    """Return the weights of all policies, one after another; those of a single policy are not copied."""
    if len(weights) == 1:
        return weights[0]
    whole = array("f")
    for each in weights:
        whole.extend(each)
    return whole
