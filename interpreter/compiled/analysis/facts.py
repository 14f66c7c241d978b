"""Static facts about expressions, for example whether they can fail and whether their lists have duplicates.

- `Facts.fails(x)`: whether evaluating `x` may end in a fault (`gamespec.program.failing`). An engine must
  know this before it evaluates `x` later than the program does, or not at all. For example, a list is
  complete before anything is evaluated for its members, so a list that can fail is not fused with its
  consumer.
- `Facts.anywhere(x)`: whether `x` may be evaluated even where its value is not needed. This requires that
  `x` cannot fail, and that it reads nothing that may be `none` on the assumption that an earlier test has
  excluded `none` (`Facts.needs`).
- `Facts.needs(x)` and `Facts.tells(c)`: what must not be `none` when `x` is evaluated, and what a condition
  `c` may prove not to be `none`. Code that evaluates `x` without the conditions that precede it must ensure
  that none of these conditions tells what `x` needs; `x` is then as safe as the first of them.
- `Facts.once(x)`: whether the list `x` is free of duplicates, in which case none need to be removed.

All facts are conservative. `fails` may be true for an expression that never fails, and the other facts may be
false for an expression for which they hold.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import TypeAlias, get_args

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE, Domain
from gamespec.program.failing import Failing, parts

__all__ = ["Facts", "Read", "expanded", "expressions_of", "locals_of", "within"]


@lru_cache(maxsize=1)
def expressions_of(program: Program) -> tuple[x.Expression, ...]:
    """Return all expressions of a program, including nested ones; the most recent result is cached."""
    outermost = (
        program.code, program.actions, program.sites, program.end, program.score, program.ranking,
        program.functions, program.measures,
    )  # fmt: skip
    seen: set[int] = set()
    found: list[x.Expression] = []
    stack: list[object] = list(outermost)
    while stack:
        value = stack.pop()
        if isinstance(value, tuple):
            stack += [part for part in value if type(part) is not int]
        elif (names := _fields(type(value))) and id(value) not in seen:
            seen.add(id(value))
            if isinstance(value, _EXPRESSIONS):
                found.append(value)
            stack += [part for name in names if type(part := getattr(value, name)) not in _NONE_IN_THEM]
    return tuple(found)


_EXPRESSIONS = get_args(x.Expression)

_NONE_IN_THEM = frozenset({int, str, bool, type(None), Domain})
"""Types of fields that can contain no expression."""

_NAMES: dict[type[object], tuple[str, ...]] = {}


def _fields(kind: type[object]) -> tuple[str, ...]:
    """Return the names of the fields of a dataclass, or an empty tuple for any other class."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return found


EXPANDED = 24
"""Maximum number of expression nodes in a function that is inlined, including the nodes of the functions that
it calls.
"""


def expanded(program: Program, most: int = EXPANDED) -> frozenset[int]:
    """Return the numbers of the functions with at most `most` expression nodes, callees included."""
    sizes: dict[int, int] = {}

    def size(node: x.Expression) -> int:
        total = 1 + sum(size(part) for part in parts(node))
        if isinstance(node, x.Apply):
            if node.function.number not in sizes:
                sizes[node.function.number] = size(node.function.body)
            total += sizes[node.function.number]
        return total

    return frozenset(f.number for f in program.functions if size(f.body) <= most)


def locals_of(node: x.Expression) -> Iterator[int]:
    """Yield the slot of every local that an expression reads; the body of a function can read no locals."""
    if isinstance(node, x.Local):
        yield node.slot
    for part in parts(node):
        yield from locals_of(part)


def within(node: x.Expression) -> Iterator[x.Expression]:
    """Yield an expression and everything nested in it, including the bodies of called functions."""
    yield node
    for part in parts(node):
        yield from within(part)
    if isinstance(node, x.Apply):
        yield from within(node.function.body)


Read: TypeAlias = tuple[str, int, int]
"""Something that an expression reads, regardless of the key. It consists of the kind, such as a local, a
store, a variable or a column, and of two numbers.
"""

_NOTHING: frozenset[Read] = frozenset()


def _covers(node: x.Lookup) -> bool:
    """Return whether the table of a lookup has an entry for every value in the domain of its key."""
    low, high, keys = node.of.domain.low, node.of.domain.high, node.keys
    at = bisect_left(keys, low)
    return keys[at : at + high - low + 1] == tuple(range(low, high + 1)) if high - low < len(keys) else False


def _is_read(node: x.Expression) -> bool:
    """Return whether an expression merely reads a local, store, variable, column or table."""
    return isinstance(node, x.Local | x.Load | x.Variable | x.Column | x.Lookup)


def _path(node: object) -> object:
    """Return the structure of an expression without source places and domains, so that it can be compared."""
    if isinstance(node, tuple):
        return tuple(map(_path, node)) if node and isinstance(node[0], _EXPRESSIONS) else node
    if not isinstance(node, _EXPRESSIONS):
        return node
    names = (name for name in _fields(type(node)) if name not in {"at", "domain"})
    return type(node).__name__, *(_path(getattr(node, name)) for name in names)


def _excluded(condition: x.Expression, *, holds: bool) -> Iterator[object]:
    """Yield the structure of everything that is not `none` if `condition` has the truth value `holds`.

    The rules are those of `gamespec.expr.scope`.
    """
    match condition:
        case x.Equal(left=left, right=right) if not holds:
            for side, other in ((left, right), (right, left)):
                if isinstance(other, x.Const) and other.value == NONE:
                    yield _path(side)
        case x.Not(of=of):
            yield from _excluded(of, holds=not holds)
        case x.And(parts=conditions) | x.Or(parts=conditions) if holds is isinstance(condition, x.And):
            for part in conditions:
                yield from _excluded(part, holds=holds)
        case _:
            pass


def _read(node: x.Expression) -> Read:
    """Return what an expression reads.

    Two different reads may have the same result, but equal reads always do.
    """
    match node:
        case x.Local(slot=slot):
            return "local", slot, 0
        case x.Load(store=store):
            return "store", store, 0
        case x.Variable(variable=variable):
            return "variable", variable, 0
        case x.Column(first=first, values=values):
            return "column", first, len(values)
        case _:
            return type(node).__name__, 0, 0


class Facts(Failing):
    """Static facts about the expressions of one program, each of which is analysed only once."""

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self._once: dict[int, tuple[x.Expression, bool]] = {}
        self._optional = {
            node.variable
            for node in expressions_of(program)
            if isinstance(node, x.Variable) and node.domain.optional
        }
        self._needs: dict[tuple[int, frozenset[object]], tuple[x.Expression, frozenset[Read]]] = {}

    def anywhere(self, node: x.Expression) -> bool:
        """Return whether an expression may be evaluated anywhere, even if an earlier test would skip it."""
        return not self.fails(node) and not any(self._own_need(inner) for inner in within(node))

    def needs(self, node: x.Expression, told: frozenset[object] = _NOTHING) -> frozenset[Read]:
        """Return everything that a test must have proved not to be `none` before `node` is evaluated.

        `told` is what the tests within the expression have proved not to be `none`. A function contains all
        tests that its own reads need, because no test outside it proves anything about these reads. Either
        side of a comparison may be `none`, because the result is then not used.
        """
        known = self._needs.get((id(node), told))
        if known is None:
            known = self._needs[id(node), told] = node, self._needed(node, told)
        return known[1]

    def _needed(self, node: x.Expression, told: frozenset[object]) -> frozenset[Read]:
        match node:
            case x.If(condition=condition, then=then, otherwise=otherwise):
                yes, no = (told.union(_excluded(condition, holds=holds)) for holds in (True, False))
                return self.needs(condition, told) | self.needs(then, yes) | self.needs(otherwise, no)
            case x.And(parts=conditions) | x.Or(parts=conditions):
                found = _NOTHING
                for part in conditions:
                    found |= self.needs(part, told)
                    told = told.union(_excluded(part, holds=isinstance(node, x.And)))
                return found
            case x.Equal(left=left, right=right) | x.Less(left=left, right=right):
                return self.compared(left, told) | self.compared(right, told)
            case _:
                own = _NOTHING if told and _path(node) in told else self._own_need(node)
                return own.union(*(self.needs(part, told) for part in parts(node)))

    def compared(self, node: x.Expression, told: frozenset[object] = _NOTHING) -> frozenset[Read]:
        """Return everything that must not be `none` when `node` is evaluated as one side of a comparison."""
        if not _is_read(node):
            return self.needs(node, told)
        return _NOTHING.union(*(self.needs(part, told) for part in parts(node)))

    def _own_need(self, node: x.Expression) -> frozenset[Read]:
        """Return what the node itself, without its parts, reads under the assumption that it is not `none`.

        The result is empty if the value that is read can never be `none`.
        """
        match node:
            case x.Local(slot=slot):
                may = self._program.slots[slot].domain.optional
            case x.Load(store=store):
                may = self._program.stores[store].domain.optional
            case x.Variable(variable=variable):
                may = variable in self._optional
            case x.Column(values=values):
                may = not node.domain.optional and NONE in values
            case x.Lookup(values=values):
                may = not node.domain.optional and (NONE in values or not _covers(node))
            case _:
                return _NOTHING
        return _NOTHING if node.domain.optional or not may else frozenset({_read(node)})

    def tells(self, condition: x.Expression) -> frozenset[Read]:
        """Return everything that a condition may prove not to be `none` by being true or by being false."""
        own = frozenset({_read(condition)}) if condition.domain.optional else _NOTHING
        return own.union(*(self.tells(part) for part in parts(condition)))

    def once(self, node: x.Expression) -> bool:
        """Return whether a list is proved to have no duplicates."""
        known = self._once.get(id(node))
        if known is None:
            known = self._once[id(node)] = node, self._all_differ(node)
        return known[1]

    def _all_differ(self, node: x.Expression) -> bool:  # noqa: C901 - a case for each node
        match node:
            case x.Fixed(values=values):
                return len(set(values)) == len(values)
            case x.ListAt(lists=lists):
                return all(len(set(row)) == len(row) for row in lists)
            case x.ListOf(items=items):
                return len(items) <= 1
            case x.Neighbours(space=space):
                return all(len(set(row)) == len(row) for row in self._program.spaces[space].neighbours)
            case (
                x.Numbers() | x.Contents() | x.FamilyContents() | x.Union() | x.Distinct() | x.Reach()
                | x.Ray() | x.ZoneEnds() | x.OfPlane()
            ):  # fmt: skip
                return True
            case x.Reverse(of=of) | x.Ends(of=of) | x.Narrow(of=of) | x.ByPlace(of=of):
                return self.once(of)
            case x.If(then=then, otherwise=otherwise):
                return self.once(then) and self.once(otherwise)
            case x.Let(body=body):
                return self.once(body)
            case x.Apply(function=function):
                return self.once(function.body)
            case x.Quantifier(kind=kind, over=over):
                return kind in {"filter", "while", "until", "best", "sort"} and self.once(over)
            case _:
                return False
