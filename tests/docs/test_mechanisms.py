"""Tests that the pages about mechanisms quote the rules of real games."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.documents.document import read_document
from gamespec.documents.nodes import Mapping, Node, Scalar, Sequence
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).resolve().parents[2]
FRAGMENT = re.compile(r"^```yaml\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r'^```yaml title="[^"]+"\n(.*?)^```', re.MULTILINE | re.DOTALL)
WORDS = ROOT / "docs" / "how-to" / "words-you-may-know.md"
"""Page whose fragments come from the games at its end, of which its commands show that they are valid."""
PAGES = (ROOT / "docs" / "reference" / "mechanisms.md", WORDS)
FRAGMENTS = [text for page in PAGES for text in FRAGMENT.findall(page.read_text(encoding="utf-8"))]
MANUAL = (
    "docs/how-to/cards-with-effects.md",
    "docs/how-to/several-deals.md",
    "docs/how-to/partners.md",
    "docs/reference/language.md",
)


def plain(text: str) -> str:
    """Return `text` without white space and quotes, which depend on the layout."""
    return re.sub(r"""[\s"']+""", "", text)


@cache
def games() -> str:
    """Return the text of all games in the repository, and of the pages that the fragments refer to.

    White space and quotes are removed.
    """
    files = [path for folder in ("games", "tests/games") for path in sorted((ROOT / folder).rglob("*.yaml"))]
    pages = [ROOT / page for page in MANUAL]
    texts = [path.read_text(encoding="utf-8") for path in (*files, *pages)]
    return plain("\n".join([*texts, *FILE.findall(WORDS.read_text(encoding="utf-8"))]))


def said(node: Node) -> Iterator[str]:
    """Yield the texts and expressions in a fragment, and the keys that contain an index."""
    match node:
        case Mapping():
            for entry in node.entries:
                if "[" in entry.key.text:
                    yield entry.key.text
                yield from said(entry.value)
        case Sequence():
            for item in node.items:
                yield from said(item)
        case Scalar():
            yield node.text


@pytest.mark.parametrize("fragment", FRAGMENTS, ids=lambda text: " ".join(text.split())[:60])
def test_fragments_are_of_games(fragment: str) -> None:
    """Every fragment is valid YAML, and each of its texts and expressions occurs in a real game."""
    found = Collector()
    node = read_document(Source("fragment", fragment), found)
    assert node is not None
    assert not found.errors
    texts = [text for text in said(node) if not text.isspace()]
    assert texts
    assert [text for text in texts if plain(text) not in games()] == []
