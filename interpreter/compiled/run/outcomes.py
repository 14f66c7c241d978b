"""Converts the rows in which a module returns results (`interface.Batches`) to playouts."""

from __future__ import annotations

import struct
from collections.abc import Sequence

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.compiled.state.tally_row import TallyRow
from interpreter.compiled.wasm.memory import WORD
from interpreter.play.luck import Seeds, derived
from interpreter.play.playout import Playout
from interpreter.play.result import Result, result_of
from interpreter.play.tally import NOTHING, Counts

__all__ = ["Outcomes", "packed_seeds"]

MOST_RESULTS = 4096
"""Maximum number of cached results. The cache lets equal results share one object."""

_SEEDS = struct.Struct("<QQ")
_MASK = (1 << 64) - 1


def packed_seeds(seeds: Sequence[Seeds]) -> bytes:
    """Return the seeds in the form that a module reads.

    Each game has two 64-bit integers, its seed and the key for its random choices.
    """
    return b"".join([_SEEDS.pack(each.game & _MASK, derived(each.luck, "policy")) for each in seeds])


class Outcomes:
    """Converts the rows of one program, which have `width` words each.

    `counts` says what was counted in the games.
    """

    def __init__(self, program: Program, width: int, counts: Counts = NOTHING) -> None:
        self._program = program
        self.size = WORD * width
        """Size of a row, in bytes."""
        self._tally = TallyRow(program, counts) if counts else None
        self._told = WORD * (2 + program.players * (1 + len(program.score)))
        self._results: dict[bytes, Result | None] = {}

    def playout(self, seeds: Seeds, row: bytes) -> Playout:
        """Return the playout that a row describes, for a game with these seeds."""
        decisions, result = int.from_bytes(row[:WORD], "little"), self._result(row[WORD : self._told])
        tally = None if self._tally is None else self._tally.tally(row[self._told :])
        return Playout(seeds, decisions, result, None, tally)

    def _result(self, row: bytes) -> Result | None:
        """Return the result in a row, or `None` if the game is unfinished.

        Equal rows share one result object.
        """
        if row in self._results:
            return self._results[row]
        players, parts = self._program.players, len(self._program.score)
        outcome, *words = struct.unpack(f"<{len(row) // WORD}i", row)
        each = tuple(tuple(words[players + parts * i :][:parts]) for i in range(players)) if parts else ()
        found = (
            result_of(self._program, outcome, tuple(words[:players]), each)
            if outcome != Head.RUNNING
            else None
        )
        if len(self._results) < MOST_RESULTS:
            self._results[row] = found
        return found
