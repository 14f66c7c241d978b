"""Tests for `gamespec print`, which prints the components of games on sheets to cut."""

from __future__ import annotations

import csv
import json
import signal
import struct
import subprocess
import sys
from io import BytesIO
from typing import TYPE_CHECKING

import jsonschema
import pytest
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

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
        ((), 210, 12, 2),  # 3 by 3 on A4, as 3 * 63 < 200 and 3 * 88 < 287: 52 on 6 pages, and 6 of backs
        (("--backs", "none"), 210, 6, 2),
        (("--size", "bridge", "--backs", "none"), 210, 6, 2),  # 3 * 57 < 200 and 3 * 88 < 287
        (("--size", "tarot", "--backs", "none"), 210, 13, 2),  # 2 * 70 < 200 and 2 * 120 < 287: 4 a page
        (("--size", "mini", "--backs", "none"), 210, 4, 2),  # 4 * 44 < 200 and 4 * 67 < 287: 16 a page
        (("--size", "square", "--backs", "none"), 210, 2, 1),  # 5 * 40 = 200 and 7 * 40 < 287: 35 a page
        (("--size", "50x50", "--backs", "none"), 210, 3, 1),  # 4 * 50 = 200 and 5 * 50 < 287: 20 a page
        (("--size", "mini", "--paper", "letter"), 215.9, 8, 2),  # 4 * 44 < 205.9 and 4 * 67 < 269.4: 16
        (("--size", "mini", "--paper", "a3", "--backs", "none"), 297, 2, 2),  # 6 * 44 < 287, 6 * 67 < 410
        # with a bleed of 3 mm, 2 by 3: 3 * 63 + 2 * 6 = 201 > 200, and 3 * 88 + 2 * 6 = 276 < 287
        (("--bleed", "3", "--backs", "none"), 210, 9, 2),
    ],
)
def test_each_card_is_on_a_page(  # noqa: PLR0913 - fixtures, and a row of the table
    run: Run, tmp_path: Path, arguments: tuple[str, ...], wide: float, count: int, corners: int
) -> None:
    """The number of pages follows from the sizes of cards and paper, less a margin of 5 mm on each side."""
    file = tmp_path / "cards.pdf"
    printed = run("print", "hearts", "-o", file, "--only", "card", *arguments)
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

    35 tiles fill a page of A4. Tiles have backs, and discs have none: 14 followers and two counters for the
    score share a page. The scores have a track, and a reference comes first.
    """
    file = tmp_path / "tiles.pdf"
    printed = run("print", "carcassonne", "-o", file)
    assert [line.split()[:3] for line in printed.stdout.splitlines()] == [
        ["kind", "number", "faces"],
        ["tile", "72", "24"],
        ["follower", "14", "2"],
        ["points", "2", "2"],
        ["points", "1", "1"],
    ]
    made = pages(file).pages
    cards = [page for page in made if "tile" in page.extract_text() and "/72" in page.extract_text()]
    assert len(cards) == 2 * 3
    assert "track" not in printed.stderr


def test_all_that_a_game_needs(run: Run) -> None:
    """Trapper has a board of 8 by 8 fields for tiles of 40 mm, so at least 8 * 40 = 320 mm wide and high.

    That needs two sheets of A4 in each direction, whose shorter side is 210 mm. Its 493 gold are tokens.
    """
    printed = run("print", "trapper", "--dry-run", "--only", "board", "--only", "gold")
    shown = [line.split(maxsplit=1)[1] for line in printed.stdout.splitlines() if line[:1].isdecimal()]
    assert [line.split()[:2] for line in shown[:4]] == [
        ["board", "A1"],
        ["board", "A2"],
        ["board", "B1"],
        ["board", "B2"],
    ]
    assert shown[4].startswith("gold 1")
    assert printed.exit_code == 0


def test_only_what_is_wanted(run: Run) -> None:
    """A zone stands for the kind that it holds; a name that the game lacks is refused."""
    listed = run("print", "trapper", "--dry-run", "--only", "deck", "--backs", "none").stdout
    assert [line.split()[0] for line in listed.splitlines()[:2]] == ["kind", "card"]
    refused = run("print", "trapper", "--dry-run", "--only", "dekc")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "the game has no `dekc`" in refused.stderr
    assert "did you mean `deck`?" in refused.stderr


def test_copies_and_figures(run: Run) -> None:
    """Two copies of seven followers for two players are 28, which stand if folded."""
    told = run(
        "print", "carcassonne", "--dry-run", "--only", "follower", "--copies", "2", "--stand", "follower"
    )
    assert told.stdout.splitlines()[1].split() == ["follower", "28", "2", "25", "x", "76", "mm"]


def test_nothing_is_written_in_a_dry_run(run: Run, tmp_path: Path) -> None:
    """The sheets are listed, and no file appears."""
    file = tmp_path / "cards.pdf"
    printed = run("print", "kuhn-poker", "-o", file, "--dry-run")
    lines = [line.split() for line in printed.stdout.splitlines()]
    assert ["1", "reference", "front"] in lines
    assert ["2", "card", "1\N{EN DASH}3/3", "front"] in lines
    assert ["3", "card", "1\N{EN DASH}3/3", "back"] in lines
    assert not file.exists()


def test_dice_are_named(run: Run) -> None:
    """Pig is played with a die of six sides, which nobody can print."""
    told = run("print", "pig", "--dry-run").stderr
    assert told == "have at hand: the die (d6)\n"


@pytest.mark.parametrize(("language", "heading"), [("en", "In the box"), ("de", "In der Schachtel")])
def test_the_reference(run: Run, tmp_path: Path, language: str, heading: str) -> None:
    """It says what the specification says, in both languages, on at most two pages."""
    file = tmp_path / "reference.pdf"
    assert run("print", "hearts", "-o", file, "--only", "reference", "--lang", language).exit_code == 0
    made = pages(file)
    assert 1 <= len(made.pages) <= 2
    words = " ".join(" ".join(page.extract_text() for page in made.pages).split())
    assert heading in words
    assert "52" in words


@pytest.mark.parametrize("game", ["trapper", "hanabi", "liars-dice"])
def test_no_font_of_the_machine_is_used(run: Run, tmp_path: Path, game: str) -> None:
    """All fonts in a file are those that are shipped, or inside Typst; all are embedded."""
    file = tmp_path / "game.pdf"
    assert run("print", game, "-o", file).exit_code == 0
    ours = ("AlegreyaSans", "LibertinusSerif", "NewCM", "NewComputerModern", "DejaVuSansMono")
    found = set()
    for page in pages(file).pages:
        found |= fonts_of(page)
    assert found
    assert {name for name in found if not name.partition("+")[2].startswith(ours)} == set()


def fonts_of(holder: DictionaryObject) -> set[str]:
    """Return the names of the fonts of a page, and of the pictures on it."""
    resources = holder.get("/Resources", DictionaryObject()).get_object()
    found = {str(font.get_object()["/BaseFont"])[1:] for font in resources.get("/Font", {}).values()}
    for inner in resources.get("/XObject", {}).values():
        found |= fonts_of(inner.get_object())
    return found


def test_what_backs_tell_is_on_them(run: Run, tmp_path: Path) -> None:
    """If players see the colour of a card from behind, its back says it."""
    game = tmp_path / "two" / "game.yaml"
    game.parent.mkdir()
    game.write_text(BACKS, encoding="utf-8")
    assert run("print", game.parent, "-o", tmp_path / "two.pdf").exit_code == 0
    _, front, behind = (page.extract_text() for page in pages(tmp_path / "two.pdf").pages)
    assert front.split()[:6] == ["summer", "7", "summer", "8", "winter", "7"]
    assert behind.split()[:6] == ["back", "summer"] * 2 + ["back", "winter"]


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
    """Each of three cards has a picture, as have the chips, the back, and a sheet of 10 by 7 cards.

    The longer side of a card of 63 by 88 mm has 1000 pixels, and that of a sheet, 630 by 616 mm, has 4096.
    """
    folder = tmp_path / "pictures"
    printed = run("print", "kuhn-poker", "--png", folder)
    assert printed.exit_code == 0
    assert f"{folder}: 6 pictures" in printed.stderr
    pictures = {file.name: file.read_bytes() for file in folder.glob("*.png")}
    sizes = {name: struct.unpack(">II", content[16:24]) for name, content in pictures.items()}
    cards = {f"card-{name}.png" for name in ("001", "002", "003", "back-001")}
    assert sizes.keys() == cards | {"card-sheet-1.png", "chips-001.png"}
    for name in cards:
        assert sizes[name] == pytest.approx((1000 * 63 / 88, 1000), abs=1)
    assert sizes["card-sheet-1.png"] == pytest.approx((4096, 4096 * 616 / 630), abs=1)
    again = run("print", "kuhn-poker", "--png", folder)
    assert (again.exit_code, again.stderr) == (2, f"error: directory not empty: `{folder}`\n")


def test_the_list_of_pictures(run: Run, tmp_path: Path) -> None:
    """The list names the picture of each face, and says how often the thing exists: 3 cards, 4 chips."""
    folder = tmp_path / "pictures"
    run("print", "kuhn-poker", "--png", folder)
    with (folder / "components.csv").open(encoding="utf-8") as file:
        rows = [*csv.DictReader(file)]
    assert sum(int(row["count"]) for row in rows if row["kind"] == "card") == 3
    assert [(row["count"], row["shape"]) for row in rows if row["kind"] == "chips"] == [("4", "round")]
    for row in rows:
        assert (folder / row["front"]).is_file()
        assert not row["back"] or (folder / row["back"]).is_file()


SAVED_OBJECT = {
    "type": "object",
    "required": ["SaveName", "ObjectStates"],
    "properties": {"ObjectStates": {"type": "array", "minItems": 1, "items": {"$ref": "#/$defs/object"}}},
    "$defs": {
        "object": {
            "type": "object",
            "required": ["Name", "Transform", "Nickname", "GUID"],
            "properties": {
                "Name": {"enum": ["Bag", "Card", "CardCustom", "Custom_Board", "Custom_Tile", "DeckCustom"]},
                "GUID": {"pattern": "^[0-9a-f]{6}$"},
                "Transform": {
                    "required": [
                        *("posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ")
                    ],
                    "additionalProperties": {"type": "number"},
                },
                "CustomDeck": {
                    "patternProperties": {
                        "^[1-9][0-9]*$": {
                            "required": [
                                "FaceURL",
                                "BackURL",
                                "NumWidth",
                                "NumHeight",
                                "BackIsHidden",
                                "UniqueBack",
                            ],
                            "properties": {
                                "NumWidth": {"type": "integer", "minimum": 1, "maximum": 10},
                                "NumHeight": {"type": "integer", "minimum": 1, "maximum": 7},
                            },
                        }
                    },
                    "additionalProperties": False,
                },
                "CustomImage": {"required": ["ImageURL"]},
                "DeckIDs": {"type": "array", "minItems": 2, "items": {"type": "integer", "minimum": 100}},
                "ContainedObjects": {"type": "array", "items": {"$ref": "#/$defs/object"}},
            },
        }
    },
}


@pytest.mark.parametrize(("game", "decks"), [("kuhn-poker", {"card": 3}), ("trumpet", {"card": 69})])
def test_a_saved_object_of_tabletop_simulator(
    run: Run, tmp_path: Path, game: str, decks: dict[str, int]
) -> None:
    """Each deck has all its cards, whose numbers are 100 times that of the sheet plus a place up to 68."""
    folder = tmp_path / "pictures"
    assert run("print", game, "--png", folder, "--url", "https://example.org/game/").exit_code == 0
    saved = json.loads((folder / "tabletop-simulator.json").read_text(encoding="utf-8"))
    jsonschema.validate(saved, SAVED_OBJECT)
    found = {each["Nickname"]: each for each in saved["ObjectStates"] if each["Name"] == "DeckCustom"}
    assert {name: len(deck["ContainedObjects"]) for name, deck in found.items()} == decks
    for deck in found.values():
        assert [card["CardID"] for card in deck["ContainedObjects"]] == deck["DeckIDs"]
        assert {number // 100 for number in deck["DeckIDs"]} == {int(key) for key in deck["CustomDeck"]}
        assert all(number % 100 < 10 * 7 - 1 for number in deck["DeckIDs"])
        for custom in deck["CustomDeck"].values():
            for url in (custom["FaceURL"], custom["BackURL"]):
                assert (folder / url.removeprefix("https://example.org/game/")).is_file()


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ((), "there is nothing to write"),
        (("--png", "pictures", "--paper", "letter"), "`--paper` is for sheets"),
        (("-o", "cards.txt"), "`cards.txt` does not end in `.pdf`"),
        (("-o", "cards.pdf", "--size", "huge"), "`huge` is not one of"),
        (("-o", "cards.pdf", "--size", "5x500"), "from 20 to 180 mm"),
        (("-o", "cards.pdf", "--paper", "a5"), "`a5` is not one of"),
        (("-o", "cards.pdf", "--bleed", "9"), "0<=x<=5"),
        (("-o", "cards.pdf", "--backs", "duplex"), "`duplex` is not one of"),
        (("-o", "cards.pdf", "--stand", "nobody"), "the game has no `nobody`"),
        (("-o", "cards.pdf", "--url", "https://example.org"), "`--url` is for pictures"),
        (("-o", "no/folder/cards.pdf"), "no/folder"),
    ],
)
def test_bad_options(run: Run, arguments: tuple[str, ...], told: str) -> None:
    """Options that make no sense are refused with status 2 and a message."""
    printed = run("print", "kuhn-poker", *arguments)
    assert printed.exit_code == 2
    assert told in printed.stderr


def test_nothing_to_print(run: Run, tmp_path: Path) -> None:
    """In Pig, the points of a turn are only a number."""
    printed = run("print", "pig", "-o", tmp_path / "pig.pdf", "--only", "turn_total")
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


@pytest.mark.skipif(sys.platform == "win32", reason="it has no such signal")
def test_an_interrupt_leaves_no_file(tmp_path: Path) -> None:
    """Ctrl-C takes effect at once, even while Typst works, and nothing is written."""
    file = tmp_path / "cards.pdf"
    start = [sys.executable, "-c", "import sys; from interpreter.cli import main; sys.exit(main())"]
    words = [*start, "print", "trumpet", "-o", str(file), "--copies", "5"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as printing:
        assert printing.stdout is not None
        assert printing.stdout.readline().startswith("kind")  # all is drawn, and the sheets are made
        printing.send_signal(signal.SIGINT)
        _, told = printing.communicate(timeout=60)
    assert (printing.returncode, told.split()) == (130, ["interrupted"])
    assert [*tmp_path.iterdir()] == []
