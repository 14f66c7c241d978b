"""The counters of one game as a module leaves them in memory, and the tally that they say."""

from __future__ import annotations

from gamespec.program import Program
from interpreter.kernels.counters import Counters, Reading
from interpreter.kernels.tallying import Tallying
from interpreter.play.tally import Cells, Counts, Tally

__all__ = ["TallyRow"]


class TallyRow:
    """Reads the counters of one program's games; `size` is how many bytes they take."""

    def __init__(self, program: Program, counts: Counts) -> None:
        told, kept = Counters(), Counters()
        self._reading = Reading(Tallying(program, counts, Cells(program), told, kept), told)
        self._form = told.form
        self.size, self.kept = told.form.size, kept.form.size
        """`kept` is how many bytes a module needs beside them while it counts."""

    def tally(self, data: bytes) -> Tally:
        """What the counters of a game say that is over."""
        return self._reading.tally(self._form.unpack(data))
