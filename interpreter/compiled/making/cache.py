"""A cache of machine code between runs, in a folder of the user's, with one file for each use of a program.

The file name is a digest of everything on which the code depends: the form of the module, the program with
its places, the sources of the compiler and of what it uses, and wasmtime's library. So any change leads to
recompilation, and no version number is needed. A file begins with a checksum of the rest, followed by the
interface as JSON and the machine code. It is replaced atomically, so readers see all of it or nothing.

Loaded machine code runs unchecked. So only plain files of bounded size are read that this user owns and
nobody else may write, and the same holds for the folder; on systems without such permissions, the folder is
the user's own. A file that is damaged, unrelated, or for another machine is recompiled. If nothing can be
written, nothing is cached.
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
from gamespec.system.writing import replace_file
from interpreter.compiled.making.form import Form
from interpreter.compiled.making.host import Code, Damaged, library
from interpreter.compiled.wasm.interface import Interface

__all__ = ["VARIABLE", "Cache", "folder", "key_of"]

VARIABLE = "GAMESPEC_CACHE"
"""The environment variable that names another folder; empty disables the cache."""

MOST = 100
"""Maximum number of files; the least recently used ones are removed."""

MOST_BYTES = 256 * 1024 * 1024
"""Maximum size of a file, in bytes."""

_FORMAT = b"gamespec code 1\n"
_DIGEST = 32
_LENGTH = struct.Struct("<Q")
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path | None:
    """Return the folder of the cache; `None` if there is none."""
    named = os.environ.get(VARIABLE)
    if named is not None:
        return Path(named) if named else None
    try:
        if sys.platform == "win32":
            return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "gamespec"
        if sys.platform == "darwin":
            return Path.home() / "Library" / "Caches" / "gamespec"
        given = os.environ.get("XDG_CACHE_HOME", "")  # the specification: relative ones are to be ignored
        return (Path(given) if given.startswith("/") else Path.home() / ".cache") / "gamespec"
    except RuntimeError:  # there is no home
        return None


def key_of(program: Program, form: Form) -> str | None:
    """Return a digest of everything on which a program's code depends; `None` if it cannot be computed.

    It includes the places, although they are not part of what a program means, because faults report them.
    """
    told = [getattr(program, field.name) for field in fields(program) if field.init]
    try:
        its = [form.use.name, astuple(form.techniques), astuple(form.counts), form.checked]
        return sha256(_compiler() + pickle.dumps([*its, *told], 5)).hexdigest()
    except (OSError, RecursionError):  # the sources lie in an archive; expressions nest too deep
        return None


@cache
def _compiler() -> bytes:
    """Return a digest of the compiler and the machine. Raises `OSError`."""
    digest = sha256(f"{sys.platform} {library()}".encode())
    for path in _sources():
        data = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name} {len(data)}\n".encode() + data)
    return digest.digest()


def _sources() -> Iterator[Path]:
    """Yield the source files that determine the code of a program."""
    ours = Path(__file__).parents[1]
    below = (ours.parent / room for room in ("engine", "kernels", "play"))
    for place in (ours, *below, *map(Path, gamespec.program.__path__)):
        yield from sorted(place.rglob("*.py"))


@dataclass(frozen=True, slots=True)
class Cache:
    """Cached code in a folder, which is created on demand."""

    place: Path

    def get(self, key: str) -> tuple[Code, Interface] | None:
        """Return the code under a key, if it can be trusted and used; otherwise `None`."""
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
        """Store code under a key, if it can be written."""
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
        """Read a file, if this user owns it and its folder; mark it as recently used."""
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
        """Remove the least recently used files, if there are too many."""
        used = sorted((path.stat().st_mtime_ns, path) for path in self.place.glob("*.code"))
        for _, path in used[: max(len(used) - MOST, 0)]:
            path.unlink(missing_ok=True)


def _ours(status: os.stat_result) -> bool:
    """Return whether this user owns something and nobody else may write it."""
    who = getattr(os, "geteuid", None)
    return who is None or (status.st_uid == who() and not status.st_mode & _OTHERS)
