"""Tests for the check of a position, in which every number must be a value that its type allows."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named, place

from gamespec.program.tables import Head
from interpreter import Game
from interpreter.play.errors import Broken

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
players: 2
variables:
  mark: {per: player, type: 0..3}
  led: {per: player, type: player?}
resources:
  gold: {per: player, type: 0..9, start: 3, supply: 10}
  debt: {per: player, type: -9..9}
procedures:
  ask:
    with: {few: list of 1..4, many: 5..9}
    do:
      - for: {b: "map(p in players: mark[p] == 0)"}
        do:
          - choose: {x: {from: "map(p in players: mark[p] > 0)"}}
          - set: {"mark[me]": 1}
phases:
  play:
    turns: clockwise
    do: [{run: ask, with: {few: "{2, 3}", many: 7}}]
limit: {decisions: 5, then: draw}
"""


def _local(game: Named, name: str) -> int:
    """Return the index, in the position, of the local variable `name` of a procedure."""
    slots = (slot for routine in game.machine.frames.routines for slot in routine.slots)
    return next(game.program.slots[n].place for n in slots if game.compiled.names.slots[n].name == name)


def test_conditions_are_kept_as_numbers(game_of: Callable[[str], Spec]) -> None:
    """Conditions that are stored in a list and offered as choices are the integers 0 and 1."""
    game = Game(game_of(GAME).program())
    while not game.over:
        assert all(type(x) is int for x in game.position)
        assert all(type(x) is int for option in game.options for x in option.values)
        game.check()
        game.apply(game.options[-1])


@pytest.mark.parametrize(
    ("name", "member", "value", "told"),
    [
        ("mark", 0, 4, "member 0 of store 2 is 4, not in 0..3"),
        ("mark", 1, -1, "member 1 of store 2 is -1, not in 0..3"),
        ("led", 1, 2, "member 1 of store 3 is 2, not in 0..1?"),
    ],
)
def test_a_variable_keeps_its_type(
    game_of: Callable[[str], Spec], name: str, member: int, value: int, told: str
) -> None:
    """The check reports a variable whose value its type does not allow."""
    game = Named(game_of(GAME))
    game.position[place(game.compiled, name) + member] = value
    with pytest.raises(Broken, match=told.replace("?", r"\?")):
        game.check()


def test_a_holder_keeps_its_type(game_of: Callable[[str], Spec]) -> None:
    """The check reports an amount that is out of range, and a negative bank if the supply is limited."""
    game = Named(game_of(GAME))
    at = place(game.compiled, "gold")
    game.position[at : at + 3] = [10, 0, 0]
    with pytest.raises(Broken, match=r"member 0 of store 0 is 10, not in 0\.\.9"):
        game.check()
    game.position[at : at + 3] = [5, 6, -1]
    with pytest.raises(Broken, match="the bank of store 0 holds -1"):
        game.check()
    game.position[at : at + 3] = [3, 3, 4]
    bank = place(game.compiled, "debt")
    game.position[bank : bank + 3] = [3, 3, -6]
    game.check()


@pytest.mark.parametrize(("name", "value"), [("few", 5), ("few", -1), ("many", 4), ("many", 10)])
def test_a_local_keeps_its_type(game_of: Callable[[str], Spec], name: str, value: int) -> None:
    """The check reports a local variable that is out of range, and a list with an impossible length."""
    game = Named(game_of(GAME))
    at = _local(game, name)
    before = game.position[at]
    game.position[at] = value
    with pytest.raises(Broken, match=f"integer {at} is {value}"):
        game.check()
    game.position[at] = before
    game.check()


def test_a_position_of_nowhere(game_of: Callable[[str], Spec]) -> None:
    """A position whose program counter points to no instruction cannot be restored."""
    game = Game(game_of(GAME).program())
    position = game.position[:]
    position[Head.PC] = 10_000
    with pytest.raises(Broken, match="there is no instruction 10000"):
        Game.restore(game.program, position)


def test_a_component_that_a_list_holds_twice(game_of: Callable[[str], Spec]) -> None:
    """A list that names one card twice does not count as both cards of a zone.

    Players who see neither of the two zones therefore lose track of both cards when such a list is moved.
    """
    game = Game(
        game_of("""
        players: 2
        components:
          card: {attributes: {rank: 1..2}, rows: [{id: one, rank: 1}, {id: two, rank: 2}], start: shown}
        zones:
          shown: {of: card}
          hidden: {of: card, seen_by: nobody}
          other: {of: card, seen_by: nobody}
        setup:
          - move: shown
            to: hidden
          - move: "{one, one}"
            to: other
        """).program()
    )
    known = game.program.layout.known
    assert game.position[known : known + 2] == [0, 0]


def test_a_choice_that_brought_nothing(game_of: Callable[[str], Spec]) -> None:
    """If `otherwise` replaces a choice, the name of the choice is `none`.

    This also holds in a position that is restored before the name is used.
    """
    game = Game(
        game_of("""
        players: 2
        variables: {k: {type: 0..9}}
        actions: {a: {do: []}}
        phases:
          play:
            turns: clockwise
            do:
              - choose: {x: {from: "filter(i in 1..3: i < k)"}}
                otherwise: []
              - offer: [a]
              - set: {k: "default(x, 2)"}
        """).program()
    )
    game.check()
    again = Game.restore(game.program, game.position)
    for each in (game, again):
        each.apply(each.options[0])
    assert again.position == game.position
