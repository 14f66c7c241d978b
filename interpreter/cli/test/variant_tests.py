"""Runs a game's scenarios under its variants, for `gamespec test GAME+VARIANT --base`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamespec.program.frozen import dataclass
from gamespec.text.plurals import counted
from gamespec.text.visible import in_one_line
from interpreter.cli.common.boundary import Status, Stop
from interpreter.cli.common.loading import load_if_sound, tell
from interpreter.cli.common.output import print_json
from interpreter.cli.common.screen import echo, styled
from interpreter.scenario import base_scenarios, run_scenario

if TYPE_CHECKING:
    from collections.abc import Sequence

    import gamespec
    from interpreter.scenario import Outcome, Scenario

__all__ = ["report"]

HOLDS, CHANGED, UNASKED, FAILS = "holds", "changed", "cannot be asked", "fails in the game itself"
_SEVERAL = {HOLDS: "hold", FAILS: "fail in the game itself"}
_COLOURS = {HOLDS: "green", CHANGED: "yellow", UNASKED: "yellow", FAILS: "red"}


@dataclass(frozen=True, slots=True)
class _Ruling:
    """The result that a scenario of the base game has under a variant."""

    scenario: Scenario
    game: str
    variant: str
    now: str
    report: str

    def as_dict(self) -> dict[str, Any]:
        """Return the result as a dict that can be written as JSON."""
        named = {"id": self.scenario.id, "title": self.scenario.title, "heading": self.scenario.heading}
        return {**named, "game": self.game, "variant": self.variant, "now": self.now, "report": self.report}


def report(names: Sequence[str], style: str, *, verbose: bool) -> int:
    """Print which rulings the named variants change. Return status 1 if they change any."""
    rulings: list[_Ruling] = []
    errors = 0
    for name in names:
        spec = load_if_sound(name)
        base = load_if_sound(str(spec.files[0])) if spec is not None else None
        if spec is None or base is None:
            errors += 1
            continue
        if not spec.overlays:
            message = f"`{name}` is not a variant of another game"
            raise Stop(message, "name one as `GAME+VARIANT`, or by its path")
        scenarios, wrong = base_scenarios(spec)
        if wrong:
            tell(wrong)
        errors += sum(d.severity == "error" for d in wrong)
        found = [_under(spec, base, scenario) for scenario in scenarios]
        rulings += found
        if style == "text":
            _print(spec, base, found, verbose=verbose)
    if style == "json":
        print_json([ruling.as_dict() for ruling in rulings])
    changed = any(ruling.now != HOLDS for ruling in rulings)
    return Status.FOUND if errors or changed else Status.OK


def _under(spec: gamespec.Spec, base: gamespec.Spec, scenario: Scenario) -> _Ruling:
    """Run a scenario of the base game under the variant and, if it fails there, under the base as well."""
    outcome = run_scenario(spec, scenario)
    before = outcome if outcome.passed else run_scenario(base, scenario)
    told = outcome if before.passed else before
    return _Ruling(scenario, base.id, spec.id, _now(outcome, before), told.report)


def _now(outcome: Outcome, before: Outcome) -> str:
    if outcome.passed:
        return HOLDS
    if not before.passed:
        return FAILS
    return UNASKED if outcome.diagnostics else CHANGED


def _print(spec: gamespec.Spec, base: gamespec.Spec, rulings: Sequence[_Ruling], *, verbose: bool) -> None:
    for ruling in rulings:
        if ruling.now == HOLDS and not verbose:
            continue
        scenario = ruling.scenario
        mark = styled(ruling.now, _COLOURS[ruling.now])
        echo(mark, f" {scenario.id} ({in_one_line(scenario.heading)}): {in_one_line(scenario.title)}")
        why = ruling.report if verbose else ruling.report.partition("\nwhat happened:")[0]
        echo("".join(f"    {line}\n" for line in why.splitlines()))
    numbers = {now: sum(ruling.now == now for ruling in rulings) for now in _COLOURS}
    told = [f"{number:,} {_SEVERAL.get(now, now)}" for now, number in numbers.items() if number]
    every = counted(len(rulings), "scenario")
    echo(f"{every} of {base.id} under {spec.id}: {', '.join(told) or 'there are none'}")
