"""Jobs that check games and run their scenarios."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamespec
from gamespec.project import survey
from gamespec.system.plain import is_folder
from gamespec.text.diagnostics import Collector, Diagnostic
from gamespec.text.render import render
from gamespec.text.suggest import did_you_mean
from interpreter.cli.assist.workspace import game_named, workspace
from interpreter.cli.common.boundary import Stop
from interpreter.scenario import check_file, load_scenarios, run_scenario, scenario_folders

if TYPE_CHECKING:
    from collections.abc import Iterable

    from gamespec.text.advice import Cure
    from interpreter.cli.assist.worker import Tell
    from interpreter.scenario import Scenario

__all__ = ["MOST", "check_game", "loaded", "test_game", "unknown"]

MOST = 25
"""Maximum number of diagnostics that are told."""

FEW = 30
"""Number of scenarios up to which those that passed are listed, too."""


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


def check_game(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Check a game or an overlay, and the structure of the scenarios beside it."""
    files = arguments["files"]
    with workspace(root, files):
        game = game_named(arguments["game"], files)
        try:
            checked = gamespec.check(
                game,
                thorough=arguments["thorough"],
                progress=lambda tried, most: tell(tried, most, f"{tried:,} of {most:,} choices of options"),
            )
        except gamespec.UnknownGame as error:
            raise unknown(error) from None
        found, scenarios = list(checked.diagnostics), None
        if checked.spec is not None:
            listed, wrong = load_scenarios(checked.spec)
            found += wrong
            found += [each for scenario in listed for each in scenario.faults if each not in wrong]
            scenarios = len(listed)
        else:
            found += _of_files(game)
    return {
        "game": game if checked.spec is None else checked.spec.called,
        "ok": not any(each.severity == "error" for each in found),
        **told(found),
        "choices_tried": checked.tried,
        **({} if scenarios is None else {"scenarios": scenarios}),
    }


def _of_files(game: str) -> list[Diagnostic]:
    """Return the mistakes in the structure of scenarios beside a game that cannot be loaded."""
    found = Collector()
    if is_folder(Path(game)):
        for part in survey(Path(game)).of("scenarios"):
            check_file(part.path, found)
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
                "severity": each.severity,
                "file": each.span.source.name,
                "line": each.span.line,
                "text": render([each]),
                **({"cure": _lines(each.cures[0])} if each.cures else {}),
            }
            for each in listed[:MOST]
        ],
    }


def _lines(cure: Cure) -> list[dict[str, Any]]:
    """Return what a cure writes in place of which lines, for each file that it changes."""
    found = []
    for source in dict.fromkeys(edit.span.source for edit in cure.edits):
        edits = sorted((e for e in cure.edits if e.span.source is source), key=lambda edit: edit.span.start)
        first = source.line_column(edits[0].span.start)[0]
        last = source.line_column(max(edit.span.end for edit in edits))[0]
        at, text = source.line_starts[first - 1], ""
        for edit in edits:
            text += source.text[at : edit.span.start] + edit.text
            at = edit.span.end
        rest = source.line_starts[last - 1] + len(source.line(last))
        found.append(
            {"file": source.name, "lines": [first, last], "instead": text + source.text[at : max(at, rest)]}
        )
    return found


def test_game(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Run the scenarios of a game. Raises `Stop` if there are none, or not those that are wanted."""
    files, only = arguments["files"], arguments["only"]
    with workspace(root, files):
        spec = loaded(game_named(arguments["game"], files))
        listed, wrong = load_scenarios(spec)
        chosen = (
            _chosen(spec, listed, only) if not any(each.severity == "error" for each in wrong) else listed
        )
        results = []
        for number, scenario in enumerate(chosen):
            tell(number, len(chosen), scenario.id)
            outcome = run_scenario(spec, scenario)
            report = {} if outcome.passed else {"report": outcome.report}
            results.append({"id": scenario.id, "title": scenario.title, "passed": outcome.passed, **report})
    failed = sum(not each["passed"] for each in results)
    return {
        "ok": not failed and not any(each.severity == "error" for each in wrong),
        "passed": len(results) - failed,
        "failed": failed,
        "scenarios": [each for each in results if not each["passed"] or len(results) <= FEW],
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
