"""Safe reading of plain files: never from a pipe or a device, and never more bytes than requested.

The type of a file is checked before the file is opened, because opening a device may have an effect. It is
checked again afterwards, because another program may have replaced the file in between. Nothing waits for the
other end of a pipe.

Texts may stand in for files (`holding`), such as the text in an editor that has not been saved yet.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import BinaryIO

__all__ = [
    "check_plain",
    "exists",
    "holding",
    "is_file",
    "is_folder",
    "located",
    "open_plain",
    "read_bytes",
    "real",
]

_HELD: ContextVar[Mapping[Path, bytes] | None] = ContextVar("held", default=None)
"""The texts that stand in for files, by the real path of the file, if there are any."""

_BLOCK = 65_536
"""Minimum number of bytes to request, because some systems report size 0 for files that are not empty."""

# Flags that a system lacks count as 0.
_CAREFULLY = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW", "O_BINARY"))


def real(path: Path) -> Path:
    """Return the absolute path with all symbolic links resolved."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return Path(os.path.abspath(path))  # noqa: PTH100 - `Path.absolute` keeps `..`


@contextmanager
def holding(texts: Mapping[Path, str]) -> Iterator[None]:
    """Let texts stand in for the files at their paths in the body of the `with`.

    `is_file`, `is_folder`, `exists` and `read_bytes` then answer as if each text were the content of a plain
    file, whether or not there is one. A text that is not valid Unicode is read as a file that is not UTF-8.
    """
    token = _HELD.set({real(path): text.encode(errors="surrogatepass") for path, text in texts.items()})
    try:
        yield
    finally:
        _HELD.reset(token)


def is_file(path: Path) -> bool:
    """Return whether a plain file exists at a path. If the system refuses to say, the answer is false."""
    return _held(path) is not None or stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Return whether a folder exists at a path. If the system refuses to say, the answer is false."""
    return stat.S_ISDIR(_mode(path)) or _holds_below(path)


def exists(path: Path) -> bool:
    """Return whether anything exists at a path, be it a symbolic link to nowhere."""
    if os.path.lexists(path):
        return True
    # nothing is there, so its name is not that of a symbolic link
    named = any(path.name in file.parts for file in _HELD.get() or ())
    return named and (_held(path) is not None or _holds_below(path))


def _held(path: Path) -> bytes | None:
    """Return the text that stands in for the file at a path, or `None` if there is none."""
    held = _HELD.get()
    return held.get(real(path)) if held else None


def _holds_below(path: Path) -> bool:
    """Return whether a text stands in for a file below a path."""
    held = _HELD.get()
    if not held:
        return False
    place = real(path)
    return any(place in file.parents for file in held)


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return 0


def read_bytes(path: Path, most: int) -> bytes:
    """Return at most `most` bytes from the start of a plain file.

    Raises `OSError` if the file cannot be read or is not a plain file.
    """
    held = _held(path)
    if held is not None:
        return held[:most]
    with located(path), open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        return file.read(min(most, max(size + 1, _BLOCK)))  # allocate no more than the file needs


def open_plain(path: Path) -> BinaryIO:
    """Open a plain file for reading. Raises `OSError` if it cannot be opened or is not a plain file."""
    place = real(path)
    with located(path, place):
        check_plain(place.stat())
        file = open(os.open(place, os.O_RDONLY | _CAREFULLY), "rb")  # noqa: PTH123, SIM115 - a number; the caller closes it
        try:
            check_plain(os.fstat(file.fileno()))
        except OSError:
            file.close()
            raise
    return file


@contextmanager
def located(path: Path, *also: Path) -> Iterator[None]:
    """Make every `OSError` raised in the body of the `with` name `path`.

    That applies to errors that name no file or one of the files in `also`, which stand in for `path`. A path
    that no system accepts raises `OSError` as well.
    """
    try:
        nul = b"\0" in os.fsencode(path)
    except ValueError as error:  # the system's encoding lacks some of its characters
        raise OSError(errno.EINVAL, str(error), str(path)) from None
    if nul:
        raise OSError(errno.EINVAL, "embedded null byte", str(path))
    try:
        yield
    except OSError as error:
        if error.filename is not None and str(error.filename) not in map(str, also):
            raise
        raise OSError(error.errno, error.strerror or str(error), str(path)) from error


def check_plain(status: os.stat_result) -> None:
    """Raise `OSError` unless `status` is the status of a plain file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is not a regular file")
