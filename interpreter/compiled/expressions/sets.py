"""Conditions as sets: computes the members of a range that satisfy a condition, as words of bits.

`Sets.condition` computes a condition for all members at once. The members at which a store has a certain
value are the row of that value in the index of the store. If the store is read at another cell, to which the
member leads, that row is shifted by the distance between them. A fact that is known at compile time is a
constant. If such a fact also depends on a few values of the position, it becomes a table of constants,
indexed by these values. Conjunctions, disjunctions and negations are bitwise operations. Whether some cell
among a member's neighbours, on its ray or in its row satisfies a condition is computed once for each distance
(`spread`).

It is harmless to compute a condition for all members, or earlier than the program does. An expression that
can fail is not translated (the result is `None`), and neither is an expression that may be read only if
something else holds. A condition that has a set therefore has the same value for each member as in the
definitional engine, in whatever order it is evaluated.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from itertools import product
from typing import TYPE_CHECKING, TypeAlias

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.failing import parts
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.facts import within
from interpreter.compiled.analysis.partial_evaluation import ME, Name, Vector, known, named, whole
from interpreter.compiled.expressions import spread
from interpreter.compiled.expressions.spread import Near
from interpreter.compiled.state.bits import Bits, fixed, mask_of
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import Table
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    compare,
    const,
    constant,
    either,
    get,
    load,
    multiply,
    put,
    shift_left,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["At", "Sets"]

MOST_MOVES = 12
"""Maximum number of distinct distances by which one set may be shifted."""

MOST_LOOKS = 8192
"""Maximum number of evaluations, over all members and values, with which a table may be made."""

_LATER = (x.Can, x.InARow, x.Longest, x.OfPlane, x.Occurred, x.Reach)
"""Expressions that are too expensive to evaluate before it is known that their value is needed."""


Given: TypeAlias = "Mapping[Name, Vector]"


@dataclass(frozen=True, slots=True)
class At:
    """The context in which a condition is computed for the members `0..size-1`.

    Only the members in the mask `care` matter. `given` holds the vectors of names whose value depends on the
    member, and `near` the names that denote the first cell of a set on a ray. Values that do not depend on
    the member are computed once, by the instructions in `before`. `found` maps the trees of these values to
    their locals, and `rows` holds the rows of indexes that have been read.
    """

    scope: Scope
    size: int
    given: Given
    care: int
    near: Mapping[Name, Near] = field(default_factory=dict)
    before: Body = field(default_factory=list)
    found: dict[Wat, Wat] = field(default_factory=dict)
    rows: dict[tuple[int, Wat], Bits] = field(default_factory=dict)

    @property
    def itself(self) -> Vector:
        """The vector in which the entry of each member is the member itself."""
        return tuple(range(self.size))

    def with_(self, name: Name, vector: Vector) -> At:
        """Return a copy of the context in which `name` has the given vector."""
        return replace(self, given={**self.given, name: vector})


class Sets:
    """Translates conditions to sets in one module."""

    def __init__(self, e: Expressions) -> None:
        self.e, self.unit, self.program = e, e.unit, e.unit.program
        self._words: dict[tuple[int, ...], Table] = {}
        self._masks: dict[object, tuple[x.Expression, list[int] | None]] = {}

    # --- values independent of the member -------------------------------------------------------------

    def depends(self, at: At, node: x.Expression) -> bool:
        """Return whether the value of an expression may depend on the member."""
        return self.mentions(node, {*at.given, *at.near})

    def mentions(self, node: x.Expression, names: set[Name]) -> bool:
        """Return whether at least one of the names occurs in an expression."""
        return named(node) in names or any(self.mentions(part, names) for part in parts(node))

    def safe(self, node: x.Expression) -> bool:
        """Return whether an expression may be evaluated anywhere and is cheap enough to evaluate early."""
        return self.unit.facts.anywhere(node) and not any(isinstance(part, _LATER) for part in within(node))

    def scalar(self, at: At, node: x.Expression) -> Wat | None:
        """Return the tree that reads a value that does not depend on the member and is computed only once.

        Return `None` if the value may not be computed here, for example because the condition itself binds
        one of its variables.
        """
        if not self.safe(node) or not self.e.needs.free(node)[0] <= at.scope.variables.keys():
            return None
        value = self.e.number(at.scope, node)
        if isinstance(value, tuple) and value[0] in {"local.get", "i32.const"}:
            return value
        if value not in at.found:
            name = at.scope.function.local("of")
            at.before.append(put(name, value))
            at.found[value] = get(name)
        return at.found[value]

    def known(self, at: At, node: x.Expression) -> Vector | None:
        """Return the vector of an expression, or `None` if its values are not known at compile time."""
        return known(self.program, node, at.given, at.size)

    def mask(self, at: At, vector: Vector | None) -> int | None:
        """Return the bit mask of the members at which `vector` is true.

        Return `None` unless the entries of all members that matter are known.
        """
        if vector is None or any(vector[i] is None for i in range(at.size) if at.care >> i & 1):
            return None
        return mask_of(lambda i: bool(vector[i]), at.size)

    # --- conditions -----------------------------------------------------------------------------------

    def condition(self, at: At, node: x.Expression) -> Bits | None:  # noqa: C901 - a case for each node
        """Return the set of members that satisfy a condition, or `None` if it cannot be computed as a set.

        The bits of members that do not matter are arbitrary.
        """
        mask = self.mask(at, self.known(at, node)) if at.care else 0
        if mask is not None:
            return fixed(mask, at.size)
        if node.domain.is_list or not self.depends(at, node):
            return None if node.domain.is_list else self._alike(at, node)
        match node:
            case x.And(parts=conditions):
                return self._all(at, conditions)
            case x.Or(parts=conditions):
                return self._any(at, conditions)
            case x.Not(of=of):
                found = self._there(at, of) if isinstance(of, x.Length) else self.condition(at, of)
                return None if found is None else found.not_()
            case x.Length():
                return self._there(at, node)
            case x.If(condition=test, then=then, otherwise=otherwise):
                return self.chosen(at, test, lambda part: self.condition(at, part), then, otherwise)
            case x.Equal(left=left, right=right):
                return self._equal(at, left, right) or self._table(at, node)
            case x.Apply(function=function):
                inner = self.inside(at, node)
                return None if inner is None else self.condition(inner, function.body)
            case x.Quantifier(kind="any" | "none" | "all", variable=variable, over=over, body=body):
                inner_ = x.Not(body.at, body.domain, body) if node.kind == "all" else body
                found = spread.exists(self, at, over, (("variable", variable), inner_))
                return found if found is None or node.kind == "any" else found.not_()
            case _:
                return self._table(at, node)

    def _there(self, at: At, node: x.Length) -> Bits | None:
        """Return the set of members whose list is not empty, or `None` if there is no set form."""
        return spread.exists(self, at, node.of, None)

    def _alike(self, at: At, node: x.Expression) -> Bits | None:
        """Return the set of a condition that is true either for all members or for none of them."""
        value = self.scalar(at, node)
        if value is None:
            return None
        holds: Wat = ("i64.extend_i32_u", compare("!=", value, ZERO))
        every: Wat = ("i64.sub", ("i64.const", "0"), holds)
        words = tuple(("i64.and", every, part) for part in fixed(at.care, at.size).words)
        return Bits(at.size, words).in_locals(at.scope.function, at.before)

    def _all(self, at: At, conditions: tuple[x.Expression, ...]) -> Bits | None:
        """Return the set of a conjunction, or `None` if a part cannot be computed as a set.

        Members that a constant part excludes do not matter to the parts after it.
        """
        found = fixed(at.care, at.size)
        for i, part in enumerate(conditions):
            if self._implied(at, part, conditions[i + 1 :]):
                continue
            bits = self.condition(at, part)
            if bits is None:
                return None
            if bits.mask is not None:
                at = replace(at, care=at.care & bits.mask)
            found = found.both(bits)
        return found

    def _implied(self, at: At, part: x.Expression, others: tuple[x.Expression, ...]) -> bool:
        """Return whether a part that says that a cell exists is implied by another part.

        If another part compares the value of a store at that cell, it implies that the cell exists.
        """
        match part:
            case x.Not(of=x.Equal(left=left, right=x.Const(value=value))) if value == NONE:
                name = named(left)
                return name in at.near and any(
                    isinstance(other, x.Equal)
                    and isinstance(other.left, x.Load)
                    and [named(key) for key in other.left.keys] == [name]
                    for other in others
                )
            case _:
                return False

    def _any(self, at: At, conditions: tuple[x.Expression, ...]) -> Bits | None:
        found = fixed(0, at.size)
        for part in conditions:
            bits = self.condition(at, part)
            if bits is None:
                return None
            if bits.mask is not None:
                at = replace(at, care=at.care & ~bits.mask)
            found = found.either(bits)
        return found

    def chosen(
        self,
        at: At,
        test: x.Expression,
        of: Callable[[x.Expression], Bits | None],
        then: x.Expression,
        otherwise: x.Expression,
    ) -> Bits | None:
        """Return the members that satisfy `then` if `test` is true for them, and `otherwise` if it is not.

        `of` returns the set of `then` or of `otherwise`, or `None` if there is none; the result is then
        `None` as well.
        """
        bits = self.condition(at, test)
        if bits is None:
            return None
        yes = of(then)
        no = None if yes is None else of(otherwise)
        if yes is None or no is None:
            return None
        bits = bits.in_locals(at.scope.function, at.before)
        return bits.both(yes).either(bits.not_().both(no))

    def inside(self, at: At, node: x.Apply) -> At | None:
        """Return the context for the body of a called function.

        Return `None` if a context cannot represent one of the arguments.
        """
        given, near, scope = dict(at.given), dict(at.near), at.scope
        for variable, arg in zip(node.function.parameters, node.args, strict=True):
            name: Name = ("variable", variable)
            given.pop(name, None)
            near.pop(name, None)
            vector = self.known(at, arg)
            if vector is not None:
                given[name] = vector
            elif (first := spread.nearest(self, at, arg)) is not None:
                near[name] = first
            elif arg.domain.is_list or self.depends(at, arg):
                return None
            else:
                value = self.scalar(at, arg)
                if value is None:
                    return None
                if constant(value) is not None:
                    given[name] = (constant(value),) * at.size
                else:
                    scope = scope.bound(variable, str(value[1]))
        return replace(at, given=given, near=near, scope=scope)

    # --- values ---------------------------------------------------------------------------------------

    def _equal(self, at: At, left: x.Expression, right: x.Expression) -> Bits | None:
        """Return the members for which two values are equal, or `None` if there is no set form.

        One of the values must be the value of a store, or `none` in a comparison with the first cell on a
        ray.
        """
        for a, b in ((left, right), (right, left)):
            first = at.near.get(named(a) or ("", 0))
            if first is not None and isinstance(b, x.Const) and b.value == NONE:
                there = spread.towards(self, at, first, first.stops)
                return None if there is None else there.not_()
            if not isinstance(a, x.Load) or a.store not in self.unit.indexes.of:
                continue
            name = named(a.keys[0])
            row = self._row(at, a.store, b)
            if row is None:
                continue
            if name is not None and name in at.near:
                return spread.towards(self, at, at.near[name], at.near[name].stops.both(row))
            vector = self.known(at, a.keys[0])
            if vector is not None:
                first_key = self.program.stores[a.store].dims[0][0]
                return self.moved(at, row, tuple(None if v is None else v - first_key for v in vector))
        return None

    def _row(self, at: At, number: int, value: x.Expression) -> Bits | None:
        """Return the set of keys at which a store has a value, which must be the same for all members.

        The row of the index is read once and then kept in locals. Return `None` if the value may depend on
        the member or may be out of range.
        """
        index = self.unit.indexes.of[number]
        table = index.table
        vector = self.known(at, value)
        if vector is not None:
            found = {v for i, v in enumerate(vector) if at.care >> i & 1}
            only = found.pop() if len(found) == 1 else None
            if only is None:
                return None
            read: Wat = const(int(only))
            if only != NONE and not 0 <= only <= table.domain.high:
                return fixed(0, table.count)
        else:
            domain = value.domain
            if self.depends(at, value) or domain.low < 0 or domain.high > table.domain.high:
                return None
            scalar = self.scalar(at, value)
            if scalar is None:
                return None
            read = scalar
        if (number, read) not in at.rows:
            words = tuple(
                load(index.row(read), index.address + 8 * i, width="i64.load") for i in range(index.words)
            )
            at.rows[number, read] = Bits(table.count, words).in_locals(at.scope.function, at.before)
        return at.rows[number, read]

    def moved(self, at: At, bits: Bits, to: Vector) -> Bits | None:
        """Return the members that lead to a number in `bits`; `to` says to which number each member leads.

        Return `None` if that number is unknown for a member that matters, or if there are too many distinct
        distances.
        """
        by: dict[int, int] = {}
        for i, other in enumerate(to):
            if at.care >> i & 1:
                if other is None or not 0 <= other < bits.size:
                    return None
                by[other - i] = by.get(other - i, 0) | 1 << i
        if len(by) > MOST_MOVES:
            return None
        if len(by) == 1 and 0 in by and bits.size == at.size:
            return bits
        found = fixed(0, at.size)
        for distance, mask in by.items():
            found = found.either(bits.moved(distance, at.size).within(mask))
        return found

    # --- tables ---------------------------------------------------------------------------------------

    def _table(self, at: At, node: x.Expression) -> Bits | None:
        """Return the set of a condition that depends on the member and on a few values of the position.

        The set is a row of a table of constant sets, which is indexed by these values. Return `None` if the
        table would be too large or cannot be made.
        """
        leaves: dict[Name, x.Expression] = {}
        if not self._leaves(at, node, leaves):
            return None
        values: list[list[int]] = []
        for leaf in leaves.values():
            domain = leaf.domain
            values.append([*range(domain.low, domain.high + 1), NONE])
        looks = at.size
        for column in values:
            looks *= len(column)
        if looks > MOST_LOOKS or not leaves:
            return None
        read = [self.scalar(at, leaf) for leaf in leaves.values()]
        if any(one is None for one in read):
            return None
        given = frozenset((name, vector) for name, vector in at.given.items() if self.mentions(node, {name}))
        key = id(node), at.size, at.care, given
        if key not in self._masks:
            self._masks[key] = node, self._rows(at, node, list(leaves), values)
        masks = self._masks[key][1]
        if masks is None:
            return None
        if len({*masks}) == 1:
            return fixed(masks[0], at.size)
        return self.table(at, masks, self._index(at, list(leaves.values()), values))

    def _rows(
        self, at: At, node: x.Expression, leaves: list[Name], values: list[list[int]]
    ) -> list[int] | None:
        """Return the bit mask of a condition for each combination of the values of its leaves.

        If the condition is unknown for a combination that contains `none`, its mask is empty. If it is
        unknown for any other combination, the result is `None`.
        """
        chosen = list(product(*values))
        given = {name: vector * len(chosen) for name, vector in at.given.items()}
        for i, name in enumerate(leaves):
            given[name] = tuple(value for row in chosen for value in (row[i],) * at.size)
        vector = known(self.program, node, given, at.size * len(chosen))
        if vector is None:
            return None
        masks: list[int] = []
        for k, row in enumerate(chosen):
            mask = self.mask(at, vector[k * at.size : (k + 1) * at.size])
            if mask is None and NONE not in row:
                return None
            masks.append(mask or 0)
        return masks

    def _leaves(self, at: At, node: x.Expression, leaves: dict[Name, x.Expression]) -> bool:
        """Collect in `leaves` the values that a condition needs besides the member.

        Return whether everything else in the condition is known at compile time.
        """
        if isinstance(node, x.Const | x.Fixed) or self.known(at, node) is not None:
            return True
        if not self.depends(at, node):
            if node.domain.is_list:
                return False
            leaves[whole(node)] = node
            return True
        if isinstance(node, x.Apply):
            for inner in within(node.function.body):
                if isinstance(inner, x.Me):
                    leaves[ME] = inner
        return all(self._leaves(at, part, leaves) for part in parts(node))

    def _index(self, at: At, leaves: list[x.Expression], values: list[list[int]]) -> Wat:
        index: Wat = ZERO
        for leaf, column in zip(leaves, values, strict=True):
            value = self.scalar(at, leaf)
            assert value is not None  # noqa: S101 - it has been found before
            none = const(len(column) - 1)
            low = leaf.domain.low
            if leaf.domain.optional or isinstance(leaf, x.Me):
                here = either(compare("==", value, const(NONE)), none, add(value, const(-low)))
            else:
                here = add(value, const(-low))
            index = add(multiply(index, const(len(column))), here)
        return index

    def table(self, at: At, masks: list[int], index: Wat) -> Bits:
        """Return the set at position `index` of a table of constant sets, which are given as bit masks."""
        words = len(fixed(0, at.size).words)
        flat = [mask >> (64 * i) & ((1 << 64) - 1) for mask in masks for i in range(words)]
        table = self.words(flat)
        name = at.scope.function.local("at")
        at.before.append(put(name, shift_left(multiply(index, const(words)), 3)))
        return Bits(
            at.size,
            tuple(load(get(name), table.address + 8 * i, width="i64.load") for i in range(words)),
        ).in_locals(at.scope.function, at.before)

    def words(self, values: list[int]) -> Table:
        """Return a table of 64-bit words; tables with equal content are stored only once."""
        key = tuple(values)
        if key not in self._words:
            self._words[key] = Table(self.unit.memory.written(values, 3), 0, "i64.load", 3)
        return self._words[key]
