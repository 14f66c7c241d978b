"""Tables of records."""

from __future__ import annotations

from gamespec import model as m
from gamespec.expr import types as t
from gamespec.resolve.binder import Binder
from gamespec.suggest import did_you_mean
from gamespec.world import Table

__all__ = ["bind_table"]

MOST_LISTED = 8
"""Up to how many keys without a row a message lists."""


def bind_table(b: Binder, declared: m.TableDecl) -> None:
    """A table of records."""
    types = b.column_types(declared.columns)
    rows = [cells for row in declared.rows if (cells := b.cells(row, types)) is not None]
    if len(rows) < len(declared.rows) or any(isinstance(x, t.Bad) for x in types.values()):
        b.define(declared.ident, None)
        return
    type_ = t.Named("row", declared.ident.name, 0, len(rows))
    columns = {n: (x, tuple(r[n] for r in rows)) for n, x in types.items()}
    index = _index(b, declared, types, rows) if declared.key else {}
    key = declared.key.name if declared.key else None
    b.world.tables[declared.ident.name] = Table(type_, columns, key, index, declared.partial)
    b.world.values.labels[declared.ident.name] = tuple(b.stem(r, types) for r in rows)
    b.define(declared.ident, type_)


def _index(
    b: Binder, declared: m.TableDecl, types: dict[str, t.Type], rows: list[dict[str, int]]
) -> dict[int, int]:
    key = declared.key
    if key is None or key.name not in types:
        if key is not None:
            b.found.report(
                "GS207", f"there is no column `{key.name}`", key.span, help=did_you_mean(key.name, types)
            )
        return {}
    index: dict[int, int] = {}
    for i, row in enumerate(rows):
        if row[key.name] in index:
            text = b.world.values.text(types[key.name], row[key.name])
            b.found.report("GS209", f"two rows have the key `{text}`", declared.rows[i].span)
        index[row[key.name]] = i
    missing = [v for v in b.world.values.members(types[key.name]) if v not in index]
    if missing and not declared.partial:
        texts = ", ".join(f"`{b.world.values.text(types[key.name], v)}`" for v in missing[:MOST_LISTED])
        more = f" and {len(missing) - MOST_LISTED} more" if len(missing) > MOST_LISTED else ""
        b.found.report(
            "GS310", f"table `{declared.ident.name}` has no row for {texts}{more}", declared.ident.span,
            help="add rows, or say `partial: true` and handle `none`",
        )  # fmt: skip
    return index
