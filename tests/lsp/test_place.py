"""Where a cursor stands: in sound texts where the reader of documents says, and in broken ones."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import gamespec
from gamespec.documents.document import Mapping, Node, Sequence, read_document, read_source
from gamespec.system.resources import directory
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Span
from interpreter.lsp.place import Path, where

PLACES = 40
"""Number of places that are tried in each game."""

BROKEN = [
    ("zon|", (), "key", "zon", ()),
    ("zones:\n  deck:\n    of: card\n    |", ("zones", "deck"), "key", "", ("of",)),
    ("zones:\n  deck:\n    |\n    of: card", ("zones", "deck"), "key", "", ("of",)),
    ("zones:\n  deck: {of: card, |", ("zones", "deck"), "key", "", ("of",)),
    ("zones:\n  deck: {of: |\n  hand: {of: card}", ("zones", "deck", "of"), "value", "", ()),
    ("zones:\n  deck: {|, of: card}", ("zones", "deck"), "key", "", ("of",)),
    ("setup:\n  - |", ("setup", 0), "key", "", ()),
    ("setup:\n  - {shuffle: deck}\n  - mo|", ("setup", 1), "value", "mo", ()),
    ("setup:\n  - move: top(deck)\n    t|", ("setup", 0), "key", "t", ("move",)),
    ("setup:\n- {move: x}\n- to: |", ("setup", 1, "to"), "value", "", ()),
    ('actions:\n  a:\n    when: "x == |', ("actions", "a", "when"), "value", "x == ", ()),
    ("end:\n  a:\n    is: >-\n      x or\n      y |", ("end", "a", "is"), "value", "x or\n      y ", ()),
    ("a: 1  # no|", (), "comment", None, ()),
    ("a: [1, 2, |", ("a", 2), "value", "", ()),
    ("a: {b: [x|, y], c: 1}", ("a", "b", 0), "value", "x", ()),
    ("a: [stop: x|, y]", ("a", 0, "stop"), "value", "x", ()),
    ("a:\n  b: 1\n|", (), "key", "", ("a",)),
    ("actions:\n  a:\n|\n    when: x\nend:", ("actions", "a"), "key", "", ("when",)),
    ("actions:\n  a:\n    when: x\n|\n  b:\n    when: x", ("actions", "a"), "key", "", ("when",)),
    ("actions:\n  a:\n    when: x\nla|\n    do: []", ("actions", "a"), "key", "la", ("when", "do")),
    ("setup:\n  - move: x\n|\n  - move: y", ("setup",), "key", "", ()),
    ("setup:\n  - if: x\n|\n    then: []", ("setup", 0), "key", "", ("if", "then")),
    ("actions:\n  a:\n    when: x\n|\nend:", (), "key", "", ("actions", "end")),
    ("zon|\n  deck: {of: card}", (), "key", "zon", ()),
    ("a: " + "[" * 5000 + " |", ("a", *[0] * 65), "value", "", ()),
]  # fmt: skip
"""Texts with `|` at the cursor: the keys that lead there, the role, what is written, the keys beside."""


@pytest.mark.parametrize(
    ("marked", "path", "role", "written", "beside"), BROKEN, ids=[b[0][:40] for b in BROKEN]
)
def test_a_broken_text_has_places(
    marked: str, path: Path, role: str, written: str | None, beside: tuple[str, ...]
) -> None:
    """While a text is written, the keys that lead to the cursor are known."""
    offset = marked.index("|")
    text = marked[:offset] + marked[offset + 1 :]
    found = where(text, offset)
    assert (found.path, found.role, found.beside) == (path, role, frozenset(beside))
    if written is not None:
        assert text[found.start : found.end].lstrip() == written.lstrip()


def places(node: Node, path: Path = ()) -> Iterator[tuple[Span, Path, str, frozenset[str]]]:
    """Yield keys and values of a document, the way to each, and the keys beside a key."""
    match node:
        case Mapping(entries):
            for entry in entries:
                beside = frozenset(node.names()) - {entry.key.text}
                yield entry.key.span, path, "key", beside
                yield from places(entry.value, (*path, entry.key.text))
        case Sequence(items):
            for number, item in enumerate(items):
                yield from places(item, (*path, number))
        case _:
            yield node.span, path, "value", frozenset()


@pytest.mark.parametrize("game", gamespec.games())
def test_sound_texts_agree_with_the_reader(game: str) -> None:
    """In the middle of any key or value, the way is that of the document."""
    source = read_source(directory("games") / game / "game.yaml", Collector())
    assert source is not None
    node = read_document(source, Collector())
    assert node is not None
    every = [each for each in places(node) if each[0].text]
    for span, path, role, beside in random.Random(7).sample(every, PLACES):  # noqa: S311 - no secrets
        found = where(source.text, (span.start + span.end) // 2)
        assert (found.path, found.role) == (path, role), span
        assert role == "value" or found.beside == beside, span


def test_no_text_has_no_place() -> None:
    """Each offset of a text full of signs has a place."""
    rng = random.Random(3)  # noqa: S311 - no secrets
    for _ in range(200):
        text = "".join(rng.choice(" \n:-{}[]\"'|>#,ab&*") for _ in range(60))
        for offset in range(len(text) + 1):
            found = where(text, offset)
            assert 0 <= found.start <= found.end <= len(text)
