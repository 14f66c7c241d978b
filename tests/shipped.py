"""Games of the repository, each read only once for all tests of a process.

Most tests load a shipped game, and reading it takes longer than the rest of the test. The description of a
file is immutable, so all tests can share it. Programs are compiled anew for each test, except those of games
from `loaded`, which tests must not change.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache, lru_cache
from pathlib import Path

import gamespec.loader
from gamespec import load
from gamespec.catalogue import find
from gamespec.spec import Spec
from gamespec.system.plain import real

__all__ = ["loaded", "share"]

ROOT = real(Path(__file__).parents[1])
MOST = 60
"""Maximum number of games in the cache, which keeps the most recently used ones."""

loaded = cache(load)

_read = gamespec.loader.peek


def share() -> None:
    """Make `load` read each file of the repository only once, which works because no test changes them."""
    gamespec.loader.peek = _peek


def _peek(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """Return the same specification as `peek`, but without compiled programs."""
    wider = tuple(reach)
    files = find(name_or_path)
    if wider or not all(ROOT in real(file).parents for file in files):
        return _read(name_or_path, wider)
    return replace(_once(str(name_or_path), files), _programs={})


@lru_cache(MOST)
def _once(name: str, _files: tuple[Path, ...]) -> Spec:
    """Read a game, and cache it by its name and files.

    The files are part of the key, because the same name may refer to others in another current folder.
    """
    return _read(name)
