"""The table of a run in a file: it grows in parts beside it, and is put in its place when it is whole."""

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
    """The folder in which the parts of a table lie until it is whole."""
    return path.with_name(f"{path.name}.parts")


class Table:
    """The table of the games of one run, which are added in their order.

    `about` says what run it is; it is written of the table, too (`interpreter.simulate.about`). With
    `resume` a run that was broken off goes on: it has the games that `playouts` gives. That there is no such
    run is no mistake, for it may not have come that far. The parts are this table's alone until it is
    finished or closed.

    Raises `KeyError` if there is no form for the file's ending, `ImportError` if what writes it is not
    installed, OSError if it can't be written, and what `Parts` raises.
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
        """How many games it has."""
        return self._games

    @property
    def columns(self) -> tuple[Column, ...]:
        """Its columns."""
        return self._rows.columns

    def playouts(self) -> Iterator[Playout]:
        """The games that it had from before."""
        for columns in self._parts:
            for row in zip(*columns, strict=True):
                yield self._rows.playout(row)

    def add(self, seats: Sequence[str], played: Playout) -> None:
        """Add the next game, and who played its seats."""
        self._parts.add(self._rows.row(self._games, seats, played))
        self._games += 1

    def pause(self) -> None:
        """Write all games that were added, to go on with another time."""
        self._parts.flush()

    def finish(self) -> None:
        """Put the whole table in its place, after what is said of it, and take the parts away.

        Raises OSError, and `Damaged` if the parts are no longer those that were written.
        """
        self._parts.flush()
        about = {**self._about, "rows": self._games}
        place(self.path, self._rows.columns, about, self._parts, self._parts.folder)
        self._parts.remove()

    def close(self) -> None:
        """Let others go on with what has been written; this table has its games no longer."""
        self._parts.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
