"""Find the scenario that kills a mutant, which is the first failing scenario of the game or of a variant.

The game is copied, and the mutated file replaces the author's. If the checker accepts the result, the
scenarios run. Scenarios that reach the changed place run first, beginning with those that killed a mutant
most recently. So the first or second scenario kills most mutants. A scenario that never reaches a step cannot
detect a change of the step, so it is skipped if other scenarios reach the step.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory

from mutants import Mutant

from gamespec.loader import SpecError, check, load
from interpreter.coverage import Tally
from interpreter.scenario import Scenario, load_scenarios, run_scenario

__all__ = ["Order", "Verdict", "judge", "workplace"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The fate of a mutant: `rejected`, `killed`, `survived` or `crashed`.

    `by` is the diagnostic code that rejected it, the scenario that killed it, or the exception of the crash.
    """

    outcome: str
    by: str = ""


@contextmanager
def workplace(folder: Path) -> Iterator[Path]:
    """Yield a temporary copy of a game's folder, in which files can be changed."""
    with TemporaryDirectory() as place:
        copy = Path(place) / folder.name
        shutil.copytree(folder, copy)
        yield copy


def judge(
    folder: Path, mutant: Mutant, variant: str, scenarios: Sequence[Scenario], *, quick: bool = False
) -> Verdict:
    """Run scenarios in the given order on a mutant of the game in `folder`, and return the verdict.

    `folder` is a copy in which files can be changed. With `quick`, a mutant that a scenario kills is not
    checked with all options.
    """
    path = folder / mutant.file
    original = path.read_text(encoding="utf-8")
    path.write_text(mutant.apply(original), encoding="utf-8")
    try:
        return _judged(folder, variant, scenarios, quick=quick)
    finally:
        path.write_text(original, encoding="utf-8")


def _judged(folder: Path, variant: str, scenarios: Sequence[Scenario], *, quick: bool) -> Verdict:
    name = f"{folder}+{variant}" if variant else folder
    if not quick and (code := _wrong(name)):
        return Verdict("rejected", code)
    try:
        spec = load(folder)
        if variant:
            load(name)
    except SpecError as error:
        return Verdict("rejected", error.diagnostics[0].code)
    for scenario in scenarios:
        if (scenario.variant or not variant) and not run_scenario(spec, scenario).passed:
            return Verdict("killed", scenario.id)
    if quick and (code := _wrong(name)):
        return Verdict("rejected", code)
    return Verdict("survived")


def _wrong(name: str | Path) -> str:
    """Return the code of the checker's first error, or "" if there is none.

    The checker covers all options and numbers of players.
    """
    return next((d.code for d in check(name).diagnostics if d.severity == "error"), "")


@dataclass
class Order:
    """The order in which scenarios are tried.

    It depends on the places that each scenario has reached, and on which scenarios killed a mutant last.
    """

    scenarios: dict[str, Scenario] = field(default_factory=dict)
    reached: dict[str, set[tuple[str, int, int]]] = field(default_factory=dict)
    killers: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, folder: Path) -> Order:
        """Run the scenarios of the unchanged game, and return their order.

        Raises `ValueError` if one of them fails.
        """
        order, spec = cls(), load(folder)
        for scenario in load_scenarios(spec)[0]:
            tally = Tally()
            outcome = run_scenario(spec, scenario, tally.watching)
            if not outcome.passed:
                message = f"{scenario.id} fails on the unchanged game:\n{outcome.report}"
                raise ValueError(message)
            places = [key[1:] for key in tally.hits if len(key) == 4]
            order.reached[scenario.id] = {(Path(str(f)).name, int(str(a)), int(str(b))) for f, a, b in places}
            order.killers.append(scenario.id)
            order.scenarios[scenario.id] = scenario
        return order

    def for_(self, mutant: Mutant) -> list[str]:
        """Return the ids of the scenarios to run on a mutant.

        Those that reach the changed place come first, and among them the most recent killers.
        """
        name, (start, end) = Path(mutant.file).name, mutant.near
        near = {
            scenario
            for scenario, places in self.reached.items()
            if any(file == name and start <= at < end for file, at, _ in places)
        }
        if near and mutant.in_step:
            return [scenario for scenario in self.killers if scenario in near]
        return sorted(self.killers, key=lambda scenario: scenario not in near)

    def note(self, killer: str) -> None:
        """Record the id of the scenario that has killed a mutant most recently."""
        self.killers.remove(killer)
        self.killers.insert(0, killer)
