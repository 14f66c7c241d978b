"""Tests that a program is closed.

It refers to nothing from which it was compiled, and contains nothing that is never used.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import pytest
from long_checks import sampled

from gamespec import games, load, variants

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from gamespec import Program, Spec

EVERY = [*games(), *(f"{game}+{variant}" for game in games() for variant in variants(game))]


def inside(program: Program) -> Iterator[object]:
    """Yield all objects that can be reached from a program, except types and callables.

    The program must not have been given to an engine before.
    """
    met: dict[int, object] = {}
    left: list[object] = [program]
    while left:
        found = left.pop()
        if id(found) in met or isinstance(found, type):
            continue
        met[id(found)] = found
        yield found
        left.extend(x for x in gc.get_referents(found) if not callable(x))


@pytest.mark.parametrize("name", sampled(EVERY, "commands", 5))
def test_nothing_of_the_language_can_be_reached(name: str) -> None:
    """A program refers only to program classes, tuples, numbers and the names of its chance streams."""
    spec = load(name)
    for players in (spec.players[0], spec.players[-1]):
        program = spec.program(players)
        words = set()
        for each in inside(program):
            module = type(each).__module__
            if isinstance(each, str):
                words.add(each)
            elif module not in {"builtins", "weakref", "_weakref", "_weakrefset"}:
                assert module.startswith("gamespec.program."), type(each)
        texts = {text for text in words if not text.isidentifier()}
        operators = {"+", "-", "*", "//", "%", "<", "<=", ">", ">="}
        assert texts <= {*program.streams, *operators}


IDLE = """
options: {size: {type: 1..3, default: 2}}
spaces: {board: {grid: [3, 3]}, empty: {grid: [9, 9]}}
components: {card: {attributes: {rank: 1..2}, rows: [{id: one, rank: 1}, {id: two, rank: 2}], start: box}}
zones: {box: {of: card, ordered: true}, bag: {of: card, ordered: true}}
variables: {n: {type: 0..9}, at: {type: empty, start: "cell(empty, 1, 1)"}}
functions:
  used: {with: {k: 0..9}, is: k}
  unused: {with: {k: 0..9}, is: k + 1}
procedures:
  run: {do: [{set: {n: used(1)}}, {if: size > 3, then: [{run: never}, {shuffle: bag}]}]}
  never: {do: [{set: {n: unused(2)}}, {random: {coin: {from: 1..2}}}, {shuffle: bag}]}
actions:
  go: {do: [{run: run}]}
  stay: {do: [{run: never}]}
setup: [{shuffle: box}]
phases: {play: {turns: clockwise, do: [{choose: {c: {from: neighbours(board.b2)}}}, {offer: [go]}]}}
"""


def test_what_nothing_leads_to_is_left_out(game_of: Callable[[str], Spec]) -> None:
    """Actions that are never offered and procedures that never run are left out of a program.

    Functions, streams and spaces that only they use are left out too. A space whose cells are the values of a
    variable stays, because observations are encoded by it.
    """
    compiled = game_of(IDLE).compiled()
    program = compiled.program
    assert [spec.name for spec in compiled.names.actions] == ["go", "choose_c"]
    assert len(program.functions) == 1
    assert program.streams == ("box",)
    assert len([routine for routine in program.routines if routine.back is not None]) == 2  # `go` and `run`
    assert len(program.sites) == 2
    (space,) = program.spaces  # neighbours of a cell known beforehand are a list
    assert space.size == 81
    assert [store.space for store in program.stores] == [-1, 0]
    assert [zone.stream for zone in program.zones] == [0, -1]


TYPED = """
enums: {suit: [red, blue, green, black, white]}
spaces: {board: {grid: [4, 3]}, way: {track: 6}}
variables:
  a: {per: suit, type: bool}
  at: {type: board, start: "cell(board, 1, 1)"}
  on: {type: way, start: "cell(way, 1)"}
phases:
  play:
    turns: clockwise
    do: [{choose: {x: {from: "EXPRESSION"}}}]
"""


@pytest.mark.parametrize(
    ("expression", "most"),
    [
        ("union(filter(s in suit: a[s]), filter(s in suit: not a[s]))", 5),
        ("union(filter(s in {red, blue}: a[s]), filter(s in {red}: a[s]))", 3),
        ("distinct(map(s in suit: a[s]))", 2),
        ("ray(at, south)", 2),
        ("ray(at, east)", 3),
        ("neighbours(at)", 4),
        ("ray(on, forward)", 5),
        ("filter(c in board: c != at)", 12),
    ],
)
def test_lists_are_as_long_as_they_can_get(
    game_of: Callable[[str], Spec], expression: str, most: int
) -> None:
    """The maximum length of a list is as small as its expression allows.

    For example, a union of lists over an enum with five values has at most five, and a ray ends with the
    board.
    """
    program = game_of(TYPED.replace("EXPRESSION", expression)).program()
    assert program.actions[0].picks[0].source.domain.most == most
