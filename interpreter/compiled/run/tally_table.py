"""Plays games step by step and counts them, each to its end before the next one begins.

The counters are in the module's memory, not in a position. They belong to a single game only as long as no
other game is played in the module. Therefore games with a policy are played one after another.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gamespec.program import Program
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.table import Table
from interpreter.kernels.statistics.tally_row import TallyRow
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played

__all__ = ["TallyTable"]


class TallyTable(Table):
    """A table whose module counts what happens in a game."""

    def __init__(self, program: Program, form: BuildKey) -> None:
        super().__init__(program, form)
        self._row = TallyRow(program, form.counts)

    def played(self, seeds: Seeds, policy: Callable[[Decision, Draws], Option]) -> Playout:
        """Play a game to its end with a policy, and return its playout with the tally."""
        found = played(seeds, lambda seed: CompiledGame(self, *self.begin(seed)), policy)
        if found.fault is not None:
            return found
        assert self._instance is not None  # noqa: S101 - only a fault lets it go
        counters = self._instance.data(self.interface.batches.counters, self._row.size)
        return replace(found, tally=self._row.tally(counters))
