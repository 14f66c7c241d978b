"""Tests for `gamespec docs`, which shows the manual of the installed version."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec.system.resources import directory

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]

ROOT = Path(__file__).resolve().parents[3]


def test_every_page_is_listed_and_shown(run: Run) -> None:
    """`gamespec docs` lists every page with its title, and shows any of them by name.

    Indexes are left out, and so are the pages on codes, which `gamespec explain` shows.
    """
    pages = [
        path
        for path in directory("docs").rglob("*.md")
        if path.parent.name != "codes" and path.stem != "index"
    ]
    listed = run("docs").stdout
    assert len(pages) > 20
    for path in pages:
        title = path.read_text(encoding="utf-8").splitlines()[0].removeprefix("# ")
        assert re.search(rf"^  {re.escape(path.stem)} +{re.escape(title)}$", listed, re.MULTILINE)
        assert run("docs", path.stem, "--path").stdout == f"{path}\n"
    tutorial = directory("docs") / "tutorial.md"
    assert run("docs", "tutorial").stdout == tutorial.read_text(encoding="utf-8").rstrip() + "\n"
    assert run("docs", "--path").stdout == f"{directory('docs')}\n"


@pytest.mark.parametrize(
    ("section", "first", "last"),
    [
        ("16", "## 16. Scenarios", "## 17."),
        ("1", "## 1. The file", "## 2."),
        ("3.2", "### 3.2 Quantifiers", "### 3.3"),
        ("3", "## 3. Expressions", "## 4."),
        ("scenarios", "## 16. Scenarios", "## 17."),
    ],
)
def test_a_section(run: Run, section: str, first: str, last: str) -> None:
    """A section can be requested by its number or its heading, and is printed up to the next section."""
    text = (directory("docs") / "reference" / "language.md").read_text(encoding="utf-8")
    expected = text[text.index(f"\n{first}") + 1 : text.index(f"\n{last}")]
    assert run("docs", "language", section).stdout == f"{expected.rstrip()}\n"


def test_what_is_not_there(run: Run) -> None:
    """An unknown page or section is refused with status 2, and the error suggests existing ones."""
    page = run("docs", "languge")
    assert (page.exit_code, page.stdout) == (2, "")
    assert "did you mean `language`?" in page.stderr
    section = run("docs", "language", "99")
    assert section.exit_code == 2
    assert "17. Variants" in section.stderr
    assert run("docs", "language", "--find", "x").exit_code == 2


def test_a_text_is_found_where_it_stands(run: Run) -> None:
    """`--find` prints each line that contains the text, with its page and section.

    If no line contains the text, the status is 1.
    """
    found = run("docs", "--find", "a variant IS an overlay on a game")
    assert found.exit_code == 0
    assert found.stdout.startswith("language, 17. Variants: A variant is an overlay on a game.")
    assert found.stderr == "1 place\n"
    nothing = run("docs", "--find", "zyzzyva qwxy")
    assert (nothing.exit_code, nothing.stdout) == (1, "")


def test_a_terminal_gets_a_pager(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal, the page is formatted and shown in a pager."""
    shown: list[str] = []
    monkeypatch.setattr("interpreter.cli.help.docs.coloured", lambda _: True)
    monkeypatch.setattr("interpreter.cli.help.docs.paged", shown.append)
    assert run("docs", "language", "17").stdout == ""
    assert "Variants" in shown[0]
    assert "## 17" not in shown[0]


def test_the_manual_is_shipped() -> None:
    """The wheel contains the whole manual in the folder where an installed gamespec looks for it."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    included = tomllib.loads(text)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]
    assert included == {
        "games": "gamespec/_data/games",
        "schemas": "gamespec/_data/schemas",
        "docs": "gamespec/_data/docs",
        "editors/vscode/snippets": "gamespec/_data/editors/vscode/snippets",
    }


def test_a_page_offline(run: Run) -> None:
    """In the terminal a page begins with its title, and no link leads to a file that is no page."""
    shown = run("docs", "liars-dice").stdout
    assert shown.startswith("# Liar's dice\n\nDice under a cup.")
    assert "<!--" not in shown
    assert shown.endswith("`gamespec show liars-dice --resolved` prints it.\n")
    assert run("show", "liars-dice", "--resolved").stdout.startswith("language: 1 ")


@pytest.mark.parametrize("words", ["equal turns for all", "finish the last round", "finishing a round"])
def test_words_find_the_section_that_they_fit(run: Run, words: str) -> None:
    """If no line contains a text, the sections that fit its words best are listed.

    A section also has the words by which a table of the manual calls it, and `finish` finds `finishing`.
    """
    found = run("docs", "--find", words)
    assert found.exit_code == 0
    assert "words-you-may-know, First to ten points wins: " in found.stdout
    assert len(found.stdout.splitlines()) <= 6
    assert found.stderr == "no line contains this text; these sections fit its words best\n"


def test_equal_turns_are_found(run: Run) -> None:
    """The section on finishing a round is found by what people want: the same number of turns."""
    assert "First to ten points wins: " in run("docs", "--find", "same number of turns").stdout
