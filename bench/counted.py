"""Measure how well `gamespec profile` approximates time: nanoseconds per instruction, and per unit of work.

`python bench/counted.py [GAMES [NAME...]]` plays GAMES random games (default 100) of each game inside its
module, in one thread, without counters, and takes the best time of six calls. Then it counts the instructions
and the units of work in the same games. If time were proportional to instructions, all games would take the
same number of nanoseconds per instruction. The last lines give the factors by which games differ in this
respect.
"""

from __future__ import annotations

import math
import struct
import sys
import time

import gamespec
from gamespec.compile import Compiled
from interpreter.compiled.making.artifact import made_of
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.wasm.interface import Use
from interpreter.play.luck import derived
from interpreter.profile import profiled
from interpreter.simulate import Seeds

RUNS = 5


def seconds(compiled: Compiled, games: int) -> float:
    """Return the time for playing the games that are counted, in seconds: the least of several calls."""
    made = made_of(compiled.program, BuildKey(Use.GAMES))
    instance, batches = made.instance(), made.interface.batches
    seeds = [Seeds.of(0, index) for index in range(games)]
    data = b"".join(struct.pack("<QQ", each.game, derived(each.luck, "policy")) for each in seeds)
    instance.put(batches.seeds, data)
    best = math.inf
    for _ in range(RUNS + 1):
        start = time.perf_counter()
        instance.run("batch", 0, games)
        best = min(best, time.perf_counter() - start)
    return best


def spread(found: list[float]) -> str:
    """Return a text about the spread of numbers.

    It states the standard deviation of their logarithms, as a factor, and the greatest ratio.
    """
    logarithms = [math.log(each) for each in found]
    mean = sum(logarithms) / len(found)
    deviation = math.sqrt(sum((each - mean) ** 2 for each in logarithms) / len(found))
    return f"within a factor of {math.exp(deviation):.2f}, at most {max(found) / min(found):.1f} apart"


def main(games: int, names: list[str]) -> None:
    """Print a row for each game, followed by the spread over all games."""
    print(
        f"{'game':<20}{'ns a decision':>15}{'instructions':>14}{'units':>9}{'ns each':>10}{'ns a unit':>11}"
    )
    instructions, units = list[float](), list[float]()
    for name in names:
        compiled = gamespec.load(name).compiled()
        summary, profile = profiled(compiled, games)
        took = seconds(compiled, games) * 1e9
        each = summary.decisions
        instructions.append(took / profile.instructions)
        units.append(took / profile.units)
        print(
            f"{name:<20}{took / each:>15,.0f}{profile.instructions / each:>14,.0f}"
            f"{profile.units / each:>9,.0f}{instructions[-1]:>10.3f}{units[-1]:>11.2f}"
        )
    print(f"instructions: {spread(instructions)}\nunits of work: {spread(units)}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100, sys.argv[2:] or list(gamespec.games()))
