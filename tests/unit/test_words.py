"""Tests for the messages about individual mistakes: the headline and the help."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from gamespec.loader import check

if TYPE_CHECKING:
    from pathlib import Path

GAME = """\
language: 1
game: sample
title: Sample
players: 2
enums:
  suit: [clubs, hearts]
components:
  card: {attributes: {rank: 1..12}, all: {rank: 1..12}, start: deck}
  beast: {attributes: {suit: suit, rank: 1..3}, all: {suit: suit, rank: 1..3}, start: "den[seat(1)]"}
zones:
  deck: {of: card, ordered: true}
  hand: {of: card, per: player}
  den: {of: beast, per: player}
variables:
  round: {type: 1..9}
  best: {type: card?}
  lead: {type: player}
functions:
  asked: {is: SAID}
setup:
  - STEP
phases:
  play: {turns: clockwise, do: []}
limit: {decisions: 10, then: draw}
"""


def said(
    tmp_path: Path, *, expression: str = "round > 1", step: str = "shuffle: deck"
) -> list[tuple[str, str]]:
    """Return the message and the help of each error in a game that contains `expression` and `step`."""
    quoted = f'"{expression}"' if not expression.startswith('"') else expression
    text = (
        GAME.replace("SAID", quoted)
        .replace("STEP", step)
        .replace("type: player}", "type: player, start: seat(1)}")
    )
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    return [(d.message, d.help or "") for d in check(tmp_path).diagnostics if d.severity == "error"]


@pytest.mark.parametrize(
    ("expression", "message", "cure"),
    [
        (
            "empty(filter(c in deck: c == card.10))",
            "a name cannot begin with a digit: `card.10`",
            "the name of such a component begins with its kind: `card_10`",
        ),
        ("round in [1, 2]", "`[1, 2]` is not part of the language", "write `{1, 2}`"),
        ("len(deck) > 1", "there is no function `len`", "write `size(deck)`"),
        (
            "lead == opponent",
            "unknown name `opponent`",
            "the next player clockwise, for two players the other one, is `left(me)`",
        ),
        ("lead == 1", "cannot compare `player` with `1`", "the player in a seat is `seat(1)`"),
        ("1 != lead", "cannot compare `1` with `player`", "the player in a seat is `seat(1)`"),
        ("round > 1 ? lead : me", "`?` is not part of the language", "write `lead if round > 1 else me`"),
        ("the(lead) == me", "a `player` is never `none`", "drop `the`: write `lead`"),
        ("default(lead, me) == me", "a `player` is never `none`", "drop `default`: write `lead`"),
        (
            "best != none and the(best).rank > 1",
            "a `card` is never `none`",
            "drop `the`: write `best`",
        ),
        (
            "any(b in beast: b == beast.clubs)",
            "`beast` has no value `clubs`",
            "did you mean `clubs_1`, `clubs_2` or `clubs_3`?",
        ),
    ],
)
def test_expressions(tmp_path: Path, expression: str, message: str, cure: str) -> None:
    """Mistakes that come from other languages or break naming rules are reported with the right notation."""
    assert said(tmp_path, expression=expression) == [(message, cure)]


@pytest.mark.parametrize(
    ("step", "message", "cure"),
    [
        (
            "set: {tally: 1}",
            "there is no variable `tally`",
            "name a value with `let: {tally: …}`, or declare it under `variables`",
        ),
        ("set: {ruond: 1}", "there is no variable `ruond`", "did you mean `round`?"),
        (
            "{choose: {c: {from: deck, count: round > 1}}, by: seat(1)}",
            "`count` needs a number, or a list of numbers, but this is a `bool`",
            "write `count: 2`, or `count: 1..size(hand[me])`",
        ),
        (
            "if: round > 1\n    then: [any(c in deck: c.rank > 1)]",
            "a text that contains `: ` must be quoted",
            "put the whole value in quotes, or in a block after `>`",
        ),
        (
            "if: round > 1\n    then:\n      - any(c in deck: c.rank > 1)",
            "a text that contains `: ` must be quoted",
            "put the whole value in quotes, or in a block after `>`",
        ),
        (
            "let: {few: [1, 2]}",
            "expected an expression, got a list of 2 items",
            'quote the expression, and write its lists in braces: `"{1, 2}"`',
        ),
    ],
)
def test_steps(tmp_path: Path, step: str, message: str, cure: str) -> None:
    """A step that its author cannot have meant is reported with the notation that the author needs."""
    assert said(tmp_path, step=step)[:1] == [(message, cure)]


def test_what_excluded_none_is_shown(tmp_path: Path) -> None:
    """If `the` is superfluous, the message shows the condition that has already excluded `none`."""
    text = GAME.replace("SAID", '"best != none and the(best).rank > 1"').replace("STEP", "shuffle: deck")
    (tmp_path / "game.yaml").write_text(text.replace("type: player}", "type: player?}"), encoding="utf-8")
    (found,) = check(tmp_path).diagnostics[:1]
    assert [(label.span.text, label.text) for label in found.others] == [
        ("best != none", "this has excluded `none`")
    ]


def test_every_component_can_be_named(tmp_path: Path) -> None:
    """Components whose attributes are numbers are named after their kind, such as `card_10`."""
    assert said(tmp_path, expression="any(c in deck: c == card_10 or c == card.card_12)") == []
