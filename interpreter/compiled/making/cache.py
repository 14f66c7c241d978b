"""Caches machine code between runs, in a folder of the user, with one file per program and build key.

The name of a file is a digest of everything on which its code depends: the build key, the program with its
places, the sources of the compiler and of the modules that it uses, and wasmtime's library. Any change
therefore leads to recompilation, and no version number is needed. A file begins with a checksum of the rest,
followed by the interface as JSON and the machine code. Files are replaced atomically, so a reader sees either
all of a file or nothing.

Machine code is not verified when it is loaded. The cache therefore reads only plain files of limited size
that belong to this user and that no other user may write, and the folder must meet the same conditions. On
systems without such permissions, the cache relies on the folder being the user's own. If a file is damaged,
unrelated, or meant for another machine, the program is compiled again. If nothing can be written, nothing is
cached.
"""

from __future__ import annotations

import json
import os
import pickle
import stat
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import astuple, dataclass, fields
from functools import cache
from hashlib import sha256
from pathlib import Path

import gamespec.program
from gamespec.program import Program
from gamespec.system.plain import is_file, open_plain
from gamespec.system.user_cache import VARIABLE, folder
from gamespec.system.writing import replace_file
from interpreter.compiled.making.build_key import BuildKey
from interpreter.compiled.making.host import Code, Damaged, library
from interpreter.compiled.wasm.interface import Interface

__all__ = ["VARIABLE", "Cache", "folder", "key_of", "key_of_ours"]

MOST = 200
"""Maximum number of files in the cache; if there are more, the least recently used ones are removed."""

MOST_BYTES = 256 * 1024 * 1024
"""Maximum size of a file in the cache, in bytes."""

_FORMAT = b"gamespec code 1\n"
_DIGEST = 32
_LENGTH = struct.Struct("<Q")
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


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
        data = self._read(self._file(key))
        if data is None or not data.startswith(_FORMAT):
            return None
        body = memoryview(data)[len(_FORMAT) + _DIGEST :]
        if sha256(body).digest() != data[len(_FORMAT) : len(_FORMAT) + _DIGEST]:
            return None
        try:
            (length,) = _LENGTH.unpack_from(body)
            head = json.loads(bytes(body[_LENGTH.size : _LENGTH.size + length]))
            if head["key"] != key:
                return None
            code = Code.read(bytes(body[_LENGTH.size + length :]))
            return code, Interface.read(head["interface"])
        except (Damaged, KeyError, TypeError, ValueError, struct.error):
            return None

    def put(self, key: str, code: Code, interface: Interface) -> None:
        """Store code under a key; do nothing if it is too large or cannot be written safely."""
        head = json.dumps({"key": key, "interface": interface.written()}, separators=(",", ":")).encode()
        body = _LENGTH.pack(len(head)) + head + code.written()
        whole, path = _FORMAT + sha256(body).digest() + body, self._file(key)
        if len(whole) > MOST_BYTES:
            return
        with suppress(OSError):
            self.place.mkdir(mode=0o700, parents=True, exist_ok=True)
            if not _ours(self.place.stat()):
                return
            if not is_file(path) or path.is_symlink():
                path.unlink(missing_ok=True)
            replace_file(path, whole, private=True)
            self._forget()

    def _file(self, key: str) -> Path:
        return self.place / f"{key}.code"

    def _read(self, path: Path) -> bytes | None:
        """Return the content of a file and mark the file as recently used.

        Return `None` if the file cannot be read, or if this user does not own both the file and its folder.
        """
        try:
            if not _ours(self.place.stat()):
                return None
            with open_plain(path) as file:
                status = os.fstat(file.fileno())
                if not _ours(status) or status.st_size > MOST_BYTES:
                    return None
                data = file.read(MOST_BYTES)
            os.utime(path)
        except OSError:
            return None
        return data

    def _forget(self) -> None:
        """Remove the least recently used files if the cache contains more than `MOST` files."""
        used = sorted((path.stat().st_mtime_ns, path) for path in self.place.glob("*.code"))
        for _, path in used[: max(len(used) - MOST, 0)]:
            path.unlink(missing_ok=True)


def _ours(status: os.stat_result) -> bool:
    """Return whether this user owns a file or folder and nobody else may write to it."""
    who = getattr(os, "geteuid", None)
    return who is None or (status.st_uid == who() and not status.st_mode & _OTHERS)
