"""Printed attributes, which are columns of kinds, parts and tables, and the values that rows give them.

A column has one value, or one for each key of a finite type: `cost: {per: gem, type: 0..7}`. Rows hold the
values for keys flat, with names like those in the header of a CSV file: `cost.ruby`. If a row omits a value,
it is the column's default. Without a default it is `none`, if the type allows that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import product
from math import prod

from gamespec.documents.document import Scalar
from gamespec.model import model as m
from gamespec.program.frozen import dataclass
from gamespec.resolve.binder import MOST_MEMBERS, Binder
from gamespec.resolve.types import parameter_type, read_value
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import types as t
from gamespec.world.world import Indexed, Printed, World

__all__ = ["Cells", "Column", "RowReader", "bind_columns", "is_bad", "name_of", "printed", "seated"]

Cells = Mapping[str, tuple[int, ...]]
"""The values of a row by column. A column has one value, or one for each key."""

RowReader = Callable[[m.Row], "Cells | None"]

_NAMELESS = frozenset({"row", "line", "spot"})
"""The roots of types whose values have no names that could stand in a row."""


@dataclass(frozen=True, eq=False, slots=True)
class Column:
    """A column with its type, the types of its keys, and its default. The type is `BAD` if it is mistaken."""

    name: str
    type: t.Type
    keys: tuple[t.Type, ...] = ()
    dims: tuple[tuple[int, int], ...] = ()
    default: int | None = None

    @property
    def count(self) -> int:
        """The number of values that the column has in each row."""
        return prod(size for _, size in self.dims)


def bind_columns(b: Binder, declared: tuple[m.ColumnDecl, ...]) -> dict[str, Column]:
    """Bind columns by name. A column whose mistake has been reported has the type `BAD`."""
    return {each.ident.name: _column(b, each) for each in declared}


def is_bad(columns: Mapping[str, Column]) -> bool:
    """Return whether one of the columns is mistaken."""
    return any(isinstance(column.type, t.Bad) for column in columns.values())


def _column(b: Binder, declared: m.ColumnDecl) -> Column:
    name, type_ = declared.ident.name, parameter_type(declared.type, b.world, b.found)
    if isinstance(type_, t.ListType | t.ZoneType):
        b.found.report("GS308", "a column holds single values", declared.type.span)
        type_ = t.BAD
    keys = b.keys(declared.per) if declared.per else ((), ())
    for key, ref in zip(keys[0] if keys is not None else (), declared.per, strict=False):
        if isinstance(key, t.Named) and key.sort in _NAMELESS:
            b.found.report(
                "GS308", f"the values of `{t.show(key)}` have no names that could be keys", ref.span
            )
            keys = None
    default = None
    if declared.default is not None and not isinstance(type_, t.Bad):
        default = read_value(declared.default, type_, b.world, b.found)
        type_ = t.BAD if default is None else type_
    if keys is None:
        return Column(name, t.BAD)
    return Column(name, type_, keys[0], keys[1], default)


def cells(b: Binder, row: m.Row, columns: Mapping[str, Column]) -> Cells | None:
    """Return the values of a row by column, or `None` after reporting an error."""
    b.world.effort.spend(1 + sum(column.count for column in columns.values()) // 2, row.span)
    found: dict[str, tuple[int, ...]] = {}
    for column in columns.values():
        values = _by_key(b, row, column) if column.keys else _single(b, row, column)
        if values is None:
            return None
        found[column.name] = values
    return found


def _single(b: Binder, row: m.Row, column: Column) -> tuple[int, ...] | None:
    value = _value(b, row, column, row.cells.get(column.name), column.name)
    return None if value is None else (value,)


def _value(b: Binder, row: m.Row, column: Column, cell: Scalar | None, name: str) -> int | None:
    """Return a row's value in a column, or the column's default if the row has no value.

    Returns `None` after reporting an error.
    """
    if cell is not None and cell.value is not None:
        return read_value(cell, column.type, b.world, b.found)
    if column.default is not None:
        return column.default
    if isinstance(column.type, t.Optional):
        return t.NONE
    if cell is not None:
        return read_value(cell, column.type, b.world, b.found)
    b.found.report("GS209", f"this row has no `{name}`", row.span)
    return None


def _by_key(b: Binder, row: m.Row, column: Column) -> tuple[int, ...] | None:
    """Return a row's values in a column with keys, in the order of the keys; the last key varies fastest.

    Returns `None` after reporting an error.
    """
    given: dict[tuple[int, ...], Scalar] = {}
    for name, cell in row.cells.items():
        base, _, rest = name.partition(".")
        if base != column.name:
            continue
        keys = _keys(b, column, rest, row.names.get(name, cell.span))
        if keys is None:
            return None
        given[keys] = cell
    ranges = (range(first, first + size) for first, size in column.dims)
    values: list[int] = []
    for keys in product(*ranges):
        texts = ".".join(b.world.values.text(k, v) for k, v in zip(column.keys, keys, strict=True))
        value = _value(b, row, column, given.get(keys), f"{column.name}.{texts}")
        if value is None:
            return None
        values.append(value)
    return tuple(values)


def _keys(b: Binder, column: Column, written: str, span: Span) -> tuple[int, ...] | None:
    """Return the keys that follow the name of a column, or `None` after reporting that they do not exist.

    The key of an unoccupied seat is one beyond all valid keys.
    """
    parts = written.split(".")
    if len(parts) != len(column.keys):
        kinds = " and one for each ".join(f"`{t.show(key)}`" for key in column.keys)
        b.found.report("GS209", f"`{column.name}` has one value for each {kinds}", span)
        return None
    found: list[int] = []
    for part, key in zip(parts, column.keys, strict=True):
        value = seat_number(b.world, part) if key == b.world.player else _key(b, key, part)
        if value is None:
            names = [b.world.values.text(key, v) for v in b.world.values.members(key)]
            b.found.report(
                "GS201", f"`{t.show(key)}` has no value `{part}`", span, help=did_you_mean(part, names)
            )
            return None
        found.append(value)
    return tuple(found)


def _key(b: Binder, type_: t.Type, text: str) -> int | None:
    match type_:
        case t.Named():
            return b.world.values.find(type_, text)
        case t.Bool():
            return {"false": 0, "true": 1}.get(text)
        case t.Int(low, high):
            number = int(text) if text.removeprefix("-").isdecimal() and len(text) < MOST_DIGITS else None
            return number if number is not None and low <= number <= high else None
        case _:
            return None


MOST_DIGITS = 11
"""Maximum number of characters of a 32-bit number, including its sign."""


def seat_number(world: World, text: str) -> int | None:
    """Return the number of a seat, from 0, given its name; `p1` is the first seat.

    Returns `None` if the game cannot have that many players.
    """
    most = world.game.players[-1]
    return next((seat for seat in range(most) if text == f"p{seat + 1}"), None)


def seated(b: Binder, rows: Iterable[m.Row], columns: Mapping[str, Column]) -> Iterator[m.Row]:
    """Yield the rows, leaving out those that name an unoccupied seat."""
    of_players = [c.name for c in columns.values() if t.strip(c.type) == b.world.player and not c.keys]
    for row in rows:
        named = (row.cells[name].text for name in of_players if name in row.cells)
        numbers = (seat_number(b.world, text) for text in named)
        if not any(number is not None and number >= b.world.players for number in numbers):
            yield row


def printed(b: Binder, columns: Mapping[str, Column], rows: list[Cells], span: Span) -> Printed:
    """Return the values that all rows have in each column."""
    plain: dict[str, tuple[t.Type, tuple[int, ...]]] = {}
    indexed: dict[str, Indexed] = {}
    for name, column in columns.items():
        values = tuple(value for row in rows for value in row[name])
        if not column.keys:
            plain[name] = (column.type, values)
            continue
        if len(values) > MOST_MEMBERS:
            message = f"`{name}` would be printed {len(values)} times, but at most {MOST_MEMBERS} are allowed"
            b.found.report("GS309", message, span)
        indexed[name] = Indexed(column.type, column.keys, column.dims, values)
    return Printed(plain, indexed)


def name_of(b: Binder, row: Cells, columns: Mapping[str, Column]) -> str:
    """Return the name of a row without `id`, which joins its values in columns without keys."""
    pairs = ((columns[n].type, v[0]) for n, v in row.items() if not columns[n].keys)
    return "_".join(b.world.values.text(type_, value) for type_, value in pairs if value != t.NONE)
