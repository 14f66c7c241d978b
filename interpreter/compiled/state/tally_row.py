"""The counters of one game as a module leaves them in memory, and how they are read as a tally."""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.counters import Counters, Reading
from interpreter.kernels.tallying import Tallying
from interpreter.play.tally import Cells, Counts, Tally

__all__ = ["TallyRow"]


class TallyRow:
    """Reads the counters of one program's games; `size` is their size in bytes."""

    def __init__(self, program: Program, counts: Counts) -> None:
        told, kept = Counters(), Counters()
        self._reading = Reading(Tallying(program, counts, Cells(program), told, kept), told)
        self._form = told.form
        self.size, self.kept = told.form.size, kept.form.size
        """`kept` is the size in bytes of what a module needs besides them while it counts."""

    def tally(self, data: bytes) -> Tally:
        """Return the tally of a finished game from its counters."""
        return self._reading.tally(self._form.unpack(data))
