"""The rows that store events, and what players see of them, in CPython and in a module."""

from __future__ import annotations

import random
import struct
from typing import TYPE_CHECKING, Any

import pytest

import gamespec
from interpreter import Game
from interpreter.compiled.making.host import Instance
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import ZERO, Function, const, get
from interpreter.kernels.in_order import InOrder
from interpreter.kernels.sights import Sights, sight
from interpreter.play.events import Asked, Moved, Shown
from interpreter.play.rows import DECLARED, events_of, order_of, row_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gamespec.program import Program
    from interpreter.play.events import Event


def happened(program: Program, seed: int) -> list[Event]:
    """Return those events of a random game that are stored as rows."""
    luck, game = random.Random(seed), Game(program, seed, record=True)  # noqa: S311 - nothing secret
    for _ in range(60):
        if not game.over:
            game.play(luck.choice(game.options))
    return [event for event in game.events if not isinstance(event, Asked)]


@pytest.mark.parametrize("name", ["carcassonne", "hanabi", "rufus", "trumpet+revoke", "kuhn-poker"])
def test_rows_say_all_of_events(name: str) -> None:
    """Events can be restored from their rows, and a tape shows a player the sights of its events in order."""
    program = gamespec.load(name).program()
    events = happened(program, 1)
    tape = [word for event in events for word in row_of(program, event)]
    assert events_of(program, tape) == events
    assert [type(event) for event in events_of(program, tape)] == [type(event) for event in events]
    for player in range(program.players):
        shown = [word for event in events for word in sight(program, event, player) or ()]
        assert [*Sights(program).see(tape, len(tape), player)] == shown


def test_a_declaration_says_where_fields_stand() -> None:
    """A declaration gives the fields of an event their places in the row, including masks.

    A list of words comes last.
    """
    said = DECLARED[Moved]
    assert [(each.name, each.at) for each in said.fields] == [
        ("component", 1), ("source", 2), ("target", 3), ("seen", 4), ("place", 5), ("bottom", 6),
    ]  # fmt: skip
    assert said.several is not None
    assert (said.several.name, said.several.at, said.size) == ("excluded", 7, 8)
    assert [each.name for each in said.shown] == [
        "component",
        "source",
        "target",
        "place",
        "bottom",
        "excluded",
    ]
    assert said.shown[0].beside == 4  # `seen`


def some(event: type[Any], luck: random.Random) -> list[Event]:
    """Return events of one class, many of which are equal in the fields that determine their order."""
    small = lambda: luck.randrange(3)  # noqa: E731 - as short as its name
    excluded = lambda: tuple((small(), small()) for _ in range(2))  # noqa: E731 - as above
    if event is Moved:
        return [Moved(small(), 0, 1, small(), -1, bottom=False, excluded=excluded()) for _ in range(9)]
    return [Shown(small(), 3, small(), 0, small(), 0, small(), bool(small()), excluded()) for _ in range(9)]


@pytest.mark.parametrize("event", [Moved, Shown])
def test_rows_are_sorted_as_python_sorts_events(event: type[Any]) -> None:
    """A kernel sorts rows as Python sorts events, and does not move earlier rows.

    It does so in CPython and in a module.
    """
    program, luck = gamespec.load("hanabi").program(), random.Random(5)  # noqa: S311 - nothing secret
    kernel = InOrder(program, DECLARED[event]).sort
    unit = Unit(program, records=True)
    asks = Function("$ask", (("$begin", "i32"), ("$end", "i32")), (), "ask")
    asks.body = [
        unit.kernels.call(kernel, ZERO, get("$begin"), get("$end")),
        ("global.set", "$taped", ("i32.shl", get("$end"), const(2))),
    ]
    unit.add(asks)
    instance = Instance(unit)
    for _ in range(20):
        events = some(event, luck)
        rows = [word for each in events for word in row_of(program, each)]
        wanted = [7, 7]
        for each in sorted(events, key=order_of(event, program.backs)):
            wanted += row_of(program, each)
        tape = [7, 7, *rows]
        kernel(tape, 2, len(tape))
        assert tape == wanted
        assert sorted_inside(instance, [7, 7, *rows], 2) == wanted


def sorted_inside(instance: Instance, tape: Sequence[int], begin: int) -> list[int]:
    """Return the tape after the module has sorted the rows from index `begin` on."""
    memory: Any = instance._exports["tape"]  # noqa: SLF001 - what is tested
    memory.write(instance._store, struct.pack(f"<{len(tape)}i", *tape), 0)  # noqa: SLF001 - as above
    instance.call("ask", begin, len(tape))
    return instance.tape()
