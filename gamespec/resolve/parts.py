"""Binding of the parts that are printed on tiles, and of the planes on which tiles join."""

from __future__ import annotations

from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.resolve.columns import Cells, RowReader
from gamespec.space.plane import PORTLESS, Plane, read_ports
from gamespec.text.diagnostics import Collector
from gamespec.text.suggest import did_you_mean
from gamespec.trees import types as t
from gamespec.world.world import Kind, PrintedPart, World

__all__ = ["bind_parts", "bind_plane"]


def bind_parts(declared: m.PartDecl, kind: Kind, read: RowReader, found: Collector) -> list[PrintedPart]:
    """Bind the parts of every component of a kind, one component after another, in the order of the rows."""
    by_tile: dict[str, list[tuple[m.Row, PrintedPart]]] = {}
    stems = dict.fromkeys(name.partition("#")[0] for name in kind.names)

    def named(name: str) -> str:
        return name if name in stems else f"{declared.part_of}_{name}"

    for row in declared.rows:
        tile = row.cells.get(declared.part_of.name)
        cells = read(row)
        if tile is None or cells is None:
            if tile is None:
                found.report(
                    "GS209", f"this row does not say on which `{declared.part_of}` it is printed", row.span
                )
            continue
        if named(tile.text) not in stems:
            found.report(
                "GS201", f"there is no {declared.part_of} `{tile.text}`", tile.span,
                help=did_you_mean(tile.text, stems),
            )  # fmt: skip
            continue
        listed = by_tile.setdefault(named(tile.text), [])
        part = _part(row, len(listed), cells, found)
        if part is not None:
            listed.append((row, part))
    for listed in by_tile.values():
        _touching(listed, found)
    return _printed(kind, {stem: _linked(listed) for stem, listed in by_tile.items()})


def _part(row: m.Row, number: int, cells: Cells, found: Collector) -> PrintedPart | None:
    ports, id_ = row.cells.get("ports"), row.cells.get("id")
    read = read_ports(ports.text) if ports is not None else []
    if read is None and ports is not None:
        found.report(
            "GS209", f"`{ports.text}` is not a list of ports", ports.span, help="write them as `n1 n2 e3`"
        )
        return None
    name = id_.text if id_ is not None else str(number + 1)
    return PrintedPart(name, name, -1, tuple(read or ()), (), cells)


def _touching(listed: list[tuple[m.Row, PrintedPart]], found: Collector) -> None:
    ids = dict.fromkeys(part.id for _, part in listed)
    for row, _ in listed:
        cell = row.cells.get("touches")
        for word in cell.text.split() if cell is not None else ():
            if word not in ids and cell is not None:
                found.report(
                    "GS201",
                    f"no part of this tile is called `{word}`",
                    cell.span,
                    help=did_you_mean(word, ids),
                )


def _linked(listed: list[tuple[m.Row, PrintedPart]]) -> list[PrintedPart]:
    """Return the parts of one tile with the indexes of the parts that each touches.

    If one part lists another, both touch each other.
    """
    place = {part.id: i for i, (_, part) in enumerate(listed)}
    touches: list[set[int]] = [set() for _ in listed]
    for i, (row, _) in enumerate(listed):
        cell = row.cells.get("touches")
        for word in cell.text.split() if cell is not None else ():
            if word in place:
                touches[i].add(place[word])
                touches[place[word]].add(i)
    return [replace(part, touches=tuple(sorted(touches[i]))) for i, (_, part) in enumerate(listed)]


def _printed(kind: Kind, by_tile: dict[str, list[PrintedPart]]) -> list[PrintedPart]:
    printed: list[PrintedPart] = []
    for i, name in enumerate(kind.names):
        stem, _, copy = name.partition("#")
        base = len(printed)
        printed += [
            replace(
                part,
                name=f"{stem}_{part.id}" + (f"#{copy}" if copy else ""),
                tile=kind.type.first + i,
                touches=tuple(base + x for x in part.touches),
            )
            for part in by_tile.get(stem, [])
        ]
    return printed


def bind_plane(declared: m.Plane, side: int, world: World, found: Collector) -> Plane | None:
    """Make the tables of a plane, or return `None` after reporting why there are none."""
    kind = world.kinds[world.zones[declared.zone.name].kind.name]
    table, printed = world.parts[declared.parts.name], world.printed[declared.parts.name]
    if declared.match.name not in table.columns:
        found.report(
            "GS207", f"`{declared.parts}` has no attribute `{declared.match}`", declared.match.span,
            help=did_you_mean(declared.match.name, table.columns),
        )  # fmt: skip
        return None
    if any(not kind.type.first <= p.tile < kind.type.first + kind.type.size for p in printed):
        found.report("GS302", f"`{declared.parts}` is not printed on `{kind.type.name}`", declared.parts.span)
        return None
    width = max((k for p in printed for _, k in p.ports), default=1)
    ports = [[PORTLESS] * (4 * width) for _ in kind.names]
    for number, part in enumerate(printed):
        for which, k in part.ports:
            place = which * width + k - 1
            row = ports[part.tile - kind.type.first]
            if row[place] != PORTLESS:
                found.report(
                    "GS209", f"`{part.name}` and `{printed[row[place]].name}` own the same port",
                    declared.parts.span,
                )  # fmt: skip
                return None
            row[place] = number
    own = [n for n in table.columns if not isinstance(table.columns[n][0], t.Named) or n not in world.kinds]
    return Plane(
        name=declared.ident.name,
        zone=declared.zone.name,
        side=side,
        width=width,
        first_tile=kind.type.first,
        tile_of=tuple(p.tile for p in printed),
        ports=tuple(tuple(row) for row in ports),
        kind=table.columns[declared.match.name][1],
        touches=tuple(p.touches for p in printed),
        alike=tuple(
            (
                *(table.columns[n][1][i] for n in own),
                *(value for column in table.indexed.values() for value in column.of(i)),
            )
            for i in range(len(printed))
        ),
    )
