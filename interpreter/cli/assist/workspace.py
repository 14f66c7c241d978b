"""The folder in which a job reads the author's files: a copy of those below the root, and of given texts.

The copy confines a job to the root. It is a project of its own, so a specification in it can read nothing
outside it but the games that come with gamespec, and the names of files in diagnostics are relative to it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory

from gamespec.catalogue import VARIANTS, paths
from gamespec.documents.reach import PROJECT_FILES
from gamespec.project import ENVIRONMENT, SCENARIOS, SKIPPED
from gamespec.system.plain import is_file, read_bytes, real
from interpreter.cli.common.boundary import Stop

__all__ = ["SUFFIXES", "game_named", "inside", "named_within", "of_a_game", "readable", "workspace"]

SUFFIXES = (".yaml", ".yml", ".csv")
"""The endings of the files of games."""

GAME = "game.yaml"
"""The file of a game in its folder."""

_NAMED = re.compile(r"^game: *([\w-]+) *(?:#.*)?$", re.MULTILINE)
"""Where a game says its name."""

MOST_ENTRIES = 20_000
"""Maximum number of files and folders below the root."""

MOST_BYTES = 32 * 1024 * 1024
"""Maximum size of all files of games below the root, and of one file, in bytes."""


def inside(name: str) -> str:
    """Return the path of a file below the root. Raises `Stop` if a name does not stay below it."""
    path = PurePosixPath(name)
    outside = path.is_absolute() or ".." in path.parts or "\\" in name or PureWindowsPath(name).anchor
    if outside or "\0" in name or not path.parts:
        raise Stop(f"`{name}` is not a path below the root", "give a path such as `my-game/game.yaml`")
    return path.as_posix()


def of_a_game(name: str) -> None:
    """Raise `Stop` if the name of a file is not that of a file of a game."""
    if not name.endswith(SUFFIXES):
        raise Stop(f"`{name}` is no file of a game", f"its name ends in {' or '.join(SUFFIXES)}")


def named_within(game: str, files: Mapping[str, str]) -> str:
    """Return the name of a game or overlay, whose first part may be the `game:` of a file among some texts.

    Raises `Stop` if it contains a path that leaves the root.
    """
    base, plus, rest = game.partition("+")
    homes = [
        _home(file) for file, text in files.items() if (found := _NAMED.search(text)) and found[1] == base
    ]
    if len(homes) == 1 and not is_file(Path(base) / GAME):
        game = f"{homes[0]}{plus}{rest}"
    for path in paths(game):
        if str(path) != ".":
            inside(path.as_posix())
    return game


def game_named(game: str | None, files: Mapping[str, str]) -> str:
    """Return the name of the game that is meant: the given one, or else the only one among some texts.

    Raises `Stop` if there is none, or more than one.
    """
    if game is not None:
        return named_within(game, files)
    found = dict.fromkeys(home for file in files if is_file(Path(home := _home(file)) / GAME))
    found = found or dict.fromkeys([file for file in files if not file.endswith(".csv")])
    if not found and is_file(Path(GAME)):
        return "."
    if not found:
        raise Stop("no game is given", "give `files`, or `game`: a path below the root, or a shipped game")
    if len(found) > 1:
        listed = ", ".join(f"`{each}`" for each in found)
        raise Stop("several drafts may be the game", f"say which one with `game`: {listed}")
    return next(iter(found))


def _home(file: str) -> str:
    """Return the folder of the game to which a file belongs, if it belongs to any."""
    folder = PurePosixPath(file).parent
    return str(folder.parent if folder.name in {SCENARIOS, VARIANTS} else folder)


@contextmanager
def workspace(root: Path, files: Mapping[str, str]) -> Iterator[None]:
    """Make the workspace the current folder, with `files` in place of the files at their paths.

    Raises `Stop` if a path leaves the root, or if there is too much below the root.
    """
    given = {inside(name): text for name, text in files.items()}
    for name in given:
        of_a_game(name)
    before = Path.cwd()
    with TemporaryDirectory(prefix="gamespec-") as made:
        folder = Path(made)
        (folder / PROJECT_FILES[0]).touch()
        for file, path in readable(root):
            _place(folder / file, read_bytes(path, MOST_BYTES))
        for name, text in given.items():
            _place(folder / name, text.encode())
        os.chdir(folder)
        try:
            yield
        finally:
            os.chdir(before)


def readable(root: Path) -> list[tuple[str, Path]]:
    """Return the files of games below the root, each with its path from there, in order.

    Hidden folders, virtual environments and links that leave the root are left out. Raises `Stop` if there
    are too many files, or too large ones.
    """
    found: list[tuple[str, Path]] = []
    top, entries, size = real(root), 0, 0
    for folder, below, names in os.walk(top):
        if ENVIRONMENT in names and Path(folder) != top:
            below.clear()
            continue
        below[:] = sorted(each for each in below if not each.startswith(".") and each not in SKIPPED)
        entries += len(below) + len(names)
        if entries > MOST_ENTRIES:
            raise _too_much(root, f"more than {MOST_ENTRIES:,} files and folders")
        for name in sorted(names):
            path = Path(folder) / name
            if name.endswith(SUFFIXES) and real(path).is_relative_to(top) and is_file(path):
                size += path.stat().st_size
                found.append((path.relative_to(top).as_posix(), path))
        if size > MOST_BYTES:
            raise _too_much(root, f"more than {MOST_BYTES >> 20} MB of files of games")
    return found


def _too_much(root: Path, what: str) -> Stop:
    return Stop(
        f"there are {what} below the root `{root}`", "start the server in the folder of your games instead"
    )


def _place(path: Path, content: bytes) -> None:
    """Write a file into the workspace. Raises `Stop` if another file stands in its way."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
    except (FileExistsError, IsADirectoryError, NotADirectoryError):
        raise Stop(f"`{path.name}` is both a file and a folder") from None
