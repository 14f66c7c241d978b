"""Converts single values to names and back, for saved data that survives edits of the game.

Numbers and truth values stand for themselves.
"""

from __future__ import annotations

from typing import TypeAlias

from gamespec.trees import types as t
from gamespec.world.values import Values

__all__ = ["Named", "Single", "by_name", "meant"]

Single: TypeAlias = bool | int | str | None
Named: TypeAlias = Single | tuple[Single, ...]
"""A value by name, or a tuple of such values. Numbers and truth values stand for themselves, and `None`
stands for `none`.
"""


def by_name(values: Values, type_: t.Type, value: int) -> Single:
    """Return the name of a value of the given type."""
    if value == t.NONE:
        return None
    match t.strip(type_):
        case t.Bool():
            return bool(value)
        case t.Int():
            return value
        case other:
            return values.text(other, value)


def meant(values: Values, type_: t.Type, named: Single) -> int | None:
    """Return the value with a name, or `None` if the type has no such value.

    The name of a component without copies may be followed by `#1`.
    """
    match type_, named:
        case t.Optional(), None:
            return t.NONE
        case t.Optional(of), _:
            return meant(values, of, named)
        case t.Bool(), bool():
            return int(named)
        case t.Int(), int() if not isinstance(named, bool):
            return named
        case t.Named(), str(name):
            found = values.find(type_, name)
            return values.find(type_, name.removesuffix("#1")) if found is None else found
        case _:
            return None
