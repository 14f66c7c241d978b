"""Constants for each member of a family: the capacity of each zone, the start of each holder or variable.

Such an expression refers to its member by the names of the key types: `player`, a `gem`, a `board`. The names
of `KIND.row` and `SPACE.direction` are `row` and `direction`. A key whose type has no name, or whose type
occurs twice among the keys, cannot be referred to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from itertools import product
from math import prod

from gamespec.model import model as m
from gamespec.resolve.types import constant
from gamespec.text.diagnostics import Collector
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression
from gamespec.world.world import World

__all__ = ["Keys", "member_constants"]

Keys = tuple[tuple[m.TypeRef, t.Type, tuple[int, int]], ...]
"""For each key of a family: its type as written, its type, and the first value and number of values of that
type.
"""


def member_constants(
    expression: Expression, keys: Keys, wanted: t.Type, world: World, found: Collector
) -> tuple[int, ...] | None:
    """Return the value of an expression for each member of a family, or `None` after reporting an error.

    The last key varies fastest.
    """
    names = [_name(ref) for ref, _, _ in keys]
    number = Counter(names)
    names = [name if number[name] == 1 else None for name in names]
    ranges = [range(first, first + size) for _, _, (first, size) in keys]
    if not set(_named(expression.root)).intersection(names):
        value = constant(expression, world, found, wanted)
        return None if value is None else (value,) * prod(map(len, ranges))
    values: list[int] = []
    for member in product(*ranges):
        printed: dict[str, core.Core] = {
            name: core.Const(type_, ref.span, value)
            for name, (ref, type_, _), value in zip(names, keys, member, strict=True)
            if name is not None
        }
        value = constant(expression, world, found, wanted, printed)
        if value is None:
            return None
        values.append(value)
    return tuple(values)


def _name(ref: m.TypeRef) -> str | None:
    """Return the name by which an expression refers to a key, or `None` if it cannot."""
    match ref.root:
        case ast.Name(_, _, name) | ast.Attribute(_, _, _, name) if name != "bool":
            return name
        case _:
            return None


def _named(node: object) -> Iterator[str]:
    """Yield the names in an expression."""
    if isinstance(node, ast.Name):
        yield node.name
    elif isinstance(node, tuple):
        for part in node:
            yield from _named(part)
    elif is_dataclass(node) and not isinstance(node, type):
        for field in fields(node):
            yield from _named(getattr(node, field.name))
