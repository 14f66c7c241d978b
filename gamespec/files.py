"""Files read into sources: what can be wrong with a file before one looks at what it says.

Only plain files are read, and never more of them than is wanted. What a path leads to is looked at first,
because to open a device may already do something; what was opened is looked at again, because another
program may have put something else there in between. Nothing waits for the other end of a pipe.
"""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import BinaryIO

from gamespec.diagnostics import Collector
from gamespec.source import Source
from gamespec.suggest import did_you_mean

__all__ = [
    "MAX_BYTES",
    "check_characters",
    "check_plain",
    "is_file",
    "is_folder",
    "located",
    "open_plain",
    "read_bytes",
    "read_source",
    "real",
]

MAX_BYTES = 2 * 1024 * 1024


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


def read_source(path: Path, found: Collector, name: str | None = None) -> Source | None:
    """The text of a file under the name by which messages call it; None if it can't be read."""
    source = Source(str(path) if name is None else name, "")
    try:
        data = read_bytes(path, MAX_BYTES + 1)
    except FileNotFoundError:
        found.report("GS100", f"no file `{source.name}`", source.span(), help=_similar_file(path))
        return None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        what = reason if reason.startswith("is ") else f"cannot be read: {reason}"
        found.report("GS100", f"`{source.name}` {what}", source.span())
        return None
    if len(data) > MAX_BYTES:
        found.report(
            "GS107",
            f"`{source.name}` is larger than 2 MiB",
            source.span(),
            help="move long lists into tables in CSV",
        )
        return None
    return _decode(source.name, data.removeprefix(codecs.BOM_UTF8), found)


def _similar_file(path: Path) -> str | None:
    try:
        return did_you_mean(path.name, [other.name for other in islice(path.parent.iterdir(), 500)])
    except OSError:
        return None


def _decode(name: str, data: bytes, found: Collector) -> Source | None:
    try:
        return Source(name, data.decode())
    except UnicodeDecodeError as error:
        source = Source(name, data.decode(errors="replace"))
        at = len(data[: error.start].decode())
        utf16 = data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))
        found.report(
            "GS108",
            f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8",
            source.span(at, at + 1),
            help=f"save the file as UTF-8{', it looks like UTF-16' if utf16 else ''}",
        )
        return None


# What YAML 1.2 calls printable, less the characters besides CR and LF that some readers take for
# the end of a line, and less byte order marks, which are invisible.
_UNPRINTABLE = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)


def check_characters(source: Source, found: Collector) -> bool:
    """Whether a text is free of control characters; reports the first one otherwise."""
    all_of_them = _UNPRINTABLE.finditer(source.text, 1 if source.text.startswith("\ufeff") else 0)
    first = next(all_of_them, None)
    if first is None:
        return True
    more = sum(1 for _ in all_of_them)
    found.report(
        "GS112",
        f"control character U+{ord(first[0]):04X}",
        source.span(first.start(), first.end()),
        help="remove it, or write it as an escape in double quotes",
        notes=(f"there {'is' if more == 1 else 'are'} {more} more in this file",) if more else (),
    )
    return False

