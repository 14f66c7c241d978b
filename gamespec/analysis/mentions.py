"""Finds what each name in a specification means.

Names in expressions mean what elaboration found (`gamespec.expr.check` has the rules); here their places are
collected from the parts that it typed. Other names refer to declarations of certain kinds, which follow from
the field of the model in which they stand (`REFERS`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cached_property

from gamespec.analysis.declarations import Declaration, DeclarationKind, built_ins
from gamespec.documents.nodes import Scalar
from gamespec.model import model as m
from gamespec.program.frozen import dataclass
from gamespec.text.source import Source, Span
from gamespec.trees import ast
from gamespec.trees import types as t
from gamespec.trees.core import Const, Core
from gamespec.world.symbols import OptionValue
from gamespec.world.world import Typed, World

__all__ = ["OWN_NAMES", "REFERS", "Mention", "mentions"]


@dataclass(frozen=True, slots=True)
class Mention:
    """A name at a place, and the declaration of what it means. `declares` says that it is declared there."""

    place: Span
    declaration: Declaration
    declares: bool


_COLUMNS: tuple[DeclarationKind, ...] = ("attribute",)
_STATE: tuple[DeclarationKind, ...] = ("zone", "variable", "resource")

REFERS: Mapping[tuple[str, str], tuple[DeclarationKind, ...]] = {
    ("AgendaDecl", "next"): (),
    ("Announce", "event"): ("event",),
    ("Announce", "later"): ("agenda",),
    ("Draw", "target"): ("variable", "zone"),
    ("Corners", "board"): ("space",),
    ("Edges", "board"): ("space",),
    ("Forget", "history"): ("history",),
    ("HandlerDecl", "event"): ("event",),
    ("HistoryDecl", "of"): _STATE,
    ("InvariantDecl", "after"): ("action", "procedure"),
    ("InvariantDecl", "before"): ("action", "procedure"),
    ("KindDecl", "back"): _COLUMNS,
    ("KindDecl", "product"): _COLUMNS,
    ("KindView", "color"): _COLUMNS,
    ("KindView", "icon"): _COLUMNS,
    ("KindView", "pips"): _COLUMNS,
    ("Offered", "action"): ("action",),
    ("PartDecl", "part_of"): ("kind",),
    ("Plane", "match"): _COLUMNS,
    ("Plane", "parts"): ("part",),
    ("Plane", "zone"): ("zone",),
    ("Remember", "history"): ("history",),
    ("Resolve", "agenda"): ("agenda",),
    ("RowRule", "of"): ("event", "function"),
    ("Ruling", "options"): ("option",),
    ("Run", "procedure"): ("procedure",),
    ("Shown", "attribute"): _COLUMNS,
    ("Stop", "what"): ("phase", "step"),
    ("StoreView", "during"): ("phase",),
    ("TableDecl", "key"): _COLUMNS,
    ("TermDecl", "of"): ("function",),
    ("VariableDecl", "agenda"): ("agenda",),
    ("VariableDecl", "lasts"): ("phase",),
    ("ZoneDecl", "of"): ("kind",),
    ("ZoneView", "counts"): ("function",),
    ("ZoneView", "during"): ("phase",),
}
"""The kinds of declarations to which the names in a field of the model refer."""

OWN_NAMES = frozenset(
    [
        *((kind, "ident") for kind in ("Argument", "ColumnDecl", "Parameter", "Pick", "Drawn")),
        ("Choose", "seen_by"), ("Offer", "seen_by"), ("Random", "seen_by"),  # `everyone`, `nobody`
        ("Diagram", "lines"), ("Draw", "legend"),  # characters
        ("EnumDecl", "values"), ("Graph", "cells"), ("Graph", "links"), ("Track", "cells"),
        ("For", "over"), ("Let", "pairs"),  # locals
        ("Grid", "without"), ("Hexagon", "without"), ("Triangle", "without"),
        ("Random", "stream"),
        ("RowRule", "kind"), ("RowRule", "row"),
        ("TypeRef", "names"),
    ]
)  # fmt: skip
"""Fields with names that declare something, or that mean nothing outside them."""

_SECTIONS: Mapping[str, DeclarationKind] = {
    "actions": "action", "components": "kind", "functions": "function", "resources": "resource",
    "spaces": "space", "values": "enumeration", "variables": "variable", "zones": "zone",
}  # fmt: skip
"""The kinds of declarations whose looks a section of `view` holds."""


def mentions(
    game: m.Game, world: World | None, declared: Iterable[Declaration], typed: Iterable[Typed]
) -> Iterator[Mention]:
    """Yield the names in all files of a game that mean something, each place once."""
    finder = _Finder(_Known(tuple(declared)), world, {id(each.node): each for each in typed})
    seen: set[tuple[str, int, int]] = set()
    for each in finder.all_of(game):
        key = (each.place.source.name, each.place.start, each.place.end)
        if key not in seen:
            seen.add(key)
            yield each


@dataclass(frozen=True, eq=False)
class _Known:
    """The declarations of a game, by kind and name, by owner and name, and by place."""

    declared: tuple[Declaration, ...]

    def any_of(self, kinds: Iterable[DeclarationKind], name: str) -> Declaration | None:
        """Return the declaration of one of some kinds with a name, or `None`."""
        return next((self._named[kind, name] for kind in kinds if (kind, name) in self._named), None)

    def member(self, owner: str, name: str) -> Declaration | None:
        """Return the attribute, component or value of an owner with a name, or `None`."""
        return self._members.get((owner, name.partition("#")[0]))

    def at(self, place: Span) -> Declaration | None:
        """Return what is declared at a place, or `None`."""
        return self._placed.get((place.source.name, place.start))

    @cached_property
    def built_in(self) -> Mapping[str, Declaration]:
        """The built-in functions and quantifiers, by name."""
        return {each.name: each for each in built_ins()}

    @cached_property
    def _named(self) -> dict[tuple[str, str], Declaration]:
        return {(d.kind, d.name): d for d in reversed(self.declared)}

    @cached_property
    def _members(self) -> dict[tuple[str, str], Declaration]:
        return {(d.owner, d.name): d for d in reversed(self.declared) if d.owner}

    @cached_property
    def _placed(self) -> dict[tuple[str, int], Declaration]:
        return {(d.place.source.name, d.place.start): d for d in self.declared if d.place is not None}


@dataclass(frozen=True, eq=False)
class _Finder:
    """Finds mentions. `typed` holds the parts of expressions that were typed, by the identity of the node."""

    known: _Known
    world: World | None
    typed: Mapping[int, Typed]

    def all_of(self, game: m.Game) -> Iterator[Mention]:
        """Yield all mentions. A place may occur several times."""
        for each in self.known.declared:
            if each.place is not None:
                yield Mention(each.place, each, declares=True)
        for part in self.typed.values():
            yield from self._node(part.node, part.span.source, part.locals)
        yield from self._part(game, "", "", "")
        yield from self._looks(game.view)
        for table in game.tables:
            yield from self._cells(table.columns, table.rows)
        for kind in game.components:
            yield from self._cells(kind.attributes, kind.rows)
        for option in game.options:
            yield from self._cell(option.default, option.ident.name)

    # --- The model ---------------------------------------------------------------------------

    def _part(self, part: object, owner: str, field: str, kind: str) -> Iterator[Mention]:  # noqa: C901, PLR0912 - one line for each form
        """Yield the mentions in a part of the model.

        It stands in the field `field` of a class named `owner`. `kind` names the kind, the table or the parts
        whose attributes are meant there.
        """
        match part:
            case m.Ident():
                yield from self._ident(part, owner, field, kind)
            case ast.Expression():
                if id(part.root) not in self.typed:
                    yield from self._node(part.root, part.source, {})
            case m.TypeRef():
                if part.root is not None:
                    yield from self._node(part.root, part.span.source, {})
            case m.KindDecl(ident=own) | m.TableDecl(ident=own) | m.Plane(parts=own):
                yield from self._fields(part, own.name)
            case tuple():
                for each in part:
                    yield from self._part(each, owner, field, kind)
            case Mapping():
                for key, each in part.items():
                    yield from self._part(each, owner, field, str(key))
            case Span():
                pass
            case _ if is_dataclass(part):
                yield from self._fields(part, kind)
            case _:
                pass

    def _fields(self, part: object, kind: str) -> Iterator[Mention]:
        for field in fields(part):  # type: ignore[arg-type]
            yield from self._part(getattr(part, field.name), type(part).__name__, field.name, kind)

    def _ident(self, ident: m.Ident, owner: str, field: str, kind: str) -> Iterator[Mention]:
        kinds = REFERS.get((owner, field), ())
        if kinds == _COLUMNS:
            found = self.known.member(kind, ident.name) or self.known.any_of(kinds, ident.name)
        else:
            found = self.known.any_of(kinds, ident.name)
        if found is not None:
            yield Mention(ident.span, found, declares=False)

    def _looks(self, view: m.View) -> Iterator[Mention]:
        """Yield the names of declarations in the section `view`."""
        for keys, place in view.places.items():
            kind = _SECTIONS.get(keys[0])
            if kind is None or len(keys) == 1:
                continue
            found = self.known.any_of((kind,), keys[1])
            if found is not None and kind == "enumeration" and len(keys) > 2:  # noqa: PLR2004 - section, enumeration, value
                found = self.known.member(keys[1], keys[2])
            if found is not None and place.text.strip("\"'") == found.name:
                yield Mention(place, found, declares=False)

    def _cells(self, columns: Iterable[m.ColumnDecl], rows: Iterable[m.Row]) -> Iterator[Mention]:
        """Yield the values of enumerations and the components in the cells of a table."""
        types = {column.ident.name: column.type.span.text.rstrip("?").partition(".")[0] for column in columns}
        for row in rows:
            for name, cell in row.cells.items():
                if name in types:
                    yield from self._cell(cell, types[name])

    def _cell(self, cell: object, owner: str) -> Iterator[Mention]:
        """Yield what a scalar names, if its text is a value of an owner."""
        if isinstance(cell, Scalar) and (found := self.known.member(owner, cell.text)) is not None:
            place = cell.inner
            if place.text.strip() == found.name and place != found.place:
                start = place.start + len(place.text) - len(place.text.lstrip())
                yield Mention(Span(place.source, start, start + len(found.name)), found, declares=False)

    # --- Expressions -------------------------------------------------------------------------

    def _node(self, node: ast.Node, source: Source, locals_: Mapping[str, Core]) -> Iterator[Mention]:
        """Yield the mentions in a part of an expression, but not in parts that were typed themselves."""
        match node:
            case ast.Name(start, end, name):
                yield from self._mentioned(self._name(node, locals_), Span(source, start, end), name)
            case ast.Attribute(_, end, _, name):
                place = Span(source, end - len(name), end)
                yield from self._mentioned(self._attribute(node, locals_), place, name)
            case ast.Call(start, _, name):
                called = self.known.any_of(("function", "action"), name) or self.known.built_in.get(name)
                yield from self._mentioned(called, Span(source, start, start + len(name)), name)
            case ast.Quantifier() | ast.Reach() | ast.Longest() | ast.Let():
                kind = getattr(node, "kind", type(node).__name__.lower())
                place = Span(source, node.start, node.start + len(kind))
                yield from self._mentioned(self.known.built_in.get(kind), place, kind)
            case _:
                pass
        for child in ast.children(node):
            if id(child) not in self.typed:
                yield from self._node(child, source, locals_)

    def _mentioned(self, found: Declaration | None, place: Span, name: str) -> Iterator[Mention]:
        """Yield the mention of what was found at a place, and the declaration of a local."""
        if found is None or place.text != name:
            return
        yield Mention(place, found, declares=place == found.place)
        if found.kind == "local" and found.place is not None:
            yield Mention(found.place, found, declares=True)

    def _name(self, node: ast.Name, locals_: Mapping[str, Core]) -> Declaration | None:
        name = node.name
        if name in locals_:
            return self._local(name, locals_[name])
        symbol = self._symbol(name)
        if symbol is not None:
            return symbol
        typed = self.typed.get(id(node))
        if typed is not None and isinstance(typed.core, Const) and isinstance(typed.core.type, t.Named):
            return self._value(typed.core.type, name)
        return self.known.any_of(("score", "measure"), name)

    def _local(self, name: str, core: Core) -> Declaration | None:
        declared = self.known.at(core.span)
        if declared is not None and declared.name == name:
            return declared
        placed = core.span if core.span.text == name else None
        return Declaration(name, "local", placed, "", t.show(core.type))

    def _symbol(self, name: str) -> Declaration | None:
        place = self.world.symbols.places.get(name) if self.world is not None else None
        if place is not None:
            return self.known.at(place.span)
        return self.known.any_of(
            ("option", "enumeration", "kind", "part", "table", "space", "zone", "variable", "resource",
             "agenda", "history", "function"), name,
        )  # fmt: skip

    def _value(self, type_: t.Named, name: str) -> Declaration | None:
        return self.known.member(type_.name.partition(".")[0], name)

    def _attribute(self, node: ast.Attribute, locals_: Mapping[str, Core]) -> Declaration | None:
        """Return what stands after a dot: an attribute of the type before it, or a value of that type."""
        before = self.typed.get(id(node.of))
        if before is not None:
            type_ = t.strip(before.core.type)
            return self._value(type_, node.name) if isinstance(type_, t.Named) else None
        if isinstance(node.of, ast.Name) and node.of.name in locals_:
            type_ = locals_[node.of.name].type
            return self._value(type_, node.name) if isinstance(type_, t.Named) else None
        root = node.of.of if isinstance(node.of, ast.Attribute) else node.of
        symbol = self.world.symbols.get(root.name) if self.world and isinstance(root, ast.Name) else None
        named = symbol.type if isinstance(symbol, OptionValue) else symbol
        return self._value(named, node.name) if isinstance(named, t.Named) else None
