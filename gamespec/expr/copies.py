"""Finds expressions that name one of several copies of a component, but hardly mean that copy alone.

A bare name means the first copy of its row. A comparison with this copy, or a search for it in a list, then
distinguishes it from identical copies. Elaboration notes such places, because which kinds are fungible
becomes known only later.
"""

from __future__ import annotations

from gamespec.expr.scope import Scope
from gamespec.trees import core
from gamespec.trees import types as t
from gamespec.world.world import Asked, FirstCopy, Kind

__all__ = ["note_compared", "note_printed", "note_sought"]


def note_printed(a: core.Core, b: core.Core, span: core.Span, scope: Scope) -> None:
    """Note that a printed attribute of a local is compared with a known value.

    The row of the component may determine the result of such a comparison.
    """
    for printed, other in ((a, b), (b, a)):
        if isinstance(printed, core.Column) and isinstance(other, core.Const | core.Fixed):
            of = printed.of
            if isinstance(of, core.Local) and not printed.keys:
                scope.world.compared[span] = Asked(
                    of.slot.name, printed.type, printed.first, printed.values, printed.span
                )


def note_compared(a: core.Core, b: core.Core, scope: Scope) -> None:
    """Note a comparison in which one side names the first of several copies."""
    for named, other in ((a, b), (b, a)):
        if isinstance(named, core.Const) and not isinstance(other, core.Const):
            whose = f" and {_line(other)}.owner == {{owner}}"
            _note(named, (named.value,), f"{_line(other)}.row == {{row}}", scope, whose)


def note_sought(item: core.Core, of: core.Core, scope: Scope, *, placed: bool = False) -> None:
    """Note a search for the first of several copies, or for a value in a literal list with such a copy.

    `placed` says that the search is for a place in the list.
    """
    if isinstance(item, core.Const):
        rows = f"map(x in {_line(of)}: x.row)"
        there = f"any(x in {_line(of)}: x.row == {{row}})"
        _note(item, (item.value,), f"place({rows}, {{row}})" if placed else there, scope)
    elif isinstance(of, core.Fixed) and of.span.text.startswith("{"):
        row, rows = f"{_line(item)}.row", "{{{row}}}"
        _note(of, of.values, f"place({rows}, {row})" if placed else f"{row} in {rows}", scope)


def _note(named: core.Core, values: tuple[int, ...], instead: str, scope: Scope, whose: str = "") -> None:
    """Note the span of bare names if one of them means the first of several copies.

    `instead` is a template for the expression to write instead, about rows. If each player owns a set of the
    components, `whose` is appended to it.
    """
    kind = _kind(named.type, scope)
    if kind is None or not kind.has_copies or "#" in named.span.text:
        return
    places = [value - kind.type.first for value in values]
    first = next((i for i in places if kind.rows.count(kind.rows[i]) > 1), None)
    if first is not None:
        rows = kind.columns["row"][1]
        names = [scope.world.values.text(kind.row, rows[i]) for i in places]
        written = kind.names[first].partition("#")[0]
        owner = f"seat({kind.columns['owner'][1][first] + 1})" if kind.per_player else ""
        cure = (instead + whose * kind.per_player).format(row=", ".join(names), owner=owner)
        found = FirstCopy(kind.type.name, written, cure)
        scope.world.first_copies[named.span] = found


def _kind(type_: t.Type, scope: Scope) -> Kind | None:
    inner = t.element(type_) or type_
    return scope.world.kinds[inner.name] if isinstance(inner, t.Named) and t.is_component(inner) else None


def _line(node: core.Core) -> str:
    """Return the text of an expression on one line, with its braces doubled for `str.format`."""
    return " ".join(node.span.text.split()).replace("{", "{{").replace("}", "}}")
