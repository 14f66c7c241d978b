"""Determines which files a specification may have read by naming them.

A specification is data of unknown origin, and diagnostics show lines of the files that are read. So a file
may read only files that belong to it:

- the games that come with gamespec;
- everything below the root of its project, which is the nearest folder, its own or one above, that holds a
  project file. Without a project file, it is the file's own folder, or for an overlay in `variants` the
  folder of the game above;
- the paths that the user named, which are the path to load and further paths on the command line.

Paths are compared after resolving all symbolic links, and before their targets are touched. This does not
protect against someone who changes folders during reading, but a specification cannot do that.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from gamespec.documents.nodes import Scalar
from gamespec.system.plain import exists, is_file, real
from gamespec.system.resources import directory
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["PROJECT_FILES", "Reach", "project", "root"]

PROJECT_FILES = ("gamespec.toml", "pyproject.toml", ".git")
"""Names of files and folders that mark the root of a project. Their content is not read."""

_PARTS = ("variants", "scenarios")
"""Names of folders that belong to the game in the folder above."""


def project(folder: Path) -> Path | None:
    """Return the root of a folder's project, or `None` if it has none.

    The root is the nearest folder with a project file, either the folder itself or one above it.
    """
    place = real(folder)
    for above in (place, *place.parents):
        if any(exists(above / name) for name in PROJECT_FILES):
            return above
    return None


def root(folder: Path) -> Path:
    """Return the folder below which the files in a folder may read other files."""
    found = project(folder)
    if found is not None:
        return found
    place = real(folder)
    part = place.name in _PARTS and is_file(place.parent / "game.yaml")
    return place.parent if part else place


@dataclass(frozen=True)
class Reach:
    """The paths outside its own project that a file may read.

    These are the resolved paths that the user named.
    """

    named: tuple[Path, ...] = ()

    @classmethod
    def of(cls, *paths: str | Path) -> Reach:
        """Return the reach of a user who names the given files and folders."""
        return cls(tuple(real(Path(path)) for path in paths))

    def covers(self, path: Path, folder: Path) -> bool:
        """Return whether a file in `folder` may read the file or folder at `path`."""
        place = real(path)
        return any(
            place.is_relative_to(above) for above in (*self.named, real(directory("games")), root(folder))
        )

    def check(self, path: Path, folder: Path, name: Scalar | None, found: Collector) -> bool:
        """Return whether a file in `folder` may read `path`, and report an error at `name` if it may not.

        `name` is `None` if nobody wrote the path down because it was found in the folder.
        """
        if self.covers(path, folder):
            return True
        below = _shown(root(folder))
        found.report(
            "GS140",
            f"`{path if name is None else name.text}` is out of reach",
            Source(str(path), "").span() if name is None else name.span,
            help=f"move it below `{below}`, allow it with `--reach {path}`, or put an empty file"
            f" `{PROJECT_FILES[0]}` into a folder above both, which makes it the root of a project",
            notes=(
                f"a specification can read only the games that come with gamespec and files below `{below}`",
            ),
        )
        return False


def _shown(folder: Path) -> str:
    """Return the path of a folder, relative to the current folder if it is that folder or lies below it."""
    here = real(Path())
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
