"""Plain files read, wherever they come from: never a pipe or a device, never more than is wanted.

What a path leads to is looked at first, because to open a device may already do something; what was opened is
looked at again, because another program may have put something else there in between. Nothing waits for the
other end of a pipe.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

__all__ = ["check_plain", "is_file", "is_folder", "located", "open_plain", "read_bytes", "real"]

_BLOCK = 65_536
"""Bytes that are read of a file at least: some systems say 0 of files that are longer."""

# Not every system has them.
_CAREFULLY = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW", "O_BINARY"))


def real(path: Path) -> Path:
    """Where a path leads, from the root and with all symbolic links followed."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return Path(os.path.abspath(path))  # noqa: PTH100 - `Path.absolute` keeps `..`


def is_file(path: Path) -> bool:
    """Whether there is a plain file; False, too, where the system won't tell."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Whether there is a directory; False, too, where the system won't tell."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return 0


def read_bytes(path: Path, most: int) -> bytes:
    """The first `most` bytes of a plain file. Raises OSError, also for what is not a plain file."""
    with located(path), open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        return file.read(min(most, max(size + 1, _BLOCK)))  # room for `most` is not made before it is needed


def open_plain(path: Path) -> BinaryIO:
    """A plain file, opened for reading. Raises OSError, also for what is not a plain file."""
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
    """Make every OSError herein name this path if it names none, or one of those that stand for it.

    A path that no system takes is refused with an OSError, too.
    """
    try:
        nul = b"\0" in os.fsencode(path)
    except ValueError as error:  # no encoding of the system has its characters
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
    """Raise OSError unless something is a plain file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is not a regular file")
