"""Replaces the text of an author's file."""

from __future__ import annotations

import codecs
from pathlib import Path

from gamespec.system.plain import read_bytes, real
from gamespec.system.writing import replace_file

__all__ = ["rewrite"]


def rewrite(path: Path, text: str) -> None:
    """Replace the content of a file. Its mode, byte order mark and links are kept. Raises `OSError`."""
    there = real(path)
    mark = codecs.BOM_UTF8 if read_bytes(there, len(codecs.BOM_UTF8)) == codecs.BOM_UTF8 else b""
    replace_file(there, mark + text.encode())
