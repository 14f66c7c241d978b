"""Plays counted games step by step, one after another, each to its end.

The counters are in the module's memory, not in a position. So they belong to one game only as long as no
other game is played there, and games with a policy are played one by one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gamespec.program import Program
from interpreter.compiled.making.form import Form
from interpreter.compiled.run.playing import CompiledGame
from interpreter.compiled.run.table import Table
from interpreter.compiled.state.tally_row import TallyRow
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played

__all__ = ["TallyTable"]


class TallyTable(Table):
    """A table of a module that counts."""

    def __init__(self, program: Program, form: Form) -> None:
        super().__init__(program, form)
        self._row = TallyRow(program, form.counts)

    def begin(self, seed: int) -> bytes:
        """Return the position at which a new game first waits, with all counters reset. Raises `Fault`."""
        batches = self.interface.batches
        self._at(self.beginning).put(batches.counters, bytes(batches.counted))
        return super().begin(seed)

    def played(self, seeds: Seeds, policy: Callable[[Decision, Draws], Option]) -> Playout:
        """Play a game to its end by a policy, and return its playout with the tally."""
        found = played(seeds, lambda seed: CompiledGame(self, self.begin(seed)), policy)
        if found.fault is not None:
            return found
        assert self._instance is not None  # noqa: S101 - only a fault lets it go
        counters = self._instance.data(self.interface.batches.counters, self._row.size)
        return replace(found, tally=self._row.tally(counters))
