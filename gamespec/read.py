"""From YAML nodes to a game's description: expressions are parsed, nothing is bound.

The structure has been checked against the schema before, and what had the wrong shape was replaced by
unread values. Nothing is reported of these here: what needs one is left out or unread as well, and every
name that stood in it is noted, because it may have been declared there. Mistakes in expressions are
reported, and stand as `ast.Unread`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from gamespec import model as m
from gamespec.agendas import with_agendas
from gamespec.diagnostics import Collector
from gamespec.diagram import read_diagram
from gamespec.document import Entry, Mapping, Node, Scalar, Sequence
from gamespec.expr.ast import Expression
from gamespec.reach import Reach
from gamespec.reader import Reader, SourceFolders, child, entries, flag, is_read, is_shown, word
from gamespec.row_rules import RULES, rules_of_row, with_row_rules
from gamespec.rows import Columns, csv_rows, yaml_row
from gamespec.suggest import did_you_mean
from gamespec.verbs import read_steps
from gamespec.views import read_view

__all__ = ["read_game"]

T = TypeVar("T")


def read_game(node: Node, found: Collector, folders: SourceFolders, reach: Reach | None = None) -> m.Game:
    """The description in a document."""
    r = Reader(found, folders, reach)
    _lost(r, node)
    name, players = child(node, "game"), child(node, "players")

    def each(section: str, read: Callable[[Reader, Entry], T | None]) -> tuple[T, ...]:
        kept: list[T] = []
        for e in entries(child(node, section)):
            one = read(r, e)
            if one is not None:
                kept.append(one)
            elif read not in {_kind, _part} or (child(e.value, "part_of") is None) is (read is _kind):
                r.lost.add(e.key.text)
        return tuple(kept)

    game = m.Game(
        ident=r.ident(name) if is_read(name) else m.Ident("", node.span),
        title=r.text(child(node, "title")) or m.Text({}),
        about=r.text(child(node, "about")),
        players=_players(players, found),
        players_span=(players or node).span,
        options=each("options", _option),
        requires=_requires(r, child(node, "requires")),
        enums=each("enums", _enum),
        components=each("components", _kind),
        parts=each("components", _part),
        tables=each("tables", _table),
        spaces=each("spaces", _space),
        zones=each("zones", _zone),
        variables=each("variables", _variable),
        resources=each("resources", _resource),
        histories=each("histories", _history),
        functions=each("functions", _function),
        terms=each("terms", _term),
        actions=each("actions", _action),
        procedures=each("procedures", _procedure),
        events=each("events", _event),
        agendas=each("agendas", _agenda),
        handlers=each("handlers", _handler),
        setup=read_steps(r, child(node, "setup")),
        phases=each("phases", _phase),
        end=each("end", _end),
        teams=r.expression(child(node, "teams")),
        score=_score(r, child(node, "score")),
        ranking=_ranking(r, child(node, "ranking")),
        limit=_limit(r, child(node, "limit")),
        measures=each("measures", _measure),
        rulings=each("rulings", _ruling),
        view=read_view(r, child(node, "view")),
        sources=r.tables,
        lost=frozenset(r.lost),
    )
    return with_agendas(with_row_rules(game, found))


def _lost(r: Reader, node: Node) -> None:
    """Note the names in everything below a node that could not be read, and in keys that are no names."""
    if isinstance(node, Scalar):
        if node.unread:
            r.lose(node)
    elif isinstance(node, Sequence):
        for item in node.items:
            _lost(r, item)
    else:
        for entry in node.entries:
            _lost(r, entry.value)


def _players(node: Node | None, found: Collector) -> range:
    if not is_read(node):
        return range(SOME_PLAYERS, SOME_PLAYERS + 1)
    low, _, high = node.text.partition("..")
    least, most = (int(end) if len(end) <= MOST_DIGITS else 0 for end in (low, high or low))
    if not 1 <= least <= most <= MOST_PLAYERS:
        found.report("GS304", f"a game has 1 to {MOST_PLAYERS} players, the least number first", node.span)
        return range(1, 2)
    return range(least, most + 1)


MOST_DIGITS = 18
SOME_PLAYERS = 4
"""How many play where that could not be read."""

MOST_PLAYERS = 24
"""Who knows a component is one bit for each player in a 32-bit integer."""


def _option(r: Reader, e: Entry) -> m.OptionDecl | None:
    type_, default = child(e.value, "type"), child(e.value, "default")
    if type_ is None or not is_read(default):
        return None
    return m.OptionDecl(r.ident(e.key), r.type(type_), default, r.text(child(e.value, "label")))


def _requires(r: Reader, node: Node | None) -> tuple[m.Requirement, ...]:
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(
        m.Requirement(r.needed(item, "is"), r.text(child(item, "says")) or m.Text({}))
        for item in items
        if isinstance(item, Mapping)
    )


def _enum(r: Reader, e: Entry) -> m.EnumDecl | None:
    if isinstance(e.value, Scalar):
        return None
    if isinstance(e.value, Mapping):
        labels = {x.key.text: t for x in e.value.entries if (t := r.text(x.value)) is not None}
        return m.EnumDecl(r.ident(e.key), tuple(r.ident(x.key) for x in e.value.entries), labels)
    return m.EnumDecl(r.ident(e.key), r.idents(e.value), {})


def _kind(r: Reader, e: Entry) -> m.KindDecl | None:
    if not isinstance(e.value, Mapping) or child(e.value, "part_of") is not None:
        return None  # parts of a kind lie in no zone
    attributes = r.columns(child(e.value, "attributes"))
    all_ = child(e.value, "all")
    product = None
    if all_ is not None:
        pairs = ((r.ident(x.key), r.expression(x.value)) for x in entries(all_))
        product = tuple((i, v) for i, v in pairs if v is not None)
    rows = _rows(r, e, "attributes", {"copies", "id"}, RULES)
    if rows is None or isinstance(all_, Scalar):
        return None
    ident, listed = r.ident(e.key), child(e.value, "rows")
    each = listed.items if isinstance(listed, Sequence) else ()
    return m.KindDecl(
        ident=ident,
        attributes=attributes,
        rows=rows,
        product=product,
        copies=r.expression(child(e.value, "copies")),
        per_player=child(e.value, "per") is not None,
        back=r.idents(child(e.value, "back")),
        label=r.templates(child(e.value, "label")),
        start=r.needed(e.value, "start"),
        name=r.text(child(e.value, "name")),
        rules=tuple(rule for row in each for rule in rules_of_row(r, ident, row)),
    )


PART_COLUMNS = frozenset({"ports", "touches", "id"})
"""What a list of parts says beside their attributes."""


def _part(r: Reader, e: Entry) -> m.PartDecl | None:
    part_of = child(e.value, "part_of")
    if not is_read(part_of):
        return None
    attributes = r.columns(child(e.value, "attributes"))
    rows = _rows(r, e, "attributes", PART_COLUMNS | {part_of.text})
    name = r.text(child(e.value, "name"))
    return None if rows is None else m.PartDecl(r.ident(e.key), r.ident(part_of), attributes, rows, name)


def _rows(
    r: Reader,
    e: Entry,
    columns: str,
    further: AbstractSet[str],
    passed_over: frozenset[str] = frozenset(),
) -> tuple[m.Row, ...] | None:
    """The rows in a declaration and in its files; `None` if not all of them could be read.

    `columns` is the key under which the columns are declared, `further` are those that every such list has.
    """
    before = r.found.errors
    declared, table, rows = (child(e.value, key) for key in (columns, "table", "rows"))
    if any(isinstance(x, Scalar) and x.unread for x in (declared, table, rows)):
        return None
    known = Columns(
        frozenset({*further, *(column.key.text for column in entries(declared))}),
        frozenset(c.key.text for c in entries(declared) if child(c.value, "per") is not None),
        passed_over,
    )
    read: list[m.Row] = []
    for file in table.items if isinstance(table, Sequence) else (table,):
        if isinstance(file, Scalar):
            path = _table_path(r, file)
            listed = r.table(path, file) if path is not None else None
            read += csv_rows(listed, known, r.found) if listed is not None else ()
    for item in rows.items if isinstance(rows, Sequence) else ():
        row = yaml_row(item, known, r.found)
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
    if not os.path.lexists(path):
        there = sorted(p.name for p in folder.glob("*.csv"))
        r.found.report(
            "GS201", f"there is no file `{name.text}`", name.span,
            help=did_you_mean(name.text, there), notes=(f"looked for at `{path}`",),
        )  # fmt: skip
        return None
    return path


def _table(r: Reader, e: Entry) -> m.TableDecl | None:
    columns = r.columns(child(e.value, "columns"))
    if not isinstance(e.value, Mapping):
        return None
    key, partial = child(e.value, "key"), child(e.value, "partial")
    rows = _rows(r, e, "columns", frozenset())
    if rows is None or any(isinstance(x, Scalar) and x.unread for x in (key, partial)):
        return None
    return m.TableDecl(r.ident(e.key), columns, rows, r.idents(key), flag(partial))


def _space(r: Reader, e: Entry) -> m.SpaceDecl | None:
    board, label = _board(r, e), child(e.value, "label")
    return board if board is None or label is None else replace(board, label=r.text(label))


def _board(r: Reader, e: Entry) -> m.SpaceDecl | None:
    ident = r.ident(e.key)
    for form in ("edges", "corners"):
        board = child(e.value, form)
        if board is not None:
            return _outline(ident, form, board, e)
    for form in ("grid", "hexagon", "triangle"):
        size = child(e.value, form)
        if size is not None:
            return _grid(r, e, form, size)
    track, cells, links = (child(e.value, k) for k in ("track", "cells", "links"))
    if isinstance(track, Sequence):
        runs = tuple(r.idents(run) for run in track.items if isinstance(run, Sequence))
        return m.SpaceDecl(ident, "branches", runs=runs) if len(runs) == len(track.items) else None
    if track is not None:
        length = r.expression(track)
        loop = flag(child(e.value, "loop"))
        return m.SpaceDecl(ident, "track", (length,), loop=loop) if length else None
    ends = (r.idents(item) for item in (links.items if isinstance(links, Sequence) else ()))
    edges = tuple((pair[0], pair[1]) for pair in ends if len(pair) == 2)  # noqa: PLR2004 - a link has two ends
    plane = child(e.value, "plane")
    if isinstance(plane, Scalar):
        return _plane(r, e, plane)
    if not isinstance(cells, Sequence):
        return None
    return m.SpaceDecl(ident, "graph", cells=r.idents(cells), edges=edges)


def _grid(r: Reader, e: Entry, form: str, size: Node) -> m.SpaceDecl | None:
    """A grid of squares or of hexes."""
    diagram = read_diagram(size, r.found) if form == "grid" and is_read(size) else None
    if form == "grid" and isinstance(size, Scalar):
        return None if diagram is None else _grid_of(r, e, form, (), diagram)
    items = size.items if isinstance(size, Sequence) else (size,)
    sizes = tuple(x for i in items if (x := r.expression(i)) is not None)
    return _grid_of(r, e, form, sizes, None) if len(sizes) == len(items) else None


def _grid_of(
    r: Reader, e: Entry, form: str, sizes: tuple[Expression, ...], diagram: m.Diagram | None
) -> m.SpaceDecl:
    """A grid of some size, or as it is drawn."""
    links, without = child(e.value, "links"), child(e.value, "without")
    if form == "grid" and word(child(e.value, "shape"), "square") == "hex":
        form = "hex"
    return m.SpaceDecl(
        r.ident(e.key),
        form,  # type: ignore[arg-type]  # the keys that lead here, and `hex`
        sizes,
        word(links, "orthogonal"),
        without=r.idents(without) if isinstance(without, Sequence) else (),
        without_if=r.expression(without) if isinstance(without, Scalar) else None,
        upward=child(e.value, "row_1") is not None,
        diagram=diagram,
    )


def _outline(ident: m.Ident, form: str, board: Node, e: Entry) -> m.SpaceDecl | None:
    if not is_read(board):
        return None
    of, inner = m.Ident(board.text, board.span), flag(child(e.value, "inner"))
    return m.SpaceDecl(ident, "edges" if form == "edges" else "corners", board=of, inner=inner)


def _plane(r: Reader, e: Entry, zone: Scalar) -> m.SpaceDecl | None:
    within = r.needed(e.value, "within")
    parts, match = child(e.value, "parts"), child(e.value, "match")
    if not is_read(zone) or not is_read(parts) or not is_read(match):
        return None
    return m.SpaceDecl(
        r.ident(e.key), "plane", (within,), zone=r.ident(zone), parts=r.ident(parts), match=r.ident(match)
    )


def _zone(r: Reader, e: Entry) -> m.ZoneDecl | None:
    of = child(e.value, "of")
    if not is_read(of):
        return None
    return m.ZoneDecl(
        r.ident(e.key),
        r.ident(of),
        r.types(child(e.value, "per")),
        flag(child(e.value, "ordered")),
        r.expression(child(e.value, "capacity")),
        word(child(e.value, "seen_by"), "everyone"),
        r.text(child(e.value, "label")),
        is_shown(e.value),
    )


def _variable(r: Reader, e: Entry) -> m.VariableDecl | None:
    type_, lasts = child(e.value, "type"), child(e.value, "lasts")
    if type_ is None:
        return None
    return m.VariableDecl(
        r.ident(e.key),
        r.type(type_),
        r.types(child(e.value, "per")),
        r.expression(child(e.value, "start")),
        word(child(e.value, "seen_by"), "everyone"),
        r.text(child(e.value, "label")),
        r.ident(lasts) if is_read(lasts) else None,
        is_shown(e.value),
    )


def _resource(r: Reader, e: Entry) -> m.ResourceDecl | None:
    type_, of = child(e.value, "type"), child(e.value, "of")
    if type_ is None:
        return None
    return m.ResourceDecl(
        r.ident(e.key),
        r.type(type_),
        r.type(of) if of is not None else None,
        r.types(child(e.value, "per")),
        r.expression(child(e.value, "start")),
        r.expression(child(e.value, "supply")),
        r.text(child(e.value, "label")),
        is_shown(e.value),
    )


def _history(r: Reader, e: Entry) -> m.HistoryDecl | None:
    of = child(e.value, "of")
    if not isinstance(e.value, Mapping) or (of is not None and not isinstance(of, Sequence)):
        return None
    names = r.idents(of) if of is not None else None
    return m.HistoryDecl(r.ident(e.key), names, r.needed(e.value, "length"))


def _function(r: Reader, e: Entry) -> m.FunctionDecl | None:
    given = child(e.value, "with")
    if isinstance(given, Scalar) or not isinstance(e.value, Mapping):
        return None
    gathers = child(e.value, "gathers")
    how, kept = word(gathers, "sum") if gathers is not None else None, child(e.value, "kept")
    return m.FunctionDecl(
        r.ident(e.key),
        r.parameters(given),
        r.needed(e.value, "is"),
        how,  # type: ignore[arg-type] # the schema lets no other word pass
        kept.span if kept is not None and flag(kept) else None,
    )


def _term(r: Reader, e: Entry) -> m.TermDecl | None:
    of = child(e.value, "of")
    if not is_read(of) or not isinstance(e.value, Mapping):
        return None
    return m.TermDecl(
        r.ident(e.key), r.ident(of), r.expression(child(e.value, "when")), r.needed(e.value, "is")
    )


def _action(r: Reader, e: Entry) -> m.ActionDecl | None:
    if any(isinstance(x, Scalar) for x in (e.value, child(e.value, "given"), child(e.value, "with"))):
        return None
    return m.ActionDecl(
        r.ident(e.key),
        r.templates(child(e.value, "label")),
        r.parameters(child(e.value, "given")),
        r.expression(child(e.value, "when")),
        r.picks(child(e.value, "with")),
        r.expression(child(e.value, "keeps")),
        r.expression(child(e.value, "most")),
        read_steps(r, child(e.value, "do")),
    )


def _procedure(r: Reader, e: Entry) -> m.ProcedureDecl | None:
    if isinstance(e.value, Scalar) or isinstance(child(e.value, "with"), Scalar):
        return None
    return m.ProcedureDecl(
        r.ident(e.key), r.parameters(child(e.value, "with")), read_steps(r, child(e.value, "do"))
    )


def _event(r: Reader, e: Entry) -> m.EventDecl | None:
    if isinstance(child(e.value, "with"), Scalar) or (isinstance(e.value, Scalar) and e.value.unread):
        return None
    label = r.templates(child(e.value, "label"))
    return m.EventDecl(r.ident(e.key), r.parameters(child(e.value, "with")), label)


def _agenda(r: Reader, e: Entry) -> m.AgendaDecl | None:
    if not isinstance(e.value, Mapping):
        return None
    next_, seen_by = word(child(e.value, "next"), "newest"), word(child(e.value, "seen_by"), "everyone")
    by, prompt = r.expression(e.value.get("by")), r.templates(e.value.get("prompt"))
    if not is_read(e.value.get("next") or e.key):
        by = prompt = None  # it is not known whether somebody is asked
    return m.AgendaDecl(r.ident(e.key), r.needed(e.value, "length"), next_, seen_by, by, prompt)  # type: ignore[arg-type]  # the schema lets no other word pass


def _handler(r: Reader, e: Entry) -> m.HandlerDecl | None:
    event = child(e.value, "event")
    if not is_read(event):
        return None
    return m.HandlerDecl(
        r.ident(e.key),
        r.ident(event),
        r.expression(child(e.value, "when")),
        read_steps(r, child(e.value, "do")),
    )


def _phase(r: Reader, e: Entry) -> m.PhaseDecl | None:
    if isinstance(e.value, Scalar):
        return None
    first, next_, who, until = (r.expression(child(e.value, k)) for k in ("first", "next", "who", "until"))
    given = child(e.value, "turns")
    turns = word(given, "clockwise") if given is not None else None
    do = read_steps(r, child(e.value, "do"))
    inner = tuple(p for x in entries(child(e.value, "phases")) if (p := _phase(r, x)) is not None)
    label = r.text(child(e.value, "label"))
    return m.PhaseDecl(r.ident(e.key), turns, first, next_, who, until, do, inner, label)  # type: ignore[arg-type]  # the schema lets no other word pass


def _end(r: Reader, e: Entry) -> m.EndDecl | None:
    if isinstance(e.value, Scalar):
        return None
    when = r.needed(e.value, "when")
    winner = r.expression(child(e.value, "winner"))
    label = r.text(child(e.value, "label"))
    return m.EndDecl(r.ident(e.key), when, winner, flag(child(e.value, "draw")), label)


def _score(r: Reader, node: Node | None) -> tuple[m.ScorePart, ...]:
    """The score in one piece, or its parts."""
    if not isinstance(node, Mapping):
        whole = r.expression(node)
        return (m.ScorePart(None, whole),) if whole is not None else ()
    parts: list[m.ScorePart] = []
    for e in entries(node):
        body = r.expression(child(e.value, "is") if isinstance(e.value, Mapping) else e.value)
        if body is not None:
            parts.append(m.ScorePart(r.ident(e.key), body, r.text(child(e.value, "label"))))
    return tuple(parts)


def _ranking(r: Reader, node: Node | None) -> tuple[Expression, ...]:
    items = node.items if isinstance(node, Sequence) else ()
    return tuple(x for item in items if (x := r.expression(item)) is not None)


def _limit(r: Reader, node: Node | None) -> m.LimitDecl | None:
    decisions = r.expression(child(node, "decisions"))
    if decisions is None:
        return None
    return m.LimitDecl(decisions, word(child(node, "then"), "truncate"))  # type: ignore[arg-type]  # as above


def _measure(r: Reader, e: Entry) -> m.MeasureDecl | None:
    if not isinstance(e.value, Mapping):
        return None
    turn, each = word(child(e.value, "at"), "") == "turn", child(e.value, "per") is not None
    label = r.text(child(e.value, "label"))
    return m.MeasureDecl(r.ident(e.key), r.needed(e.value, "is"), turn, each, label)


def _ruling(r: Reader, e: Entry) -> m.Ruling | None:
    says = r.text(child(e.value, "says"))
    if says is None:
        return None
    return m.Ruling(
        r.ident(e.key),
        word(child(e.value, "heading"), ""),
        says,
        r.idents(child(e.value, "option")),
    )
