"""Measure what games on other machines move and cost: `python bench/scale.py [--games N] [NAME...]`.

Two workers on this machine play N games of each game (by default ten million of tic-tac-toe, and as many
games of Hearts and Trapper as take about as long), as `gamespec simulate --on` lets them, without a table and
with one (`--out`, here kept in memory). The columns are:

- `games`: the number of games;
- `shards`: the number of shards, which are the tasks of the scheduler;
- `a shard`: the number of games in the largest shard;
- `bytes`: bytes that the workers send, for each game;
- `client`: processor time of the client, in microseconds for each game;
- `a second`: games per second of processor time of the client, the most that one client can sum;
- `elapsed`: elapsed seconds.
"""

from __future__ import annotations

import argparse
import pickle
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from distributed import LocalCluster

sys.path.insert(0, str(Path(__file__).parents[1]))

from interpreter.play.tally import ALL, Counts
from interpreter.simulate import Run, Summary, plan_of
from interpreter.simulate.cluster import Cluster

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
        games = sum(part.games if isinstance(part, Summary) else len(part[0]) for part in found[1])
        self.most = max(self.most, games)
        self.aside += time.process_time() - begun
        return found


def measure(name: str, games: int, address: str, counts: Counts) -> list[str]:
    """Play games on the workers, and return what it took."""
    workers = Counted(address)
    plan = replace(plan_of(name, tally=counts), elsewhere=workers)
    run = Run(plan, keep=counts == ALL)
    begun, busy = time.perf_counter(), time.process_time()
    run.play(games)
    elapsed, busy = time.perf_counter() - begun, time.process_time() - busy - workers.aside
    return [
        name,
        "rows" if counts == ALL else "sums",
        f"{games:,}",
        f"{workers.tasks:,}",
        f"{workers.most:,}",
        f"{workers.bytes / games:.1f}",
        f"{busy / games * 1e6:.2f}",
        f"{games / busy:,.0f}",
        f"{elapsed:.1f}",
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", default=[*GAMES], metavar="NAME")
    parser.add_argument("--games", type=int, metavar="N")
    asked = parser.parse_args(words)
    heads = ["game", "", "games", "shards", "a shard", "bytes", "client", "a second", "elapsed"]
    print("".join(f"{head:>14}" for head in heads), flush=True)
    made: Any = LocalCluster
    with made(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        address = local.scheduler_address.replace("tcp://", "dask://")
        for name in asked.names:
            for counts, share in ((SHORT, 1), (ALL, 5)):
                games = (asked.games or GAMES.get(name, 100_000)) // share
                print("".join(f"{cell:>14}" for cell in measure(name, games, address, counts)), flush=True)


if __name__ == "__main__":
    main()
