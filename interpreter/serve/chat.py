"""What people at a table say to one another. Everybody at the table may read it, spectators too."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

__all__ = ["MOST_LINES", "Chat", "Line"]

MOST_LINES = 200
"""Maximum number of lines that a table keeps. The oldest line goes first."""


class Line(NamedTuple):
    """A line, with the viewer who said it and the name that the viewer had given then, which may be ""."""

    by: str
    called: str
    text: str


@dataclass(slots=True)
class Chat:
    """The latest lines, in order. `gone` counts the earlier ones, which are no longer kept."""

    lines: list[Line] = field(default_factory=list)
    gone: int = 0

    @property
    def said(self) -> int:
        """The number of all lines that have been said."""
        return self.gone + len(self.lines)

    def say(self, line: Line) -> None:
        """Append a line, and drop the oldest one if there are too many."""
        self.lines.append(line)
        over = len(self.lines) - MOST_LINES
        if over > 0:
            del self.lines[:over]
            self.gone += over

    def since(self, number: int) -> list[Line]:
        """Return those kept lines that were said after the first `number` ones."""
        return self.lines[max(0, number - self.gone) :]

    def renamed(self, now: Callable[[str], str]) -> None:
        """Replace the viewer of each line, because people have changed seats."""
        self.lines = [line._replace(by=now(line.by)) for line in self.lines]
