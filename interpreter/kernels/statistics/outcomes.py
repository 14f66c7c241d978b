"""Converts rows of finished games (`game_row`) to playouts."""

from __future__ import annotations

import struct

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.kernels.statistics.game_row import DECISIONS, WORD_BYTES
from interpreter.kernels.statistics.tally_row import TallyRow
from interpreter.play.errors import Fault
from interpreter.play.estimated import Estimated
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.result import Result, result_of
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Outcomes"]

MOST_RESULTS = 4096
"""Maximum number of cached results. The cache lets equal results share one object."""


class Outcomes:
    """Converts the rows of one program, which have `width` words each.

    `counts` says what was counted in the games.
    """

    def __init__(self, program: Program, width: int, counts: Counts = NOTHING) -> None:
        self._program = program
        self.size = WORD_BYTES * width
        """Size of a row, in bytes."""
        self._tally = TallyRow(program, counts) if counts else None
        self._told = WORD_BYTES * (2 + program.players * (1 + len(program.score)))
        self._results: dict[bytes, Result | None] = {}

    def playout(self, seeds: Seeds, row: bytes, estimated: Estimated | None = None) -> Playout:
        """Return the playout that a row describes, for a game with these seeds and estimates."""
        tally = None if self._tally is None else self._tally.tally(row[self._told :])
        result = self._result(row[WORD_BYTES : self._told])
        return Playout(seeds, _word(row, DECISIONS), result, None, tally, estimated)

    def stopped(self, seeds: Seeds, row: bytes, fault: Fault) -> Playout:
        """Return the playout of a game that a fault stopped."""
        return Playout(seeds, _word(row, DECISIONS), None, fault)

    def _result(self, row: bytes) -> Result | None:
        """Return the result in a row, or `None` if the game is unfinished.

        Equal rows share one result object.
        """
        if row in self._results:
            return self._results[row]
        players, parts = self._program.players, len(self._program.score)
        outcome, *words = struct.unpack(f"<{len(row) // WORD_BYTES}i", row)
        each = tuple(tuple(words[players + parts * i :][:parts]) for i in range(players)) if parts else ()
        found = (
            result_of(self._program, outcome, tuple(words[:players]), each)
            if outcome != Head.RUNNING
            else None
        )
        if len(self._results) < MOST_RESULTS:
            self._results[row] = found
        return found


def _word(row: bytes, at: int) -> int:
    return int.from_bytes(row[WORD_BYTES * at : WORD_BYTES * (at + 1)], "little")
