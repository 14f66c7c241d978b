"""The compiled engine against the definitional one, by the hundred thousand: `python bench/agreement.py`.

Plays the shipped games, each variant, number of players and choice of options in turn (`tests/agreement.py`
says which), and games made at random from seeds, every other one full of secrets. Of each, a few games go
side by side, integer for integer, and as many go on from a redeal; as often it is asked in the middle what
its options lead to, and playouts; and as many games are played to their end as each engine does by itself.

Prints each disagreement as it is found, with the command that plays it again, and in the end what has been
compared. The status is 1 if there was any. What a seed stands for changes with the generator only, not with
the machine or the number of processes; `--from N` goes on where another run has stopped. A long run is
`--games 100000 --generated 100000`.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]
os.environ["GAMESPEC_CACHE"] = ""  # each module is made by the code that is there now

from agreement import (
    Played,
    SetUp,
    batches,
    both,
    every_game,
    from_redeals,
    from_the_middle,
    generated,
    set_ups,
    side_by_side,
)

from gamespec.program import Program

TOGETHER = 20
"""Seeds, or games of one set-up, that are one task of a process."""
MOST = 400
"""So many decisions of a shipped game are compared; its playouts go on to the end."""
MOST_GENERATED = 60
EACH = 3
"""So many games are played of one that was made at random."""


@dataclass
class Found:
    """What came of a task."""

    played: Played = field(default_factory=Played)
    broken: list[str] = field(default_factory=list)
    rejected: int = 0


@dataclass(frozen=True)
class Task:
    """Seeds of games that are made at random; with a set-up, of games that are played of it."""

    seeds: range
    set_up: SetUp | None = None


def compare(program: Program, seeds: range, most: int, found: Found, again: str) -> None:
    """Play games of a program with these seeds on both engines; `again` is the command that does the same."""
    try:
        engines = both(program)
        for seed in seeds:
            side_by_side(engines, seed, most, found.played)
            from_redeals(engines, seed, most, found.played)
            from_the_middle(engines, seed, found.played)
        batches(engines, seeds, found.played)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its seed
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        found.broken.append(f"{type(error).__name__} at {where}: {error}\n  again: {again}")


def run(task: Task) -> Found:
    """All games of a task."""
    found, name = Found(), "python bench/agreement.py"
    if task.set_up is not None:
        first, count = task.seeds.start, len(task.seeds)
        chosen = f"{task.set_up.name} --players {task.set_up.players}"
        chosen += "".join(f" --option {option}={value}" for option, value in task.set_up.options)
        again = f"{name} {chosen} --generated 0 --from {first} --games {count}"
        compare(task.set_up.program(), task.seeds, MOST, found, again)
        return found
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "gamespec.toml").touch()
        for seed in task.seeds:
            program = generated(seed, folder)
            if program is None:
                found.rejected += 1
                continue
            again = f"{name} --games 0 --from {seed} --generated 1"
            compare(program, range(EACH), MOST_GENERATED, found, again)
    return found


def tasks(asked: argparse.Namespace) -> Iterator[Task]:
    """What is to be played: generated games, and so many of the shipped ones, spread over their set-ups."""
    last = asked.first + asked.generated
    yield from (Task(range(s, min(s + TOGETHER, last))) for s in range(asked.first, last, TOGETHER))
    if not asked.games:
        return
    every = [each for name in asked.names or every_game() for each in chosen(name, asked)]
    share, more = divmod(asked.games, len(every))
    for number, set_up in enumerate(every):
        last = asked.first + share + (number < more)
        for seed in range(asked.first, last, TOGETHER):
            yield Task(range(seed, min(seed + TOGETHER, last)), set_up)


def chosen(name: str, asked: argparse.Namespace) -> list[SetUp]:
    """The set-ups of a game, or the one that is asked for."""
    if asked.players is None:
        return set_ups(name)
    options = (tuple(text.partition("=")[::2]) for text in asked.option)
    return [SetUp(name, asked.players, tuple(options))]


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="all that are shipped, with their variants")
    parser.add_argument("--games", type=int, default=1000, metavar="N", help="shipped games, of all set-ups")
    parser.add_argument("--generated", type=int, default=1000, metavar="N", help="games made at random")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED", help="the first seed")
    parser.add_argument("--players", type=int, metavar="N", help="only with so many; else with all")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="with `--players`"
    )
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    asked = parser.parse_args()
    found, begun, done = Found(), time.monotonic(), 0
    with ProcessPoolExecutor(asked.processes) as pool:
        futures = [pool.submit(run, task) for task in tasks(asked)]
        for future in as_completed(futures):
            part = future.result()
            found.played.add(part.played)
            found.broken += part.broken
            found.rejected += part.rejected
            done += 1
            for text in part.broken:
                print(f"DISAGREEMENT: {text}\n", flush=True)
            passed = f"{done} of {len(futures)} tasks, {time.monotonic() - begun:.0f} s"
            print(f"{passed}, {len(found.broken)} disagreements", file=sys.stderr, flush=True)
    print(
        f"{found.played}; {found.rejected} generated games were rejected; {len(found.broken)} disagreements"
    )
    return 1 if found.broken else 0


if __name__ == "__main__":
    sys.exit(main())
