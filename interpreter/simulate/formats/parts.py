"""The growing table of a run, stored as parts in a folder beside the table.

The parts survive whatever ends the process. A part holds the rows of some consecutive games, and its file
name is the number of the first of these games. The file appears under its name only when it is complete and
on the disk (see `gamespec.system.writing`), and there are no gaps between the parts. `run.json` identifies
the run. A resumed run reads the parts and plays the remaining games. A game depends only on the run's seed
and its number, and the table only on its rows, so the table is the same as without the interruption. A new
part begins after a certain time, which does not affect the table.

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
from interpreter.simulate.columns import Value

__all__ = ["Damaged", "OtherRun", "Parts"]

GAMES, VALUES, SECONDS = 10_000, 1_000_000, 5.0
"""Maximum number of games and of values in a part, and the number of seconds after which a part is written.
"""

MOST_BYTES = 256 * 1024 * 1024
"""Maximum size of a file in the folder, in bytes."""

ABOUT = "run.json"

FORM = b'{"sha256":"%s","says":%s}'
"""The template of a file in the folder, with a digest of 64 hexadecimal digits and the content as JSON."""


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


class Parts:
    """The parts of a run in a folder, with rows of `width` values. `about` identifies the run.

    The folder stays locked until `release` or `remove` is called. Raises OSError if the parts cannot be
    written, `InUse` if another process holds the folder, `FileExistsError` if parts exist and `resume` is
    false, and `OtherRun` or `Damaged` if the run cannot be resumed.
    """

    def __init__(self, folder: Path, width: int, about: Mapping[str, Any], *, resume: bool) -> None:
        self.folder = folder
        self._most = max(1, min(GAMES, VALUES // width))
        self._rows: list[Sequence[Value]] = []
        self._begun = monotonic()
        self._lock = FolderLock(folder)
        try:
            self._run = self._open(dict(about), resume=resume)
            self.games = sum(len(columns[0]) for columns in self._read())
            """The number of games whose rows are in the parts."""
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
            had = _said(self.folder / ABOUT, b"")
            for name in {**about, **had}:
                if had.get(name) != about.get(name):
                    raise OtherRun(name, had.get(name), about.get(name))
        elif any(path.name != LOCK for path in self.folder.iterdir()):
            raise FileExistsError(None, "there is something else in the folder", str(self.folder))
        else:
            self._put(ABOUT, about, b"")
        return sha256(json.dumps(about, sort_keys=True).encode()).digest()

    def __iter__(self) -> Iterator[list[list[Value]]]:
        """Yield the values of each part as one list per column, in the order of the games.

        Raises `Damaged` if a part is missing or was changed.
        """
        games = 0
        for columns in self._read():
            yield columns
            games += len(columns[0])
        if games != self.games:
            raise Damaged(self.folder / _name(games))

    def _read(self) -> Iterator[list[list[Value]]]:
        games = 0
        while (path := self.folder / _name(games)).exists():
            columns: list[list[Value]] = _said(path, self._run)
            yield columns
            games += len(columns[0])

    def add(self, row: Sequence[Value]) -> None:
        """Add the row of the next game. The row may remain in memory until the next `flush`."""
        self._rows.append(row)
        if len(self._rows) >= self._most or monotonic() - self._begun > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write all rows that are still in memory."""
        if self._rows:
            self._put(_name(self.games), list(zip(*self._rows, strict=True)), self._run)
            self.games += len(self._rows)
            self._rows.clear()
        self._begun = monotonic()

    def _put(self, name: str, content: object, run: bytes) -> None:
        body = json.dumps(content, separators=(",", ":")).encode("ascii")
        replace_file(self.folder / name, FORM % (_digest(name, run, body), body))

    def release(self) -> None:
        """Unlock the folder, so that another process can resume the run."""
        self._lock.release()

    def remove(self) -> None:
        """Remove the folder with all parts.

        The last parts are removed first, so that the run can still be resumed if the removal is interrupted.
        """
        parts = sorted(self.folder.glob("[0-9]*.json"))
        for path in (*reversed(parts), self.folder / ABOUT):
            path.unlink()
        self._lock.dissolve()


def _name(game: int) -> str:
    return f"{game:015d}.json"


def _digest(name: str, run: bytes, body: bytes) -> bytes:
    return sha256(run + name.encode() + b"\n" + body).hexdigest().encode()


def _said(path: Path, run: bytes) -> Any:
    """Return the content of a file that belongs to the run with the digest `run`.

    Raises `Damaged`, and OSError if the file cannot be read.
    """
    whole = read_bytes(path, MOST_BYTES)
    body = whole[len(FORM % (b"0" * 64, b"")) - 1 : -1]
    if whole != FORM % (_digest(path.name, run, body), body):
        raise Damaged(path)
    return json.loads(body)
