"""Tests for what a decision marks on boards: whose board a cell is on, and where a number leads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inside import Named

from interpreter.scene.asked import asked_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

OWN = """
    players: 2
    components:
      boat: {per: player, rows: [{id: boat}], start: box}
    spaces:
      sea: {grid: [2, 1]}
    zones:
      box: {of: boat}
      afloat: {of: boat, per: [player, sea]}
    functions:
      taken: {with: {p: player, c: sea}, is: "not empty(afloat[p, c])"}
      fits: {with: {mine: sea, p: player, theirs: sea}, is: "not taken(me, mine) and not taken(p, theirs)"}
    actions:
      aim:
        with:
          mine: {from: sea}
          foe: {from: players, where: foe != me}
          theirs: {from: sea, where: "fits(mine, foe, theirs)"}
          last: {from: sea, where: "empty(afloat[me, last])"}
        do: []
    phases:
      play: {turns: clockwise, do: [{offer: [aim]}]}
    limit: {decisions: 9, then: draw}
"""

AHEAD = """
    players: 2
    spaces:
      way: {track: 9, loop: true}
    variables:
      fox: {type: way, start: "cell(way, 1)"}
      hare: {type: way, start: "cell(way, 5)"}
    actions:
      walk:
        label: "walk by {n} to {the(step(fox, forward, n))}"
        with: {n: {from: 1..2}}
        do: [{set: {fox: "the(step(fox, forward, n))"}}]
      run:
        with: {m: {from: 1..2}}
        do: [{set: {hare: "the(step(the(step(hare, forward, 1)), forward, m))"}}]
      late:
        with: {k: {from: 1..2}}
        do:
          - if: fox == hare
            then: [{set: {fox: "the(step(fox, forward, k))"}}]
    phases:
      play: {turns: clockwise, do: [{offer: [walk, run, late]}]}
    limit: {decisions: 9, then: draw}
"""


def refs(game: Named, step: str) -> set[str]:
    """Return the refs of all that can be said at a step."""
    asked = asked_of(game.words, game)
    assert asked is not None
    number = asked.steps.index(step)
    said = (each for choice in asked.choices for each in choice.said if each.step == number)
    return {ref for each in said for member in each.members for ref in asked.members[member].refs}


def test_a_cell_is_on_the_board_of_the_player_with_whom_it_is_used(game_of: Callable[[str], Spec]) -> None:
    """Seat 0 decides: `theirs` is used with the foe in seat 1, `mine` and `last` are used with `me`."""
    game = Named(game_of(OWN))
    assert refs(game, "mine") == {"s0.0@0", "s0.1@0"}
    assert refs(game, "theirs") == {"s0.0@1", "s0.1@1"}
    assert refs(game, "last") == {"s0.0@0", "s0.1@0"}


def test_a_number_means_the_cell_to_which_the_action_leads(game_of: Callable[[str], Spec]) -> None:
    """From cell 1 the fox walks to 2 or 3; from cell 5 the hare runs to 7 or 8, which are 6 and 7 from 0.

    What happens only under a condition means nothing.
    """
    game = Named(game_of(AHEAD))
    assert refs(game, "n") == {"s0.1", "s0.2"}
    assert refs(game, "m") == {"s0.6", "s0.7"}
    assert refs(game, "k") == set()
