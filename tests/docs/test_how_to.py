"""Tests that the commands on the how-to pages run, and that all links in the documentation are valid."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from long_checks import split

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
HOW_TO = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "docs" / "how-to").glob("*.md"))
THOUSANDS = {"hold-a-game-to-bands", "measure-a-game", "use-from-python"}
"""Pages whose commands play thousands of games."""
MORE = {"answer-design-questions", "compare-two-rules", "let-bots-play", "report"}
"""Pages whose bots think for most of a minute, or that play tens of thousands of games or draw charts."""
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "bench").glob("*.md")])
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)")
BLOCK = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#+ (.*)$", re.MULTILINE)


@pytest.mark.usefixtures("low_tide")
@pytest.mark.parametrize(
    "name",
    split(
        HOW_TO,
        "manual",
        lambda name: Path(name).stem not in THOUSANDS | MORE,
        lambda name: Path(name).stem in MORE,
    ),
)
def test_the_page_runs(name: str, hold: Callable[[str], None]) -> None:
    """Every command on the page, run on the game of the tutorial, prints what the page shows."""
    hold(name)


def anchors(page: Path) -> set[str]:
    """Return the anchors of all headings on a page, in the form in which GitHub creates them."""
    headings = HEADING.findall(page.read_text(encoding="utf-8"))
    return {"#" + re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(page: Path) -> None:
    """Every link to a file of the repository leads to an existing file.

    If the link names a heading, the file has that heading.
    """
    for link, anchor in LINK.findall(BLOCK.sub("", page.read_text(encoding="utf-8"))):
        target = (page.parent / link).resolve() if link else page
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), f"{link}{anchor}"
