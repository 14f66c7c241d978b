"""Tests for `place`, which is compared with a search of the list, on all engines.

They also cover lists that are known before the game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated
from lists import LISTS, engines_agree, values_of

if TYPE_CHECKING:
    from lists import Make

ALL = pytest.mark.parametrize("among", LISTS)


@ALL
def test_the_place_of_each_value(among: str, game_of: Make) -> None:
    """The place of a value is the index, counted from 1, of its first occurrence in the list.

    A value that the list does not contain has no place.
    """
    asked, values = values_of(game_of), LISTS[among]
    members, sought = (asked(f"map(x in {each}: x)") for each in (among, values))
    wanted = tuple(members.index(x) + 1 if x in members else 0 for x in sought)
    assert asked(f"map(x in {values}: default(place({among}, x), 0))") == wanted
    there = f"filter(x in {values}: x in {among})"
    assert asked(f"map(x in {there}: nth({among}, the(place({among}, x))))") == asked(there)


@ALL
def test_all_engines(among: str, game_of: Make) -> None:
    """All engines find the same place of every value."""
    engines_agree(f"sum(x in {LISTS[among]}: default(place({among}, x), 11) * 7)", game_of)


def test_known_before_the_game(game_of: Make) -> None:
    """A place in a list that never changes may be used where a constant is required."""
    body = """
    players: 3
    options: {least: {type: [few, some, many], default: some}}
    enums: {suit: [red, blue, green]}
    variables:
      v: {type: 1..3?, start: "place(suit, blue)"}
      w: {type: 1..3?, start: "place({many, few}, least)"}
      x: {type: 0..9, start: "count(s in suit: place({green, red}, s) == 1)"}
    phases: {play: {turns: clockwise, do: [{choose: {x1: {from: 1..2}}}]}}
    """
    game = Named(game_of(body))
    values = [elaborated(game.compiled, name)[0] for name in ("v", "default(w, 0)", "x")]
    assert [game.asked(node) for node in values if node is not None] == [2, 0, 1]
