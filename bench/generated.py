"""Test generated games and expressions by the hundred thousand: `python bench/generated.py --games 100000`.

From each seed, the script generates a game, which is compiled, printed, and played with seeded and with
explicit chance, and a batch of expressions, which are evaluated in the game's scope (see `tests/strategies`).
Every property of the sample in `tests/property` must hold. The game that belongs to a seed depends on the
generator, not on the machine or the number of processes. `--from N` continues where another run stopped.

With `--secrets`, the games have much hidden information and few actions.

The script prints the results, the frequency of each instruction, verb, built-in, quantifier and operator, and
of each construct that hides information. For each disagreement, it prints the seed and the smallest game
found. The exit status is 1 if there is a disagreement, or if a construct occurs in less than one percent of
the games.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field, replace
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]

from strategies import engine
from strategies.cases import Case, smallest, try_case
from strategies.cases import Found as Come
from strategies.cases import case_of as asked_in
from strategies.claims import Tally, made
from strategies.dice import Dice, Rolled
from strategies.documents import printed_again, retold
from strategies.games import make_game
from strategies.judgements import batch
from strategies.occurrence import HAPPENS, HIDES, OPERATORS, VERBS, hidden_in, verbs_in
from strategies.secrets import make_secrets
from strategies.sketch import Sketch

from gamespec import load

TOGETHER = 100
"""Number of seeds that a task covers."""
PRINTED = 20
"""One in this many games is printed and read again."""
SHRINKING = 60.0
"""Time for shrinking the game of a disagreement, in seconds."""


@dataclass
class Found:
    """The results for a range of seeds."""

    come: Come = field(default_factory=Come)
    verbs: Counter[str] = field(default_factory=Counter)
    hiding: Counter[str] = field(default_factory=Counter)
    instructions: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Add the results for other seeds."""
        my, its = self.come, other.come
        for mine, theirs in (
            (my.tally.faults, its.tally.faults), (my.tally.rejected, its.tally.rejected),
            (my.tally.counts, its.tally.counts), (my.tally.refused, its.tally.refused),
            (my.asked.rejected, its.asked.rejected), (my.asked.faults, its.asked.faults),
            (my.asked.counts, its.asked.counts), (my.asked.words, its.asked.words),
            (my.tally.hiding, its.tally.hiding), (self.hiding, other.hiding),
            (self.verbs, other.verbs), (self.instructions, other.instructions),
        ):  # fmt: skip
            mine.update(theirs)
        self.broken += other.broken


def case_of(seed: int, number: int, found: Found, make: Callable[[Dice], Sketch]) -> Case:
    """Return the case of a seed, which is a game with `number` expressions in its scope."""
    dice = Rolled(seed)
    sketch = make(dice)
    found.verbs.update(verbs_in(sketch))
    found.hiding.update(hidden_in(sketch))
    asked = batch(dice, sketch, number, played=True)
    histories = 10 if make is make_secrets else 2
    return replace(asked_in(asked), seed=seed, played=True, histories=histories)


def run(seeds: range, number: int, make: Callable[[Dice], Sketch]) -> Found:
    """Run all tests on the games that `make` generates from the given seeds."""
    found = Found()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "gamespec.toml").touch()
        for seed in seeds:
            case = case_of(seed, number, found, make)
            try:
                try_case(
                    case, folder, found.come, lambda p: found.instructions.update(engine.instructions(p))
                )
                if seed % PRINTED == 0 and made(case.document, folder, Tally()) is not None:
                    printed_again(load(folder / "game.yaml"), folder)
                    retold(folder / "game.yaml", Rolled(seed), found.come.tally)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its seed
                trace = "".join(traceback.format_exception(error)[-3:])
                small = smallest(case, error, folder, SHRINKING)
                found.broken.append(f"seed {seed}: {type(error).__name__}: {error}\n{trace}\n{small}")
    return found


def main() -> int:
    """Parse the arguments, run the tests for all seeds, print the results, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="number of seeds")
    parser.add_argument("--each", type=int, default=10, metavar="M", help="number of expressions per seed")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED", help="the first seed")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    parser.add_argument("--secrets", action="store_true", help="generate games with much hidden information")
    arguments = parser.parse_args()
    make = make_secrets if arguments.secrets else make_game
    last, begun = arguments.first + arguments.games, time.monotonic()
    tasks = [range(s, min(s + TOGETHER, last)) for s in range(arguments.first, last, TOGETHER)]
    found, done = Found(), 0
    with ProcessPoolExecutor(arguments.processes) as pool:
        futures = {pool.submit(run, seeds, arguments.each, make): seeds for seeds in tasks}
        for future in as_completed(futures):
            part = future.result()
            found.add(part)
            done += len(futures[future])
            for text in part.broken:
                print(f"DISAGREEMENT in {text}\n", flush=True)
            passed = time.monotonic() - begun
            print(
                f"{done} of {arguments.games} seeds, {passed:.0f} s, {len(found.broken)} disagreements",
                file=sys.stderr, flush=True,
            )  # fmt: skip
    sound = report(found, time.monotonic() - begun, arguments.games, whole=not arguments.secrets)
    return 0 if sound and not found.broken else 1


def report(found: Found, seconds: float, games: int, *, whole: bool) -> bool:
    """Print the results, and return whether every construct occurs often enough.

    Only constructs that hide information count if the games are not `whole`.
    """
    tally, asked = found.come.tally, found.come.asked
    expressions = asked.counts["expressions"]
    pace = f"{games / seconds:.1f} games a second"
    print(f"{games} games and {expressions} expressions in {seconds:.0f} s, {pace}")
    print(f"disagreements: {len(found.broken)}")
    share = tally.rejected.total() / tally.counts["games"]
    print(f"games rejected: {share:.2%}, {dict(tally.rejected.most_common())}")
    print(f"games rejected as intended: {dict(tally.refused)}")
    print(f"expressions rejected: {asked.rejected.total() / max(1, expressions):.2%}, {dict(asked.rejected)}")
    print(f"faults in play: {dict(tally.faults.most_common())}")
    print(f"faults of expressions: {dict(asked.faults.most_common())}")
    print(f"games: {dict(tally.counts)}\nexpressions: {dict(asked.counts)}")
    programs = tally.counts["games"] - (tally.rejected + tally.refused).total()
    sound = table("what hides", found.hiding, HIDES, tally.counts["games"])
    happens = table("what happens that hides", tally.hiding, HAPPENS, programs)
    if not whole:
        return sound and happens
    sound &= table("instructions", found.instructions, engine.INSTRUCTION_NAMES, programs)
    sound &= table("verbs", found.verbs, VERBS, tally.counts["games"])
    if expressions:
        words = (*engine.BUILTIN_NAMES, *engine.QUANTIFIERS, *OPERATORS)
        sound &= table("expressions", asked.words, words, expressions)
    return sound


def table(title: str, counts: Counter[str], names: tuple[str, ...], total: int) -> bool:
    """Print the relative frequency of each name, and return whether each of them reaches one percent."""
    print(f"\n{title}, of {total}:")
    rare = False
    for name in sorted(names, key=lambda name: counts[name]):
        few = counts[name] * 100 < total
        rare |= few
        print(f"  {counts[name] / max(1, total):7.2%}  {name}{'   TOO RARE' if few else ''}")
    return not rare


if __name__ == "__main__":
    sys.exit(main())
