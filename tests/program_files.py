"""Program files taken apart, changed, and sealed again with valid checksums."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import Any

from gamespec.program.written import Malformed, read

__all__ = ["Lines", "parted", "resealed", "sealed"]

Lines = list[Any]
"""The values in the lines of a program file."""


def parted(text: bytes) -> Lines:
    """Return the values in the lines of a file, one for each line."""
    return [json.loads(line) for line in text.splitlines()]


def sealed(lines: Lines) -> bytes:
    """Return the file with the values `lines` and a valid checksum."""
    body = b"".join(json.dumps(line, separators=(",", ":")).encode() + b"\n" for line in lines[:-1])
    return body + json.dumps(["end", sha256(body).hexdigest()], separators=(",", ":")).encode() + b"\n"


def resealed(lines: Lines) -> bytes:
    """Return the file with the values `lines`, a valid checksum and a valid hash.

    A stranger could make such a file.
    """
    try:
        read(sealed(lines))
    except Malformed as error:
        if error.places[-1:] == ("hash",):
            lines[0]["hash"] = error.reason.rpartition(" ")[2]
    return sealed(lines)
