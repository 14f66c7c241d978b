"""Which steps of a program may show players something that they could not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import gamespec
from interpreter.play.openness import is_symmetric, surprises

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec
    from gamespec.program import Program


def steps(program: Program) -> list[str]:
    """Return the kinds of the steps that may be surprises."""
    return [type(program.code[at]).__name__ for at in surprises(program)]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("tic-tac-toe", []),
        ("othello", []),
        ("pig", ["Throw"]),  # the die
        ("carcassonne", ["MoveTo"]),  # a tile is drawn
        # whether any card is left is asked in three places, and a card is drawn in one
        ("ogallala", ["BranchUnless", "BranchUnless", "BranchUnless", "MoveTo"]),
    ],
)
def test_shipped_games(name: str, kinds: list[str]) -> None:
    """In these games all players know the same, and only luck can surprise them."""
    program = gamespec.load(name).program()
    assert is_symmetric(program)
    assert steps(program) == kinds


@pytest.mark.parametrize("name", ["hearts", "kuhn-poker", "liars-dice", "hanabi", "trapper", "goofspiel"])
def test_players_who_know_different_things(name: str) -> None:
    """Hands, secret dice and secret answers are known to some players only."""
    assert not is_symmetric(gamespec.load(name).program())


PILES = """
    players: 2
    components:
      card:
        attributes: {worth: {type: 1..9}}
        rows: [{id: a, worth: 1}, {id: b, worth: 5}, {id: c, worth: 9}]
        start: pile
    zones:
      pile: {of: card, ordered: true, seen_by: nobody}
      rest: {of: card, ordered: true, seen_by: nobody}
      shown: {of: card, ordered: true}
    variables:
      left: {type: 0..9, start: 3}
    actions:
      go: {do: [{set: {left: left - 1}}, %s]}
    phases:
      play: {turns: clockwise, until: left == 0, do: [{offer: [go]}]}
    score: left
"""
"""A game with two piles that nobody sees, and an action that ends with some step."""


@pytest.mark.parametrize(
    ("step", "kinds"),
    [
        ("{shuffle: pile}", []),
        ("{move: 'top(pile, 1)', to: rest}", []),
        ("{move: pile, to: rest}", []),
        ("{if: size(pile) > 1, then: [{set: {left: 0}}]}", []),
        ("{move: 'top(pile, 1)', to: shown}", ["MoveTo"]),
        ("{move: 'top(shown, 1)', to: pile}", []),
        ("{shuffle: shown}", ["ShuffleZone"]),
        ("{if: 'any(c in pile: c.worth > 5)', then: [{set: {left: 0}}]}", ["BranchUnless"]),
        ("{set: {left: 'min(left, sum(c in pile: c.worth) // 15)'}}", ["Put"]),
        ("{random: {n: {from: 0..3}}}", ["Throw"]),
    ],
)
def test_steps(game_of: Callable[[str], Spec], step: str, kinds: list[str]) -> None:
    """A step is a surprise if it reads, or shows, what nobody sees; not if it only moves it."""
    program = game_of(PILES % step).program(players=2)
    assert is_symmetric(program)
    assert steps(program) == kinds


@pytest.mark.parametrize(
    "step",
    ["{reveal: 'top(pile, 1)', to: me}", "{random: {n: {from: 0..3}}, seen_by: me}"],
)
def test_what_one_player_learns(game_of: Callable[[str], Spec], step: str) -> None:
    """If one player is told what others are not, players know different things."""
    assert not is_symmetric(game_of(PILES % step).program(players=2))


@pytest.mark.parametrize(
    ("steps_", "kinds"),
    [
        ("{let: {c: 'nth(pile, 1)'}}, {move: c, to: shown}", ["PutLocal", "MoveTo"]),
        (
            "{let: {c: 'nth(pile, 1)'}}, {let: {d: c}}, {move: d, to: rest}",
            ["PutLocal", "PutLocal", "MoveTo"],
        ),
        ("{for: {c: pile}, do: [{move: c, to: shown}]}", ["LoopStart", "MoveTo"]),
        ("{move: 'top(pile, 1)', to: shown}, {let: {c: the(shown)}}, {move: c, to: rest}", ["MoveTo"]),
    ],
)
def test_what_locals_hold(game_of: Callable[[str], Spec], steps_: str, kinds: list[str]) -> None:
    """What was read of a pile stays unknown in a local, even beyond a decision; what is shown is known."""
    program = game_of(PILES % steps_).program(players=2)
    assert is_symmetric(program)
    assert steps(program) == kinds


def test_given_values(game_of: Callable[[str], Spec]) -> None:
    """An action that is given the top card of a pile surprises when it shows this card."""
    text = (PILES % "{set: {left: 0}}").replace(
        "actions:", "actions:\n      flip: {given: {c: card}, do: [{move: c, to: shown}]}"
    )
    program = game_of(text.replace("[go]", "[go, {flip: {c: 'nth(pile, 1)'}}]")).program(players=2)
    assert is_symmetric(program)
    assert steps(program) == ["Decide", "MoveTo"]


def test_backs(game_of: Callable[[str], Spec]) -> None:
    """Players see the backs in a pile, so to shuffle cards with different backs is a surprise."""
    text = (PILES % "{shuffle: pile}").replace("attributes:", "back: [worth]\n        attributes:")
    program = game_of(text).program(players=2)
    assert steps(program) == ["ShuffleZone"]


def test_scores_that_tell(game_of: Callable[[str], Spec]) -> None:
    """A score that counts hidden cards would tell about them, so it is as if they were known to some only."""
    text = (PILES % "{shuffle: pile}").replace("score: left", "score: 'sum(c in top(pile, 1): c.worth)'")
    assert not is_symmetric(game_of(text).program(players=2))
