"""Places as editors count them, changes of texts, and servers that agree on each unit."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from editor import editing
from lsprotocol import types as lsp

from interpreter.lsp.moved import moved
from interpreter.lsp.positions import Encoding, Lines, Place

TEXT = "a: Bär\r\nb: 🂡x\n\nc\rd\u2028e"


@pytest.mark.parametrize(
    ("encoding", "character"),
    [("utf-8", 3 + 4), ("utf-16", 3 + 2), ("utf-32", 3 + 1)],  # the card takes 4 bytes, 2 units, 1 character
)
def test_units(encoding: Encoding, character: int) -> None:
    """A character outside the first plane counts as its encoding says."""
    lines = Lines(TEXT, encoding)
    assert lines.place(TEXT.index("x")) == Place(1, character)
    assert lines.offset(Place(1, character)) == TEXT.index("x")


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_places_and_offsets_are_inverse(encoding: Encoding) -> None:
    """An offset has a place that leads back to it, except between CR and LF."""
    lines = Lines(TEXT, encoding)
    for offset in range(len(TEXT) + 1):
        if TEXT[offset - 1 : offset + 1] != "\r\n":
            assert lines.offset(lines.place(offset)) == offset


def test_places_beyond_the_ends() -> None:
    """A place beyond a line or the text is at its end, one inside a character before it."""
    lines = Lines(TEXT, "utf-16")
    assert lines.offset(Place(0, 99)) == TEXT.index("\r\n")
    assert lines.offset(Place(99, 0)) == len(TEXT)
    assert lines.offset(Place(1, 4)) == TEXT.index("🂡")


def test_what_moves() -> None:
    """A span before or behind a change keeps its text, and one that the change touches is lost."""
    old, new = "one two three", "one twenty three"
    change = moved(old, new)
    for word in ("one", "three"):
        start, end = change.forward(old.index(word), old.index(word) + len(word)) or (0, 0)
        assert new[start:end] == word
    assert change.forward(old.index("two"), old.index("two") + 3) is None
    assert old[change.back(new.index("three")) :] == "three"
    assert moved(old, old).forward(4, 7) == (4, 7)
    marked = moved(old, "\ufeff" + new)
    assert marked.forward(0, 3) == (1, 4)
    assert old[marked.back(new.index("three") + 1) :] == "three"
    assert moved(old, "\ufeff" + old).forward(0, 13) == (1, 14)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_server_counts_as_was_agreed(encoding: Encoding, harvest: Path) -> None:
    """Behind a character that takes several units, the mistake is where the agreed unit says."""

    async def told() -> lsp.Range:
        async with editing(harvest, encodings=[encoding]) as editor:
            text = editor.folder.joinpath("game.yaml").read_text().replace("label: rest", "label: '🂡 {zq}'")
            editor.open("game.yaml", text)
            (said,) = [d for d in await editor.mistakes("game.yaml", code="GS201") if "zq" in d.message]
            return said.range

    line = "    label: '🂡 {"
    units = {"utf-8": len(line.encode()), "utf-16": len(line.encode("utf-16-le")) // 2, "utf-32": len(line)}
    found = asyncio.run(told())
    assert (found.start.character, found.end.character) == (units[encoding], units[encoding] + 2)
