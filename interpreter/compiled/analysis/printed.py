"""Partial evaluation of expressions over components, as far as they are known before the game.

Printed attributes, and expressions that depend only on them, are evaluated once for all components of a kind.
An expression becomes a function of the component's number, which returns `None` if the expression depends on
anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE

__all__ = ["LESS", "Reader", "reader_of"]

Reader = Callable[[int], "int | None"]
"""Returns the value of an expression for a component, or `None` if it depends on anything else."""

LESS: Mapping[str, Callable[[int, int], bool]] = {
    "<": lambda a, b: a < b,
    "<=": lambda a, b: a <= b,
    ">": lambda a, b: a > b,
    ">=": lambda a, b: a >= b,
}
"""The order comparisons."""


def reader_of(  # noqa: C901, PLR0912 - a case for each node
    node: x.Expression, variables: Mapping[int, Reader], slots: Mapping[int, Reader]
) -> Reader:
    """Return the reader of an expression, given readers of some variables and slots."""
    match node:
        case x.Const(value=number):
            return lambda _: number
        case x.Variable(variable=variable):
            return variables.get(variable, _unknown)
        case x.Local(slot=slot):
            return slots.get(slot, _unknown)
        case x.Column(of=of, first=first, values=values):
            last = first + len(values)
            return _one(lambda a: values[a - first] if first <= a < last else None, of, variables, slots)
        case x.Lookup(of=of, keys=keys, values=values):
            row = dict(zip(keys, values, strict=True))
            return _one(lambda a: row.get(a, NONE), of, variables, slots)
        case x.Equal(left=left, right=right) if not left.domain.is_list:
            return _two(lambda a, b: int(a == b), left, right, variables, slots)
        case x.Less(op=op, left=left, right=right):
            less = LESS[op]
            return _two(lambda a, b: int(less(a, b)), left, right, variables, slots)
        case x.Not(of=of):
            return _one(lambda a: int(a == 0), of, variables, slots)
        case x.And(parts=parts) | x.Or(parts=parts):
            return _all_or_any([reader_of(part, variables, slots) for part in parts], isinstance(node, x.Or))
        case x.If(condition=condition, then=then, otherwise=otherwise):
            asked, yes, no = (reader_of(part, variables, slots) for part in (condition, then, otherwise))
            return lambda c: None if (a := asked(c)) is None else yes(c) if a else no(c)
        case x.Arithmetic(op="+" | "-" | "*" as op, left=left, right=right):
            return _two(_ARITHMETIC[op], left, right, variables, slots)
        case x.InList(item=item, of=x.Fixed(values=values)):
            return _one(lambda a: int(a in values), item, variables, slots)
        case x.Apply(function=function, args=args):
            given = [reader_of(arg, variables, slots) for arg in args]
            read = reader_of(function.body, dict(zip(function.parameters, given, strict=True)), {})
            return lambda c: None if any(arg(c) is None for arg in given) else read(c)
        case _:
            return _unknown


def _unknown(_: int) -> None:
    """Return `None`, because nothing is known for any component."""


def _one(
    what: Callable[[int], int | None],
    of: x.Expression,
    variables: Mapping[int, Reader],
    slots: Mapping[int, Reader],
) -> Reader:
    """Return the reader that applies a function to the value of an expression."""
    read = reader_of(of, variables, slots)
    return lambda c: None if (a := read(c)) is None else what(a)


def _two(
    what: Callable[[int, int], int | None],
    left: x.Expression,
    right: x.Expression,
    variables: Mapping[int, Reader],
    slots: Mapping[int, Reader],
) -> Reader:
    """Return the reader that applies a function to the values of two expressions."""
    one, other = reader_of(left, variables, slots), reader_of(right, variables, slots)
    return lambda c: None if (a := one(c)) is None or (b := other(c)) is None else what(a, b)


def _all_or_any(parts: Sequence[Reader], any_: bool) -> Reader:  # noqa: FBT001 - which of both
    """Return the reader of a conjunction or, if `any_`, a disjunction, which stops when it is decided."""

    def read(c: int) -> int | None:
        for part in parts:
            a = part(c)
            if a is None or bool(a) == any_:
                return a if a is None else int(any_)
        return int(not any_)

    return read


def _within(found: int) -> int | None:
    return found if INT_MIN <= found <= INT_MAX else None


_ARITHMETIC: Mapping[str, Callable[[int, int], int | None]] = {
    "+": lambda a, b: _within(a + b),
    "-": lambda a, b: _within(a - b),
    "*": lambda a, b: _within(a * b),
}
