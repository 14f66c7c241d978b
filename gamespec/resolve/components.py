"""Binding of the kinds of components, of the parts printed on them, and of their starting zones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import product
from math import prod

from gamespec.expr.elaborate import elaborate
from gamespec.expr.fit import coerce
from gamespec.expr.fold import NotConstant, constant_list, constant_value
from gamespec.expr.printed import printed_on
from gamespec.model import model as m
from gamespec.model.walk import names_in
from gamespec.program.frozen import replace
from gamespec.resolve.binder import Binder
from gamespec.resolve.columns import Cells, Column, bind_columns, cells, is_bad, name_of, printed, seated
from gamespec.resolve.parts import bind_parts
from gamespec.resolve.types import (
    MOST_COMPONENTS,
    constants,
    read_value,
)
from gamespec.text.diagnostics import Remark
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression
from gamespec.world.world import Kind, Table

__all__ = ["bind_kind", "bind_part", "bind_starts", "writable"]

Row = tuple[str, Cells, int]
"""A row of components, with its name, its values, and its number of copies."""


def bind_kind(b: Binder, declared: m.KindDecl, first: int) -> int:
    """Bind a kind of components, and return the number after that of its last component."""
    columns = bind_columns(b, declared.attributes)
    _check_attributes(b, declared)
    product_, listed = _product(b, declared, columns), _rows(b, declared, columns)
    if product_ is None or listed is None or is_bad(columns):
        b.define(declared.ident, None)
        return first
    rows = product_ + listed
    number = sum(copies for *_, copies in rows) * (b.world.players if declared.per is not None else 1)
    if number == 0:
        b.found.report(
            "GS209", f"there is no `{declared.ident.name}`", declared.ident.span, help="list at least one"
        )
    elif first + number > MOST_COMPONENTS:
        b.found.report("GS309", f"a game has at most {MOST_COMPONENTS} components", declared.ident.span)
    if not 0 < number <= MOST_COMPONENTS - first:
        b.define(declared.ident, None)
        return first
    _check_back(b, declared)
    stems = tuple(writable(declared.ident.name, base) for base, *_ in rows)
    kind = _kind(b, declared, columns, rows, first)
    b.world.kinds[declared.ident.name] = kind
    b.define(declared.ident, kind.type)
    b.world.values.add(kind.type, kind.names)
    b.world.values.add_rows(kind.row, stems)
    return first + kind.type.size


def _kind(
    b: Binder,
    declared: m.KindDecl,
    attributes: dict[str, Column],
    rows: list[Row],
    first: int,
) -> Kind:
    owners = range(b.world.players) if declared.per is not None else (None,)
    names: list[str] = []
    row_of: list[int] = []
    values: list[Cells] = []
    owner_column: list[int] = []
    for owner, (i, (base, says_row, copies)) in product(owners, enumerate(rows)):
        stem = writable(declared.ident.name, base) if owner is None else f"p{owner + 1}_{base}"
        for copy in range(copies):
            names.append(stem if copies == 1 else f"{stem}#{copy + 1}")
            row_of.append(i + len(rows) * (owner or 0))
            values.append(says_row)
            owner_column.append(owner or 0)
    says = printed(b, attributes, values, declared.ident.span)
    columns = dict(says.plain)
    row = t.Named("enum", f"{declared.ident}.row", 0, len(rows))
    columns["row"] = (row, tuple(i % len(rows) for i in row_of))
    if declared.per is not None:
        columns["owner"] = (b.world.player, tuple(owner_column))
    _check_names(b, declared, names, [base for base, *_ in rows])
    type_ = t.Named("component", declared.ident.name, first, len(names))
    back = tuple(i.name for i in declared.back if i.name in {*attributes, "row"})
    return Kind(
        type=type_,
        row=row,
        columns=columns,
        indexed=says.indexed,
        back=("owner", *back) if declared.per is not None else back,
        names=tuple(names),
        rows=tuple(row_of),
        label=declared.label,
        has_copies=any(copies > 1 for *_, copies in rows),
        per_player=declared.per is not None,
    )


def _check_names(b: Binder, declared: m.KindDecl, names: list[str], rows: list[str]) -> None:
    """Report a name that several components share, or else one that several rows share."""
    components = [n for n, number in Counter(names).items() if number > 1]
    for name in components or [n for n, number in Counter(rows).items() if number > 1]:
        b.found.report(
            "GS209", f"two {'components' if components else 'rows'} are called `{name}`", declared.ident.span,
            help="give rows an `id`, or `copies` if they are identical",
        )  # fmt: skip


def _check_attributes(b: Binder, declared: m.KindDecl) -> None:
    """Report attributes whose names belong to built-in attributes of the kind."""
    for parameter in declared.attributes:
        if parameter.ident.name == "row" or (declared.per is not None and parameter.ident.name == "owner"):
            message = f"each `{declared.ident}` already has an attribute `{parameter.ident}`"
            b.found.report("GS202", message, parameter.ident.span, help="choose another name")


def _check_back(b: Binder, declared: m.KindDecl) -> None:
    """Report names in `back` that are not attributes of the kind."""
    names = [*(attribute.ident.name for attribute in declared.attributes), "row"]
    for ident in declared.back:
        if ident.name in names:
            continue
        own = declared.per is not None and ident.name == "owner"
        cure = "leave it out: every back shows the owner" if own else did_you_mean(ident.name, names)
        b.found.report("GS207", f"no attribute `{ident.name}` is declared", ident.span, help=cure)


def writable(kind: str, name: str) -> str:
    """Return the name of a component as an expression must write it.

    A name that begins with a digit is preceded by the name of its kind.
    """
    return f"{kind}_{name}" if name[:1].isdigit() else name


def _product(b: Binder, declared: m.KindDecl, columns: dict[str, Column]) -> list[Row] | None:
    """Return a row for each combination of attribute values, or `None` after reporting a mistake."""
    if declared.product is None:
        return []
    lists: dict[str, tuple[int, ...]] = {}
    for ident, expression in declared.product:
        values = _values(b, ident, expression, columns.get(ident.name), columns)
        if values is None:
            return None
        lists[ident.name] = values
    for attribute in declared.attributes:
        name, column = attribute.ident.name, columns[attribute.ident.name]
        if name not in lists and column.default is None and not isinstance(column.type, t.Optional):
            b.found.report("GS209", f"`all` gives no values for `{name}`", attribute.ident.span)
            return None
    copies = b.constant(declared.copies, t.Int(0, MOST_COMPONENTS)) if declared.copies else 1
    if prod(len(values) for values in lists.values()) > MOST_COMPONENTS:
        b.found.report("GS309", f"a game has at most {MOST_COMPONENTS} components", declared.ident.span)
        return None
    if copies is None:
        return None
    b.world.effort.spend(prod(len(values) for values in lists.values()), declared.ident.span)
    rest = {name: _left_out(column) for name, column in columns.items() if name not in lists}
    rows = [
        {**{name: (value,) for name, value in zip(lists, combination, strict=True)}, **rest}
        for combination in product(*lists.values())
    ]
    return [(name_of(b, {n: row[n] for n in lists}, columns), row, copies) for row in rows]


def _left_out(column: Column) -> tuple[int, ...]:
    """Return the values that a column has in a row that omits it."""
    return (t.NONE if column.default is None else column.default,) * column.count


def _values(
    b: Binder, ident: m.Ident, expression: Expression, column: Column | None, columns: dict[str, Column]
) -> tuple[int, ...] | None:
    """Return the values of an attribute that `all` lists, or `None` after reporting a mistake."""
    if column is None:
        cure = did_you_mean(ident.name, columns)
        b.found.report("GS207", f"no attribute `{ident}` is declared", ident.span, help=cure)
        return None
    if column.keys:
        b.found.report(
            "GS209", f"`{ident}` has a value for each key, which `all` cannot list", ident.span,
            help="give it a `default`, or list rows",
        )  # fmt: skip
        return None
    if isinstance(column.type, t.ListType | t.ZoneType):
        return None
    return _list(b, expression, t.ListType(column.type, t.INT_MAX))


def _list(b: Binder, expression: Expression, wanted: t.ListType) -> tuple[int, ...] | None:
    scope = constants(b.world, b.found, expression.source)
    node = coerce(elaborate(expression, scope), wanted, scope)
    if isinstance(node.type, t.Bad):
        return None
    try:
        return constant_list(node)
    except NotConstant as why:
        b.found.report(why.code, why.message, why.span)
        return None


def _rows(b: Binder, declared: m.KindDecl, columns: dict[str, Column]) -> list[Row] | None:
    """Return the rows that are listed one by one, or `None` after reporting a mistake in one of them."""
    general = b.constant(declared.copies, t.Int(0, MOST_COMPONENTS)) if declared.copies else 1
    rows: list[Row] = []
    good = general is not None
    for row in seated(b, declared.rows or (), columns):
        read = cells(b, row, columns)
        if read is None or general is None:
            good = False
            continue
        count = row.cells.get("copies")
        copies = read_value(count, t.Int(0, MOST_COMPONENTS), b.world, b.found) if count else 1
        id_ = row.cells.get("id")
        good = good and copies is not None
        rows.append((id_.text if id_ else name_of(b, read, columns), read, (copies or 0) * general))
    return rows if good else None


def bind_part(b: Binder, declared: m.PartDecl) -> None:
    """Bind the parts printed on the components of a kind."""
    columns = bind_columns(b, declared.attributes)
    for parameter in declared.attributes:
        if parameter.ident.name == declared.part_of.name:
            message = f"each `{declared.ident}` already has an attribute `{parameter.ident}`"
            b.found.report("GS202", message, parameter.ident.span, help="choose another name")
    kind = b.world.kinds.get(declared.part_of.name)
    if kind is None or is_bad(columns):
        if kind is None and declared.part_of.name not in b.world.symbols.broken:
            b.found.report(
                "GS201", f"there is no kind of components `{declared.part_of}`", declared.part_of.span,
                help=did_you_mean(declared.part_of.name, b.world.kinds),
            )  # fmt: skip
        b.define(declared.ident, None)
        return
    before = b.found.errors
    b.world.effort.spend(_copies_of_parts(declared, kind), declared.ident.span)
    rows = tuple(seated(b, declared.rows, columns))
    parts = bind_parts(replace(declared, rows=rows), kind, lambda row: cells(b, row, columns), b.found)
    if b.found.errors > before:
        b.define(declared.ident, None)
        return
    type_ = t.Named("part", declared.ident.name, 0, len(parts))
    says = printed(b, columns, [part.cells for part in parts], declared.ident.span)
    plain = {**says.plain, declared.part_of.name: (kind.type, tuple(part.tile for part in parts))}
    b.world.parts[declared.ident.name] = Table(type_, plain, says.indexed, (), (), {}, partial=False)
    b.world.printed[declared.ident.name] = parts
    b.define(declared.ident, type_)
    b.world.values.add(type_, tuple(part.name for part in parts))


def _copies_of_parts(declared: m.PartDecl, kind: Kind) -> int:
    """Return the number of parts on all components of a kind together."""
    tiles = Counter(name.partition("#")[0] for name in kind.names)
    owners = (row.cells.get(declared.part_of.name) for row in declared.rows)
    return sum(tiles[owner.text] for owner in owners if owner is not None)


def bind_starts(b: Binder, declared: m.KindDecl) -> None:
    """Bind the zone in which each component of a kind begins."""
    kind, effort = b.world.kinds.get(declared.ident.name), b.world.effort
    if kind is None:
        return
    numbers: list[int] = []
    named = names_in(declared.start)
    known: dict[tuple[core.Core, ...], tuple[core.Zone, int]] = {}
    for i in range(kind.type.size):
        effort.spend(len(kind.columns), declared.start.span)
        component = core.Const(kind.type, declared.start.span, kind.type.first + i)
        values = printed_on(component, b.world)
        alike = tuple(value for name, value in values.items() if name in named)
        node, parts = known.get(alike, (None, 0))
        if node is None or not effort.again(parts):
            before = effort.recurring
            node = _start(b, declared, kind, values)
            if node is None:
                return
            known[alike] = node, effort.recurring - before
        try:
            numbers.append(_zone_number(node))
        except NotConstant as why:
            b.found.report(why.code, why.message, why.span)
            return
        if not node.keys:
            numbers *= kind.type.size
            break
    b.world.kinds[declared.ident.name] = replace(kind, start=tuple(numbers))
    _begins(b, declared, numbers)


def _start(b: Binder, declared: m.KindDecl, kind: Kind, values: Mapping[str, core.Core]) -> core.Zone | None:
    """Return the zone in which a component with some printed values begins.

    Returns `None` after reporting a mistake.
    """
    scope = replace(constants(b.world, b.found, declared.start.source), locals=values)
    node = elaborate(declared.start, scope, t.ZoneType(kind.type, kind.type.size, None))
    if isinstance(node, core.Zone):
        return node
    if not isinstance(node.type, t.Bad):
        b.found.report("GS302", "components start in a zone", declared.start.span)
    return None


def _begins(b: Binder, declared: m.KindDecl, numbers: list[int]) -> None:
    """Report a zone that is too small for the components that begin in it. `numbers` are their zones."""
    rules = {rule.zone.first + i: rule for rule in b.world.zones.values() for i in range(rule.zone.count)}
    for number, lying in Counter(numbers).items():
        rule = rules.get(number)
        holds = rule.capacities[number - rule.zone.first] if rule is not None else lying
        if rule is None or lying <= holds:
            continue  # the zone is missing only if one name has two meanings, which has been reported
        place = b.world.symbols.places.get(rule.zone.name)
        name = f"`{rule.zone.name}`"
        where = f"a zone of {name} that" if rule.zone.dims else f"{name}, which"
        b.found.report(
            "GS319", f"{lying} `{declared.ident.name}` begin in {where} holds {holds}",
            declared.start.span, others=(Remark(place.span, f"{name} is declared here"),) if place else (),
        )  # fmt: skip
        return


def _zone_number(node: core.Zone) -> int:
    offset = 0
    for key, (first, size) in zip(node.keys, node.zone.dims, strict=True):
        offset = offset * size + constant_value(key) - first
    return node.zone.first + offset
