"""Binding: gives every declared name its meaning, for one choice of options and number of players.

Sections are bound in the order in which they may use each other: options, enumerations, spaces,
components, tables, zones, variables and resources, functions. A declaration that fails is
remembered as broken, so that its users are not reported as well.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from math import prod

from gamespec import model as m
from gamespec.diagnostics import Collector, Label
from gamespec.document import Scalar
from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.ast import Expression
from gamespec.expr.builtins import BUILTINS
from gamespec.expr.check import coerce, elaborate
from gamespec.expr.fold import NotConstant, constant_list, constant_value
from gamespec.expr.quantifiers import QUANTIFIERS
from gamespec.expr.scope import RESERVED, MeUse, Scope
from gamespec.parts import bind_parts, bind_plane
from gamespec.source import Source, Span
from gamespec.space import Space, graph, hexes, squares, track
from gamespec.suggest import did_you_mean
from gamespec.world import Kind, OptionValue, Symbol, Table, World, ZoneRule

__all__ = ["bind", "option_type", "parameter_type", "read_value"]

MOST_CELLS = 4096
"""The largest space, in cells."""

MOST_SIDE = 63
"""The longest side of a plane, in tiles."""

MOST_COMPONENTS = 4096
"""The most components of one game."""


def bind(game: m.Game, players: int, options: Mapping[str, int], found: Collector) -> World:
    """The meaning of every name of a game. `options` holds the values that differ from defaults."""
    binder = _Binder(World(players, game), found)
    binder.options(game, options)
    for enum in game.enums:
        binder.enum(enum)
    for space in game.spaces:
        if space.form != "plane":
            binder.space(space)
    first = 0
    for kind in game.components:
        first = binder.kind(kind, first)
    for table in game.tables:
        binder.table(table)
    for part in game.parts:
        binder.part(part)
    number = 0
    for zone in game.zones:
        number = binder.zone(zone, number)
    for space in game.spaces:
        if space.form == "plane":
            binder.plane(space)
    for variable in game.variables:
        binder.variable(variable)
    for resource in game.resources:
        binder.resource(resource)
    for function in game.functions:
        binder.define(function.ident, function)
    for kind in game.components:
        binder.starts(kind)
    return binder.world


def constants(world: World, found: Collector, source: Source) -> Scope:
    """A scope without locals and without `me`."""
    return Scope(world, source, found, MeUse(available=False), {})


def parameter_type(ref: m.TypeRef, world: World, found: Collector) -> t.Type:
    """The type a reference names; `BAD` after reporting why it names none."""
    plain = _plain_type(ref, world, found)
    if ref.form == "zone":
        if isinstance(plain, t.Named) and plain.sort == "component":
            return t.ZoneType(plain, plain.size, None)
        found.report("GS308", "a zone holds a kind of components", ref.span)
        return t.BAD
    scalar = t.Optional(plain) if ref.optional and isinstance(plain, t.Bool | t.Int | t.Named) else plain
    if ref.form == "list":
        size = t.domain(scalar)
        return t.ListType(scalar, size[1] if size else 0)
    return scalar


def _plain_type(ref: m.TypeRef, world: World, found: Collector) -> t.Bool | t.Int | t.Named | t.Bad:
    match ref.root:
        case None:
            return t.BAD
        case ast.Name(_, _, "bool"):
            return t.BOOL
        case ast.Name(_, _, "player"):
            return world.player
        case ast.Name(_, _, name):
            symbol = world.symbols.get(name)
            if isinstance(symbol, t.Named):
                world.used.add(name)
                return symbol
            if isinstance(symbol, OptionValue) and isinstance(symbol.type, t.Named):
                return symbol.type
            if name not in world.broken:
                _no_type(ref, name, world, found)
            return t.BAD
        case ast.Attribute(_, _, ast.Name(_, _, name), "direction") if name in world.spaces:
            world.used.add(name)
            return t.Named("direction", f"{name}.direction", 0, len(world.spaces[name].directions))
        case ast.Range(_, _, low, high):
            return _range_type(ref, low, high, world, found)
        case ast.Attribute(_, _, ast.Name(_, _, name), _) if name in world.broken:
            return t.BAD
        case _:
            found.report("GS308", "this is not a type", ref.span)
            return t.BAD


def _no_type(ref: m.TypeRef, name: str, world: World, found: Collector) -> None:
    types = ["bool", "player", *(n for n, s in world.symbols.items() if isinstance(s, t.Named))]
    if name in world.symbols:
        found.report("GS308", f"`{name}` is not a type", ref.span)
        return
    found.report(
        "GS201", f"there is no type `{name}`", ref.span,
        help=did_you_mean(name, types),
        notes=(f"types: {', '.join(f'`{x}`' for x in types)}, and ranges such as `0..5`",),
    )  # fmt: skip


def _range_type(
    ref: m.TypeRef, low: ast.Node, high: ast.Node, world: World, found: Collector
) -> t.Int | t.Bad:
    ends = [_constant(ast.Expression(n, ref.span.source), world, found) for n in (low, high)]
    if ends[0] is None or ends[1] is None:
        return t.BAD
    if ends[0] > ends[1]:
        found.report("GS308", f"the range {ends[0]}..{ends[1]} has no values", ref.span)
        return t.BAD
    return t.Int(ends[0], ends[1])


def _constant(
    expression: Expression, world: World, found: Collector, wanted: t.Type | None = None
) -> int | None:
    scope = constants(world, found, expression.source)
    node = elaborate(expression, scope, wanted if wanted is not None else t.Int(t.INT_MIN, t.INT_MAX))
    if isinstance(node.type, t.Bad):
        return None
    try:
        value = constant_value(node)
    except NotConstant as why:
        found.report(why.code, why.message, why.span)
        return None
    return value if fits(value, wanted, expression, found) else None


def fits(value: int, wanted: t.Type | None, expression: Expression, found: Collector) -> bool:
    """Whether a number is within the bounds of a type; if not, that has been reported."""
    bounds = t.strip(wanted) if wanted is not None else None
    if not isinstance(bounds, t.Int) or value == t.NONE or bounds.low <= value <= bounds.high:
        return True
    found.report("GS304", f"{value} is not in `{t.show(bounds)}`", expression.span)
    return False


def option_type(declared: m.OptionDecl, world: World, found: Collector) -> t.Bool | t.Int | t.Named | t.Bad:
    """The type of an option; an inline list of names becomes an enumeration."""
    if declared.type.names:
        names = tuple(i.name for i in declared.type.names)
        type_ = t.Named("enum", declared.ident.name, 0, len(names))
        world.add_values(type_, names)
        return type_
    plain = _plain_type(declared.type, world, found)
    if declared.type.optional or declared.type.form != "plain":
        found.report("GS308", "an option is a bool, a range or one of several names", declared.type.span)
        return t.BAD
    return plain


def read_value(cell: Scalar, type_: t.Type, world: World, found: Collector) -> int | None:
    """A value written as a plain scalar: in rows, tables and defaults."""
    if isinstance(type_, t.Bad):
        return None
    base = t.strip(type_)
    if cell.value is None or cell.text == "none":
        if isinstance(type_, t.Optional):
            return t.NONE
        found.report("GS302", f"{t.a(type_)} is missing here", cell.span)
        return None
    match base:
        case t.Bool():
            if isinstance(cell.value, bool):
                return int(cell.value)
        case t.Int(low, high):
            if isinstance(cell.value, int) and not isinstance(cell.value, bool):
                if low <= cell.value <= high:
                    return cell.value
                found.report("GS304", f"{cell.value} is not in `{low}..{high}`", cell.span)
                return None
        case t.Named():
            return _named_value(cell, base, world, found)
        case _:
            pass
    cure = "write `true` or `false`" if isinstance(base, t.Bool) else None
    found.report("GS302", f"expected `{t.show(type_)}`, this is `{cell.text}`", cell.span, help=cure)
    return None


def _named_value(cell: Scalar, type_: t.Named, world: World, found: Collector) -> int | None:
    value = world.find_value(type_, cell.text)
    if value is None:
        names = world.labels.get(type_.name, ())
        found.report(
            "GS201", f"`{type_.name}` has no value `{cell.text}`", cell.span,
            help=did_you_mean(cell.text, names),
            notes=(f"values: {', '.join(f'`{n}`' for n in names)}",) if len(names) <= 12 else (),
        )  # fmt: skip
    return value


class _Binder:
    """Binds one section after another into a world."""

    def __init__(self, world: World, found: Collector) -> None:
        self.world = world
        self.found = found

    def define(self, ident: m.Ident, symbol: Symbol | None) -> None:
        """Give a name its meaning, unless it is taken; `None` for a declaration that failed."""
        world, name = self.world, ident.name
        function = isinstance(symbol, m.FunctionDecl)
        if name in RESERVED or (function and (name in BUILTINS or name in QUANTIFIERS or name == "reach")):
            self.found.report(
                "GS202", f"`{name}` is a word of the language", ident.span, help="choose another name"
            )
            world.broken.add(name)
            return
        if name in world.symbols or name in world.broken:
            place = world.places.get(name)
            others = (Label(place.span, f"`{name}` is declared here"),) if place else ()
            self.found.report(
                "GS202", f"there are two declarations of `{name}`", ident.span, others=others,
                help="choose another name for one of them",
            )  # fmt: skip
            world.broken.add(name)
            return
        world.places[name] = ident
        if symbol is None:
            world.broken.add(name)
        else:
            world.symbols[name] = symbol

    def constant(self, expression: Expression, wanted: t.Type | None = None) -> int | None:
        """The value of a constant expression; `None` after reporting why there is none."""
        return _constant(expression, self.world, self.found, wanted)

    def options(self, game: m.Game, chosen: Mapping[str, int]) -> None:
        """Options and the values they have here."""
        for declared in game.options:
            type_ = option_type(declared, self.world, self.found)
            default = read_value(declared.default, type_, self.world, self.found)
            value = chosen.get(declared.ident.name, default)
            if isinstance(type_, t.Bad) or value is None:
                self.define(declared.ident, None)
                continue
            option = OptionValue(type_, value)
            self.world.options[declared.ident.name] = option
            self.define(declared.ident, option)

    def enum(self, declared: m.EnumDecl) -> None:
        """An enumeration."""
        names = tuple(i.name for i in declared.values)
        for i, ident in enumerate(declared.values):
            if ident.name in names[:i]:
                self.found.report("GS202", f"`{ident.name}` is listed twice", ident.span)
        type_ = t.Named("enum", declared.ident.name, 0, len(names))
        self.world.add_values(type_, names)
        self.world.texts[declared.ident.name] = declared.labels
        self.define(declared.ident, type_)

    def space(self, declared: m.SpaceDecl) -> None:
        """A space."""
        sizes = [self.constant(s, t.Int(1, MOST_CELLS)) for s in declared.sizes]
        name = declared.ident.name
        if any(s is None or not 1 <= s <= MOST_CELLS for s in sizes):
            self.define(declared.ident, None)
            return
        known = [s for s in sizes if s is not None]
        space = self._space(declared, known)
        if space is None or not 1 <= space.size <= MOST_CELLS:
            if space is not None:
                self.found.report("GS309", f"a space has 1 to {MOST_CELLS} cells", declared.ident.span)
            self.define(declared.ident, None)
            return
        type_ = t.Named("cell", name, 0, space.size)
        self.world.spaces[name] = space
        self.define(declared.ident, type_)
        self.world.add_values(type_, space.names)
        directions = t.Named("direction", f"{name}.direction", 0, len(space.directions))
        self.world.add_values(directions, space.directions)

    def _space(self, declared: m.SpaceDecl, sizes: list[int]) -> Space | None:
        name, without = declared.ident.name, {i.name for i in declared.without}
        match declared.form:
            case "grid" | "hex":
                if sizes[0] * sizes[1] > MOST_CELLS:
                    self.found.report("GS309", f"a space has at most {MOST_CELLS} cells", declared.ident.span)
                    return None
                columns, rows = sizes
                whole = squares(name, columns, rows, "orthogonal", set())
                for ident in declared.without:
                    if ident.name not in whole.names:
                        self.found.report("GS201", f"there is no cell `{ident.name}`", ident.span)
                if declared.form == "hex":
                    return hexes(name, columns, rows, without)
                return squares(name, columns, rows, declared.links, without)
            case "track":
                return track(name, sizes[0], loop=declared.loop)
            case "graph":
                return self._graph(declared)
            case "plane":
                return None

    def _graph(self, declared: m.SpaceDecl) -> Space | None:
        names = tuple(i.name for i in declared.cells)
        good = True
        edges: list[tuple[int, int]] = []
        for pair in declared.edges:
            for end in pair:
                if end.name not in names:
                    self.found.report(
                        "GS201",
                        f"there is no cell `{end.name}`",
                        end.span,
                        help=did_you_mean(end.name, names),
                    )
                    good = False
            if good:
                edges.append((names.index(pair[0].name), names.index(pair[1].name)))
        return graph(declared.ident.name, names, tuple(edges)) if good else None

    def _column_types(self, columns: tuple[m.Parameter, ...]) -> dict[str, t.Type]:
        types: dict[str, t.Type] = {}
        for column in columns:
            type_ = parameter_type(column.type, self.world, self.found)
            if isinstance(type_, t.ListType | t.ZoneType):
                self.found.report("GS308", "a column holds single values", column.type.span)
                type_ = t.BAD
            types[column.ident.name] = type_
        return types

    def kind(self, declared: m.KindDecl, first: int) -> int:
        """A kind of components; gives the number after its last component."""
        types = self._column_types(declared.attributes)
        before = self.found.errors
        rows = self._product(declared, types) + self._rows(declared, types)
        if self.found.errors > before or any(isinstance(x, t.Bad) for x in types.values()):
            self.define(declared.ident, None)
            return first
        number = sum(copies for *_, copies in rows) * (self.world.players if declared.per_player else 1)
        if number == 0:
            self.found.report(
                "GS209", f"there is no `{declared.ident.name}`", declared.ident.span, help="list at least one"
            )
        elif first + number > MOST_COMPONENTS:
            self.found.report(
                "GS309", f"a game has at most {MOST_COMPONENTS} components", declared.ident.span
            )
        if not 0 < number <= MOST_COMPONENTS - first:
            self.define(declared.ident, None)
            return first
        kind = self._kind(declared, types, rows, first)
        self.world.kinds[declared.ident.name] = kind
        self.define(declared.ident, kind.type)
        self.world.add_values(kind.type, kind.names)
        return first + kind.type.size

    def _kind(
        self,
        declared: m.KindDecl,
        types: dict[str, t.Type],
        rows: list[tuple[str, dict[str, int], int]],
        first: int,
    ) -> Kind:
        owners = range(self.world.players) if declared.per_player else (None,)
        names: list[str] = []
        row_of: list[int] = []
        values: dict[str, list[int]] = {name: [] for name in types}
        owner_column: list[int] = []
        for owner, (i, (base, cells, copies)) in product(owners, enumerate(rows)):
            stem = base if owner is None else f"p{owner + 1}_{base}"
            for copy in range(copies):
                names.append(stem if copies == 1 else f"{stem}#{copy + 1}")
                row_of.append(i + len(rows) * (owner or 0))
                for name, value in cells.items():
                    values[name].append(value)
                owner_column.append(owner or 0)
        columns: dict[str, tuple[t.Type, tuple[int, ...]]] = {
            name: (types[name], tuple(values[name])) for name in types
        }
        if declared.per_player:
            columns["owner"] = (self.world.player, tuple(owner_column))
        for name in {n for n in names if names.count(n) > 1} if len(set(names)) < len(names) else ():
            self.found.report(
                "GS209", f"two components are called `{name}`", declared.ident.span,
                help="give rows an `id`, or `copies` if they are alike",
            )  # fmt: skip
        type_ = t.Named("component", declared.ident.name, first, len(names))
        copies_ = any(c > 1 for _, _, c in rows)
        return Kind(type_, columns, tuple(names), tuple(row_of), declared.label, copies_, declared.per_player)

    def _product(
        self, declared: m.KindDecl, types: dict[str, t.Type]
    ) -> list[tuple[str, dict[str, int], int]]:
        if declared.product is None:
            return []
        lists: list[tuple[int, ...]] = []
        names: list[str] = []
        for ident, expression in declared.product:
            if ident.name not in types:
                self.found.report(
                    "GS207",
                    f"no attribute `{ident.name}` is declared",
                    ident.span,
                    help=did_you_mean(ident.name, types),
                )
                return []
            type_ = types[ident.name]
            values = (
                self._list(expression, t.ListType(type_, 0))
                if not isinstance(type_, t.ListType | t.ZoneType)
                else None
            )
            if values is None or not all(fits(v, type_, expression, self.found) for v in values):
                return []
            names.append(ident.name)
            lists.append(values)
        for parameter in declared.attributes:
            if parameter.ident.name not in names:
                self.found.report(
                    "GS209", f"`all` says nothing of `{parameter.ident.name}`", parameter.ident.span
                )
                return []
        copies = self.constant(declared.copies, t.Int(0, MOST_COMPONENTS)) if declared.copies else 1
        if prod(len(values) for values in lists) > MOST_COMPONENTS:
            self.found.report(
                "GS309", f"a game has at most {MOST_COMPONENTS} components", declared.ident.span
            )
            return []
        rows = [dict(zip(names, combination, strict=True)) for combination in product(*lists)]
        return [(self._stem(cells, types), cells, copies or 0) for cells in rows]

    def _list(self, expression: Expression, wanted: t.ListType) -> tuple[int, ...] | None:
        scope = constants(self.world, self.found, expression.source)
        node = coerce(elaborate(expression, scope), wanted, scope)
        if isinstance(node.type, t.Bad):
            return None
        try:
            return constant_list(node)
        except NotConstant as why:
            self.found.report(why.code, why.message, why.span)
            return None

    def _stem(self, cells: dict[str, int], types: dict[str, t.Type]) -> str:
        texts = (self.world.value_text(types[n], v) for n, v in cells.items() if v != t.NONE)
        return "_".join(texts)

    def _rows(self, declared: m.KindDecl, types: dict[str, t.Type]) -> list[tuple[str, dict[str, int], int]]:
        general = self.constant(declared.copies, t.Int(0, MOST_COMPONENTS)) if declared.copies else 1
        rows: list[tuple[str, dict[str, int], int]] = []
        for row in declared.rows or ():
            cells = self._cells(row, types)
            if cells is None or general is None:
                continue
            count = row.cells.get("copies")
            copies = read_value(count, t.Int(0, MOST_COMPONENTS), self.world, self.found) if count else 1
            id_ = row.cells.get("id")
            rows.append((id_.text if id_ else self._stem(cells, types), cells, (copies or 0) * general))
        return rows

    def _cells(self, row: m.Row, types: dict[str, t.Type]) -> dict[str, int] | None:
        cells: dict[str, int] = {}
        for name, type_ in types.items():
            cell = row.cells.get(name)
            if cell is None:
                if not isinstance(type_, t.Optional):
                    self.found.report("GS209", f"this row has no `{name}`", row.span)
                    return None
                cells[name] = t.NONE
                continue
            value = read_value(cell, type_, self.world, self.found)
            if value is None:
                return None
            cells[name] = value
        return cells

    def part(self, declared: m.PartDecl) -> None:
        """Parts printed on the components of a kind."""
        types = self._column_types(declared.attributes)
        kind = self.world.kinds.get(declared.part_of.name)
        if kind is None or any(isinstance(x, t.Bad) for x in types.values()):
            if kind is None and declared.part_of.name not in self.world.broken:
                self.found.report(
                    "GS201", f"there is no kind of components `{declared.part_of}`", declared.part_of.span,
                    help=did_you_mean(declared.part_of.name, self.world.kinds),
                )  # fmt: skip
            self.define(declared.ident, None)
            return
        before = self.found.errors
        printed = bind_parts(declared, kind, lambda row: self._cells(row, types), self.found)
        if self.found.errors > before:
            self.define(declared.ident, None)
            return
        type_ = t.Named("part", declared.ident.name, 0, len(printed))
        columns = {n: (x, tuple(p.cells[n] for p in printed)) for n, x in types.items()}
        columns[declared.part_of.name] = (kind.type, tuple(p.tile for p in printed))
        self.world.parts[declared.ident.name] = Table(type_, columns, None, {}, partial=False)
        self.world.printed[declared.ident.name] = printed
        self.define(declared.ident, type_)
        self.world.add_values(type_, tuple(p.name for p in printed))

    def plane(self, declared: m.SpaceDecl) -> None:
        """A plane of tiles; it uses a zone and parts."""
        side = self.constant(declared.sizes[0], t.Int(1, MOST_SIDE))
        assert declared.zone and declared.parts and declared.match  # noqa: S101 - the form of a plane
        rule = self.world.zones.get(declared.zone.name)
        parts = self.world.parts.get(declared.parts.name)
        for ident, found, what in (
            (declared.zone, rule, "zone"),
            (declared.parts, parts, "parts of a kind"),
        ):
            if found is None and ident.name not in self.world.broken:
                self.found.report("GS201", f"there is no {what} `{ident}`", ident.span)
        if side is None or not 1 <= side <= MOST_SIDE or rule is None or parts is None:
            self.define(declared.ident, None)
            return
        self.world.used |= {declared.zone.name, declared.parts.name}
        plane = bind_plane(declared, side, self.world, self.found)
        if plane is None:
            self.define(declared.ident, None)
            return
        type_ = t.Named("spot", declared.ident.name, 0, plane.spots)
        self.world.planes[declared.ident.name] = plane
        self.define(declared.ident, type_)
        self.world.add_values(type_, tuple(plane.spot_name(s) for s in range(plane.spots)))

    def table(self, declared: m.TableDecl) -> None:
        """A table of records."""
        types = self._column_types(declared.columns)
        before = self.found.errors
        rows = [cells for row in declared.rows if (cells := self._cells(row, types)) is not None]
        if self.found.errors > before or any(isinstance(x, t.Bad) for x in types.values()):
            self.define(declared.ident, None)
            return
        type_ = t.Named("row", declared.ident.name, 0, len(rows))
        columns = {n: (x, tuple(r[n] for r in rows)) for n, x in types.items()}
        index = self._index(declared, types, rows) if declared.key else {}
        key = declared.key.name if declared.key else None
        self.world.tables[declared.ident.name] = Table(type_, columns, key, index, declared.partial)
        self.world.labels[declared.ident.name] = tuple(self._stem(r, types) for r in rows)
        self.define(declared.ident, type_)

    def _index(
        self, declared: m.TableDecl, types: dict[str, t.Type], rows: list[dict[str, int]]
    ) -> dict[int, int]:
        key = declared.key
        if key is None or key.name not in types:
            if key is not None:
                self.found.report(
                    "GS207", f"there is no column `{key.name}`", key.span, help=did_you_mean(key.name, types)
                )
            return {}
        index: dict[int, int] = {}
        for i, row in enumerate(rows):
            if row[key.name] in index:
                text = self.world.value_text(types[key.name], row[key.name])
                self.found.report("GS209", f"two rows have the key `{text}`", declared.rows[i].span)
            index[row[key.name]] = i
        missing = [v for v in self.world.members(types[key.name]) if v not in index]
        if missing and not declared.partial:
            texts = ", ".join(f"`{self.world.value_text(types[key.name], v)}`" for v in missing[:8])
            more = f" and {len(missing) - 8} more" if len(missing) > 8 else ""  # noqa: PLR2004 - as many as are shown
            self.found.report(
                "GS310", f"table `{declared.ident.name}` has no row for {texts}{more}", declared.ident.span,
                help="add rows, or say `partial: true` and handle `none`",
            )  # fmt: skip
        return index

    def keys(
        self, refs: tuple[m.TypeRef, ...]
    ) -> tuple[tuple[t.Type, ...], tuple[tuple[int, int], ...]] | None:
        """The key types of a family, and first value and size of each."""
        types: list[t.Type] = []
        dims: list[tuple[int, int]] = []
        for ref in refs:
            type_ = parameter_type(ref, self.world, self.found)
            size = t.domain(type_)
            if size is None or isinstance(type_, t.Optional):
                if not isinstance(type_, t.Bad):
                    self.found.report("GS308", f"`per: {t.show(type_)}` is not possible", ref.span)
                return None
            types.append(type_)
            dims.append(size)
        return tuple(types), tuple(dims)

    def zone(self, declared: m.ZoneDecl, number: int) -> int:
        """A zone or family of zones; gives the number after its last zone."""
        symbol = self.world.symbols.get(declared.of.name)
        keys = self.keys(declared.per)
        if not isinstance(symbol, t.Named) or symbol.sort != "component":
            if symbol is not None and declared.of.name not in self.world.broken:
                self.found.report(
                    "GS205", f"`{declared.of.name}` is not a kind of components", declared.of.span
                )
            elif declared.of.name not in self.world.broken:
                kinds = [k.ident.name for k in self.world.game.components]
                self.found.report(
                    "GS201", f"there is no kind of components `{declared.of.name}`", declared.of.span,
                    help=did_you_mean(declared.of.name, kinds),
                )  # fmt: skip
            self.define(declared.ident, None)
            return number
        capacity = self.constant(declared.capacity, t.Int(0, t.INT_MAX)) if declared.capacity else symbol.size
        if keys is None or capacity is None:
            self.define(declared.ident, None)
            return number
        most = min(capacity, symbol.size)
        type_ = t.ZoneType(symbol, most, declared.ordered)
        zone = core.ZoneStore(declared.ident.name, type_, keys[1], keys[0], number)
        self.define(declared.ident, zone)
        rule = ZoneRule(zone, symbol, declared.ordered, most, declared.seen_by, declared.label)
        self._owner(declared.seen_by, keys[0], symbol, declared.ident)
        self.world.zones[declared.ident.name] = rule
        return number + zone.count

    def _owner(self, seen_by: str, keys: tuple[t.Type, ...], kind: t.Named | None, ident: m.Ident) -> None:
        if seen_by not in {"owner", "others"} or self.world.player in keys:
            return
        if kind is not None and self.world.kinds[kind.name].per_player:
            return
        self.found.report(
            "GS208", f"`{ident.name}` has no owner", ident.span,
            help="make it `per: player`" + (f", or `{kind.name}`" if kind is not None else ""),
        )  # fmt: skip

    def variable(self, declared: m.VariableDecl) -> None:
        """A variable or family of variables."""
        type_ = parameter_type(declared.type, self.world, self.found)
        keys = self.keys(declared.per)
        if isinstance(type_, t.ListType | t.ZoneType):
            self.found.report(
                "GS308", "a variable holds a single value", declared.type.span,
                help="a changing set is a `bool` variable `per` element, a changing list is a zone",
            )  # fmt: skip
            type_ = t.BAD
        if isinstance(type_, t.Bad) or keys is None:
            self.define(declared.ident, None)
            return
        store = core.Store(declared.ident.name, type_, keys[1], keys[0])
        self._owner(declared.seen_by, keys[0], None, declared.ident)
        self.world.stores[declared.ident.name] = store
        self.define(declared.ident, store)

    def resource(self, declared: m.ResourceDecl) -> None:
        """A resource and its holders."""
        type_ = parameter_type(declared.type, self.world, self.found)
        keys = self.keys(declared.per)
        if not isinstance(type_, t.Int):
            if not isinstance(type_, t.Bad):
                self.found.report(
                    "GS302", "a resource is a number of tokens", declared.type.span,
                    help="give a range, such as `0..99`",
                )  # fmt: skip
            self.define(declared.ident, None)
            return
        if keys is None:
            self.define(declared.ident, None)
            return
        store = core.Store(declared.ident.name, type_, keys[1], keys[0])
        self.world.stores[declared.ident.name] = store
        self.world.resources.add(declared.ident.name)
        self.define(declared.ident, store)

    def starts(self, declared: m.KindDecl) -> None:
        """In which zone each component of a kind begins."""
        kind = self.world.kinds.get(declared.ident.name)
        if kind is None:
            return
        numbers: list[int] = []
        wanted = t.ZoneType(kind.type, kind.type.size, None)
        for i in range(kind.type.size):
            scope = constants(self.world, self.found, declared.start.source)
            for name, (type_, values) in kind.columns.items():
                scope = scope.bind(name, core.Const(type_, declared.start.span, values[i]))
            node = elaborate(declared.start, scope, wanted)
            if not isinstance(node, core.Zone):
                if not isinstance(node.type, t.Bad):
                    self.found.report("GS302", "components start in a zone", declared.start.span)
                return
            try:
                numbers.append(_zone_number(node))
            except NotConstant as why:
                self.found.report(why.code, why.message, why.span)
                return
            if not node.keys:
                numbers *= kind.type.size
                break
        from dataclasses import replace

        self.world.kinds[declared.ident.name] = replace(kind, start=tuple(numbers))


def _zone_number(node: core.Zone) -> int:
    offset = 0
    for key, (first, size) in zip(node.keys, node.zone.dims, strict=True):
        offset = offset * size + constant_value(key) - first
    return node.zone.first + offset


def empty_span(source: Source) -> Span:
    """The beginning of a source."""
    return source.span()
