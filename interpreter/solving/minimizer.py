"""Runs regret minimization on a game in sequence form, in a module if possible."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import NamedTuple

from interpreter.asides import aside_without_program
from interpreter.kernels.solving.minimizing import PLAYERS, Minimizing
from interpreter.kernels.statistics.counters import Layout
from interpreter.kernels.terms import Room
from interpreter.play.search import Reward
from interpreter.solving.sequences import Plans, Sequences

__all__ = ["Minimizer", "Responses"]

REAL, WORD = 8, 4
"""Sizes of numbers, in bytes."""


class Responses(NamedTuple):
    """What plans are worth, and the best responses to them.

    `value` is what player 0 gets if both follow their plans. `best` is what each player gets by a best
    response to the other's plan, and `answers` has the sequence that the response takes in each of the
    player's information sets, in the order of the sets.
    """

    value: float
    best: tuple[float, float]
    answers: tuple[Sequence[int], Sequence[int]]

    @property
    def exploitability(self) -> float:
        """How much the plans lose to best responses, averaged over the players; 0 in an equilibrium."""
        return sum(self.best) / 2


class Minimizer:
    """The regrets and plans of the players of a game, after some iterations."""

    def __init__(self, sequences: Sequences, reward: Reward) -> None:
        size = sequences.size
        self.done = 0
        """The number of iterations."""

        def make(state: Room, given: Room) -> Minimizing:
            return Minimizing(size, state, given)

        self._aside = aside_without_program(f"minimizing {size}", make)
        self._aside.give(sequences.packed(reward))
        self._layout = Layout()
        self._kernel = make(self._layout, Layout())
        self._base = 0, size.sequences[0], sum(size.sequences)
        self._sets = 0, size.sets[0], sum(size.sets)

    def run(self, iterations: int) -> None:
        """Run more iterations."""
        self._aside.run(self.done, self.done + iterations)
        self.done += iterations

    def average(self) -> tuple[array[float], array[float]]:
        """Return the average plans."""
        found = self._reals(self._kernel.average, self._base[-1])
        return found[: self._base[1]], found[self._base[1] :]

    def evaluate(self, plans: Plans) -> None:
        """Replace the average plans, so that `responses` are those to these `plans`; ends the iterations."""
        packed = b"".join(array("d", plan).tobytes() for plan in plans)
        self._aside.write(packed, self._layout.place(self._kernel.total))
        self._aside.run(0, 0)

    def responses(self) -> Responses:
        """Return what the average plans are worth, and the best responses to them."""
        first, second, value = self._reals(self._kernel.results, 3)
        data = self._aside.read(self._layout.place(self._kernel.answer), WORD * self._sets[-1])
        answers = memoryview(data).cast("i")
        split = [
            [answer - self._base[player] for answer in answers[self._sets[player] : self._sets[player + 1]]]
            for player in PLAYERS
        ]
        return Responses(value, (first, second), (split[0], split[1]))

    def _reals(self, of: Sequence[float], count: int) -> array[float]:
        found = array("d")
        found.frombytes(self._aside.read(self._layout.place(of), REAL * count))
        return found
