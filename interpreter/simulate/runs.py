"""Plays the games of a plan one after another, and counts their results.

Game number *i* of a plan is the same whoever plays it, so a run can be interrupted and resumed, or divided
among several machines. `run` makes a plan and plays it in one call.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from gamespec.text.plurals import counted
from interpreter.kernels.statistics.quantifying import NOTHING, Sources
from interpreter.play.interrupts import Interrupts
from interpreter.play.luck import Seeds
from interpreter.protocol import SummingEngine
from interpreter.simulate.about import about_run, about_table
from interpreter.simulate.columns import Column, Value, actions_of, columns_of
from interpreter.simulate.formats.formats import format_of
from interpreter.simulate.formats.frames import to_arrow, to_pandas, to_polars
from interpreter.simulate.formats.placed import check_place, place
from interpreter.simulate.intervals import Fixed, Until
from interpreter.simulate.page import as_html
from interpreter.simulate.plans import Plan, Played, plan_of
from interpreter.simulate.playout import enough
from interpreter.simulate.recorded.filled import Filled, values_of
from interpreter.simulate.recorded.recording import Kept, Recording
from interpreter.simulate.summary import Seat, Summary
from interpreter.simulate.summed import NEVER, Summed, SummedGames

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec.compile import Compiled
    from gamespec.spec import Spec
    from interpreter.simulate.formats.pandas_frames import Frame as PandasFrame
    from interpreter.simulate.formats.parquet import ArrowTable
    from interpreter.simulate.formats.polars_frames import Frame as PolarsFrame
    from interpreter.simulate.intervals import Confidence
    from interpreter.simulate.table import Table

__all__ = ["Run", "run"]

LAST = 1 << 63
"""Every game number is less than this."""


class Run:
    """A sequence of games of a plan, starting with game number `first`.

    `summary` counts all games played by seat and, unless all players are random, by player, wherever the
    player sat. If there is a `table`, the games are added to it after those that it already has. The table
    must belong to this plan and begin with game 0. With `keep`, the rows of the games are kept in memory,
    compressed; that raises `ValueError` if the plan does not count everything.
    """

    def __init__(self, plan: Plan, *, first: int = 0, table: Table | None = None, keep: bool = False) -> None:
        if not 0 <= first < LAST:
            raise ValueError(f"{first} is not the number of a game")
        if table is not None and first:
            raise ValueError(f"a table begins with game 0, not with {first}")
        self.plan, self.first, self.table = plan, first, table
        self.summary = Summary.of(plan.compiled.program)
        self.confidence: Confidence = Fixed()
        """The rule for confidence intervals. Intervals are wider if they have decided when the run ended."""
        self.asked = 0
        """The number of games requested so far, including those that the table had at the beginning."""
        self.decisions = 0
        """The number of decisions in the games that this object has played, without games read from the
        table.
        """
        self.seconds = 0.0
        """The time that this object has spent playing, in seconds."""
        self._store = Kept()
        self._kept = Recording(plan, self._store, first) if keep else None
        self.columns: tuple[Column, ...] = ()
        """The columns of the kept rows, or none if no rows are kept."""
        if keep:
            self.columns = columns_of(plan.compiled, estimated=bool(plan.estimate))
        if table is not None:
            self._resume(table.recording)
        self.asked = self.before = self.summary.games
        """The number of games that the table had at the beginning."""

    def _numbers(self, count: int) -> range:
        """Return the numbers of the next games. Raises `ValueError` if there are not that many."""
        if self.next + count > LAST:
            raise ValueError(f"{self.next + count - 1} is not the number of a game")
        return range(self.next, self.next + count)

    def ask(self, count: int) -> range:
        """Request further games, and return their numbers. Raises `ValueError` if there are not that many."""
        self.asked += count
        return self._numbers(count)

    def _resume(self, recording: Recording) -> None:
        """Count the games that a table had at the beginning."""
        engine = self.summing()
        if engine is None:
            for number, playout in enumerate(recording.playouts()):
                self._count(Played(number, self.plan.sitting(number), playout))
                if self._kept is not None:
                    self._kept.add(playout)
            return
        summed = self._summed(engine)
        for chunk in recording.chunks():
            summed.add(chunk)
            if self._kept is not None:
                self._kept.add_chunk(chunk)
        summed.settle()

    @property
    def next(self) -> int:
        """The number that the next game will have."""
        return self.first + self.summary.games

    def games(self, count: int, until: Until | None = None) -> Generator[Played]:
        """Play and yield `count` further games, or fewer if all intervals become narrow enough for `until`.

        If playing is interrupted, the table keeps the games played so far. `finish` puts the completed table
        in place.
        """
        table = self.table
        self.asked += count
        self.confidence = until or self.confidence
        assert table is None or table.games == self.summary.games  # noqa: S101 - nobody else adds to it
        if self._enough(until):
            return
        begun = perf_counter()
        with self._pausing():
            for game in self._played(count):
                self.seconds += perf_counter() - begun
                yield game
                begun = perf_counter()
                if self._enough(until):
                    break

    def _played(self, count: int) -> Generator[Played]:
        """Play and yield `count` further games.

        Even if an interrupt arrives, a game is either counted and added to the table completely, or not at
        all.
        """
        with (
            Interrupts() as interrupts,
            closing(self.plan.games(self._numbers(count))) as games,
        ):
            for game in games:
                interrupts.counting()
                self.decisions += game.playout.decisions
                self._count(game)
                for recording in self._recordings():
                    recording.add(game.playout)
                interrupts.counted()
                yield game

    def play(
        self, count: int, until: Until | None = None, progress: Callable[[int], None] | None = None
    ) -> Run:
        """Play `count` further games, as `games` does, and call `progress` with how many were just played.

        If playing is interrupted, the games played so far remain counted, and the games not played no longer
        count as requested.
        """
        step = progress or (lambda _: None)
        try:
            engine = self.summing()
            if engine is not None:
                self._sum(engine, count, until, step)
                return self
            with closing(self.games(count, until)) as games:
                for _ in games:
                    step(1)
        except KeyboardInterrupt:
            self.asked = self.summary.games
            raise
        return self

    def summing(self) -> SummingEngine | None:
        """Return the engine that sums the games, or `None` if each game must be counted here."""
        plan = self.plan
        if not plan.whole:
            return None
        engine = plan.make(plan.compiled.program)
        return engine if isinstance(engine, SummingEngine) else None

    def _sum(
        self, engine: SummingEngine, count: int, until: Until | None, progress: Callable[[int], None]
    ) -> None:
        """Play `count` further games and let the engine sum them. An interrupt waits for a whole chunk."""
        self.confidence = until or self.confidence
        if not count or self._enough(until):
            self.asked += count
            return
        if self.merges:
            count = self._merge(count, until, progress)
            if not count or self._enough(until):
                return
            self.asked -= count
        with Interrupts() as interrupts:
            with self._pausing(), self.stream(engine, count) as games:
                interrupts.counting()
                while not self._enough(until) and (ready := interrupts.waited(games.ready)):
                    every, completed = until.every if until else NEVER, self.summary.completed
                    done = games.add(ready, due=every - completed % every)
                    if until is not None and until.is_due(self.summary.completed):
                        games.settle()
                    for recording in self._recordings():
                        recording.add_chunk(games.latest)
                    progress(done)
            interrupts.counted()

    def paced(self, count: int, every: int, progress: Callable[[int], None] | None = None) -> Generator[None]:
        """Play `count` further games, and pause whenever the number of games is a multiple of `every`.

        `progress` is called with how many games were just played. The summary is up to date at each pause.
        """
        step, engine, played = progress or (lambda _: None), self.summing(), self.summary.games
        if engine is None:
            with closing(self.games(count)) as single:
                for _ in single:
                    step(1)
                    if self.summary.games % every == 0:
                        yield
            return
        if self.merges:
            with closing(self._merged(count, self.first, every)) as parts:
                for part in parts:
                    step(part.games)
                    if self.summary.games % every == 0:
                        yield
            return
        with Interrupts() as interrupts:
            with self._pausing(), self.stream(engine, count) as games:
                interrupts.counting()
                while ready := interrupts.waited(games.ready):
                    done = games.add(min(ready, every - played % every))
                    for recording in self._recordings():
                        recording.add_chunk(games.latest)
                    played += done
                    step(done)
                    if played % every == 0:
                        games.settle()
                        interrupts.counted()
                        yield
                        interrupts.counting()
            interrupts.counted()

    @property
    def merges(self) -> bool:
        """Whether other machines sum the games, of which this run records none."""
        return self.plan.elsewhere is not None and not [*self._recordings()]

    def _merge(self, count: int, until: Until | None, progress: Callable[[int], None]) -> int:
        """Let other machines play and sum up to `count` further games, and return how many are left.

        Some are left if the games are enough for `until`, or if a game has no result, because looks are due
        by the number of results, which other machines do not know.
        """
        end, every = self.summary.games + count, until.every if until else NEVER
        with closing(self._merged(count, self.next - self.summary.completed, every)) as parts:
            for part in parts:
                progress(part.games)
                if until is not None and (part.completed < part.games or self._enough(until)):
                    break
        return end - self.summary.games

    def _merged(self, count: int, first: int, every: int) -> Generator[Summary]:
        """Let other machines play and sum `count` further games, and yield each summary that was merged.

        Each has the games of one of the `stretches` of its shard.
        """
        assert self.plan.elsewhere is not None  # noqa: S101 - as `merges` says
        work = partial(summed_games, self.plan.alone, first, every)
        elsewhere = self.plan.elsewhere
        shards = elsewhere.shards(work, self.ask(count), first=elsewhere.first(self.plan.players))
        with Interrupts() as interrupts:
            with closing(shards):
                interrupts.counting()
                begun = perf_counter()
                while (parts := interrupts.waited(lambda: next(shards, None))) is not None:
                    for part in parts:
                        self.include(part, perf_counter() - begun)
                        interrupts.counted()
                        yield part
                        interrupts.counting()
                        begun = perf_counter()
            interrupts.counted()

    def include(self, part: Summary, seconds: float) -> None:
        """Count the next games, which were played and summed elsewhere while so many seconds passed."""
        self.summary.merge(part)
        self.decisions += part.decisions
        self.seconds += seconds

    def _recordings(self) -> Iterator[Recording]:
        """Yield what records the games."""
        if self.table is not None:
            yield self.table.recording
        if self._kept is not None:
            yield self._kept

    @contextmanager
    def _pausing(self) -> Generator[None]:
        """Write all games to the disk at the end, also after an interrupt."""
        try:
            yield
        finally:
            if self.table is not None:
                self.table.pause()

    @contextmanager
    def stream(self, engine: SummingEngine, count: int, sources: Sources = NOTHING) -> Iterator[SummedGames]:
        """Provide `count` further games, which the engine plays whole, and sums as requested."""
        summary = self.summary
        self.asked += count
        decisions, numbers = summary.decisions, self._numbers(count)
        summed = self._summed(engine, sources)
        with closing(self.plan.chunks(numbers)) as chunks:
            games = SummedGames(summed, chunks)
            try:
                yield games
            finally:
                games.settle()
                self.decisions += summary.decisions - decisions
                self.seconds += games.seconds

    def _summed(self, engine: SummingEngine, sources: Sources = NOTHING) -> Summed:
        """Return what adds games to the summary."""
        plan = self.plan
        seats = () if plan.at_random else plan.seatings
        return Summed(self.summary, plan.compiled.program, plan.tally, engine, sources, seats)

    def _enough(self, until: Until | None) -> bool:
        """Return whether a look is due, and the games played so far are enough for `until`."""
        return until is not None and until.is_due(self.summary.completed) and enough(self.summary, until)

    @property
    def decisions_per_second(self) -> float:
        """The playing speed, in decisions per second, or 0 if nothing was played."""
        return self.decisions / self.seconds if self.seconds else 0.0

    def finish(self) -> None:
        """Put the completed table in place, if there is one."""
        if self.table is not None:
            self.table.finish()

    def _count(self, game: Played) -> None:
        self.summary.add(game.playout, game.number, () if self.plan.at_random else game.seats)

    @property
    def players(self) -> list[Seat]:
        """The results of each player, whichever seats the player had. Random players are not told apart."""
        return self.summary.players

    def stopped(self, seeds: Seeds) -> tuple[str, ...]:
        """Return the players' names by seat in the game with these seeds.

        The game must be the first that stopped at some fault, or the first that reached the limit.
        """
        summary = self.summary
        firsts = {place.seeds: place.number for place in summary.fault_places.values()}
        number = summary.limited_at if seeds == summary.first_limited else firsts[seeds]
        return self.plan.names(self.plan.sitting(number))

    @property
    def values(self) -> list[list[Value]]:
        """For each of the `columns`, a list with one value per game. It is made anew on each access."""
        return values_of(self.columns, self._views())

    def rows(self) -> Iterator[tuple[Value, ...]]:
        """Iterate over the rows that are kept now, one per game.

        The values of a row are in the order of `columns`.
        """
        for batch in self._views():
            yield from zip(*values_of(self.columns, [batch]), strict=True)

    def kept(self) -> Iterator[tuple[range, bytes]]:
        """Yield the numbers of the games that are kept now, some at a time, and their `Chunk.data`."""
        if self._kept is not None:
            yield from self._kept.data()

    def take(self) -> Iterator[list[Filled]]:
        """Return the columns of the kept rows, for some games at a time, and keep these rows no longer.

        The numbers of a batch change when the next one is asked for.
        """
        if self._kept is None:
            return iter(())
        self._kept.flush()
        return self._kept.views(self._store.take())

    def _batches(self) -> Iterable[list[Filled]]:
        """Return the columns of the kept rows, for some games at a time; none if no rows were kept."""
        return self._kept.batches() if self._kept is not None else ()

    def _views(self) -> Iterable[list[Filled]]:
        """Return the same columns as `_batches`, whose numbers change when the next batch is asked for."""
        return self._kept.views() if self._kept is not None else ()

    @property
    def about(self) -> dict[str, Any]:
        """The metadata for the run's table (see `interpreter.simulate.about`)."""
        until = self.confidence if isinstance(self.confidence, Until) else None
        compiled, run = self.plan.compiled, about_run(self.plan, self.asked, until)
        rows = self.summary.games if self._kept is None else self._rows_kept
        return {**about_table(compiled, run, actions_of(compiled)), "rows": rows}

    def write(self, path: str | Path) -> None:
        """Write the kept rows to a file, as the table of the run. The extension of `path` selects the format.

        The table equals that of `gamespec simulate --out`. If the format has no room for metadata, it goes
        into a file beside the table. An existing table is replaced when the new one is complete. Raises
        `KeyError` for an unknown extension, `ImportError` if the library that writes the format is not
        installed, `ValueError` if no rows were kept, and OSError if the file cannot be written.
        """
        path, columns = Path(path), self._of_kept()
        format_of(path)
        check_place(path)
        place(path, columns, self.about, self._views())

    def to_pandas(self) -> PandasFrame:
        """Return the kept rows as a pandas data frame. Raises `ImportError` if pandas is not installed."""
        return to_pandas(self._of_kept(), self.values)

    def to_polars(self) -> PolarsFrame:
        """Return the kept rows as a Polars data frame. Raises `ImportError` if Polars is not installed."""
        return to_polars(self._of_kept(), self.values)

    def to_arrow(self) -> ArrowTable:
        """Return the kept rows as an Arrow table. Raises `ImportError` if pyarrow is not installed."""
        return to_arrow(self._of_kept(), self._batches())

    @property
    def _rows_kept(self) -> int:
        """The number of rows that are kept."""
        if self._kept is not None:
            self._kept.flush()
        return self._store.games

    def _of_kept(self) -> tuple[Column, ...]:
        """Return the columns of the kept rows. Raises `ValueError` if no rows were kept."""
        if not self.columns:
            raise ValueError("the rows were not kept: leave out `keep=False`")
        return self.columns

    def _repr_html_(self) -> str:
        """Render the run as HTML for a notebook."""
        return as_html(self)

    def __repr__(self) -> str:
        shares = " ".join(f"{seat.share.mean or 0:.1%}" for seat in self.summary.seats)
        who = ",".join(self.plan.players)
        game, games = self.plan.compiled.names.game, self.summary.games
        return f"<Run {game}, {who}, {counted(games, 'game')}, seed {self.plan.seed}; wins by seat: {shares}>"


def summed_games(plan: Plan, first: int, every: int, numbers: range) -> list[Summary]:
    """Play games with these numbers, which the engine sums, and return summaries of `stretches`."""
    return [Run(plan, first=some.start).play(len(some)).summary for some in stretches(numbers, first, every)]


def stretches(numbers: range, first: int, every: int) -> Iterator[range]:
    """Divide the numbers of games before each that is a multiple of `every` after the `first`."""
    while numbers:
        size = every - (numbers.start - first) % every
        yield numbers[:size]
        numbers = numbers[size:]


def run(
    game: Compiled | Spec | str,
    games: int = 1000,
    *,
    until: Until | None = None,
    progress: Callable[[int], None] | None = None,
    keep: bool = True,
    **plan: Any,
) -> Run:
    """Make a plan of a run, play it, and return the run.

    `plan` holds the arguments of `plan_of`, such as `seats`, `seed`, `players`, `options` and `jobs`. With
    `until`, the run ends early if fewer games suffice. The rows of the games are kept in memory unless `keep`
    is false, which is better for millions of games. Raises whatever `plan_of` raises, and `ValueError` for a
    negative number of games.
    """
    if games < 0:
        raise ValueError(f"{games} is not a number of games")
    return Run(plan_of(game, **plan), keep=keep).play(games, until, progress)
