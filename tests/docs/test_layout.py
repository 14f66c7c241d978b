"""Tests that the examples of the manual have the layout of `gamespec fmt`."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from gamespec import SpecError, formatted

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
EXAMPLE = re.compile(r"^```yaml[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ODD = {"how-to/format.md"}
"""Pages that show how the layout changes a file."""


def examples() -> list[tuple[str, str]]:
    """Return the examples of YAML in the manual, each with its page and its line there."""
    return [
        (f"{page.relative_to(ROOT)}:{text.count(chr(10), 0, found.start()) + 1}", dedent(found[1]))
        for page in PAGES
        if not any(page.as_posix().endswith(name) for name in ODD)
        for text in [page.read_text(encoding="utf-8")]
        for found in EXAMPLE.finditer(text)
    ]


@pytest.mark.parametrize(("place", "text"), [pytest.param(*each, id=each[0]) for each in examples()])
def test_an_example_has_the_layout(place: str, text: str) -> None:
    """An example is formatted, unless it shows a mistake in its YAML, or leaves something out by `…`."""
    try:
        made = formatted(text, place)
    except SpecError:
        assert any(word in place for word in ("codes/GS10", "how-to/", "tutorial")), place
        return
    assert made == text
