"""Guarded expressions are evaluated only if the guard allows it, even if many values are computed at once."""

from __future__ import annotations

from pathlib import Path

import pytest
from agreement import CHECKED, ENGINES, Played, batches, engines_of, side_by_side
from idioms import CONDITIONS, FOLLOW, game
from long_checks import split

import gamespec

TOGETHER = 35
"""Number of conditions that are tested in one game."""

GAMES = -(-len(CONDITIONS) // TOGETHER)

TWO = """
language: 1
game: two
title: Two choices, the first of which says what the second must know
players: 2
enums: {suit: [red, blue]}
components:
  card: {attributes: {suit: suit, value: 1..4}, all: {suit: suit, value: 1..4}, start: deck}
zones:
  deck: {of: card, ordered: true, seen_by: nobody}
  hand: {of: card, per: player}
  out: {of: card}
variables:
  led: {type: card?}
actions:
  pair:
    given: {g: card?}
    with:
      a: {from: 1..2, where: "g != none and g.value >= a"}
      b: {from: "hand[me]", where: "b.suit == g.suit"}
    do: [{set: {led: b}}, {move: b, to: out}]
  lone: {with: {c: {from: "hand[me]"}}, do: [{set: {led: "c if c.value > 2 else none"}}, {move: c, to: out}]}
setup:
  - shuffle: deck
  - for: {p: players}
    do: [{move: "top(deck, 4)", to: "hand[p]"}]
phases:
  all:
    turns: clockwise
    until: empty(hand)
    do:
      - offer: [{pair: {g: led}}, lone]
        otherwise: [{stop: turn}]
limit: {decisions: 40, then: truncate}
"""


def compare(text: str, folder: Path, most: int, games: int) -> Played:
    """Compare all engines on a game, with unchecked and with checked modules, and return the counts."""
    path = folder / "game.yaml"
    path.write_text(text, encoding="utf-8")
    program, played = gamespec.load(path).program(), Played()
    engines = engines_of(program, (*ENGINES, *CHECKED[1:]))
    side_by_side(engines, 1, most, played)
    batches(engines, range(games), played)
    return played


@pytest.mark.parametrize("text", [FOLLOW, TWO], ids=["follow", "two"])
def test_what_a_guard_excludes_is_not_read(text: str, tmp_path: Path) -> None:
    """A guarded access is not executed if its guard fails, in the same condition or in an earlier one."""
    assert compare(text, tmp_path, 40, 20).counts["playouts"] == 20


@pytest.mark.parametrize(
    "number", split(range(GAMES), "agreement", lambda number: number == 0, lambda number: number % 5 > 0)
)
def test_all_guards_before_all_uses(number: int, tmp_path: Path) -> None:
    """Each kind of guard protects each kind of use: of a variable, an attribute, a table and a board."""
    chosen = list(CONDITIONS[number::GAMES])
    assert compare(game(chosen), tmp_path, 12, 6).counts["playouts"] == 6
