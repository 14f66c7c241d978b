"""Games of a run in few bytes: in memory, on disk, and on the way from one machine to another."""

from __future__ import annotations

import struct
from dataclasses import field
from typing import TYPE_CHECKING

from gamespec.program.frozen import dataclass
from interpreter.asides import aside_of
from interpreter.kernels.statistics.game_row import FAULTED, OUTCOME, WORD_BYTES, GameRow
from interpreter.kernels.statistics.packing import Packing, Unpacking, most_packed
from interpreter.play.chunk import Chunk, most_games
from interpreter.play.tally import ALL

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from gamespec.program import Program
    from interpreter.kernels.terms import Room
    from interpreter.play.errors import Fault
    from interpreter.play.estimated import Estimated
    from interpreter.play.playout import Playout
    from interpreter.play.tally import Counts
    from interpreter.protocol import Engine

__all__ = ["VERSION", "Packed", "Packer"]

VERSION = 2
"""The version of packed games.

It is incremented when the form of rows (`GameRow`) or of packed rows changes, or what `Packed` consists of.
"""

PACKED_BYTES = 8


@dataclass(frozen=True, slots=True)
class Packed:
    """Consecutive games of a run, as a `Chunk` has them.

    `data` has their rows (see `interpreter.kernels.statistics.packing`), and `run` is the seed of their run.
    `faults` has the code of the fault of each game that one stopped, by the index of the game. `estimated`
    has the estimates of each game, or nothing if none were made.
    """

    numbers: range
    data: bytes = field(repr=False)
    run: int
    faults: Mapping[int, str]
    estimated: Sequence[Estimated | None] = ()

    def __len__(self) -> int:
        """Return the number of games."""
        return len(self.numbers)


class Packer:
    """Packs games of a program, and unpacks them, on an engine. An object serves one thread.

    `counts` is what was counted in the games.
    """

    def __init__(self, program: Program, engine: Engine, counts: Counts = ALL) -> None:
        self.row = GameRow.of(program, counts)
        self.most = most_games(self.row.size)
        """Maximum number of games in a chunk."""
        size, self._rows = self.row.size, PACKED_BYTES * most_packed(self.row.size)

        def packing(_: Room, given: Room) -> Packing:
            return Packing(size, given)

        def unpacking(_: Room, given: Room) -> Unpacking:
            return Unpacking(size, given)

        self._packing = aside_of(engine, f"packing {size}", packing)
        self._unpacking = aside_of(engine, f"unpacking {size}", unpacking)

    def packed(self, chunk: Chunk, estimated: Sequence[Estimated | None] = ()) -> Packed:
        """Return the games of a chunk, packed."""
        self._packing.give(chunk.data, self._rows)
        words = self._packing.run(0, len(chunk.numbers))
        codes = {index: fault.code for index, fault in chunk.faults.items()}
        data = self._packing.get(0, PACKED_BYTES * words)
        return Packed(chunk.numbers, data, chunk.run, codes, estimated)

    def chunk(self, packed: Packed, faults: Mapping[int, Fault]) -> Chunk:
        """Return packed games as a chunk. `faults` has the faults of those that one stopped, by index."""
        self._unpacking.give(packed.data)
        self._unpacking.run(0, len(packed))
        data = self._unpacking.get(self._rows, WORD_BYTES * self.row.size * len(packed))
        return Chunk(packed.numbers, data, packed.run, faults)

    def chunk_of(self, run: int, first: int, playouts: Sequence[Playout]) -> Chunk:
        """Return games that were played one by one as a chunk.

        `run` is the seed of their run, and `first` is the number of the first game.
        """
        rows: list[int] = []
        for each in playouts:
            if each.result is None:
                rows += [each.decisions, FAULTED, *[0] * (self.row.size - OUTCOME - 1)]
            else:
                rows += self.row.row(each.decisions, each.result, each.tally)
        return Chunk(
            range(first, first + len(playouts)),
            struct.pack(f"<{len(rows)}i", *rows),
            run,
            {index: each.fault for index, each in enumerate(playouts) if each.fault is not None},
        )
