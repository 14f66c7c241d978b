"""Games of the repository, each read once for all tests of a process.

Most tests load a shipped game, and reading it takes longer than the rest of the test. What a file describes
is immutable, so all tests can share it. Programs are compiled anew for each test, except those that take the
game from `loaded`, which only look at it.
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
"""So many games are kept, those that were used last."""

loaded = cache(load)

_read = gamespec.loader.peek


def share() -> None:
    """Let `load` read files of the repository, which no test changes, once only."""
    gamespec.loader.peek = _peek


def _peek(name_or_path: str | Path, reach: Iterable[str | Path] = ()) -> Spec:
    """What `peek` gives, with no programs yet."""
    wider = tuple(reach)
    files = find(name_or_path)
    if wider or not all(ROOT in real(file).parents for file in files):
        return _read(name_or_path, wider)
    return replace(_once(str(name_or_path), files), _programs={})


@lru_cache(MOST)
def _once(name: str, _files: tuple[Path, ...]) -> Spec:
    """A game, read from these files; which they are may depend on the current folder."""
    return _read(name)
