"""Turns YAML nodes into a game's description, in which expressions are parsed, but nothing is bound.

`declared` reads most of it by the types of the model. This module reads the sections that refer to files or
that combine several keys. Mistakes in expressions are reported, and the expressions become `ast.Unread`.
Other unreadable parts have been reported, and are left out or remain unread. Every name in them is recorded,
because it may be declared there.
"""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

from gamespec.description.agendas import with_agendas
from gamespec.description.declared import declared, each, said
from gamespec.description.reader import Reader, SourceFolders, child, entries, is_read
from gamespec.description.row_rules import RULES, rules_of_row, with_row_rules
from gamespec.description.rows import Columns, csv_rows, yaml_row
from gamespec.documents.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.documents.reach import Reach
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.system.plain import exists
from gamespec.text.diagnostics import Collector
from gamespec.text.suggest import did_you_mean

__all__ = ["read_game"]

T = TypeVar("T")

MOST_DIGITS = 18
SOME_PLAYERS = 4
"""Number of players that is assumed if the declaration is unreadable."""

MOST_PLAYERS = 24
"""Maximum number of players. The players who know a component are bits of a 32-bit integer."""


def read_game(node: Node, found: Collector, folders: SourceFolders, reach: Reach | None = None) -> m.Game:
    """Return the description of the game in a document."""
    r = Reader(found, folders, reach)
    _lose(r, node)
    name, players = child(node, "game"), child(node, "players")
    components = entries(child(node, "components"))
    parts = [e for e in components if child(e.value, "part_of") is not None]
    known = {
        "ident": r.ident(name) if is_read(name) else m.Ident("", node.span),
        "players": _players(players, found),
        "players_span": (players or node).span,
        "components": r.kept((e, _kind(r, e)) for e in components if e not in parts),
        "parts": r.kept((e, _part(r, e)) for e in parts),
        "tables": r.kept((e, _table(r, e)) for e in entries(child(node, "tables"))),
        "score": _score(r, child(node, "score")),
    }
    values = said(r, m.Game, node, known)
    assert values is not None  # noqa: S101 - something stands for each key of a game
    game = m.Game(**values, sources=r.tables, lost=frozenset(r.lost))
    return with_agendas(with_row_rules(game, found))


def _lose(r: Reader, node: Node) -> None:
    """Record the names below an unreadable node, and in keys that are not names."""
    if isinstance(node, Scalar):
        if node.unread:
            r.lose(node)
    elif isinstance(node, Sequence):
        for item in node.items:
            _lose(r, item)
    else:
        for entry in node.entries:
            _lose(r, entry.value)


def _players(node: Node | None, found: Collector) -> range:
    if not is_read(node):
        return range(SOME_PLAYERS, SOME_PLAYERS + 1)
    # a number may be written in another notation, or as a fraction, which has been reported
    low, _, high = (node.text if type(node.value) is str else str(node.value)).partition("..")
    least, most = (int(end) if len(end) <= MOST_DIGITS else 0 for end in (low, high or low))
    if not 1 <= least <= most <= MOST_PLAYERS:
        found.report("GS304", f"a game has 1 to {MOST_PLAYERS} players, the least number first", node.span)
        return range(1, 2)
    return range(least, most + 1)


def _score(r: Reader, node: Node | None) -> tuple[m.ScorePart, ...]:
    """Read the score as a single expression, or as named parts."""
    if node is None or isinstance(node, Mapping):
        return each(r, m.ScorePart, node)
    whole = declared(r, m.ScorePart, node, {"ident": None})
    return () if whole is None else (whole,)


def _kind(r: Reader, e: Entry) -> m.KindDecl | None:
    columns, rows = child(e.value, "attributes"), child(e.value, "rows")
    kind = _with_rows(r, m.KindDecl, e, _columns(columns, {"copies", "id"}, RULES))
    if kind is None or not isinstance(rows, Sequence):
        return kind
    return replace(kind, rules=tuple(rule for row in rows.items for rule in rules_of_row(r, kind.ident, row)))


def _part(r: Reader, e: Entry) -> m.PartDecl | None:
    owner = child(e.value, "part_of")
    further = {"ports", "touches", "id", owner.text} if is_read(owner) else set[str]()
    return _with_rows(r, m.PartDecl, e, _columns(child(e.value, "attributes"), further))


def _table(r: Reader, e: Entry) -> m.TableDecl | None:
    return _with_rows(r, m.TableDecl, e, _columns(child(e.value, "columns"), set()))


def _columns(
    node: Node | None, further: set[str], passed_over: frozenset[str] = frozenset()
) -> Columns | None:
    """Return the columns that a declaration's rows may have, or `None` if they are unknown.

    `further` are the columns common to all lists of that sort.
    """
    if isinstance(node, Scalar):
        return None
    indexed = {c.key.text for c in entries(node) if child(c.value, "per") is not None}
    return Columns(frozenset({c.key.text for c in entries(node)} | further), frozenset(indexed), passed_over)


def _with_rows(r: Reader, made: type[T], e: Entry, columns: Columns | None) -> T | None:
    """Return a declaration with its own rows and those of its files, or `None` if a part is unreadable."""
    rows = _rows(r, e, columns) if columns is not None else None
    read = declared(r, made, e.value, {"ident": r.ident(e.key), "rows": rows})
    return None if rows is None else read


def _rows(r: Reader, e: Entry, columns: Columns) -> tuple[m.Row, ...] | None:
    """Return the rows of a declaration and of its files, or `None` if some are unreadable."""
    before = r.found.errors
    table, rows = child(e.value, "table"), child(e.value, "rows")
    if any(isinstance(x, Scalar) and x.unread for x in (table, rows)):
        return None
    read: list[m.Row] = []
    for file in table.items if isinstance(table, Sequence) else (table,):
        if isinstance(file, Scalar):
            path = _table_path(r, file)
            listed = r.table(path, file) if path is not None else None
            read += csv_rows(listed, columns, r.found) if listed is not None else ()
    for item in rows.items if isinstance(rows, Sequence) else ():
        row = yaml_row(item, columns, r.found)
        if row is None:
            return None
        read.append(row)
    return tuple(read) if r.found.errors == before else None


def _table_path(r: Reader, name: Scalar) -> Path | None:
    folder = r.folders.get(name.span.source)
    if folder is None or "/" in name.text or "\\" in name.text or not name.text.endswith(".csv"):
        r.found.report("GS205", "a table is a `.csv` file beside the game", name.span)
        return None
    path = folder / name.text
    if not r.reach.check(path, folder, name, r.found):
        return None
    if not exists(path):
        there = sorted(p.name for p in folder.glob("*.csv"))
        r.found.report(
            "GS201", f"there is no file `{name.text}`", name.span,
            help=did_you_mean(name.text, there), notes=(f"looked for at `{path}`",),
        )  # fmt: skip
        return None
    return path
