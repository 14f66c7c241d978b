"""Finds out which files have been saved, by comparing their stamps."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from gamespec.catalogue import VARIANTS
from gamespec.project import SCENARIOS

__all__ = ["Stamps", "files_in", "folders_beside", "newest", "stamped"]

_SUFFIXES = (".yaml", ".yml", ".csv")

Stamps = Mapping[Path, tuple[int, int, int]]
"""Maps files to their time, size and number, of which each way of saving changes at least one."""


def folders_beside(folder: Path) -> Iterator[Path]:
    """Yield the folder of a game, and those beside the game that may hold its variants and scenarios."""
    home = folder.parent if folder.name in {VARIANTS, SCENARIOS} else folder
    yield from (home, home / VARIANTS, home / SCENARIOS)


def files_in(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder that a game may read, as far as the system says."""
    try:
        with os.scandir(folder) as entries:
            yield from (Path(entry.path) for entry in entries if entry.name.endswith(_SUFFIXES))
    except OSError:  # it has gone, or may not be read, which the check reports
        return


def stamped(paths: Iterable[Path]) -> Stamps:
    """Return the stamps of those files that exist."""
    found = {}
    for path in paths:
        try:
            status = path.stat()
        except OSError:
            continue
        found[path] = (status.st_mtime_ns, status.st_size, status.st_ino)
    return found


def newest(stamps: Stamps) -> int:
    """Return the time of the file saved last, in nanoseconds since 1970, or 0 if there is no file."""
    return max((time for time, _, _ in stamps.values()), default=0)
