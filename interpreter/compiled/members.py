"""Lists over a range as sets: what is chosen from cells by a condition, without going through them all.

`Members.chosen` says which members of a list a condition leaves, as words of bits, if the list is a part of
a range `0..size-1`: one that is known, a row of a table, the neighbours of a cell, a ray. Conditions that
have no set are asked of each that is left (`rest`), unless one that can fail comes before: what is asked,
and in which order, then makes a difference only in time.

A set forgets the order of the list. So whoever needs it takes only lists that ascend, or descend; whether
there is one, how many, and whether it is all of them can be asked of any.

Lines are the rows of a table of which all, or some, members are in a set. Rows of one shape are asked at
once: where they begin is one set, and the others are moved upon it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from interpreter.compiled.bits import Bits, count, each, end, fixed, some
from interpreter.compiled.boards import each_of, tabled
from interpreter.compiled.rows import row
from interpreter.compiled.sets import At, Sets
from interpreter.compiled.unit import Scope
from interpreter.compiled.vectors import Name
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Wat,
    add,
    block,
    branch,
    const,
    either,
    eqz,
    get,
    load,
    multiply,
    put,
    shift_left,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions import Expressions, Take

__all__ = ["Chosen", "Members"]

MOST_SIZE = 384
MOST_SHAPES = 24
MOST_TABLE = 1 << 16

Order = Literal["ascending", "descending", "any"]


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a condition leaves of a list: `bits`, when `before` has been done; `rest` is to be asked of each.

    `order` says how the list goes; `any` if that is neither up nor down.
    """

    before: Body
    bits: Bits
    rest: tuple[x.Expression, ...]
    order: Order


@dataclass(frozen=True, slots=True)
class _Over:
    """A list as a part of a range: which members it has, and how it goes."""

    size: int
    bits: Bits | None
    mask: int
    order: Order
    once: bool = True


def _order(rows: Sequence[Sequence[int]]) -> Order:
    if all(list(row) == sorted(row) for row in rows):
        return "ascending"
    return "descending" if all(list(row) == sorted(row, reverse=True) for row in rows) else "any"


class Members:
    """Translates lists over ranges, and what is asked of them, in one module."""

    def __init__(self, e: Expressions) -> None:
        self.e, self.unit = e, e.unit
        self.sets = Sets(e)
        self.rows: dict[int, list[tuple[int, ...]] | None] = {}

    # --- lists ----------------------------------------------------------------------------------------

    def _over(self, scope: Scope, node: x.Expression, before: Body) -> _Over | None:
        """A list as a part of a range."""
        spaces, fails = self.unit.program.spaces, self.unit.facts.fails(node)
        match node:
            case x.Fixed(values=values):
                if not values or min(values) < 0 or max(values) >= MOST_SIZE:
                    return None
                size, once = max(values) + 1, len(set(values)) == len(values)
                mask = sum(1 << value for value in set(values))
                return _Over(size, fixed(mask, size), mask, _order([values]) if once else "any", once)
            case x.Reverse(of=x.Fixed() as of):
                found = self._over(scope, of, before)
                if found is None:
                    return None
                turned: dict[Order, Order] = {
                    "ascending": "descending",
                    "descending": "ascending",
                    "any": "any",
                }
                return _Over(found.size, found.bits, found.mask, turned[found.order], found.once)
            case x.Neighbours() | x.ListAt() | x.If() if not fails:
                found_ = tabled(self.e, scope, node)
                if found_ is None:
                    return None
                size = 1 + max((value for row in found_[0] for value in row), default=-1)
                return self._row(scope, *found_, size, before)
            case x.Ray(space=space, cell=cell, direction=way) if not fails:
                table, ways = spaces[space], len(spaces[space].steps)
                if table.size * ways * table.size > MOST_TABLE:
                    return None
                rows = tuple(table.ray(c, d) for c in range(table.size) for d in range(ways))
                at = add(multiply(self.e.number(scope, cell), const(ways)), self.e.number(scope, way))
                return self._row(scope, rows, at, table.size, before)
            case _:
                return None

    def _row(
        self, scope: Scope, rows: Sequence[Sequence[int]], at: Wat, size: int, before: Body
    ) -> _Over | None:
        values = [value for row in rows for value in row]
        if not values or min(values) < 0 or not size <= MOST_SIZE or max(values) >= size:
            return None
        if any(len(set(row)) != len(row) for row in rows):
            return None
        words = (size + 63) // 64
        masks = [sum(1 << value for value in row) for row in rows]
        flat = [mask >> (64 * i) & ((1 << 64) - 1) for mask in masks for i in range(words)]
        table, name = self.sets.words(flat), scope.function.local("at")
        before.append(put(name, shift_left(multiply(at, const(words)), 3)))
        read = tuple(load(get(name), table.address + 8 * i, width="i64.load") for i in range(words))
        mask = 0
        for one in masks:
            mask |= one
        return _Over(size, Bits(size, read), mask, _order(rows))

    def chosen(
        self,
        scope: Scope,
        name: Name,
        over: x.Expression,
        condition: x.Expression | None,
        *,
        always: bool = False,
    ) -> Chosen | None:
        """What a condition leaves of a list; `None` if nothing is gained, unless it is wanted `always`."""
        if not self.unit.techniques.indexes:
            return None
        before: Body = []
        base = self._over(scope, over, before)
        if base is None or not base.once or base.bits is None:
            return None
        at = At(scope, base.size, {name: tuple(range(base.size))}, base.mask, before=before)
        found, rest, gained = base.bits, list[x.Expression](), False
        conditions = condition.parts if isinstance(condition, x.And) else (condition,) if condition else ()
        for i, part in enumerate(conditions):
            bits = self.sets.condition(at, part)
            if bits is None:
                rest.append(part)
                if self.unit.facts.fails(part):
                    rest += conditions[i + 1 :]
                    break
            else:
                gained = gained or self.sets.depends(at, part)
                found = found.both(bits)
        if base.order == "any" and any(self.unit.facts.fails(part) for part in rest):
            return None  # which of several faults comes first is a matter of order
        return Chosen(before, found, tuple(rest), base.order) if gained or always else None

    # --- what is asked --------------------------------------------------------------------------------

    def number(self, scope: Scope, node: x.Quantifier) -> Wat | None:
        """The value of a quantifier that has a single one; `None` if it has to go through its list."""
        if not self.unit.techniques.indexes:
            return None
        name: Name = ("variable", node.variable)
        match node.kind:
            case "any" | "none":
                found = self._lines(scope, node) or self._some(scope, node, node.body)
                return found if found is None or node.kind == "any" else eqz(found)
            case "all":
                negated = x.Not(node.body.at, node.body.domain, node.body)
                found = self._some(scope, node, negated)
                return None if found is None else eqz(found)
            case "count":
                chosen = self.chosen(scope, name, node.over, node.body)
                if chosen is None:
                    return None
                if not chosen.rest:
                    return self.e.valued(scope, chosen.before, count(chosen.bits))
                total = scope.function.local("count")
                body = [put(total, add(get(total), const(1)))]
                walk = self.each(scope, name, chosen, lambda _: body)
                return self.e.valued(scope, [put(total, ZERO), *walk], get(total))
            case "first":
                return self._first(scope, node)
            case _:
                return None

    def _some(self, scope: Scope, node: x.Quantifier, body: x.Expression) -> Wat | None:
        """Whether a condition holds of some member."""
        name: Name = ("variable", node.variable)
        chosen = self.chosen(scope, name, node.over, body)
        if chosen is None:
            return None
        if not chosen.rest:
            return self.e.valued(scope, chosen.before, some(chosen.bits))
        found, known = scope.function.local("holds"), scope.function.label("known")
        walk = self.each(scope, name, chosen, lambda _: [put(found, const(1)), branch(known)])
        return self.e.valued(scope, [put(found, ZERO), block(known, walk)], get(found))

    def _first(self, scope: Scope, node: x.Quantifier) -> Wat | None:
        name: Name = ("variable", node.variable)
        ray = isinstance(node.over, x.Ray)
        chosen = self.chosen(scope, name, node.over, node.body)
        if chosen is None or chosen.rest or (chosen.order == "any" and not ray):
            return None
        before = chosen.before
        bits = chosen.bits.kept(scope.function, before)
        if not ray:
            return self.e.valued(scope, before, end(bits, const(NONE), last=chosen.order == "descending"))
        assert isinstance(node.over, x.Ray)  # noqa: S101 - as asked above
        up = self._ascends(node.over)
        if up is None:
            return None
        test = self.unit.memory.table(up).at(self.e.number(scope, node.over.direction))
        low, high = end(bits, const(NONE), last=False), end(bits, const(NONE), last=True)
        return self.e.valued(scope, before, either(test, low, high))

    def _ascends(self, ray: x.Ray) -> list[int] | None:
        """By direction, whether rays ascend; `None` if some ray does neither."""
        space, found = self.unit.program.spaces[ray.space], list[int]()
        for way in range(len(space.steps)):
            rays = [space.ray(cell, way) for cell in range(space.size)]
            order = _order(rays)
            if order == "any":
                return None
            found.append(int(order == "ascending"))
        return found

    # --- going through --------------------------------------------------------------------------------

    def each(self, scope: Scope, name: Name, chosen: Chosen, take: Take) -> Body:
        """Hand on what is left, in the order of a list that goes up or down; of another, in any."""
        kind, number = name

        def one(member: Wat) -> Body:
            inner = scope
            before: Body = []
            if kind == "variable":
                inner = scope.bound(number, str(member[1]))
            else:
                before = [self.e.assigned(scope, number, member)]
            body = take(member)
            for part in reversed(chosen.rest):
                body = [when(self.e.number(inner, part), body)]
            return [*before, *body]

        walk = each(scope.function, chosen.bits, one, descending=chosen.order == "descending")
        return [*chosen.before, *walk]

    def filtered(self, scope: Scope, node: x.Quantifier, take: Take) -> Body | None:
        """Go through what a filter leaves."""
        name: Name = ("variable", node.variable)
        chosen = self.chosen(scope, name, node.over, node.body)
        if chosen is not None and chosen.order != "any":
            return self.each(scope, name, chosen, take)
        found = row(self.e, scope, node) if self.unit.techniques.rows else None
        if found is None or any(self.unit.facts.fails(part) for part in (node.over, *found.rest)):
            return None

        def one(member: Wat) -> Body:
            inner, body = scope.bound(node.variable, str(member[1])), take(member)
            for part in reversed(found.rest):
                body = [when(self.e.number(inner, part), body)]
            return body

        return each_of(self.e, scope, found.table, found.index, one)

    # --- lines ----------------------------------------------------------------------------------------

    def _lines(self, scope: Scope, node: x.Quantifier) -> Wat | None:
        """Whether there is a row, all, some or none of whose members are in a set."""
        match node:
            case x.Quantifier(
                over=x.Fixed(values=rows),
                body=x.Quantifier(kind="all" | "any" | "none", over=x.ListAt(of=x.Variable() as of)) as inner,
            ) if of.variable == node.variable and self.unit.techniques.lines:
                lists = inner.over
            case _:
                return None
        assert isinstance(lists, x.ListAt)  # noqa: S101 - as above
        if self.sets.mentions(inner.body, {("variable", node.variable)}):
            return None
        cells = [lists.lists[row - lists.first] for row in rows]
        size = 1 + max((cell for row in cells for cell in row), default=-1)
        shapes = self._shapes(cells)
        if size == 0 or size > MOST_SIZE or shapes is None:
            return None
        name: Name = ("variable", inner.variable)
        at = At(scope, size, {name: tuple(range(size))}, (1 << size) - 1)
        bits = self.sets.condition(at, inner.body)
        if bits is None:
            return None
        bits = (bits if inner.kind == "all" else bits.not_()).kept(scope.function, at.before)
        found = fixed(0, size)
        for shape, begins in shapes.items():
            whole = fixed(begins, size)
            for further in shape:
                whole = whole.both(bits.moved(further, size))
            found = found.either(whole if inner.kind != "any" else fixed(begins, size).both(whole.not_()))
        return self.e.valued(scope, at.before, some(found))

    def _shapes(self, rows: list[tuple[int, ...]]) -> dict[tuple[int, ...], int] | None:
        """How rows go on from their least member, and by that where they begin; `None` of many shapes."""
        found: dict[tuple[int, ...], int] = {}
        for line in rows:
            if not line or min(line) < 0:
                return None
            least = min(line)
            shape = tuple(sorted({cell - least for cell in line}))
            found[shape] = found.get(shape, 0) | 1 << least
        return found if len(found) <= MOST_SHAPES else None
