"""Reads files into sources, and reports faults that a file can have regardless of its content."""

from __future__ import annotations

import codecs
import re
from functools import cache
from itertools import islice
from pathlib import Path

from gamespec.system.plain import read_bytes
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from gamespec.text.suggest import did_you_mean

__all__ = ["MAX_BYTES", "check_characters", "read_source", "source_of"]

MAX_BYTES = 2 * 1024 * 1024


def read_source(path: Path, found: Collector, name: str | None = None) -> Source | None:
    """Return the text of a file, or `None` after reporting why it cannot be read.

    `name` is the name of the file in messages, by default its path.
    """
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
    return source_of(source.name, data, found)


def source_of(name: str, data: bytes, found: Collector) -> Source | None:
    """Return a text that was read as bytes, or `None` after reporting why it is none.

    `data` may have one byte more than `MAX_BYTES`, so that a longer text is noticed.
    """
    if len(data) > MAX_BYTES:
        found.report(
            "GS107",
            f"`{name}` is larger than 2 MiB",
            Source(name, "").span(),
            help="move long lists into tables in CSV",
        )
        return None
    return _decode(name, data.removeprefix(codecs.BOM_UTF8), found)


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


_LINES = dict.fromkeys(map(ord, "\t\n\r"))


@cache
def _unprintable() -> re.Pattern[str]:
    """Return the pattern of characters that no file may contain, which takes milliseconds to compile.

    They are those that are not printable in YAML 1.2, those other than CR and LF that some readers take for
    the end of a line, and byte order marks, which are invisible. None of them is printable by Unicode.
    """
    return re.compile(
        "[^\t\n\r\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
    )


def check_characters(source: Source, found: Collector) -> bool:
    """Return whether a text is free of control characters, and report the first one if it is not."""
    if source.text.translate(_LINES).isprintable():
        return True
    all_of_them = _unprintable().finditer(source.text, 1 if source.text.startswith("\ufeff") else 0)
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
