"""Notes, and proposals to change the game, which people at a table exchange besides their answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, NamedTuple

from interpreter.answers import seat as seat_name
from interpreter.engine.knowledge.in_the_open import runs_in_the_open
from interpreter.play.errors import Fault
from interpreter.play.events import (
    BackSeen,
    Changed,
    Drew,
    Laid,
    Moved,
    Revealed,
    Shown,
    Shuffled,
    Transferred,
)
from interpreter.serve.notices import Notice

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from interpreter.play.events import Event
    from interpreter.play.options import Option
    from interpreter.serve.change import Way
    from interpreter.serve.course import Course
    from interpreter.serve.seats import Viewer

__all__ = ["Loaded", "Note", "Proposal", "came_to_light", "last_of", "nobody_minds", "would_come_to_light"]


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


def last_of(course: Course, seats: Collection[int]) -> int | None:
    """Return the number of answers before the last answer that one of `seats` gave, or `None` without one."""
    names = {seat_name(seat) for seat in seats}
    return next(
        (at for at in reversed(range(len(course.answers))) if course.answers[at].player in names), None
    )


def nobody_minds(course: Course, at: int, people: Collection[int]) -> bool:
    """Return whether the answer after the first `at` ones can be taken back without asking the other people.

    It can as long as nobody has answered since, the game is not over, and nothing has come to light for
    `people` (seats from 0). Where a program reads hidden things, changed values may also tell about them.
    """
    if at != len(course.answers) - 1 or course.game.over:
        return False
    events = course.happened(at, at + 1)
    told = not runs_in_the_open(course.program) and any(
        isinstance(event, Changed | Transferred) for event in events
    )
    return not told and not came_to_light(course, at, people)


def came_to_light(course: Course, after: int, seats: Collection[int]) -> bool:
    """Return whether chance has come up, or `seats` were shown something, since the first `after` answers."""
    position, known = course.at(after).position, course.program.layout.known
    return _tell(_since(course, after), position[known : course.program.layout.first], seats)


def would_come_to_light(course: Course, option: Option, seat: int) -> bool:
    """Return whether chance comes up, or something is shown to `seat`, when its player takes `option`.

    Where a program reads hidden things, the answer may tell about them, so it is `False`.
    """
    if not runs_in_the_open(course.program):
        return False
    game, layout = course.game, course.program.layout
    after = game.clone()
    try:
        after.apply(option)
    except Fault:
        return False
    return _tell(after.events[len(game.events) :], game.position[layout.known : layout.first], (seat,))


def _tell(events: Iterable[Event], known: Sequence[int], seats: Collection[int]) -> bool:
    """Return whether one of `events` is chance, or shows something new to one of `seats` (from 0)."""
    bits = sum(1 << seat for seat in seats)
    return any(_shows(event, known, bits) for event in events)


def _since(course: Course, after: int) -> Sequence[Event]:
    return course.happened(after, len(course.answers))


def _shows(event: Event, known: Sequence[int], bits: int) -> bool:
    """Return whether an event shows something new to the players with `bits`.

    `known` has, for each component, a bit for each player who knew it before.
    """
    match event:
        case Shuffled() | Drew() | BackSeen():
            return True
        case Revealed(_, seen) | Shown(_, seen):
            return bool(seen & bits)
        case Moved(component, _, _, seen):
            return bool(seen & bits & ~known[component])
        case Laid(_, tile):
            return bool(bits & ~known[tile])
        case _:
            return False
