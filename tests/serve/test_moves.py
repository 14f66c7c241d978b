"""Tests for what a page is told about the things that have moved since its last table."""

from __future__ import annotations

from contextlib import ExitStack
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from served import hosted, page

if TYPE_CHECKING:
    from pathlib import Path

TWO = ("--seats", "human,human", "--seed", "5")
ANSWERS = 3
"""Number of answers of the person. Three bots answer in between."""
PLAYERS = 4
"""Number of players. Once each has chosen cards to pass, cards move with every answer."""


def drawing(asked: dict[str, Any]) -> str:
    """Return the number of the option that draws a card."""
    number: str = next(each["number"] for each in asked["choices"] if each["label"] == "draw a card")
    return number


def test_the_answers_of_bots_come_one_by_one(tmp_path: Path) -> None:
    """Although bots answer at once, each answer comes in a table of its own, with the card that it plays."""
    bots = ("--seats", "human,random,random,random", "--seed", "7")
    with hosted(tmp_path, "hearts", *bots) as server, page(server, "p1") as first:
        tables = [first.table]
        for _ in range(ANSWERS):
            while not first.table["asked"]:
                tables.append(first.hear())
            revision, choices = first.table["revision"], first.table["asked"]["choices"]
            first.say("answer", revision=revision, number=choices[0]["number"])
            while first.table["revision"] == revision:
                tables.append(first.hear())
        revisions = [each["revision"] for each in tables]
        assert sorted({*revisions}) == [*range(revisions[-1] + 1)]
        later = [each for one, each in pairwise(tables) if each["revision"] > one["revision"]]
        assert all(each["moves"] for each in later if each["revision"] >= PLAYERS), "cards are moved"


def test_what_has_moved(animals: Path, tmp_path: Path) -> None:
    """A page is told what has moved since its last table, but not with its first, nor after a jump."""
    with hosted(tmp_path / "t", animals, *TWO) as server, ExitStack() as stack:
        first, second, watching = (stack.enter_context(page(server, who)) for who in ("p1", "p2", "watch"))
        assert first.table["moves"] == first.table["latest"] == []
        first.answer(drawing(first.table["asked"]))
        (move,) = first.table["moves"]
        ((before, after),) = move["pieces"]
        assert before is None
        assert after in first.table["html"]
        assert first.table["latest"] == sorted(["z0", "z1", after])
        for other in (second, watching):
            other.until(lambda message: message["kind"] == "table" and message["answers"] == 1)
            assert other.table["moves"] == [{"path": ["z0", "z1 p0"], "count": 1, "pieces": [], "legs": [0]}]
            assert other.table["latest"] == ["z0", "z1"]
        for said in (("language", {"language": "de"}), ("look", {"at": 0}), ("look", {})):
            second.say(said[0], **said[1])
            second.hear()
            assert second.table["moves"] == []
        with page(server, "p1") as again:
            assert again.table["moves"] == []
            assert again.table["latest"] == first.table["latest"]
