"""Tests that nothing a player can see depends on which of several identical copies a component is.

The games are small enough to enumerate every possible course. What a player is shown is computed in two ways,
each with exact fractions. Explicit chance draws faces of components, whereas enumerating all the numbers that
a shuffle can draw distinguishes the copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from chances import Shown, by_draws, by_outcomes

from interpreter import Game
from interpreter.play.events import EventKind

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program
    from interpreter.play.information import InformationState

DEAL = """
language: 1
game: copies
title: Copies
players: 2
enums: {{suit: [red, blue]}}
components:
  card: {{attributes: {{suit: suit, rank: 1..2}}, rows: [{rows}], start: deck}}
zones:
  deck: {{of: card, ordered: true, seen_by: nobody}}
  hand: {{of: card, per: player, seen_by: owner}}
  pile: {{of: card, ordered: true, seen_by: nobody}}
  table: {{of: card}}
variables:
  seen: {{type: card?}}
  held: {{per: player, type: card?, seen_by: owner}}
setup:
  - shuffle: deck
  - for: {{p: players}}
    do: [{{move: "top(deck, {dealt})", to: "hand[p]"}}]
{setup}
phases:
  play:
    turns: clockwise
    do:
{turn}
      - choose: {{n: {{from: 0..1}}}}
limit: {{decisions: {decisions}, then: draw}}
"""
TWO = "{suit: red, rank: 1, copies: 2}"
THREE = f"{TWO}, {{suit: blue, rank: 2}}"
FOUR = f"{THREE}, {{suit: red, rank: 2}}"
GIVEN = '- {move: "hand[seat(2)]", to: "hand[seat(1)]"}'


def deal(rows: str, setup: str = "", turn: str = "", dealt: int = 1, decisions: int = 1) -> str:
    """Return the text of a game in which each player is dealt `dealt` cards.

    Then the steps in `setup` follow and, in each turn, the steps in `turn`. `rows` lists the cards.
    """

    def steps(lines: str, depth: int) -> str:
        return "\n".join(" " * depth + line for line in lines.splitlines())

    return DEAL.format(
        rows=rows, dealt=dealt, setup=steps(setup, 2), turn=steps(turn, 6), decisions=decisions
    )


GAMES = {
    "a hand goes in order": deal(
        "{suit: red, rank: 1}, {suit: blue, rank: 1, copies: 2}, {suit: red, rank: 2, copies: 2}",
        '- {move: "hand[seat(1)]", to: pile}',
        dealt=2,
    ).replace("rank: 1..2}", "rank: 1..2}, back: [suit]"),
    "some go in the order in which they were chosen": deal(
        FOUR, "", '- choose: {c: {from: "hand[left(me)]", count: 2}}\n- {move: c, to: pile}', dealt=2
    )
    .replace("rank: 1..2}", "rank: 1..2}, back: [suit]")
    .replace("pile: {of: card, ordered: true, seen_by: nobody}", "pile: {of: card, ordered: true}"),
    "one of two is revealed": deal(TWO, f'{GIVEN}\n- {{reveal: "the(first(c in hand[seat(1)]: true))"}}'),
    "one is chosen in the open": deal(TWO, GIVEN, '- choose: {c: {from: "hand[me]"}}'),
    "one that is chosen is revealed": deal(TWO, GIVEN, '- choose: {c: {from: "hand[me]"}}\n- {reveal: c}'),
    "part of one is shown": deal(
        THREE, GIVEN, '- choose: {c: {from: "hand[me]"}}\n- {reveal: c, only: suit, to: left(me)}'
    ),
    "parts of several are shown": deal(FOUR, '- {reveal: "hand[seat(1)]", only: suit}', dealt=2),
    "some are taken unseen": deal(
        FOUR,
        '- {move: "hand[seat(2)]", to: "hand[seat(1)]"}\n- {move: "top(deck, 1)", to: "hand[seat(2)]"}',
        '- choose: {c: {from: "union(hand[left(me)], deck)", count: 1..2}}\n'
        "  otherwise: [{stop: turn}]\n"
        '- {move: c, to: "hand[me]"}',
        decisions=2,
    ),
    "one is drawn": deal(
        THREE, f'{GIVEN}\n- random: {{c: {{from: "hand[seat(1)]"}}}}\n- {{move: c, to: "hand[seat(2)]"}}'
    ),
    "the first of a kind": deal(
        THREE, '- set: {seen: "first(c in card: c.suit == red)"}\n- {move: "the(seen)", to: table}'
    ),
    "the first of a family": deal(THREE, '- {move: "the(first(c in hand: true))", to: table}'),
    "all of a family, one by one": deal(
        THREE,
        "- for: {c: hand}\n  do: [{move: c, to: pile}]\n"
        '- {move: "the(first(c in card: c in pile))", to: table}',
    ),
    "the first place of a hand": deal(
        FOUR, "", '- choose: {c: {from: "hand[me]", where: "place(hand[me], c) == 1"}}', dealt=2
    ),
    "a place among all": deal(
        FOUR, GIVEN, '- choose: {c: {from: "hand[me]", where: "default(place(card, c), 9) > 1"}}'
    ),
    "what a variable holds": deal(
        THREE, '- set: {seen: "the(first(c in hand[seat(1)]: true))"}\n- set: {"held[seat(2)]": seen}'
    ),
    "one by one": deal(
        THREE,
        f'{GIVEN}\n- for: {{c: "hand[seat(1)]"}}\n  do: [{{reveal: c, to: seat(2)}}]\n'
        '- random: {d: {from: "hand[seat(1)]"}}\n- {move: d, to: "hand[seat(2)]"}',
    ),
}


@pytest.mark.parametrize("name", GAMES)
def test_what_is_shown_is_the_same_whichever_copy_it_is(name: str, game_of: Callable[[str], Spec]) -> None:
    """Explicit chance and enumerated shuffles show each player the same things.

    Each information state has the same probability and the same observation.
    """
    program = game_of(GAMES[name]).program()
    told = Shown()
    assert by_outcomes(program, 4000, told) == by_draws(program, 4000, told)


def known(program: Program, seed: int, zone: int, player: int) -> list[int]:
    """Return the components that a player knows to lie in a zone after the set-up."""
    return [c for c in Game(program, seed=seed).observation(player).zones[zone] if c >= 0]


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        ("", 1),
        ('- {reveal: "the(first(c in hand[seat(1)]: true))"}', 1),  # it may be the one that was known
        ('- {reveal: "hand[seat(1)]"}', 2),  # side by side
        ('- for: {c: "hand[seat(1)]"}\n  do: [{reveal: c}]', 1),  # each may be the one before
        ('- {move: "the(first(c in hand[seat(1)]: true))", to: table}', 0),  # as the one that goes
        ('- {reveal: "hand[seat(1)]"}\n- {move: "the(first(c in hand[seat(1)]: true))", to: table}', 1),
    ],
)  # fmt: skip
def test_how_many_copies_are_known(steps: str, left: int, game_of: Callable[[str], Spec]) -> None:
    """A player knows how many identical copies lie in a hand, but not which copies.

    Seat 2 has given one of two identical cards to seat 1, who holds the other one too.
    """
    program = game_of(deal(TWO, f"{GIVEN}\n{steps}")).program()
    for seed in range(6):
        assert len(known(program, seed, 1, 1)) == left


@pytest.mark.parametrize(("count", "told"), [("1..1", (0,)), ("2..2", (-1, -1))])
def test_who_is_told_which_copies_were_named(
    count: str, told: tuple[int, ...], game_of: Callable[[str], Spec]
) -> None:
    """A player who knows of one copy in a hand is told if one copy was chosen, but not if two were chosen."""
    turn = f'- choose: {{c: {{from: "hand[me]", count: {count}}}}}'
    program = game_of(deal(TWO, GIVEN, turn)).program()
    for seed in range(6):
        game = Game(program, seed=seed, record=True)
        game.apply(game.options[0])
        (answer,) = [sight for sight in game.information_state(1) if sight[0] == EventKind.DECIDED]
        assert answer == (EventKind.DECIDED, 0, 0, len(told), *told)


def test_the_order_in_which_parts_are_shown_tells_nothing(game_of: Callable[[str], Spec]) -> None:
    """If only the red cards of a hand are shown, nothing distinguishes two red cards or two blue cards."""
    rows = "{suit: red, rank: 1}, {suit: blue, rank: 1}, {suit: red, rank: 2}, {suit: blue, rank: 2}"
    program = game_of(deal(rows, '- {reveal: "hand[seat(1)]", only: {suit: red}}', dealt=2)).program()
    shown: set[InformationState] = set()
    for seed in range(60):
        game = Game(program, seed=seed, record=True)
        hand = {c % 2 for c in game.atoms.contents(list(game.position), 1)}
        if hand == {0, 1}:  # one red card, one blue: they alternate
            shown.add(tuple(s for s in game.information_state(1) if s[0] == EventKind.SHOWN))
    assert len(shown) == 1


def test_the_order_in_which_a_hand_goes_tells_nothing_of_it(game_of: Callable[[str], Spec]) -> None:
    """If a whole hand moves out of sight, the order of its backs reveals nothing about its cards."""
    text = deal(
        "{suit: red, rank: 1}, {suit: blue, rank: 1}, {suit: red, rank: 2}, {suit: blue, rank: 2}",
        '- {move: "hand[seat(1)]", to: away}',
        dealt=2,
    ).replace("  table: {of: card}", "  table: {of: card}\n  away: {of: card, seen_by: nobody}")
    program = game_of(text.replace("rank: 1..2}", "rank: 1..2}, back: [suit]")).program()
    shown: set[InformationState] = set()
    for seed in range(60):
        game = Game(program, seed=seed, record=True)
        hand = {c % 2 for c in game.atoms.contents(list(game.position), 5)}
        if hand == {0, 1}:
            moved = [s for s in game.information_state(1) if s[0] == EventKind.MOVED and s[3] == 5]
            shown.add(tuple(moved))
    assert len(shown) == 1
