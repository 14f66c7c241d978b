"""Games and expressions made at random, by the hundred thousand: `python bench/generated.py --games 100000`.

Each seed makes a game, which is built, printed, played with drawn and with explicit chance; and a batch of
expressions for its scope, which are asked in it (see `tests/strategies`). Everything must hold that the sample in
`tests/property` claims. What a seed stands for changes with the generator, not with the machine or the number of
processes; `--from N` goes on where another run has stopped.

Prints what came of them, how often each instruction, verb, built-in, quantifier and operator occurs, and for each
disagreement its seed and the smallest game found. The status is 1 if there is one, or if something occurs in less
than one of a hundred.
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
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]

from strategies import engine
from strategies.claims import Tally, built, explicit_play, play
from strategies.dice import Dice, Replayed, Rolled
from strategies.documents import printed_again
from strategies.expressions import plain
from strategies.games import make_game
from strategies.judgements import Asked, ask, batch, begun
from strategies.occurrence import OPERATORS, VERBS, verbs_in
from strategies.shrink import shrunk

from gamespec import load

TOGETHER = 100
"""Seeds that are one task of a process."""
PRINTED = 20
"""Of so many games one is printed and read again."""
SHRINKING = 60.0
"""Seconds that are spent on making a disagreement smaller."""


@dataclass
class Found:
    """What came of some seeds."""

    tally: Tally = field(default_factory=Tally)
    asked: Asked = field(default_factory=Asked)
    verbs: Counter[str] = field(default_factory=Counter)
    instructions: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def add(self, other: Found) -> None:
        """Take in what came of other seeds."""
        for mine, theirs in (
            (self.tally.faults, other.tally.faults), (self.tally.rejected, other.tally.rejected),
            (self.tally.counts, other.tally.counts), (self.tally.known, other.tally.known),
            (self.asked.rejected, other.asked.rejected), (self.asked.faults, other.asked.faults),
            (self.asked.counts, other.asked.counts), (self.asked.words, other.asked.words),
            (self.verbs, other.verbs), (self.instructions, other.instructions),
        ):  # fmt: skip
            mine.update(theirs)
        self.broken += other.broken


def attempt(dice: Dice, folder: Path, found: Found, number: int, *, print_it: bool) -> None:
    """One game, built and played, and some expressions asked in it. Raises whatever does not hold."""
    sketch = make_game(dice)
    found.verbs.update(verbs_in(sketch))
    asked = batch(dice, sketch, number, played=True)
    sketch, behind = sketch.hiding(list(asked.texts))
    with engine.watched():
        program = built(sketch, folder, found.tally)
        if program is None:
            return
        found.instructions.update(engine.instructions(program))
        found.tally.counts["programs"] += 1
        play(program, dice, found.tally, sketch.words)
        explicit_play(program, dice, found.tally)
        game = begun(program, asked.answers)
        for text, hidden in zip(asked.texts, behind, strict=True) if game is not None else ():
            assert game is not None  # noqa: S101 - just asked
            ask(game, plain(text), hidden, found.asked)
    if print_it:
        printed_again(load(folder / "game.yaml"), folder)


def run(seeds: range, number: int) -> Found:
    """All that is tried with some seeds."""
    found = Found()
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        (folder / "gamespec.toml").touch()
        for seed in seeds:
            dice, print_it = Rolled(seed), seed % PRINTED == 0
            try:
                attempt(dice, folder, found, number, print_it=print_it)
            except Exception as error:  # noqa: BLE001 - whatever it is, it is told with its seed

                def again(d: Dice, number: int = number, print_it: bool = print_it) -> None:  # noqa: FBT001 - as `attempt`
                    attempt(d, folder, Found(), number, print_it=print_it)

                found.broken.append(told(f"seed {seed}", error, dice.taken, again))
    return found


def told(name: str, error: Exception, choices: list[int], again: Callable[[Dice], None]) -> str:
    """A disagreement with its seed, and the smallest game that comes to the same."""
    kind = _kind(error)

    def fails(dice: Dice) -> bool:
        try:
            again(dice)
        except Exception as other:  # noqa: BLE001 - it is compared with the one that was found
            return _kind(other) == kind
        return False

    small = shrunk(choices, fails, SHRINKING)
    trace = "".join(traceback.format_exception(error)[-3:])
    game = make_game(Replayed(small)).yaml()
    return f"{name}: {type(error).__name__}: {error}\n{trace}\nchoices {small}\n{game}"


def _kind(error: Exception) -> object:
    """What tells one disagreement from another: where it was raised."""
    frames = traceback.extract_tb(error.__traceback__)
    return type(error), frames[-1].filename, frames[-1].lineno


def main() -> int:
    """Run what is asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=100_000, metavar="N", help="how many seeds")
    parser.add_argument("--each", type=int, default=10, metavar="M", help="expressions for each seed")
    parser.add_argument("--from", type=int, default=0, dest="first", metavar="SEED", help="the first seed")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    arguments = parser.parse_args()
    last, begun = arguments.first + arguments.games, time.monotonic()
    tasks = [range(s, min(s + TOGETHER, last)) for s in range(arguments.first, last, TOGETHER)]
    found, done = Found(), 0
    with ProcessPoolExecutor(arguments.processes) as pool:
        futures = {pool.submit(run, seeds, arguments.each): seeds for seeds in tasks}
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
    sound = report(found, time.monotonic() - begun, arguments.games)
    return 0 if sound and not found.broken else 1


def report(found: Found, seconds: float, games: int) -> bool:
    """Print what came of it; whether everything occurs often enough."""
    tally, asked = found.tally, found.asked
    expressions = asked.counts["expressions"]
    print(f"{games} games and {expressions} expressions in {seconds:.0f} s: {games / seconds:.1f} games a second")
    print(f"disagreements: {len(found.broken)}; known faults of ours: {dict(tally.known)}")
    share = tally.rejected.total() / tally.counts["games"]
    print(f"games rejected: {share:.2%}, {dict(tally.rejected.most_common())}")
    print(f"expressions rejected: {asked.rejected.total() / max(1, expressions):.2%}, {dict(asked.rejected)}")
    print(f"faults in play: {dict(tally.faults.most_common())}")
    print(f"faults of expressions: {dict(asked.faults.most_common())}")
    print(f"games: {dict(tally.counts)}\nexpressions: {dict(asked.counts)}")
    sound = table("instructions", found.instructions, engine.INSTRUCTION_NAMES, tally.counts["programs"])
    sound &= table("verbs", found.verbs, VERBS, tally.counts["games"])
    if expressions:
        quantifiers = [f"{name}(x {'from' if name == 'reach' else 'in'})" for name in engine.QUANTIFIER_NAMES]
        words = (*engine.BUILTIN_NAMES, *quantifiers, *OPERATORS)
        sound &= table("expressions", asked.words, words, expressions)
    return sound


def table(title: str, counts: Counter[str], names: tuple[str, ...], total: int) -> bool:
    """Print in which share of them each of some names occurs; whether in one of a hundred at least."""
    print(f"\n{title}, of {total}:")
    rare = False
    for name in sorted(names, key=lambda name: counts[name]):
        few = counts[name] * 100 < total
        rare |= few
        print(f"  {counts[name] / max(1, total):7.2%}  {name}{'   TOO RARE' if few else ''}")
    return not rare


if __name__ == "__main__":
    sys.exit(main())
