"""Reads a YAML text as a tree of what its author wrote: brackets, quotes, anchors, and their places.

`document` reads a text for its meaning, and forgets how it is written; this module is for those who write it
anew. It reports nothing: if there is no tree, `document` says why. White space and comments are not in the
tree. They are what lies between its parts, where `comments` finds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal, Protocol

import yaml

from gamespec.documents.document import MAX_CHARACTERS, MAX_DEPTH, MAX_VALUES, events_of

__all__ = ["Part", "Tree", "comments", "leaves", "read_tree"]

Style = Literal["plain", "'", '"', "|", ">", "alias"]

_TAG = re.compile(r"!<[^>]*>|![^\s,\[\]{}]*")
_STYLES: dict[str | None, Style] = {"'": "'", '"': '"', "|": "|", ">": ">"}
_REMARK = re.compile(r"#[^\n]*")


@dataclass(slots=True)
class Part:
    """A scalar, an alias, a list or a mapping.

    `start` and `end` delimit it without its anchor and its tag, which are in `lead` and begin at `begin`.
    `style` is `None` for collections. The children of a mapping are its keys and values in turn. `flow`
    collections are written in brackets, except for a single pair in a list, which may be `bare`. A block
    scalar includes the empty lines after it.
    """

    begin: int
    start: int
    end: int
    lead: str = ""
    style: Style | None = None
    text: str = ""
    mapping: bool = False
    flow: bool = False
    bare: bool = False
    children: list[Part] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        """Whether nothing is written here."""
        return self.style == "plain" and self.start == self.end

    @property
    def pairs(self) -> Iterator[tuple[Part, Part]]:
        """The keys of a mapping with their values."""
        return zip(self.children[::2], self.children[1::2], strict=True)


@dataclass(slots=True)
class Tree:
    """A text with its root, which lies between the offsets `head`, after `---`, and `foot`, before `...`."""

    text: str
    root: Part
    head: int
    foot: int


def read_tree(text: str) -> Tree | None:
    """Read a text, in which lines end in LF only, as a tree.

    Returns `None` if it is not YAML, holds no document or several, or exceeds the limits of `document`.
    """
    builder = _Builder(text)
    try:
        for event in events_of(text):
            builder.take(event)
            if builder.beyond:
                return None
    except yaml.MarkedYAMLError:
        return None
    return None if builder.tree.root.empty else builder.tree


class _Mark(Protocol):
    """A place in the text, as both parsers give it."""

    @property
    def index(self) -> int: ...


class _Builder:
    """Builds the tree of a text from its events."""

    def __init__(self, text: str) -> None:
        self.tree = Tree(text, Part(0, 0, 0, style="plain"), 0, len(text))
        self._stack: list[Part] = []
        self._documents = self._values = self._characters = 0

    @property
    def beyond(self) -> bool:
        """Whether the text exceeds a limit."""
        return (
            self._documents > 1
            or len(self._stack) > MAX_DEPTH
            or self._values > MAX_VALUES
            or self._characters > MAX_CHARACTERS
        )

    def take(self, event: yaml.Event) -> None:
        """Process the next event."""
        match event:
            case yaml.DocumentStartEvent():
                self._documents += 1
                self.tree.head = _at(event.end_mark) if event.explicit else 0
            case yaml.DocumentEndEvent(explicit=True):
                self.tree.foot = _at(event.start_mark)
            case yaml.AliasEvent():
                start, end = _at(event.start_mark), _at(event.end_mark)
                self._add(Part(start, start, end, style="alias", text=self.tree.text[start:end]))
            case yaml.ScalarEvent():
                self._add(self._scalar(event))
            case yaml.CollectionStartEvent():
                part = self._collection(event)
                self._add(part)
                self._stack.append(part)
            case yaml.CollectionEndEvent():
                self._close(event)
            case _:
                pass

    def _add(self, part: Part) -> None:
        self._values += 1
        self._characters += len(part.text)
        if self._stack:
            self._stack[-1].children.append(part)
        else:
            self.tree.root = part

    def _close(self, event: yaml.CollectionEndEvent) -> None:
        done = self._stack.pop()
        if done.flow and not done.bare:
            done.end = _at(event.end_mark)
        elif done.children:
            done.end = done.children[-1].end

    def _scalar(self, event: yaml.ScalarEvent) -> Part:
        end = _at(event.end_mark)
        begin, start, lead = self._lead(event, end)
        return Part(begin, start, max(start, end), lead, _STYLES.get(event.style, "plain"), event.value)

    def _collection(self, event: yaml.CollectionStartEvent) -> Part:
        text = self.tree.text
        begin, start, lead = self._lead(event, len(text))
        mapping, flow = isinstance(event, yaml.MappingStartEvent), bool(event.flow_style)
        bare = flow and text[start] not in "[{"
        return Part(begin, start, start, lead, mapping=mapping, flow=flow, bare=bare)

    def _lead(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent, end: int) -> tuple[int, int, str]:
        """Return where an event's anchor and tag begin, where its content begins, and the former."""
        text, anchor = self.tree.text, f"&{event.anchor}"
        begin = start = _at(event.start_mark)
        leads: list[str] = []
        for _ in range((event.anchor is not None) + (event.tag is not None)):
            tag = _TAG.match(text, start)
            leads.append(tag[0] if tag else anchor)
            start = _after_space(text, start + len(leads[-1]), end)
        return begin, start, " ".join(leads)


def _at(mark: _Mark | None) -> int:
    assert mark is not None  # noqa: S101 - the events of a text have places
    return mark.index


def _after_space(text: str, at: int, end: int) -> int:
    """Return the offset after white space and comments, at most `end`."""
    while at < end and (text[at].isspace() or text[at] == "#"):
        line_end = text.find("\n", at)
        at = at + 1 if text[at] != "#" else end if line_end < 0 else line_end
    return min(at, end)


def leaves(part: Part) -> Iterator[Part]:
    """Yield the scalars and aliases below a part, in the order of the text."""
    if part.style is not None:
        yield part
    for child in part.children:
        yield from leaves(child)


def comments(tree: Tree) -> Iterator[str]:
    """Yield the comments of a text in order, without white space at their ends."""
    at = 0
    for leaf in leaves(tree.root):
        yield from _remarks(tree.text, at, leaf.begin)
        yield from _remarks(tree.text, leaf.begin + len(leaf.lead), leaf.start)
        at = max(at, leaf.end)
        if leaf.style in ("|", ">"):
            header = tree.text[leaf.start : leaf.end].partition("\n")[0]
            yield from _remarks(header, 0, len(header))
    yield from _remarks(tree.text, at, len(tree.text))


def _remarks(text: str, start: int, end: int) -> Iterator[str]:
    for found in _REMARK.finditer(text, start, end):
        yield found[0].rstrip()
