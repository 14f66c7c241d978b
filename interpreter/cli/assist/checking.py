"""Jobs that check games and run their scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import gamespec
from gamespec.catalogue import VARIANTS
from gamespec.project import survey
from gamespec.system.plain import is_folder, real
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.edits import applied
from gamespec.text.render import render
from gamespec.text.suggest import did_you_mean
from interpreter.cli.assist.curing import changes, curable, edited, laid
from interpreter.cli.assist.workspace import game_named, workspace
from interpreter.cli.common.boundary import Stop
from interpreter.scenario import (
    check_file,
    load_scenarios,
    mistakes_of,
    run_scenario,
    scenario_folders,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gamespec.text.advice import Cure
    from interpreter.cli.assist.worker import Tell
    from interpreter.scenario import Scenario

__all__ = ["MOST", "check_game", "loaded", "test_game", "unknown"]

MOST = 25
"""Maximum number of diagnostics that are told."""


def loaded(game: str, *also: str) -> gamespec.Spec:
    """Load a game. Raises `Stop` if there is no such game, and `SpecError` if it has mistakes."""
    try:
        return gamespec.load(game, also)
    except gamespec.UnknownGame as error:
        raise unknown(error) from None


def unknown(error: gamespec.UnknownGame) -> Stop:
    """Return the error for a name that is neither a game nor a path below the root."""
    cure = "give a path below the root, the text in `files`, or a game that `list_games` lists"
    return Stop(f"there is no game or file `{error.name}`", error.hint or cure)


class _Report(NamedTuple):
    """What a check has found. `scenarios` is `None` if the game has errors, so that they are not read."""

    diagnostics: list[Diagnostic]
    called: str
    tried: int
    scenarios: int | None

    @property
    def errors(self) -> int:
        return sum(each.severity == "error" for each in self.diagnostics)


def check_game(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Edit drafts, then check a game or an overlay, the scenarios beside it, and the drafts of its variants.

    With `cure`, the cures of errors are applied, again and again as long as fewer errors are left. `drafts`
    in the result are the texts that have changed.
    """
    files: dict[str, str] = arguments["files"]
    with workspace(root, files):
        drafts = edited(arguments["edits"])
        game = game_named(arguments["game"], {**files, **drafts})

        def checked() -> _Report:
            return _report(game, [*files, *drafts], tell, thorough=arguments["thorough"])

        report, made = checked(), list[dict[str, Any]]()
        while arguments["cure"] and (cures := curable(report.diagnostics)):
            before, texts = _texts(cures), applied(cures)
            laid(texts)
            again = checked()
            if again.errors >= report.errors:
                laid(before)
                break
            report, drafts = again, drafts | texts
            made += [change for cure in cures for change in changes(cure)]
    return {
        "game": report.called,
        "ok": not report.errors,
        **told(report.diagnostics),
        "choices_tried": report.tried,
        **({} if report.scenarios is None else {"scenarios": report.scenarios}),
        **({"cured": made} if made else {}),
        "drafts": drafts,
    }


def _texts(cures: Iterable[Cure]) -> dict[str, str]:
    """Return the texts that some cures change, as they were."""
    sources = {edit.span.source for cure in cures for edit in cure.edits}
    return {source.name: source.text for source in sources}


def _report(game: str, drafts: Iterable[str], tell: Tell, *, thorough: bool) -> _Report:
    """Check a game, and if it has no errors also its scenarios and those of its variants that are drafts."""
    found, main = list[Diagnostic](), _checked(game, tell, thorough=thorough)
    _add(found, main.diagnostics)
    if main.spec is None:
        _add(found, _of_files(game))
        return _Report(found, game, main.tried, None)
    variants = real(main.spec.path.parent / VARIANTS)
    for name in () if main.spec.overlays else drafts:
        if real(Path(name)).parent == variants and name.endswith((".yaml", ".yml")):
            _add(found, _checked(f"{game}+{Path(name).stem}", tell, thorough=thorough).diagnostics)
    listed, wrong = load_scenarios(main.spec)
    _add(found, wrong)
    for scenario in listed:
        _add(found, mistakes_of(main.spec, scenario))
    return _Report(found, main.spec.called, main.tried, len(listed))


def _checked(game: str, tell: Tell, *, thorough: bool) -> gamespec.Checked:
    try:
        return gamespec.check(
            game,
            thorough=thorough,
            progress=lambda tried, most: tell(tried, most, f"{tried:,} of {most:,} choices of options"),
        )
    except gamespec.UnknownGame as error:
        raise unknown(error) from None


def _add(found: list[Diagnostic], more: Iterable[Diagnostic]) -> None:
    """Add diagnostics, but none that says the same of the same place as an earlier one."""
    known = {(each.code, each.message, each.span.source.name, each.span.start) for each in found}
    found += [
        each
        for each in more
        if (each.code, each.message, each.span.source.name, each.span.start) not in known
    ]


def _of_files(game: str) -> list[Diagnostic]:
    """Return the mistakes in the structure of scenarios beside a game that cannot be loaded."""
    found = Collector()
    if is_folder(Path(game)):
        for part in survey(Path(game)).of("scenarios"):
            check_file(part.path, found, lambda _: None)
    return [*found]


def told(found: Iterable[Diagnostic]) -> dict[str, Any]:
    """Return diagnostics as data, each with its full text."""
    listed = sorted(found, key=lambda each: each.severity != "error")
    errors = sum(each.severity == "error" for each in listed)
    return {
        "errors": errors,
        "warnings": len(listed) - errors,
        "diagnostics": [
            {
                "code": each.code,
                "text": render([each]),
                **({"cure": changes(each.cures[0])} if each.cures else {}),
            }
            for each in listed[:MOST]
        ],
    }


def test_game(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Run the scenarios of a game. Raises `Stop` if there are none, or not those that are wanted."""
    files, only = arguments["files"], arguments["only"]
    with workspace(root, files):
        spec = loaded(game_named(arguments["game"], files))
        listed, wrong = load_scenarios(spec)
        chosen = (
            _chosen(spec, listed, only) if not any(each.severity == "error" for each in wrong) else listed
        )
        failed = list[dict[str, str]]()
        for number, scenario in enumerate(chosen):
            tell(number, len(chosen), scenario.id)
            outcome = run_scenario(spec, scenario)
            if not outcome.passed:
                failed.append({"id": scenario.id, "title": scenario.title, "report": outcome.report})
    return {
        "ok": not failed and not any(each.severity == "error" for each in wrong),
        "passed": len(chosen) - len(failed),
        "failed": failed,
        **({"mistakes": [render([each]) for each in wrong[:MOST]]} if wrong else {}),
    }


def _chosen(spec: gamespec.Spec, listed: list[Scenario], only: list[str]) -> list[Scenario]:
    """Return the scenarios with the given ids, or all if no ids are given."""
    if not listed:
        places = " or ".join(f"`{folder}/`" for folder in scenario_folders(spec))
        raise Stop(f"`{spec.called}` has no scenarios", f"put a file with `scenarios:` into {places}")
    ids = [scenario.id for scenario in listed]
    for wanted in only:
        if wanted not in ids:
            near = did_you_mean(wanted, ids) or f"there are {', '.join(f'`{each}`' for each in ids[:20])}"
            raise Stop(f"no scenario has the id `{wanted}`", near)
    return [scenario for scenario in listed if not only or scenario.id in only]
