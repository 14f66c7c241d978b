"""Measure how many decisions per second lanes make, beside the bare module, all in one run.

`python bench/lanes.py [ROW...]` measures the rows of `bench/field.py` that the table in `bench/README.md`
has, or those whose names contain one of the given parts. The choices are uniformly random, drawn by numpy
before the clock starts. The columns are:

- `module`: decisions per second of whole random games inside the module, in one thread;
- `lanes`: decisions per second of `Lanes.step` with choices, with `--lanes` lanes in one thread;
- `of module`: `lanes` divided by `module`;
- `few`: the same as `lanes`, with 64 lanes;
- `inside`: with choices that are left to the lanes (`Lanes.step()`);
- `observed`: the same as `inside`, with observations and legal actions (an `Encoding`);
- `of lanes`: `observed` divided by `lanes`;
- `threads`: `lanes`, with 16 times as many lanes in as many threads as can run at once, by elapsed time.

All figures but the last are by processor time, and medians of `--rounds` rounds that take turns.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.commands import chosen
from bench.field import Row, apiece, make
from interpreter.compiled.engine import CompiledEngine
from interpreter.compiled.run.lanes import Lanes
from interpreter.compiled.wasm.interface import Use
from interpreter.play.cores import cores
from interpreter.play.encoding import Encoding

BY_DEFAULT = ("tic-tac-toe", "connect four", "kuhn", "leduc", "hearts", "hanabi", "trapper", "carcassonne")
HEADS = ("module", "lanes", "of module", "few", "inside", "observed", "of lanes", "threads")
FEW, MANY, DRAWN = 64, 16, 61
NAME, WIDTH = 24, 13


def speed(lanes: Lanes, seconds: float, clock: Callable[[], float], *, choose: bool = True) -> float:
    """Return the decisions per second of `lanes`, after a first tenth of the time that is not counted."""
    luck = np.random.default_rng(1).random((DRAWN, len(lanes)))
    step, made, begun = 0, 0, clock()
    warm = begun + seconds / 10
    while (now := clock()) < begun + seconds or not made:
        if now < warm:
            first, made = now, 0
        lanes.step((luck[step % DRAWN] * lanes.counts).astype(np.int32) if choose else None)
        step, made = step + 1, made + len(lanes)
    return made / (now - first)


def measured(row: Row, count: int, seconds: float, rounds: int) -> list[float]:
    """Return the figures of a row."""
    program = row.program()
    made, engine = make(program, Use.GAMES)[0], CompiledEngine(program)
    most, few = engine.lanes(count, seed=1), engine.lanes(FEW, seed=1)
    observed = engine.lanes(count, seed=1, encoding=Encoding(program))
    wide = engine.lanes(MANY * count, seed=1, jobs=cores())
    found: dict[str, list[float]] = {head: [] for head in HEADS}
    for _ in range(rounds):
        decisions, each = apiece(made, seconds)
        found["module"].append(decisions / each)
        found["lanes"].append(speed(most, seconds, time.process_time))
        found["of module"].append(found["lanes"][-1] / found["module"][-1])
        found["few"].append(speed(few, seconds, time.process_time))
        found["inside"].append(speed(most, seconds, time.process_time, choose=False))
        found["observed"].append(speed(observed, seconds, time.process_time, choose=False))
        found["of lanes"].append(found["observed"][-1] / found["lanes"][-1])
        found["threads"].append(speed(wide, seconds, time.perf_counter))
    return [median(found[head]) for head in HEADS]


def line(name: str, cells: list[str]) -> str:
    """Return a line of the table."""
    return f"{name:<{NAME}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)


def main() -> None:
    """Parse the arguments, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="parts of the names of the rows to measure")
    parser.add_argument("--lanes", type=int, default=1024, metavar="N", help="[default: 1024]")
    parser.add_argument("--seconds", type=float, default=5.0, metavar="S", help="time of each run")
    parser.add_argument("--rounds", type=int, default=3, metavar="N", help="[default: 3]")
    given = parser.parse_args()
    print(line("row", [*HEADS]), flush=True)
    for row in chosen(parser, given.rows or [*BY_DEFAULT]):
        figures = measured(row, given.lanes, given.seconds, given.rounds)
        cells = [f"{figure:,.0f}" for figure in figures]
        for head in ("of module", "of lanes"):
            cells[HEADS.index(head)] = f"{figures[HEADS.index(head)]:.2f}"
        print(line(row.name, cells), flush=True)


if __name__ == "__main__":
    main()
