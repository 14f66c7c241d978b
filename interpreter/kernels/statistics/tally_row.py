"""Converts the counters of a game, which a module leaves in memory, to a tally."""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.statistics.counters import Counters, Reading
from interpreter.kernels.statistics.tallying import Tallying
from interpreter.play.tally import Cells, Counts, Tally

__all__ = ["TallyRow"]


class TallyRow:
    """Converts the counters of one program's games, which are `size` bytes long, to tallies."""

    def __init__(self, program: Program, counts: Counts) -> None:
        told, kept = Counters(), Counters()
        self._reading = Reading(Tallying(program, counts, Cells(program), told, kept), told)
        self._form = told.form
        self.size, self.kept = told.form.size, kept.form.size
        """`kept` is the number of bytes that a module needs in addition to the counters while it counts."""

    def tally(self, data: bytes) -> Tally:
        """Return the tally of a finished game, given the bytes of its counters."""
        return self._reading.tally(self._form.unpack(data))
