"""Tests that the search learns from tables what sections are called, and words for other words."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from website import asked, called
from website.running import Unbuilt

PAGE = """<table><tr><th>word</th><th>where</th></tr>
<tr><td>fog of war, <code>dark</code></td>
<td><a href="../hidden/#ships">ships</a>,
<a href="../../tutorial/">more</a></td></tr>
<tr>
<td>tags &amp; names</td>
<td><a href="../hidden/#ships">ships</a></td>
</tr></table>
"""
OTHER = """<h3 id="one-word-for-another">One word for another</h3>
<table><tr><th>yours</th><th>ours</th></tr>
<tr><td>throw, cast</td><td>roll</td></tr>
<tr><td>swap, cast</td><td>trade, pass</td></tr></table>
<table><tr><td>and</td><td>another</td></tr></table>
"""


def _noted(made: Path, page: str, *places: str) -> dict[str, object]:
    words = made / "how-to" / "words-you-may-know"
    words.mkdir(parents=True)
    (words / "index.html").write_text(page, encoding="utf-8")
    index = {"config": {}, "items": [{"location": place, "text": "<p>a</p>"} for place in places]}
    (made / "search.json").write_text(json.dumps(index), encoding="utf-8")
    called.note(made)
    found: dict[str, object] = json.loads((made / "search.json").read_text(encoding="utf-8"))
    return found


def test_a_row_names_the_sections_that_it_links_to(tmp_path: Path) -> None:
    """The words of a first cell end the text of each section that its row links to, and of no other."""
    index = _noted(tmp_path, PAGE + OTHER, "how-to/hidden/#ships", "tutorial/", "how-to/hidden/")
    assert index["items"] == [
        {
            "location": "how-to/hidden/#ships",
            "text": "<p>a</p><p>Also under: fog of war, dark, tags &amp; names</p>",
        },
        {"location": "tutorial/", "text": "<p>a</p><p>Also under: fog of war, dark</p>"},
        {"location": "how-to/hidden/", "text": "<p>a</p>"},
    ]


def test_a_table_tells_words_for_other_words(tmp_path: Path) -> None:
    """Each word of a first cell leads to the words beside it; the table itself answers no question."""
    index = _noted(tmp_path, OTHER, called.OTHER_WORDS, "tutorial/")
    assert index["other"] == {"throw": "roll", "cast": "roll trade, pass", "swap": "trade, pass"}
    assert called.places(tmp_path) == {"tutorial/"}


def test_the_table_of_other_words_must_be_there(tmp_path: Path) -> None:
    """Without it, the site is not built."""
    with pytest.raises(Unbuilt, match="one-word-for-another"):
        _noted(tmp_path, PAGE, "tutorial/")


def test_a_question_must_name_sections_that_exist(monkeypatch: pytest.MonkeyPatch) -> None:
    """A section that has gone is reported with its question."""
    monkeypatch.setattr(asked, "QUESTIONS", {"dice": ["how-to/dice/", "how-to/dice/#old"]})
    monkeypatch.setattr(asked, "UNSEEN", {})
    assert list(asked.lost({"how-to/dice/", "how-to/dice/#new"})) == [
        "the question `dice`: the search knows no section `how-to/dice/#old`"
    ]


def test_a_page_is_found_with_its_parts() -> None:
    """A place without `#` stands for the whole page, one with `#` for that section alone."""
    assert asked.answered(["how-to/dice/#two"], ["how-to/dice/"])
    assert asked.answered(["how-to/dice/#two"], ["how-to/dice/#two"])
    assert not asked.answered(["how-to/dice/#two-and-more"], ["how-to/dice/#two"])
    assert not asked.answered(["how-to/dice/#two"], ["how-to/cards/"])
