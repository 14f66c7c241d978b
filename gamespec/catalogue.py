"""The catalogue of shipped games, and the search for the files that the name of a game stands for."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from gamespec.documents.files import MAX_BYTES
from gamespec.system import resources
from gamespec.system.plain import exists, is_file, is_folder, read_bytes, real
from gamespec.text.suggest import did_you_mean

__all__ = [
    "VARIANTS",
    "UnknownGame",
    "find",
    "find_one",
    "find_shipped",
    "games",
    "is_path",
    "parted",
    "paths",
    "said_to_extend",
    "variant_folders",
    "variants",
]


class UnknownGame(LookupError):
    """Raised if there is neither a game with the given name nor a file at the given path."""

    def __init__(self, name: str, hint: str | None) -> None:
        super().__init__(f"there is no game `{name}`" + (f": {hint}" if hint else ""))
        self.name = name
        self.hint = hint


def games() -> list[str]:
    """Return the ids of the games that come with gamespec."""
    folder = resources.directory("games")
    return sorted(p.parent.name for p in folder.glob("*/game.yaml"))


def variants(game: str) -> list[str]:
    """Return the names of a shipped game's variants. The variant `NAME` is loaded as `GAME+NAME`."""
    folder = resources.directory("games") / game / "variants"
    return sorted(p.stem for p in folder.glob("*.yaml"))


def find(name_or_path: str | Path, folder: Path = Path()) -> tuple[Path, ...]:
    """Return the files that make up a game: the game or an overlay, then the overlays laid on it.

    The name begins with the id of a shipped game, a folder with a `game.yaml`, or a file. Overlays follow,
    each after a `+`. An overlay is either the name of a variant beside the game, or a path to a folder or
    file (see `is_path`). Relative paths start at `folder`. Raises `UnknownGame`.
    """
    name, overlays = parted(str(name_or_path), folder)
    base = find_one(name, folder)
    return (base, *(_overlay(base, name, overlay, folder) for overlay in overlays))


def parted(name: str, folder: Path = Path()) -> tuple[str, list[str]]:
    """Split a name into the name or path of the game and a list of the overlays after it.

    A `+` that belongs to an existing path does not separate two parts.
    """
    parts = name.split("+")
    found: list[str] = []
    while parts:
        ends = range(len(parts), 1, -1)
        joined = ((end, "+".join(parts[:end])) for end in ends)
        there = (
            (end, path) for end, path in joined if (not found or is_path(path)) and exists(folder / path)
        )
        end, first = next(there, (1, parts[0]))
        found.append(first)
        parts = parts[end:]
    return found[0], found[1:]


def is_path(part: str) -> bool:
    """Return whether the text after a `+` is the path of an overlay rather than the name of a variant."""
    return part.endswith((".yaml", ".yml")) or part in {".", ".."} or "/" in part or os.sep in part


def paths(name: str, folder: Path = Path()) -> list[Path]:
    """Return the paths that the name of a game contains, relative to `folder`.

    The game's own part is always included, because even a bare name may be a path.
    """
    base, overlays = parted(name, folder)
    return [folder / part for part in (base, *(part for part in overlays if is_path(part)))]


def find_one(name: str, folder: Path = Path()) -> Path:
    """Return the file of a game, or of an overlay that is given by its path. Raises `UnknownGame`."""
    path = folder / name
    if is_folder(path) and exists(path / "game.yaml"):
        return path / "game.yaml"
    if exists(path) and not is_folder(path):
        return path
    if Path(name).name == name:
        return find_shipped(name)
    raise UnknownGame(name, did_you_mean(path.name, games()))


def _overlay(base: Path, name: str, overlay: str, folder: Path) -> Path:
    """Return the file of an overlay that is laid on a game or on another overlay."""
    if is_path(overlay):
        return find_one(overlay, folder)
    places = list(variant_folders(base))
    for place in places:
        path = place / f"{overlay}.yaml"
        if path.parent == place and is_file(path):
            return path
    there = sorted({p.stem for place in places for p in place.glob("*.yaml")})
    hint = did_you_mean(overlay, there) or (
        f"its variants: {', '.join(there)}" if there else "it has no variants"
    )
    raise UnknownGame(f"{name}+{overlay}", hint)


def variant_folders(base: Path) -> Iterator[Path]:
    """Yield the folders that may hold variants of a game or overlay.

    The first is the folder beside the file itself; the others are the folders beside the files that it
    extends.
    """
    seen: set[Path] = set()
    while len(seen) <= MOST_FOLLOWED and real(base) not in seen:
        seen.add(real(base))
        yield base.parent if base.parent.name == VARIANTS else base.parent / VARIANTS
        extended = said_to_extend(base)
        if extended is None:
            return
        try:
            base = find_one(parted(extended, base.parent)[0], base.parent)
        except UnknownGame:
            base = base.parent.parent / "game.yaml"  # the game, by its own id


MOST_FOLLOWED = 32
VARIANTS = "variants"

_EXTENDS = re.compile(r"""^extends:[ \t]*["']?([^"'#\r\n]+?)["']?[ \t]*(#.*)?$""", re.MULTILINE)


def said_to_extend(path: Path) -> str | None:
    """Return the name of the game or overlay that a file claims to extend, or `None` if it names none.

    The file is only scanned with a regular expression, and nothing is reported.
    """
    if not is_file(path):
        return None
    try:
        found = _EXTENDS.search(read_bytes(path, MAX_BYTES).decode(errors="replace"))
    except OSError:
        return None
    return None if found is None else found[1]


def find_shipped(name: str) -> Path:
    """Return the file of a game that comes with gamespec. Raises `UnknownGame`."""
    shipped = resources.directory("games") / name / "game.yaml"
    if not is_file(shipped):
        raise UnknownGame(name, did_you_mean(name, games()))
    return shipped
