"""Binding of the looks of single cells, which a view gives to names of cells or to functions of a cell.

The numbers of a track that shows a variable or a resource have looks in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from gamespec.expr.fold import NotConstant, afford, constant_value
from gamespec.expr.functions import elaborate_function
from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.resolve.types import constants
from gamespec.space import Space
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["bind_fields", "bind_numbers"]

Path = tuple[str, ...]


def bind_fields(b: Binder, view: m.View, name: str) -> None:
    """Bind the looks of the cells of a space. If several apply to a cell, the last one counts."""
    space = b.world.spaces.get(name)
    if space is not None:
        looked = _Looked(f"`{name}`", "cell", space.names, lambda type_: _is_cell(type_, space))
        _bind(b, view, ("spaces", name), view.spaces[name].cells, looked)


def bind_numbers(b: Binder, view: m.View, path: Path, cells: Mapping[str, m.NamedLook]) -> None:
    """Bind the looks of the numbers of a track that shows a variable or a resource."""
    store = b.world.stores.get(path[1])
    type_ = t.strip(store.type) if store is not None else None
    if isinstance(type_, t.Int):
        names = [str(number) for number in range(type_.low, type_.high + 1)]
        looked = _Looked(f"the track of `{path[1]}`", "number", names, lambda type_: isinstance(type_, t.Int))
        _bind(b, view, path, cells, looked, type_.low)


class _Looked(NamedTuple):
    """What has looks: the board, what its cells are called, their names, and whether they have a type."""

    board: str
    sort: str
    names: Sequence[str]
    takes: Callable[[t.Type], bool]


def _bind(  # noqa: PLR0913 - what has looks, and which
    b: Binder,
    view: m.View,
    path: Path,
    cells: Mapping[str, m.NamedLook],
    looked: _Looked,
    first: int = 0,
) -> None:
    found = b.world.fields.setdefault(path[1], {})
    for key, look in cells.items():
        place = view.places[(*path, "cells", key)]
        b.world.effort.spend(1 + len(looked.names), place)
        if not (look.symbol or look.color or look.icon):
            b.found.report(
                "GS322", f"nothing of this look would be seen on `{key}`", place,
                help="add `symbol`, `color` or `icon`",
            )  # fmt: skip
        elif key in looked.names:
            found[looked.names.index(key)] = look
        else:
            found.update(dict.fromkeys(_where(b, looked, first, key, place), look))


def _where(b: Binder, looked: _Looked, first: int, key: str, place: Span) -> list[int]:
    """Return the cells for which the function `key` holds, or report why it finds none."""
    declared = next((each for each in b.world.game.functions if each.ident.name == key), None)
    if declared is None and key in b.world.game.lost:
        return []
    if declared is None:
        known = [*looked.names, *(each.ident.name for each in b.world.game.functions)]
        b.found.report(
            "GS201", f"{looked.board} has no {looked.sort} `{key}`, and there is no such function", place,
            help=did_you_mean(key, known) or "leave it out",
        )  # fmt: skip
        return []
    b.world.symbols.used.add(key)
    function = elaborate_function(key, declared, constants(b.world, b.found, declared.body.source))
    if function is None or function.body is None:
        return []
    types = [slot.type for slot in function.parameters]
    fits = len(types) == 1 and looked.takes(t.strip(types[0])) and isinstance(t.strip(function.type), t.Bool)
    if not fits:
        b.found.report(
            "GS302", f"`{key}` does not say which {looked.sort}s of {looked.board} have this look", place,
            help=f"name a {looked.sort}, or a function of one {looked.sort} of {looked.board} "
            "that is true or false",
        )  # fmt: skip
        return []
    try:
        afford(function.body)  # for each cell it takes the same
        return [c for c in range(len(looked.names)) if _holds(function, place, first + c)]
    except NotConstant as why:
        b.found.report(why.code, why.message, why.span)
        return []


def _holds(function: core.Function, place: Span, value: int) -> bool:
    """Return whether a function is true for a value. It is not, if its parameter cannot have the value."""
    type_ = function.parameters[0].type
    base = t.strip(type_)
    if isinstance(base, t.Int) and not base.low <= value <= base.high:
        return False
    call = core.Apply(function.type, place, function, (core.Const(type_, place, value),))
    return bool(constant_value(call, {}))


def _is_cell(type_: t.Type, space: Space) -> bool:
    return isinstance(type_, t.Named) and type_.sort == "cell" and type_.name == space.name
