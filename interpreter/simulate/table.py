"""The table of a run in a file. It grows as parts beside the file, and is put in place when complete."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from gamespec.text.visible import cut
from interpreter.play.playout import Playout
from interpreter.simulate.about import about_table
from interpreter.simulate.columns import Column
from interpreter.simulate.formats.formats import format_of
from interpreter.simulate.formats.parts import Parts
from interpreter.simulate.formats.placed import check_place, place
from interpreter.simulate.rows import Rows

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from interpreter.play.luck import Seeds

__all__ = ["Table", "parts_of"]


def parts_of(path: Path) -> Path:
    """Return the folder that holds the parts of the table at `path` until the table is complete."""
    return path.with_name(f"{path.name}.parts")


class Table:
    """The table of the games of one run, which are added in order.

    `about` identifies the run and becomes part of the table's metadata (see `interpreter.simulate.about`).
    With `resume`, an interrupted run continues, and `playouts` yields the games that it has already played.
    If there is no such run, a new one begins, since the interrupted run may not have come far enough to leave
    parts. The folder of parts stays locked until the table is finished or closed.

    Raises `KeyError` for an unknown extension, `ImportError` if the library that writes the format is not
    installed, OSError if the table cannot be written, and whatever `Parts` raises.
    """

    def __init__(  # noqa: PLR0913 - a file, what stands in it, and how it is begun
        self,
        path: Path,
        compiled: Compiled,
        about: Mapping[str, Any],
        replay: Callable[[int, Seeds], Playout],
        *,
        resume: bool,
        estimated: bool = False,
    ) -> None:
        format_of(path)
        check_place(path)
        self.path = path
        self._rows = Rows(compiled, replay, estimated=estimated)
        self._about = about_table(compiled, about, self._rows.actions)
        self._parts = Parts(parts_of(path), len(self._rows.columns), self._about, resume=resume)
        self._games = self._parts.games

    def __repr__(self) -> str:
        return cut(f"<Table of {self.games} games, {len(self.columns)} columns, {self.path}>")

    @property
    def games(self) -> int:
        """The number of games in the table so far."""
        return self._games

    @property
    def columns(self) -> tuple[Column, ...]:
        """The columns of the table."""
        return self._rows.columns

    def playouts(self) -> Iterator[Playout]:
        """Yield the games that the interrupted run had played."""
        for columns in self._parts:
            for row in zip(*columns, strict=True):
                yield self._rows.playout(row)

    def add(self, seats: Sequence[str], played: Playout) -> None:
        """Add the next game. `seats` are the players' names by seat."""
        self._parts.add(self._rows.row(self._games, seats, played))
        self._games += 1

    def pause(self) -> None:
        """Write all games added so far to the disk, so that the run can be resumed later."""
        self._parts.flush()

    def finish(self) -> None:
        """Put the complete table in place, after its metadata, and remove the parts.

        Raises OSError if the table cannot be written, and `Damaged` if the parts differ from what was
        written.
        """
        self._parts.flush()
        about = {**self._about, "rows": self._games}
        place(self.path, self._rows.columns, about, self._parts, self._parts.folder)
        self._parts.remove()

    def close(self) -> None:
        """Unlock the parts, so that another process can resume the run."""
        self._parts.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
