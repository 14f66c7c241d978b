"""Compiles expressions to closures, which map a position to the value of the expression.

The value of a scalar expression is an integer, and the value of a list expression is a tuple or list of
integers. The variables of expressions are stored in a scratch list beside the position, each at an index of
its own. The first integer of the scratch list is the remaining budget (`fuel`). Building a list or iterating
over it is charged for the whole list at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, assert_never

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.budget import BUDGET, PARTS
from gamespec.program.domain import INT_MAX, INT_MIN, NONE
from gamespec.program.tables import Head, Space
from interpreter.engine.expressions import boards, lists, longest, zones
from interpreter.engine.expressions.boards import Board
from interpreter.engine.expressions.loop import Listing, Loop, Number, Position
from interpreter.engine.expressions.quantifiers import QUANTIFIERS
from interpreter.kernels.budget import refill, spend
from interpreter.kernels.situations import Situations
from interpreter.kernels.terms import Lists, Words
from interpreter.kernels.tiling import Tiling
from interpreter.play import faults
from interpreter.play.errors import Fault

__all__ = ["Evaluator", "Listing", "Number"]


_ME = Head.ME
_BEFORE_VARIABLES = 2


class Evaluator:
    """Compiles each expression of one program to a closure. Compiled closures are reused."""

    def __init__(self, program: Program, tilings: Sequence[Tiling]) -> None:
        self.program = program
        self.tilings = tilings
        self.scratch: list[int] = [BUDGET, 0] + [0] * program.variables
        self.ahead: Callable[[x.Can | x.InARow], Number] | None = None
        self._closures: dict[int, tuple[x.Expression, Any]] = {}
        self._boards = [Board(space) for space in program.spaces]
        layout = program.layout
        self.first, self.size = layout.first, layout.size
        self.next, self.zone_of = layout.next, layout.zone_of
        self.previous, self.last = layout.previous, layout.last

    def number(self, node: x.Expression) -> Number:
        """Compile a scalar expression to a closure. The value of a zone is its number."""
        return self._compiled(node)  # type: ignore[no-any-return] # closures of both sorts are kept together

    def listing(self, node: x.Expression) -> Listing:
        """Compile a list expression to a closure."""
        return self._compiled(node)  # type: ignore[no-any-return] # as above

    def value(self, node: x.Expression) -> Callable[[Position], int | Sequence[int]]:
        """Compile a scalar or list expression to a closure."""
        return self._compiled(node)  # type: ignore[no-any-return] # as above

    def asked(self, node: x.Expression, p: Position) -> Any:
        """Evaluate an expression outside of a run, with a budget of its own.

        Raises `Fault`.
        """
        refill(self.scratch)
        return self._compiled(node)(p)

    def _compiled(self, node: x.Expression) -> Any:
        known = self._closures.get(id(node))
        if known is None:
            known = self._closures[id(node)] = (node, self._compile(node))
        return known[1]

    def place(self, variable: int) -> int:
        """Return the index of a variable in the scratch list."""
        place = _BEFORE_VARIABLES + variable
        if place >= len(self.scratch):  # an expression that joined the program later
            self.scratch += [0] * (place + 1 - len(self.scratch))
        return place

    def board(self, space: int) -> Board:
        """Return the engine's tables for a space."""
        return self._boards[space]

    def learn(self, spaces: Sequence[Space]) -> None:
        """Add the spaces of expressions that joined the program later. They follow the known spaces."""
        self._boards += [Board(space) for space in spaces[len(self._boards) :]]

    def _compile(self, node: x.Expression) -> Any:  # noqa: C901, PLR0912 - a line for each node
        match node:
            case x.Const(value=value) | x.Fixed(values=value):
                return lambda p: value
            case x.Local(at, domain, slot):
                place = self.program.slots[slot].place
                return self._stored(place, at) if domain.is_list else lambda p: p[place]
            case x.Variable(_, _, variable):
                return self._variable(variable)
            case x.Me():
                return lambda p: p[_ME]
            case x.Column(_, _, of, first, values):
                return self._column(self.number(of), first, values)
            case x.ListAt(_, _, of, first, of_lists):
                return self._column(self.number(of), first, of_lists)
            case x.Lookup(_, _, of, keys, values):
                return self._lookup(self.number(of), dict(zip(keys, values, strict=True)))
            case x.Load(_, _, store, keys):
                return self.member(store, keys)
            case x.Bank(_, _, store, sort):
                bank = self.bank(store, sort)
                return lambda p: p[bank(p)]
            case x.Narrow():
                return self._narrow(node)
            case x.Arithmetic():
                return self._arithmetic(node)
            case x.Turned():
                return self._turned(node)
            case x.Seat():
                return self._seat(node)
            case x.Absolute(_, _, of):
                number = self.number(of)
                return lambda p: abs(number(p))
            case x.Extreme(_, _, greatest, parts):
                return _extreme(tuple(self.number(part) for part in parts), max if greatest else min)
            case x.Equal(at, _, left, right) if left.domain.is_list:
                return lists.same(self, left, right, at)
            case x.Equal(_, _, left, right):
                return _equal(self.number(left), self.number(right), right)
            case x.Less(_, _, op, left, right):
                return _LESS[op](self.number(left), self.number(right))
            case x.Not(_, _, of):
                inner = self.number(of)
                return lambda p: not inner(p)
            case x.And(_, _, parts):
                return _all(tuple(self.number(part) for part in parts))
            case x.Or(_, _, parts):
                return _any(tuple(self.number(part) for part in parts))
            case x.If(_, _, condition, then, otherwise):
                test, yes, no = (self._compiled(part) for part in (condition, then, otherwise))
                return lambda p: yes(p) if test(p) else no(p)
            case x.Default(_, _, of, otherwise):
                return self._default(self.number(of), self.number(otherwise))
            case x.There(at, _, of):
                return self._there(self.number(of), at)
            case x.Apply():
                return self._apply(node)
            case x.Quantifier():
                return self._quantifier(node)
            case x.Reach():
                return self._reach(node)
            case x.Longest():
                return longest.closure(self, node)
            case x.Let():
                return self._let(node)
            case (
                x.ListOf() | x.Numbers() | x.InList() | x.Length() | x.Nth() | x.End() | x.Ends()
                | x.Union() | x.Distinct() | x.Reverse() | x.Only() | x.ExtremeOf()
            ):  # fmt: skip
                return lists.closure(self, node)
            case (
                x.ZoneAt() | x.Contents() | x.FamilyContents() | x.ByPlace() | x.ZoneLength()
                | x.ZoneEnd() | x.ZoneEnds() | x.InZone() | x.Key()
            ):  # fmt: skip
                return zones.closure(self, node)
            case (
                x.Neighbours() | x.Step() | x.Steps() | x.Ray() | x.Direction() | x.Distance()
                | x.Gap() | x.CellAt()
            ):  # fmt: skip
                return boards.closure(self, node)
            case x.OfPlane():
                return self._of_plane(node)
            case x.Occurred():
                return self._occurred(node)
            case x.Can() | x.InARow():
                assert self.ahead is not None  # noqa: S101 - a machine, which can try actions, sees to it
                return self.ahead(node)
            case _:
                assert_never(node)

    def _stored(self, place: int, at: int) -> Listing:
        """Return a closure that reads a list from the position, where its length precedes its members."""
        scratch = self.scratch

        def stored(p: Position) -> list[int]:
            length = p[place]
            spend(scratch, length, at)
            return p[place + 1 : place + 1 + length]

        return stored

    def _variable(self, variable: int) -> Any:
        place, scratch = self.place(variable), self.scratch
        return lambda p: scratch[place]

    def _column(self, of: Number, first: int, values: Sequence[Any]) -> Any:
        if first == 0:
            return lambda p: values[of(p)]
        return lambda p: values[of(p) - first]

    def _lookup(self, of: Number, values: Mapping[int, int]) -> Number:
        return lambda p: values.get(of(p), NONE)

    def offset(self, keys: tuple[x.Expression, ...], dims: tuple[tuple[int, int], ...], base: int) -> Number:
        """Return a closure that computes the index of a family's member from the values of `keys`."""
        if not keys:
            return lambda p: base
        if len(keys) == 1:
            shifted = base - dims[0][0]
            match keys[0]:
                case x.Me():
                    return lambda p: shifted + p[_ME]
                case x.Const(_, _, value):
                    constant = shifted + value
                    return lambda p: constant
                case x.Local(_, _, slot):
                    at = self.program.slots[slot].place
                    return lambda p: shifted + p[at]
                case x.Variable(_, _, variable):
                    place, scratch = self.place(variable), self.scratch
                    return lambda p: shifted + scratch[place]
                case _:
                    key = self.number(keys[0])
                    return lambda p: shifted + key(p)
        inner = self.offset(keys[:-1], dims[:-1], 0)
        last, (first, size) = self.number(keys[-1]), dims[-1]
        shift = base - first
        return lambda p: shift + inner(p) * size + last(p)

    def member(self, store: int, keys: tuple[x.Expression, ...]) -> Number:
        """Return a closure that reads the member of a store that `keys` select."""
        table = self.program.stores[store]
        if not keys:
            at = table.place
            return lambda p: p[at]
        offset = self.offset(keys, table.dims, table.place)
        return lambda p: p[offset(p)]

    def bank(self, store: int, sort: x.Expression | None) -> Number:
        """Return a closure that computes the index of a store's bank, or of the bank for one sort."""
        table = self.program.stores[store]
        first = table.place + table.count
        if sort is None:
            return lambda _: first
        return self.offset((sort,), table.dims[-1:], first)

    def _narrow(self, node: x.Narrow) -> Any:
        low, high, most, at = node.low, node.high, node.most, node.at

        def outside(value: int) -> Fault:
            return faults.OUT_OF_BOUNDS.at(at, value=value, low=low, high=high)

        if not node.domain.is_list:
            number = self.number(node.of)

            def narrow(p: Position) -> int:
                value = number(p)
                if low <= value <= high or value == NONE:
                    return value
                raise outside(value)

            return narrow
        listing, scratch = self.listing(node.of), self.scratch

        def narrow_list(p: Position) -> Sequence[int]:
            members = listing(p)
            spend(scratch, len(members) // PARTS, at)
            if len(members) > most:
                raise faults.LONG_LIST.at(at, length=len(members), most=most)
            for value in members:
                if not low <= value <= high and value != NONE:
                    raise outside(value)
            return members

        return narrow_list

    def _arithmetic(self, node: x.Arithmetic) -> Number:
        plain = _PLAIN[node.op](self.number(node.left), self.number(node.right), node.at)
        if node.domain.low > INT_MIN and node.domain.high < INT_MAX:
            return plain
        at = node.at

        def checked(p: Position) -> int:
            value = plain(p)
            if not INT_MIN <= value <= INT_MAX:
                raise faults.TOO_GREAT.at(at, value=value)
            return value

        return checked

    def _turned(self, node: x.Turned) -> Number:
        of, size, sign = self.number(node.of), node.size, -1 if node.back else 1
        if isinstance(node.steps, x.Const):
            by = sign * node.steps.value
            return lambda p: (of(p) + by) % size
        steps = self.number(node.steps)
        return lambda p: (of(p) + sign * steps(p)) % size

    def _seat(self, node: x.Seat) -> Number:
        number, players, at = self.number(node.of), node.players, node.at

        def seat(p: Position) -> int:
            n = number(p)
            if not 1 <= n <= players:
                raise faults.NO_SEAT.at(at, n=n, players=players)
            return n - 1

        return seat

    def _default(self, of: Number, otherwise: Number) -> Number:
        def default(p: Position) -> int:
            value = of(p)
            return otherwise(p) if value == NONE else value

        return default

    def _there(self, of: Number, at: int) -> Number:
        def there(p: Position) -> int:
            found = of(p)
            if found == NONE:
                raise faults.NOT_THERE.at(at)
            return found

        return there

    def to_keep(self, node: x.Expression) -> Number:
        """Compile an expression whose values become members of a list.

        A condition is converted to 0 or 1, because lists are stored as integers.
        """
        value = self.number(node)
        return (lambda p: +value(p)) if (node.domain.low, node.domain.high) == (0, 1) else value

    def _quantifier(self, node: x.Quantifier) -> Any:
        loop = Loop(self.scratch, self.place(node.variable), self.listing(node.over), node.each, node.at)
        match node.kind:
            case "map":
                body: Any = self.to_keep(node.body)
            case "flat" | "matching":
                body = self.listing(node.body)
            case _:
                body = self._compiled(node.body)
        return QUANTIFIERS[node.kind](loop, body)

    def _reach(self, node: x.Reach) -> Listing:
        scratch, place, each, at = self.scratch, self.place(node.variable), node.each, node.at
        origin, body = self.number(node.origin), self.listing(node.body)

        def reach(p: Position) -> list[int]:
            start = origin(p)
            found, seen = [start], {start}
            for cell in found:
                scratch[place] = cell
                onward = body(p)
                spend(scratch, len(onward) + each, at)
                for other in onward:
                    if other not in seen:
                        seen.add(other)
                        found.append(other)
            return found

        return reach

    def _let(self, node: x.Let) -> Any:
        scratch, place = self.scratch, self.place(node.variable)
        value, body = self._compiled(node.value), self._compiled(node.body)

        def let(p: Position) -> Any:
            scratch[place] = value(p)
            return body(p)

        return let

    def _apply(self, node: x.Apply) -> Any:
        function, scratch, at = node.function, self.scratch, node.at
        places = tuple(self.place(variable) for variable in function.parameters)
        args = tuple(self._compiled(arg) for arg in node.args)
        body, cost = self._compiled(function.body), function.cost

        def apply(p: Position) -> Any:
            values = [arg(p) for arg in args]
            for place, value in zip(places, values, strict=True):
                scratch[place] = value
            spend(scratch, cost, at)
            return body(p)

        return apply

    def situations(self, history: int) -> Situations:
        """Return the reader of the past situations in a history."""
        return Situations(self.program, self.program.histories[history], Lists())

    def _occurred(self, node: x.Occurred) -> Number:
        scratch, at, each = self.scratch, node.at, node.each
        situations = self.situations(node.history)

        def occurred(p: Position) -> int:
            spend(scratch, each, at)
            return situations.count(p)

        return occurred

    def _of_plane(self, node: x.OfPlane) -> Any:
        """Compile a question about a plane, possibly about one of its tiles or parts."""
        answer = getattr(self.tilings[node.plane], node.question)
        scratch, at, each = self.scratch, node.at, node.each
        about = [self.number(node.of)] if node.of is not None else []

        def number(p: Position, *to: Words) -> int:
            spend(scratch, each, at)
            return answer(p, *(of(p) for of in about), *to)  # type: ignore[no-any-return]

        def listed(p: Position) -> list[int]:
            to = [0] * node.domain.most
            return to[: number(p, to)]

        return listed if node.domain.is_list else number


def _divide(a: Number, b: Number, at: int) -> Number:
    def divide(p: Position) -> int:
        dividend, divisor = a(p), b(p)
        if divisor == 0:
            raise faults.DIVIDED_BY_ZERO.at(at)
        return dividend // divisor

    return divide


def _remainder(a: Number, b: Number, at: int) -> Number:
    def remainder(p: Position) -> int:
        dividend, divisor = a(p), b(p)
        if divisor == 0:
            raise faults.DIVIDED_BY_ZERO.at(at)
        return dividend % divisor

    return remainder


_PLAIN: dict[str, Callable[[Number, Number, int], Number]] = {
    "+": lambda a, b, at: lambda p: a(p) + b(p),
    "-": lambda a, b, at: lambda p: a(p) - b(p),
    "*": lambda a, b, at: lambda p: a(p) * b(p),
    "//": _divide,
    "%": _remainder,
}


def _equal(a: Number, b: Number, right: x.Expression) -> Number:
    if isinstance(right, x.Const):
        value = right.value
        return lambda p: a(p) == value
    return lambda p: a(p) == b(p)


_LESS: dict[str, Callable[[Number, Number], Number]] = {
    "<": lambda a, b: lambda p: a(p) < b(p),
    "<=": lambda a, b: lambda p: a(p) <= b(p),
    ">": lambda a, b: lambda p: a(p) > b(p),
    ">=": lambda a, b: lambda p: a(p) >= b(p),
}


def _extreme(parts: tuple[Number, ...], pick: Callable[[Sequence[int]], int]) -> Number:
    return lambda p: pick([part(p) for part in parts])


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
