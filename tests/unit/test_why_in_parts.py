"""Tests for the parts that explain why a condition fails, which are the parts the game evaluated."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from interpreter import Game
from interpreter.words import Words
from interpreter.words.explain import why

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

GAME = """
language: 1
game: parts
title: Parts
players: 2
enums: {{colour: [red, green, blue]}}
tables:
  worth:
    columns: {{c: colour, n: 0..9}}
    key: c
    rows: [{{c: red, n: 1}}, {{c: green, n: 2}}, {{c: blue, n: 3}}]
variables:
  high: {{type: colour?}}
  held: {{per: colour, type: 0..9}}
  whose: {{type: player?}}
  coins: {{per: player, type: 0..9, start: 4}}
  price: {{type: 0..9, start: 5}}
functions:
  beats: {{with: {{c: colour}}, is: "high == c or coins[me] > price"}}
  dear: {{with: {{c: colour}}, is: "price > 3 if c == red else price > 8"}}
actions:
  act: {{when: "{when}", do: []}}
  pass: {{do: []}}
phases: {{play: {{turns: clockwise, do: [{{offer: [act, pass]}}]}}}}
limit: {{decisions: 4, then: draw}}
"""


@pytest.mark.parametrize(
    ("when", "lines"),
    [
        # The right side of a failed conjunction is not evaluated, because its key would not be a color.
        ("high == red or high != none and worth[high].n == 2", ["`high` is none"]),
        ("high == red or high != none and held[high] == 2", ["`high` is none"]),
        ("high == red or held[red] != 0 and 6 // held[red] == 2", ["`high` is none", "`held[red]` is 0"]),
        ("high == red or whose != none and left(whose) == me", ["`high` is none", "`whose` is none"]),
        # Both sides of a disjunction are evaluated.
        ("coins[me] > 7 or price < 3", ["`coins[me]` is 4", "`price` is 5"]),
        # If a disjunction holds but should not, the explanation is the part that holds.
        ("not (coins[me] > 7 or price > 3)", ["`price` is 5"]),
        # The explanation is one side of a conditional expression, and its condition.
        (
            "coins[me] > 7 if price > 3 else high == red",
            ["`price` is 5", "`coins[me]` is 4"],
        ),
        # The explanation is the place of a value in a list.
        ("place(clockwise(left(me)), me) == 1", ["`place(clockwise(left(me)), me)` is 2"]),
        ("place(players, whose) != none", ["`place(players, whose)` is none"]),
        # Calls of functions are replaced by the conditions in the functions.
        ("beats(blue)", ["`high` is none", "`c` is blue", "`coins[me]` is 4", "`price` is 5"]),
        ("dear(green)", ["`c` is green", "`price` is 5"]),
    ],
)
def test_what_is_told(game_of: Callable[[str], Spec], when: str, lines: list[str]) -> None:
    """The explanation consists of the parts that make the condition fail, with their values."""
    compiled = game_of(GAME.format(when=when)).compiled()
    told = why(Game(compiled.program), "act", {}, Words(compiled)).splitlines()
    assert told[0] == f"`act` is not possible now: `{when}` does not hold"
    assert [line.strip() for line in told[1:]] == lines


@pytest.mark.parametrize(
    ("when", "lines"),
    [
        ("price > size + 5", ["`price` is 5", "`size` is 3"]),
        # What is called, or stands before or after a dot, is not the option of that name.
        ("price > size(players) + 5", ["`price` is 5"]),
        ("price > number(mood.sad) + 5", ["`price` is 5"]),
        ("price > number(colour.red) + number(mood) + 5", ["`price` is 5", "`mood` is sad"]),
    ],
)
def test_options_by_name(game_of: Callable[[str], Spec], when: str, lines: list[str]) -> None:
    """A condition names the values of the options that it reads, and of no others."""
    options = "options: {size: {type: 1..9, default: 3}, mood: {type: [sad, glad], default: sad}}\n"
    compiled = game_of(GAME.format(when=when) + options).compiled()
    told = why(Game(compiled.program), "act", {}, Words(compiled)).splitlines()
    assert [line.strip() for line in told[1:]] == lines


def test_brackets_at_the_end_belong_to_a_comparison(game_of: Callable[[str], Spec]) -> None:
    """A part of a conjunction that fails is quoted together with its own parentheses."""
    compiled = game_of(
        GAME.format(when="price == 5 and coins[me] >= (price if high == none else 1)")
    ).compiled()
    told = why(Game(compiled.program), "act", {}, Words(compiled))
    assert told.startswith(
        "`act` is not possible now: `coins[me] >= (price if high == none else 1)` does not"
    )


def test_functions_in_starts_look_rows_up(game_of: Callable[[str], Spec]) -> None:
    """A function that is used in `start` may look up rows of a table.

    The numbers 1, 2 and 3 in the table are doubled.
    """
    text = GAME.format(when="true").replace(
        "functions:", 'functions:\n  twice: {with: {c: colour}, is: "2 * worth[c].n"}'
    )
    program = game_of(
        text.replace(
            "held: {per: colour, type: 0..9}", "held: {per: colour, type: 0..9, start: twice(colour)}"
        )
    ).program()
    store = next(s for s in program.stores if len(s.start) == 3)
    assert store.start == (2, 4, 6)
