"""Consecutive games of a run, as rows of words."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds

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
    says what is in it. `seeds` has `Seeds.game` of each game, followed by `Seeds.luck` of each game, as
    little-endian 64-bit integers. `faults` has the fault of each game that one stopped, by the index of the
    game in the chunk. The row of such a game has the number of its decisions, and the outcome -1; the rest
    is 0.
    """

    numbers: range
    data: bytes = field(repr=False)
    seeds: bytes = field(repr=False)
    faults: Mapping[int, Fault]

    def seeds_of(self, index: int) -> Seeds:
        """Return the seeds of the game with this index."""
        return Seeds(
            *(
                int.from_bytes(self.seeds[at : at + 8], "little")
                for at in (8 * index, 8 * (len(self.numbers) + index))
            )
        )

    def part(self, first: int, end: int) -> Chunk:
        """Return the games with the indexes from `first` up to `end`."""
        count = len(self.numbers)
        if first == 0 and end == count:
            return self
        size = len(self.data) // count
        return Chunk(
            self.numbers[first:end],
            self.data[size * first : size * end],
            self.seeds[8 * first : 8 * end] + self.seeds[8 * (count + first) : 8 * (count + end)],
            {index - first: fault for index, fault in self.faults.items() if first <= index < end},
        )
