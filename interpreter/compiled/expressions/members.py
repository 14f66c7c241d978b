"""Represents lists over a range as bit sets, and selects their members by a condition without a loop.

If a list is a subset of a range (`ranges`), `Members.chosen` returns those of its members that satisfy a
condition, as words of bits. Conditions without a set form (`rest`) are evaluated for each member that is
left. If one of them can fail, all conditions after it are evaluated in this way too, so the order of
evaluation affects only the time that it takes.

A set loses the order of the list. Consumers that depend on the order require an ascending or descending list.
Other results do not depend on it, for example whether there is a member, how many members there are, and
whether all members of the list qualify.

Lines are rows of a table for which a condition asks whether all, some or none of their cells belong to a set.
Rows of the same shape are tested at once: the least cells of these rows form a set, and the set of the
condition is shifted onto it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.partial_evaluation import Name
from interpreter.compiled.expressions.ranges import MOST_SIZE, Order, Ranges, order
from interpreter.compiled.expressions.sets import At, Sets
from interpreter.compiled.state.bits import Bits, count, each, end, fixed, some
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.wat import (
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
    put,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions, Take

__all__ = ["Chosen", "Members"]

MOST_SHAPES = 24


@dataclass(frozen=True, slots=True)
class Chosen:
    """The members of a list that have been selected by a condition.

    `bits` is a set that contains them, and can be read after `before` has run. Its members must also satisfy
    the conditions in `rest`, which are tested member by member. `order` is the order of the list, or `any` if
    the list neither ascends nor descends. The first bit stands for the number `first`.
    """

    before: Body
    bits: Bits
    rest: tuple[x.Expression, ...]
    order: Order
    first: int = 0


class Members:
    """Translates lists over ranges, and the queries of such lists, in one module."""

    def __init__(self, e: Expressions) -> None:
        self.e, self.unit = e, e.unit
        self.sets = Sets(e)
        self.ranges = Ranges(e, self.sets)

    def chosen(
        self,
        scope: Scope,
        name: Name,
        over: x.Expression,
        condition: x.Expression | None,
        *,
        always: bool = False,
    ) -> Chosen | None:
        """Return the members of a list that satisfy a condition.

        Return `None` if the list or the condition has no set form, or if the set form brings no gain and
        `always` is not set.
        """
        if not self.unit.techniques.indexes:
            return None
        before: Body = []
        base = self.ranges.over(scope, over, before)
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
            return None  # the order of the members decides which of several faults comes first
        return Chosen(before, found, tuple(rest), base.order) if gained or always else None

    def put(self, scope: Scope, to: Bits, node: x.Expression) -> Body:
        """Return the instructions that assign a list without duplicates to a set held in locals."""
        before: Body = []
        over = self.ranges.over(scope, node, before)
        if over is not None and over.bits is not None and over.bits.size <= to.size:
            found = over.bits.in_locals(scope.function, before)
            return [*before, *to.put(found)]
        made = Bits.held(scope.function, to.size)  # the list may read the set that it is assigned to
        one = lambda member: made.put(made.either(Bits.of(member, to.size)))  # noqa: E731 - what takes a member
        return [*self.emptied(made), *self.e.each(scope, node, one, strict=False), *to.put(made)]

    def emptied(self, held: Bits) -> Body:
        """Return the instructions that empty a set held in locals."""
        return held.put(fixed(0, held.size))

    # --- queries --------------------------------------------------------------------------------------

    def number(self, scope: Scope, node: x.Quantifier) -> Wat | None:
        """Return the tree for a scalar quantifier, or `None` if it requires a loop over its list."""
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
        """Return the test that some member satisfies a condition, or `None` if there is no set form."""
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
        bits = chosen.bits.in_locals(scope.function, before)
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
        """Return, for each direction, 1 if all rays in it ascend and 0 if all of them descend.

        Return `None` if the rays in some direction do neither.
        """
        space, found = self.unit.program.spaces[ray.space], list[int]()
        for way in range(len(space.steps)):
            rays = [space.ray(cell, way) for cell in range(space.size)]
            goes = order(rays)
            if goes == "any":
                return None
            found.append(int(goes == "ascending"))
        return found

    # --- loops over members ---------------------------------------------------------------------------

    def each(self, scope: Scope, name: Name, chosen: Chosen, take: Take) -> Body:
        """Return the instructions that pass the selected members to `take`.

        Members come in descending order if the list descends, and otherwise in ascending order.
        """
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
        """Return the instructions that pass the members that satisfy a filter to `take`.

        Return `None` if there is no set form or if it would lose the order of the members.
        """
        name: Name = ("variable", node.variable)
        chosen = self.chosen(scope, name, node.over, node.body)
        if chosen is not None and chosen.order != "any":
            return self.each(scope, name, chosen, take)
        return None

    # --- lines ----------------------------------------------------------------------------------------

    def _lines(self, scope: Scope, node: x.Quantifier) -> Wat | None:
        """Return the test that all, any or none of the cells in some row belong to a set.

        Return `None` if the quantifier does not have this form.
        """
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
        bits = (bits if inner.kind == "all" else bits.not_()).in_locals(scope.function, at.before)
        found = fixed(0, size)
        for shape, begins in shapes.items():
            whole = fixed(begins, size)
            for further in shape:
                whole = whole.both(bits.moved(further, size))
            found = found.either(whole if inner.kind != "any" else fixed(begins, size).both(whole.not_()))
        return self.e.valued(scope, at.before, some(found))

    def _shapes(self, rows: list[tuple[int, ...]]) -> dict[tuple[int, ...], int] | None:
        """Return the shapes of the rows, each with a bit mask of the least cells of the rows of that shape.

        The shape of a row consists of the offsets of its cells from its least cell. Return `None` if there
        are too many shapes, or if a row is empty or has a negative cell.
        """
        found: dict[tuple[int, ...], int] = {}
        for line in rows:
            if not line or min(line) < 0:
                return None
            least = min(line)
            shape = tuple(sorted({cell - least for cell in line}))
            found[shape] = found.get(shape, 0) | 1 << least
        return found if len(found) <= MOST_SHAPES else None
