"""Partial evaluation of expressions at compile time, for all members of a range at once.

A *vector* holds one entry for each member of `0..size-1`. An entry is a number, or `None` if it is unknown
because evaluation would fail or the member does not matter. `known` returns the vector of an expression,
given the vectors of its variables. It returns `None` instead of a vector if the expression reads a position
or has an unsupported form. A known value therefore never depends on the position, and it equals the value
that the definitional engine would compute.

A `Name` denotes a variable of an expression, a local of a routine, the acting player, or a whole expression
whose vector is given.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TypeAlias

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from gamespec.program.tables import NOWHERE

__all__ = ["ME", "ORDER", "Name", "Vector", "known", "named", "whole"]

Name: TypeAlias = "tuple[str, int]"
"""A variable with its number, a local with its slot, `ME`, or an expression with its identity (`whole`)."""

ME: Name = "me", 0

Vector: TypeAlias = "tuple[int | None, ...]"

_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "//": operator.floordiv, "%": operator.mod,
}  # fmt: skip
ORDER: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def named(node: x.Expression) -> Name | None:
    """Return the name of a variable or of a local that holds no list; return `None` for other expressions."""
    match node:
        case x.Variable(variable=variable):
            return "variable", variable
        case x.Local(slot=slot) if not node.domain.is_list:
            return "local", slot
        case _:
            return None


def _each(operation: Callable[[int, int], int | None], a: Vector | None, b: Vector | None) -> Vector | None:
    """Apply an operation to the members of two vectors; results are unknown where an operand is unknown."""
    if a is None or b is None:
        return None
    if None not in a and None not in b:
        return tuple(map(operation, a, b))  # type: ignore[arg-type] # as has just been asked
    return tuple(None if i is None or j is None else operation(i, j) for i, j in zip(a, b, strict=True))


def _one(operation: Callable[[int], int | None], a: Vector | None) -> Vector | None:
    """Apply an operation to the members of a vector; results are unknown where the operand is unknown."""
    if a is None:
        return None
    if None not in a:
        return tuple(map(operation, a))  # type: ignore[arg-type] # as has just been asked
    return tuple(None if i is None else operation(i) for i in a)


def whole(node: x.Expression) -> Name:
    """Return a name that denotes the whole expression `node`."""
    return "expression", id(node)


def known(  # noqa: C901, PLR0912 - a case for each node
    program: Program, node: x.Expression, given: Mapping[Name, Vector], size: int
) -> Vector | None:
    """Return the vector of a scalar expression for `size` members, or `None` if it cannot be computed."""

    def of(part: x.Expression) -> Vector | None:
        return known(program, part, given, size)

    if (there := given.get(whole(node))) is not None:
        return there
    match node:
        case x.Const(value=value):
            return (value,) * size
        case x.Me():
            return given.get(ME)
        case x.Variable() | x.Local():
            name = named(node)
            return None if name is None else given.get(name)
        case x.Column(of=inner, first=first, values=values):
            return _read(values, first, of(inner))
        case x.Lookup(of=inner, keys=keys, values=values):
            found = dict(zip(keys, values, strict=True))
            return _one(lambda i: found.get(i, NONE), of(inner))
        case x.Arithmetic(op=op, left=left, right=right):
            return _computed(op, of(left), of(right))
        case x.Turned(of=inner, steps=steps, size=circle, back=back):
            sign = -1 if back else 1
            return _each(lambda a, b: (a + sign * b) % circle, of(inner), of(steps))
        case x.Seat(of=inner, players=players):
            return _one(lambda i: i - 1 if 1 <= i <= players else None, of(inner))
        case x.Absolute(of=inner):
            return _one(abs, of(inner))
        case x.Extreme(greatest=greatest, parts=parts):
            found_ = of(parts[0])
            for part in parts[1:]:
                found_ = _each(max if greatest else min, found_, of(part))
            return found_
        case x.Equal(left=left, right=right) if not left.domain.is_list:
            return _each(operator.eq, of(left), of(right))
        case x.Less(op=op, left=left, right=right):
            return _each(ORDER[op], of(left), of(right))
        case x.Not(of=inner) if not inner.domain.is_list:
            return _one(operator.not_, of(inner))
        case x.And(parts=parts) | x.Or(parts=parts):
            return _joined([of(part) for part in parts], decisive=int(isinstance(node, x.Or)))
        case x.If(condition=condition, then=then, otherwise=otherwise) if not node.domain.is_list:
            return _chosen(of(condition), of(then), of(otherwise))
        case x.Default(of=inner, otherwise=otherwise):
            found_ = of(inner)
            return _chosen(_one(lambda i: int(i != NONE), found_), found_, of(otherwise))
        case x.There(of=inner):
            found_ = of(inner)
            return None if found_ is None else tuple([None if i == NONE else i for i in found_])
        case x.InList(item=item, of=x.Fixed(values=values)):
            return _one(lambda i: int(i in values), of(item))
        case x.InList(item=item, of=x.ListOf(items=items)):
            found_ = _each(lambda *_: 0, of(item), of(item))
            for part in items:  # every item is evaluated, even after a hit
                here = _each(operator.eq, of(item), of(part))
                found_ = _each(max, found_, here)
            return found_
        case x.Apply(function=function, args=args) if not node.domain.is_list:
            inner_ = {**given}
            for variable, arg in zip(function.parameters, args, strict=True):
                vector = None if arg.domain.is_list else of(arg)
                inner_.pop(("variable", variable), None)
                if vector is not None:
                    inner_["variable", variable] = vector
            return known(program, function.body, inner_, size)
        case x.Step(space=space, cell=cell, direction=direction):
            steps_ = program.spaces[space].steps
            return _each(lambda c, d: _step(steps_, c, d), of(cell), of(direction))
        case x.Direction(space=space, start=start, end=end):
            to = program.spaces[space].direction_to
            return _each(lambda a, b: to.get((a, b), NONE), of(start), of(end))
        case _:
            return None


def _computed(op: str, a: Vector | None, b: Vector | None) -> Vector | None:
    """Apply an arithmetic operator; results are unknown if they exceed 32 bits or the divisor is 0."""
    if op in {"//", "%"}:
        b = _one(lambda i: i or None, b)
    found = _each(_ARITHMETIC[op], a, b)
    if found is None:
        return None
    sure = [i for i in found if i is not None]
    if len(sure) == len(found) and (not sure or (min(sure) >= INT_MIN and max(sure) <= INT_MAX)):
        return found
    return tuple(i if i is not None and INT_MIN <= i <= INT_MAX else None for i in found)


def _read(values: tuple[int, ...], first: int, at: Vector | None) -> Vector | None:
    """Read a table, whose first index is `first`, at each index in `at`.

    The result is unknown for an index out of range.
    """
    if at is None:
        return None
    count = len(values)
    return tuple([values[i - first] if i is not None and 0 <= i - first < count else None for i in at])


def _step(steps: tuple[tuple[int, ...], ...], cell: int, direction: int) -> int | None:
    if not (0 <= direction < len(steps) and 0 <= cell < len(steps[direction])):
        return None
    found = steps[direction][cell]
    return NONE if found == NOWHERE else found


def _joined(parts: list[Vector | None], *, decisive: int) -> Vector | None:
    """Return the vector of a conjunction (if `decisive` is 0) or of a disjunction (if it is 1).

    For each member, the parts after the first one with the decisive value do not matter.
    """
    if any(part is None for part in parts) or not parts:
        return None
    found: list[int | None] = []
    for members in zip(*(part for part in parts if part is not None), strict=True):
        value: int | None = 1 - decisive
        for member in members:
            if member is None or bool(member) == bool(decisive):
                value = member if member is None else decisive
                break
        found.append(value)
    return tuple(found)


def _chosen(test: Vector | None, then: Vector | None, otherwise: Vector | None) -> Vector | None:
    if test is None or then is None or otherwise is None:
        return None
    return tuple(None if i is None else a if i else b for i, a, b in zip(test, then, otherwise, strict=True))
