"""The columns of a table that hold the seeds of its games."""

from __future__ import annotations

import struct

from interpreter.engines import aside
from interpreter.kernels.seeding import Seeding
from interpreter.kernels.statistics.counters import Layout
from interpreter.kernels.terms import Room
from interpreter.play.chance import ALL
from interpreter.play.luck import Seeds

__all__ = ["SeedColumns"]

LONG_BYTES = 8


class SeedColumns:
    """Derives the seeds of up to `most` consecutive games of a run at a time, in a module if possible."""

    def __init__(self, run: int, most: int) -> None:
        def make(state: Room, given: Room) -> Seeding:
            return Seeding(state, given, most)

        self._run, given = run, Layout()
        kernel = make(Layout(), given)
        self._luck = given.place(kernel.luck)
        self._aside = aside(f"seeds of {most}", make)
        self._hashed: list[Seeds] = []

    def games(self, first: int, count: int) -> bytes | memoryview:
        """Return `Seeds.game` of `count` games, from the number `first` on, until the next call."""
        if self._aside is None:
            self._hashed = [Seeds.of(self._run, number) for number in range(first, first + count)]
            return struct.pack(f"<{count}Q", *(seeds.game for seeds in self._hashed))
        self._aside.write(struct.pack("<2Q", self._run & ALL, first))
        self._aside.run(0, count)
        return self._aside.view(0, LONG_BYTES * count)

    def luck(self, count: int) -> bytes | memoryview:
        """Return `Seeds.luck` of the same games."""
        if self._aside is None:
            return struct.pack(f"<{count}Q", *(seeds.luck for seeds in self._hashed))
        return self._aside.view(self._luck, LONG_BYTES * count)
