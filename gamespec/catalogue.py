"""Which games there are, and in which files a game that is named lies."""

from __future__ import annotations

import os
from pathlib import Path

from gamespec import resources
from gamespec.files import is_file, is_folder
from gamespec.suggest import did_you_mean

__all__ = ["UnknownGame", "find", "find_one", "find_shipped", "games", "parted", "variants"]


class UnknownGame(LookupError):
    """There is no game of that name and no file at that path."""

    def __init__(self, name: str, hint: str | None) -> None:
        super().__init__(f"there is no game `{name}`" + (f": {hint}" if hint else ""))
        self.name = name
        self.hint = hint


def games() -> list[str]:
    """The ids of the games that come with gamespec."""
    folder = resources.directory("games")
    return sorted(p.parent.name for p in folder.glob("*/game.yaml"))


def variants(game: str) -> list[str]:
    """The names of a shipped game's variants: `NAME` is loaded as `GAME+NAME`."""
    folder = resources.directory("games") / game / "variants"
    return sorted(p.stem for p in folder.glob("*.yaml"))


def find(name_or_path: str | Path) -> tuple[Path, ...]:
    """The files of a game: the first is the game's, or an overlay's; further ones are laid on it.

    A shipped game's id, a folder with a `game.yaml`, or a file; then, after `+`, names of variants beside the
    game. Raises `UnknownGame`.
    """
    name, overlays = parted(str(name_or_path))
    base = find_one(name)
    return (base, *(_find_variant(base, name, overlay) for overlay in overlays))


def parted(name: str) -> tuple[str, list[str]]:
    """A game's name or path, and the variants after it; a `+` may belong to a path that is there."""
    parts = name.split("+")
    for end in range(len(parts), 1, -1):
        if os.path.lexists(path := "+".join(parts[:end])):
            return path, parts[end:]
    return parts[0], parts[1:]


def find_one(name: str) -> Path:
    """The file of a game without variants. Raises `UnknownGame`."""
    path = Path(name)
    if is_folder(path) and os.path.lexists(path / "game.yaml"):
        return path / "game.yaml"
    if os.path.lexists(path) and not is_folder(path):
        return path
    if path.name == name:
        return find_shipped(name)
    raise UnknownGame(name, did_you_mean(path.name, games()))


def _find_variant(base: Path, name: str, overlay: str) -> Path:
    folder = base.parent / "variants"
    path = folder / f"{overlay}.yaml"
    if path.parent != folder or not is_file(path):
        there = sorted(p.stem for p in folder.glob("*.yaml"))
        hint = did_you_mean(overlay, there) or (
            f"its variants: {', '.join(there)}" if there else "it has no variants"
        )
        raise UnknownGame(f"{name}+{overlay}", hint)
    return path


def find_shipped(name: str) -> Path:
    """The file of a game that comes with gamespec. Raises `UnknownGame`."""
    shipped = resources.directory("games") / name / "game.yaml"
    if not is_file(shipped):
        raise UnknownGame(name, did_you_mean(name, games()))
    return shipped
