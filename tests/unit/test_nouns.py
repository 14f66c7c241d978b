"""Tests that an author's nouns take the form that their number requires in each language."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.documents.document import read_document
from gamespec.schema import check_structure
from gamespec.text.diagnostics import Collector
from gamespec.text.source import Source
from interpreter.drawn.html.pen import TIMES
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
    players: 2
    resources:
      chips:
        per: player
        type: 0..30
        start: 30
        label: {en: {one: chip, other: chips}, pl: {one: żeton, few: żetony, other: żetonów}}
      gold: {per: player, type: 0..30, start: 30, label: {en: gold, de: Gold}}
      oil: {per: player, type: 0..30, start: 30}
    actions:
      pay:
        do:
          - {transfer: 1, from: "chips[me]", to: chips.bank}
          - {transfer: 3, from: "chips[me]", to: chips.bank}
          - {transfer: 5, from: "chips[me]", to: chips.bank}
          - {transfer: 1, from: "gold[me]", to: gold.bank}
          - {transfer: 2, from: "oil[me]", to: oil.bank}
    phases:
      play: {turns: clockwise, do: [{offer: [pay]}]}
    limit: {decisions: 1, then: draw}
"""


@pytest.mark.parametrize(
    ("language", "amounts"),
    [
        ("en", ["1 chip", "3 chips", "5 chips", f"1 {TIMES} gold", f"2 {TIMES} oil"]),
        ("de", ["1 chip", "3 chips", "5 chips", f"1 {TIMES} Gold", f"2 {TIMES} oil"]),
        ("pl", ["1 żeton", "3 żetony", "5 żetonów", f"1 {TIMES} gold", f"2 {TIMES} oil"]),
        ("x", ["1 chip", "3 chips", "5 chips", f"1 {TIMES} gold", f"2 {TIMES} oil"]),
    ],
)
def test_amounts(game_of: Callable[[str], Spec], language: str, amounts: list[str]) -> None:
    """A noun has the plural form that CLDR prescribes for its number.

    A noun without forms follows a multiplication sign. If the label lacks the reader's language, the rules of
    the language from which it is taken apply.
    """
    game = Named(game_of(GAME), record=True)
    game.apply(game.options[0])
    words = Words(game.compiled, language)
    told = [text for event in game.events if (text := words.event(event)) is not None]
    lost = (re.fullmatch("p1 (?:loses|verliert) (.*)", text) for text in told)
    assert [found[1] for found in lost if found] == amounts


@pytest.mark.parametrize(
    ("label", "said"),
    [
        ("{en: {one: chip}}", ["missing key `other` in a noun or its forms by number"]),
        ("{en: {one: chip, others: chips}}", ["unknown key `others` in a noun or its forms by number"]),
        ("{en: {one: chip, other: chips}, de: Chips}", []),
        ("chips", []),
    ],
)
def test_forms_are_checked(label: str, said: list[str]) -> None:
    """A noun must have the form `other`, and may have no forms except those of CLDR."""
    found = Collector()
    text = f"game: g\nresources: {{chips: {{type: 0..3, label: {label}}}}}\n"
    check_structure(read_document(Source("f.yaml", text), found), "game", found)
    assert [d.message for d in found if not d.message.endswith("in a game")] == said
