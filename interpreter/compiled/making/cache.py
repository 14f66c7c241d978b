"""Machine code kept between runs: in a folder of the user's, a file for each use of a program.

A file is named by a digest of all that its code depends on: the form of the module, the program with its
places, the sources of the compiler and of what it is made from, and wasmtime's library. So what has changed
is made anew, and nobody has to count a version up. It begins with a checksum of what follows, the interface
as JSON and the machine code, and is put in its place as a whole, so that whoever reads sees all of it or
nothing.

Machine code that is read runs as it is. So only plain files are read, of a bounded size, that are ours and
that nobody else may write, and the same is true of the folder; where systems have no such rights, the folder
is the user's own. What is damaged, is something else, or was made for another machine, is made again. Where
nothing can be written, nothing is kept.
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
"""The variable of the environment that names another folder; nothing is kept if it is empty."""

MOST = 100
"""So many files are kept, those that were used last."""

MOST_BYTES = 256 * 1024 * 1024
"""What is longer is neither kept nor read."""

_FORMAT = b"gamespec code 1\n"
_DIGEST = 32
_LENGTH = struct.Struct("<Q")
_OTHERS = stat.S_IWGRP | stat.S_IWOTH


def folder() -> Path | None:
    """Where code is kept; `None` if nowhere."""
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
    """What the code of a program in one form depends on, in digits; `None` if that cannot be found out.

    Places belong to it, though they are no part of what a program means: faults tell them.
    """
    told = [getattr(program, field.name) for field in fields(program) if field.init]
    try:
        its = [form.use.name, astuple(form.techniques), astuple(form.counts), form.checked]
        return sha256(_compiler() + pickle.dumps([*its, *told], 5)).hexdigest()
    except (OSError, RecursionError):  # the sources lie in an archive; expressions nest too deep
        return None


@cache
def _compiler() -> bytes:
    """A digest of what makes code of programs, and for which machine. Raises `OSError`."""
    digest = sha256(f"{sys.platform} {library()}".encode())
    for path in _sources():
        data = path.read_bytes()
        digest.update(f"{path.parent.name}/{path.name} {len(data)}\n".encode() + data)
    return digest.digest()


def _sources() -> Iterator[Path]:
    """The sources that decide what code a program becomes."""
    ours = Path(__file__).parents[1]
    below = (ours.parent / room for room in ("engine", "kernels", "play"))
    for place in (ours, *below, *map(Path, gamespec.program.__path__)):
        yield from sorted(place.rglob("*.py"))


@dataclass(frozen=True, slots=True)
class Cache:
    """Code that is kept in a folder, which is made when it is needed."""

    place: Path

    def get(self, key: str) -> tuple[Code, Interface] | None:
        """What is kept under a key, if it can be trusted and used."""
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
        """Keep code under a key, if it can be written."""
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
        """What a file holds, if it and its folder are ours; it counts as used now."""
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
        """Remove what has not been used for longest, if there is too much."""
        used = sorted((path.stat().st_mtime_ns, path) for path in self.place.glob("*.code"))
        for _, path in used[: max(len(used) - MOST, 0)]:
            path.unlink(missing_ok=True)


def _ours(status: os.stat_result) -> bool:
    """Whether something belongs to who we are, and nobody else may write it."""
    who = getattr(os, "geteuid", None)
    return who is None or (status.st_uid == who() and not status.st_mode & _OTHERS)
