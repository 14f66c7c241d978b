"""Compare the speed of random games in two checkouts of this repository.

`python bench/compare.py OLD NEW [GAME...]` plays the same random games with the packages of both folders,
alternately, so that other load on the machine affects both equally. A pair of measurements takes about a
second of processor time. For each game, the script prints the median, the least and the greatest ratio of new
to old time.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
from pathlib import Path

GAMES = ("trapper", "tic-tac-toe", "othello", "carcassonne", "nine-mens-morris")

WORKER = """
import sys, time
import gamespec
from interpreter.simulate import playouts

program = gamespec.load(sys.argv[1]).program()
playouts(program, 1)
for line in sys.stdin:
    games, start = int(line), time.process_time()
    playouts(program, games)
    print(time.process_time() - start, flush=True)
"""


class Player:
    """A process that plays random games with the packages of one checkout."""

    def __init__(self, folder: Path, game: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", WORKER, game],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
            env={**os.environ, "PYTHONPATH": str(folder)},
        )  # fmt: skip

    def seconds(self, games: int) -> float:
        """Return the processor time that the first `games` random games take, in seconds."""
        assert self.process.stdin is not None  # noqa: S101 - it is a pipe
        assert self.process.stdout is not None  # noqa: S101 - as above
        print(games, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process, and wait until it is gone."""
        self.process.communicate()


def compare(game: str, folders: tuple[Path, Path], pairs: int) -> list[float]:
    """Return the ratios of new to old processor time, of `pairs` pairs of measurements, ascending."""
    old, new = (Player(folder, game) for folder in folders)
    games = 1
    while (spent := old.seconds(games)) < 0.3:  # noqa: PLR2004 - seconds
        games *= 2
    games = max(1, round(games * 0.5 / spent))
    ratios = []
    for number in range(pairs):
        first, second = (old, new) if number % 2 else (new, old)
        times = {first: first.seconds(games), second: second.seconds(games)}
        ratios.append(times[new] / times[old])
    old.close()
    new.close()
    return sorted(ratios)


def main(old: Path, new: Path, games: list[str], pairs: int) -> None:
    """Print a Markdown table with a row for each game."""
    print("| game | new : old | least | greatest |")
    print("|---|--:|--:|--:|")
    for game in games:
        ratios = compare(game, (old, new), pairs)
        print(
            f"| {game} | {statistics.median(ratios):.3f} | {ratios[0]:.3f} | {ratios[-1]:.3f} |", flush=True
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compare the speed of two checkouts.")
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--pairs", type=int, default=15)
    arguments = parser.parse_args()
    main(arguments.old.resolve(), arguments.new.resolve(), list(arguments.games), arguments.pairs)
