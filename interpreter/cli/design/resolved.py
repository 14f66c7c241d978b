"""Writes a merged document as YAML, with the origin of each part as a comment.

A part that one file set as a whole is written on one line if the author wrote it on one line or if it fits.
Everything else is in block style. Scalars keep their original form if it fits on one line. Reading the output
gives the same document.
"""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path

from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.text.source import Span

__all__ = ["part", "resolved"]

WIDTH = 88
"""Maximum length of a line without its comment, in characters."""

_SPECIAL = re.compile(r"[-?:](?:\s|$)|[,\[\]{}#&*!|>'\"%@`]|: |:$| #|^\s|\s$|[\t\n]")
_FLOW = re.compile(r"[,\[\]{}]")
_QUOTES = {'"', "'"}


def resolved(root: Mapping) -> Iterator[str]:
    """Yield the lines of a document, with comments that name the file and line of each part.

    A file outside the current folder goes by its name and that of its folder; comments at the top say where
    it is.
    """
    outside: dict[str, str] = {}

    def placed(span: Span) -> str:
        name = span.source.name
        if not Path(name).exists():  # an option's value
            return name
        file = Path(os.path.abspath(name))  # noqa: PTH100 - links stay as the author wrote them
        if file.is_relative_to(Path.cwd()):
            return f"{file.relative_to(Path.cwd())}:{span.line}"
        short = str(Path(*file.parts[-2:]))
        known = outside.setdefault(short, str(file))
        return f"{short if known == str(file) else file}:{span.line}"

    lines = list(_sections(root, placed))
    yield from (f"# {short}: {file}" for short, file in outside.items())
    column = min(max((len(text) for text, _ in lines if len(text) <= WIDTH), default=0), WIDTH) + 2
    for text, place in lines:
        yield f"{text.ljust(column - 1)} # {place}" if place else text


def part(name: str, node: Node) -> list[str]:
    """Return the lines of the part `name` of a document, without comments."""
    return [text for text, _ in _part(f"{name}:", node, "  ", "", lambda _: "")]


Places = Callable[[Span], str]
Line = tuple[str, str]
"""The text of a line, and its comment."""


def _sections(root: Mapping, places: Places) -> Iterator[Line]:
    """Yield the lines of a document, with an empty line around each section that has several lines."""
    apart = False
    for number, entry in enumerate(root.entries):
        lines = list(_entry(entry, "", places))
        if number and (apart or len(lines) > 1):
            yield "", ""
        apart = len(lines) > 1
        yield from lines


def _block(node: Mapping | Sequence, indent: str, places: Places) -> Iterator[Line]:
    """Yield the lines of a mapping or a list, in block style."""
    if isinstance(node, Mapping):
        for entry in node.entries:
            yield from _entry(entry, indent, places)
    else:
        for item in node.items:
            yield from _item(item, indent, places)


def _entry(entry: Entry, indent: str, places: Places) -> Iterator[Line]:
    """Yield the lines of a key and its value.

    If one file wrote the key and the value, the comment gives the place of the key.
    """
    together = entry.key.span.source is entry.value.span.source
    place = places((entry.key if together else entry.value).span)
    yield from _part(f"{indent}{_flow_scalar(entry.key)}:", entry.value, indent + "  ", place, places)


def _item(item: Node, indent: str, places: Places) -> Iterator[Line]:
    """Yield the lines of a list item. A mapping in block style begins on the line of the dash."""
    one = _one_line(item)
    if isinstance(item, Mapping) and item.entries and (one is None or len(indent) + 2 + len(one) > WIDTH):
        first, *others = _block(item, indent + "  ", places)
        yield f"{indent}- {first[0].lstrip()}", first[1]
        yield from others
    else:
        yield from _part(f"{indent}-", item, indent + "  ", places(item.span), places)


def _part(head: str, value: Node, indent: str, place: str, places: Places) -> Iterator[Line]:
    """Yield the lines of a value that follows `head`, which is a key or a dash."""
    one = _one_line(value)
    if one is not None and (len(head) + 1 + len(one) <= WIDTH or _bare(value)):
        yield f"{head} {one}", place
    elif isinstance(value, Scalar):
        header, lines = _long(value, WIDTH - len(indent))
        yield f"{head} {header}", place
        yield from ((f"{indent}{line}" if line else "", "") for line in lines)
    else:
        yield head, place
        yield from _block(value, indent, places)


def _bare(value: Node) -> bool:
    """Return whether a value can be written only on one line."""
    match value:
        case Scalar():
            return "\n" not in value.text and " " not in value.text
        case Sequence():
            return not value.items
        case Mapping():
            return not value.entries


def _one_line(node: Node) -> str | None:
    """Return a node in flow style on one line, or `None` if that is impossible.

    It is impossible if several files set parts of the node, or if one of its texts has several lines.
    """
    if len({scalar.span.source for scalar in _scalars(node)}) > 1:
        return None
    if isinstance(node, Scalar):
        return None if "\n" in node.text else _as_written(node)
    if any("\n" in scalar.text for scalar in _scalars(node)):
        return None
    return _flow(node)


def _scalars(node: Node) -> Iterator[Scalar]:
    match node:
        case Scalar():
            yield node
        case Sequence():
            for item in node.items:
                yield from _scalars(item)
        case Mapping():
            for entry in node.entries:
                yield entry.key
                yield from _scalars(entry.value)


def _flow(node: Node) -> str:
    match node:
        case Scalar():
            return _flow_scalar(node)
        case Sequence():
            return f"[{', '.join(map(_flow, node.items))}]"
        case Mapping():
            return f"{{{', '.join(map(_flow_entry, node.entries))}}}"


def _flow_entry(entry: Entry) -> str:
    return f"{_flow_scalar(entry.key)}: {_flow(entry.value)}"


def _flow_scalar(node: Scalar) -> str:
    """Format a scalar for use as a key, or inside brackets or braces."""
    written = _as_written(node)
    return _quoted(node.text) if written[:1] not in _QUOTES and _FLOW.search(written) else written


def _as_written(node: Scalar) -> str:
    """Format a scalar on one line, in the form in which the author wrote it if that form has one line."""
    written = node.span.text
    if node.value is None:
        return "null"
    if "\n" not in written:
        if written[:1] in _QUOTES and len(written) > 1 and written[-1] == written[0]:
            return written
        if written == node.text:
            return written
    plain = isinstance(node.value, str) and not _SPECIAL.search(node.text)
    return node.text if plain or not isinstance(node.value, str) else _quoted(node.text)


def _quoted(text: str) -> str:
    """Quote a text, if possible without escapes, because expressions must not contain any."""
    if not any(char in text for char in '"\\\n\t'):
        return f'"{text}"'
    if "'" not in text and "\n" not in text:
        return f"'{text}'"
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


def _long(node: Scalar, width: int) -> tuple[str, list[str]]:
    """Return a text that does not fit on one line as a block scalar, given by its header and its lines."""
    text = node.text
    if "\n" not in text and " ".join(text.split()) == text:
        return ">-", textwrap.wrap(text, max(width, 40), break_long_words=False, break_on_hyphens=False)
    if "\n" not in text or text.startswith((" ", "\n")):
        return _quoted(text), []
    body = text.rstrip("\n")
    ending = len(text) - len(body)
    header = "|-" if ending == 0 else "|" if ending == 1 else "|+"
    return header, [*body.split("\n"), *[""] * (ending - 1)]
