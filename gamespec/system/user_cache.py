"""Finds the folder of the user in which gamespec keeps what it can make again: machine code, and policies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

__all__ = ["VARIABLE", "folder"]

VARIABLE = "GAMESPEC_CACHE"
"""Name of the environment variable that sets the folder of the cache; an empty value disables the cache."""


def folder() -> Path | None:
    """Return the folder of the cache, or `None` if the cache is disabled or there is no home folder."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gamespec"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "gamespec"
        given = os.environ.get("XDG_CACHE_HOME", "")  # the XDG specification ignores relative paths
        return (Path(given) if given.startswith("/") else Path.home() / ".cache") / "gamespec"
    except RuntimeError:  # there is no home folder
        return None
