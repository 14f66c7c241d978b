"""Reads YAML into nodes that know their places. Every key and every value has its span.

The reader consumes libyaml's events (or the identical events of `yaml_scanner` where libyaml is missing)
rather than its composer's tree. A single loop without recursion keeps the open collections on a stack. Depth,
aliases and the number of documents are therefore checked before anything is built, and a hostile file costs
no more than its length. Marks count characters, even after non-ASCII ones (a test proves it), so an event's
offsets are offsets in the source.

Constructs that the language lacks (fractions, tags, merge keys) are reported and read as the nearest harmless
construct, so that later passes find the other mistakes. A value at which the parser gives up is reported. It
counts as unread if `yaml_mending` can determine its extent. There is no document only if the text cannot be
read any further.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from typing import NoReturn, Protocol

import yaml

from gamespec.documents.files import check_characters, read_source
from gamespec.documents.nodes import (
    Entry,
    Mapping,
    Node,
    Plain,
    Scalar,
    Sequence,
    core_value,
    plain,
    shorten,
    unread,
)
from gamespec.documents.yaml_faults import report_syntax
from gamespec.documents.yaml_lines import Fault, Repair
from gamespec.documents.yaml_mending import Mending
from gamespec.documents.yaml_repairs import repaired
from gamespec.documents.yaml_values import CURLY
from gamespec.text.advice import Cure, Edit, write
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.removal import removed
from gamespec.text.source import Source, Span
from gamespec.text.suggest import did_you_mean

__all__ = [
    "Entry",
    "Mapping",
    "Node",
    "Plain",
    "Room",
    "Scalar",
    "Sequence",
    "events_of",
    "plain",
    "read_document",
    "read_source",
]

MAX_DEPTH = 64
MAX_VALUES = 15_000
MAX_CHARACTERS = 250_000


def _loader() -> type[yaml.SafeLoader | yaml.CSafeLoader]:
    """Return libyaml's loader, or the loader of `yaml_scanner` if PyYAML comes without libyaml."""
    try:
        return yaml.CSafeLoader
    except AttributeError:
        from gamespec.documents.yaml_scanner import Loader

        return Loader


_LOADER = _loader()


def events_of(text: str) -> Iterator[yaml.Event]:
    """Yield the events of a text. Raises `yaml.MarkedYAMLError` where it stops being YAML."""
    return yaml.parse(text, Loader=_LOADER)


@dataclass(slots=True)
class Room:
    """The room that is left for the documents of one game: a number of values, and of characters of text.

    Values repeated by an alias count again, because later passes visit them again.
    """

    values: int = MAX_VALUES
    characters: int = MAX_CHARACTERS


def read_document(source: Source, found: Collector, room: Room | None = None) -> Node | None:
    """Return the single document of a YAML text.

    Returns `None` after reporting why the text cannot be read to its end. Documents that become parts of one
    game share their `room`.
    """
    if not check_characters(source, found):
        return None
    room = room or Room()
    mending = Mending(source.text)
    while True:
        reader = _Reader(source, found, mending, Room(room.values, room.characters))
        try:
            reader.read()
        except yaml.MarkedYAMLError as error:
            if not reader.read_on(error):
                return None
        except _Unreadable:
            return None
        else:
            break
    room.values, room.characters = reader.room.values, reader.room.characters
    root = reader.root
    if root is None or (isinstance(root, Scalar) and root.value is None and not root.span.text):
        found.report("GS109", "the file contains no document", source.span())
        return None
    return root


@dataclass(slots=True)
class _Open:
    """A collection that is being read, with the keys and values, or the items, that were read so far."""

    start: int
    mapping: bool
    flow: bool
    anchor: str | None
    children: list[Node]


class _Unreadable(Exception):
    """Raised after reporting why reading cannot go on."""


class _Mark(Protocol):
    """A place in the text, as both parsers give it."""

    @property
    def index(self) -> int: ...


# The anchors and tags that precede a node, with the white space and comments between them.
_PROPERTIES = re.compile(r"(?:[&!]\S*(?:\s+(?:#[^\r\n]*)?)*)*")
_TAG = re.compile(r"(?:&\S*\s+)?(!\S*)")


def _measured(node: Node) -> tuple[int, int, int]:
    """Return the number of values in a node, of characters in its texts, and of levels of nesting."""
    match node:
        case Scalar(text=text):
            return 1, len(text), 0
        case Sequence(parts):
            pass
        case Mapping(entries):
            parts = tuple(part for entry in entries for part in (entry.key, entry.value))
    within = [_measured(part) for part in parts]
    values, characters = sum(v for v, _, _ in within), sum(c for _, c, _ in within)
    return 1 + values, characters, 1 + max((height for _, _, height in within), default=0)


def _open_brackets(node: Node) -> int:
    """Return the number of parentheses that an unquoted text opens minus the number that it closes."""
    plain_text = isinstance(node, Scalar) and node.inner == node.span
    return node.span.text.count("(") - node.span.text.count(")") if plain_text else 0


def _ends(children: list[Node], step: int) -> list[int]:
    """Join parts that commas took apart, and return, for each part, the index after its joined range.

    A part with an open parenthesis is joined to the parts after it, up to the first that closes as many
    parentheses. With `step` 2 the parts are keys without values, and a key that has a value ends the search.
    `sums` is the number of brackets open after each part. The scan runs from the end, and `near` and `places`
    hold the decreasing sums that lie ahead.
    """
    ends = [at + 1 for at in range(len(children))]
    opened = [_open_brackets(child) for child in children]
    sums = list(accumulate(n if at % step == 0 else 0 for at, n in enumerate(opened)))
    near: list[int] = []
    places: list[int] = []
    for at in reversed(range(len(children))):
        if (at + 1) % step == 0 and opened[at] > 0:
            wanted = sums[at] - opened[at]
            found = bisect_right(near, wanted) - 1
            if found >= 0 and near[found] == wanted:
                ends[at] = places[found] + step
        if at % step:
            continue
        if step > 1 and children[at + 1].span.text:
            near, places = [], []
            continue
        while near and near[-1] >= sums[at]:
            near.pop()
            places.pop()
        near.append(sums[at])
        places.append(at)
    return ends


def _indent(text: str, begin: int) -> int:
    """Return the number of blanks at the start of the line that begins at `begin`."""
    blanks = re.compile(" *").match(text, begin)
    return len(blanks[0]) if blanks else 0


class _Reader:
    """Builds the tree of one text from its events."""

    def __init__(self, source: Source, found: Collector, mending: Mending, room: Room) -> None:
        self.source = source
        self.mending = mending
        self.found = found
        self.root: Node | None = None
        self._bom = 1 if source.text.startswith("\ufeff") else 0
        self._length = len(mending.text)
        self._stack: list[_Open] = []
        self._anchors: dict[str, Node | None] = {}
        self.room = room
        self._end = 0  # end of the last token that is part of a value, where a block collection ends

    def read(self) -> None:
        """Read the text to its end.

        Raises `yaml.MarkedYAMLError` where the text stops being YAML, and `_Unreadable`.
        """
        for event in events_of(self.mending.text[self._bom :]):
            if isinstance(event, yaml.ScalarEvent):
                scalar = self._scalar(event)
                self._end = scalar.span.end
                self._take_room(1, len(scalar.text), scalar.span)
                self._add(scalar, event.anchor)
            elif isinstance(event, yaml.CollectionStartEvent):
                self._open(event)
            elif isinstance(event, yaml.CollectionEndEvent):
                self._close(event)
            elif isinstance(event, yaml.AliasEvent):
                self._alias(event)
            elif isinstance(event, yaml.DocumentStartEvent) and self.root is not None:
                self._fail("GS109", "a second document", self._span(event))

    def _span(self, event: yaml.Event) -> Span:
        start, end = self._index(event.start_mark), self._index(event.end_mark)
        if self.mending.changes:
            start, end = self.mending.original(start), self.mending.original(end)
        return Span(self.source, start, end)

    def _fail(self, code: str, message: str, span: Span, cure: str | None = None) -> NoReturn:
        self.found.report(code, message, span, help=cure)
        raise _Unreadable

    def _content(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> Span:
        """Return an event's span without its anchor and tag. A tag is reported."""
        span = self._span(event)
        if event.anchor is None and event.tag is None:
            return span
        text = self.source.text
        if event.tag is not None and (tag := _TAG.match(text, span.start)):
            self.found.report(
                "GS110",
                f"tag `{tag[1]}`",
                self.source.span(tag.start(1), tag.end(1)),
                help=write(f"not {tag[1][1:]}")
                if tag[1].endswith(")")
                else "leave it out, or quote a text that begins with `!`",
            )
        end = span.end if isinstance(event, yaml.ScalarEvent) else len(text)
        properties = _PROPERTIES.match(text, span.start, end)
        start = properties.end() if properties else span.start
        return self.source.span(start, max(start, span.end))

    def _scalar(self, event: yaml.ScalarEvent) -> Scalar:
        span, text = self._content(event), event.value
        start, end = span.start, span.end
        taken = event.tag is not None and not text  # by a tag that was meant as a value
        if taken or (self.mending.places and self.mending.covers(start, end)):
            return unread(span)
        match event.style:
            case "'" | '"' as quote:
                token = span.text
                quotes = (quote, *CURLY)
                opened, closed = token.startswith(quotes), len(token) > 1 and token.endswith(quotes)
                inner = self.source.span(start + opened, end - closed)  # a repair may have added either
                escaped = ("\\" if quote == '"' else "''") in inner.text
                return Scalar(text, text, span, inner, escaped)
            case "|" | ">":
                token = span.text.rstrip()
                header = re.match(r"[^\r\n]*\s*", token)
                end = start + len(token)
                inner = self.source.span(start + (header.end() if header else 0), end)
                return Scalar(text, text, self.source.span(start, end), inner)
            case _:
                if text.endswith('"') and span.text.count('"') == 1:
                    self._report_no_quote(span)
                    inner = self.source.span(start, end - 1)
                    return Scalar(inner.text, inner.text, span, inner, "\\" in inner.text)
                return Scalar(core_value(text, span, self.found), text, span, span)

    def _report_no_quote(self, span: Span) -> None:
        """Report an unquoted text that ends with a quote."""
        cure = 'begin it with `"`'
        edits = (Edit(self.source.span(span.start), '"'),)
        self.found.report(
            "GS101", "a quoted text without a beginning", span, help=cure,
            remedies=(Cure(cure, edits),) if "\\" not in span.text else (),
        )  # fmt: skip

    def _open(self, event: yaml.CollectionStartEvent) -> None:
        span = self._content(event)
        if len(self._stack) == MAX_DEPTH:
            self._fail("GS106", f"more than {MAX_DEPTH} levels of nesting", span)
        if event.anchor is not None:
            self._anchors[event.anchor] = None
        mapping = isinstance(event, yaml.MappingStartEvent)
        self._take_room(1, 0, span)
        self._stack.append(_Open(span.start, mapping, bool(event.flow_style), event.anchor, []))

    def _take_room(self, values: int, characters: int, span: Span) -> None:
        """Reserve the room that a value needs, or report an error if too little is left."""
        room = self.room
        room.values -= values
        room.characters -= characters
        if room.values < 0:
            self._fail(
                "GS115", f"a specification holds at most {MAX_VALUES:,} values", span,
                "move long lists into tables in CSV; values repeated by an alias count again",
            )  # fmt: skip
        if room.characters < 0:
            self._fail(
                "GS115", f"the texts of a specification have at most {MAX_CHARACTERS:,} characters", span,
                "turn repeated parts into functions and procedures",
            )  # fmt: skip

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        done = self._stack.pop()
        if done.flow:
            self._end = self._span(event).end
            if "(" in self.source.text[done.start : self._end]:
                done.children = self._mended(done.children, 2 if done.mapping else 1)
        span = Span(self.source, done.start, max(done.start, self._end))
        if done.mapping:
            again: list[Entry] = []
            self._add(Mapping(self._entries(done.children, again), span, tuple(again)), done.anchor)
        else:
            self._add(Sequence(tuple(done.children), span), done.anchor)

    def _add(self, node: Node, anchor: str | None) -> None:
        if anchor is not None:
            self._anchors[anchor] = node
        if self._stack:
            self._stack[-1].children.append(node)
        else:
            self.root = node

    def _alias(self, event: yaml.AliasEvent) -> None:
        name, span = event.anchor or "", self._span(event)
        self._end = span.end
        if name not in self._anchors:
            cure = did_you_mean(name, self._anchors) or "quote a text that begins with `*`"
            self._fail("GS101", f"no anchor `&{name}` before this alias", span, cure)
        node = self._anchors[name]
        if node is None:
            self._fail("GS105", f"alias `*{name}` stands inside the value it repeats", span)
        values, characters, height = _measured(node)
        if values > self.room.values:
            self._fail(
                "GS105", f"including values repeated by aliases, there are more than {MAX_VALUES:,}", span
            )
        self._take_room(values, characters, span)
        if len(self._stack) + height > MAX_DEPTH:
            self._fail("GS106", f"more than {MAX_DEPTH} levels of nesting", span)
        self._add(node, None)

    def _mended(self, children: list[Node], step: int) -> list[Node]:
        """Rejoin the parts of a flow collection that commas took apart, as in `{x: f(a, b)}`.

        `step` is 2 where keys and values alternate and the parts after the first have no value.
        """
        mended: list[Node] = []
        at = 0
        ends = _ends(children, step)
        while at < len(children):
            part, after = children[at], ends[at]
            last = children[after - step] if after > at + 1 else part
            if after > at + 1 and last.span.start > part.span.start:  # an alias is somewhere else
                part = self._joined(part.span.to(last.span))
                at = after - 1
            mended.append(part)
            at += 1
        return mended

    def _joined(self, span: Span) -> Scalar:
        quotable = not set(span.text) & set('"\\\n')
        self.found.report(
            "GS114",
            "an expression with a comma must be quoted here",
            span,
            help=write(f'"{span.text}"') if quotable else "put it in quotes",
            notes=("inside brackets and braces a comma ends an unquoted value",),
        )
        return Scalar(span.text, span.text, span, span)

    def _entries(self, children: list[Node], again: list[Entry]) -> tuple[Entry, ...]:
        """Return the entries of a mapping from its keys and values. `again` receives those that repeat a key.

        An unusable key is reported and left out.
        """
        entries: dict[str, Entry] = {}
        for key, value in zip(children[::2], children[1::2], strict=True):
            if not isinstance(key, Scalar):
                kind = "list" if isinstance(key, Sequence) else "mapping"
                self.found.report("GS104", f"a {kind} cannot be a key", key.span, help="quote an expression")
            elif key.value is None:
                self.found.report("GS104", "an empty key", key.span)
            elif key.text == "<<" == key.span.text:
                self.found.report(
                    "GS110", "merge key `<<`", key.span, help="write the keys out where they apply"
                )
            elif key.text in entries:
                self.found.report(
                    "GS103",
                    f"duplicate key `{shorten(key.text)}`",
                    key.span,
                    others=(Remark(entries[key.text].key.span, "first given here"),),
                    remedies=() if self.found.full else removed(key.span),
                )
                again.append(Entry(key, value))
            else:
                entries[key.text] = Entry(key, value)
        return tuple(entries.values())

    def read_on(self, error: yaml.MarkedYAMLError) -> bool:
        """Report where and why a text is not YAML, and return whether the rest of it can be read."""
        problem = error.problem_mark or error.context_mark
        context = error.context_mark or problem
        said = f"{error.context or ''}: {error.problem or ''}"
        fault = Fault(self.mending.text, said, self._index(problem), self._index(context))
        goes_on = self.mending.goes_on()
        place = self.mending.original(fault.problem)
        if self._follows(place):
            repair = None
        elif goes_on and (repair := repaired(fault, self._failure)) is not None:
            self._report_repair(repair)
            self.mending.repair(repair.changes)
            return True
        else:
            report_syntax(self.source, said, place, self.mending.original(fault.context), self.found)
        flow = next((self.mending.repaired(each.start) for each in self._stack if each.flow), None)
        return goes_on and self.mending.mend(said, fault.problem, fault.context, flow)

    def _failure(self, text: str) -> int | None:
        """Return the offset at which a text stops being YAML, or `None` if it is YAML to its end."""
        try:
            for _ in events_of(text[self._bom if text.startswith("\ufeff") else 0 :]):
                pass
        except yaml.MarkedYAMLError as error:
            mark = error.problem_mark or error.context_mark
            return mark.index if mark else 0
        return None

    def _report_repair(self, repair: Repair) -> None:
        def place(start: int, end: int) -> Span:
            return self.source.span(self.mending.original(start), self.mending.original(end))

        edits = tuple(Edit(place(change.start, change.end), change.text) for change in repair.changes)
        self.found.report(
            repair.code, repair.message, place(repair.start, repair.end), help=repair.help,
            remedies=(Cure(repair.help, edits),),
        )  # fmt: skip

    def _follows(self, problem: int) -> bool:
        """Return whether a fault may be the consequence of a value that was blanked out.

        That is possible on the line where the value ended, and on a line that continues it.
        """
        text = self.source.text
        begin = text.rfind("\n", 0, problem) + 1
        for start, end in self.mending.places:
            above = text.rfind("\n", 0, start) + 1
            if begin <= end < problem or (end == begin - 1 and _indent(text, begin) > _indent(text, above)):
                return True
        return False

    def _index(self, mark: _Mark | None) -> int:
        """Return the offset of a place in the text that is read, which may have been repaired."""
        if mark is None:
            return 0
        index = mark.index + self._bom
        return min(self._length, index)
