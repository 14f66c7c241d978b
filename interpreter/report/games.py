"""The games that a report is about: their summary, and their rows, some games at a time."""

from __future__ import annotations

import struct
from functools import lru_cache
from itertools import cycle, islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from gamespec.program.tables import Head
from interpreter.kernels.statistics.game_row import FAULTED, OUTCOME, PLACES, GameRow
from interpreter.kernels.statistics.measuring import ENDINGS
from interpreter.play.result import result_of
from interpreter.play.tally import ALL

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from interpreter.play.luck import Seeds
    from interpreter.simulate.runs import Run
    from interpreter.simulate.summary import Summary

__all__ = ["Batch", "Games", "PlayedGames"]


class Batch(NamedTuple):
    """Consecutive games: their number, and arrays as `interpreter.kernels.statistics.reporting` takes them.

    The shares of a game without a result are 0.
    """

    games: int
    rows: bytes
    shares: bytes
    players: bytes


class Games(Protocol):
    """The games of a report."""

    @property
    def row(self) -> GameRow:
        """The form of the rows."""

    @property
    def cells(self) -> Sequence[str]:
        """The cells whose components the rows count, named `FACE.ZONE` or `FACE.ZONE.SEAT`."""

    @property
    def summary(self) -> Summary:
        """The summary of the games, as soon as `batches` has yielded all of them."""

    def batches(self) -> Iterator[Batch]:
        """Yield all games in order, whenever it is called."""

    def end(self, outcome: int) -> str:
        """Return the name of the end that has this outcome."""

    def stopped(self, seeds: Seeds) -> Sequence[str]:
        """Return the players by seat in a game that was the first to stop at a fault or at the limit."""


class PlayedGames:
    """The games of a run that keeps its rows."""

    def __init__(self, run: Run) -> None:
        self._run, self._plan = run, run.plan
        self._program = program = run.plan.compiled.program
        self.row, self.summary = GameRow.of(program, ALL), run.summary
        came = (column.name for column in run.columns if column.form.name == "came.COMPONENT.ZONE")
        self.cells = [name.partition(".")[2] for name in came]
        self.stopped, self.end = run.stopped, run.plan.compiled.names.reason

    def batches(self) -> Iterator[Batch]:
        """Yield all games in order."""
        size, players = self.row.size, self.row.players
        shares = lru_cache(ENDINGS)(self._shares)
        for numbers, data in self._run.kept():
            words = memoryview(data).cast("i")
            ended = (words[at::size] for at in (OUTCOME, *range(PLACES, PLACES + players)))
            yield Batch(len(numbers), data, b"".join(map(shares, *ended)), self._players(numbers))

    def _shares(self, outcome: int, *places: int) -> bytes:
        """Return the shares of the win in games that ended in this way."""
        program = self._program
        if outcome in (FAULTED, Head.TRUNCATED):
            return bytes(8 * len(places))
        result = result_of(program, outcome, places, ((0,) * len(program.score),) * len(places))
        return struct.pack(f"<{len(places)}d", *self.summary.deciding.shares(result))

    def _players(self, numbers: range) -> bytes:
        """Return the kind of the player in each seat, game by game."""
        plan, many = self._plan, len(self._plan.players)
        kinds = [*dict.fromkeys(plan.players)]
        sitting = [
            struct.pack(f"<{many}i", *map(kinds.index, plan.names(plan.sitting(game))))
            for game in range(many)
        ]
        first = numbers.start % many
        return b"".join(islice(cycle(sitting), first, first + len(numbers)))
