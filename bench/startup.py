"""Measure how long the command takes to start and to check: `python bench/startup.py [RUNS]`.

`gamespec --help` must take less than 0.15 s; the exit status is 1 if it takes longer. For each command the
output gives the time that passes, and the processor time (user and system) of the process. Then it gives the
processor time of a second check in one process, for the shipped games with the median and the longest.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from statistics import median, median_high
from typing import NamedTuple

import gamespec
from gamespec.catalogue import games

BUDGET = 0.15
COMMANDS = (
    ["--help"],
    ["simulate", "--help"],
    ["list"],
    ["validate", "tic-tac-toe"],
    ["validate", "hearts"],
    ["validate", "trapper"],
)


class Times(NamedTuple):
    """The time that passed and the processor time, in seconds."""

    passed: float
    used: float


def seconds(arguments: list[str]) -> Times:
    """Return the times of a process, from its start to its end."""
    start, before = time.perf_counter(), os.times()
    subprocess.run([sys.executable, "-m", "gamespec", *arguments], stdout=subprocess.DEVNULL, check=True)
    passed, after = time.perf_counter() - start, os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return Times(passed, used)


def second_check(game: str, runs: int) -> float:
    """Return the median processor time of a check of a game that this process has checked before."""
    gamespec.check(game)
    used: list[float] = []
    for _ in range(runs):
        start = time.process_time()
        gamespec.check(game)
        used.append(time.process_time() - start)
    return median(used)


def main(runs: int) -> int:
    """Print the median times of `runs` runs for each command and check, and return the exit status."""
    slow = False
    for arguments in COMMANDS:
        times = [seconds(arguments) for _ in range(runs)]
        passed, used = (sorted(values) for values in zip(*times, strict=True))
        print(
            f"{median(passed):7.3f} s  least {passed[0]:.3f} s"
            f"  processor {median(used):.3f} s  least {used[0]:.3f} s  gamespec {' '.join(arguments)}"
        )
        slow = slow or (arguments == ["--help"] and median(passed) > BUDGET)
    checks = {game: second_check(game, runs) for game in games()}
    for what, taken in (("median", median_high(checks.values())), ("longest", max(checks.values()))):
        (game, *_) = (game for game, each in checks.items() if each == taken)
        print(f"{taken:7.3f} s  processor, a second check in one process, {what}: {game}")
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
