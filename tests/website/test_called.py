"""Tests that the search learns from tables what sections are called."""

from __future__ import annotations

import json
from pathlib import Path

from website import called


def test_a_row_names_the_sections_that_it_links_to(tmp_path: Path) -> None:
    """The words of a first cell go to each section that the rest of its row links to, and to no other."""
    words = tmp_path / "how-to" / "words"
    words.mkdir(parents=True)
    (words / "index.html").write_text(
        "<table><tr><th>word</th><th>where</th></tr>"
        '<tr><td>fog of war, <code>dark</code></td><td><a href="../hidden/#ships">ships</a>, '
        '<a href="../../tutorial/">more</a></td></tr>'
        '<tr>\n<td>tags &amp; names</td>\n<td><a href="../hidden/#ships">ships</a></td>\n</tr></table>',
        encoding="utf-8",
    )
    places = ["how-to/hidden/#ships", "tutorial/", "how-to/hidden/"]
    index = {"config": {}, "items": [{"location": place} for place in places]}
    (tmp_path / "search.json").write_text(json.dumps(index), encoding="utf-8")
    called.note(tmp_path)
    items = json.loads((tmp_path / "search.json").read_text(encoding="utf-8"))["items"]
    assert [item["called"] for item in items] == [
        "fog of war, dark, tags & names",
        "fog of war, dark",
        "",
    ]
