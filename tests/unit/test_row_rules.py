"""Tests for handlers and terms in a row of components, which apply only to that row's components."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec.loader import check, load

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gamespec import Spec

GAME = """
language: 1
game: harbour
title: Harbour
players: 2
components:
  card:
    attributes: {worth: {type: 0..9, default: 0}}
    start: pile
    rows:
      - {id: barrel, worth: 2, copies: 2}
      - {id: reef, copies: 2, terms: {points: 10 * number(who)}}
      - {id: porter, copies: 2, on: {shown: [{set: {gold: gold + 10}}]}}
      - {id: market, on: {shown: [{set: {gold: 2 * gold}}], hidden: [{set: {gold: 0}}]}, terms: {points: -1}}
zones:
  pile: {of: card}
variables:
  gold: {type: 0..999}
functions:
  points: {with: {who: player, c: card}, is: c.worth, gathers: sum}
terms:
  for_all: {of: points, is: 100}
events:
  shown: {with: {c: card}}
  hidden: {with: {what: card, n: 1..9}}
handlers:
  one_more: {event: shown, do: [{set: {gold: gold + 1}}]}
phases:
  play:
    turns: clockwise
    do:
      - choose: {c: {from: pile}}
      - {announce: shown, with: {c: c}}
score:
  barrel: points(player, barrel)
  reef: points(player, reef)
  market: points(player, market)
limit: {decisions: 1, then: rank}
"""


@pytest.mark.parametrize(
    ("choice", "gold"),
    [
        # The handlers of the row run first, then the handlers of the game.
        ("choose c=barrel", 1),
        ("choose c=porter", 10 + 1),
        ("choose c=market", 2 * 0 + 1),
    ],
)
def test_what_is_of_a_row_does_what_stands_there(
    game_of: Callable[[str], Spec], choice: str, gold: int
) -> None:
    """An event runs the handlers in the row of its component, but not those in any other row.

    The handlers of the game run as well.
    """
    game = Named(game_of(GAME.replace("decisions: 1", "decisions: 2")))
    row = choice.partition("=")[2]
    option = next(o for o in game.options if row in game.text(o))
    game.apply(option)
    assert game.held("gold") == [gold]


def test_what_is_of_a_row_is_worth_what_stands_there(game_of: Callable[[str], Spec]) -> None:
    """A function that gathers terms includes the term in the row of its argument.

    The sum is 2 + 100 for a barrel, 10 for each seat + 100 for a reef, and -1 + 100 for a market.
    """
    game = Named(game_of(GAME))
    game.apply(game.options[0])
    assert game.result is not None
    assert game.result.parts == ((102, 110, 99), (102, 120, 99))


OVERLAY = """
language: 1
game: harbour-more
title: Harbour, and a crane
extends: game.yaml
edit:
  - add: {components.card.rows: [{id: crane, worth: 1, on: {shown: [{set: {gold: gold + 3}}]}}]}
  - set:
      components.card.rows.porter.on.shown.1: {set: {gold: gold + 20}}
      components.card.rows.barrel.worth: 5
  - remove: components.card.rows.reef.terms
"""


def test_a_card_more_is_one_row(game_of: Callable[[str], Spec], tmp_path: Path) -> None:
    """An overlay can add a row with rules, and can change the rules of other rows by their ids."""
    game_of(GAME)
    (tmp_path / "more.yaml").write_text(OVERLAY, encoding="utf-8")
    spec = load(tmp_path / "more.yaml")
    after = {}
    for row in ("crane", "porter"):
        game = Named(spec)
        game.apply(next(o for o in game.options if row in game.text(o)))
        assert game.result is not None
        after[row] = (game.held("gold"), game.result.parts[0])
    assert after == {"crane": ([3 + 1], (105, 100, 99)), "porter": ([20 + 1], (105, 100, 99))}


@pytest.mark.parametrize(
    ("wrong", "code", "message", "marked"),
    [
        (("id: porter, ", ""), "GS209", "a row with rules of its own needs an `id`", "shown"),
        (
            ("with: {c: card}}", "with: {n: 1..3}}"),
            "GS208",
            "`shown` has no parameter of type `card`: it is unclear which component is meant",
            "shown",
        ),
        (
            ("with: {who: player, c: card}", "with: {d: card, c: card}"),
            "GS208",
            "`points` has 2 parameters of type `card`: it is unclear which component is meant",
            "points",
        ),
        (("on: {shown", "on: {shwn"), "GS201", "there is no event `shwn`", "shwn"),
        ((": {points: -1", ": {pints: -1"), "GS201", "there is no function `pints`", "pints"),
        ((": {points: -1", ": {points: true"), "GS302", "expected `number`, but this is a `bool`", "true"),
        (("{points: -1}", "[points]"), "GS122", None, "[points]"),
        (("gathers: sum", ""), "GS205", "`points` gathers nothing", "points"),
    ],
)  # fmt: skip
def test_mistakes_are_told_beside_the_row(
    tmp_path: Path, wrong: tuple[str, str], code: str, message: str | None, marked: str
) -> None:
    """A mistake in a rule of a row is reported at its place in that row."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.replace(*wrong), encoding="utf-8")
    found = [d for d in check(path).diagnostics if d.severity == "error"]
    assert (code, marked) in {(d.code, d.span.text) for d in found}
    assert message is None or message in {d.message for d in found}
