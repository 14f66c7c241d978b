"""Tests that the page of a report is well-formed HTML, safe, and readable without its charts."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from dice_sweep import sweep_facts
from games_told import facts, game
from long_checks import split

from interpreter.report.facts import Failure
from interpreter.report.page import page
from interpreter.report.sweep_page import sweep_page

EVIL = "<script>alert('x')</script><img src=x onerror=\"alert(1)\">&amp;`<b>`"
EMPTY = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}
SVG = re.compile(r"<svg.*?</svg>", re.DOTALL)


class Reader(HTMLParser):
    """Parser that collects the elements and texts of a page, and fails unless every element is closed."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element, and expect its end tag unless elements of its kind are always empty."""
        self.elements.append((tag, dict(attrs)))
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an element that closes itself."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Close the element that was opened last; fail if its tag differs from `tag`."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Record the text between two tags."""
        self.texts.append(data)


def games(count: int = 60) -> list[dict[str, Any]]:
    """Return `count` games won by either seat, one that stopped at a fault, and one that was cut short."""
    chosen = [((1, 0), (0, 1)), ((0, 1), (1, 0))]
    found = [game((n % 2, 1 - n % 2), chosen=chosen[n % 3 % 2], turns=4 + n % 7) for n in range(count)]
    stopped = game(outcome=None, end=None, fault="GS502")
    return [*found, stopped, game(outcome=4, end="truncated", truncated=True)]


PAGES = {
    "random": lambda: page(facts(games())),
    "parts": lambda: page(
        facts(
            [one | {f"score.{s}.{p}": s for s in (1, 2) for p in ("gold", "debt")} for one in games()],
            parts={"gold": "gold", "debt": "what is owed"},
        )
    ),
    "bots": lambda: page(
        facts([one | {"seat.1": "greedy", "seat.2": "mcts:9"} for one in games()], seats=["greedy", "mcts:9"])
    ),
    "one game": lambda: page(facts([game()])),
    "no result": lambda: page(facts([game(outcome=None, end=None, fault="GS502")])),
    "together": lambda: page(facts(games(), teams=[0, 0])),
    "no turns": lambda: page(facts([game(turns=0, rounds=0, lead_changes=None)] * 30)),
    "sweep": lambda: sweep_page(sweep_facts({"sides": ("2", "6", "9")}, ["wins.1", "score", "turns"])),
    "sweep of two": lambda: sweep_page(
        sweep_facts({"sides": ("2", "6"), "twice": ("true", "false")}, ["advantage", "score"], games=20)
    ),
    "sweep of one game": lambda: sweep_page(sweep_facts({"twice": ("true", "false")}, ["wins"], games=1)),
    "evil sweep": lambda: sweep_page(
        sweep_facts(
            {"sides": ("2", "6")},
            ["score"],
            title=EVIL,
            called=EVIL,
            command=EVIL,
            left_out=[({EVIL: EVIL}, EVIL)],
            failures=[Failure("GS502", EVIL, 3, EVIL), Failure(None, EVIL, 1, EVIL)],
        )
    ),
    "evil": lambda: page(
        facts(
            [one | {"end": EVIL, "seat.1": EVIL, "seat.2": "random"} for one in games()],
            title=EVIL,
            called=EVIL,
            game=EVIL,
            seats=[EVIL, "random"],
            options={EVIL: EVIL},
            set={EVIL: EVIL},
            faces={"coin": EVIL},
        )
    ),
}


ALIKE = {"random", "together", "no turns", "sweep", "sweep of two"}
"""Names of pages whose contents nearly all occur on other pages as well."""


@pytest.fixture(scope="module", params=split(PAGES, "manual", lambda name: name not in ALIKE))
def text(request: pytest.FixtureRequest) -> str:
    """Return the HTML text of one of the pages."""
    return PAGES[request.param]()


def test_it_is_well_formed(text: str) -> None:
    """Every element is closed, every id is unique, and every reference points to an existing id."""
    assert text.startswith("<!DOCTYPE html>")
    reader = Reader(text)
    ids = [attrs["id"] for _, attrs in reader.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    for _, attrs in reader.elements:
        for key in ("aria-labelledby", "for"):
            assert set((attrs.get(key) or "").split()) <= set(ids)
        link = attrs.get("href")
        assert link is None or link[1:] in ids
    for name in re.findall(r"url\(#([^)]*)\)", text):
        assert name in ids


def test_headings_and_landmarks(text: str) -> None:
    """The page has one heading of level 1, skips no heading level, and has each landmark exactly once.

    The landmarks are a header, a navigation, a main part and a footer.
    """
    tags = [tag for tag, _ in Reader(text).elements]
    headings = [int(tag[1]) for tag in tags if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(headings))
    for landmark in ("header", "nav", "main", "footer"):
        assert tags.count(landmark) == 1


def test_every_chart_is_told_in_words(text: str) -> None:
    """Every chart is an image with a title and a description, and a table beside it contains its numbers."""
    for svg in SVG.findall(text):
        root = ET.fromstring(svg)  # noqa: S314 - it was made here
        assert root.attrib["role"] == "img"
        title, description = (next(e for e in root if e.tag.endswith(tag)) for tag in ("title", "desc"))
        assert root.attrib["aria-labelledby"].split() == [title.attrib["id"], description.attrib["id"]]
        assert title.text
        assert description.text
        assert "NaN" not in svg
    figures = re.findall(r"<figure>.*?</figure>", text, re.DOTALL)
    assert all("<table>" in figure for figure in figures)
    assert sum("<svg" in figure for figure in figures) == len(SVG.findall(text))
    assert all("<details>" in figure for figure in figures if "<svg" in figure)


def test_it_asks_nothing_of_any_machine(text: str) -> None:
    """The page has no script, no frame and no external address except the XML namespace of SVG."""
    for tag, attrs in Reader(text).elements:
        assert tag not in {"script", "iframe", "object", "embed", "link", "base", "img", "form"}
        assert not any(key.startswith("on") or key in {"src", "srcset", "action"} for key in attrs)
        assert (attrs.get("href") or "#").startswith("#")
    rest = text.replace('xmlns="http://www.w3.org/2000/svg"', "")
    assert not re.search(r"https?://|@import|url\((?!#)|javascript:", rest.replace(EVIL, ""))
    assert "default-src 'none'" in text


@pytest.mark.parametrize("name", ["evil", "evil sweep"])
def test_what_a_specification_says_is_text(name: str) -> None:
    """A title, option or player whose name contains HTML is shown literally."""
    text = PAGES[name]()
    assert "<script" not in text
    assert "<img" not in text
    assert "alert('x')" in "".join(Reader(text).texts)


def test_spreads_are_told_by_their_shares() -> None:
    """A histogram's caption gives the real share of the games, however few different lengths there are.

    Of 1,000 games, 129 + 464 + 396 = 989 take 12 to 18 turns. As 1 + 129 take less than 15, and 396 + 9 + 1
    take more, both the 500th and the 501st take 15. Both players of a game with the points 1 and 0 have one
    score.
    """
    lengths = {9: 1, 12: 129, 15: 464, 18: 396, 21: 9, 24: 1}
    text = page(facts([game(turns=turns) for turns, count in lengths.items() for _ in range(count)]))
    assert "1,000 games, from 9 to 24 turns; 99 % lie between 12 and 18, the median is 15." in text
    assert "1,000 games, each 10 decisions." in text
    assert "2,000 scores, from 0 to 1 point; 100 % lie between 0 and 1, the median is 0." in text


def test_components_are_called_as_people_see_them() -> None:
    """Components have their labels, and kinds their plurals; an older table has only names."""
    many = games()
    text = page(facts(many, labels={"coin": "gold doubloon"}, kinds={"coin": "doubloons"}))
    assert "Where the doubloons ended up" in text
    assert "<td>gold doubloon</td>" in text.replace(' scope="row"', "").replace("th>", "td>").replace(
        "<th", "<td"
    )
    assert "Where the components of kind <code>coin</code> ended up" in page(facts(many))


def test_nobody_is_a_team_without_partners() -> None:
    """A game without teams has no team on its page, and a game without variants no variant."""
    text = page(facts(games()))
    assert "A player wins a game alone" in text
    assert not re.search(r"\bteam\b|Variant", text)


def test_the_same_games_are_the_same_page() -> None:
    """Two pages made from the same games are equal, byte for byte."""
    for name in ("parts", "sweep of two"):
        assert PAGES[name]() == PAGES[name]()


def test_failures_come_first() -> None:
    """The section on failures precedes the findings.

    It contains the command that plays the first failed game again.
    """
    text = PAGES["random"]()
    assert 0 < text.index('id="failures"') < text.index('id="findings"') < text.index('id="seats"')
    assert "gamespec play duel --seats random,random --seed 5 --luck 6" in text
    assert 'id="failures"' not in PAGES["one game"]()


def test_the_order_of_the_sections() -> None:
    """The sections have the order that the manual states."""
    found = re.findall(r'<h2 id="([^"]*)"', PAGES["bots"]())
    assert found == [
        *("run", "failures", "findings", "seats", "length", "scores-and-parts", "actions", "components"),
        *("decisions", "players", "ends", "measures", "reading"),
    ]
