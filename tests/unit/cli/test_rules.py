"""Tests of the command `gamespec rules`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from gamespec import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from click.testing import Result

    Run = Callable[..., Result]


def test_the_sheet_is_printed(run: Run) -> None:
    """Without a file, and with `-`, the sheet is printed as text."""
    printed = run("rules", "pig")
    assert printed.exit_code == 0
    assert printed.stdout.startswith("Pig\n")
    assert "is 1:\n    - The turn ends." in printed.stdout
    assert run("rules", "pig", "-o", "-").stdout == printed.stdout


def test_options_and_players_are_told(run: Run) -> None:
    """The sheet is told for the choice of options and the number of players on the command line."""
    printed = run("rules", "pig", "--set", "goal=50", "--players", "3").stdout
    assert "told for 3 players" in printed
    assert "Points to win’ (50)" in printed  # noqa: RUF001 - a quotation mark


def test_a_variant_may_cure_its_game(run: Run, tmp_path: Path) -> None:
    """If only the game has mistakes, the sheet of the variant is told, and that the difference is not."""
    folder = tmp_path / "tiny" / "variants"
    folder.mkdir(parents=True)
    text = Path(load("pig").path).read_text(encoding="utf-8").replace("game: pig", "game: tiny")
    (folder.parent / "game.yaml").write_text(text.replace("default: 100", "default: 5"), encoding="utf-8")
    head = "language: 1\ngame: cured\ntitle: Cured\nextends: ../game.yaml\n"
    cure = f"{head}edit: [{{set: {{options.goal.default: 20}}}}]\n"
    (folder / "cured.yaml").write_text(cure, encoding="utf-8")
    outcome = run("rules", f"{folder.parent}+cured")
    assert outcome.exit_code == 0
    assert "- The game itself has mistakes, so what differs from it is not told." in outcome.stdout
    assert "here 20" in outcome.stdout


@pytest.mark.parametrize(
    ("name", "begins"), [("a.html", "<!doctype html>"), ("a.md", "# Pig"), ("a.txt", "Pig\n")]
)
def test_the_name_of_the_file_says_the_form(run: Run, tmp_path: Path, name: str, begins: str) -> None:
    """A page, Markdown or text is written, and written again over itself."""
    for _ in range(2):
        outcome = run("rules", "pig", "-o", str(tmp_path / name))
        assert outcome.exit_code == 0
        assert outcome.stdout == ""
        assert outcome.stderr.startswith(f"{tmp_path / name}: ")
    assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)


def test_nothing_else_is_overwritten(run: Run, tmp_path: Path) -> None:
    """A file of another kind, a specification and a missing folder end the command before it writes."""
    (tmp_path / "mine.html").write_text("hello", encoding="utf-8")
    for name in ("mine.html", "game.yaml", "no/rules.html"):
        outcome = run("rules", "pig", "-o", str(tmp_path / name))
        assert outcome.exit_code == 2
        assert outcome.stderr.startswith("error: ")
    assert (tmp_path / "mine.html").read_text(encoding="utf-8") == "hello"
    assert [path.name for path in tmp_path.iterdir()] == ["mine.html"]


def test_examples_are_listed(run: Run, tmp_path: Path) -> None:
    """The page lists the scenarios that answer with an action, with their places."""
    run("rules", "pig", "-o", str(tmp_path / "a.html"))
    page = (tmp_path / "a.html").read_text(encoding="utf-8")
    assert "scenarios/turns.yaml:" in page
    assert "<code>PIG-01</code>" in page
