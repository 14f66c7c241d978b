"""Tests for several names in one `for` step and in one `random` step."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import SpecError
from interpreter import Game
from interpreter.play.events import Drew

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

ASK = "phases: {over: {do: [{choose: {n: {from: 1..2}}, by: seat(1)}]}}\n"


def after(game_of: Maker, steps: str) -> Named:
    """Return a game after the set-up `steps`, which may use the variables `seen`, `bound` and `times`."""
    variables = "{seen: {type: 0..2000000000}, bound: {type: 0..9, start: 1}, times: {type: 0..9}}"
    return Named(game_of(f"{ASK}variables: {variables}\nsetup:\n{steps}"))


def test_all_combinations_in_order(game_of: Maker) -> None:
    """A loop with two names visits all combinations in order.

    With `y` from 1 to `x`, these are 1,1 and 2,1 and 2,2.
    """
    game = after(game_of, "  - {for: {x: 1..2, y: 1..x}, do: [{set: {seen: seen * 100 + 10 * x + y}}]}\n")
    assert game.held("seen") == [11_21_22]


def test_later_lists_are_evaluated_anew(game_of: Maker) -> None:
    """The list of a later name is evaluated again for each value of the earlier name.

    For the first `x`, the list of `y` is 1..1. Then `bound` becomes 2, so the list has two members for the
    second.
    """
    game = after(game_of, "  - {for: {x: 1..2, y: 1..bound}, do: [{set: {times: times + 1, bound: 2}}]}\n")
    assert game.held("times") == [1 + 2]


def test_a_loop_is_left_as_one(game_of: Maker) -> None:
    """`stop: loop` leaves the loops of all names together and resets their local variables.

    After 1,1 and 1,2 and 1,3, the loop is left at 2,1.
    """
    do = "[{if: x == 2, then: [{stop: loop}]}, {set: {times: times + 1}}]"
    steps = f"  - {{for: {{x: 1..3, y: 1..3}}, do: {do}}}\n"
    game = after(game_of, steps)
    assert game.held("times") == [3]
    game.check()


def test_three_names_and_an_empty_list(game_of: Maker) -> None:
    """Three names with two members each make 8 rounds; if the middle list is empty, there are none."""
    for middle, rounds in (("1..2", 8), ("1..0", 0)):
        game = after(
            game_of, f"  - {{for: {{x: 1..2, y: {middle}, z: 1..2}}, do: [{{set: {{times: times + 1}}}}]}}\n"
        )
        assert game.held("times") == [rounds]


# --- chance -----------------------------------------------------------------------------------------

TWO = "random: {a: {from: 1..6}, b: {from: 1..6}}"
DICE = f"""
    variables: {{sum: {{type: 2..12}}}}
    setup:
      - {TWO}
      - set: {{sum: a + b}}
    {ASK}"""


def sums(game: Game, share: Fraction = Fraction(1)) -> Counter[int]:
    """Return the probability of each sum when the first decision comes, over all outcomes of chance.

    `share` is the probability of the game's position.
    """
    found: Counter[int] = Counter()
    if game.chance is None:
        return Counter({game.position[game.program.stores[0].place]: share})  # type: ignore[dict-item]  # a share
    for outcome, part in zip(game.chance.outcomes, game.chance.shares, strict=True):
        later = game.clone()
        later.settle(outcome)
        found.update(sums(later, share * Fraction(part, game.chance.total)))
    return found


def test_two_dice_in_one_step(game_of: Maker) -> None:
    """A single step can roll two dice.

    Of the 36 outcomes, 6 - |n - 7| have the sum n.
    """
    found = sums(Game(game_of(DICE).program(), explicit=True))
    assert found == {n: Fraction(6 - abs(n - 7), 36) for n in range(2, 13)}


@pytest.mark.parametrize("stream", [None, "dice"])
def test_several_draws_are_draws_one_after_another(game_of: Maker, stream: str | None) -> None:
    """A `random` step with two names plays the same game as two steps, and uses the same streams."""
    named = f"\n        stream: {stream}" if stream else ""
    apart = f"random: {{a: {{from: 1..6}}}}{named}\n      - random: {{b: {{from: 1..6}}}}"
    one, two = (game_of(DICE.replace(TWO, how + named)).compiled().program for how in (TWO, apart))
    assert one.streams == two.streams == ((stream,) if stream else ("a", "b"))
    for seed in range(40):
        assert Game(one, seed).position == Game(two, seed).position


def test_later_draws_use_earlier_ones(game_of: Maker) -> None:
    """A later draw in a step may use the value of an earlier one.

    `a` is drawn from 1 to 3 and `b` from `a` to 3, so `b` is 3 with the probability 1/3 · (1/3 + 1/2 + 1).
    """
    text = DICE.replace(TWO, "random: {a: {from: 1..3}, b: {from: a..3}}").replace("a + b", "b + 2")
    assert sums(Game(game_of(text).program(), explicit=True))[3 + 2] == Fraction(11, 18)


def test_who_is_told_of_several_draws(game_of: Maker) -> None:
    """`seen_by` applies to every draw of its step."""
    game = Named(game_of(DICE.replace(TWO, f"{TWO}\n        seen_by: seat(2)")), record=True)
    assert [event.seen for event in game.events if isinstance(event, Drew)] == [0b10, 0b10]


# --- mistakes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "code", "place"),
    [
        ("{for: {x: 1..2, y: 7}, do: []}", "GS307", "7"),
        ("{for: {x: y, y: 1..2}, do: []}", "GS201", "y"),
        ("{for: {x: 1..2, sum: 1..2}, do: []}", "GS202", "sum"),
        ("{for: {}, do: []}", "GS123", "{}"),
        ("{random: {a: {from: 1..2}, b: {from: 7}}}", "GS307", "7"),
        ("{random: {a: {from: 1..b}, b: {from: 1..2}}}", "GS201", "b"),
        ("{random: {a: {from: 1..2}, sum: {from: 1..2}}}", "GS202", "sum"),
        ("{random: {}}", "GS123", "{}"),
    ],
)
def test_mistakes_in_several_names(game_of: Maker, step: str, code: str, place: str) -> None:
    """A mistake in one of several names is reported at that name or at its list."""
    with pytest.raises(SpecError) as told:
        game_of(f"variables: {{sum: {{type: 2..12}}}}\nsetup: [{step}]\n")
    errors = [d for d in told.value.diagnostics if d.severity == "error"]
    assert [(d.code, d.span.text) for d in errors] == [(code, place)]
