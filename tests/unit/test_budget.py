"""Tests for the budget of work.

They check what is charged, when the budget is renewed, and how runaways are stopped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named, elaborated, fault_of
from runaways import BOARD, RUNAWAYS, have, play

from gamespec import load
from gamespec.program.budget import BUDGET
from interpreter import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]


def used(game: Named, text: str) -> int:
    """Return the units of work that one evaluation of an expression takes."""
    node, found = elaborated(game.compiled, text)
    assert node is not None
    assert not found.errors
    game.asked(node)
    return BUDGET - game.machine.evaluator.scratch[0]


@pytest.mark.parametrize(
    ("text", "units"),
    [
        ("k + 1", 0),
        ("count(i in 1..7: k > i)", 7),
        ("any(i in 1..7: k < i)", 7),  # paid as a whole, though the first is enough
        ("sum(i in 1..7: sum(j in 1..9: j))", 7 + 7 * 9),
        ("count(i in 1..7: k + 1 + 1 + 1 + 1 > i)", 7 * 2),  # 11 names, numbers and operators
        ("size(deck)", 0),
        ("size(filter(c in deck: true))", 20 + 20),  # what lies there, and going through it
        ("size(reverse(filter(c in deck: true)))", 20 + 20 + 20),
        ("size(top(deck, 3))", 3),
        ("size(rest(deck, 3))", 20 + 2 * 17),
        ("size(rest(deck, 30))", 20),
        ("size(union(1..7, 5..9))", 7 + 5),
        ("twice(k)", 3),
        ("step(board.a1, east, 2000000000) == none", 0),
        ("size(reach(c from board.a1: neighbours(c)))", 100 + 2 * 180),  # 180 pairs of cells lie side by side
    ],
)
def test_what_expressions_cost(text: str, units: int, game_of: Maker) -> None:
    """Each member of a list costs one unit when the list is made, and one when the list is traversed."""
    game = Named(game_of(BOARD))
    assert used(game, text) == units
    assert used(game, text) == units  # from outside, each value has a budget of its own


@pytest.mark.parametrize(("text", "place"), RUNAWAYS)
def test_runaways_are_stopped(text: str, place: str, game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless computation is stopped by a fault, reported at the innermost part that repeats."""
    have(30_000, monkeypatch)
    spec = game_of(text)
    with pytest.raises(Fault) as found:
        Game(spec.program())
    diagnostic = fault_of(found.value, spec.compiled())
    assert (diagnostic.code, diagnostic.message) == (
        "GS508",
        "more than 4,000,000 units of work without a decision",  # as the reference has it
    )
    assert diagnostic.label.span.text.startswith(place)


def test_a_tenth_is_never_stopped(game_of: Maker) -> None:
    """Work that takes less than a tenth of the budget is never stopped.

    The work in this test is 1,000 + 1,000 · 396 = 397,000 units.
    """
    spec = game_of(play('- set: {k: "min(9, sum(i in 1..1000: sum(j in 1..396: k)))"}'))
    assert BUDGET / 10 > 1_000 + 1_000 * 396
    assert not Game(spec.program()).over


def test_every_question_begins_with_the_whole_budget(game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """At every decision the budget is full again.

    A budget of 3,000 units is therefore enough for a hundred turns of 2,000 units each. Listing the options
    again does not use it up either.
    """
    have(3_000, monkeypatch)
    game = Game(game_of(play('- set: {k: "min(9, sum(i in 1..2000: 0))"}')).program())
    for _ in range(100):
        game.apply(game.options[0])
        assert Game.restore(game.program, game.position).options == game.options


def test_trials_share_the_budget(game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """All trials for one decision share a budget.

    The budget is 1,000 units. One trial of at least 100 instructions stays within it, but ten trials exceed
    it.
    """
    text = """
        variables: {k: {type: 0..9}}
        actions:
          go:
            with: {a: {from: 1..MANY}}
            do: [{for: {i: 1..50}, do: [{set: {k: 4}}]}]
            keeps: k == 4
        phases: {play: {turns: clockwise, do: [{offer: [go]}]}}
        """
    have(1_000, monkeypatch)
    assert len(Game(game_of(text.replace("MANY", "1")).program()).options) == 1
    with pytest.raises(Fault, match="units of work without a decision"):
        Game(game_of(text.replace("MANY", "10")).program())


def test_labels_and_scores_have_budgets_of_their_own(game_of: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each label and each score is computed with a full budget of its own.

    Options and results can therefore be shown any number of times.
    """
    have(2_000, monkeypatch)
    text = """
        phases:
          play:
            do:
              - choose: {x: {from: 1..9}}
                by: seat(1)
                label: "{x} of {sum(i in 1..900: 1)}"
        score: "sum(i in 1..600: 1)"
        """
    game = Named(game_of(text))
    for _ in range(50):
        assert game.text(game.options[0]) == "1 of 900"
    game.apply(game.options[0])
    assert [game.result for _ in range(50)][-1] is not None


@pytest.mark.parametrize("name", ["othello", "trapper", "rufus"])
def test_a_game_never_comes_near(name: str) -> None:
    """In a shipped game, no decision takes as much as a hundredth of the budget."""
    game, number = Game(load(name).program(), 1), 0
    while not game.over:
        number += 1
        game.play(game.options[number % len(game.options)])
        assert BUDGET - game.machine.evaluator.scratch[0] < BUDGET / 100
