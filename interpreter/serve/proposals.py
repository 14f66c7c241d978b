"""What people at a table say beside their answers: notes, and what they ask each other for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from interpreter.serve.refusing import Refusal

if TYPE_CHECKING:
    from interpreter.serve.change import Way
    from interpreter.serve.course import Course
    from interpreter.serve.seats import Viewer

__all__ = ["Loaded", "Note", "Proposal"]


class Note(NamedTuple):
    """A note beside the position after so many answers; who wrote it."""

    decision: int
    by: str
    text: str


class Loaded(NamedTuple):
    """A saved game: its name, and whether its position is the `same` that was saved."""

    name: str
    course: Course
    same: bool


@dataclass(slots=True)
class Proposal:
    """Somebody asks for a change of the game: for what, and who has yet to agree (seats from 0).

    With `undo` and `go_on` comes after how many answers, with `load` the game.
    """

    number: int
    what: Literal["undo", "go_on", "load"] | Way
    by: Viewer
    needs: set[int]
    at: int = 0
    loaded: Loaded | None = None

    @property
    def said(self) -> Refusal:
        """What is asked for, as a text of ours."""
        match self.what:
            case "undo":
                return Refusal(
                    "{who} asks to go back to before answer {number}", who=self.by, number=self.at + 1
                )
            case "go_on":
                return Refusal("{who} asks to go on from answer {number}", who=self.by, number=self.at)
            case "load":
                name = self.loaded.name if self.loaded is not None else ""
                return Refusal("{who} asks to load the game `{name}`", who=self.by, name=name)
            case "position":
                return Refusal("{who} asks to go on from here by the changed rules", who=self.by)
            case "answers":
                return Refusal("{who} asks to play the answers again by the changed rules", who=self.by)
