"""The shipped games and their variants, as files from which the page starts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gamespec import SpecError, games, load, variants
from gamespec.loader import peek
from gamespec.system import resources
from interpreter.scenario import load_scenarios

__all__ = ["first", "index", "start"]


def first() -> str:
    """Return the name of the game with the shortest rules, which is open when the page is opened."""
    folder = resources.directory("games")
    return min(games(), key=lambda game: (folder / game / "game.yaml").stat().st_size)


def index() -> dict[str, Any]:
    """Return the first game, and the name and the title of each game and of its variants."""
    listed = [
        {
            "name": game,
            "title": _title(game),
            "variants": [{"name": each, "title": _title(f"{game}+{each}")} for each in variants(game)],
        }
        for game in games()
    ]
    return {"first": first(), "games": listed}


def _title(name: str) -> str:
    try:
        return peek(name).title.in_("en")
    except SpecError:
        return name


def start(game: str) -> dict[str, Any]:
    """Return the files of a game with its scenarios, and of each variant, with the name of the one to check.

    The game comes with those variants that its scenarios test. A variant comes without the game that it
    extends, which the page's Python finds among the shipped ones.
    """
    folder = resources.directory("games") / game
    read = [path for path in sorted(folder.glob("*")) if path.suffix == ".csv"]
    examples = sorted((folder / "scenarios").glob("*.yaml"))
    among = folder / "variants"
    beside = sorted(among.glob("*"))
    tested = {name for scenario in load_scenarios(load(game))[0] for name in scenario.variant.split("+")}
    under = dict.fromkeys(
        path
        for name in variants(game)
        if name in tested
        for path in _extended(among / f"{name}.yaml", beside)
    )
    return {
        "game": _opened(folder, [folder / "game.yaml", *read, *examples, *under], "game.yaml"),
        "variants": {
            name: _opened(among, _extended(among / f"{name}.yaml", beside), f"{name}.yaml")
            for name in variants(game)
        },
    }


def _extended(path: Path, beside: list[Path]) -> list[Path]:
    """Return a variant with the files beside it that it names, and those that they name."""
    found, new = [path], [path]
    while new:
        text = new.pop().read_text(encoding="utf-8")
        more = [each for each in beside if each.name in text and each not in found]
        found += more
        new += [each for each in more if each.suffix == ".yaml"]
    return found


def _opened(folder: Path, files: list[Path], main: str) -> dict[str, Any]:
    texts = {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}
    return {"files": texts, "main": main}
