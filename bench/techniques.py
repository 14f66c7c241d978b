"""Measure how much each optimisation contributes: `python bench/techniques.py [SECONDS [ROW...]]`.

The script leaves out each technique (`interpreter.compiled.analysis.techniques`) by itself, and then all of
them together. It plays games with the same seeds inside the modules with and without the technique,
alternately and in short slices, for about SECONDS (default 0.5) of processor time each. The printed number is
the factor by which games take longer without the technique, computed from the fastest slice of each module. A
technique without which the module is identical to the byte has no number.

If one technique is left out, another may do part of its work. So the numbers of a game neither add up nor
multiply to the number for all techniques together.
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
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Code, Instance
from interpreter.compiled.wasm.interface import Use
from interpreter.compiled.wasm.module_bytes import bytes_of
from interpreter.play.chunk import BATCH

SLICE = 0.01
"""Least processor time of a slice, in seconds. A slice consists of at least one game."""
SHOWN = 0.03
"""Least relative change of the time at which a technique is printed."""


def made(program: Program, techniques: Techniques) -> tuple[bytes, Artifact]:
    """Return the bytes of a program's module with the given techniques, and the module itself."""
    module = compiled(program, beginning(program), techniques, use=Use.GAMES)
    data = bytes_of(module.unit)
    return data, Artifact(Code.of(data), interface(module))


def ready(made: Artifact) -> Instance:
    """Return an instance that holds seeds, which are the same for all instances."""
    instance, luck = made.instance(), random.Random(0)  # noqa: S311 - nothing secret
    seeds = (SEEDS.pack(luck.getrandbits(64), luck.getrandbits(64)) for _ in range(BATCH))
    instance.put(made.interface.batches.seeds, b"".join(seeds))
    return instance


def spent(instance: Instance, games: int) -> float:
    """Return the processor time for playing `games` games, in seconds."""
    begun = time.thread_time()
    instance.run("batch", 0, games)
    return time.thread_time() - begun


def ratio(without: Artifact, full: Artifact, seconds: float) -> float:
    """Return the factor by which the same games take longer in `without` than in `full`."""
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
    """Return the line of the table that belongs to a row."""
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
    """Parse the arguments and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("seconds", type=float, nargs="?", default=0.5)
    parser.add_argument("rows", nargs="*", help="parts of the names of the rows to show")
    given = parser.parse_args()
    print("| game | all together | each alone |\n|---|--:|---|")
    for row in ROWS:
        if not given.rows or any(part in row.name for part in given.rows):
            print(line(row, given.seconds), flush=True)


if __name__ == "__main__":
    main()
