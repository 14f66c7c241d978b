"""Measure the cost of a table of games: seconds and memory of `gamespec simulate`, with and without `--out`.

`python bench/records.py [GAMES [NAME...]]` plays GAMES games (default a million) of tic-tac-toe, or of the
named games. Each run has its own process. There is one run without a table, and one for each format. For
Parquet, another run plays a tenth of the games, because memory must not grow with their number.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from pathlib import Path

MEGA = 1 << 20


def played(arguments: list[str], out: Path = Path(os.devnull)) -> tuple[float, float, float]:
    """Run a gamespec command that prints to `out`.

    Return its elapsed time and its processor time, in seconds, and its peak memory in MB. An interrupt ends
    the command, too.
    """
    begun = time.perf_counter()
    command = [sys.executable, "-m", "gamespec", *arguments]
    with out.open("w", encoding="utf-8") as printed:
        process = os.posix_spawn(
            command[0], command, os.environ, file_actions=[(os.POSIX_SPAWN_DUP2, printed.fileno(), 1)]
        )
    try:
        _, status, usage = os.wait4(process, 0)
    except KeyboardInterrupt:
        os.kill(process, signal.SIGKILL)
        os.wait4(process, 0)
        raise
    if status:
        raise SystemExit(f"status {status}: gamespec {' '.join(arguments)}")
    seconds, busy = time.perf_counter() - begun, usage.ru_utime + usage.ru_stime
    return seconds, busy, usage.ru_maxrss * 1024 / MEGA


def main(games: int, names: list[str]) -> None:
    """Print a row for each game and each format."""
    print(
        f"{'game':<16}{'games':>11}  {'form':<9}{'seconds':>9}{'processor':>11}"
        f"{'games/s':>10}{'peak MB':>9}{'file MB':>9}"
    )
    for name in names:
        for form, count in (
            ("", games),
            ("csv", games),
            ("jsonl", games),
            ("parquet", games // 10),
            ("parquet", games),
        ):
            with tempfile.TemporaryDirectory() as place:
                path = Path(place) / f"games.{form}"
                out = ["--out", str(path)] if form else []
                seconds, busy, memory = played(["simulate", name, "--games", str(count), *out])
                size = path.stat().st_size / MEGA if form else 0
            row = f"{seconds:>9.1f}{busy:>11.1f}{count / seconds:>10,.0f}{memory:>9.0f}{size:>9.1f}"
            print(f"{name:<16}{count:>11,}  {form or '-':<9}{row}", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000, sys.argv[2:] or ["tic-tac-toe"])
