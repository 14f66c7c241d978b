"""Measure how long the command takes to start: `python bench/startup.py [RUNS]`.

`gamespec --help` must take less than 0.15 s; the exit status is 1 if it takes longer.
"""

from __future__ import annotations

import subprocess
import sys
import time
from statistics import median

BUDGET = 0.15
COMMANDS = (
    ["--help"],
    ["simulate", "--help"],
    ["list"],
    ["validate", "trapper"],
)


def seconds(arguments: list[str]) -> float:
    """Return the time from the start of a process to its end, in seconds."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-m", "gamespec", *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - start


def main(runs: int) -> int:
    """Print the median and the least time of `runs` runs for each command, and return the exit status."""
    slow = False
    for arguments in COMMANDS:
        times = sorted(seconds(arguments) for _ in range(runs))
        print(f"{median(times):7.3f} s  least {times[0]:.3f} s  gamespec {' '.join(arguments)}")
        slow = slow or (arguments == ["--help"] and median(times) > BUDGET)
    return int(slow)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 10))
