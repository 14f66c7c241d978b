"""What a specification can reach: which files may be read because another file names them.

A specification is data of unknown origin, and what is read is shown: in diagnostics, with lines. So a file
reads only what belongs to it:

- the games that come with gamespec;
- what lies below the root of its project: the nearest folder above it, its own included, that holds a project
  file; where there is none its own folder, which of an overlay in `variants` is that of the game above;
- what somebody named: the path that was to be loaded, and further ones given on the command line.

Paths are compared after all symbolic links were followed, and before anything is asked about what they lead
to. Who can change the folders while they are read is not kept out; a specification cannot.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from gamespec.documents.nodes import Scalar
from gamespec.system.plain import is_file, real
from gamespec.system.resources import directory
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

__all__ = ["PROJECT_FILES", "Reach", "project", "root"]

PROJECT_FILES = ("gamespec.toml", "pyproject.toml", ".git")
"""What marks the root of a project. What they hold is not read."""

_PARTS = ("variants", "scenarios")
"""The folders that belong to the game in the folder above."""


def project(folder: Path) -> Path | None:
    """The root of the project a folder is in: the nearest folder above, or itself, with a project file."""
    place = real(folder)
    for above in (place, *place.parents):
        if any(os.path.lexists(above / name) for name in PROJECT_FILES):
            return above
    return None


def root(folder: Path) -> Path:
    """The folder below which the files of a folder may read."""
    found = project(folder)
    if found is not None:
        return found
    place = real(folder)
    part = place.name in _PARTS and is_file(place.parent / "game.yaml")
    return place.parent if part else place


@dataclass(frozen=True)
class Reach:
    """What may be read besides what belongs together: the real places of the paths that somebody named."""

    named: tuple[Path, ...] = ()

    @classmethod
    def of(cls, *paths: str | Path) -> Reach:
        """The reach of who names these files and folders."""
        return cls(tuple(real(Path(path)) for path in paths))

    def covers(self, path: Path, folder: Path) -> bool:
        """Whether a file in a folder may have this path read."""
        place = real(path)
        return any(
            place.is_relative_to(above) for above in (*self.named, real(directory("games")), root(folder))
        )

    def check(self, path: Path, folder: Path, name: Scalar | None, found: Collector) -> bool:
        """Whether a file in a folder may have this path read; if not, that is reported where it is named.

        `name` is None if nobody wrote the path down: it was found in the folder.
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
            notes=(f"a specification reads the games of gamespec and what lies below `{below}`",),
        )
        return False


def _shown(folder: Path) -> str:
    """A folder as seen from here, if it is here or below."""
    here = real(Path())
    return str(folder.relative_to(here)) if folder.is_relative_to(here) else str(folder)
