"""The lines of a new layout, onto which tokens are put in the order of the old text.

Between two tokens the old text holds white space and comments. Putting a token takes them along: a comment
behind a token stays behind it, a comment on a line of its own stays on one, and of several empty lines one
stays. So the printer above this module deals with tokens only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum, auto

__all__ = ["Break", "Line", "Page"]

_SIMPLE = re.compile(r"[ \t]*(\n[ ]*)?(?=[^\s#])")
"""A gap with one line break at most, and no comments."""

_GAP = re.compile(r"#[^\n]*|\n|[^\s#]")


class Break(Enum):
    """Where a token goes: on a line of its own, on the current line, or as in the old text.

    A comment before a token always puts it on a new line.
    """

    LINE = auto()
    SAME = auto()
    KEPT = auto()


@dataclass(slots=True)
class Line:
    """A line of the new text. `remark` is the comment at its end.

    `column` is the column of its first token in the old text, `end` that after its last token, and
    `remark_column` that of the comment.
    """

    indent: int
    text: str
    column: int = 0
    end: int = 0
    remark: str = ""
    remark_column: int = 0
    verbatim: bool = False
    """Whether blanks at its end belong to the text."""

    @property
    def width(self) -> int:
        """The number of characters without the comment."""
        return self.indent + len(self.text)


@dataclass(slots=True)
class _Comment:
    """A comment between two tokens.

    `own` says that it has a line of its own, and `blank` that an empty line precedes it.
    """

    text: str
    start: int
    own: bool
    blank: bool


@dataclass(slots=True)
class _Gap:
    """What lies between two tokens of the old text, up to `end`."""

    comments: list[_Comment]
    broken: bool
    blank: bool
    end: int


@dataclass(slots=True)
class Page:
    """The new lines of the text `old`, whose characters before `at` are done.

    `closed` lists the blocks that have ended since the last token, each by its columns in the old and the new
    text. `passed` are the punctuation marks in the next gap that are left out, because they have been written
    already or are superfluous.
    """

    old: str
    at: int = 0
    lines: list[Line] = field(default_factory=list)
    closed: list[tuple[int, int]] = field(default_factory=list)
    passed: str = ""
    opened: bool = True
    """Whether a block begins with the next token, before which there is no empty line."""

    _known: tuple[tuple[int, str], _Gap] | None = None
    """The gap that was found last, with its place."""

    @property
    def column(self) -> int:
        """The column after the last character of the current line."""
        return self.lines[-1].width if self.lines else 0

    def old_column(self, at: int) -> int:
        """Return the column of an offset in the old text."""
        return at - self.old.rfind("\n", 0, at) - 1

    def gap(self) -> _Gap:
        """Return what lies between the last token and the next one."""
        here = self.at, self.passed
        if self._known is None or self._known[0] != here:
            self._known = here, self._find_gap()
        return self._known[1]

    def _find_gap(self) -> _Gap:
        simple = _SIMPLE.match(self.old, self.at)
        if simple is not None and self.old[simple.end()] not in self.passed:
            return _Gap([], broken=simple[1] is not None, blank=False, end=simple.end())
        gap = _Gap([], broken=False, blank=False, end=len(self.old))
        passed, breaks, end = self.passed, 0, self.at
        for found in _GAP.finditer(self.old, self.at):
            text = found[0]
            if text == "\n":
                breaks += 1
                gap.broken = True
            elif text[0] == "#":
                gap.comments.append(_Comment(text.rstrip(), found.start(), gap.broken, breaks > 1))
                breaks = 0
            elif text in passed:
                passed = passed.replace(text, "", 1)
            else:
                gap.end = found.start()
                break
            end = found.end()
        else:
            gap.end = max(end, len(self.old))
        gap.blank = breaks > 1
        return gap

    def next_is(self, mark: str) -> bool:
        """Return whether the next token is the punctuation mark `mark`."""
        return self.old.startswith(mark, self.gap().end)

    def starts(self, where: Break) -> bool:
        """Return whether the next token would begin a new line."""
        gap = self.gap()
        kept = where is Break.SAME or (where is Break.KEPT and not gap.broken)
        return not (self.lines and kept and not gap.comments)

    def place(self, where: Break, indent: int, space: str) -> int:
        """Return the column at which `put` would put the next token."""
        return indent if self.starts(where) else self.column + len(space)

    def put(self, text: str, where: Break, indent: int, space: str = "", end: int | None = None) -> None:
        """Put the next token, which ends at `end` of the old text, by default after as many characters.

        On a new line it is indented by `indent`, and on the current one `space` precedes it.
        """
        gap, fresh = self.gap(), self.starts(where)
        self._remarks(gap, indent)
        if fresh:
            self._blank(gap.blank)
            self.lines.append(Line(indent, text, self.old_column(gap.end)))
        else:
            self.lines[-1].text += space + text
        self.go_to(gap.end + len(text) if end is None else end)

    def go_to(self, at: int) -> None:
        """Continue after the offset `at` of the old text."""
        self.at, self.passed, self.opened = at, "", False
        self.closed.clear()
        if self.lines:
            self.lines[-1].end = self.old_column(at)

    def glue(self, mark: str) -> None:
        """Write a punctuation mark directly behind the last token, before the comments that precede it."""
        self.lines[-1].text += mark
        self.passed += mark

    def raw(self, lines: list[Line]) -> None:
        """Append lines that are part of the last token."""
        self.lines += lines

    def remark(self, text: str, start: int) -> None:
        """Put a comment at the end of the current line."""
        self.lines[-1].remark = text
        self.lines[-1].remark_column = self.old_column(start)

    def finish(self) -> None:
        """Put the comments after the last token."""
        self._remarks(self.gap(), 0)

    def _remarks(self, gap: _Gap, indent: int) -> None:
        """Put the comments of a gap. `indent` is the indentation of the token after it."""
        after = self.old_column(gap.end) if gap.end < len(self.old) else 0
        deepest = len(self.old)
        for comment in gap.comments:
            if not comment.own and self.lines:
                self.remark(comment.text, comment.start)
                continue
            self._blank(comment.blank)
            here = self.old_column(comment.start)
            inside = [block for block in self.closed if after < block[0] <= min(here, deepest)]
            deepest, level = max(inside, default=(after, indent))
            self.lines.append(Line(level, comment.text, here))
            self.opened = False

    def _blank(self, wanted: bool) -> None:  # noqa: FBT001 - of what the old text has
        if wanted and self.lines and not self.opened:
            self.lines.append(Line(0, ""))
