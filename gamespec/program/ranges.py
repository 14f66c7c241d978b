"""What each expression of a program can be, found out from its parts: as `Narrow` and the tables leave it.

An engine trusts the domain that stands at an expression: it looks a value up in a table without asking
whether it is one of the table's. So whoever reads a program in makes sure that no expression can be more than
it says (`Ranges.of`), that whatever is looked up somewhere is there, and that a list stands where a list is
wanted. What is known not to be `none`, because a condition has just said so, are the *facts* of a scope.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import pairwise
from typing import assert_never

from gamespec.program import expressions as x
from gamespec.program.budget import BUDGET
from gamespec.program.domain import INT_MAX, INT_MIN, NONE, SINGLE, Domain
from gamespec.program.forms import Malformed
from gamespec.program.handed import handed
from gamespec.program.program import Program
from gamespec.program.tables import Space

__all__ = ["BOOL", "Ranges", "Scope", "covers", "facts", "key"]

BOOL = Domain(0, 1)
EMPTY = Domain(1, 0)

Key = tuple[object, ...]


@dataclass(frozen=True)
class Scope:
    """What is known where an expression stands.

    The variables and slots that have a value, what is not `none`, and whether somebody acts.
    """

    variables: dict[int, Domain] = field(default_factory=dict)
    facts: frozenset[Key] = frozenset()
    slots: frozenset[int] = frozenset()
    me: bool = False

    def bind(self, variable: int, domain: Domain) -> Scope:
        """The same with a value for a variable; what was known of another value of it is not any more."""
        kept = frozenset(fact for fact in self.facts if not _names(fact, variable))
        return replace(self, variables={**self.variables, variable: domain}, facts=kept)

    def knowing(self, condition: x.Expression, *, holds: bool) -> Scope:
        """The same where a condition holds, or does not."""
        return replace(self, facts=self.facts | facts(condition, holds=holds))


def key(node: object) -> Key:
    """An expression without its place and domain: two that are equal have equal values."""
    if isinstance(node, x.Function):
        return ("function", node.number)
    names = [f.name for f in fields(node) if f.name not in {"at", "domain"}]  # type: ignore[arg-type]
    return (type(node).__name__, *(_key_of(getattr(node, name)) for name in names))


def _key_of(value: object) -> object:
    if isinstance(value, tuple) and value and not isinstance(value[0], int | tuple):
        return tuple(key(part) for part in value)
    return key(value) if hasattr(value, "__dataclass_fields__") else value


def _names(fact: Key, variable: int) -> bool:
    if fact[:1] == ("Variable",):
        return fact[1] == variable
    return any(isinstance(part, tuple) and _names(part, variable) for part in fact)


def facts(condition: x.Expression, *, holds: bool) -> frozenset[Key]:
    """What is not `none` if a condition holds, or if it does not."""
    match condition:
        case x.Not(of=of):
            return facts(of, holds=not holds)
        case x.And(parts=parts) if holds:
            return frozenset().union(*(facts(part, holds=True) for part in parts))
        case x.Or(parts=parts) if not holds:
            return frozenset().union(*(facts(part, holds=False) for part in parts))
        case x.Equal(left=left, right=right) if not holds:
            found = [
                a for a, b in ((left, right), (right, left)) if isinstance(b, x.Const) and b.value == NONE
            ]
            return frozenset(key(node) for node in found)
        case _:
            return frozenset()


def covers(wide: Domain, narrow: Domain) -> bool:
    """Whether a domain holds all values of another one."""
    if wide.is_list != narrow.is_list or narrow.most > wide.most:
        return False
    if narrow.most == 0:
        return True
    numbers = narrow.low > narrow.high or (wide.low <= narrow.low and narrow.high <= wide.high)
    return numbers and (wide.optional or not narrow.optional)


def _join(domains: Iterable[Domain]) -> Domain:
    """The least domain around some, all of single values or all of lists."""
    joined, most = EMPTY, SINGLE
    for domain in domains:
        joined, most = joined.join(domain) if domain.most else joined, max(most, domain.most)
    return Domain(joined.low, joined.high, joined.optional, most)


def _of_values(values: Sequence[int]) -> Domain:
    numbers = [value for value in values if value != NONE]
    return Domain(min(numbers, default=1), max(numbers, default=0), len(numbers) < len(values))


def _list(member: Domain, most: int) -> Domain:
    return Domain(member.low, member.high, member.optional, most)


def _once(member: Domain, most: int) -> Domain:
    """A list that holds nothing twice."""
    return _list(member, min(most, max(0, member.high - member.low + 1) + member.optional))


class Ranges:
    """The ranges of one program's expressions."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.components = Domain(0, len(program.start) - 1)
        self.zones = Domain(0, len(program.zones) - 1)
        self.players = Domain(0, program.players - 1)
        self._bodies: set[object] = set()
        self._handed = handed(program)

    # --- what stands where ---------------------------------------------------------------------------

    def within(self, node: x.Expression, may: Domain, scope: Scope) -> Domain:
        """The domain of an expression, which must lie in another one."""
        domain = self.of(node, scope)
        if not covers(may, domain):
            raise Malformed(f"{domain} does not fit where {may} is wanted", type(node).__name__)
        return domain

    def number(self, node: x.Expression, scope: Scope) -> Domain:
        """The domain of a single value that is not `none`."""
        return self.within(node, Domain(INT_MIN, INT_MAX), scope)

    def single(self, node: x.Expression, scope: Scope) -> Domain:
        """The domain of a single value."""
        return self.within(node, Domain(INT_MIN, INT_MAX, optional=True), scope)

    def listed(self, node: x.Expression, scope: Scope) -> Domain:
        """The domain of a list."""
        return self.within(node, Domain(INT_MIN, INT_MAX, optional=True, most=BUDGET), scope)

    def condition(self, node: x.Expression, scope: Scope) -> None:
        """See to it that an expression is a condition."""
        self.within(node, BOOL, scope)

    def keys(self, keys: Sequence[x.Expression], dims: Sequence[tuple[int, int]], scope: Scope) -> None:
        """See to it that keys are those of a family."""
        if len(keys) != len(dims):
            raise Malformed(f"{len(keys)} keys, not {len(dims)}")
        for node, (first, size) in zip(keys, dims, strict=True):
            self.within(node, Domain(first, first + size - 1), scope)

    def of(self, node: x.Expression, scope: Scope) -> Domain:
        """The domain of an expression, once it is sure that it can be nothing else. Raises `Malformed`."""
        try:
            found = self._found(node, scope)
            if found.optional and key(node) in scope.facts:
                found = Domain(found.low, found.high, optional=False, most=found.most)
            if not covers(node.domain, found):
                raise Malformed(f"it can be {found}, not only {node.domain}")  # noqa: TRY301 - says where
        except Malformed as error:
            raise error.within(type(node).__name__) from None
        return node.domain

    def _found(self, node: x.Expression, scope: Scope) -> Domain:  # noqa: C901, PLR0912, PLR0915 - a case each
        program = self.program
        match node:
            case x.Const(value=value):
                return _of_values((value,))
            case x.Fixed(values=values):
                return _list(_of_values(values), len(values))
            case x.Local(slot=slot):
                local = program.slots[slot]
                if slot not in scope.slots:
                    raise Malformed(f"slot {slot} has no value here")
                if local.domain.is_list and local.size != local.domain.most + 1:
                    raise Malformed(f"slot {slot} holds the list of a loop")
                return local.domain
            case x.Variable(variable=variable):
                if variable not in scope.variables:
                    raise Malformed(f"variable {variable} has no value here")
                return scope.variables[variable]
            case x.Me():
                if not scope.me:
                    raise Malformed("nobody acts here")
                return self.players
            case x.Column(of=of, first=first, values=values):
                index = self.within(of, Domain(first, first + len(values) - 1), scope)
                return _of_values(values[index.low - first : index.high - first + 1])
            case x.ListAt(of=of, first=first, lists=lists):
                index = self.within(of, Domain(first, first + len(lists) - 1), scope)
                some = lists[index.low - first : index.high - first + 1]
                most = max((len(members) for members in some), default=0)
                return _list(_of_values([value for members in some for value in members]), most)
            case x.Lookup(of=of, keys=keys, values=values):
                return self._looked_up(self.single(of, scope), keys, values)
            case x.Load(store=store, keys=keys):
                self.keys(keys, program.stores[store].dims, scope)
                return program.stores[store].domain
            case x.Bank(store=store):
                least = program.stores[store].bank
                if least is None:
                    raise Malformed(f"store {store} has no bank")
                return Domain(least, INT_MAX)
            case x.Narrow(of=of, low=low, high=high, most=most):
                held = self.of(of, scope)
                least, greatest = max(held.low, low), min(held.high, high)
                return Domain(
                    least, greatest, held.optional, min(held.most, most) if held.is_list else SINGLE
                )
            case x.Arithmetic(op=op, left=left, right=right):
                return _arithmetic(op, self.number(left, scope), self.number(right, scope))
            case x.Turned(of=of, steps=steps, size=size):
                self.number(of, scope)
                self.number(steps, scope)
                return Domain(0, size - 1)
            case x.Seat(of=of, players=players):
                self.number(of, scope)
                return Domain(0, players - 1)
            case x.Absolute(of=of):
                held = self.number(of, scope)
                ends = (abs(held.low), abs(held.high))
                return Domain(0 if held.low <= 0 <= held.high else min(ends), max(ends))
            case x.Extreme(greatest=greatest, parts=parts):
                found = [self.number(part, scope) for part in parts]
                if not found:
                    raise Malformed("the extreme of nothing")
                pick = max if greatest else min
                return Domain(pick(d.low for d in found), pick(d.high for d in found))
            case x.ExtremeOf(of=of) | x.Only(of=of):
                return self.listed(of, scope).member
            case x.Equal(left=left, right=right):
                self.single(left, scope)
                self.single(right, scope)
                return BOOL
            case x.Less(left=left, right=right):
                self.number(left, scope)
                self.number(right, scope)
                return BOOL
            case x.Not(of=of):
                self.number(of, scope)
                return BOOL
            case x.And(parts=parts) | x.Or(parts=parts):
                for part in parts:
                    self.condition(part, scope)
                    scope = scope.knowing(part, holds=isinstance(node, x.And))
                return BOOL
            case x.If(condition=condition, then=then, otherwise=otherwise):
                self.condition(condition, scope)
                yes = self.of(then, scope.knowing(condition, holds=True))
                no = self.of(otherwise, scope.knowing(condition, holds=False))
                if yes.is_list != no.is_list:
                    raise Malformed("a list or a single value")
                return _join((yes, no))
            case x.Default(of=of, otherwise=otherwise):
                held = self.single(of, scope)
                return Domain(held.low, held.high).join(self.single(otherwise, scope))
            case x.There(of=of):
                held = self.single(of, scope)
                return Domain(held.low, held.high)
            case x.Apply(function=function, args=args):
                return self._applied(function, args, scope)
            case x.ListOf(items=items):
                return _list(_join([self.single(item, scope) for item in items]), len(items))
            case x.Numbers(low=low, high=high):
                least, greatest = self.number(low, scope).low, self.number(high, scope).high
                return Domain(least, greatest, most=max(0, greatest - least + 1))
            case x.InList(item=item, of=of):
                self.single(item, scope)
                self.listed(of, scope)
                return BOOL
            case x.Length(of=of):
                return Domain(0, self.listed(of, scope).most)
            case x.Nth(of=of, place=place):
                self.number(place, scope)
                return self.listed(of, scope).member
            case x.End(of=of):
                held = self.listed(of, scope)
                return Domain(held.low, held.high, optional=True)
            case x.Ends(of=of, count=count):
                held = self.listed(of, scope)
                return _list(held, min(held.most, max(0, self.number(count, scope).high)))
            case x.Union(left=left, right=right):
                a, b = self.listed(left, scope), self.listed(right, scope)
                return _once(_join((a, b)), a.most + b.most)
            case x.Distinct(of=of):
                held = self.listed(of, scope)
                return _once(held, held.most)
            case x.Reverse(of=of):
                return self.listed(of, scope)
            case x.Quantifier():
                return self._quantified(node, scope)
            case x.Reach(variable=variable, origin=origin, body=body):
                member = node.domain.member
                self.within(origin, member, scope)
                inner = self.listed(body, scope.bind(variable, member))
                return _once(_join((member, inner.member)), INT_MAX)
            case x.ZoneAt(family=family, keys=keys):
                zones = program.families[family]
                self.keys(keys, zones.dims, scope)
                return Domain(zones.first, zones.first + zones.count - 1)
            case x.Contents(zone=zone):
                member, most = self.lying(zone, scope)
                return _list(member, most)
            case x.FamilyContents(family=family):
                rooms = sum(zone.capacity for zone in program.zones if zone.family == family)
                return _once(self.kind(family), rooms)
            case x.ZoneLength(zone=zone):
                return Domain(0, self.lying(zone, scope)[1])
            case x.ZoneEnd(zone=zone):
                member, _ = self.lying(zone, scope)
                return Domain(member.low, member.high, optional=True)
            case x.ZoneEnds(zone=zone, count=count):
                member, most = self.lying(zone, scope)
                return _list(member, min(most, max(0, self.number(count, scope).high)))
            case x.InZone(item=item, zone=zone):
                self.within(item, replace(self.components, optional=True), scope)
                self.within(zone, self.zones, scope)
                return BOOL
            case x.Key(component=component, family=family):
                self.within(component, self.components, scope)
                dims = program.families[family].dims
                if len(dims) != 1:
                    raise Malformed(f"family {family} has {len(dims)} keys")
                return Domain(dims[0][0], dims[0][0] + dims[0][1] - 1, optional=True)
            case (
                x.Neighbours()
                | x.Step()
                | x.Steps()
                | x.Ray()
                | x.Direction()
                | x.Distance()
                | x.Gap()
                | x.CellAt()
            ):
                return self._on_board(node, program.spaces[node.space], scope)
            case x.OfPlane():
                return self._of_plane(node, scope)
            case _:
                assert_never(node)

    # --- of several parts -----------------------------------------------------------------------------

    def _looked_up(self, of: Domain, keys: Sequence[int], values: Sequence[int]) -> Domain:
        if len(keys) != len(values) or any(a >= b for a, b in pairwise(keys)):
            raise Malformed("the keys do not ascend, each with a value")
        found = _of_values(values)
        every = (
            not of.optional and of.high - of.low < len(keys) and set(range(of.low, of.high + 1)) <= set(keys)
        )
        return Domain(found.low, found.high, found.optional or not every)

    def _applied(self, function: x.Function, args: Sequence[x.Expression], scope: Scope) -> Domain:
        """What a function gives, which is asked anew for each sort of arguments."""
        if len(args) != len(function.parameters):
            raise Malformed(f"{len(args)} arguments, not {len(function.parameters)}")
        bound = {p: self.of(arg, scope) for p, arg in zip(function.parameters, args, strict=True)}
        known = (function.number, tuple(bound.items()), scope.me)
        if known not in self._bodies:
            self._bodies.add(known)
            self.of(function.body, Scope(bound, me=scope.me))
        return function.body.domain

    def _quantified(self, node: x.Quantifier, scope: Scope) -> Domain:
        over = self.listed(node.over, scope)
        inside = scope.bind(node.variable, over.member)
        match node.kind:
            case "any" | "all" | "none" | "count" | "filter" | "while" | "first" | "the":
                self.condition(node.body, inside)
            case "map":
                return _list(self.single(node.body, inside), over.most)
            case "min" | "max":
                return self.number(node.body, inside)
            case "sum":
                body = self.number(node.body, inside)
                low, high = min(0, over.most * body.low), max(0, over.most * body.high)
                return Domain(max(low, INT_MIN), min(high, INT_MAX))
            case "best" | "sort":
                self.number(node.body, inside)
            case _:
                assert_never(node.kind)
        match node.kind:
            case "filter" | "while" | "best" | "sort":
                return over
            case "first":
                return Domain(over.low, over.high, optional=True)
            case "the":
                return over.member
            case "count":
                return Domain(0, over.most)
            case _:
                return BOOL

    # --- zones, boards, planes ------------------------------------------------------------------------

    def kind(self, family: int) -> Domain:
        """The components that can lie in a family's zones."""
        kind = self.program.kinds[self.program.families[family].kind]
        return Domain(kind.first, kind.first + kind.size - 1)

    def families(self, zone: x.Expression) -> set[int]:
        """The families of which a zone can be, wherever it was handed over."""
        found: set[int] = set()
        left, seen = [zone], set[int]()
        while left:
            node = left.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            match node:
                case x.ZoneAt(family=family):
                    found.add(family)
                case x.If(then=then, otherwise=otherwise):
                    left += [then, otherwise]
                case x.Local(slot=slot) if ("slot", slot) in self._handed:
                    left += self._handed["slot", slot]
                case x.Variable(variable=variable) if ("variable", variable) in self._handed:
                    left += self._handed["variable", variable]
                case _:
                    low, high = max(0, node.domain.low), node.domain.high
                    found |= {z.family for z in self.program.zones[low : high + 1]}
        return found

    def lying(self, zone: x.Expression, scope: Scope) -> tuple[Domain, int]:
        """What can lie in a zone, and how much of it."""
        self.within(zone, self.zones, scope)
        families = self.families(zone)
        rooms = [z.capacity for z in self.program.zones if z.family in families]
        return _join(self.kind(family) for family in families), max(rooms, default=0)

    def _on_board(self, node: x.Expression, space: Space, scope: Scope) -> Domain:
        cells, ways = Domain(0, space.size - 1), Domain(0, len(space.steps) - 1)
        anywhere = replace(cells, optional=True)
        match node:
            case x.Neighbours(cell=cell):
                self.within(cell, cells, scope)
                return _list(cells, max(map(len, space.neighbours), default=0))
            case x.Step(cell=cell, direction=direction):
                self.within(cell, cells, scope)
                self.within(direction, ways, scope)
                return anywhere
            case x.Steps(cell=cell, direction=direction, count=count):
                self.within(cell, cells, scope)
                self.within(direction, ways, scope)
                self.number(count, scope)
                return anywhere
            case x.Ray(cell=cell, direction=direction):
                self.within(cell, cells, scope)
                self.within(direction, ways, scope)
                longest = max((end - start for way in space.ways for _, start, end in way), default=0)
                return _list(cells, longest)
            case x.Direction(start=start, end=end):
                self.within(start, cells, scope)
                self.within(end, cells, scope)
                return replace(ways, optional=True)
            case x.Distance(start=start, end=end) | x.Gap(start=start, end=end):
                self.within(start, cells, scope)
                self.within(end, cells, scope)
                return anywhere
            case x.CellAt(column=column, row=row):
                self.number(column, scope)
                self.number(row, scope)
                return cells
            case _:
                raise Malformed("this is no question to a board")

    def _of_plane(self, node: x.OfPlane, scope: Scope) -> Domain:
        plane = self.program.planes[node.plane]
        tiles = Domain(plane.first_tile, plane.first_tile + plane.tiles - 1)
        parts = Domain(0, len(plane.tile_of) - 1)
        spots = Domain(0, 4 * plane.places - 1)
        asked = {"features": None, "spots": tiles, "around": tiles}.get(node.question, parts)
        if (asked is None) != (node.of is None):
            raise Malformed(f"`{node.question}` is asked of something else")
        if asked is not None and node.of is not None:
            self.within(node.of, asked, scope)
        match node.question:
            case "spots":
                return _list(spots, spots.high + 1)
            case "around":
                return _list(tiles, min(8, plane.tiles))
            case "tiles":
                return _list(tiles, plane.tiles)
            case "features" | "joined" | "touching":
                return _list(parts, parts.high + 1)
            case "feature":
                return parts
            case "open_ends":
                return Domain(0, sum(plane.ends))
            case _:
                assert_never(node.question)


def _arithmetic(op: str, a: Domain, b: Domain) -> Domain:
    """What an operation can give: extremes lie at the ends of both sides; what does not fit is a fault."""
    if a.low > a.high or b.low > b.high:
        return EMPTY
    if op == "%":
        if b.low > 0:
            return Domain(0, min(b.high - 1, a.high) if a.low >= 0 else b.high - 1)
        return Domain(INT_MIN, INT_MAX)
    rights = [b.low, b.high]
    if op == "//":
        rights = [d for d in {b.low, b.high, -1, 1} if b.low <= d <= b.high and d]
    ends = [_done(op, left, right) for left in (a.low, a.high) for right in rights]
    if not ends:  # divided by 0 in every case
        return EMPTY
    return Domain(max(min(ends), INT_MIN), min(max(ends), INT_MAX))


def _done(op: str, a: int, b: int) -> int:
    match op:
        case "+":
            return a + b
        case "-":
            return a - b
        case "*":
            return a * b
        case _:
            return a // b
