"""Measure how soon `gamespec fuzz` finds planted mistakes: `python bench/fuzz.py [--seconds 60] [--by fuzz]`.

There are sixteen mistakes in the five published games, and one in each of eight others. Half of them are the
variants in `bench/mistakes`, which an author wrote who had read none of the invariants. The other half are
mutants of rules, drawn by a seed from those that the scenarios of the game reveal. For each, a row says
whether a search on one core found it, by what, after how many seconds and games, and how many decisions the
shortest game has. `--by` selects the searches:

- `fuzz`: that of the command;
- `given`: the same in programs that do not check invariants, so that only what holds for every game counts;
- `random`: only random games, in compiled modules that check invariants;
- `hypothesis`: Hypothesis draws the case, the seed and all answers of games on the definitional engine, which
  checks invariants, of at most 400 decisions.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from itertools import chain, count
from pathlib import Path
from statistics import median
from time import monotonic

ROOT = Path(__file__).parents[1]
for folder in (ROOT, ROOT / "tests", ROOT / "tests" / "mutation"):
    sys.path.insert(0, str(folder))

import hypothesis
from agreement_games import Target
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Flaky

import gamespec
from gamespec import Spec
from interpreter.cli.test.found import searched
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.fuzz import Case, Cases, Search, shrunk
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds, derived
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

MOST_DECISIONS = 400
"""Maximum number of decisions in a game that Hypothesis draws."""


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


def drawn(name: str, many: int, luck: random.Random) -> Iterator[Drawn]:
    """Yield mutants of a game that the checker accepts and a scenario kills."""
    target = Target(ROOT / "games" / name)
    with target.copied() as copy:
        rules = [n for n, mutant in enumerate(target.mutants) if RULES.search(mutant.name)]
        for number in luck.sample(rules, len(rules)):
            if not many:
                return
            with copy.planted(number) as spec:
                if spec is not None and killed(spec):
                    many -= 1
                    yield Drawn(target, number)


def killed(spec: Spec) -> bool:
    """Return whether a scenario of the game fails."""
    return any(run_scenario(spec, scenario).report for scenario in load_scenarios(spec)[0])


@dataclass(frozen=True)
class Outcome:
    """What a search found: by what, or "", the seconds and games until then, and the shortest game."""

    by: str
    seconds: float
    games: int
    decisions: int | None = None

    def __str__(self) -> str:
        shortest = "" if self.decisions is None else f" {self.decisions:4} decisions"
        return f"{self.by or 'not found':20} {self.seconds:6.1f} s {self.games:8,} games{shortest:15}"


def by_fuzz(spec: Spec, seconds: float, seed: int, *, checked: bool = True) -> Outcome:
    """Search as the command does."""
    make = partial(CompiledEngine, jobs=1)
    search = Search(Cases(spec, None, {}, checked=checked), make, seed)
    searched(search, seconds)
    for finding in search.findings():
        games, at = search.first[finding.key]
        small = shrunk(finding, make, SHRINKING)
        return Outcome(name_of(small.fault, small.case), at, games, len(small.answers))
    return Outcome("contract" if search.breach else "", search.seconds, search.games)


def by_random(spec: Spec, seconds: float, seed: int) -> Outcome:
    """Play random games of all cases in turn."""
    begun, games, every = monotonic(), 0, list(Cases(spec, None, {}))
    engines = [CompiledEngine(case.compiled.program, jobs=1) for case in every]
    for number in count():
        for case, engine in zip(every, engines, strict=True):
            own = derived(seed, f"{number}")
            for playout in engine.batch(Seeds.of(own, i) for i in range(64)):
                games += 1
                if playout.fault is not None:
                    return Outcome(
                        name_of(playout.fault, case), monotonic() - begun, games, playout.decisions
                    )
                if monotonic() - begun > seconds:
                    return Outcome("", monotonic() - begun, games)
    raise AssertionError


class _Over(BaseException):
    """Ends a search by Hypothesis, which lets this pass."""


def by_hypothesis(spec: Spec, seconds: float, seed: int) -> Outcome:
    """Let Hypothesis draw games until one is stopped."""
    begun, games, outcome = monotonic(), 0, Outcome("", seconds, 0)
    every = list(Cases(spec, None, {}))

    @hypothesis.seed(seed)
    @settings(
        max_examples=1_000_000_000, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(st.data())
    def play(data: st.DataObject) -> None:
        nonlocal games, outcome
        games += 1
        case, answers = data.draw(st.sampled_from(every)), 0
        try:
            game = DefinitionalEngine(case.compiled.program).begin(data.draw(st.integers(0, 1 << 32)))
            while not game.over and answers < MOST_DECISIONS and monotonic() - begun < seconds:
                answers += 1
                game.play(game.options[data.draw(st.integers(0, len(game.options) - 1))])
        except Fault as fault:
            outcome = Outcome(name_of(fault, case), monotonic() - begun, games, answers)
            raise _Over from None
        if monotonic() - begun > seconds:
            outcome = Outcome("", monotonic() - begun, games)
            raise _Over

    with suppress(_Over, Flaky):  # it plays the last game again, when less time is left
        play()
    return outcome


def name_of(fault: Fault, case: Case) -> str:
    """Return the name of the invariant that was broken, or else the code of the fault."""
    number = fault.numbers.get("invariant")
    return case.compiled.names.invariants[number].ident.name if number is not None else fault.code


SEARCHES: dict[str, Callable[[Spec, float, int], Outcome]] = {
    "fuzz": by_fuzz,
    "given": partial(by_fuzz, checked=False),
    "random": by_random,
    "hypothesis": by_hypothesis,
}


def main() -> int:
    """Search for all planted mistakes, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=60.0, help="for each mistake")
    parser.add_argument("--seed", type=int, default=1, help="of the mistakes, and of the searches")
    parser.add_argument("--by", nargs="+", choices=SEARCHES, default=["fuzz"], help="the searches")
    asked = parser.parse_args()
    results = dict[str, list[Outcome]]()
    mutants = (
        drawn(name, many, random.Random(f"{asked.seed} {name}"))  # noqa: S311 - nothing secret
        for name, many in MUTANTS
    )
    every: Iterable[Drawn | Written] = chain(map(Written, MISTAKES), *mutants)
    for each in every:
        print(each, flush=True)
        for by in asked.by:
            with each.planted() as spec:
                outcome = SEARCHES[by](spec, asked.seconds, asked.seed)
            results.setdefault(by, []).append(outcome)
            print(f"  {by:10} {outcome}", flush=True)
    for by, outcomes in results.items():
        found = [outcome for outcome in outcomes if outcome.by]
        lengths = [outcome.decisions for outcome in found if outcome.decisions is not None]
        soon = median([outcome.seconds for outcome in found] or [0])
        print(f"{by}: {len(found)} of {len(outcomes)} found, after {soon:.1f} s in the median")
        print(f"{by}: median of the shortest games: {median(lengths or [0]):g} decisions")
    return 0


if __name__ == "__main__":
    sys.exit(main())
