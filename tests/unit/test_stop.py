"""Tests for `stop`: which loop it leaves, and what it cannot leave."""

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
    variables: {{rounds: {{type: 0..99}}, inner: {{type: 0..99}}, after: {{type: 0..9}}}}
    procedures:
      leave: {{do: [{{for: {{z: 1..1}}, do: [{{stop: {there}}}]}}]}}
    setup:
      - id: search
        for: {{x: 1..3}}
        do:
          - set: {{rounds: rounds + 1}}
          - id: rows
            while: inner < 50
            do:
              - set: {{inner: inner + 1}}
              - for: {{y: 1..2}}
                do: [{steps}]
              - if: inner % 4 == 0
                then: [{{stop: rows}}]
          - set: {{after: after + 1}}
    phases: {{over: {{do: [{{choose: {{n: {{from: 1..2}}}}, by: seat(1)}}]}}}}"""


@pytest.mark.parametrize(
    ("step", "held"),
    [
        # Each of the 3 rounds of the outer loop runs the middle loop until `inner` is divisible by 4.
        ("{stop: loop}", (3, 12, 3)),
        # The middle loop is left in its first round every time.
        ("{stop: rows}", (3, 3, 3)),
        # The outer loop is left in its first round, so the step after the middle loop never runs.
        ("{stop: search}", (1, 1, 0)),
    ],
)
def test_a_loop_is_left_by_its_id(game_of: Maker, step: str, held: tuple[int, ...]) -> None:
    """`stop: ID` leaves the loop with that id and all loops in it; `stop: loop` leaves the innermost loop."""
    game = Named(game_of(GAME.format(steps=step, there="loop")))
    assert (*game.held("rounds"), *game.held("inner"), *game.held("after")) == held
    game.check()


def test_the_innermost_of_two_of_one_id(game_of: Maker) -> None:
    """If nested loops have the same id, the inner loop is left.

    2 rounds of the outer loop then have 1 round of the inner loop each.
    """
    inner = "{id: a, for: {y: 1..3}, do: [{set: {n: n + 1}}, {stop: a}]}"
    text = f"variables: {{n: {{type: 0..9}}}}\nsetup: [{{id: a, for: {{x: 1..2}}, do: [{inner}]}}]\n"
    ask = "phases: {over: {do: [{choose: {n1: {from: 1..2}}, by: seat(1)}]}}\n"
    assert Named(game_of(text + ask)).held("n") == [2]


@pytest.mark.parametrize(
    ("step", "there", "code", "place", "cure"),
    [
        ("{stop: serch}", "loop", "GS201", "serch", "did you mean `search`?"),
        ("{stop: lop}", "loop", "GS201", "lop", "did you mean `loop`?"),
        ("{stop: nowhere}", "loop", "GS201", "nowhere", "a game ends when an entry of `end` holds"),
        ("{set: {after: 1}, id: mark}, {stop: mark}", "loop", "GS205", "mark", None),
        # The loop is in another routine, or it does not enclose the step.
        ("{stop: loop}", "search", "GS402", "search", None),
        ("{id: beside, for: {z: 1..2}, do: []}, {stop: beside}", "loop", "GS402", "beside", None),
        ("{id: turn, for: {z: 1..2}, do: []}", "loop", "GS202", "turn", "choose another id for the loop"),
    ],
)  # fmt: skip
def test_what_cannot_be_left(  # noqa: PLR0913 - a case and what is told of it
    game_of: Maker, step: str, there: str, code: str, place: str, cure: str | None
) -> None:
    """A name that belongs to no enclosing loop is reported, and the help suggests the most similar one."""
    with pytest.raises(SpecError) as told:
        game_of(GAME.format(steps=step, there=there))
    (found,) = [d for d in told.value.diagnostics if d.severity == "error"]
    assert (found.code, found.span.text, found.help) == (code, place, cure)
