"""Batches of games, which a module plays to their end by itself, in several threads.

The games are divided into pieces in the order of their seeds. Each worker is a thread with its own instance,
and plays a piece in one call, during which Python's lock is released. Results are yielded in order. A game
depends only on its seeds, so it does not matter which worker plays it. The size of a piece is chosen, based
on the speed so far, to take about `MOMENT` seconds. So callers see progress, and workers finish at about the
same time.

The caller's thread only waits for results, so Ctrl-C takes effect at once. It then sets a word in the memory
of each instance, which the module reads before each decision (`Instance.stop`). If no further decision comes,
the budget ends the game. The caller does not wait for the workers, which end when they read the word.

A fault makes an instance unusable, and the worker continues with a new one.
"""

from __future__ import annotations

import struct
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, islice, repeat
from queue import SimpleQueue
from threading import Event, Thread
from time import perf_counter

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.asides import Seeder
from interpreter.compiled.run.learning import give
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.kernels.learning.policy import Given
from interpreter.kernels.seeding import packed_seeds
from interpreter.kernels.statistics.game_row import FAULTED
from interpreter.kernels.statistics.outcomes import Outcomes
from interpreter.play.chunk import Chunk, most_games
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout
from interpreter.play.policies import Policies

__all__ = ["FIRST", "Batch", "fitting"]

MOMENT = 0.03
"""Target time for playing one piece, in seconds."""

FIRST, GROWTH = 4, 8
"""Number of games in the first piece, and maximum growth factor from one piece to the next."""

LOOK = 0.05
"""Interval, in seconds, at which a waiting caller wakes up to handle Ctrl-C.

Some systems do not handle Ctrl-C while a thread waits.
"""


def fitting(count: int, seconds: float, most: int) -> int:
    """Return how many games to play in the next call, from 1 to `most`.

    The last call played `count` games in `seconds`.
    """
    return max(1, min(int(MOMENT * count / max(seconds, 1e-9)), GROWTH * count, most))


@dataclass(slots=True)
class _Piece:
    """A piece of a batch, with the results of its games as soon as it is `over`.

    `results` has a row of words for each game, in several parts, and `faults` the fault of each game that
    ended in one (see `Chunk`).
    """

    seeds: Sequence[Seeds] | range
    """The seeds of the games, or their numbers in a run."""
    seats: array[int] = field(default_factory=lambda: array("i"))
    """The player in each seat of each game, one game after another, unless all players are random."""
    over: Event = field(default_factory=Event)
    results: list[bytes] = field(default_factory=list)
    faults: dict[int, Fault] = field(default_factory=dict)
    error: BaseException | None = None
    seconds: float = 0.0


class Batch:
    """A batch of games of one program, played in `jobs` threads. It can be used once.

    `run` is the seed of the run to which the games belong, for `chunks`. Unless all players are random, they
    play by `policies`.
    """

    def __init__(
        self, program: Program, made: Artifact, jobs: int, run: int = 0, policies: Policies | None = None
    ) -> None:
        self._made, self._policies = made, policies
        self._jobs, self._program, self._players = jobs, program, program.players
        self._run = run
        self._chance = bool(program.streams)
        self._tasks: SimpleQueue[_Piece | None] = SimpleQueue()
        self._at_work: dict[int, Instance] = {}
        self._given: dict[int, Given] = {}
        self._seeders: dict[int, Seeder] = {}
        self._workers = 0
        self._stopped = False
        self._outcomes = Outcomes(program, made.interface.batches.width, made.counts)

    def play(self, seeds: Iterable[Seeds], seats: Iterable[Sequence[int]] | None = None) -> Iterator[Playout]:
        """Yield the playout of each game, in the order of the seeds; some seeds are consumed early.

        With policies, `seats` has the player in each seat of each game, as in `PolicyEngine.batch`.
        """
        games, order = iter(seeds), range(self._players)
        seated = iter(seats) if seats is not None else repeat(order)

        def some(size: int) -> _Piece:
            found = [*islice(games, size)]
            if self._policies is None:
                return _Piece(found)
            return _Piece(found, array("i", chain.from_iterable(islice(seated, len(found)))))

        for piece in self._played(some):
            yield from self._told(piece)

    def chunks(self, numbers: range, seats: Sequence[Sequence[int]] = ()) -> Generator[Chunk]:
        """Yield the games of a run with consecutive `numbers`, in order.

        With policies, `seats` has the players of the first games of the run, after which they begin again.
        """
        left, seated = numbers, array("i", chain.from_iterable(seats))

        def some(size: int) -> _Piece:
            nonlocal left
            first, left = left[:size], left[size:]
            at = self._players * (first.start % len(seats)) if seats else 0
            again = -(-len(first) // max(1, len(seats)))
            return _Piece(first, (seated[at:] + seated[:at]) * again)

        for piece in self._played(some):
            assert isinstance(piece.seeds, range)  # noqa: S101 - as `some` returns
            yield Chunk(piece.seeds, b"".join(piece.results), self._run, piece.faults)

    def _played(self, some: Callable[[int], _Piece]) -> Generator[_Piece]:
        """Yield the pieces of a batch in order. `some` returns up to a number of next games."""
        most = most_games(self._made.interface.batches.width)
        size = min(FIRST, most)
        ahead: deque[_Piece] = deque()
        try:
            while True:
                while len(ahead) <= self._jobs and (piece := some(size)).seeds:
                    self._queue(piece)
                    ahead.append(piece)
                if not ahead:
                    return
                piece = ahead.popleft()
                while not piece.over.wait(LOOK):
                    pass
                if piece.error is not None:
                    raise piece.error
                size = fitting(len(piece.seeds), piece.seconds, most)
                yield piece
        finally:
            self._stop()

    def _queue(self, piece: _Piece) -> None:
        """Queue a piece for the workers, and start another worker if fewer than `jobs` exist."""
        self._tasks.put(piece)
        if self._workers < self._jobs:
            Thread(target=self._work, args=(self._workers,), daemon=True).start()
            self._workers += 1

    def _stop(self) -> None:
        """Tell all workers to stop at once, even within a game."""
        self._stopped = True
        for instance in list(self._at_work.values()):
            instance.stop()
        for _ in range(self._workers):
            self._tasks.put(None)

    # --- workers --------------------------------------------------------------------------------------

    def _work(self, worker: int) -> None:
        while not self._stopped and (piece := self._tasks.get()) is not None:
            begun = perf_counter()
            try:
                self._play(worker, piece)
            except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits for the piece
                piece.error = error
            piece.seconds = perf_counter() - begun
            piece.over.set()

    def _play(self, worker: int, piece: _Piece) -> None:
        """Play the games of a piece, as many in a call as fit."""
        most = self._made.interface.batches.most
        for first in range(0, len(piece.seeds), most):
            self._call(worker, piece, first, piece.seeds[first : first + most])

    def _call(self, worker: int, piece: _Piece, first: int, games: Sequence[Seeds] | range) -> None:
        """Play the games of a call, the first of which has the index `first` in its piece.

        After a fault, continue with the next game in a new instance.
        """
        batches, width = self._made.interface.batches, self._outcomes.size
        seeds = self._packed(worker, games)
        at, count = 0, len(games)
        while at < count and not self._stopped:
            if worker not in self._at_work:
                self._at_work[worker] = self._new(worker)
                continue  # the batch may have been stopped meanwhile
            instance = self._at_work[worker]
            instance.put(batches.seeds, seeds)
            if piece.seats:
                seated = piece.seats[self._players * first : self._players * (first + count)]
                self._given[worker].seated[: len(seated)] = seated
            try:
                instance.run("batch", at, count)
                done = count
            except Fault as fault:
                (done,) = instance.words(batches.done, 1)
                (given,) = instance.words(POSITION + WORD * Head.DECISIONS, 1)
                decisions, piece.faults[first + done] = max(given - 1, 0), fault
                del self._at_work[worker]
            piece.results.append(instance.data(batches.results + width * at, width * (done - at)))
            if done < count:
                head = struct.pack("<2i", decisions, FAULTED)
                piece.results.append(head + bytes(width - len(head)))
            at = done + 1

    def _new(self, worker: int) -> Instance:
        """Return a new instance for a worker, in which players play by their policies."""
        instance = self._made.instance()
        if self._policies is not None:
            most = self._made.interface.batches.most
            self._given[worker] = give(instance, self._program, self._policies, most)
        return instance

    def _packed(self, worker: int, games: Sequence[Seeds] | range) -> bytes | memoryview:
        """Return the seeds of games, or of the games with these numbers, in the form that a module reads."""
        if not isinstance(games, range):
            return packed_seeds(games)
        if worker not in self._seeders:
            self._seeders[worker] = Seeder(self._run, chance=self._chance)
        return self._seeders[worker].seeds(games)

    # --- results --------------------------------------------------------------------------------------

    def _told(self, piece: _Piece) -> Iterator[Playout]:
        width = self._outcomes.size
        assert not isinstance(piece.seeds, range)  # noqa: S101 - as `play` gives them
        rows = b"".join(piece.results)
        for number, seeds in enumerate(piece.seeds):
            row = rows[width * number : width * (number + 1)]
            if number in piece.faults:
                yield self._outcomes.stopped(seeds, row, piece.faults[number])
            else:
                yield self._outcomes.playout(seeds, row)
