"""Distributed simulation on an existing Dask scheduler. No other module imports distributed.

A run is cut into shards of consecutive games. A game depends only on the plan and its number, so it does not
matter which worker plays a shard, when, or how often. If a worker dies, another one replays its shards, and
the results equal those of a single machine. If a table is written, or bots play, the worker returns the games
themselves, otherwise sums, which are exact. The results of shards are collected in order, and only a few
shards are in flight at a time, so a run of millions of games takes no more memory than one of thousands.

Anyone who can reach a scheduler can run arbitrary code on its workers, and this module relies on that,
because plans travel as pickles. Workers need the same version of gamespec and of what is sent (`VERSIONS`),
and the files of bots at the same paths.
"""

from __future__ import annotations

import pickle
import re
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from time import monotonic
from typing import TYPE_CHECKING, Any, TypeVar

from distributed import CancelledError, Client, KilledWorker
from distributed import TimeoutError as Unanswered
from distributed.client import ClosedClientError

import gamespec
from interpreter.bots.match import matches
from interpreter.bots.names import plays_inside
from interpreter.simulate.plans import RANDOM
from interpreter.simulate.recorded.packed import VERSION, Packed, Packer
from interpreter.simulate.summary import VERSION as SUMS

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.bots.match import Match
    from interpreter.play.chunk import Chunk
    from interpreter.play.errors import Fault
    from interpreter.play.playout import Playout
    from interpreter.protocol import MakeEngine
    from interpreter.simulate.plans import Plan

__all__ = ["Cluster", "ClusterFailed"]

T = TypeVar("T")

_ADDRESS = re.compile(r"dask://([^/\s:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})/?")

PATIENCE = 10.0
"""Seconds within which a scheduler must answer."""

WORKERLESS = 60.0
"""Number of seconds without any worker after which a run is abandoned."""

LOOK = 2.0
"""Seconds between checks for workers. With a thousand workers, the answer has a megabyte."""

VERSIONS = f"{gamespec.__version__} with packed games of version {VERSION} and sums of version {SUMS}"
"""What a worker must have in common with the client, because it could misread what it gets otherwise."""

AHEAD = 3
"""Number of shards in flight per worker thread."""

AT_RANDOM, BY_BOTS = 500, 4
"""Number of games in a shard, if all players are random (at first) and if bots play.

If bots play by policies only, that is the number at first.
"""

SHARD, GROWTH = 2.0, 8
"""Target time for playing a shard at random, in seconds, and maximum growth factor from shard to shard."""

RATE = 50
"""Number of shards a second of which a client and a scheduler can take care.

If there are more workers, shards take longer than `SHARD`, unless they return games.
"""


class ClusterFailed(RuntimeError):
    """Raised if a scheduler or its workers cannot be used, or have been lost."""


class Sizes:
    """The sizes of shards: `next` is the number of games in the next one.

    If there is a target time, in `seconds`, sizes follow from the time that shards have taken.
    """

    def __init__(self, size: int, seconds: float | None = None) -> None:
        self.next, self._seconds = size, seconds

    def played(self, games: int, seconds: float) -> None:
        """Adapt the size: a shard of so many games has taken so many seconds."""
        if self._seconds is not None:
            fitting = int(games * self._seconds / max(seconds, 1e-9))
            self.next = max(1, min(fitting, GROWTH * max(games, self.next)))


class Cluster:
    """The workers of the Dask scheduler at the address `dask://host:port`.

    A connection exists only while games are played. Raises `ClusterFailed` if the scheduler cannot be used.
    """

    def __init__(self, address: str) -> None:
        matched = _ADDRESS.fullmatch(address)
        if matched is None:
            raise ClusterFailed(
                f"`{address}` is not the address of a scheduler, such as `dask://127.0.0.1:8786`"
            )
        self.address, self._where = address, f"tcp://{matched[1]}:{matched[2]}"
        if not self.threads:
            raise ClusterFailed(f"the scheduler at `{address}` has no workers")

    def __repr__(self) -> str:
        return f"<Cluster {self.address}>"

    @property
    def threads(self) -> int:
        """The total number of threads that the workers currently have."""
        with self._connected() as client, self._answering():
            return _threads(client)

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """Provide a client that is connected to the scheduler for the duration of the `with` block.

        Raises `ClusterFailed` if the scheduler does not answer.
        """
        try:
            client: Any = Client(self._where, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call] # it has no types
        except (OSError, Unanswered, ValueError) as error:
            raise ClusterFailed(f"no Dask scheduler answers at `{self.address}`: {_first(error)}") from None
        try:
            yield client
        finally:
            client.close(timeout=PATIENCE)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Replace the errors that a client raises after losing its scheduler by `ClusterFailed`."""
        try:
            yield
        except (OSError, CancelledError, ClosedClientError) as error:
            raise ClusterFailed(f"the scheduler at `{self.address}` is lost: {_first(error)}") from None

    def playouts(self, plan: Plan, numbers: range) -> Iterator[Playout]:
        """Yield the playouts of the games with the given numbers, in the order of `numbers`.

        Re-raises the exception of a failing bot. Raises `ClusterFailed` if no worker is left, or if a shard
        kills every worker.
        """
        sizes = Sizes(BY_BOTS)
        if plan.whole:
            sizes = Sizes(self.first(plan.players), None if plan.at_random else SHARD)
        for played in self.shards(partial(_playouts, plan.alone), numbers, sizes):
            yield from played

    @staticmethod
    def first(names: Sequence[str]) -> int:
        """Return the number of games in the first shards, if engines play whole games between these bots."""
        return AT_RANDOM if {*names} == {RANDOM} else BY_BOTS

    def matches(
        self, compiled: Compiled, make: MakeEngine, names: Sequence[str], games: Sequence[Match]
    ) -> Generator[Playout]:
        """Yield the playouts of games between bots, in order, as `interpreter.bots.match.matches` does.

        Raises as `playouts` does.
        """
        work = partial(_matches, compiled, make, tuple(names))
        sizes = Sizes(BY_BOTS, SHARD if plays_inside(names) else None)
        for played in self.shards(work, games, sizes):
            yield from played

    def chunks(self, plan: Plan, numbers: range) -> Generator[Chunk]:
        """Yield the games with the given numbers, all of them `whole`, in order, as they are counted.

        Raises as `playouts` does.
        """
        program = plan.compiled.program
        packer = Packer(program, plan.make(program), plan.tally)
        for chunks in self.shards(
            partial(_chunks, plan.alone), numbers, Sizes(self.first(plan.players), SHARD)
        ):
            for packed, faults in chunks:
                yield packer.chunk(packed, faults)

    def shards(
        self,
        work: Callable[[Any], T],
        games: Sequence[Any],
        sizes: Sizes | None = None,
        first: int = AT_RANDOM,
    ) -> Generator[T]:
        """Let workers call `work` with shards of the games, and yield what they return, in order.

        `games` are their numbers, or what distinguishes them. By default, the sizes of shards follow from the
        time that they take, so that there are at most `RATE` a second; the first shards have `first` games.
        `work` is pickled, and so is what it returns. Raises as `playouts` does.
        """
        sent, waiting = pickle.dumps(work), deque[Any]()
        with self._connected() as client, self._answering():
            threads, asked = _threads(client), monotonic()
            sizes = sizes or Sizes(first, max(SHARD, threads / RATE))
            try:
                while True:
                    if monotonic() - asked > LOOK:
                        threads, asked = _threads(client), monotonic()
                    while games and len(waiting) < AHEAD * max(1, threads):
                        shard, games = games[: sizes.next], games[sizes.next :]
                        # Dask keeps no other result
                        future = client.submit(_worked, sent, shard, VERSIONS, pure=False)
                        waiting.append((len(shard), future))
                    if not waiting:
                        return
                    size, future = waiting.popleft()
                    seconds, found = self._result(client, future)
                    sizes.played(size, seconds)
                    yield found
            finally:
                for _, future in waiting:
                    future.cancel()

    def _result(self, client: Any, future: Any) -> Any:
        """Wait for a shard and return what was computed.

        Raises `ClusterFailed` if there has been no worker for too long.
        """
        without: float | None = None
        while True:
            try:
                played = future.result(timeout=LOOK)
            except Unanswered:
                if _threads(client):
                    without = None
                elif without is None:
                    without = monotonic()
                elif monotonic() - without > WORKERLESS:
                    raise ClusterFailed(
                        f"the scheduler at `{self.address}` has lost all its workers"
                    ) from None
            except KilledWorker as error:
                raise ClusterFailed(f"these games kill the workers: {_first(error)}") from None
            else:
                return played


def _threads(client: Any) -> int:
    """Return the total number of threads that the workers of the scheduler have.

    Raises OSError if the scheduler does not answer.
    """
    workers: dict[str, dict[str, Any]] | None = client.scheduler_info(n_workers=-1).get("workers")
    if workers is None:
        raise ConnectionError("it does not answer")
    return sum(worker["nthreads"] for worker in workers.values())


def _first(error: BaseException) -> str:
    """Return the first line of an error's message."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _playouts(plan: Plan, shard: range) -> list[Playout]:
    """Play games on a worker, and return their playouts."""
    return [game.playout for game in plan.games(shard)]


def _matches(
    compiled: Compiled, make: MakeEngine, names: tuple[str, ...], shard: Sequence[Match]
) -> list[Playout]:
    """Play games between bots on a worker, and return their playouts."""
    return [*matches(compiled.program, make, names, shard)]


def _chunks(plan: Plan, shard: range) -> list[tuple[Packed, dict[int, Fault]]]:
    """Play games on a worker, and return them packed."""
    program = plan.compiled.program
    packer = Packer(program, plan.make(program), plan.tally)
    return [(packer.packed(chunk), {**chunk.faults}) for chunk in plan.chunks(shard)]


def _worked(sent: bytes, shard: Sequence[Any], version: str) -> tuple[float, Any]:
    """Call the pickled function `sent` with a shard of games on a worker.

    Return how many seconds it took, and its result.
    """
    work = _received(sent, version)
    begun = monotonic()
    found = work(shard)
    return monotonic() - begun, found


@lru_cache(maxsize=4)
def _received(sent: bytes, version: str) -> Any:
    """Unpickle what a worker calls with all shards of a run.

    Raises `ClusterFailed` if the client has other `VERSIONS`. It is cached, so that a worker unpickles it
    only once for all of its shards.
    """
    if version != VERSIONS:
        raise ClusterFailed(f"a worker has gamespec {VERSIONS}, not {version}")
    return pickle.loads(sent)  # noqa: S301 - the scheduler's users run what they like
