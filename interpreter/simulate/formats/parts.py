"""The growing table of a run, stored as parts in a folder beside the table.

The parts survive whatever ends the process. A part holds some consecutive games (`Packed`), and its file name
is the number of the first of them. The file appears under its name only when it is complete and on the disk
(see `gamespec.system.writing`), and there are no gaps between the parts. `run.json` identifies the run, and
the version of packed games, so that only a gamespec that can read the parts resumes the run. A resumed run
reads the parts and plays the remaining games. A game depends only on the run's seed and its number, and the
table only on its games, so the table is the same as without the interruption. When a part is written does not
affect the table.

Only one process at a time can hold the folder (see `gamespec.system.locking`). Each file has a digest of its
content and name, and the digest of a part also covers the run. A file that was changed, or that belongs to
another run, is not accepted.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from time import monotonic
from typing import Any

from gamespec.system.locking import LOCK, FolderLock
from gamespec.system.plain import read_bytes
from gamespec.system.writing import remove_drafts, replace_file
from interpreter.simulate.recorded.estimate_columns import estimate_values, estimates_of
from interpreter.simulate.recorded.packed import VERSION, Packed

__all__ = ["Damaged", "OtherRun", "OtherVersion", "Parts"]

GAMES, BYTES, SECONDS = 1_000_000, 4_000_000, 5.0
"""Numbers of games, of bytes and of seconds after which a part is written."""

MOST_BYTES = 256 * 1024 * 1024
"""Maximum size of a file in the folder, in bytes."""

ABOUT = "run.json"
PACKED = "packed"
"""The key of `run.json` for the version of packed games; files of older versions lack it."""

FORM = b'{"sha256":"%s","says":%s}'
"""The template of the first line of a file, with a digest of 64 hexadecimal digits and some JSON.

In a part, the JSON describes groups of games, and the data of each group follows after the line.
"""


class Damaged(Exception):
    """Raised if the file `path` of a run is missing, or differs from what was written."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class OtherRun(Exception):
    """Raised if the parts in the folder belong to another run.

    The runs differ in the metadata key `name`, for which the other run has the value `had` and this run has
    `has`.
    """

    def __init__(self, name: str, had: object, has: object) -> None:
        super().__init__(f"{name}: {had!r}, not {has!r}")
        self.name, self.had, self.has = name, had, has


class OtherVersion(Exception):
    """Raised if the folder holds games that another version of gamespec has packed.

    `had` is the version of the packed games, or 0 if they are older than versions; this gamespec has
    `packed.VERSION`.
    """

    def __init__(self, folder: Path, had: object) -> None:
        super().__init__(f"{folder}: packed games of version {had!r}, not {VERSION}")
        self.folder, self.had = folder, had


class _Waiting:
    """Games that have not been written yet. The first of them has the number `first`.

    After writing, the whole object is replaced at once, so that an interrupt cannot separate its values.
    """

    def __init__(self, first: int) -> None:
        self.first, self.games, self.bytes = first, 0, 0
        self.groups: list[Packed] = []

    def add(self, games: Packed) -> None:
        self.groups.append(games)
        self.games += len(games)
        self.bytes += len(games.data)


class Parts:
    """The parts of a run in a folder. `about` identifies the run.

    The folder stays locked until `release` or `remove` is called. Raises OSError if the parts cannot be
    written, `InUse` if another process holds the folder, `FileExistsError` if parts exist and `resume` is
    false, and `OtherRun`, `OtherVersion` or `Damaged` if the run cannot be resumed.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any], *, resume: bool) -> None:
        self.folder = folder
        self._waiting = _Waiting(0)
        self._begun = monotonic()
        self._lock = FolderLock(folder)
        try:
            self._run = self._open(dict(about), resume=resume)
            self._waiting = _Waiting(sum(len(some) for part in self._read() for some in part))
            self._check_end()
        except BaseException:
            self._lock.release()
            raise

    def _open(self, about: Mapping[str, Any], *, resume: bool) -> bytes:
        """Claim an empty folder for the run, or check that the folder belongs to the run.

        Return the digest of the run's metadata.
        """
        remove_drafts(self.folder)
        if (self.folder / ABOUT).exists():
            if not resume:
                raise FileExistsError(None, "there is an interrupted run in the folder", str(self.folder))
            had, _ = _said(self.folder / ABOUT, b"")
            if (version := had.pop(PACKED, 0)) != VERSION:
                raise OtherVersion(self.folder, version)
            for name in {**about, **had}:
                if had.get(name) != about.get(name):
                    raise OtherRun(name, had.get(name), about.get(name))
        elif any(path.name != LOCK for path in self.folder.iterdir()):
            raise FileExistsError(None, "there is something else in the folder", str(self.folder))
        else:
            self._put(ABOUT, {**about, PACKED: VERSION}, b"")
        return sha256(json.dumps(about, sort_keys=True).encode()).digest()

    def __iter__(self) -> Iterator[Packed]:
        """Yield the games of all parts, in order. Raises `Damaged` if a part is missing or was changed."""
        games = 0
        for part in self._read():
            yield from part
            games += sum(map(len, part))
        if games != self._waiting.first:
            raise Damaged(self.folder / _name(games))

    def _read(self) -> Iterator[list[Packed]]:
        games = 0
        while (path := self.folder / _name(games)).exists():
            part = _part(path, self._run, games)
            yield part
            games += sum(map(len, part))

    @property
    def games(self) -> int:
        """The number of games, including those that are still in memory."""
        return self._waiting.first + self._waiting.games

    def _check_end(self) -> None:
        """Raise `Damaged` if there are parts after a missing one."""
        missing = _name(self._waiting.first)
        if any(path.name > missing for path in self.folder.glob("[0-9]*.part")):
            raise Damaged(self.folder / missing)

    def is_due(self, more: int = 0) -> bool:
        """Return whether a part should be written, if there are `more` games than have been added."""
        waiting = self._waiting
        games, size = waiting.games + more, waiting.bytes
        return games >= GAMES or size >= BYTES or monotonic() - self._begun > SECONDS

    def add(self, games: Packed) -> None:
        """Add the next games, which remain in memory until the next `flush`."""
        self._waiting.add(games)

    def flush(self) -> None:
        """Write all games that are still in memory."""
        waiting = self._waiting
        if waiting.groups:
            head = [
                {
                    "games": len(some),
                    "bytes": len(some.data),
                    "run": some.run,
                    "faults": [*some.faults.items()],
                    "estimated": [*map(estimate_values, some.estimated)],
                }
                for some in waiting.groups
            ]
            data = [some.data for some in waiting.groups]
            self._put(_name(waiting.first), head, self._run, data)
            self._waiting = _Waiting(self.games)
        self._begun = monotonic()

    def _put(self, name: str, says: object, run: bytes, data: Sequence[bytes] = ()) -> None:
        head, body = json.dumps(says, separators=(",", ":")).encode("ascii"), b"".join(data)
        line = FORM % (_digest(name, run, head, body), head)
        replace_file(self.folder / name, line + b"\n" + body if data else line)

    def release(self) -> None:
        """Unlock the folder, so that another process can resume the run."""
        self._lock.release()

    def remove(self) -> None:
        """Remove the folder with all parts.

        The last parts are removed first, so that the run can still be resumed if the removal is interrupted.
        """
        parts = sorted(self.folder.glob("[0-9]*.part"))
        for path in (*reversed(parts), self.folder / ABOUT):
            path.unlink()
        self._lock.dissolve()


def _name(game: int) -> str:
    return f"{game:015d}.part"


def _digest(name: str, run: bytes, head: bytes, body: bytes) -> bytes:
    found = sha256(run + name.encode() + b"\n")
    found.update(head + b"\n")
    found.update(body)
    return found.hexdigest().encode()


def _part(path: Path, run: bytes, first: int) -> list[Packed]:
    """Return the games of a part; `first` is the number of the first of them."""
    heads, body = _said(path, run)
    part, at = list[Packed](), 0
    for head in heads:
        games, size = head["games"], head["bytes"]
        data, at = body[at : at + size], at + size
        estimated = [*map(estimates_of, head["estimated"])]
        numbers = range(first, first + games)
        part.append(Packed(numbers, data, head["run"], dict(head["faults"]), estimated))
        first += games
    return part


def _said(path: Path, run: bytes) -> tuple[Any, bytes]:
    """Return what a file says that belongs to the run with the digest `run`, and the data after it.

    Raises `Damaged`, and OSError if the file cannot be read.
    """
    whole = read_bytes(path, MOST_BYTES)
    line, end, body = whole.partition(b"\n")
    head = line[len(FORM % (b"0" * 64, b"")) - 1 : -1]
    if line != FORM % (_digest(path.name, run, head, body), head) or bool(end) != (path.name != ABOUT):
        raise Damaged(path)
    return json.loads(head), body
