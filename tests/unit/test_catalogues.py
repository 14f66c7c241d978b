"""Tests for the catalogues: each message has a text in every language, and no text is left over."""

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
LOOKED_UP = {"gettext": 0, "ngettext": 0, "pgettext": 1, "Refusal": 0, "Counted": 0, "CannotGoOn": 0}
"""Names of functions and classes that look up a message, with the index of that argument."""


def test_catalogues_are_up_to_date() -> None:
    """Template and catalogues have the messages of the code, and texts with the same placeholders."""
    assert outdated() == []


def test_messages_of_all_sources_are_found() -> None:
    """Messages are found in Python, in the page's scripts and attributes, but not in f-strings."""
    found = {message.id if isinstance(message.id, str) else message.id[0] for message in extracted()}
    assert {"it is on offer", "not connected", "skip to the table", "({count} time)"} <= found
    assert len(found) > 250


def sources() -> Iterator[tuple[Path, str]]:
    """Yield the source files that look up messages, with their texts."""
    for path in sorted((ROOT / "interpreter").rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if any(name in text for name in LOOKED_UP):
            yield path, text


def looked_up(tree: ast.AST) -> Iterator[ast.expr]:
    """Yield the expressions in a piece of source that are looked up as messages."""
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

    No message is looked up inside an f-string.
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
    marked = {"COMMANDS[name]", "ON_OFFER", "ROLES[viewer.role]", "after", "name", "names[way]"}
    handed_on = {"message", "one", "said", "self.said"}
    assert variables == marked | handed_on


def test_directions_have_words() -> None:
    """The directions of boards that authors do not name are messages, unlike other names."""
    boards = (
        squares("g", 2, 2, "all", frozenset()),
        hexes("h", 2, 2, frozenset()),
        track("t", 2, loop=True),
    )
    assert {direction for board in boards for direction in board.directions} <= {*VALUES}
    assert value_in(catalogue("de"), "northeast") == "Nordosten"
    assert value_in(catalogue("de"), "uphill") == "uphill"


def test_attributes_of_the_page_are_messages() -> None:
    """The attributes of the page that contain words are messages, each with its line."""
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
    """A missing or fuzzy text, or one with other placeholders, is a fault; a number may be a word."""
    found = faults_of(message)
    assert found == [] if fault is None else fault in found[0]


def test_numbers() -> None:
    """A message with a number uses the singular for 1 and the plural for all other numbers."""
    english, german = catalogue("en"), catalogue("de")
    one, many = "the position after {count} answer", "the position after {count} answers"
    assert [english.ngettext(one, many, n) for n in (0, 1, 2)] == [
        "the position after 0 answers",
        "the position after 1 answer",
        "the position after 2 answers",
    ]
    assert [german.ngettext(one, many, n) for n in (0, 1, 2)] == [
        "die Stellung nach 0 Antworten",
        "die Stellung nach 1 Antwort",
        "die Stellung nach 2 Antworten",
    ]


def test_contexts() -> None:
    """A context distinguishes messages that are equal in English but not in another language."""
    german = catalogue("de")
    assert [german.pgettext("command", "save"), german.gettext("save")] == ["sichern", "speichern"]


def test_other_languages_are_english() -> None:
    """A language without a catalogue falls back to English."""
    assert [catalogue(language).gettext("or") for language in ("de", "en", "fr")] == ["oder", "or", "or"]


def test_the_page_has_its_messages_only() -> None:
    """The page gets the messages of its own files, and none of the server or the terminal."""
    assert of_the_page().keys() == LANGUAGES.keys() - {"en"}
    german = of_the_page()["de"]
    assert german["skip to the table"] == "zum Tisch"
    assert german["seat\x04empty"] == "frei"
    assert german["after {at} of {count} answer"] == [
        "nach {at} von {count} Antwort",
        "nach {at} von {count} Antworten",
    ]
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
