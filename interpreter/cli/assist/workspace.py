"""The folder in which a job reads the author's files: a copy of those below the root, and of given texts.

The copy confines a job to the root. It is a project of its own, so a specification in it can read nothing
outside it but the games that come with gamespec, and the names of files in diagnostics are relative to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from gamespec.catalogue import paths
from gamespec.documents.reach import PROJECT_FILES
from gamespec.project import ENVIRONMENT, SKIPPED
from gamespec.system.plain import is_file, read_bytes, real
from interpreter.cli.common.boundary import Stop

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["SUFFIXES", "game_named", "inside", "named_within", "readable", "workspace"]

SUFFIXES = (".yaml", ".yml", ".csv")
"""The endings of the files of games."""

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


def named_within(game: str) -> str:
    """Return the name of a game or overlay. Raises `Stop` if it contains a path that leaves the root."""
    for path in paths(game):
        if str(path) != ".":
            inside(path.as_posix())
    return game


def game_named(game: str | None, files: Iterable[str]) -> str:
    """Return the name of the game that is meant: the given one, or else the only one among some files.

    Raises `Stop` if there is none, or more than one.
    """
    if game is not None:
        return named_within(game)
    found = [file for file in files if PurePosixPath(file).name == "game.yaml"] or list(files)
    if len(found) > 1:
        raise Stop("several files may be the game", "say which one with `game`")
    if not found and not is_file(Path("game.yaml")):
        raise Stop("no game is given", "give `files`, or `game`: a path below the root, or a shipped game")
    file = found[0] if found else "game.yaml"
    return str(PurePosixPath(file).parent) if PurePosixPath(file).name == "game.yaml" else file


@contextmanager
def workspace(root: Path, files: Mapping[str, str]) -> Iterator[None]:
    """Make the workspace the current folder, with `files` in place of the files at their paths.

    Raises `Stop` if a path leaves the root, or if there is too much below the root.
    """
    given = {inside(name): text for name, text in files.items()}
    wrong = [name for name in given if not name.endswith(SUFFIXES)]
    if wrong:
        raise Stop(f"`{wrong[0]}` is no file of a game", f"its name ends in {' or '.join(SUFFIXES)}")
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
