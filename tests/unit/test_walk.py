"""Tests that walkers of syntax trees find every node in a field of its parent, whatever its name."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, get_args

import pytest

import gamespec
from gamespec.compile import draft_game
from gamespec.lint.subject import walk
from gamespec.model import model as m
from gamespec.model.walk import every_step
from gamespec.resolve import bind
from gamespec.text.diagnostics import Collector
from gamespec.trees import ast, core

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES = tuple(gamespec.games())
LEAVES = (gamespec.Source, gamespec.Span, core.Slot, core.Store, core.ZoneStore, core.Function, core.History)


def parts(value: object, sort: tuple[type, ...]) -> Iterator[object]:
    """Yield the values of the types `sort` in the fields of a node, including those in tuples.

    Nodes within these values are not searched.
    """
    assert is_dataclass(value)
    left = [getattr(value, field.name) for field in reversed(fields(value))]
    while left:
        held = left.pop()
        if isinstance(held, sort):
            yield held
        elif isinstance(held, tuple):
            left += reversed(held)


def everything(value: object) -> Iterator[object]:
    """Yield a part of a description, and all values in its fields and tuples, recursively."""
    yield value
    inner = value if isinstance(value, tuple) else ()
    if is_dataclass(value) and not isinstance(value, LEAVES):
        inner = tuple(getattr(value, f.name) for f in fields(value))
    for item in inner:
        yield from everything(item)


@pytest.mark.parametrize("name", GAMES)
def test_every_step_is_found_once(name: str) -> None:
    """`every_step` and the walker of the lints find each step in a description exactly once."""
    game = gamespec.load(name).model
    steps = [x for x in everything(game) if isinstance(x, get_args(m.Step))]
    assert sorted(map(id, every_step(game))) == sorted(map(id, steps))
    assert sorted(id(step) for step, _ in walk(game)) == sorted(map(id, steps))


@pytest.mark.parametrize("name", GAMES)
def test_children_are_the_written_nodes_in_the_fields(name: str) -> None:
    """`ast.children` yields all nodes that are in the fields of an expression's node."""
    sort = get_args(ast.Node)
    for node in everything(gamespec.load(name).model):
        if isinstance(node, sort):
            assert list(map(id, ast.children(node))) == list(map(id, parts(node, sort)))


@pytest.mark.parametrize("name", GAMES)
def test_children_are_the_typed_nodes_in_the_fields(name: str) -> None:
    """`core.children` yields all nodes that are in the fields of a typed expression."""
    sort = get_args(core.Core)
    game = gamespec.load(name).model
    drafted = draft_game(bind(game, game.players[0], {}, Collector()), Collector())
    assert drafted is not None
    left = [node for emitted in drafted.reached() for node in parts(emitted, sort)]
    assert left
    while left:
        node = left.pop()
        assert isinstance(node, core.Core)
        assert list(map(id, core.children(node))) == list(map(id, parts(node, sort)))
        left += core.children(node)
