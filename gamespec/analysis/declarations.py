"""The declarations of a game: what each name is, where it is declared, and what there is to know of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from gamespec.expr.builtins import BUILTINS
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.model import model as m
from gamespec.model.walk import every_phase, every_step
from gamespec.program.frozen import dataclass
from gamespec.text.source import Span
from gamespec.trees import types as t
from gamespec.trees.core import Store, ZoneStore
from gamespec.world.symbols import OptionValue
from gamespec.world.world import World

__all__ = ["Declaration", "DeclarationKind", "built_ins", "declarations"]

DeclarationKind = Literal[
    "action", "agenda", "attribute", "built-in", "component", "end", "enumeration", "event", "function",
    "history", "invariant", "kind", "local", "measure", "option", "parameter", "part", "phase", "procedure",
    "resource", "score", "space", "step", "table", "term", "value", "variable", "zone",
]  # fmt: skip
"""What a name can be."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """What a name means. `place` is the name where it is declared, and `None` if it is built in.

    `owner` is the name of the kind, table, enumeration, function, … to which it belongs, or empty. `type` is
    the type of its value, or empty. `about` says what it is, in a sentence or two.
    """

    name: str
    kind: DeclarationKind
    place: Span | None
    owner: str = ""
    type: str = ""
    about: str = ""


def built_ins() -> Iterator[Declaration]:
    """Yield the built-in functions and quantifiers of the language."""
    for name, form in BUILTINS.items():
        yield Declaration(name, "built-in", None, "", form.signature, form.doc)
    for name, (_, result, doc) in QUANTIFIER_FORMS.items():
        if name not in BUILTINS:
            yield Declaration(name, "built-in", None, "", f"{name}(x in list: …) -> {result}", doc)


def declarations(game: m.Game, world: World | None) -> Iterator[Declaration]:
    """Yield the declarations of a game. Without a `world`, types are missing."""
    yield from _of_data(game, world)
    yield from _of_state(game, world)
    yield from _of_rules(game, world)
    yield from _of_the_course(game)


def _of_data(game: m.Game, world: World | None) -> Iterator[Declaration]:
    for option in game.options:
        yield _named(option.ident, "option", _type(option.ident, world), option.label)
        yield from _values(option.ident.name, option.type.names)
    for enum in game.enums:
        yield _named(enum.ident, "enumeration", "", None, f"{_count(enum.values, 'value')}")
        yield from _values(enum.ident.name, enum.values)
    for kind in game.components:
        yield _named(kind.ident, "kind", "", kind.name, _size(kind.ident, world))
        yield from _columns(kind.ident.name, kind.attributes)
        yield from _rows(kind.ident.name, kind.rows)
    for part in game.parts:
        yield _named(part.ident, "part", "", part.name)
        yield from _columns(part.ident.name, part.attributes)
    for table in game.tables:
        yield _named(table.ident, "table", "", None)
        yield from _columns(table.ident.name, table.columns)
    for space in game.spaces:
        yield _named(space.ident, "space", "", space.label, _size(space.ident, world))
        if isinstance(space, m.Graph):
            yield from _values(space.ident.name, space.cells)


def _of_state(game: m.Game, world: World | None) -> Iterator[Declaration]:
    for zone in game.zones:
        yield _named(zone.ident, "zone", _type(zone.ident, world), zone.label, _zone(zone, world))
    for variable in game.variables:
        told = _seen(variable.seen_by)
        yield _named(variable.ident, "variable", _type(variable.ident, world), variable.label, told)
    for resource in game.resources:
        yield _named(resource.ident, "resource", _type(resource.ident, world), resource.label)
    for agenda in game.agendas:
        yield _named(agenda.ident, "agenda", "", None)
    for history in game.histories:
        yield _named(history.ident, "history", "", None)


def _of_rules(game: m.Game, world: World | None) -> Iterator[Declaration]:
    for function in game.functions:
        made = world.functions.made.get(function.ident.name) if world is not None else None
        result = f" -> {t.show(made.type)}" if made is not None and made.body is not None else ""
        form = f"{function.ident}({_list(function.parameters)}){result}"
        yield Declaration(function.ident.name, "function", function.ident.span, "", form, function.body.text)
    for action in game.actions:
        form = f"{action.ident}({_list(action.picks)})"
        yield Declaration(action.ident.name, "action", action.ident.span, "", form)
    for procedure in game.procedures:
        form = f"{procedure.ident}({_list(procedure.parameters)})"
        yield Declaration(procedure.ident.name, "procedure", procedure.ident.span, "", form)
    for event in game.events:
        form = f"{event.ident}({_list(event.parameters)})"
        yield Declaration(event.ident.name, "event", event.ident.span, "", form)
    for step in every_step(game):
        if step.id is not None:
            yield _named(step.id, "step", "", None)


def _of_the_course(game: m.Game) -> Iterator[Declaration]:
    for phase in every_phase(game.phases):
        yield _named(phase.ident, "phase", "", phase.label)
    for end in game.end:
        yield _named(end.ident, "end", "", end.label)
    for part in game.score:
        if part.ident is not None:
            yield _named(part.ident, "score", "", part.label)
    for measure in game.measures:
        yield _named(measure.ident, "measure", "", measure.label)
    for invariant in game.invariants:
        yield _named(invariant.ident, "invariant", "", invariant.says)


def _list(declared: Iterable[m.Parameter | m.Pick]) -> str:
    return ", ".join(each.ident.name for each in declared)


def _named(
    ident: m.Ident, kind: DeclarationKind, type_: str, label: m.Text | None, more: str = ""
) -> Declaration:
    said = "" if label is None else f"“{label}”"
    return Declaration(
        ident.name, kind, ident.span, "", type_, ": ".join(each for each in (said, more) if each)
    )


def _values(owner: str, values: Iterable[m.Ident]) -> Iterator[Declaration]:
    for value in values:
        yield Declaration(value.name, "value", value.span, owner, owner)


def _columns(owner: str, columns: Iterable[m.ColumnDecl]) -> Iterator[Declaration]:
    for column in columns:
        said = "" if column.label is None else f"“{column.label}”"
        yield Declaration(
            column.ident.name, "attribute", column.ident.span, owner, column.type.span.text, said
        )


def _rows(owner: str, rows: Iterable[m.Row]) -> Iterator[Declaration]:
    for row in rows:
        named = row.cells.get("id")
        if named is not None and not named.unread:
            yield Declaration(named.text, "component", named.span, owner, owner)


def _type(ident: m.Ident, world: World | None) -> str:
    """Return the type of what a name means, with its keys before it, such as `player -> 0..5`."""
    match world.symbols.get(ident.name) if world is not None else None:
        case OptionValue(type_, _):
            return t.show(type_)
        case Store(type=type_, keys=keys) | ZoneStore(type=type_, keys=keys):
            return " -> ".join([", ".join(map(t.show, keys)), t.show(type_)] if keys else [t.show(type_)])
        case _:
            return ""


def _size(ident: m.Ident, world: World | None) -> str:
    """Return the number of values of the type that a name means, in words."""
    symbol = world.symbols.get(ident.name) if world is not None else None
    if not isinstance(symbol, t.Named):
        return ""
    return _count(range(symbol.size), {"cell": "cell", "component": "component"}.get(symbol.sort, "value"))


def _zone(zone: m.ZoneDecl, world: World | None) -> str:
    rule = world.zones.get(zone.ident.name) if world is not None else None
    most = f"at most {rule.capacity}" if rule is not None and zone.capacity is not None else ""
    told = f"{'an ordered' if zone.ordered else 'a'} zone of `{zone.of}`"
    return ", ".join(each for each in (told, most, _seen(zone.seen_by)) if each)


def _seen(by: m.Seen) -> str:
    return {
        "everyone": "",
        "nobody": "seen by nobody",
        "owner": "seen by its owner",
        "others": "seen by the others",
    }[by]


def _count(members: Iterable[object], noun: str) -> str:
    number = len(tuple(members))
    return f"{number} {noun}{'' if number == 1 else 's'}"
