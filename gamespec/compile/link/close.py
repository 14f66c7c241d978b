"""Lowers typed expressions to their closed form, in which names are replaced by numbers and tables."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping
from typing import Literal, TypeVar, assert_never, cast

from gamespec.compile.draft.situations import Situation
from gamespec.compile.link.costs import looked_for, through, weight
from gamespec.program import expressions as e
from gamespec.program import tables as b
from gamespec.program.domain import Domain
from gamespec.space import Pairs, Plane, Space, Touching
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import Table, World

__all__ = ["Closer", "bounds"]


def bounds(type_: t.Type, zones: int) -> Domain:
    """Return the domain of a type's values, which are integers or lists of integers.

    A zone is represented by its number among `zones` zones.
    """
    if isinstance(type_, t.ZoneType):
        return Domain(0, zones - 1)
    if isinstance(type_, t.ListType):
        inner = bounds(type_.of, zones)
        return Domain(inner.low, inner.high, inner.optional, type_.most)
    domain = t.domain(type_)
    if domain is None:  # `none`, and a list that never has members
        return Domain(t.EMPTY.low, t.EMPTY.high, optional=True)
    return Domain(domain[0], domain[0] + domain[1] - 1, isinstance(type_, t.Optional))


_UNORDERED = {"any", "all", "none", "count", "sum", "min", "max", "matching"}
"""The quantifiers whose result does not depend on the order of the list's members."""


class Closer:
    """Lowers the expressions of one game, and lets them share equal tables.

    `places` are the spans of all lowered expressions, in the order of lowering; `goes` and `rows` are as in
    `Names`.
    """

    def __init__(
        self,
        world: World,
        fungible: Container[str],
        slots: Mapping[core.Slot, int],
        situations: Mapping[core.History, Situation],
    ) -> None:
        self.world = world
        self.fungible = fungible
        self.slots = slots
        self.histories = {history: number for number, history in enumerate(situations)}
        self.situations = situations
        self.actions: dict[str, int] = {}
        self.places: list[Span] = []
        self.goes: dict[int, str] = {}
        self.rows: dict[int, str] = {}
        self.variables: dict[core.Slot, int] = {}
        self.functions: dict[core.Function, e.Function] = {}
        self.spaces: dict[Space, int] = {}
        declared = [d.ident.name for d in world.game.resources] + [d.ident.name for d in world.game.variables]
        self.stores = {world.stores[name]: number for number, name in enumerate(declared)}
        self.families = {rule.zone: number for number, rule in enumerate(world.zones.values())}
        self.planes: dict[Plane, int] = {plane: i for i, plane in enumerate(world.planes.values())}
        self.zones = sum(rule.zone.count for rule in world.zones.values())
        self._tables: dict[tuple[int, ...], tuple[int, ...]] = {}

    def place(self, span: Span) -> int:
        """Return the number under which a span is stored in `places`."""
        self.places.append(span)
        return len(self.places) - 1

    def variable(self, slot: core.Slot) -> int:
        """Return the number of the variable that stands for `slot` in expressions."""
        return self.variables.setdefault(slot, len(self.variables))

    def maybe(self, node: core.Core | None) -> e.Expression | None:
        """Lower an expression, or return `None` if there is none."""
        return None if node is None else self(node)

    def space_tables(self) -> list[b.Space]:
        """The boards that expressions use, in the order of their numbers."""
        return [space.board for space in self.spaces]

    def __call__(self, node: core.Core) -> e.Expression:
        """Lower an expression.

        If it is a list that may hold copies of a component, sort the list by place.
        """
        closed = self.in_any_order(node)
        if not isinstance(closed, e.Fixed | e.FamilyContents) or not self._has_copies(node):
            return closed
        return e.ByPlace(closed.at, closed.domain, closed)

    def _has_copies(self, node: core.Core) -> bool:
        """Return whether a list may hold several components with equal faces."""
        of = t.strip(t.element(node.type) or node.type)
        if not isinstance(of, t.Named) or of.name not in self.fungible:
            return False
        rows = self.world.kinds[of.name].rows
        listed = rows if not isinstance(node, core.Fixed) else [rows[c - of.first] for c in node.values]
        return len(set(listed)) < len(listed)

    def in_any_order(self, node: core.Core) -> e.Expression:  # noqa: C901, PLR0912 - one case for each node
        """Lower an expression without regard to the order of its members."""
        at, d = self.place(node.span), bounds(node.type, self.zones)
        match node:
            case core.Const(_, _, value):
                return e.Const(at, d, value)
            case core.Fixed(_, _, values):
                return e.Fixed(at, d, self.table(values))
            case core.Local(_, _, slot) if slot.frame:
                return e.Local(at, d, self.slots[slot])
            case core.Local(_, _, slot):
                return e.Variable(at, d, self.variable(slot))
            case core.Me():
                return e.Me(at, d)
            case core.Column(_, _, of, _, first, values, keys, dims):
                if isinstance(of.type, t.Named) and of.type.sort == "row":
                    self.rows[at] = of.type.name
                index, first = self.numbered(self(of), first, keys, dims)
                return e.Column(at, d, index, first, self.table(values))
            case core.Load(_, _, store, keys, True):
                return e.Bank(at, d, self.stores[store], self(keys[0]) if keys else None)
            case core.Load(_, _, store, keys):
                return e.Load(at, d, self.stores[store], self._all(keys))
            case core.Zone(_, _, zone, keys):
                return e.ZoneAt(at, d, self.families[zone], self._all(keys))
            case core.Contents(_, _, zone):
                return e.Contents(at, d, self(zone))
            case core.Narrow(_, _, of, low, high, most, goes):
                self.goes[at] = goes
                return e.Narrow(at, d, self(of), low, high, most)
            case core.Arithmetic(_, _, op, left, right):
                return e.Arithmetic(at, d, op, self(left), self(right))
            case core.Equal(_, _, left, right):
                return e.Equal(at, d, self(left), self(right))
            case core.Less(_, _, left, right, op):
                return e.Less(at, d, op, self(left), self(right))
            case core.Not(_, _, of):
                return e.Not(at, d, self(of))
            case core.And(_, _, parts):
                return e.And(at, d, self._all(parts))
            case core.Or(_, _, parts):
                return e.Or(at, d, self._all(parts))
            case core.If(_, _, condition, then, otherwise):
                return e.If(at, d, self(condition), self(then), self(otherwise))
            case core.InList(_, _, item, of):
                return e.InList(at, d, self(item), self.in_any_order(of))
            case core.InZone(_, _, item, zone):
                return e.InZone(at, d, self(item), self(zone))
            case core.ListOf(_, _, (low, high), True):
                return e.Numbers(at, d, self(low), self(high))
            case core.ListOf(_, _, items):
                return e.ListOf(at, d, self._all(items))
            case core.Quantifier(_, _, kind, slot, over, body):
                flat = kind == "map" and isinstance(body.type, t.ListType)
                known = cast("e.QuantifierKind", "flat" if flat else kind)
                variable = self.variable(slot)
                members = self.in_any_order(over) if kind in _UNORDERED else self(over)
                each = self.in_any_order(body) if kind == "matching" else self(body)
                return e.Quantifier(at, d, known, variable, members, each, weight(body))
            case core.Reach(_, _, slot, origin, body):
                return e.Reach(at, d, self.variable(slot), self(origin), self(body), weight(body))
            case core.Longest(_, _, kind, slot, over, body, most):
                way: Literal["trail", "path"] = "trail" if kind == "trail" else "path"
                variable, members = self.variable(slot), self.in_any_order(over)
                return e.Longest(at, d, way, variable, members, self.in_any_order(body), most, weight(body))
            case core.Let(_, _, slot, value, body):
                return e.Let(at, d, self.variable(slot), self(value), self(body))
            case core.Apply(_, _, function, args):
                return e.Apply(at, d, self.function(function), self._all(args))
            case core.BuiltIn(_, _, name):
                return _BUILT_IN[name](self, node, at, d)
            case core.Wrong(_, span):
                message = f"an expression with a mistake is part of a program, at {span}"
                raise AssertionError(message)
            case _:
                assert_never(node)

    def numbered(
        self, of: e.Expression, first: int, keys: Iterable[core.Core], dims: Iterable[tuple[int, int]]
    ) -> tuple[e.Expression, int]:
        """Return the expression that numbers a combination of keys, and its least value.

        `of`, whose least value is `first`, is the leading part of the number; the last key varies fastest.
        `dims` gives the least value and the number of values of each key.
        """
        of, first = _near_zero(of, first)
        for node, (low, size) in zip(keys, dims, strict=True):
            key, least = _near_zero(self(node), low)
            scaled = Domain(of.domain.low * size, of.domain.high * size)
            times = e.Arithmetic(of.at, scaled, "*", of, e.Const(of.at, Domain(size, size), size))
            first, high = first * size + least, scaled.high + least + size - 1
            of = e.Arithmetic(of.at, Domain(first, high), "+", times, key)
        return of, first

    def holders(self, *holders: core.Load) -> tuple[e.Load | e.Bank, ...]:
        """Lower the two holders of a transfer. The sort, which they share, is lowered once."""
        sorted_ = holders[0].store.sort is not None
        sort = self(holders[0].keys[-1]) if sorted_ else None
        return tuple(self._holder(node, sort) for node in holders)

    def _holder(self, node: core.Load, sort: e.Expression | None) -> e.Load | e.Bank:
        at, d, store = self.place(node.span), bounds(node.type, self.zones), self.stores[node.store]
        if node.bank:
            return e.Bank(at, d, store, sort)
        return e.Load(
            at, d, store, self._all(node.keys) if sort is None else (*self._all(node.keys[:-1]), sort)
        )

    def function(self, function: core.Function) -> e.Function:
        """Return the lowered function. Each function is lowered only once."""
        if function not in self.functions:
            assert function.body is not None  # noqa: S101 - a game without mistakes
            parameters = tuple(self.variable(slot) for slot in function.parameters)
            body = self(function.body)
            cost = 2 + weight(function.body)
            made = e.Function(len(self.functions), parameters, body, cost, function.kept)
            self.functions[function] = made
        return self.functions[function]

    def space(self, space: Space) -> int:
        """Return the number of a space's board."""
        return self.spaces.setdefault(space, len(self.spaces))

    def _all(self, nodes: Iterable[core.Core]) -> tuple[e.Expression, ...]:
        return tuple(self(node) for node in nodes)

    def table(self, values: tuple[int, ...]) -> tuple[int, ...]:
        """Return the one tuple that all equal tables share."""
        return self._tables.setdefault(values, values)

    def lists(self, lists: Iterable[tuple[int, ...]]) -> tuple[tuple[int, ...], ...]:
        """Return a table of lists in which equal lists are the same tuple."""
        return tuple(self.table(members) for members in lists)


FAR = 2**14
"""If the least value of a type is at least this far from 0, its values are counted from that least value. So
a number combined from several keys fits into an integer.
"""


def _near_zero(of: e.Expression, first: int) -> tuple[e.Expression, int]:
    """Return an expression and its least value `first`, both shifted to 0 if `first` is far from 0."""
    if abs(first) < FAR:
        return of, first
    domain = Domain(of.domain.low - first, of.domain.high - first)
    return e.Arithmetic(of.at, domain, "-", of, e.Const(of.at, Domain(first, first), first)), 0


# --- built-ins: the closed form of each ---------------------------------------------------------------------

Data = TypeVar("Data")
Rule = Callable[[Closer, core.BuiltIn, int, Domain], e.Expression]


def _length(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    (of,) = node.args
    if isinstance(of.type, t.ZoneType):
        return e.ZoneLength(at, d, close(of))
    return e.Length(at, d, close.in_any_order(of))


def _empty(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    (of,) = node.args
    most = of.type.most if isinstance(of.type, t.ListType | t.ZoneType) else 0
    return e.Not(at, d, _length(close, node, at, Domain(0, most)))


def _end(*, bottom: bool) -> Rule:
    def rule(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
        of, *count = (close(a) for a in node.args)
        zone = node.data != "list"
        if count:
            return (e.ZoneEnds if zone else e.Ends)(at, d, of, count[0], bottom)
        return (e.ZoneEnd if zone else e.End)(at, d, of, bottom)

    return rule


def _rest(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    """Lower `rest`, whose values are the last ones of the list, in the order of the list.

    The number of values left out is kept between 0 and the maximum length, so that subtracting it from the
    length cannot fail.
    """
    of, out = (close(a) for a in node.args)
    most = of.domain.most
    nothing, everything = (e.Const(at, Domain(n, n), n) for n in (0, most))
    if out.domain.low < 0:
        out = e.Extreme(at, Domain(0, max(0, out.domain.high)), greatest=True, parts=(out, nothing))
    if out.domain.high > most:
        out = e.Extreme(at, Domain(0, most), greatest=False, parts=(out, everything))
    slot = core.Slot("rest", node.args[0].type, frame=False)
    listed = e.Variable(at, of.domain, close.variable(slot))
    length = e.Length(at, Domain(0, most), listed)
    count = e.Arithmetic(at, Domain(-most, most), "-", length, out)
    backwards = e.Ends(at, d, listed, count, bottom=True)
    return e.Let(at, d, listed.variable, of, e.Reverse(at, d, backwards))


def _place(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    """Lower `place`, which finds the first place of a value in a list.

    For a known list the result is a look-up in a table, and otherwise it is the length of the list up to the
    value, if the list contains the value.
    """
    of, item = (close(a) for a in node.args)
    if isinstance(of, e.Fixed):
        places = sorted({value: n for n, value in reversed([*enumerate(of.values, 1)])}.items())
        return e.Lookup(at, d, item, tuple(value for value, _ in places), tuple(n for _, n in places))

    def variable(type_: t.Type) -> e.Variable:
        slot = core.Slot("place", type_, frame=False)
        return e.Variable(at, bounds(type_, close.zones), close.variable(slot))

    truth, (listed, sought) = bounds(t.BOOL, close.zones), (variable(a.type) for a in node.args)
    member = variable(t.element(node.args[0].type) or t.BAD)
    hit = e.Equal(at, truth, member, sought)
    until = e.Quantifier(at, listed.domain, "until", member.variable, listed, hit, 1)
    length = e.Length(at, Domain(0, listed.domain.most), until)
    nowhere = e.Const(at, bounds(t.NOTHING, close.zones), t.NONE)
    found = e.If(at, d, e.InList(at, truth, sought, listed), length, nowhere)
    return e.Let(at, d, listed.variable, of, e.Let(at, d, sought.variable, item, found))


def _extreme(*, greatest: bool) -> Rule:
    def rule(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
        if len(node.args) == 1:
            return e.ExtremeOf(at, d, greatest, close(node.args[0]))
        return e.Extreme(at, d, greatest, tuple(close(a) for a in node.args))

    return rule


def _the(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    form = e.Only if node.data == "list" else e.There
    return form(at, d, close(node.args[0]))


def _key(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    return e.Key(at, d, close(node.args[0]), close.families[_as(core.ZoneStore, node.data)])


def _family(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    return e.FamilyContents(at, d, close.families[_as(core.ZoneStore, node.data)])


def _can(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    actions = tuple(close.actions[name] for name in _as(core.Asked, node.data).actions)
    return e.Can(at, d, close(node.args[0]), actions)


def _in_a_row(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    asked = _as(core.Asked, node.data)
    actions = tuple(close.actions[name] for name in asked.actions)
    return e.InARow(at, d, close(node.args[0]), actions, asked.times)


def _occurred(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    history = _as(core.History, node.data)
    return e.Occurred(at, d, close.histories[history], looked_for(close.situations[history]))


def _number(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    """Lower `number`, the place of a value (from 1) in the order of declaration."""
    before = _as(int, node.data) - 1
    return e.Arithmetic(at, d, "-", close(node.args[0]), e.Const(at, Domain(before, before), before))


def _seat(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    return e.Seat(at, d, close(node.args[0]), _as(int, node.data))


def _turned(*, back: bool) -> Rule:
    def rule(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
        of, *given = (close(a) for a in node.args)
        steps = given[0] if given else e.Const(at, Domain(1, 1), 1)
        return e.Turned(at, d, of, steps, _as(int, node.data), back)

    return rule


def _around(step: int) -> Rule:
    def rule(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
        players = range(_as(int, node.data))
        orders = (tuple((start + step * i) % len(players) for i in players) for start in players)
        return e.ListAt(at, d, close(node.args[0]), 0, close.lists(orders))

    return rule


def _row_of(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    table = _as(Table, node.data)
    rows = sorted(table.index.items())
    of, least = close(node.args[0]), 0
    if len(table.dims) > 1:
        of, least = close.numbered(of, table.dims[0][0], node.args[1:], table.dims[1:])
    return e.Lookup(at, d, of, tuple(k + least for k, _ in rows), tuple(r for _, r in rows))


def _offset(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    """Lower `offset` by combining column and row into one number.

    The factor is so large that no offset in columns reaches another row's number.
    """
    space = _as(Space, node.data)
    down = space.rows[0] <= space.rows[-1]
    numbers = tuple(c * _WIDE + r for c, r in zip(space.columns, space.rows, strict=True))
    cell, x, y = (close(a) for a in node.args)

    def number(op: Literal["+", "-", "*"], a: e.Expression, b: e.Expression) -> e.Arithmetic:
        return e.Arithmetic(at, Domain(-(_WIDE**2), _WIDE**2), op, a, b)

    wide = e.Const(at, Domain(_WIDE, _WIDE), _WIDE)
    start = e.Column(at, Domain(0, _WIDE**2), cell, 0, close.table(numbers))
    key = number("+" if down else "-", number("+", start, number("*", x, wide)), y)
    known = sorted((n, i) for i, n in enumerate(numbers))
    return e.Lookup(at, d, key, tuple(n for n, _ in known), tuple(i for _, i in known))


_WIDE = 2**14
"""Factor by which columns are multiplied, in `_offset`. It exceeds the range of rows in which a cell may be
looked up, -4,095 to 8,192.
"""


def _touching(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    return e.ListAt(at, d, close(node.args[0]), 0, close.lists(_as(Touching, node.data).lists))


def _of_pair(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    """Lower a look-up by a pair of numbers to a look-up by a single number."""
    pairs, size = _as(Pairs, node.data)
    first, second = (close(a) for a in node.args)
    times = e.Const(at, Domain(size, size), size)
    row = e.Arithmetic(at, Domain(0, first.domain.high * size), "*", first, times)
    key = e.Arithmetic(at, Domain(0, first.domain.high * size + size - 1), "+", row, second)
    known = sorted((a * size + b, value) for (a, b), value in pairs.items())
    return e.Lookup(at, d, key, tuple(k for k, _ in known), tuple(v for _, v in known))


def _line_cells(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    lines = cast("tuple[tuple[int, ...], ...]", node.data)
    return e.ListAt(at, d, close(node.args[0]), 0, close.lists(lines))


def _opposite(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    return e.Column(at, d, close(node.args[0]), 0, _as(Space, node.data).opposite)


def _step(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    space = close.space(_as(Space, node.data))
    cell, direction, *count = (close(a) for a in node.args)
    if count:
        return e.Steps(at, d, space, cell, direction, count[0])
    return e.Step(at, d, space, cell, direction)


def _on_board(form: Callable[..., e.Expression]) -> Rule:
    """Return the rule for a query of a space.

    The closed form takes the space's number, then the arguments.
    """

    def rule(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
        return form(at, d, close.space(_as(Space, node.data)), *(close(a) for a in node.args))

    return rule


def _parts(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
    plane = _as(Plane, node.data)
    return e.ListAt(at, d, close(node.args[0]), plane.first_tile, close.lists(plane.parts_of))


_THROUGH_THE_PLANE = frozenset({"spots", "features", "joined", "tiles", "touching"})
"""Queries whose cost depends on the laid tiles or on the parts of a feature."""


def _of_plane(question: e.PlaneQuestion) -> Rule:
    def rule(close: Closer, node: core.BuiltIn, at: int, d: Domain) -> e.Expression:
        plane = _as(Plane, node.data)
        of = close(node.args[0]) if node.args else None
        each = through(plane) if question in _THROUGH_THE_PLANE else 0
        return e.OfPlane(at, d, close.planes[plane], question, of, each)

    return rule


def _plain(form: Callable[..., e.Expression]) -> Rule:
    """Return the rule for a built-in whose closed form has the same arguments."""
    return lambda close, node, at, d: form(at, d, *(close(a) for a in node.args))


_BUILT_IN: dict[str, Rule] = {
    "size": _length,
    "empty": _empty,
    "nth": _plain(e.Nth),
    "place": _place,
    "top": _end(bottom=False),
    "bottom": _end(bottom=True),
    "rest": _rest,
    "union": _plain(e.Union),
    "distinct": _plain(e.Distinct),
    "reverse": _plain(e.Reverse),
    "key": _key,
    "occurred": _occurred,
    "can": _can,
    "in_a_row": _in_a_row,
    "number": _number,
    "abs": _plain(e.Absolute),
    "min": _extreme(greatest=False),
    "max": _extreme(greatest=True),
    "default": _plain(e.Default),
    "the": _the,
    "left": _turned(back=False),
    "right": _turned(back=True),
    "seat": _seat,
    "clockwise": _around(1),
    "counterclockwise": _around(-1),
    "neighbours": _on_board(e.Neighbours),
    "step": _step,
    "ray": _on_board(e.Ray),
    "direction": _on_board(e.Direction),
    "distance": _on_board(e.Distance),
    "gap": _on_board(e.Gap),
    "opposite": _opposite,
    "cell": _on_board(e.CellAt),
    "line_cells": _line_cells,
    "offset": _offset,
    "touching_cells": _touching,
    "of_pair": _of_pair,
    "row_of": _row_of,
    "parts": _parts,
    "spots": _of_plane("spots"),
    "around": _of_plane("around"),
    "features": _of_plane("features"),
    "feature": _of_plane("feature"),
    "joined": _of_plane("joined"),
    "tiles": _of_plane("tiles"),
    "open_ends": _of_plane("open_ends"),
    "touching": _of_plane("touching"),
    "family": _family,
}
"""The rule for each built-in. It makes the closed expression from the closer, the node, the number of the
node's place, and the node's domain.
"""


def _as(type_: type[Data], data: object) -> Data:
    """Return the data that the checker attached to a built-in, asserting its type."""
    assert isinstance(data, type_)  # noqa: S101 - a rule of the checker gives each built-in its own data
    return data
