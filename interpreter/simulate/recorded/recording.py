"""Records the games of a run, in order, and returns them as they were, or as the columns of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from interpreter.kernels.statistics.outcomes import Outcomes
from interpreter.play.tally import ALL
from interpreter.simulate.recorded.packed import Packed, Packer
from interpreter.simulate.recorded.tabulated import Tabulated

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from interpreter.play.chunk import Chunk
    from interpreter.play.playout import Playout
    from interpreter.simulate.plans import Plan
    from interpreter.simulate.recorded.filled import Filled

__all__ = ["Kept", "Recording", "Store", "check_counts"]


UNPACKED = 64
"""Number of games that are kept as they were played, before they are packed."""


class Store(Protocol):
    """Where games are kept, in order."""

    @property
    def games(self) -> int:
        """The number of games that have been added."""

    def add(self, games: Packed) -> None:
        """Add the next games."""

    def is_due(self, more: int = 0) -> bool:
        """Return whether `flush` should be called, if there are `more` games than have been added."""

    def flush(self) -> None:
        """Store all added games permanently."""

    def __iter__(self) -> Iterator[Packed]:
        """Yield all games that are stored permanently."""


class Kept:
    """Keeps games in memory."""

    def __init__(self) -> None:
        self._all: list[Packed] = []

    @property
    def games(self) -> int:
        """The number of games that are kept."""
        return sum(map(len, self._all))

    def add(self, games: Packed) -> None:
        """Add the next games."""
        self._all.append(games)

    def is_due(self, more: int = 0) -> bool:
        """Return whether `more` unpacked games are too many."""
        return more >= UNPACKED

    def flush(self) -> None:
        """Do nothing, since all games are stored."""

    def __iter__(self) -> Iterator[Packed]:
        """Yield the games that are kept now."""
        return iter(tuple(self._all))

    def take(self) -> list[Packed]:
        """Return all games, and keep them no longer."""
        taken, self._all = self._all, []
        return taken


def check_counts(plan: Plan) -> None:
    """Raise `ValueError` unless a plan counts everything that the table of games has columns for."""
    if plan.tally != ALL:
        raise ValueError("rows require that everything is counted: `tally=ALL`")


class Recording:
    """The games of a plan, in a store, from the number `first` on. Raises as `check_counts`."""

    def __init__(self, plan: Plan, store: Store, first: int = 0) -> None:
        check_counts(plan)
        self._plan, self._store, self._first = plan, store, first
        self._games = store.games
        program = plan.compiled.program
        self._packer = Packer(program, plan.make(program))
        self._single: list[Playout] = []
        self._idle: Tabulated | None = None

    @property
    def games(self) -> int:
        """The number of games so far."""
        return self._games

    def add(self, played: Playout) -> None:
        """Add the next game."""
        self._single.append(played)
        self._games += 1
        if len(self._single) == self._packer.most or self._store.is_due(len(self._single)):
            self.flush()

    def add_chunk(self, chunk: Chunk) -> None:
        """Add the next games."""
        self._pack()
        self._store.add(self._packer.packed(chunk))
        self._games += len(chunk.numbers)
        if self._store.is_due():
            self._store.flush()

    def flush(self) -> None:
        """Store all games permanently."""
        self._pack()
        self._store.flush()

    def _pack(self) -> None:
        """Pack the games that were added one by one."""
        if self._single:
            first = self._first + self._games - len(self._single)
            chunk = self._packer.chunk_of(self._plan.seed, first, self._single)
            estimated = [each.estimated for each in self._single] if self._plan.estimate else []
            packed = self._packer.packed(chunk, estimated)
            self._single = []
            self._store.add(packed)

    # --- what is in the store -----------------------------------------------------------------------------

    def batches(self, games: Iterable[Packed] | None = None) -> Iterator[list[Filled]]:
        """Yield the columns of the table for the given games, or all in the store, some games at a time."""
        for batch in self.views(games):
            yield [each.own() for each in batch]

    def views(self, games: Iterable[Packed] | None = None) -> Iterator[list[Filled]]:
        """Yield the same columns as `batches`, but their numbers change when the next batch is asked for."""
        self.flush()
        tabulated, self._idle = self._idle or Tabulated(self._plan), None
        try:
            yield from tabulated.batches(self._store if games is None else games)
        finally:
            self._idle = tabulated

    def data(self) -> Iterator[tuple[range, bytes]]:
        """Yield the numbers of the games, some at a time, and their `Chunk.data`."""
        self.flush()
        for packed in self._store:
            yield packed.numbers, self._packer.chunk(packed, {}).data

    def chunks(self) -> Iterator[Chunk]:
        """Yield the games. A game that a fault stopped is played again."""
        self.flush()
        for packed in self._store:
            yield self._chunk(packed)

    def _chunk(self, packed: Packed) -> Chunk:
        faults = {}
        for index in packed.faults:
            fault = self._plan.again(packed.numbers[index]).fault
            assert fault is not None  # noqa: S101 - the game is the same
            faults[index] = fault
        return self._packer.chunk(packed, faults)

    def playouts(self) -> Iterator[Playout]:
        """Yield the games one by one. A game that a fault stopped is played again."""
        outcomes = Outcomes(self._plan.compiled.program, self._packer.row.size, ALL)
        self.flush()
        for packed in self._store:
            chunk = self._chunk(packed)
            estimated = packed.estimated or [None] * len(packed)
            for index, told in enumerate(estimated):
                row = chunk.data[outcomes.size * index : outcomes.size * (index + 1)]
                if index in chunk.faults:
                    yield outcomes.stopped(chunk.seeds_of(index), row, chunk.faults[index])
                else:
                    yield outcomes.playout(chunk.seeds_of(index), row, told)
