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
        texts = {
            "undo": "{who} asks to go back to before answer {number}",
            "go_on": "{who} asks to go on from answer {number}",
            "load": "{who} asks to load the game `{name}`",
            "position": "{who} asks to go on from here by the changed rules",
            "answers": "{who} asks to play the answers again by the changed rules",
        }
        number = self.at + (self.what == "undo")
        name = self.loaded.name if self.loaded is not None else ""
        return Refusal(texts[self.what], who=self.by, number=number, name=name)
