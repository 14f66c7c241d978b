"""Consecutive games of a run, as rows of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.play.errors import Fault

__all__ = ["BATCH", "Chunk", "most_games"]

BATCH = 1024
"""Maximum number of games in a chunk."""

MOST_BYTES = 1 << 23
"""Maximum size, in bytes, of the rows of a chunk; a single game may exceed it."""


def most_games(size: int) -> int:
    """Return the maximum number of games in a chunk if a row has `size` words."""
    return min(BATCH, max(MOST_BYTES // (4 * size), 1))


@dataclass(frozen=True, slots=True)
class Chunk:
    """The games of a run with the given `numbers`.

    `data` has the row of each game, as little-endian 32-bit words; `interpreter.kernels.statistics.game_row`
    says what is in it. For each game that a fault stopped, `faults` maps its index in the chunk to the number
    of its decisions and the fault. The row of such a game has the outcome -1; the rest has no meaning.
    """

    numbers: range
    data: bytes = field(repr=False)
    faults: Mapping[int, tuple[int, Fault]]
