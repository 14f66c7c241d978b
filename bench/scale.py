"""Measure what games on other machines move and cost: `python bench/scale.py [--games N] [NAME...]`.

Two workers on this machine play N games of each game (by default ten million of tic-tac-toe, and as many
games of Hearts and Trapper as take about as long): without a table, as `gamespec simulate --on` lets them
(`sums`), a fifth as many pairs of games, as `compare` does (`pairs`), and a fifth as many with a table, here
kept in memory (`rows`). `--shard` is the time that a shard takes, in seconds; short shards show what a task
costs the client. The columns are:

- `games`: the number of games, or of pairs;
- `shards`: the number of shards, which are the tasks of the scheduler;
- `most`: the number of games in the largest shard;
- `bytes`: bytes that the workers send, for each game;
- `a shard`: the same for each shard, in kB;
- `client`: processor time of the client, in microseconds for each game;
- `ms`: the same for each shard, in milliseconds;
- `elapsed`: elapsed seconds.

`--sleeping N` plays on no workers, but lets N threads of four processes sleep for each shard. They return the
sums of a shard that was played once. So the client and the scheduler, both in this process, do what they do
for N workers. `--shards` is the number of shards, `ms` the processor time of both for each shard, and `busy`
the share of one processor that they need.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import LocalCluster

sys.path.insert(0, str(Path(__file__).parents[1]))

from interpreter.play.tally import ALL, Counts
from interpreter.simulate import Run, Summary, plan_of
from interpreter.simulate import cluster as cluster_of
from interpreter.simulate.cluster import Cluster
from interpreter.simulate.runs import summed_games
from interpreter.study.comparison import Comparison

if TYPE_CHECKING:
    from collections.abc import Sequence

GAMES = {"tic-tac-toe": 10_000_000, "hearts": 1_000_000, "trapper": 500_000}
SHORT = Counts(pace=True, lead=True, measures=True, last=True)
"""What `gamespec simulate` counts without a table."""


class Counted(Cluster):
    """Workers whose shards are counted."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.tasks = self.most = self.bytes = 0
        self.aside = 0.0
        """Processor time that counting takes, in seconds."""

    def _result(self, client: Any, future: Any) -> Any:
        found = super()._result(client, future)
        begun = time.process_time()
        self.tasks += 1
        self.bytes += len(pickle.dumps(found))
        self.most = max(self.most, sum(map(_games, found[1])))
        self.aside += time.process_time() - begun
        return found


def _games(part: Any) -> int:
    """Return the number of games in a part of what a worker returns: sums, or packed games with faults."""
    of = part if isinstance(part, Summary) else part[0]
    return of.games if isinstance(of, Summary) else len(of)


def measure(name: str, mode: str, games: int, address: str) -> list[str]:
    """Play games on the workers, and return what it took."""
    workers = Counted(address)
    plan = replace(plan_of(name, tally=ALL if mode == "rows" else SHORT), elsewhere=workers)
    run = Comparison(plan, plan) if mode == "pairs" else Run(plan, keep=mode == "rows")
    begun, busy = time.perf_counter(), time.process_time()
    run.play(games)
    elapsed, busy = time.perf_counter() - begun, time.process_time() - busy - workers.aside
    return [
        name,
        mode,
        f"{games:,}",
        f"{workers.tasks:,}",
        f"{workers.most:,}",
        f"{workers.bytes / games:.3f}",
        f"{workers.bytes / workers.tasks / 1e3:.1f}",
        f"{busy / games * 1e6:.3f}",
        f"{busy / workers.tasks * 1e3:.1f}",
        f"{elapsed:.1f}",
    ]


def slept(sums: list[Summary], seconds: float, _: range) -> list[Summary]:
    """Return sums after a while."""
    time.sleep(seconds)
    return sums


def sleep(name: str, threads: int, shards: int) -> list[str]:
    """Let a client merge what sleeping workers return, and return what it took."""
    plan = plan_of(name, tally=SHORT)
    sums = summed_games(plan.alone, 0, 1 << 62, range(10_000))
    whole, made = Summary.of(plan.compiled.program), LocalCluster
    local: Any = made(n_workers=4, threads_per_worker=threads // 4, dashboard_address=None)  # type: ignore[no-untyped-call] # it has no types
    with local:
        workers = Counted(local.scheduler_address.replace("tcp://", "dask://"))
        begun, busy = time.perf_counter(), time.process_time()
        work = partial(slept, sums, cluster_of.SHARD)
        for parts in workers.shards(work, range(shards), cluster_of.Sizes(1)):
            for part in parts:
                whole.merge(part)
        elapsed, busy = time.perf_counter() - begun, time.process_time() - busy - workers.aside
    return [
        name,
        f"{threads:,}",
        f"{shards:,}",
        f"{workers.bytes / shards / 1e3:.1f}",
        f"{busy / shards * 1e3:.2f}",
        f"{busy / elapsed:.0%}",
        f"{elapsed:.1f}",
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[*GAMES], metavar="NAME")
    parser.add_argument("--games", type=int, metavar="N")
    parser.add_argument("--shard", type=float, metavar="SECONDS", default=cluster_of.SHARD)
    parser.add_argument("--sleeping", type=int, metavar="N")
    parser.add_argument("--shards", type=int, metavar="N", default=10_000)
    asked = parser.parse_args(words)
    cluster_of.SHARD = asked.shard
    if asked.sleeping:
        _print(["game", "threads", "shards", "a shard", "ms", "busy", "elapsed"])
        for name in asked.names:
            _print(sleep(name, asked.sleeping, asked.shards))
        return
    _print(["game", "", "games", "shards", "most", "bytes", "a shard", "client", "ms", "elapsed"])
    made: Any = LocalCluster
    with made(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        address = local.scheduler_address.replace("tcp://", "dask://")
        for name in asked.names:
            for mode, share in (("sums", 1), ("pairs", 5), ("rows", 5)):
                games = (asked.games or GAMES.get(name, 100_000)) // share
                _print(measure(name, mode, games, address))


def _print(cells: Sequence[str]) -> None:
    print("".join(f"{cell:>12}" for cell in cells), flush=True)


if __name__ == "__main__":
    main()
