"""Tests for `gamespec print`, which prints the components of games on sheets to cut."""

from __future__ import annotations

import struct
import sys
from io import BytesIO
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from click.testing import Result

    Run = Callable[..., Result]

POINTS = 72 / 25.4
"""The number of points in a millimetre."""


def pages(file: Path) -> PdfReader:
    """Return the pages of a PDF file."""
    return PdfReader(BytesIO(file.read_bytes()))


@pytest.mark.parametrize(
    ("arguments", "wide", "count", "corners"),
    [
        (
            (),
            210,
            12,
            2,
        ),  # 3 by 3 on A4, as 3 * 63 < 200 and 3 * 88 < 287: 52 cards on 6 pages, and 6 of backs
        (("--backs", "none"), 210, 6, 2),
        (("--size", "mini", "--backs", "none"), 210, 4, 2),  # 4 * 44 < 200 and 4 * 67 < 287: 16 a page
        (("--size", "square", "--backs", "none"), 210, 2, 1),  # 5 * 40 = 200 and 7 * 40 < 287: 35 a page
        (
            ("--size", "mini", "--paper", "letter"),
            215.9,
            8,
            2,
        ),  # 4 * 44 < 205.9 and 4 * 67 < 269.4: 16 a page
    ],
)
def test_each_card_is_on_a_page(  # noqa: PLR0913 - fixtures, and a row of the table
    run: Run, tmp_path: Path, arguments: tuple[str, ...], wide: float, count: int, corners: int
) -> None:
    """The number of pages follows from the sizes of cards and paper, less a margin of 5 mm on each side."""
    file = tmp_path / "cards.pdf"
    printed = run("print", "hearts", "-o", file, *arguments)
    assert printed.exit_code == 0
    assert printed.stdout.splitlines()[1].split()[:3] == ["card", "52", "52"]
    assert f"cards.pdf: {count} pages\n" in printed.stderr
    made = pages(file)
    assert len(made.pages) == count
    assert {round(float(page.mediabox.width) / POINTS, 1) for page in made.pages} == {wide}
    words = " ".join(page.extract_text() for page in made.pages).split()
    assert words.count("K") == 4 * corners  # in the corners of four kings
    assert words.count("10") == 4 * corners


def test_tiles_and_tokens(run: Run, tmp_path: Path) -> None:
    """The base game of Carcassonne has 72 tiles of 24 sorts, and 7 followers for each of two players.

    35 tiles fill a page of A4, and 88 discs of 25 mm, 8 by 11. Tiles have backs, and discs have none.
    """
    file = tmp_path / "tiles.pdf"
    printed = run("print", "carcassonne", "-o", file)
    assert [line.split() for line in printed.stdout.splitlines()] == [
        ["kind", "components", "faces", "size"],
        ["tile", "72", "24", "40", "x", "40", "mm"],
        ["follower", "14", "2", "25", "mm"],
    ]
    assert printed.stderr == f"{file}: 7 pages\nnot printed: resources `points`\n"
    assert len(pages(file).pages) == 2 * 3 + 1


def test_players_and_options_are_those_of_the_game(run: Run, tmp_path: Path) -> None:
    """With more players, the game has more followers: 7 for each of five."""
    printed = run("print", "carcassonne", "--players", "5", "-o", tmp_path / "tiles.pdf")
    assert printed.stdout.splitlines()[2].split()[:3] == ["follower", "35", "5"]


def test_what_backs_tell_is_on_them(run: Run, tmp_path: Path) -> None:
    """If players see the colour of a card from behind, its back says it."""
    game = tmp_path / "two" / "game.yaml"
    game.parent.mkdir()
    game.write_text(BACKS, encoding="utf-8")
    assert run("print", game.parent, "-o", tmp_path / "two.pdf").exit_code == 0
    front, behind = (page.extract_text() for page in pages(tmp_path / "two.pdf").pages)
    assert front.split() == ["summer", "7", "summer", "8", "winter", "7"]
    assert behind.split() == ["back", "summer"] * 2 + ["back", "winter"]


BACKS = """\
language: 1
game: two
title: Two
about: Cards of two seasons.
players: 1
enums: {season: [summer, winter]}
components:
  card:
    attributes: {season: season, number: 1..9}
    back: [season]
    rows:
      - {season: summer, number: 7}
      - {season: summer, number: 8}
      - {season: winter, number: 7}
    label: "{season} {number}"
    start: deck
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
actions: {draw: {do: []}}
phases: {play: {turns: clockwise, do: [{offer: [draw]}]}}
end: {done: {when: size(deck) == 0}}
limit: {decisions: 1, then: draw}
"""


def test_the_same_game_gives_the_same_file(run: Run, tmp_path: Path) -> None:
    """A file holds no time and no random name."""
    first, second = tmp_path / "first.pdf", tmp_path / "second.pdf"
    for file in (first, second):
        run("print", "kuhn-poker", "-o", file)
    assert first.read_bytes() == second.read_bytes()


def test_pictures(run: Run, tmp_path: Path) -> None:
    """Each of three cards has a picture, as have the back and a sheet of 10 by 7 cards.

    The longer side of a card of 63 by 88 mm has 1000 pixels, and that of a sheet, 630 by 616 mm, has 4096.
    """
    folder = tmp_path / "pictures"
    printed = run("print", "kuhn-poker", "--png", folder)
    assert printed.exit_code == 0
    assert f"{folder}: 5 pictures" in printed.stderr
    sizes = {file.name: struct.unpack(">II", file.read_bytes()[16:24]) for file in folder.iterdir()}
    cards = {f"card-{name}.png" for name in ("001", "002", "003", "back-001")}
    assert sizes.keys() == cards | {"card-sheet-1.png"}
    for name in cards:
        assert sizes[name] == pytest.approx((1000 * 63 / 88, 1000), abs=1)
    assert sizes["card-sheet-1.png"] == pytest.approx((4096, 4096 * 616 / 630), abs=1)
    again = run("print", "kuhn-poker", "--png", folder)
    assert (again.exit_code, again.stderr) == (2, f"error: directory not empty: `{folder}`\n")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "there is nothing to write"),
        (("--png", "pictures", "--paper", "letter"), "`--paper` is for sheets"),
        (("-o", "cards.txt"), "`cards.txt` does not end in `.pdf`"),
        (("-o", "cards.pdf", "--size", "huge"), "`huge` is not one of"),
        (("-o", "cards.pdf", "--paper", "a3"), "`a3` is not one of"),
        (("-o", "no/folder/cards.pdf"), "no/folder"),
    ],
)
def test_bad_options(run: Run, arguments: tuple[str, ...], told: str) -> None:
    """Options that make no sense are refused with status 2 and a message."""
    printed = run("print", "kuhn-poker", *arguments)
    assert printed.exit_code == 2
    assert told in printed.stderr


def test_a_game_without_components(run: Run, tmp_path: Path) -> None:
    """Pig is played with a die and numbers."""
    printed = run("print", "pig", "-o", tmp_path / "pig.pdf")
    assert (printed.exit_code, printed.stdout) == (2, "")
    assert printed.stderr == "error: `pig` has no components to print\n"


def test_another_kind_of_file_stays(run: Run, tmp_path: Path) -> None:
    """A file that is no PDF file is not replaced."""
    file = tmp_path / "cards.pdf"
    file.write_text("notes", encoding="utf-8")
    printed = run("print", "kuhn-poker", "-o", file)
    assert printed.exit_code == 2
    assert "another kind of file is there" in printed.stderr
    assert file.read_text(encoding="utf-8") == "notes"


@pytest.mark.parametrize("library", ["cssselect2", "tinycss2", "typst"])
def test_without_its_libraries(
    run: Run, library: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """If a library is missing, the message says how to install it."""
    for name in [name for name in sys.modules if name.startswith("interpreter.drawn.sheets")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.delattr("interpreter.drawn.sheets", raising=False)
    for name in [library, *(name for name in sys.modules if name.startswith(f"{library}."))]:
        monkeypatch.setitem(sys.modules, name, None)
    printed = run("print", "kuhn-poker", "-o", tmp_path / "cards.pdf")
    assert printed.exit_code == 2
    assert "which are not installed" in printed.stderr
    assert "pip install 'gamespec[print]'" in printed.stderr
