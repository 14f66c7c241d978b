"""The table of a run as it grows: parts in a folder beside it, that outlive whatever ends the process.

A part has the rows of some games that follow one another, and is named by the first. It is in its place only
when it is whole and on the disk (`gamespec.system.writing`), and the parts that there are leave out no game.
`run.json` says of what run they are. Who goes on reads them and plays the rest: as a game depends on the
run's seed and its number alone, and the table on nothing but its rows, the table is the same as if nothing
had happened. Parts are cut by time, which makes no difference to the table.

One process at a time has the folder (`gamespec.system.locking`). Each file has a digest of what it says, and
of its name; that of a part is of the run, too. What was changed, or belongs elsewhere, is not taken for a
part.
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
"""Games and values that a part has at most; seconds after which one is written."""

MOST_BYTES = 256 * 1024 * 1024
"""No file of a run is longer."""

ABOUT = "run.json"

FORM = b'{"sha256":"%s","says":%s}'
"""A file: a digest in 64 digits, and what it says, as JSON."""


class Damaged(Exception):
    """A file of a run is not what was written, or is missing: `path` says which."""

    def __init__(self, path: Path) -> None:
        super().__init__(str(path))
        self.path = path


class OtherRun(Exception):
    """The parts are those of another run: of what is called `name` it has `had`, where this one has `has`."""

    def __init__(self, name: str, had: object, has: object) -> None:
        super().__init__(f"{name}: {had!r}, not {has!r}")
        self.name, self.had, self.has = name, had, has


class Parts:
    """The parts in a folder, of rows of so many values; `about` says of what run.

    The folder is theirs until `release` or `remove`. Raises OSError if they can't be written, `InUse` if
    another process does, `FileExistsError` if there are parts already and nobody wants to go on with them
    (`resume`), `OtherRun` and `Damaged` if that can't be done.
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
            """How many games the parts have."""
        except BaseException:
            self._lock.release()
            raise

    def _open(self, about: Mapping[str, Any], *, resume: bool) -> bytes:
        """Make the folder that of a run, or find that it is; the digest of what is said of the run."""
        remove_drafts(self.folder)
        if (self.folder / ABOUT).exists():
            if not resume:
                raise FileExistsError(None, "a run that was broken off is in the folder", str(self.folder))
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
        """The parts in the order of the games: by column the values of their games. Raises `Damaged`."""
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
        """Add the row of the next game."""
        self._rows.append(row)
        if len(self._rows) >= self._most or monotonic() - self._begun > SECONDS:
            self.flush()

    def flush(self) -> None:
        """Write what has not been written."""
        if self._rows:
            self._put(_name(self.games), list(zip(*self._rows, strict=True)), self._run)
            self.games += len(self._rows)
            self._rows.clear()
        self._begun = monotonic()

    def _put(self, name: str, content: object, run: bytes) -> None:
        body = json.dumps(content, separators=(",", ":")).encode("ascii")
        replace_file(self.folder / name, FORM % (_digest(name, run, body), body))

    def release(self) -> None:
        """Let others go on with what has been written."""
        self._lock.release()

    def remove(self) -> None:
        """Take the folder away; the last parts first, so that whoever is left halfway can be gone on with."""
        parts = sorted(self.folder.glob("[0-9]*.json"))
        for path in (*reversed(parts), self.folder / ABOUT):
            path.unlink()
        self._lock.dissolve()


def _name(game: int) -> str:
    return f"{game:015d}.json"


def _digest(name: str, run: bytes, body: bytes) -> bytes:
    return sha256(run + name.encode() + b"\n" + body).hexdigest().encode()


def _said(path: Path, run: bytes) -> Any:
    """What a file of a run says. Raises `Damaged`, and OSError if it can't be read."""
    whole = read_bytes(path, MOST_BYTES)
    body = whole[len(FORM % (b"0" * 64, b"")) - 1 : -1]
    if whole != FORM % (_digest(path.name, run, body), body):
        raise Damaged(path)
    return json.loads(body)
