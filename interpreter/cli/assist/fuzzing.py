"""The job that searches for games which break the rules of their own specification."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from interpreter.cli.assist.checking import loaded
from interpreter.cli.assist.workspace import game_named, workspace
from interpreter.cli.common.engines import engine_that_plays
from interpreter.cli.test.found import Found, searched
from interpreter.fuzz import REACHED, Cases, Search

if TYPE_CHECKING:
    from interpreter.cli.assist.worker import Tell

__all__ = ["fuzz_game"]

MOST_FOUND, MOST_NEVER = 5, 20
"""Maximum number of mistakes, and of parts of the rules that no game reached, that are told."""


def fuzz_game(root: Path, arguments: dict[str, Any], tell: Tell) -> dict[str, Any]:
    """Search for some seconds, and return each mistake with the shortest game that shows it."""
    files, seconds, players = arguments["files"], arguments["seconds"], arguments["players"]
    options = arguments["options"]
    with workspace(root, files):
        spec = loaded(game_named(arguments["game"], files))
        program = spec.compiled(players, options, checked=True).program
        make = engine_that_plays(program, None, 1, steps=False, tally=REACHED)
        search = Search(Cases(spec, players, options), make, arguments["seed"])

        def step(search: Search) -> None:
            tell(min(search.seconds, seconds), seconds, f"{search.games:,} games, {len(search.first)} found")

        searched(search, seconds, step)
        found = [Found(finding, spec) for finding in search.findings()][:MOST_FOUND]
        for each in found:
            each.shrink(make)
        mistakes = [
            {"name": each.name, "text": each.text(), "scenario": each.scenario(f"fuzz-{each.name}")}
            for each in found
        ]
    never = search.coverage.never if not mistakes and search.breach is None else ()
    return {
        "ok": not mistakes and search.breach is None,
        "games": search.games,
        "decisions": search.decisions,
        "reached_limit": search.limited,
        "found": mistakes,
        "never_reached": [str(point) for point in never[:MOST_NEVER]],
        **({"breach": str(search.breach.breach.reason)} if search.breach is not None else {}),
    }
