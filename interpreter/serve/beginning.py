"""Starts a table, or resumes one from a folder."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, NamedTuple

from gamespec.program.frozen import dataclass
from interpreter.serve.course import Course
from interpreter.serve.keeping import BadFolder, Folder, answers_of, fits
from interpreter.serve.seats import Chair, Chairs
from interpreter.serve.table import Table
from interpreter.snapshot import CannotGoOn

if TYPE_CHECKING:
    from interpreter.serve.edition import Edition
    from interpreter.serve.keeping import Kept

__all__ = ["Begun", "Wanted", "begun"]


@dataclass(frozen=True, slots=True)
class Wanted:
    """How the user wants to start a table. A value of `None` was not specified.

    The table's folder may supply values that were not specified. `seats` names the players in the seats, and
    `usual` the players that sit there by default.
    """

    usual: tuple[str, ...]
    seats: tuple[str, ...] | None = None
    seed: int | None = None
    luck: int | None = None
    language: str | None = None


class Begun(NamedTuple):
    """A table, with its language if one was chosen, and with notes on how the table started."""

    table: Table
    language: str | None
    notes: list[str]


def begun(edition: Edition, folder: Folder, wanted: Wanted, *, new: bool = False) -> Begun:
    """Resume the table in the folder, or start a new one.

    With `new`, the files of an existing table are first renamed. Raises `BadFolder` if the folder holds
    another game, `Fault` if the game cannot begin, and OSError if files cannot be read or written.
    """
    notes: list[str] = []
    if new:
        notes = [f"the table that was here is now in `{path.name}`" for path in folder.put_aside()]
    kept = folder.kept()
    if kept is not None:
        return _taken_up(edition, folder, wanted, kept)
    course = Course(edition, secrets.randbits(64) if wanted.seed is None else wanted.seed)
    chairs = Chairs([Chair(by) for by in wanted.seats or wanted.usual])
    table = Table(edition, course, chairs, luck=wanted.luck or 0)
    return Begun(table, wanted.language, notes)


def _taken_up(edition: Edition, folder: Folder, wanted: Wanted, kept: Kept) -> Begun:
    saved = kept.game
    if not fits(saved, edition):
        raise BadFolder(
            f"`{folder.path}` holds another game: {_called(saved.game, saved.players, saved.options)}"
        )
    if wanted.seed not in (None, saved.seed) and not kept.chairs.moved:
        raise BadFolder(f"`{folder.path}` holds a game with another seed")
    answers = answers_of(saved)
    try:
        course, whole = Course.replayed(edition, saved.seed, answers, saved.position)
    except CannotGoOn as reason:
        why = f"the game went on from a position that the specification no longer has: {reason}"
        raise BadFolder(f"`{folder.path}`: {why}; `--new` puts it aside") from None
    notes = [f"the game goes on after {len(course.answers)} answers, and the links are the same"]
    if not whole:
        aside = ", ".join(f"`{path.name}`" for path in folder.put_aside())
        lost = f"answer {len(course.answers) + 1} of {len(answers)} does not fit the specification any more"
        notes.append(f"{lost}: the game goes on before it; what was here is kept in {aside}")
    if wanted.seats is not None:
        for chair, by in zip(kept.chairs.seats, kept.chairs.now(wanted.seats), strict=True):
            chair.by, chair.taken = by, chair.taken and by == chair.by
    table_notes = [note for note in kept.notes if note.decision <= len(course.answers)]
    luck = kept.luck if wanted.luck is None else wanted.luck
    table = Table(edition, course, kept.chairs, luck, table_notes, kept.chat, kept.advice)
    return Begun(table, wanted.language or kept.language, notes)


def _called(game: str, players: int, options: dict[str, str | int | bool]) -> str:
    set_ = "".join(f", {name}={value}" for name, value in options.items())
    return f"`{game}` for {players} players{set_}"
