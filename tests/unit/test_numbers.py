"""Tests for the numbers of options, whether or not the options are on offer.

Every option can be converted to its number and back.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING

import pytest

from gamespec import games, load
from interpreter import Game
from interpreter.play.options import numbered, offered_at

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Program, Spec
    from interpreter import Option


def look(program: Program, option: Option) -> tuple[object, ...]:
    """Return the action and the choices of an option.

    Components are replaced by their faces where the option does not distinguish equal copies.
    """
    picks = program.actions[option.action].picks
    shown = (
        sorted(
            program.faces[c] if pick.alike and c >= 0 else c for c in (v if isinstance(v, tuple) else (v,))
        )
        for pick, v in zip(picks, option.counted, strict=True)
    )
    return option.action, *shown


@pytest.mark.parametrize("name", games())
def test_options_on_offer(name: str) -> None:
    """The number of an option leads back to that option or to an equivalent one.

    The option's action is offered at the site of the decision.
    """
    program = load(name).program()
    game = Game(program, 3)
    for step in range(60):
        if game.over:
            break
        assert game.decision is not None
        for option in game.options:
            assert look(program, numbered(program, option.number)) == look(program, option)
            assert game.decision.site in offered_at(program, option.action)
        game.play(game.options[step % len(game.options)])


CHOICES = """
components: {card: {attributes: {rank: 1..4}, rows: [{rank: 1}, {rank: 2}, {rank: 3}, {rank: 4}], start: box}}
enums: {suit: [red, blue, green]}
zones: {box: {of: card}}
phases:
  play:
    turns: clockwise
    do:
      - choose:
          some: {from: box, count: 1..3}
          led: {from: "{red, blue, green}"}
          n: {from: 2..5, optional: true}
"""


def test_the_whole_space(game_of: Callable[[str], Spec]) -> None:
    """The numbers cover the whole space of options, and each number belongs to one option.

    A choice consists of one to three of four cards, a suit, and either a number from 2 to 5 or none. That
    makes (4 + 6 + 4) · 3 · 5 numbers.
    """
    program = game_of(CHOICES).program()
    size = (comb(4, 1) + comb(4, 2) + comb(4, 3)) * 3 * (4 + 1)
    found = [numbered(program, n) for n in range(size)]
    assert [option.number for option in found] == list(range(size))
    assert len({option.values for option in found}) == size
    assert {o.number for o in Game(program).options} == set(range(size))
    for beyond in (-1, size):
        with pytest.raises(ValueError, match="no option"):
            numbered(program, beyond)


@pytest.mark.parametrize(
    "pick", ["{from: -5..3}", "{from: -5..3, optional: true}", "{from: -5..3, count: 1..2}"]
)
def test_numbers_below_zero(pick: str, game_of: Callable[[str], Spec]) -> None:
    """Options with negative values are numbered from 0 on, and each number leads back to its option."""
    text = f"""
    phases:
      play:
        turns: clockwise
        do: [{{choose: {{n: {pick}}}}}]
    """
    program = game_of(text).program()
    options = Game(program).options
    assert [option.number for option in options] == list(range(len(options)))
    assert [numbered(program, option.number) for option in options] == list(options)
