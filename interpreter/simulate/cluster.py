"""Distributed simulation on an existing Dask scheduler. No other module imports distributed.

A run is cut into shards of consecutive games. A game depends only on the plan and its number, so it does not
matter which worker plays a shard, when, or how often. If a worker dies, another one replays its shards, and
the table equals that of a single machine. The results of shards are collected in order, and only a few shards
are in flight at a time, so a run of millions of games takes no more memory than one of thousands.

Anyone who can reach a scheduler can run arbitrary code on its workers, and this module relies on that,
because plans travel as pickles. Workers need the same version of gamespec, and the files of bots at the same
paths.
"""

from __future__ import annotations

import pickle
import re
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from itertools import islice
from time import monotonic
from typing import TYPE_CHECKING, Any

from distributed import CancelledError, Client, KilledWorker
from distributed import TimeoutError as Unanswered
from distributed.client import ClosedClientError

import gamespec

if TYPE_CHECKING:
    from interpreter.play.playout import Playout
    from interpreter.simulate.plans import Plan

__all__ = ["Cluster", "ClusterFailed"]

_ADDRESS = re.compile(r"dask://([^/\s:]+|\[[0-9a-fA-F:]+\]):(\d{1,5})/?")

PATIENCE = 10.0
"""Seconds within which a scheduler must answer."""

WORKERLESS = 60.0
"""Number of seconds without any worker after which a run is abandoned."""

LOOK = 2.0
"""Seconds between checks for workers while the result of a shard is pending."""

AHEAD = 3
"""Number of shards in flight per worker thread."""

AT_RANDOM, BY_BOTS = 500, 4
"""Number of games per shard, if all players are random and if bots play."""


class ClusterFailed(RuntimeError):
    """Raised if a scheduler or its workers cannot be used, or have been lost."""


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
        sent = pickle.dumps(replace(plan, elsewhere=None, jobs=1))
        size = AT_RANDOM if plan.at_random and not plan.estimate else BY_BOTS
        shards = iter([numbers[start : start + size] for start in range(0, len(numbers), size)])
        waiting: deque[Any] = deque()
        with self._connected() as client, self._answering():
            try:
                while True:
                    room = AHEAD * max(1, _threads(client)) - len(waiting)
                    for shard in islice(shards, max(0, room)):  # Dask keeps no other result
                        waiting.append(client.submit(_play, sent, shard, gamespec.__version__, pure=False))
                    if not waiting:
                        return
                    yield from self._result(client, waiting.popleft())
            finally:
                for future in waiting:
                    future.cancel()

    def _result(self, client: Any, future: Any) -> list[Playout]:
        """Wait for a shard and return its playouts.

        Raises `ClusterFailed` if there has been no worker for too long.
        """
        without: float | None = None
        while True:
            try:
                played: list[Playout] = future.result(timeout=LOOK)
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


def _play(sent: bytes, shard: range, version: str) -> list[Playout]:
    """Play a shard of the pickled plan `sent` on a worker, and return the playouts of the shard."""
    if version != gamespec.__version__:
        raise ClusterFailed(f"a worker has gamespec {gamespec.__version__}, not {version}")
    return [game.playout for game in _plan(sent).games(shard)]


@lru_cache(maxsize=4)
def _plan(sent: bytes) -> Plan:
    """Unpickle a plan.

    The plan is cached, so that a worker unpickles it only once for all of its shards.
    """
    plan: Plan = pickle.loads(sent)  # noqa: S301 - the scheduler's users run what they like
    return plan
