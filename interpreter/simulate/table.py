"""The table of a run in a file. It grows as parts beside the file, and is put in place when complete."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from gamespec.text.visible import cut
from interpreter.simulate.about import about_table
from interpreter.simulate.columns import actions_of, columns_of
from interpreter.simulate.formats.formats import format_of
from interpreter.simulate.formats.parts import Parts
from interpreter.simulate.formats.placed import check_place, place
from interpreter.simulate.recorded.recording import Recording, check_counts

if TYPE_CHECKING:
    from interpreter.simulate.plans import Plan

__all__ = ["Table", "parts_of"]


def parts_of(path: Path) -> Path:
    """Return the folder that holds the parts of the table at `path` until the table is complete."""
    return path.with_name(f"{path.name}.parts")


class Table:
    """The table of the games of a plan, which are added in order, beginning with game 0.

    `about` identifies the run and becomes part of the table's metadata (see `interpreter.simulate.about`).
    With `resume`, an interrupted run continues, and `recording` has the games that it has already played.
    If there is no such run, a new one begins, since the interrupted run may not have come far enough to leave
    parts. The folder of parts stays locked until the table is finished or closed.

    Raises `ValueError` if the plan does not count everything, `KeyError` for an unknown extension,
    `ImportError` if the library that writes the format is not installed, OSError if the table cannot be
    written, and whatever `Parts` raises.
    """

    def __init__(self, path: Path, plan: Plan, about: Mapping[str, Any], *, resume: bool) -> None:
        check_counts(plan)
        format_of(path)
        check_place(path)
        self.path, self.columns = path, columns_of(plan.compiled, estimated=bool(plan.estimate))
        self._about = about_table(plan.compiled, about, actions_of(plan.compiled))
        self._parts = Parts(parts_of(path), self._about, resume=resume)
        try:
            self.recording = Recording(plan, self._parts)
            """The games of the table."""
        except BaseException:
            self._parts.release()
            raise

    def __repr__(self) -> str:
        return cut(f"<Table of {self.games} games, {len(self.columns)} columns, {self.path}>")

    @property
    def games(self) -> int:
        """The number of games in the table so far."""
        return self.recording.games

    def pause(self) -> None:
        """Write all games added so far to the disk, so that the run can be resumed later."""
        self.recording.flush()

    def finish(self) -> None:
        """Put the complete table in place, after its metadata, and remove the parts.

        Raises OSError if the table cannot be written, and `Damaged` if the parts differ from what was
        written.
        """
        about = {**self._about, "rows": self.games}
        place(self.path, self.columns, about, self.recording.views(), self._parts.folder)
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
