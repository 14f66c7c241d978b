"""Binding of options and enumerations."""

from __future__ import annotations

from collections.abc import Mapping

from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.resolve.types import (
    option_type,
    read_value,
)
from gamespec.trees import types as t
from gamespec.world.symbols import OptionValue

__all__ = ["bind_enum", "bind_options"]


PARTS_OF_AN_OPTION = 8
"""Cost of binding an option, in parts. Its type and its default are read again for each choice of options."""


def bind_options(b: Binder, game: m.Game, chosen: Mapping[str, int]) -> bool:
    """Bind options to their chosen values, and return whether all of these are the defaults."""
    usual = True
    for declared in game.options:
        b.world.effort.spend(PARTS_OF_AN_OPTION, declared.ident.span)
        type_ = option_type(declared, b.world, b.found)
        default = read_value(declared.default, type_, b.world, b.found)
        value = chosen.get(declared.ident.name, default)
        usual = usual and value == default
        if isinstance(type_, t.Bad) or value is None:
            b.define(declared.ident, None)
            continue
        option = OptionValue(type_, value)
        b.world.options[declared.ident.name] = option
        b.define(declared.ident, option)
    return usual


def bind_enum(b: Binder, declared: m.EnumDecl) -> None:
    """Bind an enumeration."""
    names = tuple(i.name for i in declared.values)
    listed: set[str] = set()
    for ident in declared.values:
        if ident.name in listed:
            b.found.report("GS202", f"`{ident.name}` is listed twice", ident.span)
        listed.add(ident.name)
    type_ = t.Named("enum", declared.ident.name, 0, len(names))
    b.world.values.add(type_, names)
    b.world.texts[declared.ident.name] = declared.labels
    b.define(declared.ident, type_)
