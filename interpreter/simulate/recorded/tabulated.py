"""Fills the columns of the table of games (see `interpreter.simulate.columns`), many games at a time.

A kernel fills most columns. The rest are texts, or are known without looking into the rows of the games.
"""

from __future__ import annotations

import struct
from itertools import cycle, groupby, islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.program.tables import Head
from interpreter.asides import aside_of
from interpreter.kernels.statistics.counters import Counters, Layout
from interpreter.kernels.statistics.game_row import PLACES, WORD_BYTES
from interpreter.kernels.statistics.tabulating import (
    ALWAYS,
    BITS,
    NEVER,
    STOPPED,
    UNKNOWN,
    Source,
    Tabulating,
)
from interpreter.protocol import SummingEngine
from interpreter.simulate.columns import Form, actions_of, columns_of
from interpreter.simulate.endings import Learning
from interpreter.simulate.recorded.estimate_columns import estimate_columns
from interpreter.simulate.recorded.filled import VALUES, Array, Filled, Listed, Missing, most_rows
from interpreter.simulate.recorded.seed_columns import SeedColumns
from interpreter.simulate.wins import Deciding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from interpreter.kernels.terms import Room
    from interpreter.play.estimated import Estimated
    from interpreter.simulate.columns import Value
    from interpreter.simulate.plans import Plan
    from interpreter.simulate.recorded.packed import Packed

__all__ = ["Tabulated"]

OTHERS = ("game", "seed", "luck", "seat.SEAT", "fault")
"""The families of columns that the kernel does not write, besides those of estimates."""

BYTE, LONG_BYTES = 8, 8

SLOW = 1 << 17
"""How many values are filled at a time if the engine cannot run kernels."""


class _Piece(NamedTuple):
    """The games of a chunk with the indexes from `first` up to `end`."""

    games: Packed
    first: int
    end: int

    @property
    def number(self) -> int:
        """The number of the first game."""
        return self.games.numbers[self.first]

    @property
    def estimated(self) -> Sequence[Estimated | None]:
        """The estimates of each game."""
        return self.games.estimated[self.first : self.end]

    def faults(self) -> Iterator[tuple[int, str]]:
        """Yield the numbers of games that faults stopped, and the codes of the faults."""
        for index, code in self.games.faults.items():
            if self.first <= index < self.end:
                yield self.games.numbers[index], code


class Tabulated:
    """Fills the columns of the table of a plan's games. An object serves one thread."""

    def __init__(self, plan: Plan) -> None:
        self._plan, program = plan, plan.compiled.program
        self._columns = columns_of(plan.compiled, estimated=bool(plan.estimate))
        engine = plan.make(program)
        values = VALUES if isinstance(engine, SummingEngine) else SLOW
        self._most = most = most_rows(len(self._columns), values)

        def make(state: Room, given: Room) -> Tabulating:
            return Tabulating(program, state, given, most)

        self._state, given = Counters(), Layout()
        self._kernel = kernel = make(self._state, given)
        self._aside = aside_of(engine, f"tabulating {most}", make)
        self._learning = Learning(program, Deciding.of(program), kernel.endings, kernel.measuring)
        kernel.fill()
        self._learning.forget()
        self._aside.write(self._state.form.pack(*self._state.numbers()))
        self._areas = {
            "longs": (given.place(kernel.longs), LONG_BYTES * most),
            "reals": (given.place(kernel.reals), LONG_BYTES * most),
            "flags": (given.place(kernel.flags), most // BYTE),
        }
        """Where each area begins, and the size of a column in it, in bytes."""
        self._rows = given.place(kernel.unpacking.rows)
        self._seeds = SeedColumns(plan.seed, most)
        ends = range(Head.END + len(program.end))
        self._names = {
            "last.SEAT": ["", *actions_of(plan.compiled)],
            "end": [plan.compiled.names.reason(outcome) for outcome in ends],
        }
        """The names that the numbers in a family of columns stand for."""

    def batches(self, packed: Iterable[Packed]) -> Iterator[list[Filled]]:
        """Yield the columns of the table for batches of games, given all games in order.

        The numbers of a batch change when the next one is asked for.
        """
        batch, filled = list[_Piece](), 0
        for some in packed:
            done, games = 0, len(some)
            self._aside.give(some.data)
            while done < games:
                count = min(games - done, self._most - filled)
                self._fill(done, done + count, filled, games)
                batch.append(_Piece(some, done, done + count))
                filled, done = filled + count, done + count
                if filled == self._most:
                    yield self._batch(batch, filled)
                    batch, filled = [], 0
        if filled:
            yield self._batch(batch, filled)

    def _fill(self, first: int, end: int, to: int, games: int) -> None:
        """Write the games with the numbers from `first` up to `end` of a chunk to the columns."""
        kernel, at = self._kernel, first
        while at < end:
            kernel.control[:] = 0, to + at - first, games
            self._write(kernel.control)
            at = self._aside.run(at, end)
            where, form = self._state.place(kernel.control)
            if form.unpack(self._aside.read(where, form.size))[STOPPED] == UNKNOWN:
                self._learn(at)

    def _learn(self, game: int) -> None:
        """Enter the ending of a game of the chunk into the kernel."""
        kernel = self._kernel
        if self._learning.full:
            self._learning.forget()
            self._write(kernel.endings.keys)
        size = WORD_BYTES * kernel.size
        row = self._aside.get(self._rows + size * game, WORD_BYTES * (PLACES + kernel.players))
        ending = self._learning.learn(struct.unpack(f"<{PLACES + kernel.players}i", row))
        at, players = ending.number, kernel.players
        kernel.won[players * at : players * (at + 1)] = [
            int(seat in ending.result.winners) for seat in range(players)
        ]
        self._write(kernel.endings.keys, at, at + 1)
        self._write(kernel.won, players * at, players * (at + 1))
        for array, begin, end in kernel.measuring.of_ending(at):
            self._write(array, begin, end)

    def _write(self, array: list[Any], begin: int = 0, end: int | None = None) -> None:
        """Copy a part of an array to the kernel."""
        at, data = self._state.packed(array, begin, end)
        self._aside.write(data, at)

    # --- columns ----------------------------------------------------------------------------------------

    def _batch(self, batch: Sequence[_Piece], count: int) -> list[Filled]:
        """Return the columns of some games, which have been written by the kernel."""
        found = list[Filled]()
        sources = {**self._kernel.sources, "end": self._kernel.sources["outcome"]}
        for form, columns in groupby(self._columns, key=attrgetter("form")):
            if form.name in sources:
                names = self._names.get(form.name, ())
                found += [
                    self._array(source, count, names)
                    for _, source in zip(columns, sources[form.name], strict=True)
                ]
            elif form.name in OTHERS:
                found += self._other(form, batch, count)
        if self._plan.estimate:
            found += map(Listed, estimate_columns([told for piece in batch for told in piece.estimated]))
        return found

    def _array(self, source: Source, count: int, names: Sequence[str]) -> Filled:
        """Return a column that the kernel has written."""
        if source.valid == NEVER:
            return Missing(count)
        begin, size = self._areas[source.area]
        if source.area == "flags":
            data = self._flags(source.at, count)
        else:
            data = self._aside.view(begin + size * source.at, size * count // self._most)
        valid = None if source.valid == ALWAYS else self._flags(source.valid, count)
        return Array(source.area, count, data, valid, names)

    def _flags(self, flag: int, count: int) -> bytes | memoryview:
        begin, size = self._areas["flags"]
        return self._aside.view(begin + size * flag, -(-count // BITS) * LONG_BYTES)

    def _other(self, form: Form, batch: Sequence[_Piece], count: int) -> list[Filled]:
        """Return the columns of a family that the kernel does not write."""
        first, plan = batch[0].number, self._plan
        match form.name:
            case "game":
                numbers = struct.pack(f"<{count}q", *range(first, first + count))
                return [Array("longs", count, numbers, None)]
            case "seed":
                return [Array("longs", count, self._seeds.games(first, count), None)]
            case "luck":
                return [Array("longs", count, self._seeds.luck(count), None)]
            case "seat.SEAT":
                return [
                    Array("longs", count, self._players(seat, first, count), None, plan.players)
                    for seat in range(len(plan.players))
                ]
            case _:
                stopped = [each for piece in batch for each in piece.faults()]
                if not stopped:
                    return [Missing(count)]
                faults: list[Value] = [None] * count
                for number, code in stopped:
                    faults[number - first] = code
                return [Listed(faults)]

    def _players(self, seat: int, first: int, count: int) -> bytes:
        """Return the number of the player in a seat, for `count` games from number `first` on."""
        if self._plan.at_random:
            return bytes(LONG_BYTES * count)
        many = len(self._plan.players)
        players = cycle([self._plan.sitting(game)[seat] for game in range(many)])
        return struct.pack(f"<{count}q", *islice(players, first % many, first % many + count))
