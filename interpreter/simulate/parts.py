"""The table of a run as it grows: parts in a folder beside it, that outlive whatever ends the process.

A part has the rows of some games that follow one another, and is named by the first. It is written beside
and renamed when it is whole and on the disk: so whatever there is by its name is whole, and the parts that
there are leave out no game. `run.json` says of what run they are. Who goes on reads them and plays the
rest: as a game depends on the run's seed and its number alone, and the table on nothing but its rows, the
table is the same as if nothing had happened. Parts are cut by time, which makes no difference to the table.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import monotonic
from typing import Any

from interpreter.simulate.columns import Value

__all__ = ["Damaged", "OtherRun", "Parts"]

GAMES, VALUES, SECONDS = 10_000, 1_000_000, 5.0
"""A part has so many games at most, so many values, and those of so many seconds."""

ABOUT, DRAFT = "run.json", "draft"


class Damaged(Exception):
    """A part of a run is not what was written: `path` says which."""

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

    Raises OSError if they can't be written, `FileExistsError` if there is such a folder already and nobody
    wants to go on with it (`resume`), `OtherRun` and `Damaged` if that can't be done.
    """

    def __init__(self, folder: Path, width: int, about: Mapping[str, Any], *, resume: bool) -> None:
        self.folder, self._width = folder, width
        self._most = max(1, min(GAMES, VALUES // width))
        self._rows: list[Sequence[Value]] = []
        self._begun = monotonic()
        folder.mkdir(exist_ok=resume)
        with suppress(FileNotFoundError):
            (folder / DRAFT).unlink()
        if (folder / ABOUT).exists():
            self._compare(dict(about))
        elif any(folder.iterdir()):
            raise FileExistsError(None, "there is something else in the folder", str(folder))
        else:
            self._put(ABOUT, dict(about))
        self.games = sum(len(columns[0]) for columns in self)
        """How many games the parts have."""

    def _compare(self, about: Mapping[str, Any]) -> None:
        had = _read(self.folder / ABOUT)
        if not isinstance(had, dict):
            raise Damaged(self.folder / ABOUT)
        for name in {**about, **had}:
            if had.get(name) != about.get(name):
                raise OtherRun(name, had.get(name), about.get(name))

    def __iter__(self) -> Iterator[list[list[Value]]]:
        """The parts in the order of the games: by column the values of their games. Raises `Damaged`."""
        games = 0
        while (path := self.folder / _name(games)).exists():
            columns = _read(path)
            if not _are_columns(columns, self._width) or columns[0][0] != games:
                raise Damaged(path)
            yield columns
            games += len(columns[0])

    def add(self, row: Sequence[Value]) -> None:
        """Add the row of the next game."""
        self._rows.append(row)
        if len(self._rows) >= self._most or monotonic() - self._begun > SECONDS:
            self.close()

    def close(self) -> None:
        """Write what has not been written."""
        if self._rows:
            self._put(_name(self.games), list(zip(*self._rows, strict=True)))
            self.games += len(self._rows)
            self._rows.clear()
        self._begun = monotonic()

    def _put(self, name: str, content: object) -> None:
        draft = self.folder / DRAFT
        with draft.open("x", encoding="ascii") as file:
            file.write(json.dumps(content, separators=(",", ":")))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(self.folder / name)

    def remove(self) -> None:
        """Take the folder away; the last parts first, so that whoever is left halfway can be gone on with."""
        parts = sorted(path for path in self.folder.iterdir() if path.name != ABOUT)
        for path in (*reversed(parts), self.folder / ABOUT):
            path.unlink()
        self.folder.rmdir()


def _name(game: int) -> str:
    return f"{game:015d}.json"


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        raise Damaged(path) from None


def _are_columns(found: object, width: int) -> bool:
    """Whether something has as many lists as there are columns, all of one length, which is not 0."""
    return (
        isinstance(found, list)
        and len(found) == width
        and all(isinstance(column, list) for column in found)
        and len({len(column) for column in found}) == 1
        and bool(found[0])
    )
