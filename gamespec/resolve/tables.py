"""Binding of tables of records."""

from __future__ import annotations

from itertools import product
from math import prod

from gamespec.model import model as m
from gamespec.resolve.binder import MOST_MEMBERS, Binder
from gamespec.resolve.columns import Cells, Column, bind_columns, cells, is_bad, name_of, printed, seated
from gamespec.text.suggest import did_you_mean
from gamespec.trees import types as t
from gamespec.world.world import Table

__all__ = ["bind_table"]

MOST_LISTED = 8
"""Maximum number of keys without a row that a message lists."""


def bind_table(b: Binder, declared: m.TableDecl) -> None:
    """Bind a table of records."""
    columns = bind_columns(b, declared.columns)
    listed = list(seated(b, declared.rows, columns))
    rows = [read for row in listed if (read := cells(b, row, columns)) is not None]
    keys = _key_columns(b, declared, columns)
    if len(rows) < len(listed) or is_bad(columns) or keys is None:
        b.define(declared.ident, None)
        return
    if not rows:
        b.found.report("GS209", f"`{declared.ident}` has no rows", declared.ident.span)
    type_ = t.Named("row", declared.ident.name, 0, len(rows))
    says = printed(b, columns, rows, declared.ident.span)
    index = _index(b, declared, keys, listed, rows) if keys else {}
    names, dims = tuple(k.name for k in keys), tuple(_extent(k) for k in keys)
    table = Table(type_, says.plain, says.indexed, names, dims, index, declared.partial)
    b.world.tables[declared.ident.name] = table
    b.world.values.labels[declared.ident.name] = tuple(name_of(b, row, columns) for row in rows)
    b.define(declared.ident, type_)


def _key_columns(b: Binder, declared: m.TableDecl, columns: dict[str, Column]) -> tuple[Column, ...] | None:
    """Return the columns of the key, or `None` after reporting a column that cannot belong to it."""
    found: list[Column] = []
    for ident in declared.key:
        column = columns.get(ident.name)
        if column is None:
            cure = did_you_mean(ident.name, columns)
            b.found.report("GS207", f"there is no column `{ident}`", ident.span, help=cure)
            return None
        if column.keys:
            b.found.report("GS209", f"`{ident}` has a value for each key, and cannot be one", ident.span)
            return None
        if len(declared.key) > 1 and isinstance(column.type, t.Optional):
            message = f"`{ident}` may be `none`, and cannot be one of several keys"
            b.found.report("GS308", message, ident.span)
            return None
        found.append(column)
    if prod(_extent(column)[1] for column in found) > MOST_MEMBERS and len(found) > 1:
        b.found.report(
            "GS309", f"the keys have more than {MOST_MEMBERS} combinations",
            declared.key[0].span.to(declared.key[-1].span),
        )  # fmt: skip
        return None
    return tuple(found)


def _extent(column: Column) -> tuple[int, int]:
    """Return the first value and the number of values of a key column."""
    return t.domain(column.type) or (0, 0)


def _index(
    b: Binder, declared: m.TableDecl, keys: tuple[Column, ...], listed: list[m.Row], rows: list[Cells]
) -> dict[int, int]:
    """Map each key, or the number of each combination of keys, to the index of its row."""
    index: dict[int, int] = {}

    def text(values: tuple[int, ...]) -> str:
        return ", ".join(b.world.values.text(k.type, v) for k, v in zip(keys, values, strict=True))

    for i, row in enumerate(rows):
        values = tuple(row[key.name][0] for key in keys)
        number = _number(keys, values)
        if number in index:
            b.found.report("GS209", f"two rows have the key `{text(values)}`", listed[i].span)
        index[number] = i
    b.world.effort.spend(prod(_extent(key)[1] for key in keys) // 8, declared.ident.span)
    every = product(*(b.world.values.members(key.type) for key in keys))
    missing = [values for values in every if _number(keys, values) not in index]
    if missing and not declared.partial:
        texts = ", ".join(f"`{text(values)}`" for values in missing[:MOST_LISTED])
        more = f" and {len(missing) - MOST_LISTED} more" if len(missing) > MOST_LISTED else ""
        b.found.report(
            "GS310", f"table `{declared.ident.name}` has no row for {texts}{more}", declared.ident.span,
            help="add rows, or say `partial: true` and handle `none`",
        )  # fmt: skip
    return index


def _number(keys: tuple[Column, ...], values: tuple[int, ...]) -> int:
    """Return the value of a single key, or a number for the combination of several keys."""
    if len(keys) == 1:
        return values[0]
    number = 0
    for key, value in zip(keys, values, strict=True):
        first, size = _extent(key)
        number = number * size + value - first
    return number
