"""Tests for what was last taken from the middle of the table."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from interpreter import Game
from interpreter.drawn.html import table
from interpreter.scene.scene import scene_of
from interpreter.scene.taken import taken_of
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from interpreter.scene.things import Taken

TRICKS = """
    players: 2
    components:
      card:
        attributes: {n: 1..6}
        label: "card {n}"
        start: deck
        rows: [{id: a, n: 1}, {id: b, n: 2}, {id: c, n: 3}, {id: d, n: 4}, {id: e, n: 5}, {id: f, n: 6}]
    zones:
      deck: {of: card, ordered: true, seen_by: nobody}
      hand: {of: card, per: player, seen_by: owner}
      trick: {of: card, per: player, capacity: 1%s}
      won: {of: card%s}
    variables:
      leader: {type: player, start: seat(1)}
      dealer: {type: player, start: seat(1)}
      tricks: {per: player, type: 0..9}
    actions:
      lay: {with: {c: {from: "hand[me]"}}, do: [{move: c, to: "trick[me]"}]}
    setup:
      - {move: a, to: "hand[seat(1)]"}
      - {move: b, to: "hand[seat(2)]"}
      - {move: c, to: "hand[seat(1)]"}
      - {move: d, to: "hand[seat(2)]"}
      - {move: e, to: "hand[seat(1)]"}
      - {move: f, to: "hand[seat(2)]"}
    phases:
      play:
        do:
          - while: "not empty(hand)"
            do:
              - for: {p: players}
                do: [{offer: [lay], by: p}]
%s
"""

TO_OWNER = '              - {move: trick, to: "won[seat(2)]"}'
COUNTED = """              - {move: trick, to: won}
              - {set: {"tricks[seat(2)]": "tricks[seat(2)] + 1"}}"""
NAMED = """              - {set: {leader: seat(2)}}
              - {move: trick, to: won}
              - {set: {dealer: seat(1)}}"""
NOBODY = "              - {move: trick, to: won}"


def after(game_of: Callable[[str], Spec], taking: str, answers: int, *, hidden: bool = False) -> Taken | None:
    """Return what was last taken after a number of answers."""
    owned = ", per: player" if taking == TO_OWNER else ""
    keys = (", seen_by: owner", owned + ", seen_by: owner") if hidden else ("", owned)
    made = game_of(TRICKS % (*keys, taking)).compiled()
    game = Game(made.program, 1, record=True)
    for _ in range(answers):
        game.apply(game.options[0])
    return taken_of(Words(made), game.observation(0), 0, game.events)


@pytest.mark.parametrize(("taking", "by"), [(TO_OWNER, 1), (COUNTED, 1), (NAMED, 1), (NOBODY, None)])
def test_a_trick(game_of: Callable[[str], Spec], taking: str, by: int | None) -> None:
    """A trick is told in the order in which it was laid, with its taker, and the card of the taker."""
    assert after(game_of, taking, 1) is None
    taken = after(game_of, taking, 2)
    assert taken is not None
    assert [piece.name for piece in taken.pieces] == ["card 1", "card 2"]
    assert (taken.by, taken.best) == (by, None if by is None else by)
    assert not any(piece.refs for piece in taken.pieces), "nobody can point at what is past"


def test_until_the_next_one(game_of: Callable[[str], Spec]) -> None:
    """It is told until the second card of the next trick has been laid, and then the next one is."""
    named = [
        taken and [piece.name for piece in taken.pieces]
        for taken in (after(game_of, TO_OWNER, n) for n in range(5))
    ]
    assert named == [None, None, ["card 1", "card 2"], ["card 1", "card 2"], ["card 3", "card 4"]]


def test_what_not_everybody_saw(game_of: Callable[[str], Spec]) -> None:
    """Nothing is told of a trick whose cards are hidden from others."""
    assert after(game_of, TO_OWNER, 2, hidden=True) is None


def test_it_is_drawn(game_of: Callable[[str], Spec]) -> None:
    """The table shows it with the name of the taker, whose card alone is in a ring."""
    made = game_of(TRICKS % ("", ", per: player", TO_OWNER)).compiled()
    game = Game(made.program, 1, record=True)
    for _ in range(2):
        game.apply(game.options[0])
    words = Words(made)
    scene = scene_of(words, game, 0)
    drawn = table(replace(scene, taken=taken_of(words, game.observation(0), 0, game.events)))
    figure = re.search(r'<figure class="taken".*?</figure>', drawn, re.DOTALL)
    assert figure is not None
    assert 'data-by="p1"' in figure[0]
    assert "p2 has taken these" in figure[0]
    assert [bool(best) for best in re.findall(r"<li( class=\"best\")?>", figure[0])] == [False, True]
    assert 'class="taken"' not in table(scene)
