"""Edits of a specification during play, and the ways in which the game can go on afterwards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from interpreter.play.errors import Fault
from interpreter.serve.course import Course
from interpreter.serve.notices import Counted, Notice, Refusal
from interpreter.snapshot import CannotGoOn, laid

if TYPE_CHECKING:
    from interpreter.serve.edition import Edition

__all__ = ["Change", "Way"]

Way: TypeAlias = Literal["position", "answers"]
"""How a game goes on under changed rules, either from the same position or by replaying the same answers."""


class Change:
    """A changed specification, with the checker's messages and, if it can be played, the new edition."""

    def __init__(self, checker: str, edition: Edition | None) -> None:
        self.checker, self.edition = checker, edition
        self._carried: tuple[Course, int, Course | CannotGoOn] | None = None

    def __repr__(self) -> str:
        return f"<Change: {'playable' if self.edition is not None else 'not playable'}>"

    def carried(self, course: Course) -> Course | CannotGoOn:
        """Return the game in its current position under the changed rules, or why it cannot go on there."""
        assert self.edition is not None  # noqa: S101 - asked by the caller
        known, now = self._carried, len(course.answers)
        if known is None or known[0] is not course or known[1] != now:
            try:
                found: Course | CannotGoOn = course.carried(self.edition)
            except CannotGoOn as lost:
                found = lost
            known = self._carried = course, now, found
        return known[2]

    def ways(self, course: Course) -> list[Way]:
        """Return the ways in which a game can go on under the changed rules."""
        assert self.edition is not None  # noqa: S101 - asked by the caller
        found: list[Way] = ["position"] if isinstance(self.carried(course), Course) else []
        if course.position is None:
            return [*found, "answers"]
        try:
            laid(self.edition.compiled, course.position)
        except CannotGoOn:
            return found
        return [*found, "answers"]

    def gone_on(self, course: Course, way: Way) -> tuple[Course, Notice, bool]:
        """Return the game under the changed rules, a message about the change, and whether answers are lost.

        Raises `Refusal` if the game cannot go on in this way.
        """
        if self.edition is None:
            raise Refusal("the specification has not changed")
        if way == "position":
            carried = self.carried(course)
            if not isinstance(carried, Course):
                raise Refusal("under the changed rules there is no such position")
            said = Notice("the game goes on from the same position under the changed rules")
            if carried.differs is not None:
                said = Notice("{what}; {more}", what=said, more=carried.differs)
            return carried, said, True
        try:
            again, fits = Course.replayed(self.edition, course.seeds.game, course.answers, course.position)
        except (CannotGoOn, Fault):
            raise Refusal("under the changed rules the game can't begin as it did") from None
        if fits:
            said = Notice(
                Counted("{count} answer fits the changed rules", "all {count} answers fit the changed rules"),
                count=len(course.answers),
            )
            return again, said, False
        said = Notice(
            "answer {number} does not fit the changed rules; the game goes on before it",
            number=len(again.answers) + 1,
        )
        return again, said, True
