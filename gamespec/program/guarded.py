"""Finds the expressions that can fault in spite of the conditions around them.

`failing` judges an expression in isolation. This module also uses the conditions around it. Under `if not
empty(x)`, for example, a list has a least member, and under `if n != 0` division by n is safe. Such a fact
says that a list or zone is not empty, or that a number is not 0; the list, zone or number is then called
*something*. Because expressions have no effects, a fact about an expression holds for every expression that
is written identically, throughout the scope of the condition.

Like `failing`, the analysis is conservative, which means that it may report an expression that never faults.
It does not look for overflow of 32 bits, because no type can prove that an unlimited supply of tokens will
not add up to too much.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields
from typing import TypeAlias

from gamespec.program import expressions as x
from gamespec.program.failing import Failing, parts
from gamespec.program.tables import Space

__all__ = ["Guarded"]

Key: TypeAlias = tuple[object, ...]
"""An expression without its places in the author's text, as a hashable value."""

Known: TypeAlias = frozenset[Key]
"""The keys of expressions that are known to be something, which means not empty or not 0."""


class Guarded(Failing):
    """Finds the parts of expressions that can fault in spite of the conditions around them.

    `boards` are the boards that these expressions use.
    """

    def __init__(self, boards: Sequence[Space]) -> None:
        self._boards = boards
        self._bodies: dict[int, x.Expression | None] = {}

    def board(self, number: int) -> Space:
        """Return the board with a given number."""
        return self._boards[number]

    def first(self, node: x.Expression, known: Known = frozenset()) -> x.Expression | None:
        """Return the first part that may fault though its own parts do not, or `None` if there is none.

        `known` are the facts that hold where the expression stands.
        """
        match node:
            case x.If(condition=condition, then=then, otherwise=otherwise):
                inside = (
                    (condition, known),
                    (then, known.union(_told(condition, holds=True))),
                    (otherwise, known.union(_told(condition, holds=False))),
                )
                return next((found for part, k in inside if (found := self.first(part, k))), None)
            case x.And(parts=inner) | x.Or(parts=inner):
                for part in inner:
                    if (found := self.first(part, known)) is not None:
                        return found
                    known = known.union(_told(part, holds=isinstance(node, x.And)))
                return None
            case x.Apply(function=function, args=args):
                inside_first = next((found for arg in args if (found := self.first(arg, known))), None)
                return inside_first or (node if self._body(function) else None)
            case _:
                found = next((found for part in parts(node) if (found := self.first(part, known))), None)
                return found or (node if self._may_fail(node, known) else None)

    def _body(self, function: x.Function) -> x.Expression | None:
        """Return the first part of a function's body that may fault, or `None`. Results are cached."""
        if function.number not in self._bodies:
            self._bodies[function.number] = self.first(function.body)
        return self._bodies[function.number]

    def _may_fail(self, node: x.Expression, known: Known) -> bool:
        match node:
            case x.Arithmetic(op=op, right=right):
                divides = op in {"//", "%"} and right.domain.low <= 0 <= right.domain.high
                return divides and _something(right) not in known
            case x.Quantifier(kind="sum"):
                return False
            case x.Nth(of=x.Fixed(values=values), place=place):
                return not (place.domain.low >= 1 and place.domain.high <= len(values))
            case x.Quantifier(kind="min" | "max", over=over) | x.ExtremeOf(of=over):
                return not (isinstance(over, x.Fixed) and over.values) and _something(over) not in known
            case _:
                return self.fails_itself(node)


def _told(condition: x.Expression, *, holds: bool) -> Iterator[Key]:  # noqa: C901, PLR0912 - a case for each
    """Yield the keys of the expressions that are something if a condition holds, or if it does not hold."""
    match condition:
        case x.Not(of=of):
            if of.domain.low < 0 or of.domain.high > 1 or isinstance(of, x.Length | x.ZoneLength):
                if not holds:
                    yield _something(of)
            else:
                yield from _told(of, holds=not holds)
        case x.And(parts=inner) if holds:
            for part in inner:
                yield from _told(part, holds=True)
        case x.Or(parts=inner) if not holds:
            for part in inner:
                yield from _told(part, holds=False)
        case x.Equal(left=a, right=b) if not holds:
            for one, other in ((a, b), (b, a)):
                if isinstance(other, x.Const) and other.value == 0:
                    yield _something(one)
        case x.Less(op=op, left=a, right=b):
            strict = (op in {"<", ">"}) is holds
            more, less = (b, a) if (op in {"<", "<="}) is holds else (a, b)
            if less.domain.low > 0 or (less.domain.low == 0 and strict):
                yield _something(more)
        case _:
            pass


def _something(node: x.Expression) -> Key:
    """Return the key under which it is recorded that an expression is something.

    A list, a zone, the length of either, and any list with as many members all have the same key.
    """
    match node:
        case x.ByPlace(of=of) | x.Length(of=of) | x.ZoneLength(zone=of) | x.Contents(zone=of):
            return _something(of)
        case x.Quantifier(kind="map" | "sort", over=of) | x.Distinct(of=of) | x.Reverse(of=of):
            return _something(of)
        case _:
            return _key(node)


def _key(node: x.Expression) -> Key:
    """Return the key of an expression, which is its content without places in the author's text."""
    return type(node).__name__, *(_part(getattr(node, f.name)) for f in fields(node) if f.name != "at")


def _part(value: object) -> object:
    if isinstance(value, x.Function):
        return value.number
    if isinstance(value, tuple):
        return tuple(_part(each) for each in value)
    return _key(value) if isinstance(value, x.Expression) else value
