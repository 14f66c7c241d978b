"""The nodes of a document: scalars, lists and mappings that know their places.

Both YAML and CSV are read into these nodes. Scalars are resolved by the core schema of YAML 1.2 rather than
by that of YAML 1.1, which most readers use. So `no` and `on` are texts, `012` is twelve, and `1:30` is not a
time of day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Names
from dataclasses import field
from typing import TypeAlias

from gamespec.program.frozen import dataclass, replace
from gamespec.text.advice import Advice
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span

__all__ = [
    "Entry",
    "Mapping",
    "Node",
    "Plain",
    "Scalar",
    "Sequence",
    "core_value",
    "plain",
    "renamed",
    "shorten",
    "unread",
    "without",
]

MAX_DIGITS = 18
EXCERPT = 40  # characters of an author's text in a message


@dataclass(frozen=True, eq=False, slots=True)
class Scalar:
    """A single value.

    `text` is its content after YAML's folding. `value` is what the content stands for, which is a text unless
    the scalar is unquoted and reads as something else. `span` is the whole token, and `inner` is the part
    from which an expression can be read in place, without quotes or a block header. `escaped` says that the
    content differs from `inner` by more than white space. `unread` marks a stand-in for a value that was
    unreadable or not allowed at its place, which has been reported.
    """

    value: bool | int | str | None
    text: str
    span: Span
    inner: Span
    escaped: bool = False
    unread: bool = False


@dataclass(frozen=True, eq=False, slots=True)
class Sequence:
    """A list of values."""

    items: tuple[Node, ...]
    span: Span


@dataclass(frozen=True, eq=False, slots=True)
class Entry:
    """A key of a mapping and its value."""

    key: Scalar
    value: Node


@dataclass(frozen=True, eq=False, slots=True)
class Mapping:
    """Keys and values in the order in which they were written.

    Every key occurs once among the `entries`. Those that repeat a key are in `again`, and have been reported.
    """

    entries: tuple[Entry, ...]
    span: Span
    again: tuple[Entry, ...] = ()
    _index: dict[str, Entry] = field(default_factory=dict, init=False, repr=False)

    def get(self, name: str) -> Node | None:
        """Return the value under a key, or `None` if there is no such key."""
        entry = self.entry(name)
        return entry.value if entry else None

    def entry(self, name: str) -> Entry | None:
        """Return the entry with a key, or `None` if there is no such key."""
        if not self._index:
            self._index.update((entry.key.text, entry) for entry in self.entries)
        return self._index.get(name)

    def names(self) -> tuple[str, ...]:
        """Return the texts of the keys."""
        return tuple(entry.key.text for entry in self.entries)


Node: TypeAlias = Scalar | Sequence | Mapping
Plain: TypeAlias = "bool | int | str | list[Plain] | dict[str, Plain] | None"


def unread(span: Span) -> Scalar:
    """Return the stand-in for an unreadable value."""
    return Scalar(None, "", span, span, unread=True)


def without(node: Node, spoilt: Iterable[tuple[str | int, ...]]) -> Node:
    """Return a node in which each part at one of the paths in `spoilt` is replaced by an unread value."""
    by_first: dict[str | int, list[tuple[str | int, ...]]] = {}
    for path in spoilt:
        if not path:
            return unread(node.span)
        by_first.setdefault(path[0], []).append(path[1:])
    match node:
        case Mapping(entries) if by_first:
            kept = (
                Entry(e.key, without(e.value, by_first[e.key.text])) if e.key.text in by_first else e
                for e in entries
            )
            return Mapping(tuple(kept), node.span)
        case Sequence(items) if by_first:
            parts = (without(x, by_first[i]) if i in by_first else x for i, x in enumerate(items))
            return Sequence(tuple(parts), node.span)
        case _:
            return node


def renamed(node: Node, names: Names[tuple[str | int, ...], str]) -> Node:
    """Return a node in which each key at one of the paths in `names` has another name, at the same place."""

    def walk(here: Node, path: tuple[str | int, ...]) -> Node:
        match here:
            case Mapping(entries):
                known = tuple(entry(e, (*path, e.key.text)) for e in entries)
                return Mapping(known, here.span, here.again)
            case Sequence(items):
                return Sequence(tuple(walk(x, (*path, i)) for i, x in enumerate(items)), here.span)
            case _:
                return here

    def entry(e: Entry, path: tuple[str | int, ...]) -> Entry:
        name = names.get(path)
        key = e.key if name is None else replace(e.key, value=name, text=name)
        return Entry(key, walk(e.value, path))

    return walk(node, ())


def plain(node: Node) -> Plain:
    """Return a node as JSON values, with keys as texts."""
    match node:
        case Scalar():
            return node.value
        case Sequence():
            return [plain(item) for item in node.items]
        case Mapping():
            return {entry.key.text: plain(entry.value) for entry in node.entries}


_WORDS: dict[str, bool | None] = {
    word: value
    for name, value in (("null", None), ("true", True), ("false", False))
    for word in (name, name.title(), name.upper())
} | {"": None, "~": None}
_NUMERIC = frozenset("+-.0123456789")  # the characters with which a number begins
_INTEGER = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FRACTION = re.compile(
    r"[-+]?(?:(?P<whole>[0-9]*)\.[0-9]+|(?P<head>[0-9]+)\.?)(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN)"
)


FRACTIONS = "count in smaller units; a text that looks like a number must be quoted"


def _is_whole(text: str) -> bool:
    """Return whether a fraction is a whole number, as 5.0 is."""
    return re.fullmatch(r"[-+]?[0-9]+\.0*", text) is not None


def core_value(text: str, span: Span, found: Collector) -> bool | int | str | None:
    """Return the value of an unquoted text according to the core schema of YAML 1.2.

    A fraction, or a number larger than any rule could need, is reported and read as a whole number.
    """
    if text in _WORDS:
        return _WORDS[text]
    if text[0] not in _NUMERIC:
        return text
    if _INTEGER.fullmatch(text):
        digits = text.lstrip("+-")[2 if text[:2] in {"0o", "0x"} else 0 :].lstrip("0")
        if len(digits) > MAX_DIGITS:
            found.report("GS113", f"a number of {len(digits)} digits", span)
            return 0
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    if fraction := _FRACTION.fullmatch(text):
        found.report(
            "GS111",
            f"`{shorten(text)}` is not a whole number",
            span,
            help=Advice(FRACTIONS, (fraction["head"] or fraction["whole"],) if _is_whole(text) else ()),
        )
        whole = fraction["whole"] or fraction["head"] or "0"
        return int(whole) if len(whole) <= MAX_DIGITS else 0
    return text


def shorten(text: str) -> str:
    """Return an author's text, cut to the length that fits into a message."""
    return text if len(text) <= EXCERPT else f"{text[: EXCERPT - 3]}..."
