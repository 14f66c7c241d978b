"""Caches machine code between runs, in the user's folder, with one file per program and build key.

The name of a file is a digest of everything on which its code depends: the build key, the program with its
places, the sources of the compiler and of the modules that it uses, and wasmtime's library. Any change
therefore leads to recompilation, and no version number is needed. A file contains the interface as JSON, then
the machine code.

Machine code is not verified when it is loaded, so it is read only where it can be trusted
(`gamespec.system.user_cache`). If a file is damaged, unrelated, or meant for another machine, the program is
compiled again. If nothing can be written, nothing is cached.
"""

from __future__ import annotations

import json
import pickle
import struct
import sys
from collections.abc import Iterator
from dataclasses import astuple, fields
from functools import cache
from hashlib import sha256
from pathlib import Path

import gamespec.program
from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.system.user_cache import VARIABLE, folder, forget, read, write
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.host import Code, Damaged, library
from interpreter.compiled.wasm.interface import Interface

__all__ = ["VARIABLE", "Cache", "folder", "key_of", "key_of_ours"]

MOST = 200
"""Maximum number of files in the cache; if there are more, the least recently used ones are removed."""

_LENGTH = struct.Struct("<Q")


def key_of(program: Program, form: BuildKey) -> str | None:
    """Return a digest of everything on which a program's code depends, or `None` if none can be computed.

    The digest includes the places, although they are not part of a program's meaning, because faults report
    them.
    """
    told = [getattr(program, field.name) for field in fields(program) if field.init]
    try:
        its = [form.use.name, astuple(form.techniques), astuple(form.counts), form.checked]
        return sha256(_compiler() + pickle.dumps([*its, *told], 5)).hexdigest()
    except (OSError, RecursionError):  # sources in an archive; too deeply nested expressions
        return None


def key_of_ours(name: str) -> str | None:
    """Return a digest of everything on which the code of a module depends that belongs to no program."""
    try:
        return sha256(_compiler() + name.encode()).hexdigest()
    except OSError:  # as above
        return None


@cache
def _compiler() -> bytes:
    """Return a digest of the compiler and the platform; raise `OSError` if a source cannot be read."""
    digest = sha256(f"{sys.platform} {library()}".encode())
    for path in _sources():
        data = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name} {len(data)}\n".encode() + data)
    return digest.digest()


def _sources() -> Iterator[Path]:
    """Yield the source files on which the machine code of a program depends."""
    ours = Path(__file__).parents[1]
    below = (ours.parent / room for room in ("engine", "kernels", "play"))
    for place in (ours, *below, *map(Path, gamespec.program.__path__)):
        yield from sorted(place.rglob("*.py"))


@dataclass(frozen=True, slots=True)
class Cache:
    """Machine code that is cached in a folder, which is created when code is first stored."""

    place: Path

    def get(self, key: str) -> tuple[Code, Interface] | None:
        """Return the code stored under a key, or `None` if it is missing or cannot be trusted or used."""
        data = read(self._file(key))
        if data is None:
            return None
        try:
            (length,) = _LENGTH.unpack_from(data)
            code = _LENGTH.size + length
            head = json.loads(data[_LENGTH.size : code])
            if head["key"] != key:
                return None
            return Code.read(data[code:]), Interface.read(head["interface"])
        except (Damaged, KeyError, TypeError, ValueError, struct.error):
            return None

    def put(self, key: str, code: Code, interface: Interface) -> None:
        """Store code under a key; do nothing if it is too large or cannot be written safely."""
        head = json.dumps({"key": key, "interface": interface.written()}, separators=(",", ":")).encode()
        if write(self._file(key), _LENGTH.pack(len(head)) + head + code.written()):
            forget(self.place, "*.code", MOST)

    def _file(self, key: str) -> Path:
        return self.place / f"{key}.code"
