"""Expressions to closures: each node becomes a function from a position to its value.

A scalar is an integer, a list a tuple or list of integers. Locals of an expression (the variables of
quantifiers, the parameters of functions) live in a scratch list beside the position: no decision can
come in the middle of an expression, and nothing is recursive, so each has a place of its own. The first
cell of that list is what is left of the budget (`fuel`): every list that is made or gone through is charged
as a whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from gamespec.expr import core
from gamespec.expr import types as t
from gamespec.compile.draft import Head, Program
from gamespec.space import Space
from gamespec.work import BUDGET, PARTS, weight
from interpreter.engine.lists import BUILTINS
from interpreter.engine.boards import Board
from interpreter.engine.errors import Fault
from interpreter.engine.fuel import exhausted, refill, spend
from interpreter.engine.quantifiers import QUANTIFIERS, Loop
from interpreter.engine.tiling import Tiling

__all__ = ["Evaluator", "Listing", "Number"]

Position = list[int]
Number = Callable[[Position], int]
Listing = Callable[[Position], Sequence[int]]

_ME = Head.ME


class Evaluator:
    """Turns the expressions of one program into closures, each once."""

    def __init__(self, program: Program, tilings: Mapping[str, Tiling]) -> None:
        self.program = program
        self.tilings = tilings
        self.scratch: list[int] = [BUDGET, 0]
        self._places: dict[core.Slot, int] = {}
        self._closures: dict[int, tuple[core.Core, Any]] = {}
        self._boards: dict[str, Board] = {}
        self._weights: dict[core.Function, int] = {}
        layout = program.layout
        self.first, self.size = layout.first, layout.size
        self.next, self.zone_of = layout.next, layout.zone_of
        self.previous, self.last = layout.previous, layout.last

    def number(self, node: core.Core) -> Number:
        """The closure of a scalar expression, or of a zone: its number."""
        return self._compiled(node)  # type: ignore[no-any-return]

    def listing(self, node: core.Core) -> Listing:
        """The closure of a list expression."""
        return self._compiled(node)  # type: ignore[no-any-return]

    def value(self, node: core.Core) -> Callable[[Position], int | Sequence[int]]:
        """The closure of an expression of any type."""
        return self._compiled(node)  # type: ignore[no-any-return]

    def asked(self, node: core.Core, p: Position) -> Any:
        """The value of an expression that is asked from outside a run, with a budget of its own.

        Raises `Fault`.
        """
        refill(self.scratch)
        return self._compiled(node)(p)

    def _compiled(self, node: core.Core) -> Any:
        known = self._closures.get(id(node))
        if known is None:
            known = self._closures[id(node)] = (node, self._compile(node))
        return known[1]

    def place(self, slot: core.Slot) -> int:
        """A local's place in the scratch list."""
        if slot not in self._places:
            self._places[slot] = len(self.scratch)
            self.scratch.append(0)
        return self._places[slot]

    def board(self, space: Space) -> Board:
        """The engine's tables of a space, made once."""
        if space.name not in self._boards:
            self._boards[space.name] = Board(space)
        return self._boards[space.name]

    def _compile(self, node: core.Core) -> Any:  # noqa: C901, PLR0912 - one line for each node
        match node:
            case core.Const(_, _, value):
                return lambda p: value
            case core.Fixed(_, _, values):
                return lambda p: values
            case core.Local():
                return self._local(node)
            case core.Me():
                return lambda p: p[_ME]
            case core.Column(_, _, of, _, first, values):
                return self._column(self.number(of), first, values)
            case core.Load():
                return self._load(node)
            case core.Zone():
                return self._zone(node)
            case core.Contents(_, span, zone):
                return self._contents(self.number(zone), span)
            case core.Narrow():
                return self._narrow(node)
            case core.Arithmetic():
                return self._arithmetic(node)
            case core.Equal(_, _, left, right):
                return _equal(self.number(left), self.number(right), right)
            case core.Less(_, _, left, right, op):
                return _LESS[op](self.number(left), self.number(right))
            case core.Not(_, _, of):
                inner = self.number(of)
                return lambda p: not inner(p)
            case core.And(_, _, parts):
                return _all(tuple(self.number(x) for x in parts))
            case core.Or(_, _, parts):
                return _any(tuple(self.number(x) for x in parts))
            case core.If(_, _, condition, then, otherwise):
                test, yes, no = (self._compiled(x) for x in (condition, then, otherwise))
                return lambda p: yes(p) if test(p) else no(p)
            case core.InList(_, _, item, of):
                return self._in_list(item, of)
            case core.InZone(_, _, item, zone):
                return self._in_zone(self.number(item), self.number(zone))
            case core.ListOf(_, _, items, numbers):
                return self._list_of(items, numbers=numbers)
            case core.Quantifier():
                return self._quantifier(node)
            case core.Reach():
                return self._reach(node)
            case core.Apply():
                return self._apply(node)
            case core.BuiltIn(_, span, name, args, data):
                return BUILTINS[name](self, span, args, data)
            case core.Wrong(_, span):
                message = f"an expression with a mistake is run at {span}"
                raise AssertionError(message)
            case _:
                assert_never(node)

    def _local(self, node: core.Local) -> Any:
        slot = node.slot
        if not slot.frame:
            place, scratch = self.place(slot), self.scratch
            return lambda p: scratch[place]
        at = slot.at
        if isinstance(slot.type, t.ListType):
            return self._stored(at, node.span)
        return lambda p: p[at]

    def _stored(self, at: int, span: core.Span) -> Listing:
        """A list that lies in the position: its length, then its members."""
        scratch = self.scratch

        def stored(p: Position) -> list[int]:
            length = p[at]
            left = scratch[0] = scratch[0] - length
            if left < 0:
                raise exhausted(span)
            return p[at + 1 : at + 1 + length]

        return stored

    def _column(self, of: Number, first: int, values: tuple[int, ...]) -> Number:
        if first == 0:
            return lambda p: values[of(p)]
        return lambda p: values[of(p) - first]

    def offset(self, keys: tuple[core.Core, ...], dims: tuple[tuple[int, int], ...], base: int) -> Number:
        """The place of a family's member for some keys."""
        if not keys:
            return lambda p: base
        if len(keys) == 1:
            shifted = base - dims[0][0]
            match keys[0]:
                case core.Me():
                    return lambda p: shifted + p[_ME]
                case core.Const(_, _, value):
                    constant = shifted + value
                    return lambda p: constant
                case core.Local(_, _, slot) if slot.frame:
                    at = slot.at
                    return lambda p: shifted + p[at]
                case core.Local(_, _, slot):
                    place, scratch = self.place(slot), self.scratch
                    return lambda p: shifted + scratch[place]
                case _:
                    key = self.number(keys[0])
                    return lambda p: shifted + key(p)
        inner = self.offset(keys[:-1], dims[:-1], 0)
        last, (first, size) = self.number(keys[-1]), dims[-1]
        shift = base - first
        return lambda p: shift + inner(p) * size + last(p)

    def _load(self, node: core.Load) -> Number:
        if node.bank:
            at = node.store.at + node.store.count
            return lambda p: p[at]
        if not node.keys:
            at = node.store.at
            return lambda p: p[at]
        offset = self.offset(node.keys, node.store.dims, node.store.at)
        return lambda p: p[offset(p)]

    def _zone(self, node: core.Zone) -> Number:
        return self.offset(node.keys, node.zone.dims, node.zone.first)

    def _contents(self, zone: Number, span: core.Span) -> Listing:
        first, next_, scratch = self.first, self.next, self.scratch

        def contents(p: Position) -> list[int]:
            found: list[int] = []
            c = p[first + zone(p)]
            while c >= 0:
                found.append(c)
                c = p[next_ + c]
            left = scratch[0] = scratch[0] - len(found)
            if left < 0:
                raise exhausted(span)
            return found

        return contents

    def _narrow(self, node: core.Narrow) -> Any:
        low, high, most, span, goes = node.low, node.high, node.most, node.span, node.goes
        said = f"`{low}..{high}`, {goes}" if goes else f"`{low}..{high}`"
        if not isinstance(node.type, t.ListType):
            number = self.number(node.of)

            def narrow(p: Position) -> int:
                value = number(p)
                if low <= value <= high or value == t.NONE:
                    return value
                raise Fault("GS505", f"{value} is not in {said}", span)

            return narrow
        listing, scratch = self.listing(node.of), self.scratch

        def narrow_list(p: Position) -> Sequence[int]:
            members = listing(p)
            spend(scratch, len(members) // PARTS, span)
            if len(members) > most:
                raise Fault("GS512", f"a list of {len(members)}, at most {most}", span)
            for value in members:
                if not low <= value <= high and value != t.NONE:
                    raise Fault("GS505", f"{value} is not in {said}", span)
            return members

        return narrow_list

    def _arithmetic(self, node: core.Arithmetic) -> Number:  # noqa: C901 - one case an operator
        a, b, span = self.number(node.left), self.number(node.right), node.span

        def divide(p: Position) -> int:
            dividend, divisor = a(p), b(p)
            if divisor == 0:
                raise Fault("GS502", "division by zero", span)
            return dividend // divisor

        def remainder(p: Position) -> int:
            dividend, divisor = a(p), b(p)
            if divisor == 0:
                raise Fault("GS502", "division by zero", span)
            return dividend % divisor

        plain: Number
        match node.op:
            case "+":
                plain = lambda p: a(p) + b(p)  # noqa: E731 - one of a family
            case "-":
                plain = lambda p: a(p) - b(p)  # noqa: E731
            case "*":
                plain = lambda p: a(p) * b(p)  # noqa: E731
            case "//":
                plain = divide
            case "%":
                plain = remainder
        if not isinstance(node.type, t.Int) or (node.type.low > t.INT_MIN and node.type.high < t.INT_MAX):
            return plain

        def checked(p: Position) -> int:
            value = plain(p)
            if not t.INT_MIN <= value <= t.INT_MAX:
                raise Fault("GS509", f"{value} does not fit into 32 bits", span)
            return value

        return checked

    def _in_list(self, item: core.Core, of: core.Core) -> Number:
        value = self.number(item)
        match of:
            case core.Fixed(_, _, values):
                members = frozenset(values)
                return lambda p: value(p) in members
            case core.ListOf(_, _, (low, high), True):
                a, b = self.number(low), self.number(high)

                def between(p: Position) -> int:
                    x, least, greatest = value(p), a(p), b(p)
                    return least <= x <= greatest

                return between
            case _:
                return self._among(value, self.listing(of), of.span)

    def _among(self, value: Number, listing: Listing, span: core.Span) -> Number:
        scratch = self.scratch

        def among(p: Position) -> int:
            found, members = value(p), listing(p)
            left = scratch[0] = scratch[0] - len(members) // PARTS
            if left < 0:
                raise exhausted(span)
            return found in members

        return among

    def _in_zone(self, item: Number, zone: Number) -> Number:
        zone_of = self.zone_of

        def inside(p: Position) -> int:
            component = item(p)
            return component >= 0 and p[zone_of + component] == zone(p)

        return inside

    def _list_of(self, items: tuple[core.Core, ...], *, numbers: bool) -> Listing:
        parts = tuple(self._member(i) for i in items)
        if numbers:
            low, high = parts
            return lambda p: range(low(p), high(p) + 1)
        return lambda p: [part(p) for part in parts]

    def _member(self, node: core.Core) -> Number:
        """The closure of what becomes a member of a list: a condition as 0 or 1, since lists are kept."""
        value = self.number(node)
        return (lambda p: int(value(p))) if isinstance(t.strip(node.type), t.Bool) else value

    def _quantifier(self, node: core.Quantifier) -> Any:
        loop = Loop(
            self.scratch, self.place(node.slot), self.listing(node.over), weight(node.body), node.span
        )
        body = self._member(node.body) if node.kind == "map" else self._compiled(node.body)
        return QUANTIFIERS[node.kind](loop, body)

    def _reach(self, node: core.Reach) -> Listing:
        scratch, place, each, span = self.scratch, self.place(node.slot), weight(node.body), node.span
        origin, body = self.number(node.origin), self.listing(node.body)

        def reach(p: Position) -> list[int]:
            start = origin(p)
            found, seen = [start], {start}
            for x in found:
                scratch[place] = x
                onward = body(p)
                left = scratch[0] = scratch[0] - len(onward) - each
                if left < 0:
                    raise exhausted(span)
                for y in onward:
                    if y not in seen:
                        seen.add(y)
                        found.append(y)
            return found

        return reach

    def _apply(self, node: core.Apply) -> Any:
        function, scratch = node.function, self.scratch
        assert function.body is not None  # noqa: S101 - the program has no mistakes
        places = tuple(self.place(s) for s in function.parameters)
        args = tuple(self._compiled(a) for a in node.args)
        body, cost, span = self._compiled(function.body), self._weight(function), node.span
        if len(args) == 1:
            place, arg = places[0], args[0]

            def apply_one(p: Position) -> Any:
                scratch[place] = arg(p)
                left = scratch[0] = scratch[0] - cost
                if left < 0:
                    raise exhausted(span)
                return body(p)

            return apply_one

        def apply(p: Position) -> Any:
            values = [arg(p) for arg in args]
            for place, value in zip(places, values, strict=True):
                scratch[place] = value
            left = scratch[0] = scratch[0] - cost
            if left < 0:
                raise exhausted(span)
            return body(p)

        return apply

    def _weight(self, function: core.Function) -> int:
        if function not in self._weights:
            self._weights[function] = 2 + weight(function.body)
        return self._weights[function]


def _equal(a: Number, b: Number, right: core.Core) -> Number:
    if isinstance(right, core.Const):
        value = right.value
        return lambda p: a(p) == value
    return lambda p: a(p) == b(p)


_LESS: dict[str, Callable[[Number, Number], Number]] = {
    "<": lambda a, b: lambda p: a(p) < b(p),
    "<=": lambda a, b: lambda p: a(p) <= b(p),
    ">": lambda a, b: lambda p: a(p) > b(p),
    ">=": lambda a, b: lambda p: a(p) >= b(p),
}


def _all(parts: tuple[Number, ...]) -> Number:
    if len(parts) == 2:  # noqa: PLR2004 - the usual case, without a loop
        a, b = parts
        return lambda p: a(p) and b(p)

    def every(p: Position) -> int:
        for part in parts:
            if not part(p):
                return 0
        return 1

    return every


def _any(parts: tuple[Number, ...]) -> Number:
    if len(parts) == 2:  # noqa: PLR2004 - the usual case, without a loop
        a, b = parts
        return lambda p: a(p) or b(p)

    def some(p: Position) -> int:
        for part in parts:
            if part(p):
                return 1
        return 0

    return some
