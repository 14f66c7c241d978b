"""Tests for the step `case`.

They check which branch runs, and which values may be `none` in a branch and after the step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from inside import Named

from gamespec import SpecError
from interpreter.coverage import measure

if TYPE_CHECKING:
    from collections.abc import Callable

    from gamespec import Spec

    Maker = Callable[[str], Spec]

GAME = """
    players: 2
    enums: {{color: [red, green, blue, grey]}}
    options: {{way: {{type: [short, long], default: short}}}}
    spaces: {{board: {{grid: [2, 2]}}}}
    components: {{coin: {{attributes: {{n: 1..2}}, all: {{n: 1..2}}, start: box}}}}
    zones: {{box: {{of: coin}}}}
    tables: {{road: {{columns: {{a: 1..2}}, rows: [{{a: 1}}, {{a: 2}}]}}}}
    variables:
      v: {{type: {type}, start: {value}}}
      got: {{type: 0..9, start: 0}}
      asked: {{type: 0..9, start: 0}}
    setup:
      - case: v
        of: {of}
        else: [{{set: {{got: 9}}}}]
    phases: {{over: {{do: [{{choose: {{n: {{from: 1..2}}}}, by: seat(1)}}]}}}}
    limit: {{decisions: 9, then: draw}}"""


def got(n: int) -> str:
    """Return a list with one step, as YAML, which sets the variable `got` to `n`."""
    return f"[{{set: {{got: {n}}}}}]"


@pytest.mark.parametrize(
    ("type_", "of", "values"),
    [
        ("color", {"red": 1, "green, blue": 2}, {"red": 1, "green": 2, "blue": 2, "grey": 9}),
        ("color", {"{red, blue}": 1, "green": 2}, {"red": 1, "green": 2, "blue": 1, "grey": 9}),
        ("color?", {"none": 1, "red": 2}, {"none": 1, "color.red": 2, "grey": 9}),
        ("color?", {"none, red": 1, "blue": 2}, {"none": 1, "red": 1, "blue": 2, "green": 9}),
        ("1..9", {"1..3, 7": 1, "4": 2}, {"1": 1, "3": 1, "7": 1, "4": 2, "5": 9}),
        ("-3..3", {"-3, 1 + 1": 1, "-1..1": 2}, {"-3": 1, "2": 1, "0": 2, "3": 9}),
        ("bool", {"true": 1}, {"true": 1, "false": 9}),
        ("player", {"seat(1)": 1}, {"seat(1)": 1, "seat(2)": 9}),
        ("board", {"board.a1, cell(board, 2, 1)": 1}, {"board.a1": 1, "board.b1": 1, "board.a2": 9}),
        ("coin", {"coin.coin_1": 1}, {"coin.coin_1": 1, "coin.coin_2": 9}),
    ],
)
def test_the_branch_of_a_value_runs(
    game_of: Maker, type_: str, of: dict[str, int], values: dict[str, int]
) -> None:
    """The branch runs whose key contains the value of the subject, or `else` if no key contains it."""
    branches = ", ".join(f'"{key}": {got(n)}' for key, n in of.items())
    for value, expected in values.items():
        game = Named(game_of(GAME.format(type=f'"{type_}"', value=f'"{value}"', of=f"{{{branches}}}")))
        assert game.held("got") == [expected], value


def test_the_subject_is_evaluated_once(game_of: Maker) -> None:
    """The subject is evaluated only once, so a branch that changes it does not make another branch run."""
    of = '{"1": [{set: {v: 2}}], "2": [{set: {got: 2}}]}'
    game = Named(game_of(GAME.format(type="1..3", value="1", of=of)))
    assert (game.held("v"), game.held("got")) == ([2], [0])


@pytest.mark.parametrize(("way", "expected"), [("short", 1), ("long", 2)])
def test_a_case_of_an_option_is_settled(game_of: Maker, way: str, expected: int) -> None:
    """If the subject of a `case` is an option, the compiler keeps only the branch that applies.

    The other branches are checked all the same.
    """
    text = GAME.format(type="1..3", value="1", of=f'{{"1": {got(1)}}}').replace("case: v", "case: way")
    text = text.replace('{"1": [', "{short: [").replace("else: [{set: {got: 9}}]", "else: [{set: {got: 2}}]")
    game = Named(game_of(text), options={"way": way})
    assert game.held("got") == [expected]
    puts = [i for i in game.program.code if type(i).__name__ == "Put"]
    assert len(puts) == 1


OPTIONAL = """
    players: 2
    enums: {{color: [red, green]}}
    variables: {{v: {{type: color?}}, kept: {{type: color, start: red}}, got: {{type: 0..9, start: 0}}}}
    setup:
      - let: {{x: v}}
      - for: {{y: 1..2}}
        do:
          - case: x
            of: {of}
            {rest}
          - {after}
    phases: {{over: {{do: [{{choose: {{n: {{from: 1..2}}}}, by: seat(1)}}]}}}}"""
KEEP = "set: {kept: x}"


@pytest.mark.parametrize(
    ("of", "rest", "after"),
    [
        (f"{{none: [], 'red, green': [{{{KEEP}}}]}}", "", "set: {got: 1}"),
        ("{none: []}", f"else: [{{{KEEP}}}]", "set: {got: 1}"),
        (f"{{red: [{{{KEEP}}}]}}", "else: []", "set: {got: 1}"),
        ("{none: [{stop: loop}], 'red, green': []}", "", KEEP),
        ("{'red, green': []}", "else: [{stop: loop}]", KEEP),
    ],
)
def test_what_is_not_none_in_a_branch(game_of: Maker, of: str, rest: str, after: str) -> None:
    """A local is known not to be `none` in a branch whose key excludes `none`.

    It is also known not to be `none` after a `case` whose branch for `none` leaves the loop.
    """
    game_of(OPTIONAL.format(of=of, rest=rest, after=after))


@pytest.mark.parametrize(
    ("of", "rest", "after"),
    [
        (f"{{none: [{{{KEEP}}}], 'red, green': []}}", "", "set: {got: 1}"),
        (f"{{'none, red': [{{{KEEP}}}], green: []}}", "", "set: {got: 1}"),
        ("{red: []}", f"else: [{{{KEEP}}}]", "set: {got: 1}"),
        ("{none: [], 'red, green': []}", "", KEEP),
        ("{none: [], 'red, green': [{stop: loop}]}", "", KEEP),
    ],
)
def test_what_may_be_none(game_of: Maker, of: str, rest: str, after: str) -> None:
    """A local may still be `none` in a branch whose key includes `none`, and after such a branch."""
    with pytest.raises(SpecError) as told:
        game_of(OPTIONAL.format(of=of, rest=rest, after=after))
    assert [(d.code, d.span.text) for d in told.value.diagnostics] == [("GS303", "x")]


@pytest.mark.parametrize(
    ("key", "code", "place"),
    [
        ("2, 12", "GS304", "12"),
        ("5..12", "GS304", "5..12"),
        ("2, v", "GS306", "v"),
        ("2,", "GS125", ""),
        ("2, too", "GS201", "too"),
    ],
)
def test_keys_that_are_no_constants_of_the_type(game_of: Maker, key: str, code: str, place: str) -> None:
    """A part of a key that is not a constant of the subject's type is reported at its own place."""
    with pytest.raises(SpecError) as told:
        game_of(GAME.format(type="1..9", value="1", of=f'{{"{key}": []}}'))
    assert [(d.code, d.span.text) for d in told.value.diagnostics] == [(code, place)]


def test_branches_that_nothing_reaches(game_of: Maker) -> None:
    """Coverage reports every branch that is never taken.

    `v` is always 1, so the branch `2` and `else` are never taken.
    """
    of = f'{{"1": {got(1)}, "2": {got(2)}}}'
    found = measure(game_of(GAME.format(type="1..3", value="1", of=of)), games=1, scenarios=False)
    never = [point.what for point in found.never if "branch" in point.what or "else" in point.what]
    assert never == ["`else` is never taken", "the branch `2` is never taken"]
