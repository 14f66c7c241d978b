"""Compare the engines on games by the hundred thousand: `python bench/agreement.py`.

The script plays the shipped games, with each variant, number of players and choice of options in turn (see
`tests/agreement.py`), rule mutants of these games and of the games of the tests (`tests/agreement_games`),
and games generated from seeds, some of which have many secrets or many idioms.

`--engines` names the engines to compare, which are the definitional one, and the compiled one without and
with its optimizations. The compiled engines can use checked modules (`checked-plain`, `checked-full`), which
report accesses to memory outside the intended regions. For each program, the script

- plays games side by side, and compares every integer of their positions;
- continues equally many games from a redeal;
- compares the successors of each option, and playouts, in the middle of equally many games;
- lets each engine play equally many games to their end by itself, and compares the counts;
- records equally many games, and compares their events;
- runs a tree search inside the module and one outside, and compares their statistics.

The number of games for a shipped set-up is inversely proportional to the number of decisions in a playout
plus `BEGINNING`, and at least one, so that the longest games do not take all the time. If there are only a
few games for each set-up, all set-ups get the same number. `--each` is the number of games that are played of
each generated game and of each rule mutant. `--mutants 100000` plays all mutants.

The script prints each disagreement as soon as it is found, with the command that reproduces it. At the end it
prints what was compared and how the time was spent. The exit status is 1 if there was any disagreement. The
games depend only on the arguments, not on the machine or the number of processes. `--skip N` continues an
interrupted run, whose progress shows the number of finished tasks. `--from SEED` plays other games. A long
run is `--games 100000 --generated 100000 --mutants 100000`.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate, pairwise
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "mutation"), str(ROOT)]
os.environ["GAMESPEC_CACHE"] = ""  # compile each module with the current code

from agreement import CHECKED, ENGINES, Played, both, engines_of
from agreement_games import SetUp, Target, every_game, generated, set_ups, targets
from agreement_records import in_every_way

from gamespec import load
from gamespec.compile import Compiled
from gamespec.program import Program
from interpreter.compiled.making.host import Breach
from interpreter.compiled.wasm.interface import HERE
from interpreter.play.luck import Seeds

TOGETHER = 20
"""Number of generated games or rule mutants per task."""
OF_ONE = 100
"""Number of games of a shipped set-up per task."""
MOST = 400
"""Maximum number of decisions that are compared in a shipped game. Its playouts reach the end."""
MOST_GENERATED = 60
EACH = 3
"""Number of games played of each generated game and of each rule mutant."""
BEGINNING = 20
"""Cost of starting and ending a game, as a number of decisions."""
MEASURED = 4
"""Number of playouts that estimate the length of a set-up's games."""


@dataclass
class Found:
    """The result of a task. `spent` is the processor time for each purpose, in nanoseconds."""

    played: Played = field(default_factory=Played)
    broken: list[str] = field(default_factory=list)
    programs: Counter[str] = field(default_factory=Counter)
    spent: Counter[str] = field(default_factory=Counter)

    @contextmanager
    def spending(self, what: str) -> Iterator[None]:
        """Add the processor time of the block to `spent`, for the purpose `what`."""
        begun = time.process_time_ns()
        try:
            yield
        finally:
            self.spent[what] += time.process_time_ns() - begun

    def count(self, what: str, program: object) -> None:
        """Count a program as accepted, or as rejected by the checker if it is `None`."""
        self.programs[f"{what} {'rejected' if program is None else 'accepted'}"] += 1

    def add(self, other: Found) -> None:
        """Add the counts and disagreements of another task to this result."""
        self.played.add(other.played)
        self.broken += other.broken
        self.programs += other.programs
        self.spent.update(other.spent)


@dataclass(frozen=True)
class Task:
    """The seeds of games to play, which are generated games or games of one set-up.

    If there is a target, `seeds` are the indices of its rule mutants instead.
    """

    seeds: range
    engines: tuple[str, ...]
    set_up: SetUp | None = None
    target: Target | None = None
    each: int = EACH
    """Number of games played of each generated game and of each rule mutant."""

    @property
    def kind(self) -> str:
        """The kind of games that the task plays: mutants, generated or shipped games."""
        return "mutants" if self.target else "generated" if self.set_up is None else "shipped"


def compare(  # noqa: PLR0913 - a program, and what is told of it
    program: Program,
    task: Task,
    seeds: range,
    found: Found,
    again: str,
    places: Callable[[], Sequence[object]],
) -> None:
    """Play games of a program with the given seeds on all engines.

    `again` is the command that reproduces the games, and `places` returns the spans of the program's parts.
    """
    most = MOST if task.set_up is not None else MOST_GENERATED
    try:
        with found.spending(f"{task.kind}: machine code and playing"):
            in_every_way(engines_of(program, task.engines), seeds, most, found.played)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its seed
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        if isinstance(error, Breach) and error.access.at != HERE:
            where = str(places()[error.access.at])
        found.broken.append(f"{type(error).__name__} at {where}: {error}\n  again: {again}")


def _places(path: Path) -> Sequence[object]:
    """Return the source span of each part of a generated game, whose file is at `path`."""
    return _written(load(path).compiled())


def _written(compiled: Compiled) -> Sequence[object]:
    """Return the source span of each part of a game, by the number of its place."""
    return compiled.names.places


def run(task: Task) -> Found:
    """Play all games of a task, and return the result."""
    found, name = Found(), f"python bench/agreement.py --each {task.each} --engines {' '.join(task.engines)}"
    if task.set_up is not None:
        first, count = task.seeds.start, len(task.seeds)
        chosen = f"{task.set_up.name} --players {task.set_up.players}"
        chosen += "".join(f" --option {option}={value}" for option, value in task.set_up.options)
        again = f"{name} --generated 0 --from {first} --games {count} -- {chosen}"
        with found.spending("shipped: reading"):
            program = task.set_up.program()
        compare(program, task, task.seeds, found, again, task.set_up.places)
    elif task.target is not None:
        with task.target.copied() as copy:
            for number in task.seeds:
                with found.spending("mutants: making and checking"):
                    mutant = copy.compiled(number)
                found.count("mutants", mutant)
                if mutant is not None:
                    again = f"{name} --games 0 --generated 0 --of {task.target} --from {number} --mutants 1"
                    again += f"  # {task.target.mutants[number].name}"
                    compare(
                        mutant.program,
                        task,
                        range(task.each),
                        found,
                        again,
                        partial(_written, mutant),
                    )
    else:
        with tempfile.TemporaryDirectory() as place:
            folder = Path(place)
            (folder / "gamespec.toml").touch()
            for seed in task.seeds:
                with found.spending("generated: making and checking"):
                    made = generated(seed, folder)
                found.count("games made at random", made)
                if made is not None:
                    again = f"{name} --games 0 --from {seed} --generated 1"
                    written = partial(_places, folder / "game.yaml")
                    compare(made, task, range(task.each), found, again, written)
    gc.collect()
    return found


def alone() -> None:
    """Exclude everything that exists at the start of a process from garbage collection, and disable it.

    Compiled code consists of many small trees, and the cycle collector takes longer than compiling. It is run
    explicitly after each task.
    """
    gc.freeze()
    gc.disable()


def length(set_up: SetUp) -> float:
    """Return the mean number of decisions in a set-up's games, estimated by random playouts."""
    playouts = both(set_up.program())[1].batch(Seeds(seed, seed) for seed in range(MEASURED))
    return sum(playout.decisions for playout in playouts) / MEASURED


def shares(games: int, lengths: Sequence[float]) -> list[int]:
    """Return the number of games to play for each set-up, given the mean length of its games."""
    least = min(games // len(lengths), 1)
    sums = [0.0, *accumulate(1 / (BEGINNING + decisions) for decisions in lengths)]
    ends = [round((games - least * len(lengths)) * part / sums[-1]) for part in sums]
    return [least + end - begun for begun, end in pairwise(ends)]


def tasks(asked: argparse.Namespace, pool: Executor) -> Iterator[Task]:
    """Yield the tasks for generated games, then for mutants, and then for shipped games in all set-ups."""
    engines, last = tuple(asked.engines), asked.first + asked.generated
    for seed in range(asked.first, last, TOGETHER):
        yield Task(range(seed, min(seed + TOGETHER, last)), engines, each=asked.each)
    every_mutant = [each for each in targets() if asked.of in {None, str(each)}] if asked.mutants else []
    step = max(sum(len(each.mutants) for each in every_mutant) // max(asked.mutants, 1), 1)
    for target in every_mutant:
        first, last = (asked.first, asked.first + asked.mutants) if asked.of else (0, len(target.mutants))
        numbers = range(first, min(last, len(target.mutants)), 1 if asked.of else step)
        for begun in range(0, len(numbers), TOGETHER):
            yield Task(numbers[begun : begun + TOGETHER], engines, target=target, each=asked.each)
    if not asked.games:
        return
    every = [each for name in asked.names or every_game() for each in chosen(name, asked)]
    lengths = [0.0] * len(every)
    if len(every) > 1 and asked.games > MEASURED * len(every):
        lengths = [*pool.map(length, every, chunksize=TOGETHER)]
    for set_up, share in zip(every, shares(asked.games, lengths), strict=True):
        last = asked.first + share
        for seed in range(asked.first, last, OF_ONE):
            yield Task(range(seed, min(seed + OF_ONE, last)), engines, set_up)


def chosen(name: str, asked: argparse.Namespace) -> list[SetUp]:
    """Return the set-ups of a game, or only the set-up given by `--players` and `--option`."""
    if asked.players is None:
        return set_ups(name)
    options = (tuple(text.partition("=")[::2]) for text in asked.option)
    return [SetUp(name, asked.players, tuple(options))]


def main() -> int:
    """Parse the arguments, run all tasks, print the results, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", metavar="GAME", help="default: all shipped games and their variants"
    )
    parser.add_argument(
        "--games", type=int, default=1000, metavar="N", help="number of shipped games, over all set-ups"
    )
    parser.add_argument("--generated", type=int, default=1000, metavar="N", help="number of generated games")
    parser.add_argument(
        "--mutants", type=int, default=0, metavar="N", help="number of rule mutants, over all games"
    )
    parser.add_argument(
        "--each",
        type=int,
        default=EACH,
        metavar="N",
        help="games played of each generated game and rule mutant",
    )
    parser.add_argument(
        "--of", metavar="GAME", help="only rule mutants of this game; `--from` is the number of the first"
    )
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED", help="the first seed")
    parser.add_argument("--skip", type=int, default=0, metavar="N", help="skip the first N tasks of the run")
    parser.add_argument(
        "--engines",
        nargs="+",
        choices=[*ENGINES, *CHECKED[1:]],
        default=ENGINES,
        help="two or more engines to compare",
    )
    parser.add_argument("--players", type=int, metavar="N", help="only this number of players; default: each")
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="value of an option; needs `--players`",
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    asked = parser.parse_args()
    if len(asked.engines) < 2:  # noqa: PLR2004 - one agrees with itself
        parser.error("at least two engines are needed for a comparison")
    if asked.each < 1:
        parser.error("`--each` must be at least 1")
    with ProcessPoolExecutor(asked.processes, initializer=alone) as pool:
        found = told(asked, pool)
    for what, spent in found.spent.most_common():
        print(f"{spent / 1e9:9.1f} s  {what}")
    made = "".join(f"{number:,} {what}, " for what, number in sorted(found.programs.items()))
    agree = f"{' against '.join(asked.engines)}: {found.played}"
    print(f"{made}{agree}; {len(found.broken)} disagreements")
    return 1 if found.broken else 0


def told(asked: argparse.Namespace, pool: Executor) -> Found:
    """Collect the results of all tasks. Print disagreements immediately, and progress once a second."""
    every = [*tasks(asked, pool)]
    found, begun, shown, done = Found(), time.monotonic(), 0.0, asked.skip
    try:
        for done, part in enumerate(pool.map(run, every[asked.skip :]), asked.skip + 1):
            found.add(part)
            for text in part.broken:
                print(f"DISAGREEMENT: {text}\n", flush=True)
            passed = time.monotonic() - begun
            if passed - shown > 1 or done == len(every):
                shown = passed
                print(
                    f"{done} of {len(every)} tasks, {passed:.0f} s, {len(found.broken)} disagreements",
                    file=sys.stderr,
                    flush=True,
                )
    except KeyboardInterrupt:
        pool.shutdown(wait=False, cancel_futures=True)
        print(f"interrupted; `--skip {done}` goes on", file=sys.stderr)
    return found


if __name__ == "__main__":
    sys.exit(main())
