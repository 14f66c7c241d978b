"""Measure how soon `gamespec fuzz` finds planted mistakes: `python bench/fuzz.py [--seconds 60] [--seed 1]`.

There are sixteen mistakes in the five published games, and one in each of eight others. Half of them are the
variants in `bench/mistakes`, which an author wrote who had read none of the invariants. The other half are
mutants of rules, drawn by a seed from those that the scenarios of the game reveal. For each, a row says
whether a search on one core found it, by what, after how many seconds and games, and how many decisions the
shortest game has. `--plain` searches in programs that do not check invariants, so that only faults and the
contract reveal a mistake.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from statistics import median

ROOT = Path(__file__).parents[1]
for folder in (ROOT, ROOT / "tests", ROOT / "tests" / "mutation"):
    sys.path.insert(0, str(folder))

from agreement_games import Target

import gamespec
from gamespec import Spec
from interpreter.compiled.engine import CompiledEngine
from interpreter.fuzz import Search, cases, shrunk
from interpreter.scenario import load_scenarios, run_scenario

MUTANTS = (
    *(("trapper", 2), ("trumpet", 1), ("carcassonne", 1), ("ogallala", 2), ("rufus", 2)),
    *((name, 1) for name in ("hearts", "nine-mens-morris", "goofspiel", "hex")),
)
"""The games of which mutants are drawn, and how many of each."""

MISTAKES = sorted((ROOT / "bench" / "mistakes").glob("*.yaml"))
"""The variants with a mistake each."""

RULES = re.compile(r"game\.yaml (setup|actions|procedures|functions|phases|end)\b")
"""The mutants that change a rule; others change what is printed on a component or in a table."""

SHRINKING = 20.0


@dataclass(frozen=True)
class Drawn:
    """A mistake in a game: the number of a mutant among those of a target."""

    target: Target
    number: int

    @contextmanager
    def planted(self) -> Iterator[Spec]:
        """Yield the game with the mistake."""
        with self.target.copied() as copy, copy.planted(self.number) as spec:
            assert spec is not None  # noqa: S101 - it was accepted
            yield spec

    def __str__(self) -> str:
        return f"{self.target}: {self.target.mutants[self.number].name}"


@dataclass(frozen=True)
class Written:
    """A mistake in a game, as a variant."""

    path: Path

    @contextmanager
    def planted(self) -> Iterator[Spec]:
        """Yield the game with the mistake."""
        yield gamespec.load(self.path)

    def __str__(self) -> str:
        return f"{self.path.stem}: {gamespec.load(self.path).model.title}"


def drawn(name: str, count: int, luck: random.Random) -> Iterator[Drawn]:
    """Yield mutants of a game that the checker accepts and a scenario kills."""
    target = Target(ROOT / "games" / name)
    with target.copied() as copy:
        rules = [n for n, mutant in enumerate(target.mutants) if RULES.search(mutant.name)]
        for number in luck.sample(rules, len(rules)):
            if not count:
                return
            with copy.planted(number) as spec:
                if spec is not None and killed(spec):
                    count -= 1
                    yield Drawn(target, number)


def killed(spec: Spec) -> bool:
    """Return whether a scenario of the game fails."""
    return any(run_scenario(spec, scenario).report for scenario in load_scenarios(spec)[0])


def searched(
    each: Drawn | Written, seconds: float, seed: int, *, plain: bool
) -> tuple[str, float, int, int | None]:
    """Return by what a mistake was found, or "", the seconds and games, and the decisions of the shortest."""
    make = partial(CompiledEngine, jobs=1)
    with each.planted() as spec:
        search = Search(cases(spec, None, {}, checked=not plain), make, seed)
        for _ in search.rounds():
            if search.first or search.breach or search.seconds > seconds:
                break
        taken, games = search.seconds, search.games
        for finding in search.findings():
            small = shrunk(finding, make, SHRINKING)
            number = small.fault.numbers.get("invariant")
            names = small.case.compiled.names
            by = names.invariants[number].ident.name if number is not None else small.fault.code
            return by, taken, games, len(small.answers)
        return ("contract" if search.breach else ""), taken, games, None


def main() -> int:
    """Search for all planted mistakes, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="for each mistake")
    parser.add_argument("--seed", type=int, default=1, help="of the mistakes, and of the searches")
    parser.add_argument("--plain", action="store_true", help="check no invariants")
    asked = parser.parse_args()
    lengths, found, total = list[int](), 0, 0
    mutants = (
        drawn(name, count, random.Random(f"{asked.seed} {name}"))  # noqa: S311 - nothing secret
        for name, count in MUTANTS
    )
    every: Iterable[Drawn | Written] = chain(map(Written, MISTAKES), *mutants)
    for each in every:
        by, seconds, games, decisions = searched(each, asked.seconds, asked.seed, plain=asked.plain)
        total, found = total + 1, found + bool(by)
        lengths += [decisions] if decisions is not None else []
        told = f"{by or 'not found':14} {seconds:6.1f} s {games:8,} games"
        told += f" {decisions:4} decisions" if decisions is not None else ""
        print(f"{told:55} {each}", flush=True)
    print(f"{found} of {total} found; median of the shortest games: {median(lengths or [0])} decisions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
