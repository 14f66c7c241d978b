"""Binding of the view, which checks that the things it names exist and can have the looks it gives them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal

from gamespec.description.views import COLORS
from gamespec.icons import icons
from gamespec.model import model as m
from gamespec.model.walk import every_phase
from gamespec.resolve.binder import Binder
from gamespec.resolve.fields import bind_fields, bind_numbers
from gamespec.text.diagnostics import Remark
from gamespec.text.suggest import did_you_mean, fuller
from gamespec.trees import types as t
from gamespec.world.world import Kind

__all__ = ["bind_view"]

Path = tuple[str, ...]

Printed = Mapping[str, tuple[t.Type, tuple[int, ...]]]
"""For each attribute of a kind or of parts, its type and its values."""

FEW = 12
"""Maximum number of names that a help text lists."""


def bind_view(b: Binder, view: m.View) -> None:
    """Report parts of a view that name nothing declared, or that cannot be shown."""
    game = b.world.game
    _seats(b, view)
    _values(b, view)
    kinds, parts = ({d.ident.name for d in section} for section in (game.components, game.parts))
    for name, look in view.components.items():
        if _is_there(b, view, ("components", name), {*kinds, *parts}, "kind of components"):
            _kind(b, view, name, look)
    for name, lies in view.zones.items():
        if _is_there(b, view, ("zones", name), {d.ident.name for d in game.zones}, "zone"):
            _zone(b, view, name, lies)
            _during(b, lies.during)
    _stores(b, view)
    _functions(b, view)
    for space in view.spaces:
        if _is_there(b, view, ("spaces", space), {d.ident.name for d in game.spaces}, "space"):
            _layout(b, view, space)
            _sides(b, view, space)
            _surface(b, view, space)
            bind_fields(b, view, space)
    for action in view.actions:
        _is_there(b, view, ("actions", action), {d.ident.name for d in game.actions}, "action")


def _stores(b: Binder, view: m.View) -> None:
    game = b.world.game
    for section, stores, known in (
        ("variables", view.variables, {d.ident.name for d in game.variables}),
        ("resources", view.resources, {d.ident.name for d in game.resources}),
    ):
        for name, store in stores.items():
            if _is_there(b, view, (section, name), known, section[:-1]):
                _store(b, view, section, name, store)
                _during(b, store.during)


def _functions(b: Binder, view: m.View) -> None:
    """Report functions that do not exist. `compile.decisions.shown` checks the others."""
    functions = {d.ident.name for d in b.world.game.functions}
    for name in view.functions:
        if name not in b.world.game.lost:
            _is_there(b, view, ("functions", name), functions, "function")


def _is_there(b: Binder, view: m.View, path: Path, known: Collection[str], what: str) -> bool:
    """Return whether something that a view names is declared and has been bound.

    An error is reported if it is not declared.
    """
    name, symbols = path[-1], b.world.symbols
    b.world.effort.spend(1, view.places[path])
    if name in symbols.broken:
        return False
    if name not in known:
        other = name in symbols
        article = "an" if what[0] in "aeiou" else "a"
        b.found.report(
            "GS205" if other else "GS201",
            f"`{name}` is not {article} {what}" if other else f"there is no {what} `{name}`",
            view.places[path],
            help=did_you_mean(name, known) or _some(known) or "leave it out",
        )
    return name in known


def _during(b: Binder, phases: Iterable[m.Ident]) -> None:
    """Report names of phases that there are not."""
    known = {phase.ident.name for phase in every_phase(b.world.game.phases)}
    for ident in phases:
        if ident.name not in known:
            b.found.report(
                "GS201", f"there is no phase `{ident.name}`", ident.span,
                help=did_you_mean(ident.name, known) or _some(known) or "leave it out",
            )  # fmt: skip


def _some(names: Iterable[str]) -> str | None:
    """Return a help text that lists the names, or `None` if there are none or more than `FEW`."""
    known = sorted(names)
    return f"known here: {', '.join(f'`{x}`' for x in known)}" if 0 < len(known) <= FEW else None


def _seats(b: Binder, view: m.View) -> None:
    most = b.world.game.players[-1]
    for seat in range(most, len(view.players)):
        b.found.report(
            "GS322", f"there is no player {seat + 1}: at most {most} play", view.places["players", str(seat)],
            help="leave this one out",
        )  # fmt: skip
    _differ(b, view, [(("players", str(i)), look) for i, look in enumerate(view.players)])


def _differ(b: Binder, view: m.View, looks: Iterable[tuple[Path, m.LookDecl]]) -> None:
    """Report two looks that have the same symbol or the same icon, unless they are its halves."""
    first: dict[tuple[str, str], Path] = {}
    for path, look in looks:
        half = look.half if isinstance(look, m.ValueLook) else None
        part = f"{look.icon} {half}" if look.icon and half else look.icon
        for key, sign in (("symbol", look.symbol), ("icon", part)):
            if sign is None:
                continue
            here = (*path, key)
            if (key, sign) in first:
                b.found.report(
                    "GS322", f"the {key} `{sign}` stands for two things", view.places[here],
                    others=(Remark(view.places[first[key, sign]], "the first of them"),),
                    help=f"choose another {key}: not everybody can tell colours apart",
                )  # fmt: skip
            first.setdefault((key, sign), here)


def _values(b: Binder, view: m.View) -> None:
    game = b.world.game
    known = {d.ident.name for d in game.enums}
    known |= {d.ident.name for d in game.options if d.type.root is None and d.type.names}
    for name, looks in view.values.items():
        if not _is_there(b, view, ("values", name), known, "enumeration"):
            continue
        values = b.world.values.labels.get(name, ())
        for value in looks:
            place = view.places["values", name, value]
            b.world.effort.spend(1, place)
            if value not in values:
                b.found.report(
                    "GS201", f"`{name}` has no value `{value}`", place,
                    help=did_you_mean(value, values) or _some(values) or "leave it out",
                )  # fmt: skip
        said = [(("values", name, value), look) for value, look in looks.items()]
        _differ(b, view, said)
        _halves(b, view, said)
        _textures(b, view, name, said)


def _halves(b: Binder, view: m.View, looks: Iterable[tuple[Path, m.ValueLook]]) -> None:
    """Report halves of no icon."""
    for path, look in looks:
        if look.half is not None and look.icon is None:
            b.found.report(
                "GS322", "there is no icon whose half could be drawn", view.places[(*path, "half")],
                help="add `icon`, or leave `half` out",
            )  # fmt: skip


def _textures(b: Binder, view: m.View, name: str, looks: Iterable[tuple[Path, m.ValueLook]]) -> None:
    """Report textures of values that no part of a tile has."""
    if {each.ident.name for each in b.world.game.parts} - b.world.parts.keys():
        return  # a part that could not be bound may have them
    types = (t.strip(type_) for part in b.world.parts.values() for type_, _ in part.columns.values())
    if any(isinstance(type_, t.Named) and type_.name == name for type_ in types):
        return
    for path, look in looks:
        if look.texture is not None:
            b.found.report(
                "GS322", f"nothing is painted with this texture: no part of a tile has a `{name}`",
                view.places[(*path, "texture")], help="leave `texture` out",
            )  # fmt: skip


def _kind(b: Binder, view: m.View, name: str, look: m.KindView) -> None:
    printed: Printed
    kind, part = b.world.kinds.get(name), b.world.parts.get(name)
    if kind is not None:
        printed = kind.columns
    elif part is not None:
        printed = part.columns
    else:
        return
    if look.color is not None:
        _sign(b, view, look.color, "color", printed)
    if look.icon is not None and kind is not None:
        _sign(b, view, look.icon, "icon", printed)
    if kind is not None:
        for attribute in look.edges:
            _edge(b, view, kind, attribute)
        if look.pips is not None:
            _pips(b, kind, look.pips)
    elif look != m.KindView(color=look.color):
        place = view.places["components", name]
        b.found.report(
            "GS322", f"`{name}` is printed on components: it has a colour and nothing else", place,
            help="set it for the components themselves",
        )  # fmt: skip


def _sign(b: Binder, view: m.View, said: m.Ident, key: Literal["color", "icon"], printed: Printed) -> None:
    """Check the colour or the icon of a kind, which is a name or an attribute whose values have some."""
    known, what, a = (COLORS, "colour", "a") if key == "color" else (icons(), "icon", "an")
    if said.name not in printed:
        if said.name not in known:
            b.found.report(
                "GS207", f"there is no attribute `{said}`, nor such {a} {what}", said.span,
                help=did_you_mean(said.name, [*printed, *known])
                or fuller(said.name, known)
                or _some(printed),
            )  # fmt: skip
        return
    looks: Iterable[m.LookDecl]
    type_ = t.strip(printed[said.name][0])
    if type_ == b.world.player:
        looks, cure = view.players, "set them under `players`"
    elif isinstance(type_, t.Named) and type_.sort == "enum" and b.world.kind_of(type_) is None:
        looks = view.values.get(type_.name, {}).values()
        cure = f"set them under `values`: `{type_.name}: {{VALUE: {{{key}: …}}}}`"
    else:
        b.found.report(
            "GS302", f"`{said}` is {t.a(type_)}, of which no value has {a} {what}", said.span,
            help=f"name an attribute with the values of an enumeration, or {a} {what}",
        )  # fmt: skip
        return
    if all(getattr(look, key) is None for look in looks):
        b.found.report("GS322", f"no value of `{said}` has {a} {what}", said.span, help=cure)


def _pips(b: Binder, kind: Kind, said: m.Ident) -> None:
    """Check that what counts the signs on a card is an attribute with numbers or named values."""
    if said.name not in kind.columns:
        b.found.report(
            "GS207", f"`{kind.type.name}` has no attribute `{said}`", said.span,
            help=did_you_mean(said.name, kind.columns) or _some(kind.columns),
        )  # fmt: skip
        return
    type_ = t.strip(kind.columns[said.name][0])
    if not (isinstance(type_, t.Int) or (isinstance(type_, t.Named) and type_.sort == "enum")):
        b.found.report(
            "GS302", f"`{said}` is {t.a(type_)}, which counts nothing", said.span,
            help="name an attribute with numbers or with the values of an enumeration",
        )  # fmt: skip


def _edge(b: Binder, view: m.View, kind: Kind, attribute: str) -> None:
    place = view.places["components", kind.type.name, "edges", attribute]
    if attribute in kind.columns:
        good = _is_direction(t.strip(kind.columns[attribute][0]))
    elif attribute in kind.indexed:
        column = kind.indexed[attribute]
        good = isinstance(column.type, t.Bool) and len(column.keys) == 1 and _is_direction(column.keys[0])
    else:
        b.found.report(
            "GS207", f"`{kind.type.name}` has no attribute `{attribute}`", place,
            help=did_you_mean(attribute, [*kind.columns, *kind.indexed])
            or _some([*kind.columns, *kind.indexed]),
        )  # fmt: skip
        return
    if not good:
        b.found.report(
            "GS302", f"`{attribute}` does not say which edges to mark", place,
            help="name an attribute that is a direction of a space, or `bool` per direction",
        )  # fmt: skip


def _is_direction(type_: t.Type) -> bool:
    return isinstance(type_, t.Named) and type_.sort == "direction"


def _together(b: Binder, view: m.View, name: str) -> None:
    rule = b.world.zones.get(name)
    if rule is not None and b.world.player not in rule.zone.keys:
        b.found.report(
            "GS208", f"`{name}` is not `per: player`: there is nothing to put together",
            view.places["zones", name, "together"], help="leave it out",
        )  # fmt: skip


def _zone(b: Binder, view: m.View, name: str, look: m.ZoneView) -> None:
    if look.together:
        _together(b, view, name)
    if look.stands is not None:
        _stands(b, view, name)
    functions = {d.ident.name for d in b.world.game.functions}
    if look.counts is not None and look.counts.name not in functions | b.world.game.lost:
        b.found.report(
            "GS201", f"there is no function `{look.counts}`", look.counts.span,
            help=did_you_mean(look.counts.name, functions) or _some(functions) or "leave `counts` out",
        )  # fmt: skip


def _stands(b: Binder, view: m.View, name: str) -> None:
    """Report a place for zones that lie where their owners, their cells or their components are."""
    rule, said = b.world.zones.get(name), view.zones[name].together
    if rule is None:
        return
    apart = said is False or (said is None and rule.capacity != 1)
    if any(
        (key == b.world.player and apart)
        or t.is_component(key)
        or (isinstance(key, t.Named) and key.sort in {"cell", "part"})
        for key in rule.zone.keys
    ):
        b.found.report(
            "GS322", f"each `{name}` lies with what it belongs to, so it has no place of its own",
            view.places["zones", name, "stands"], help="leave it out",
        )  # fmt: skip


def _store(b: Binder, view: m.View, section: str, name: str, look: m.StoreView) -> None:
    if look.die:
        _numbered(b, view, (section, name, "die"), "a die")
    if look.ladder:
        _numbered(b, view, (section, name, "ladder"), "a ladder")
    if look.track:
        _numbered(b, view, (section, name, "track"), "a track")
        bind_numbers(b, view, (section, name), look.cells)
    needs = {"cells": look.cells, "texture": look.texture, "stands": None if look.ladder else look.stands}
    for key, said in needs.items():
        if said and not look.track:
            fault = "it has no place of its own" if key == "stands" else f"it has no {key}"
            b.found.report(
                "GS322", f"`{name}` is not drawn as a track, so {fault}",
                view.places[section, name, key], help="add `track: true`, or leave it out",
            )  # fmt: skip
    if look.ladder and look.track:
        b.found.report(
            "GS322", f"`{name}` cannot be drawn as a track and as a ladder",
            view.places[section, name, "ladder"], help="leave one of them out",
        )  # fmt: skip


def _numbered(b: Binder, view: m.View, path: Path, shows: str) -> None:
    """Report a variable or resource that is no number, although what shows it needs numbers."""
    store = b.world.stores.get(path[1])
    if store is not None and not isinstance(t.strip(store.type), t.Int):
        b.found.report(
            "GS302", f"`{path[1]}` is {t.a(store.type)}, but {shows} shows numbers",
            view.places[path], help="leave it out",
        )  # fmt: skip


def _surface(b: Binder, view: m.View, name: str) -> None:
    """Report ways to draw cells that a space does not have."""
    declared = next(d for d in b.world.game.spaces if d.ident.name == name)
    space, look = b.world.spaces.get(name), view.spaces[name]
    if space is None and not isinstance(declared, m.Plane):
        return
    square = space is not None and space.sort == "grid" and not space.hexes
    said = {"joined": look.joined, "holes": look.holes, "texture": look.texture is not None}
    for key, there in said.items():
        if there and not (square or (key == "texture" and space is not None and space.sort == "track")):
            more = " and tracks have" if key == "texture" else " have"
            b.found.report(
                "GS322", f"only grids of squares{more} `{key}`", view.places["spaces", name, key],
                help="leave it out",
            )  # fmt: skip


def _sides(b: Binder, view: m.View, name: str) -> None:
    """Check that a space whose sides have colours is a grid, and that there are the seats that have them."""
    sides = view.spaces[name].sides
    if not sides:
        return
    declared = next(d for d in b.world.game.spaces if d.ident.name == name)
    if not isinstance(declared, m.Grid):
        b.found.report(
            "GS302", f"only a grid has sides, and `{name}` is none", view.places["spaces", name, "sides"],
            help="leave them out",
        )  # fmt: skip
        return
    most = b.world.game.players[-1]
    for side, seat in sides.items():
        if seat > most:
            b.found.report(
                "GS322", f"there is no seat {seat}: at most {most} play",
                view.places["spaces", name, "sides", side], help="give the side to one of the players",
            )  # fmt: skip


def _layout(b: Binder, view: m.View, name: str) -> None:
    laid = view.spaces[name].layout
    if laid is None:
        return
    place = view.places["spaces", name, "layout"]
    declared = next(d for d in b.world.game.spaces if d.ident.name == name)
    if not isinstance(declared, m.Track | m.Graph):
        b.found.report(
            "GS302", f"the cells of `{name}` have fixed places: only a graph or a track has a layout", place,
            help="leave it out",
        )  # fmt: skip
        return
    space = b.world.spaces.get(name)
    if space is None:
        return
    b.world.effort.spend(len(laid) + space.size, place)
    for cell in laid:
        if cell not in space.names:
            b.found.report(
                "GS201", f"`{name}` has no cell `{cell}`", view.places["spaces", name, "layout", cell],
                help=did_you_mean(cell, space.names) or _some(space.names) or "`.` is nothing",
            )  # fmt: skip
    missing = [cell for cell in space.names if cell not in laid]
    if missing:
        more = f", and {len(missing) - 1} more" if len(missing) > 1 else ""
        b.found.report(
            "GS322", f"the cell `{missing[0]}` is not in this layout{more}", place,
            help="each cell must appear once",
        )  # fmt: skip
