"""Tests for the message catalogues, in which every message has a translation and none is unused."""

from __future__ import annotations

import ast
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Message

from gamespec.space.grid import hexes, squares
from gamespec.space.track import track
from interpreter.locale import LANGUAGES, catalogue, of_the_page
from interpreter.locale.extracting import extracted, faults_of, outdated, page_messages
from interpreter.words.said import VALUES, value_in

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
LOOKED_UP = {
    "gettext": 0,
    "ngettext": 0,
    "pgettext": 1,
    "Notice": 0,
    "Refusal": 0,
    "Counted": 0,
    "CannotGoOn": 0,
}
"""Names of functions and classes that look up a message, each with the index of the message argument."""


def test_catalogues_are_up_to_date() -> None:
    """The template and the catalogues contain exactly the messages of the code.

    Each translation has the same placeholders as its message.
    """
    assert outdated() == []


def test_messages_of_all_sources_are_found() -> None:
    """Messages are extracted from Python code and from the scripts and attributes of the page."""
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in extracted()}
    assert {"it is on offer", "not connected", "skip to the table", "({count} time)"} <= found
    assert len(found) > 250


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the path and text of each source file that looks up messages."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(name in text for name in LOOKED_UP):
            yield path, text


def looked_up(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions in a syntax tree that are looked up as messages."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args) if LOOKED_UP.get(
                name, len(args)
            ) < len(args):
                yield args[LOOKED_UP[name]]
            case _:
                pass


def test_messages_are_written_where_they_are_looked_up() -> None:
    """A message is looked up by a literal, which Babel finds, or by a variable with a marked message.

    No literal message is looked up inside an f-string.
    """
    variables: set[str] = set()
    for path, text in sources():
        tree = ast.parse(text)
        variables |= {
            ast.unparse(each) for each in looked_up(tree) if not isinstance(each, ast.Constant | ast.Call)
        }
        for node in ast.walk(tree):
            hidden = looked_up(node) if isinstance(node, ast.JoinedStr) else ()
            assert not any(isinstance(each, ast.Constant) for each in hidden), path
    marked = {"ON_OFFER", "ROLES[viewer.role]", "WORDS[BELOW[level]]", "WORDS[levels[name]]", "after", "name"}
    marked |= {"names[way]"}
    handed_on = {"message", "one", "said", "self.said"}
    collected = {"block.title", "each.about"}  # by `interpreter.playground.phrases.messages`
    assert variables == marked | handed_on | collected


def test_directions_have_words() -> None:
    """The directions that boards define themselves are messages, but names chosen by authors are not."""
    boards = (
        squares("g", 2, 2, "all", frozenset()),
        hexes("h", 2, 2, frozenset()),
        track("t", 2, loop=True),
    )
    assert {direction for board in boards for direction in board.directions} <= {*VALUES}
    assert value_in(catalogue("de"), "northeast") == "Nordosten"
    assert value_in(catalogue("de"), "uphill") == "uphill"


def test_attributes_of_the_page_are_messages() -> None:
    """Attributes of the page that contain words are extracted as messages with their line numbers."""
    page = BytesIO(b'<p data-word="one"></p>\n<p class="two" data-label="three"></p>')
    assert [*page_messages(page, {}, (), {})] == [(1, "gettext", "one", []), (2, "gettext", "three", [])]


@pytest.mark.parametrize(
    ("message", "fault"),
    [
        (Message("no {name}", "kein {name}"), None),
        (Message("no {name}", ""), "has no text"),
        (Message("no {name}", "kein"), "has other values"),
        (Message("no {name}", "kein {nmae}"), "has other values"),
        (Message("no {name}", "kein {name}", flags=["fuzzy"]), "is fuzzy"),
        (Message(("{count} game", "{count} games"), ("ein Spiel", "{count} Spiele")), None),
        (Message(("{count} game", "{count} games"), ("{count} Spiel", "")), "has no text"),
    ],
)
def test_faults_of_texts(message: Message, fault: str | None) -> None:
    """A translation is faulty if it is missing, is fuzzy or has other placeholders than its message.

    A form for one number may replace the placeholder by a word.
    """
    found = faults_of(message)
    assert found == [] if fault is None else fault in found[0]


def test_numbers() -> None:
    """A message with a number has the singular form for 1 and the plural form for every other number."""
    english, german = catalogue("en"), catalogue("de")
    one, many = "{count} answer so far", "{count} answers so far"
    assert [english.ngettext(one, many, n) for n in (0, 1, 2)] == [
        "0 answers so far",
        "1 answer so far",
        "2 answers so far",
    ]
    assert [german.ngettext(one, many, n) for n in (0, 1, 2)] == [
        "bisher 0 Antworten",
        "bisher 1 Antwort",
        "bisher 2 Antworten",
    ]


def test_contexts() -> None:
    """A context separates messages that are the same in English but not in another language."""
    german = catalogue("de")
    assert [german.pgettext("command", "save"), german.gettext("save")] == ["sichern", "speichern"]


def test_other_languages_are_english() -> None:
    """If there is no catalogue for a language, its messages are in English."""
    assert [catalogue(language).gettext("or") for language in ("de", "en", "fr")] == ["oder", "or", "or"]


def test_the_page_has_its_messages_only() -> None:
    """The page receives only the messages of its own files, not those of the server or the terminal."""
    assert of_the_page().keys() == LANGUAGES.keys() - {"en"}
    german = of_the_page()["de"]
    assert german["skip to the table"] == "zum Tisch"
    assert german["seat\x04empty"] == "frei"
    assert german["{count} new line"] == ["{count} neue Zeile", "{count} neue Zeilen"]
    assert "it is on offer" not in german


def test_english_needs_no_library() -> None:
    """Babel is imported only for languages other than English."""
    code = """
import sys
from interpreter.locale import catalogue
catalogue("en")
assert "babel" not in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
