"""Where the work of playouts goes: units by place, held to the prices of reference 15.1."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.simulate import playouts
from interpreter.work import Work, metered_playouts

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

RULES = """\
game: sample
title: Sample
players: 2
variables: {n: {type: 0..9}}
functions:
  twice: {with: {k: 0..9}, is: k + k}
  above: {with: {k: 0..9}, is: "count(i in 1..7: i > k)"}
phases:
  play:
    turns: clockwise
    do:
      - choose: {x: {from: 1..3, where: above(x) > 2}}
      - set: {n: "max(n, twice(x))"}
score: above(n)
limit: {decisions: 2, then: draw}
"""

TRIED = """\
game: tried
title: Tried
players: 2
variables: {n: {type: 0..99}}
actions:
  raise:
    with: {x: {from: 1..3}}
    do: [{set: {n: n + x}}]
    keeps: "any(i in 1..9: n < 50 + i)"
phases: {play: {turns: clockwise, do: [{offer: [raise]}]}}
limit: {decisions: 4, then: draw}
"""


def told(work: Work) -> dict[str, tuple[int, int]]:
    """Units and times of each place by its text."""
    return {place.span.text: (place.units, place.times) for place in work.places}


def test_kept_results_tell_where_the_work_is(game_of: Maker) -> None:
    """A function that is kept is told as any other: what it goes through pays, each time it is asked."""
    plain = metered_playouts(game_of(RULES).compiled(), 4)[1]
    kept = metered_playouts(game_of(RULES.replace('i > k)"}', 'i > k)", kept: true}')).compiled(), 4)[1]
    assert (kept.units, told(kept)) == (plain.units, told(plain))


def test_each_place_has_its_own_units(game_of: Maker) -> None:
    """Two decisions, for each of which 3 candidates are listed; the limit ends the game before a third."""
    _, work = metered_playouts(game_of(RULES).compiled(), 1)
    found = told(work)
    assert found["count(i in 1..7: i > k)"] == (2 * 3 * 7, 2 * 3)  # the score, asked in the end, is apart
    assert found["above(x)"] == (2 * 3 * 3, 2 * 3)  # a function that is applied is 3
    assert found["twice(x)"] == (2 * 3, 2)
    listed = 2 + 3 + 3 * 3  # candidates for a name, and all of them together for the last name
    assert found["choose"] == (2 * listed + 3, 3)  # and an instruction each time it is come to
    assert work.units == sum(place.units for place in work.places)
    whole = {place.span.text: place.whole for place in work.places}
    assert whole["above(x)"] == 2 * 3 * (3 + 7)
    assert whole["choose"] == 2 * (listed + 3 * (3 + 7)) + 3


def test_what_is_tried_is_counted(game_of: Maker) -> None:
    """Each of 3 options is tried, each time `keeps` goes through 9 numbers, paid as a whole."""
    _, work = metered_playouts(game_of(TRIED).compiled(), 1)
    assert told(work)["any(i in 1..9: n < 50 + i)"] == (4 * 3 * 9, 4 * 3)


def test_metered_games_are_the_same_games(game_of: Maker) -> None:
    """The same seed gives the same games, and as much work each time."""
    compiled = game_of(RULES).compiled()
    summary, work = metered_playouts(compiled, 20, 5)
    assert summary == playouts(compiled.program, 20, 5)
    assert metered_playouts(compiled, 20, 5)[1] == work
    assert work.most <= work.units
    assert work.as_dict()["units"] == work.units
