"""The folder of the user in which gamespec keeps what it can make again: machine code, tables, and policies.

Some of it is used without being verified. `read` therefore returns only what `write` has sealed with a
checksum, in plain files of limited size that belong to this user and that no other user may write; the folder
must meet the same conditions. On systems without such permissions, the folder is trusted because it is the
user's own. Files are replaced atomically, so a reader sees either all of a file or nothing.
"""

from __future__ import annotations

import os
import stat
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from gamespec.system.plain import is_file, open_plain
from gamespec.system.writing import replace_file

__all__ = ["MOST_BYTES", "VARIABLE", "create", "folder", "forget", "read", "write"]

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


def create(place: Path) -> None:
    """Create a folder of the cache, and the folders around it that are missing, for this user alone.

    Raises `OSError`.
    """
    for each in (*reversed(place.parents), place):
        if not each.is_dir():
            each.mkdir(mode=0o700, exist_ok=True)


MOST_BYTES = 256 * 1024 * 1024
"""Maximum size of a sealed file, in bytes."""

_FORMAT = b"gamespec cache 1\n"
_SEAL = len(_FORMAT) + sha256().digest_size
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def read(path: Path) -> bytes | None:
    """Return what `write` has put into a file, and mark the file as recently used.

    Return `None` if the file is missing or damaged, or if it cannot be trusted.
    """
    try:
        if not _ours(path.parent.stat()):
            return None
        with open_plain(path) as file:
            status = os.fstat(file.fileno())
            if not _ours(status) or status.st_size > MOST_BYTES:
                return None
            whole = file.read(MOST_BYTES)
        os.utime(path)
    except OSError:
        return None
    data = whole[_SEAL:]
    return data if whole[:_SEAL] == _FORMAT + sha256(data).digest() else None


def write(path: Path, data: bytes) -> bool:
    """Seal data in a file, and return whether that succeeded.

    It fails if the data are too large, or if the file cannot be written safely.
    """
    if _SEAL + len(data) > MOST_BYTES:
        return False
    with suppress(OSError):
        create(path.parent)
        if not _ours(path.parent.stat()):
            return False
        if not is_file(path) or path.is_symlink():
            path.unlink(missing_ok=True)
        replace_file(path, _FORMAT + sha256(data).digest() + data, private=True)
        return True
    return False


def forget(place: Path, pattern: str, most: int) -> None:
    """Remove the least recently used files whose names match a pattern if a folder has more than `most`."""
    with suppress(OSError):
        used = sorted((path.stat().st_mtime_ns, path) for path in place.glob(pattern))
        for _, path in used[: max(len(used) - most, 0)]:
            path.unlink(missing_ok=True)


def _ours(status: os.stat_result) -> bool:
    """Return whether this user owns a file or folder and nobody else may write to it."""
    who = getattr(os, "geteuid", None)
    return who is None or (status.st_uid == who() and not status.st_mode & _OTHERS)
