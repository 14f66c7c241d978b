"""What can be known of an expression without a position: whether it can fail, and whether it repeats itself.

- `Facts.fails(x)`: whether evaluating `x` may end in a fault (other than for lack of fuel, which is no matter
  of the program's meaning). It is asked where an engine would like to evaluate later, or less: a list is
  whole before anything is asked of its members, so one that can fail is not mixed with what is asked of it.
- `Facts.anywhere(x)`: whether `x` may also be evaluated where its value is not wanted: it cannot fail, and it
  reads nothing that may be `none` as if a test before it had excluded that.
- `Facts.once(x)`: whether no value stands twice in the list `x`, so that nobody has to look for repetitions.

All are safe in one direction: `fails` may say yes of what never does, the others no of what would be all
right. Bounds come from the domains, which the checker has proved.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache
from typing import assert_never, get_args

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import INT_MAX, INT_MIN, NONE, Domain
from gamespec.program.tables import Space

__all__ = ["Facts", "expanded", "expressions_of", "locals_of", "parts", "within"]


def parts(node: x.Expression) -> tuple[x.Expression, ...]:  # noqa: C901, PLR0912 - a case for each node
    """The expressions directly within one, in the order in which they are evaluated; no function's body."""
    match node:
        case x.Const() | x.Fixed() | x.Local() | x.Variable() | x.Me() | x.FamilyContents() | x.Occurred():
            return ()
        case x.Load(keys=keys) | x.ZoneAt(keys=keys):
            return keys
        case x.Bank(sort=sort):
            return () if sort is None else (sort,)
        case x.Extreme(parts=inner) | x.And(parts=inner) | x.Or(parts=inner):
            return inner
        case x.Apply(args=args):
            return args
        case x.ListOf(items=items):
            return items
        case x.If(condition=condition, then=then, otherwise=otherwise):
            return condition, then, otherwise
        case x.Default(of=of, otherwise=otherwise):
            return of, otherwise
        case (
            x.Arithmetic(left=a, right=b) | x.Equal(left=a, right=b) | x.Less(left=a, right=b)
            | x.Union(left=a, right=b) | x.Numbers(low=a, high=b) | x.InList(item=a, of=b)
            | x.InZone(item=a, zone=b) | x.Turned(of=a, steps=b) | x.Nth(of=a, place=b)
            | x.Ends(of=a, count=b) | x.ZoneEnds(zone=a, count=b) | x.Step(cell=a, direction=b)
            | x.Ray(cell=a, direction=b)
            | x.Direction(start=a, end=b) | x.Distance(start=a, end=b) | x.Gap(start=a, end=b)
            | x.CellAt(column=a, row=b) | x.Reach(origin=a, body=b) | x.Let(value=a, body=b)
            | x.Quantifier(over=a, body=b) | x.Longest(over=a, body=b)
        ):  # fmt: skip
            return a, b
        case x.Steps(cell=cell, direction=direction, count=count):
            return cell, direction, count
        case (
            x.Column(of=of) | x.ListAt(of=of) | x.Lookup(of=of) | x.Narrow(of=of) | x.Seat(of=of)
            | x.Absolute(of=of) | x.ExtremeOf(of=of) | x.Not(of=of) | x.There(of=of) | x.Length(of=of)
            | x.End(of=of) | x.Distinct(of=of) | x.Reverse(of=of) | x.Only(of=of) | x.Contents(zone=of)
            | x.ByPlace(of=of) | x.ZoneLength(zone=of) | x.ZoneEnd(zone=of) | x.Key(component=of)
            | x.Can(player=of) | x.InARow(player=of) | x.Neighbours(cell=of)
        ):  # fmt: skip
            return (of,)
        case x.OfPlane(of=of):
            return () if of is None else (of,)
        case _:
            assert_never(node)


@lru_cache(maxsize=1)
def expressions_of(program: Program) -> tuple[x.Expression, ...]:
    """All expressions of a program, each with those within it; those of the last program are kept."""
    outermost = (
        program.code, program.actions, program.sites, program.end, program.score, program.ranking,
        program.functions,
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
"""No expression lies in any of these."""

_NAMES: dict[type[object], tuple[str, ...]] = {}


def _fields(kind: type[object]) -> tuple[str, ...]:
    """The names of the fields of a dataclass; none of what is no dataclass."""
    found = _NAMES.get(kind)
    if found is None:
        found = _NAMES[kind] = tuple(field.name for field in fields(kind)) if is_dataclass(kind) else ()
    return found


EXPANDED = 24
"""A function is expanded where it is called if it has so many parts, those of what it calls among them."""


def expanded(program: Program, most: int = EXPANDED) -> frozenset[int]:
    """The functions that are short, which is of at most so many parts, by number."""
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
    """The slots that an expression reads; the body of a function reads none."""
    if isinstance(node, x.Local):
        yield node.slot
    for part in parts(node):
        yield from locals_of(part)


def within(node: x.Expression) -> Iterator[x.Expression]:
    """An expression and all within it, also in the bodies of the functions that it applies."""
    yield node
    for part in parts(node):
        yield from within(part)
    if isinstance(node, x.Apply):
        yield from within(node.function.body)


def _within(domain: Domain, low: int, high: int) -> bool:
    """Whether all numbers of a domain lie within bounds."""
    return domain.low > domain.high or (low <= domain.low and domain.high <= high)


class Facts:
    """What is known of the expressions of one program; each is looked at once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._fails: dict[int, tuple[x.Expression, bool]] = {}
        self._once: dict[int, tuple[x.Expression, bool]] = {}
        self._optional = {
            node.variable
            for node in expressions_of(program)
            if isinstance(node, x.Variable) and node.domain.optional
        }

    def fails(self, node: x.Expression) -> bool:
        """Whether evaluating an expression may end in a fault."""
        known = self._fails.get(id(node))
        if known is None:
            inside = any(self.fails(part) for part in parts(node))
            known = self._fails[id(node)] = node, inside or self.fails_itself(node)
        return known[1]

    def fails_itself(self, node: x.Expression) -> bool:
        """Whether an expression may fail where its parts do not."""
        match node:
            case x.Arithmetic(op=op, right=right, domain=domain):
                by_zero = op in {"//", "%"} and right.domain.low <= 0 <= right.domain.high
                return by_zero or not _fits(domain)
            case x.Narrow(of=of, low=low, high=high, most=most):
                too_long = of.domain.is_list and of.domain.most > most
                return too_long or not _within(of.domain.member, low, high)
            case x.Seat(of=of, players=players):
                return not _within(of.domain, 1, players)
            case x.There(of=of):
                return of.domain.optional
            case x.Quantifier(kind=kind, domain=domain):
                return kind in {"the", "min", "max"} or (kind == "sum" and not _fits(domain))
            case x.ExtremeOf(of=of):
                return not (isinstance(of, x.Fixed) and of.values)
            case x.Apply(function=function):
                return self.fails(function.body)
            case x.CellAt(space=space, column=column, row=row):
                return not _covered(self._program.spaces[space], column.domain, row.domain)
            case x.Nth() | x.Only() | x.Can() | x.InARow():
                return True
            case _:
                return False

    def anywhere(self, node: x.Expression) -> bool:
        """Whether an expression may be evaluated wherever, also where a test before it forbids it."""
        return not self.fails(node) and self._untested(node)

    def _untested(self, node: x.Expression) -> bool:
        match node:
            case x.Local(slot=slot) if self._program.slots[slot].domain.optional and not node.domain.optional:
                return False
            case x.Load(store=store) if self._program.stores[store].domain.optional:
                return node.domain.optional and all(self._untested(key) for key in node.keys)
            case x.Variable(variable=variable) if variable in self._optional and not node.domain.optional:
                return False
            case x.Apply(function=function):
                return self._untested(function.body) and all(self._untested(arg) for arg in node.args)
            case _:
                return all(self._untested(part) for part in parts(node))

    def once(self, node: x.Expression) -> bool:
        """Whether no value can stand twice in a list."""
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


def _fits(domain: Domain) -> bool:
    """Whether what is computed lies within 32 bits for certain: the checker holds domains to these."""
    return domain.low > INT_MIN and domain.high < INT_MAX


def _covered(space: Space, columns: Domain, rows: Domain) -> bool:
    """Whether there is a cell in each of these columns and rows."""
    count = max(0, columns.high - columns.low + 1) * max(0, rows.high - rows.low + 1)
    if count > space.size or columns.optional or rows.optional or NONE in (columns.low, rows.low):
        return False
    found = sum(columns.low <= c <= columns.high and rows.low <= r <= rows.high for c, r in space.at)
    return found == count
