"""Binding of the looks of single cells, which a view gives to names of cells or to functions of a cell."""

from __future__ import annotations

from gamespec.expr.fold import NotConstant, constant_value
from gamespec.expr.functions import elaborate_function
from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.resolve.types import constants
from gamespec.space import Space
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["bind_fields"]


def bind_fields(b: Binder, view: m.View, name: str) -> None:
    """Bind the looks of the cells of a space. If several apply to a cell, the last one counts."""
    space = b.world.spaces.get(name)
    if space is None:
        return
    found = b.world.fields.setdefault(name, {})
    for key, look in view.spaces[name].cells.items():
        place = view.places["spaces", name, "cells", key]
        b.world.effort.spend(1 + space.size, place)
        if not (look.symbol or look.color or look.icon):
            b.found.report(
                "GS322", f"nothing of this look would be seen on `{key}`", place,
                help="add `symbol`, `color` or `icon`",
            )  # fmt: skip
        elif key in space.names:
            found[space.names.index(key)] = look
        else:
            found.update(dict.fromkeys(_where(b, space, key, place), look))


def _where(b: Binder, space: Space, key: str, place: Span) -> list[int]:
    """Return the cells for which the function `key` holds, or report why it finds none."""
    declared = next((each for each in b.world.game.functions if each.ident.name == key), None)
    if declared is None and key in b.world.game.lost:
        return []
    if declared is None:
        known = [*space.names, *(each.ident.name for each in b.world.game.functions)]
        b.found.report(
            "GS201", f"`{space.name}` has no cell `{key}`, and there is no such function", place,
            help=did_you_mean(key, known) or "leave it out",
        )  # fmt: skip
        return []
    b.world.symbols.used.add(key)
    function = elaborate_function(key, declared, constants(b.world, b.found, declared.body.source))
    if function is None or function.body is None:
        return []
    if not (_takes_a_cell(function, space) and isinstance(t.strip(function.type), t.Bool)):
        b.found.report(
            "GS302", f"`{key}` does not say which cells of `{space.name}` have this look", place,
            help=f"name a cell, or a function of one cell of `{space.name}` that is true or false",
        )  # fmt: skip
        return []
    type_ = function.parameters[0].type
    calls = [
        core.Apply(function.type, place, function, (core.Const(type_, place, c),)) for c in range(space.size)
    ]
    try:
        return [c for c, call in enumerate(calls) if constant_value(call)]
    except NotConstant as why:
        b.found.report(why.code, why.message, why.span)
        return []


def _takes_a_cell(function: core.Function, space: Space) -> bool:
    types = [t.strip(slot.type) for slot in function.parameters]
    return (
        len(types) == 1
        and isinstance(types[0], t.Named)
        and types[0].sort == "cell"
        and types[0].name == space.name
    )
