"""Tests for `then` and `otherwise` of decisions; which one runs depends on whether anybody acted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import SpecError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

GAME = """
    players: 3
    variables:
      free: {{per: player, type: bool, start: true}}
      bid: {{per: player, type: 0..9}}
      told: {{type: 0..9999}}
      kept: {{type: 0..9}}
    actions:
      raise:
        when: free[me]
        with: {{n: {{from: 1..2}}}}
        do: [{{set: {{"bid[me]": n, told: 10 * told + 1}}}}]
    setup:
      - for: {{p: {barred}}}
        do: [{{set: {{"free[p]": false}}}}]
    phases:
      play:
        do:
          - {step}"""

THEN = "then: [{set: {told: 10 * told + 2}}], otherwise: [{set: {told: 10 * told + 3}}]"
NOBODY = "bottom(players, 0)"


def played(game_of: Maker, step: str, barred: str = NOBODY) -> Named:
    """Play a game to its end by first options, and return it.

    The players in `barred` cannot raise.
    """
    it = Named(game_of(GAME.format(step=step, barred=f'"{barred}"')))
    while not it.over:
        it.check()
        it.apply(it.options[0])
    it.check()
    return it


@pytest.mark.parametrize(
    ("by", "barred", "told"),
    [
        # With a single player, the action appends the digit 1 and `then` appends 2. If there is no option,
        # `otherwise` appends 3.
        ("seat(1)", NOBODY, 12),
        ("seat(1)", "{seat(1)}", 3),
        # With several players, all actions run first, and then either `then` or `otherwise` runs once.
        ("players", NOBODY, 1112),
        ("players", "{seat(2)}", 112),
        ("players", "{seat(1), seat(2)}", 12),
        ("players", "{seat(1), seat(2), seat(3)}", 3),
        ("filter(p in players: not free[p])", NOBODY, 3),
    ],
)
def test_one_of_the_two_runs_after_all_actions(game_of: Maker, by: str, barred: str, told: int) -> None:
    """If anybody acted, `then` runs once after all actions; if nobody acted, `otherwise` runs once."""
    game = played(game_of, f'{{offer: [raise], by: "{by}", {THEN}}}', barred)
    assert game.held("told") == [told]
    assert not any(game.position[game.program.layout.frames :])


def test_what_is_answered_by_itself_is_an_answer(game_of: Maker) -> None:
    """With `ask: choice`, an answer that is given automatically also leads to `then`."""
    step = f"{{choose: {{x: {{from: 1..1}}}}, by: seat(1), ask: choice, {THEN}}}"
    assert played(game_of, step).held("told") == [2]


def test_the_names_of_a_choice_are_known_in_then(game_of: Maker) -> None:
    """In `then`, the name of a choice is never `none`, and `me` is the same player as outside the step."""
    pick = '{x: {from: 1..3, where: "free[me]"}}'
    step = f"{{choose: {pick}, by: seat(2), then: [{{let: {{y: x}}}}, {{set: {{kept: y}}}}], otherwise: []}}"
    assert played(game_of, step).held("kept") == [1]
    assert played(game_of, step, "{seat(2)}").held("kept") == [0]


def test_a_loop_is_left_by_then(game_of: Maker) -> None:
    """`stop: loop` in `then` leaves the loop around the step.

    p1 cannot raise and p2 does, so p3 is not asked.
    """
    step = "{for: {p: players}, do: [{offer: [raise], by: p, then: [{stop: loop}], otherwise: []}]}"
    assert played(game_of, step, "{seat(1)}").held("bid") == [0, 1, 0]


@pytest.mark.parametrize(
    ("step", "code", "place"),
    [
        ("{offer: [raise], by: seat(1), then: []}", "GS121", "offer"),
        ("{choose: {x: {from: 1..2}}, by: seat(1), then: [{set: {kept: y}}], otherwise: []}", "GS201", "y"),
        ("{choose: {x: {from: 1..2}}, by: seat(1), then: [{set: {kept: 1}}], otherwise: [{set: {kept: x}}]}",
         "GS201", "x"),
        ("{if: true, then: [{choose: {x: {from: 1..2}}, by: seat(1), otherwise: []}, {set: {kept: x}}]}",
         "GS303", "x"),
        ("{offer: [raise], by: seat(1), then: [{set: {kept: me}}], otherwise: []}", "GS206", "me"),
    ],
)  # fmt: skip
def test_mistakes(game_of: Maker, step: str, code: str, place: str) -> None:
    """`then` requires `otherwise`.

    The names of a choice are known in `then` and unknown in `otherwise`, and may be `none` after the step.
    """
    with pytest.raises(SpecError) as told:
        game_of(GAME.format(step=step, barred="players"))
    assert [(d.code, d.span.text) for d in told.value.diagnostics if d.severity == "error"] == [(code, place)]
