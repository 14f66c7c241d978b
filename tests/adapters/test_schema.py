"""Schemas, as environments use them: observations are from 0 to 1, and actions choose every option."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy

import pytest

from gamespec import Spec
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.actions import Choice
from interpreter.schema import Schema

ONE_ACTION = """
    players: 2
    actions:
      go: {}
    phases:
      play: {turns: clockwise, until: turns == 4, do: [{offer: [go]}, {set: {turns: turns + 1}}]}
    variables: {turns: {type: 0..4, start: 0}}
"""
"""A game whose only action asks for nothing."""


def reached(choice: Choice) -> list[int]:
    """Return the indexes of the options that some actions choose."""
    found = list[int]()
    for action in choice.legal:
        after = copy(choice)
        chosen = after.take(action)
        found += reached(after) if chosen is None else [chosen]
    return sorted(found)


@pytest.mark.parametrize("by_pick", [False, True])
def test_an_action_that_asks_for_nothing_has_a_number(
    game_of: Callable[[str], Spec],
    by_pick: bool,  # noqa: FBT001 - a parameter
) -> None:
    """A game with a single option has a single action, by number and by pick."""
    program = game_of(ONE_ACTION).program()
    schema, game = Schema(program, by_pick=by_pick), CompiledEngine(program).begin()
    assert schema.actions.size == 1
    assert schema.choice(game).legal == (0,)
    assert reached(schema.choice(game)) == [0]
    assert schema.label(0) == "go"


@pytest.mark.parametrize("count", [3, 10, 20, 31])
def test_shares_are_at_most_one(game_of: Callable[[str], Spec], count: int) -> None:
    """A channel of all copies of a component is 1 up to rounding, and never more.

    Without care, the sum of ten tenths in single precision is 1.0000001.
    """
    spec = game_of(f"""
        players: 2
        components:
          pawn: {{all: {{n: 1..{count}}}, attributes: {{n: 1..{count}}}, start: box}}
        zones:
          box: {{of: pawn, seen_by: nobody}}
        actions: {{go: {{}}}}
        phases: {{play: {{do: [{{offer: [go], by: seat(1)}}]}}}}
    """)
    schema = Schema(spec.program())
    observed = schema.observe(CompiledEngine(spec.program()).begin(), 0)
    share = schema.split(observed)["box"]
    assert 1 - 1e-5 < share.max() <= 1
