"""Finds out where in a YAML text a cursor stands, however broken the text is.

While an author types, the text is rarely correct YAML: the key under the cursor lacks its colon, a bracket is
open, a quote waits for its partner. The reader of documents (`gamespec.documents`) rightly reports such texts
and mends only what it must. Completion needs the opposite: the keys that lead to the cursor, and what has
been written there. So this module reads lines by their indentation, and what is within brackets by its
commas, and it never fails: a bracket or a quote that is not closed ends before the next line that begins a
key further left. Brackets that are nested deeper than a document may be are signs like others.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from gamespec.documents.document import MAX_DEPTH

__all__ = ["Level", "Path", "Where", "where"]

Path = tuple[str | int, ...]
"""The keys and indexes that lead to a part of a document."""

Role = Literal["key", "value", "comment"]

_KEY = re.compile(
    r"""(?P<key>"(?:[^"\\\n]|\\.)*"|'(?:[^'\n]|'')*'|[^\s#"'\[\]{},&*!|>%@`-][^\n#]*?|-[^\s#][^\n#]*?)\s*:(?=\s|$)"""
)
_DASH = re.compile(r"-(?=[ \t]|$)[ \t]*", re.MULTILINE)
_WORD = re.compile(r"(\w*)[ \t]*$", re.MULTILINE)
_LEADS_IN = re.compile(r":[ \t]*(?:#.*)?$")
_PLAIN_END = re.compile(r"[ \t]+#|\s*$", re.MULTILINE)
_FLOW_PLAIN_END = re.compile(r"[,\[\]{}\n]|[ \t]+#|:(?=[\s,\]}])")


class Level(NamedTuple):
    """A step on the way to the cursor: the key or index taken, and all keys of the mapping it is taken in."""

    step: str | int
    beside: frozenset[str]


@dataclass(frozen=True)
class Where:
    """Where a cursor stands.

    `way` leads to the mapping, list or value that is being written. As a `key`, the cursor stands where a
    mapping has its keys (`beside` holds those that are there); as a `value`, where it has a value or a list
    an item. `start` and `end` are the ends of the word or the text at the cursor, without quotes. `flow` says
    that it stands within brackets, `quoted` which quote encloses it. `lacking` is the number of blanks that
    are missing before `start`, because the line is not as far in as the block around it.
    """

    way: tuple[Level, ...]
    role: Role
    start: int
    end: int
    beside: frozenset[str] = frozenset()
    flow: bool = False
    quoted: str = ""
    block: bool = False
    lacking: int = 0

    @property
    def path(self) -> Path:
        """The keys and indexes that lead here."""
        return tuple(level.step for level in self.way)


@dataclass
class _Frame:
    """An open block collection: its column, and the step taken last."""

    column: int
    step: str | int


@dataclass
class _Flow:
    """A collection in brackets while it is read: how far, and where the cursor is, if it has been found.

    `word` is where what follows a separator may begin. `at_key` says that a key comes next. `pair` is the key
    of a pair without braces, as in `[stop: deal]`.
    """

    way: tuple[Level, ...]
    mapping: bool
    word: int
    at_key: bool = False
    index: int = 0
    step: str = ""
    pair: str = ""
    keys: set[str] = field(default_factory=set)
    found: Where | None = None

    def __post_init__(self) -> None:
        """Begin with a key, if it is a mapping."""
        self.at_key = self.mapping

    @property
    def below(self) -> tuple[Level, ...]:
        """The way to the value or item that comes next."""
        here = (*self.way, Level(self.step if self.mapping else self.index, frozenset()))
        return (*here, Level(self.pair, frozenset())) if self.pair else here

    def key(self, name: str, *, written: bool) -> None:
        """Take a key. One that is being written does not stand beside itself."""
        self.step = name
        if not written:
            self.keys.add(name)

    def result(self) -> Where | None:
        """Return where the cursor is, with the keys of this mapping, which are known at its end."""
        found, depth = self.found, len(self.way)
        if found is None or not self.mapping:
            return found
        if len(found.way) == depth:
            return replace(found, beside=frozenset(self.keys))
        level = Level(found.way[depth].step, frozenset(self.keys))
        return replace(found, way=(*found.way[:depth], level, *found.way[depth + 1 :]))


def where(text: str, offset: int) -> Where:
    """Return where in a text an offset lies."""
    return _Reader(text, offset).read()


class _Reader:
    """Reads lines up to the cursor, and those behind it that have keys beside it."""

    def __init__(self, text: str, offset: int) -> None:
        self.text, self.cursor = text, offset
        self.frames: list[_Frame] = []

    def read(self) -> Where:
        """Read the lines up to the cursor."""
        at = 0
        while at <= len(self.text):
            end = self._line_end(at)
            column = self._indent(at, end)
            content = at + column
            if at <= self.cursor <= end and (word := _WORD.match(self.text, content)) is not None:
                begin = min(self.cursor, content)
                if lacking := self._lacking(begin - at):
                    blank = self._as_blank(begin, word.end(1), begin - at + lacking)
                    return replace(blank, lacking=lacking)
            if content == end or self.text[content] == "#":
                if at <= self.cursor <= end:
                    return self._in_blank(at, content, end)
                at = end + 1
                continue
            found = self._line(content, column)
            if isinstance(found, Where):
                return found
            at = self._line_end(found) + 1
        return Where((), "key", self.cursor, self.cursor)

    # --- block ----------------------------------------------------------------------------------------

    def _in_blank(self, start: int, content: int, end: int) -> Where:
        """Return what may stand at the cursor in a line that is empty or a comment."""
        if content < end and content < self.cursor:
            return Where((), "comment", content, end)
        return self._as_blank(self.cursor, self.cursor, self.cursor - start)

    def _as_blank(self, begin: int, end: int, column: int) -> Where:
        """Return what may stand in a column of a line that has nothing but the word to be replaced."""
        self._close(column)
        while self.frames and isinstance(self.frames[-1].step, int) and self.frames[-1].column >= column:
            self.frames.pop()
        return self._as_key(begin, end, column)

    def _lacking(self, column: int) -> int:
        """Return how many blanks the line of the cursor, which begins in a column, lacks to be in its block.

        A line in the middle of a block belongs to the block: anything in a column further left would tear it
        apart. It is in the middle if the line below is further in, and the line above is so, too, or leads it
        in.
        """
        above, below = (next(self._full(lines), None) for lines in (self._lines_above(), self._lines_below()))
        if above is None or below is None:
            return 0
        before, behind = (self._indent(at, self._line_end(at)) for at in (above, below))
        led = before > column or _LEADS_IN.search(self.text, above, self._line_end(above)) is not None
        return max(before, behind) - column if led and behind > column else 0

    def _full(self, lines: Iterator[int]) -> Iterator[int]:
        """Yield the starts of the lines that are neither empty nor a comment."""
        for at in lines:
            content = at + self._indent(at, self._line_end(at))
            if content < self._line_end(at) and self.text[content] != "#":
                yield at

    def _close(self, column: int) -> None:
        """Leave the collections that a line beginning in a column ends."""
        while self.frames and self.frames[-1].column > column:
            self.frames.pop()

    def _line(self, at: int, column: int) -> Where | int:
        """Read a line from its first character, and return where the last value on it ends."""
        if self.cursor < at:
            return self._in_blank(at - column, at, at)
        self._close(column)
        while True:
            dash = _DASH.match(self.text, at)
            if dash is not None:
                self._item(column)
                at, column = dash.end(), column + dash.end() - dash.start()
                if at >= self._line_end(at) or self.text[at] == "#":
                    if dash.start() < self.cursor <= at:
                        return self._as_key(self.cursor, self.cursor, column)
                    return at
                continue
            key = _KEY.match(self.text, at)
            if key is None:
                return self._bare(at, column)
            while self.frames and isinstance(self.frames[-1].step, int) and self.frames[-1].column >= column:
                self.frames.pop()
            name = _unquoted(key["key"])
            if at <= self.cursor <= key.end("key"):
                return self._as_key(at, key.end("key"), column)
            self._keyed(column, name)
            return self._value(key.end(), column)

    def _item(self, column: int) -> None:
        top = self.frames[-1] if self.frames else None
        if top is not None and isinstance(top.step, int) and top.column == column:
            self.frames[-1] = _Frame(column, top.step + 1)
        else:
            self.frames.append(_Frame(column, 0))

    def _keyed(self, column: int, name: str) -> None:
        top = self.frames[-1] if self.frames else None
        if top is not None and isinstance(top.step, str) and top.column == column:
            top.step = name
        else:
            self.frames.append(_Frame(column, name))

    def _bare(self, at: int, column: int) -> Where | int:
        """Read a line that is no key: an item, or the key that is being written."""
        text = self.text
        if text[at] in "[{\"'|>":
            return self._value(at, column, key=False)
        end = _end_of(_PLAIN_END, text, at)
        if at <= self.cursor <= end or (
            self.cursor <= self._line_end(at) and "#" not in text[end : self.cursor]
        ):
            top = self.frames[-1] if self.frames else None
            if top is not None and isinstance(top.step, int) and top.column < column:
                beside = self._beside(column)
                return Where(self._way(), "value", at, max(end, self.cursor), beside)
            return self._as_key(at, max(end, self.cursor), column)
        return Where((), "comment", end, self._line_end(at)) if self.cursor <= self._line_end(at) else end

    def _as_key(self, start: int, end: int, column: int) -> Where:
        """Return where the key stands that begins in a column."""
        top = self.frames[-1] if self.frames else None
        if top is not None and isinstance(top.step, str) and top.column == column:
            self.frames.pop()
        return Where(self._way(), "key", start, end, self._beside(column))

    def _value(self, at: int, column: int, *, key: bool = True) -> Where | int:
        """Read the value that stands behind a key or dash, and return its end."""
        text, line_end = self.text, self._line_end(at)
        start = at + self._indent(at, line_end)
        if start == line_end or text[start] == "#":
            if at <= self.cursor <= start:
                return Where(self._way(), "value", self.cursor, self.cursor)
            return Where((), "comment", start, line_end) if start < self.cursor <= line_end else line_end
        if self.cursor < start:
            return Where(self._way(), "value", self.cursor, self.cursor)
        first = text[start]
        if first in "[{":
            return self._flow(start, column)
        if first in "\"'":
            return self._quoted(start, self._limit(start, column))
        if first in "|>":
            return self._block(start, column, key=key)
        return self._plain(start, column)

    def _plain(self, start: int, column: int) -> Where | int:
        end = _end_of(_PLAIN_END, self.text, start)
        while (more := self._continued(end, column)) is not None:
            end = _end_of(_PLAIN_END, self.text, more)
        line_end = self._line_end(end)
        if start <= self.cursor <= end or (
            self.cursor <= line_end and not self.text[end : self.cursor].strip()
        ):
            return Where(self._way(), "value", start, max(end, self.cursor))
        return Where((), "comment", end, line_end) if self.cursor <= line_end else end

    def _continued(self, end: int, column: int) -> int | None:
        """Return where a plain text goes on in the next line, if it does."""
        line_end = self._line_end(end)
        if line_end >= len(self.text) or self.text[end:line_end].strip():
            return None
        at = line_end + 1
        indent = self._indent(at, self._line_end(at))
        content = at + indent
        if indent <= column or content >= self._line_end(at) or self.text[content] == "#":
            return None
        return None if _KEY.match(self.text, content) or _DASH.match(self.text, content) else content

    def _block(self, start: int, column: int, *, key: bool) -> Where | int:
        """Read a text below `|` or `>`: all lines that are further in than the key."""
        inner = column if key else column - 1
        at = begin = min(self._line_end(start) + 1, len(self.text))
        end = self._line_end(start)
        while at < len(self.text):
            line_end = self._line_end(at)
            indent = self._indent(at, line_end)
            if at + indent < line_end and indent <= inner:
                break
            if at + indent < line_end:
                end = line_end
            at = line_end + 1
        if begin <= self.cursor <= end:
            return Where(self._way(), "value", begin, end, block=True)
        return Where((), "comment", start, end) if start <= self.cursor <= end else end

    def _quoted(self, start: int, limit: int, way: tuple[Level, ...] | None = None) -> Where | int:
        quote = self.text[start]
        end = _closing(self.text, start, limit)
        inner = end - 1 if end > start + 1 and self.text[end - 1] == quote else end
        if start < self.cursor <= inner:
            here = self._way() if way is None else way
            return Where(here, "value", start + 1, inner, flow=way is not None, quoted=quote)
        return end

    def _limit(self, at: int, column: int) -> int:
        """Return where a value must have ended: before the next key or item that is no further in."""
        end = self._line_end(at)
        while end < len(self.text):
            begin = end + 1
            end = self._line_end(begin)
            indent = self._indent(begin, end)
            content = begin + indent
            if (
                content < end
                and indent <= column
                and (_KEY.match(self.text, content) or _DASH.match(self.text, content))
            ):
                return begin - 1
        return len(self.text)

    # --- flow -----------------------------------------------------------------------------------------

    def _flow(self, start: int, column: int) -> Where | int:
        found, end = self._collection(start, self._limit(start, column), ())
        return end if found is None else replace(found, way=(*self._way(), *found.way))

    def _collection(self, start: int, limit: int, way: tuple[Level, ...]) -> tuple[Where | None, int]:
        """Read what is in brackets. Return where the cursor is, if it is inside, and the end."""
        text, flow = self.text, _Flow(way, self.text[start] == "{", start + 1)
        close = "}" if flow.mapping else "]"
        at = start + 1
        while at < limit and text[at] != close:
            if text[at] in ",:" or text[at].isspace():
                self._separator(flow, at)
                at += 1
            elif text[at] == "#" and text[at - 1].isspace():
                at = self._line_end(at)
            else:
                at = self._part(flow, at, limit)
                flow.word = at
        self._between(flow, at)
        closed = at < limit and text[at] == close
        return flow.result(), at + 1 if closed else min(at, limit)

    def _separator(self, flow: _Flow, at: int) -> None:
        """Go on behind a comma, or behind the colon after a key."""
        if self.text[at] == ",":
            self._between(flow, at)
            flow.at_key, flow.index, flow.word, flow.pair = flow.mapping, flow.index + 1, at + 1, ""
        elif self.text[at] == ":" and flow.at_key:
            flow.at_key, flow.word = False, at + 1

    def _part(self, flow: _Flow, at: int, limit: int) -> int:
        """Read a key, a value or an item within brackets, and return its end."""
        text, begin, inside = self.text, at, None
        if text[at] in "[{" and not flow.at_key and len(flow.way) < MAX_DEPTH:
            inside, at = self._collection(at, limit, flow.below)
        elif text[at] in "\"'":
            at = _closing(text, begin, limit)
            if flow.at_key:
                if begin < self.cursor < at:
                    inside = Where(flow.way, "key", begin + 1, at - 1, flow=True, quoted=text[begin])
                flow.key(_unquoted(text[begin:at]), written=inside is not None)
            else:
                value = self._quoted(begin, limit, flow.below)
                inside = value if isinstance(value, Where) else None
        else:
            at = max(_end_of(_FLOW_PLAIN_END, text, at, limit), at + 1)
            here = begin <= self.cursor <= at
            if flow.at_key:
                inside = Where(flow.way, "key", begin, at, flow=True) if here else None
                flow.key(text[begin:at].strip(), written=here)
            elif not flow.mapping and not flow.pair and text[at : at + 1] == ":":
                inside = Where(flow.below, "key", begin, at, flow=True) if here else None
                flow.pair = text[begin:at].strip()
            elif here:
                inside = Where(flow.below, "value", begin, at, flow=True)
        flow.found = flow.found or inside
        return at

    def _between(self, flow: _Flow, end: int) -> None:
        """Note that the cursor stands in the white space before a separator, if it does."""
        if flow.found is None and flow.word <= self.cursor <= end:
            way, role = (flow.way, "key") if flow.at_key else (flow.below, "value")
            flow.found = Where(way, role, self.cursor, self.cursor, flow=True)  # type: ignore[arg-type]

    # --- helpers --------------------------------------------------------------------------------------

    def _way(self) -> tuple[Level, ...]:
        return tuple(
            Level(f.step, self._beside(f.column) if isinstance(f.step, str) else frozenset())
            for f in self.frames
        )

    def _beside(self, column: int) -> frozenset[str]:
        """Return the keys in a column, in the lines around the cursor that are no further left."""
        above = () if self._begins(column) else self._keys_in(column, self._lines_above(), dashed=True)
        return frozenset((*above, *self._keys_in(column, self._lines_below(), dashed=False)))

    def _begins(self, column: int) -> bool:
        """Return whether the line of the cursor has a dash before a column, so that an item begins there."""
        start = self.text.rfind("\n", 0, self.cursor) + 1
        at = start + self._indent(start, self._line_end(start))
        while at - start < column and (dash := _DASH.match(self.text, at)) is not None:
            at = dash.end()
            if at - start == column:
                return True
        return False

    def _lines_above(self) -> Iterator[int]:
        end = self.text.rfind("\n", 0, self.cursor)
        while end >= 0:
            start = self.text.rfind("\n", 0, end) + 1
            yield start
            end = start - 1

    def _lines_below(self) -> Iterator[int]:
        start = self._line_end(self.cursor) + 1
        while start < len(self.text):
            yield start
            start = self._line_end(start) + 1

    def _keys_in(self, column: int, lines: Iterator[int], *, dashed: bool) -> Iterator[str]:
        """Yield the keys in a column up to the first line that is further left.

        With `dashed`, that line has the first of the keys if it begins with a dash.
        """
        for start in lines:
            end = self._line_end(start)
            at = start + self._indent(start, end)
            if at >= end or self.text[at] == "#":
                continue
            left = at - start < column
            while dashed and (dash := _DASH.match(self.text, at)) is not None:
                at = dash.end()
            key = _KEY.match(self.text, at)
            if at - start == column and key is not None:
                yield _unquoted(key["key"])
            if left:
                return

    def _line_end(self, at: int) -> int:
        end = self.text.find("\n", at)
        return len(self.text) if end < 0 else end

    def _indent(self, at: int, end: int) -> int:
        found = at
        while found < end and self.text[found] in " \t":
            found += 1
        return found - at


def _unquoted(text: str) -> str:
    return text[1:-1] if len(text) > 1 and text[0] in "\"'" and text[-1] == text[0] else text


def _end_of(pattern: re.Pattern[str], text: str, at: int, limit: int | None = None) -> int:
    found = pattern.search(text, at, len(text) if limit is None else limit)
    return (len(text) if limit is None else limit) if found is None else found.start()


def _closing(text: str, start: int, limit: int) -> int:
    """Return the end of a quoted text, behind its quote or, if there is none, at the end of its line."""
    quote, at = text[start], start + 1
    while at < limit:
        if text[at] == "\\" and quote == '"':
            at += 2
        elif text[at] == quote:
            if quote == "'" and text[at + 1 : at + 2] == "'":
                at += 2
                continue
            return at + 1
        else:
            at += 1
    end = text.find("\n", start, limit)
    return limit if end < 0 else end
