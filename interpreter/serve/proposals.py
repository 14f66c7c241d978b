"""Notes, and proposals to change the game, which people at a table exchange besides their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from interpreter.serve.notices import Notice

if TYPE_CHECKING:
    from interpreter.serve.change import Way
    from interpreter.serve.course import Course
    from interpreter.serve.seats import Viewer

__all__ = ["Loaded", "Note", "Proposal"]


class Note(NamedTuple):
    """A note on the position after a certain number of answers, with the name of its author."""

    decision: int
    by: str
    text: str


class Loaded(NamedTuple):
    """A saved game that has been loaded. `same` says whether it has reached the position that was saved."""

    name: str
    course: Course
    same: bool


@dataclass(slots=True)
class Proposal:
    """A proposal to change the game. `needs` are the seats (from 0) that have yet to agree.

    For `undo` and `go_on`, `at` is the number of answers to keep. For `load`, `loaded` is the game.
    """

    number: int
    what: Literal["undo", "go_on", "load", "again"] | Way
    by: Viewer
    needs: set[int]
    at: int = 0
    loaded: Loaded | None = None

    @property
    def said(self) -> Notice:
        """A message that describes the proposal."""
        match self.what:
            case "undo":
                return Notice(
                    "{who} asks to go back to before answer {number}", who=self.by, number=self.at + 1
                )
            case "go_on":
                return Notice("{who} asks to go on from answer {number}", who=self.by, number=self.at)
            case "load":
                name = self.loaded.name if self.loaded is not None else ""
                return Notice("{who} asks to load the game `{name}`", who=self.by, name=name)
            case "again":
                return Notice("{who} asks to play again", who=self.by)
            case "position":
                return Notice("{who} asks to continue from here under the changed rules", who=self.by)
            case "answers":
                return Notice("{who} asks to play the answers again under the changed rules", who=self.by)
