"""Safe reading of plain files: never from a pipe or a device, and never more bytes than requested.

The type of a file is checked before it is opened, because opening a device may already have an effect. It is
checked again afterwards, because another program may have replaced the file in between. Nothing waits for the
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
"""Minimum number of bytes to request: some systems report size 0 for files that are longer."""

# Not every system has these flags.
_CAREFULLY = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW", "O_BINARY"))


def real(path: Path) -> Path:
    """Return the absolute path with all symbolic links resolved."""
    try:
        return Path(os.path.realpath(path))
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return Path(os.path.abspath(path))  # noqa: PTH100 - `Path.absolute` keeps `..`


def is_file(path: Path) -> bool:
    """Return whether a plain file exists; also False if the system refuses to say."""
    return stat.S_ISREG(_mode(path))


def is_folder(path: Path) -> bool:
    """Return whether a directory exists; also False if the system refuses to say."""
    return stat.S_ISDIR(_mode(path))


def _mode(path: Path) -> int:
    try:
        return path.stat().st_mode
    except (OSError, ValueError):  # ValueError: a NUL in the path
        return 0


def read_bytes(path: Path, most: int) -> bytes:
    """Read at most `most` bytes of a plain file. Raises OSError, also for anything but a plain file."""
    with located(path), open_plain(path) as file:
        size = os.fstat(file.fileno()).st_size
        return file.read(min(most, max(size + 1, _BLOCK)))  # allocate no more than the file needs


def open_plain(path: Path) -> BinaryIO:
    """Open a plain file for reading. Raises OSError, also for anything but a plain file."""
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
    """Make every OSError raised inside name `path` if it names no file, or a stand-in of it.

    A path that no system accepts also raises OSError.
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
    """Raise OSError unless this is the status of a plain file."""
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, "is a directory")
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "is not a regular file")
