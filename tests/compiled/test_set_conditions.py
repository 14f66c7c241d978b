"""Conditions on components are translated into set operations.

Each supported condition has a form, which lists the sets that it combines. Other conditions have no form.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import gamespec
from interpreter.compiled.analysis.set_forms import (
    Both,
    ByValue,
    Called,
    Either,
    Form,
    Known,
    Lies,
    Negated,
    Settled,
    is_soft,
)
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.expressions.hoisting import Needs
from interpreter.compiled.unit.moves import zones_of
from interpreter.compiled.unit.unit import Loop, Scope, Unit
from interpreter.compiled.wasm.wat import Function

GAME = """
language: 1
game: cards
title: Cards
about: Cards of two suits.
players: 2
enums:
  suit: {{red: red, blue: blue}}
components:
  card:
    attributes: {{suit: suit, rank: 1..6}}
    all: {{suit: suit, rank: 1..6}}
    label: "{{suit}}{{rank}}"
    start: box
zones:
  box: {{of: card}}
  deck: {{of: card, ordered: true}}
  hand: {{of: card, per: player}}
variables:
  led: {{type: suit?}}
functions:
  high: {{with: {{c: card, least: 1..6}}, is: "c.rank >= least or c.suit == led"}}
actions:
  play:
    label: play
    with: {{c: {{from: "hand[me]", where: "{where}"}}}}
    do: [{{set: {{led: c.suit}}}}, {{move: c, to: deck}}]
phases:
  all:
    turns: clockwise
    do: [{{offer: [play], otherwise: [{{stop: turn}}]}}]
limit: {{decisions: 60, then: truncate}}
"""
RED, BLUE = 0b000000_111111, 0b111111_000000
"""The cards of each suit, ranked from 1 to 6, as bit masks."""


def made(tmp_path: Path, where: str) -> tuple[Expressions, Form | None]:
    """Return the emitter for a game with a pick, and the form of the pick's condition `where`."""
    path = tmp_path / "game.yaml"
    path.write_text(GAME.format(where=where))
    program = gamespec.load(str(path)).program()
    e = Expressions(Unit(program))
    pick = program.actions[0].picks[0]
    assert pick.where is not None
    source = e.masks.source(pick.source)
    assert source is not None
    return e, e.masks.conditions.form(pick.where, source.member(slot=pick.slot))


def test_what_is_printed_is_known(tmp_path: Path) -> None:
    """The form of a condition that reads only attributes is a constant set."""
    assert made(tmp_path, "c.suit == red")[1] == Known(RED)
    assert made(tmp_path, "c.rank % 2 == 0 or c.suit == blue")[1] in {Known(0b111111_101010), None}
    assert made(tmp_path, "not (c.rank > 4) and c.suit == blue")[1] == Known(0b001111_000000)


def test_a_set_for_each_value(tmp_path: Path) -> None:
    """The form of a comparison with a variable has a set for each value of the variable.

    It also has one set for all values below these, which include `none`, and one for all values above.
    """
    _, form = made(tmp_path, "c.suit == led")
    assert isinstance(form, ByValue)
    assert (form.low, form.sets, form.soft) == (-1, (0, RED, BLUE, 0), False)
    _, form = made(tmp_path, "size(box) < c.rank")
    assert isinstance(form, ByValue)
    from_rank = {rank: 0b111111 & ~((1 << rank) - 1) for rank in range(8)}  # the cards above a rank
    assert form.low == 0
    assert form.sets == tuple(from_rank[rank] * 0b1000001 for rank in range(8))


def test_where_it_lies_and_what_is_settled(tmp_path: Path) -> None:
    """Membership in a zone is a set.

    A condition that does not depend on the member is settled, and selects all members or none.
    """
    _, form = made(tmp_path, "c in box or none(h in hand[me]: h.suit == led)")
    assert isinstance(form, Either)
    assert isinstance(form.left, Lies)
    assert isinstance(form.right, Settled)


def test_functions(tmp_path: Path) -> None:
    """An argument of a function is either the member or settled, which means that it is independent of it."""
    _, form = made(tmp_path, "not high(c, 3)")
    assert isinstance(form, Negated)
    assert isinstance(form.of, Called)
    assert form.of.given == (False, True)


def test_few_values_are_asked_for_one_by_one(tmp_path: Path) -> None:
    """A condition that depends on an attribute with few values has a case for each of these values."""
    _, form = made(tmp_path, "count(h in hand[me]: h.suit == c.suit) > 1")
    assert isinstance(form, Either)
    assert isinstance(form.left, Both)
    assert form.left.left == Known(RED)
    assert isinstance(form.left.right, Settled)


def test_what_may_fail_has_a_form_only_if_it_may_be_none(tmp_path: Path) -> None:
    """A condition that applies `the` to a value that may be `none` has a soft form.

    A condition that may fail in any other way has no form.
    """
    _, form = made(tmp_path, "c != the(first(d in card: d in box))")
    assert form is not None
    assert is_soft(form)
    assert made(tmp_path, "12 // size(box) == c.rank")[1] is None
    assert made(tmp_path, "the(box).suit == c.suit")[1] is None


@pytest.mark.parametrize(
    ("where", "dear", "settled"),
    [("c.suit == led", False, False), ("empty(box)", False, False), ("c.rank < size(hand)", True, True),
     ("any(h in hand[me]: h.rank == c.rank)", True, False), ("any(h in hand[me]: h.rank == 1)", True, True)],
)  # fmt: skip
def test_needs(tmp_path: Path, where: str, *, dear: bool, settled: bool) -> None:
    """An expression is dear if it iterates over a list.

    It is settled if a dear part of it reads only the position.
    """
    e, _ = made(tmp_path, where)
    action = e.unit.program.actions[0]
    node = action.picks[0].where
    assert node is not None
    needs = Needs()
    assert needs.dear(node) is dear
    assert needs.settled(node) is settled


def test_levels() -> None:
    """The level of a variable or slot is the number of loops around the place that binds it."""
    outer, inner = Loop(), Loop()
    scope = Scope(Function("$f")).bound(1, "$a").within(outer).bound(2, "$b").within(inner).held(3, "$c")
    assert [scope.level([v], []) for v in (1, 2)] == [0, 1]
    assert scope.level([], [3]) == 2
    assert scope.level([], [4]) == 0
    assert scope.apart().level([1, 2], [3]) == 0
    assert scope.outside(1).loops == (outer,)


def test_zones_of(tmp_path: Path) -> None:
    """`zones_of` returns every zone that may contain a member of a source.

    In this game, these are both hands. The zones of a slot's value are unknown.
    """
    e, _ = made(tmp_path, "c.suit == led")
    program = e.unit.program
    pick = program.actions[0].picks[0]
    hands = next(f for f in program.families if f.count == 2)
    assert zones_of(program, pick.source) == frozenset({hands.first, hands.first + 1})
