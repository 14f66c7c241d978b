"""Where games that are counted are played step by step: one after another, each to its end.

The counters lie in the module's memory, not in a position. So they are those of one game only as long as no
other is played there; whoever plays by a policy plays them one by one.
"""

from __future__ import annotations

from gamespec.program import Program
from interpreter.compiled.made import Made
from interpreter.compiled.playing import Table
from interpreter.compiled.tally_row import TallyRow
from interpreter.play.tally import Counts, Tally

__all__ = ["TallyTable"]


class TallyTable(Table):
    """A table of a module that counts."""

    def __init__(self, program: Program, made: Made, counts: Counts) -> None:
        super().__init__(program, made)
        self._row = TallyRow(program, counts)

    def begin(self, seed: int) -> bytes:
        """The position at which a new game waits first, of which all is counted. Raises `Fault`."""
        batches = self.interface.batches
        self._at(self.beginning).put(batches.counters, bytes(batches.counted))
        return super().begin(seed)

    @property
    def tally(self) -> Tally:
        """What was counted of the last game, which is over."""
        assert self._instance is not None  # noqa: S101 - only a fault lets it go
        return self._row.tally(self._instance.data(self.interface.batches.counters, self._row.size))
