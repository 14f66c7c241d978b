"""Runs scenarios and collects their results, for `gamespec test`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import nullcontext
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamespec
from gamespec.program.frozen import dataclass
from gamespec.project import SCENARIOS
from gamespec.system.plain import real
from gamespec.text.diagnostics import Collector
from gamespec.text.plurals import counted
from gamespec.text.render import annotation, render
from interpreter.cli.common.arguments import named_paths
from interpreter.cli.common.boundary import Stop
from interpreter.cli.common.loading import tell, unknown_game
from interpreter.cli.common.screen import Drawn, echo
from interpreter.cli.test.found import Found, searched
from interpreter.cli.test.unreached import share_reached
from interpreter.coverage import Tally
from interpreter.engines import best
from interpreter.fuzz import Cases, Search
from interpreter.scenario import (
    load_scenarios,
    overlays_together,
    report_no_overlay,
    run_scenario,
    scenario_folders,
    scenarios_beside,
    scenarios_in,
    variant_of,
)

if TYPE_CHECKING:
    from gamespec.project import Part, Project
    from gamespec.text.diagnostics import Diagnostic
    from gamespec.text.source import Span
    from interpreter.scenario import Scenario

__all__ = ["Complaint", "Record", "Say", "Tests", "annotate"]

Say = Callable[[Iterable["Diagnostic"]], None]
"""A function that reports diagnostics to the user."""

_Place = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Record:
    """The result of one scenario. `span` is the place of its id, and `mistakes` are those in its text."""

    id: str
    game: str
    variant: str | None
    passed: bool
    seconds: float
    title: str
    report: str
    span: Span
    mistakes: tuple[Diagnostic, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Return the result as a dict that can be written as JSON."""
        listed = {"id": self.id, "game": self.game, "variant": self.variant, "passed": self.passed}
        place = {"file": self.span.source.name, "line": self.span.line}
        return {**listed, **place, "seconds": round(self.seconds, 6), "report": self.report}

    def annotation(self) -> str:
        """Return a failure as workflow commands of GitHub Actions.

        They refer to the scenario's mistakes or, if it has none, to its id.
        """
        if self.mistakes:
            return render(self.mistakes, "github")
        return annotation("error", self.span, self.id, f"{self.title}\n{self.report}")


@dataclass(frozen=True, slots=True)
class Complaint:
    """What kept tests from running and is no mistake in a file. `about` is a path, or the name of a game."""

    about: str
    text: str


def _warn(text: str) -> None:
    echo(text, err=True)


@dataclass(eq=False)
class Tests:
    """The scenarios run so far, with their results and the number of errors.

    With `with_coverage`, `tallies` records what the scenarios reached in each game. If `files` is not empty,
    the scenarios in these files are run instead of those beside a game.
    """

    tell: Say
    with_coverage: bool
    files: tuple[Path, ...] = ()
    fuzz: float | None = None
    """The number of seconds for which games are searched that break an invariant of a game, if any."""
    records: list[Record] = field(default_factory=list)
    tallies: list[tuple[gamespec.Spec, Tally]] = field(default_factory=list)
    errors: int = 0
    mistakes: list[Diagnostic] = field(default_factory=list)
    """The errors outside scenarios, in the order in which they were reported."""
    complaints: list[Complaint] = field(default_factory=list)
    warn: Callable[[str], None] = _warn
    """Reports a complaint to the user."""
    _said: set[tuple[object, ...]] = field(default_factory=set)

    def say(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Report the diagnostics that have not been reported before, and count the errors among them."""
        new = []
        for d in diagnostics:
            key = (d.code, d.message, real(Path(d.span.source.name)), d.span.start, d.span.end)
            if key not in self._said:
                self._said.add(key)
                new.append(d)
        if new:
            if self.tell is tell and len(self._said) > len(new):
                echo(err=True)
            self.tell(new)
            wrong = [d for d in new if d.severity == "error"]
            self.errors += len(wrong)
            self.mistakes += wrong

    def complain(self, about: str, text: str) -> None:
        """Report something that is wrong with the tests themselves, and count it as an error."""
        self.warn(text)
        self.errors += 1
        self.complaints.append(Complaint(about, text))

    def run(self, name: str, reach: Iterable[str | Path] = ()) -> None:
        """Run the scenarios of a game, given by name or path. Raises `Stop` if there is no such game."""
        spec = self._load(name, reach)
        if spec is not None:
            self._run(spec, set())

    def run_below(self, project: Project) -> None:
        """Run each scenario of a project once. Raises `Stop` if the project has no games."""
        self.say(project.wrong)
        if not project.of("game", "overlay") and not project.wrong:
            message = f"there is no game or overlay below `{project.folder}`, so its scenarios are not run"
            raise Stop(message, "go to the folder of the game")
        homes: dict[Path, list[Part]] = {}
        for part in project.of("game", "overlay"):
            homes.setdefault(part.home, []).append(part)
        for home, parts in sorted(homes.items()):
            self.run_home(home, parts, project.named)

    def run_home(self, home: Path, parts: Iterable[Part], reach: Iterable[str | Path]) -> None:
        """Run each scenario of the games and overlays that belong to a folder once."""
        own = list(parts)
        games = [p for p in own if p.path == home / "game.yaml"]
        games = games or [p for p in own if p.sort == "game"]
        for part in games:  # they also run those of the overlays beside them
            self.run(str(part.path), reach)
        if not games:
            self._run_overlays(home, [part.path for part in own], reach)
        if games and self.fuzz is not None:
            for part in (part for part in own if part not in games):
                spec = self._load(str(part.path), reach)
                if spec is not None:
                    self._fuzz(spec, self.fuzz)

    def _run_overlays(self, home: Path, paths: Iterable[Path], reach: Iterable[str | Path]) -> None:
        """Run the scenarios of the overlays in a folder, for each overlay and for each combination.

        A scenario for an overlay that does not exist is reported as a mistake.
        """
        done: set[_Place] = set()
        specs = [spec for path in paths if (spec := self._load(str(path), reach)) is not None]
        for spec in specs:
            self._run(spec, done, expect=False)
        if not specs:
            return
        for together in overlays_together(specs[0]):
            spec = self._load("+".join(map(str, together)), reach)
            if spec is not None:
                self._run(spec, done, expect=False)
        left = [s for s in scenarios_beside(specs[0]) if _place(s) not in done]
        found = Collector()
        for scenario in left:
            report_no_overlay(scenario, found)
        self.say(found)
        if not done and not left:
            self._has_none(specs[0], home / SCENARIOS)

    def _load(self, name: str, reach: Iterable[str | Path]) -> gamespec.Spec | None:
        """Load a game and return it, or report its mistakes and return `None`.

        Raises `Stop` if there is no such game.
        """
        try:
            return gamespec.load(name, (*reach, *named_paths()))
        except gamespec.UnknownGame as error:
            raise unknown_game(name, error) from None
        except gamespec.SpecError as error:
            self.say(error.diagnostics)
            self.errors += not any(d.severity == "error" for d in error.diagnostics)
            return None

    def _run(self, spec: gamespec.Spec, done: set[_Place], *, expect: bool = True) -> None:
        """Run those scenarios of a game that are not in `done`, and add them to `done`.

        With `expect`, a game that has no scenarios counts as an error.
        """
        scenarios, diagnostics = scenarios_in(self.files, spec) if self.files else load_scenarios(spec)
        self.say(diagnostics)
        tally = Tally()
        for scenario in scenarios:
            if _place(scenario) in done:
                continue
            done.add(_place(scenario))
            outcome = run_scenario(spec, scenario, tally.watching if self.with_coverage else nullcontext)
            self.records.append(
                Record(
                    scenario.id,
                    spec.id,
                    scenario.variant or None,
                    outcome.passed,
                    outcome.seconds,
                    scenario.title,
                    outcome.report,
                    scenario.place("id"),
                    outcome.diagnostics,
                )
            )
        if self.with_coverage:
            self.tallies.append((spec, tally))
        if self.fuzz is not None:
            self._fuzz(spec, self.fuzz)
        wrong = any(d.severity == "error" for d in diagnostics)
        if expect and not wrong and not scenarios and not self.with_coverage and self.fuzz is None:
            self._has_none(spec, *(self.files or scenario_folders(spec)))

    def _fuzz(self, spec: gamespec.Spec, seconds: float) -> None:
        """Search for games that break an invariant of a game; each mistake counts as a failed scenario."""
        make = best(spec.compiled(checked=True).program, None, steps=False)[0]
        search = Search(Cases(spec, None, {}), make, 0)
        searched(search, seconds)
        for finding in search.findings():
            each = Found(finding, spec)
            each.shrink(search.make)
            said = each.finding.diagnostic()
            record = Record(
                each.name,
                spec.id,
                variant=variant_of(spec) or None,
                passed=False,
                seconds=search.seconds,
                title=said.message,
                report=each.text(),
                span=said.span,
            )
            self.records.append(record)
        if search.breach is not None:
            broken = f"`{spec.id}`: the contract of all games is broken: {search.breach.breach}"
            self.complain(str(spec.path), broken)
        games, rules = counted(search.games, "game"), share_reached(search.coverage)
        echo(f"`{spec.id}`: {games} under its invariants in {search.seconds:.1f} s, {rules}", err=True)

    def _has_none(self, spec: gamespec.Spec, *folders: Path) -> None:
        listed = ", ".join(f"`{folder}`" for folder in folders)
        self.complain(str(spec.path), f"`{spec.id}` has no scenarios in {listed}")


def annotate(diagnostics: Iterable[Diagnostic]) -> None:
    """Print diagnostics as workflow commands of GitHub Actions."""
    echo(Drawn(render(diagnostics, "github")))


def _place(scenario: Scenario) -> _Place:
    """Return the file of a scenario and its position in the file, which together identify the scenario."""
    span = scenario.node.span
    return str(real(Path(span.source.name))), span.start
