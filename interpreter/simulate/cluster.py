"""Games on other machines, by a scheduler of Dask that is there already; the only import of distributed.

A run is cut into shards: games whose numbers follow one another. What comes of a game follows from the plan
and its number, so it does not matter which worker plays a shard, when, or how often: the shards of a worker
that dies are played by another one, and the table is that of one machine. Shards come back in their order,
and no more than a few are on their way, so that a run of millions takes no more memory than one of thousands.

Whoever can reach a scheduler can run any code on its workers, as we do here: what a plan is made of travels
as a pickle. Workers need the same version of gamespec, and the files of bots at the same paths.
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
"""So many seconds a scheduler has to answer."""

WORKERLESS = 60.0
"""So many seconds may pass without any worker before a run is given up."""

LOOK = 2.0
"""So often, in seconds, it is asked whether there are workers while a shard is waited for."""

AHEAD = 3
"""So many shards for each thread of a worker are on their way."""

AT_RANDOM, BY_BOTS = 500, 4
"""So many games are a shard, of games that are played at random or by bots."""


class ClusterFailed(RuntimeError):
    """Nobody plays: there is no scheduler at an address, it has no workers, or they have another gamespec."""


class Cluster:
    """The workers of a scheduler: `dask://host:port`. Raises `ClusterFailed` if it can't be had.

    There is a connection only while games are played.
    """

    def __init__(self, address: str) -> None:
        matched = _ADDRESS.fullmatch(address)
        if matched is None:
            raise ClusterFailed(
                f"`{address}` is no address of a scheduler: it is like `dask://127.0.0.1:8786`"
            )
        self.address, self._where = address, f"tcp://{matched[1]}:{matched[2]}"
        if not self.threads:
            raise ClusterFailed(f"the scheduler at `{address}` has no workers")

    def __repr__(self) -> str:
        return f"<Cluster {self.address}>"

    @property
    def threads(self) -> int:
        """How many threads the workers have together, now."""
        with self._connected() as client, self._answering():
            return _threads(client)

    @contextmanager
    def _connected(self) -> Iterator[Any]:
        """A client of the scheduler. Raises `ClusterFailed` if that does not answer."""
        try:
            client: Any = Client(self._where, timeout=PATIENCE, set_as_default=False)  # type: ignore[no-untyped-call] # it has no types
        except (OSError, Unanswered, ValueError) as error:
            raise ClusterFailed(
                f"no scheduler of Dask answers at `{self.address}`: {_first(error)}"
            ) from None
        try:
            yield client
        finally:
            client.close(timeout=PATIENCE)

    @contextmanager
    def _answering(self) -> Iterator[None]:
        """Whatever a client raises herein once the scheduler is gone becomes `ClusterFailed`."""
        try:
            yield
        except (OSError, CancelledError, ClosedClientError) as error:
            raise ClusterFailed(f"the scheduler at `{self.address}` is lost: {_first(error)}") from None

    def playouts(self, plan: Plan, numbers: range) -> Iterator[Playout]:
        """What comes of the games of these numbers, in their order.

        Raises what a bot raises that fails, and `ClusterFailed` if no worker is left, or if each dies of a
        shard.
        """
        sent = pickle.dumps(replace(plan, elsewhere=None, jobs=1))
        size = AT_RANDOM if plan.at_random and not plan.estimate else BY_BOTS
        shards = iter([numbers[start : start + size] for start in range(0, len(numbers), size)])
        waiting: deque[Any] = deque()
        with self._connected() as client, self._answering():
            try:
                while True:
                    room = AHEAD * max(1, _threads(client)) - len(waiting)
                    for shard in islice(shards, max(0, room)):  # what comes of it Dask keeps for nobody else
                        waiting.append(client.submit(_play, sent, shard, gamespec.__version__, pure=False))
                    if not waiting:
                        return
                    yield from self._result(client, waiting.popleft())
            finally:
                for future in waiting:
                    future.cancel()

    def _result(self, client: Any, future: Any) -> list[Playout]:
        """What came of a shard. Raises `ClusterFailed` if there has been no worker for long."""
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
                raise ClusterFailed(f"workers die of these games: {_first(error)}") from None
            else:
                return played


def _threads(client: Any) -> int:
    """How many threads the workers have together. Raises OSError if the scheduler does not answer."""
    workers: dict[str, dict[str, Any]] | None = client.scheduler_info(n_workers=-1).get("workers")
    if workers is None:
        raise ConnectionError("it does not answer")
    return sum(worker["nthreads"] for worker in workers.values())


def _first(error: BaseException) -> str:
    """The first line of what an error says."""
    return next(iter(str(error).splitlines()), type(error).__name__)


def _play(sent: bytes, shard: range, version: str) -> list[Playout]:
    """What comes of a shard, on a worker."""
    if version != gamespec.__version__:
        raise ClusterFailed(f"a worker has gamespec {gamespec.__version__}, not {version}")
    return [game.playout for game in _plan(sent).games(shard)]


@lru_cache(maxsize=4)
def _plan(sent: bytes) -> Plan:
    """A plan as it was sent; a worker that plays many shards of it reads it once."""
    plan: Plan = pickle.loads(sent)  # noqa: S301 - the scheduler's users run what they like
    return plan
