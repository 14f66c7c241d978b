"""What each technique of speed brings: `python bench/techniques.py [SECONDS [ROW...]]`.

Each technique (`interpreter.compiled.analysis.techniques`) is left out alone, and all of them together. Games
of the same seeds are played inside both modules by turns, in short slices, for about SECONDS (default 0.5) of
processor time each; the number is how many times as long they take without it, by the least slice of each.
Where the module is the same to the byte without a technique, there is none.

A technique may do for a condition what another one does when that is left out, so the numbers of one game
neither add up nor multiply to that of all together.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from dataclasses import fields, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.field import ROWS, SEEDS, Row
from gamespec.program import Program
from interpreter.compiled.analysis.techniques import FULL, PLAIN, Techniques
from interpreter.compiled.course.module import compiled, interface
from interpreter.compiled.making.definitional import beginning
from interpreter.compiled.making.host import Code, Instance
from interpreter.compiled.making.made import Made
from interpreter.compiled.wasm.interface import BATCH, Use
from interpreter.compiled.wasm.whole import bytes_of

SLICE = 0.01
"""Seconds of processor time of a slice, about; one has at least one game."""
SHOWN = 0.03
"""A technique is shown that brings or costs such a share at least."""


def made(program: Program, techniques: Techniques) -> tuple[bytes, Made]:
    """What a program is made into by some techniques, and the bytes of it."""
    module = compiled(program, beginning(program), techniques, use=Use.GAMES)
    data = bytes_of(module.unit)
    return data, Made(Code.of(data), interface(module))


def ready(made: Made) -> Instance:
    """An instance with seeds, the same each time."""
    instance, luck = made.instance(), random.Random(0)  # noqa: S311 - nothing secret
    seeds = (SEEDS.pack(luck.getrandbits(64), luck.getrandbits(64)) for _ in range(BATCH))
    instance.put(made.interface.batches.seeds, b"".join(seeds))
    return instance


def spent(instance: Instance, games: int) -> float:
    """Seconds of processor time that so many games take."""
    begun = time.thread_time()
    instance.run("batch", 0, games)
    return time.thread_time() - begun


def ratio(without: Made, full: Made, seconds: float) -> float:
    """How many times as long the same games take without."""
    ours, theirs = ready(full), ready(without)
    games = 1
    while games < BATCH and spent(ours, games) < SLICE:
        games *= 2
    least, other, left = float("inf"), float("inf"), 2 * seconds
    while left > 0:
        least, other = min(least, quick := spent(ours, games)), min(other, slow := spent(theirs, games))
        left -= quick + slow
    return other / least


def line(row: Row, seconds: float) -> str:
    """What a row of the table says."""
    program = row.program()
    data, full = made(program, FULL)
    brought: dict[str, float] = {}
    for technique in fields(Techniques):
        other, without = made(program, replace(FULL, **{technique.name: False}))
        if other != data:
            brought[technique.name] = ratio(without, full, seconds)
    order = sorted(brought, key=brought.__getitem__, reverse=True)
    told = [f"`{name}` {brought[name]:.2f}" for name in order if abs(brought[name] - 1) >= SHOWN]
    all_ = ratio(made(program, PLAIN)[1], full, seconds)
    return f"| {row.name} | {all_:.2f} | {', '.join(told)} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, nargs="?", default=0.5)
    parser.add_argument("rows", nargs="*", help="parts of the names of rows")
    given = parser.parse_args()
    print("| game | all together | each alone |\n|---|--:|---|")
    for row in ROWS:
        if not given.rows or any(part in row.name for part in given.rows):
            print(line(row, given.seconds), flush=True)


if __name__ == "__main__":
    main()
