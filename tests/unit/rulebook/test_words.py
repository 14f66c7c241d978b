"""Tests of single sentences: what the author writes, and how the sheet says it."""

from __future__ import annotations

from pathlib import Path

import pytest

from gamespec import load
from interpreter.rulebook import sheet_of
from interpreter.rulebook.marks import PLAIN, Style, capital, cleaned, code, drawn, link, name, plain, quoting
from interpreter.words import Words

QUOTES = {"en": "‘’", "de": "‚‘"}  # noqa: RUF001 - as on the sheet
"""The quotation marks around names in each language."""

CASES = Path(__file__).parents[2] / "rulebook" / "conditions.txt"

GAME = """
language: 1
game: told
title: Told
players: 2
enums:
  suit: {red: {en: red, de: Rot}, blue: {en: blue, de: Blau}}
components:
  card:
    name: {en: {one: a card, other: cards}, de: {one: eine Karte, other: Karten}}
    attributes:
      suit: {type: suit, label: {en: suit, de: Farbe}}
      rank: {type: 1..3, label: {en: rank, de: Wert}}
    all: {suit: suit, rank: 1..3}
    start: deck
zones:
  deck: {of: card, ordered: true, label: {en: deck, de: Stapel}}
  hand: {of: card, per: player, label: {en: hand, de: Hand}}
variables:
  led: {type: suit?, label: {en: suit led, de: angespielte Farbe}}
  coins: {per: player, type: 0..9, label: {en: {one: coin, other: coins}, de: {one: Münze, other: Münzen}}}
  won: {per: player, type: bool, label: {en: has won, de: hat gewonnen}}
functions:
  told: {is: "CONDITION"}
phases:
  play:
    turns: clockwise
    until: empty(deck)
    do: [{if: told(), then: [{move: "top(deck, 1)", to: "hand[me]"}]}]
limit: {decisions: 9, then: draw}
"""


def said(folder: Path, condition: str, language: str) -> str:
    """Return how a condition is said, which is the definition of the function `told`."""
    path = folder / "game.yaml"
    path.write_text(GAME.replace("CONDITION", condition), encoding="utf-8")
    spec = load(path)
    sheet = sheet_of(spec, Words(spec.compiled(), language))
    (line,) = (line for line in sheet.all() if line.anchor == "term-told")
    return drawn(line.text, quoting(*QUOTES[language]))


def cases() -> list[tuple[str, str, str]]:
    """Return the conditions of the table, each with its words in English and in German."""
    blocks = CASES.read_text(encoding="utf-8").strip().split("\n\n")[1:]
    return [(condition, english, german) for condition, english, german in map(str.splitlines, blocks)]


@pytest.mark.parametrize(("condition", "english", "german"), cases())
def test_conditions_are_said(tmp_path: Path, condition: str, english: str, german: str) -> None:
    """A condition is said in the author's words, in both languages."""
    assert said(tmp_path, condition, "en") == f"‘told’ holds if {english}"  # noqa: RUF001 - as on the sheet
    assert said(tmp_path, condition, "de") == f"`told` gilt, wenn gilt: {german}"


def test_marks_are_drawn_inside_each_other() -> None:
    """A link may contain names; text outside of marks is drawn by the style of text."""
    style = Style(
        str.upper, lambda text: f"<{text}>", lambda text: f"`{text}`", lambda text, to: f"[{text}]({to})"
    )
    shown = f"it {name('now')}"
    sentence = f"do {link(shown, 'part-1')}, {code('x_y')}"
    assert drawn(sentence, style) == "DO [IT <now>](part-1), `x_y`"
    assert drawn(sentence, PLAIN) == plain(sentence) == "do it now, x_y"


def test_authors_texts_carry_no_marks() -> None:
    """Characters that are marks, line breaks and characters that act on a terminal are taken out of texts."""
    assert cleaned("a\ue000b\n c\x1b[1m") == "ab c␛[1m"
    assert plain(name("x\ue004y")) == "xy"


def test_a_sentence_begins_with_a_capital() -> None:
    """The first letter is raised unless it belongs to a name."""
    assert capital("the end") == "The end"
    assert plain(capital(f"{name('c')} is red")) == "c is red"
