"""Jobs that list, read and show games, and write files."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gamespec
from gamespec.catalogue import VARIANTS, find
from gamespec.project import SCENARIOS, survey
from gamespec.system.plain import read_bytes, real
from gamespec.system.resources import directory
from gamespec.system.writing import replace_file
from gamespec.text.suggest import did_you_mean
from interpreter.cli.assist.checking import loaded, unknown
from interpreter.cli.assist.workspace import SUFFIXES, game_named, inside, named_within, readable, workspace
from interpreter.cli.common.boundary import Stop
from interpreter.cli.write.pages import page

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["list_games", "read_game", "show_game", "write_files"]

LONGEST = 30_000
"""Maximum length of the text of a file, in characters."""

_ROW = re.compile(
    r"^\| \[.*\]\((?P<game>.*)\.md\) \| (?P<players>.*) \| (?P<about>.*) \| (?P<variants>.*) \|$",
    re.MULTILINE,
)
"""A row of the table in the manual's page of games."""

NOT_RULES = frozenset({"view", "invariants", "rulings"})
"""The sections of a game from which nobody learns to write rules: how it looks, what is proved of it."""

_SECTION = re.compile(r"^(\w+):", re.MULTILINE)
"""A key at the top of a file."""

MOST_NAMES = 200
"""Maximum number of components of a kind that are named."""


def list_games(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return the games that come with gamespec, and the files of games below the root."""
    with workspace(root, arguments["files"]):
        project = survey(Path())
    own = [{"path": part.path.as_posix(), "kind": part.sort} for part in project.parts]
    return {"shipped": list(_shipped()), "here": own}


@cache
def _shipped() -> tuple[dict[str, str], ...]:
    """Return what the manual's page of games says of each, which is quicker than to read all of them."""
    text = (directory("docs") / "games" / "index.md").read_text(encoding="utf-8")
    return tuple(
        {"game": row["game"], "players": row["players"], "about": row["about"], "variants": row["variants"]}
        for row in _ROW.finditer(text)
    )


def read_game(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return the files of a game, with the text of one of them, by default of its `game.yaml`."""
    game, wanted = named_within(arguments["game"], arguments["files"]), arguments["file"]
    with workspace(root, arguments["files"]):
        try:
            first = find(game)[-1]
        except gamespec.UnknownGame as error:
            raise unknown(error) from None
        home = real(first).parent
        home = home.parent if home.name == VARIANTS else home
        top = home == real(Path())
        files = {name: path for name, path in readable(home) if not top or _belongs(name)}
        name = real(first).relative_to(home).as_posix() if wanted is None else inside(wanted)
        if name not in files:
            near = did_you_mean(name, list(files)) or f"it has {', '.join(f'`{each}`' for each in files)}"
            raise Stop(f"`{game}` has no file `{name}`", near)
        text = read_bytes(files[name], 32 * LONGEST).decode(errors="replace")
        shipped = not real(files[name]).is_relative_to(real(Path()))
    text, left_out = _rules(text) if shipped and not arguments["whole"] else (text, [])
    begin = arguments["offset"]
    part = text[begin : begin + LONGEST]
    return {
        "files": list(files),
        "file": name,
        "text": part,
        **({"left_out": left_out} if left_out else {}),
        **({"next_offset": begin + LONGEST} if begin + LONGEST < len(text) else {}),
    }


def _rules(text: str) -> tuple[str, list[str]]:
    """Return a text without the sections `NOT_RULES`, and the names of those that it had."""
    parts = _SECTION.split(text)  # the text before the first key, then each key and what stands below it
    pairs = [*zip(parts[1::2], parts[2::2], strict=True)]
    rules = parts[0] + "".join(f"{key}:{below}" for key, below in pairs if key not in NOT_RULES)
    return rules, [key for key, _ in pairs if key in NOT_RULES]


def _belongs(name: str) -> bool:
    """Return whether a file belongs to the game in the same folder."""
    folder, slash, _ = name.partition("/")
    return not slash or folder in {SCENARIOS, VARIANTS}


def show_game(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Return what a game consists of as a page, and the names of its components and zones."""
    files = arguments["files"]
    with workspace(root, files):
        spec = loaded(game_named(arguments["game"], files))
        made = spec.compiled(arguments["players"], arguments["options"])
        world = made.names.world
        kinds = {name: _names(kind.names) for name, kind in world.kinds.items()}
        return {
            "page": page(spec, made, "en"),
            "components": {name: names[:MOST_NAMES] for name, names in kinds.items()},
            "zones": [world.zone_name(number) for number in range(min(len(made.program.zones), MOST_NAMES))],
        }


def _names(names: Iterable[str]) -> list[str]:
    """Return the names of components, where `wolf_2#1..3` stands for three copies."""
    copies = Counter(each.partition("#")[0] for each in names)
    return [name if count == 1 else f"{name}#1..{count}" for name, count in copies.items()]


def write_files(root: Path, arguments: dict[str, Any], _tell: object) -> dict[str, Any]:
    """Write files below the root. An existing file is replaced only with `replace`."""
    top = real(root)
    if not arguments["files"]:
        raise Stop("there are no drafts to save", "give `files`")
    places = {inside(name): top / inside(name) for name in arguments["files"]}
    for name, place in places.items():
        if not name.endswith((*SUFFIXES, ".md")):
            raise Stop(
                f"`{name}` is no file of a game", f"its name ends in {' or '.join((*SUFFIXES, '.md'))}"
            )
        if not real(place).is_relative_to(top) or any(part.startswith(".") for part in Path(name).parts):
            raise Stop(f"`{name}` leaves the root, or is hidden")
        if place.exists() and not arguments["replace"]:
            raise Stop(f"`{name}` exists", "set `replace` to write over it")
    for name, place in places.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, arguments["files"][name].encode())
    return {"written": list(places)}
