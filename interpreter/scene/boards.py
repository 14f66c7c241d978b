"""Builds the boards of a scene, which show spaces and planes with everything that lies on them.

Sides and corners of cells belong to the board of their space.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.trees import types as t
from interpreter.scene.features import features_of
from interpreter.scene.layout import Layout, layout_of, line_of
from interpreter.scene.looks import declared
from interpreter.scene.pieces import piece_of, pieces_in, value_of
from interpreter.scene.reading import Reading, cell_space, is_player
from interpreter.scene.sides import sides_of
from interpreter.scene.things import Board, Cell, Feature, Look, Piece, Ref, Side, Value
from interpreter.scene.values import heading_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from gamespec.space import Plane, Space
    from gamespec.trees.core import Store
    from interpreter.scene.computed import Computed

__all__ = ["boards_of"]

MARGIN = 1
"""Width of the margin around the occupied cells of a cropped board, in cells."""
LEAST = 9, 5
"""The smallest number of columns and of rows to which a board is cropped, so that its size seldom changes."""

LARGE = 400
"""Number of cells above which a shared board is cropped to its occupied area."""


def boards_of(reading: Reading, owner: int | None) -> Iterator[Board]:
    """Yield the boards of the player `owner`, or the shared boards if `owner` is `None`."""
    for name, space in reading.world.spaces.items():
        if space.board_of is None and (name in reading.own_boards) == (owner is not None):
            yield _board(reading, space, owner)
    if owner is None:
        for number, plane in enumerate(reading.names.planes):
            yield _plane(reading, number, plane)
        for number, store in reading.stores:
            said = reading.looks.view.variables.get(store.name) or reading.looks.view.resources.get(
                store.name
            )
            if said is not None and (said.track or said.ladder):
                track = _numbers(reading, number, store)
                yield replace(
                    track,
                    stands=said.stands or track.stands,
                    texture=said.texture or "",
                    ladder=said.ladder,
                )


def _board(reading: Reading, space: Space, owner: int | None) -> Board:
    view = reading.looks.view.spaces.get(space.name)
    layout = layout_of(space, view.layout if view is not None else None)
    cells = list(_cells(reading, space, owner))
    for other in reading.world.spaces.values():
        if other.board_of is space:
            cells += _cells(reading, other, owner)
    title = reading.words.space(space.name)
    xs, ys = [x for x, _ in layout.at], [y for _, y in layout.at]
    extent = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
    board = Board(
        space.name, title, layout.form, tuple(cells), extent, layout.columns, layout.rows, layout.links, owner
    )
    if view is not None:
        board = replace(
            board,
            stands=view.stands or board.stands,
            color=view.color or "",
            texture=view.texture or "",
            joined=view.joined,
            holes=view.holes,
            named=view.names,
            sides=tuple(_sides(reading, layout, view.sides)),
        )
    board = _cut(board) if owner is not None or space.size > LARGE else board
    return _computed(reading, board, owner)


def _computed(reading: Reading, board: Board, owner: int | None) -> Board:
    """Add the values that functions compute for the cells of a board."""
    if reading.computed is None:
        return board
    values: dict[Ref, tuple[Value, ...]] = {}
    shown = {cell.ref for cell in board.cells}
    for space in reading.world.spaces.values():
        if space.name == board.name or (space.board_of is not None and space.board_of.name == board.name):
            functions = reading.computed.of_cells(space, owner)
            for cell in range(space.size) if functions else ():
                ref = reading.cell_ref(space, cell, owner)
                if ref in shown:
                    values[ref] = tuple(reading.computed.of_cell(functions, cell, owner))
    cells = (replace(cell, marks=cell.marks + values.get(cell.ref, ())) for cell in board.cells)
    return replace(board, cells=tuple(cells)) if values else board


def _sides(reading: Reading, layout: Layout, seats: Mapping[str, int]) -> Iterator[Side]:
    """Yield the sides of a grid that belong to players who take part."""
    edges = sides_of(layout)
    for side, seat in seats.items():
        if seat <= reading.program.players:
            yield Side(edges[side], reading.looks.player(seat - 1))


def _cut(board: Board) -> Board:
    """Crop a board of squares or hexes to its occupied cells and a margin around them, but not too much."""
    filled = [cell.at for cell in board.cells if cell.pieces or cell.marks]
    if not filled or board.form not in {"squares", "hexes"}:
        return board
    (left, right), (top, bottom) = (
        _span([at[way] for at in filled], [cell.at[way] for cell in board.cells], LEAST[way])
        for way in (0, 1)
    )

    def within(x: float, y: float) -> bool:
        return left - 0.01 <= x <= right + 0.01 and top - 0.01 <= y <= bottom + 0.01

    cells = tuple(cell for cell in board.cells if within(*cell.at))
    xs, ys = [cell.at[0] for cell in cells], [cell.at[1] for cell in cells]
    extent = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
    columns = tuple((x, text) for x, text in board.columns if left - 0.01 <= x <= right + 0.01)
    rows = tuple((y, text) for y, text in board.rows if top - 0.01 <= y <= bottom + 0.01)
    return replace(board, cells=cells, extent=extent, columns=columns, rows=rows, sides=())


def _span(filled: Sequence[float], known: Sequence[float], least: int) -> tuple[float, float]:
    """Return from where to where a board is shown in one direction: at least so many cells of those known."""
    start, end = min(filled) - MARGIN, max(filled) + MARGIN
    lacking = max(0.0, least - 1 - (end - start))
    start = max(min(known), min(start - lacking // 2, max(known) - least + 1))
    return start, min(max(known), max(end, start + least - 1))


def _cells(reading: Reading, space: Space, owner: int | None) -> Iterator[Cell]:
    view = reading.looks.view.spaces.get(space.name)
    layout = layout_of(space, view.layout if view is not None else None)
    pieces, marks = _pieces(reading, space, owner), _marks(reading, space, owner)
    fields = reading.world.fields.get(space.name, {})
    for cell in range(space.size):
        ref = reading.cell_ref(space, cell, owner)
        yield Cell(
            ref,
            space.names[cell],
            layout.at[cell],
            layout.outlines[cell],
            tuple(pieces[cell]),
            tuple(marks[cell]),
            "cell" if space.board_of is None else "edge" if space.sort == "edges" else "corner",
            ref in reading.changed,
            declared(fields.get(cell)),
            _called(reading, fields.get(cell)),
        )


def _called(reading: Reading, look: m.NamedLook | None) -> str:
    return look.name.in_(reading.words.language) if look is not None and look.name is not None else ""


def _pieces(reading: Reading, space: Space, owner: int | None) -> defaultdict[int, list[Piece]]:
    """Return the pieces on each cell of a space, on the board of `owner` or on the shared board."""
    found: defaultdict[int, list[Piece]] = defaultdict(list)
    for rule in reading.families:
        if not rule.zone.keys or cell_space(rule.zone.keys[-1]) != space.name:
            continue
        for zone, keys in reading.zones(rule):
            if _here(rule.zone.keys, keys, owner) and reading.seen.zones[zone]:
                found[keys[-1]] += pieces_in(reading, zone, space)
    return found


def _here(types: Sequence[t.Type], keys: Sequence[int], owner: int | None) -> bool:
    """Return whether the member of a family with these keys is on the board of `owner`.

    An owner of `None` stands for the shared board.
    """
    if len(types) == 1:
        return True
    return is_player(types[0]) and (owner is None or keys[0] == owner)


def _marks(reading: Reading, space: Space, owner: int | None) -> defaultdict[int, list[Value]]:
    """Return the values of variables and resources that are shown on each cell of a space."""
    found: defaultdict[int, list[Value]] = defaultdict(list)
    for number, store in reading.stores:
        if store.keys and cell_space(store.keys[-1]) == space.name:
            for index, keys in reading.members(number):
                if _here(store.keys, keys, owner) and _now(reading, store, owner):
                    value = value_of(reading, number, index, "")
                    if not value.blank:
                        whose = keys[0] if len(keys) > 1 and owner is None else None
                        found[keys[-1]].append(_marked(reading, value, store.type, whose))
        elif cell_space(store.type) == space.name and len(store.keys) <= 1:
            for index, keys in reading.members(number):
                place, gone = reading.held(number, index)
                own = not keys or not is_player(store.keys[0]) or owner in {None, keys[0]}
                if own and not gone and place != t.NONE:
                    found[place].append(_token(reading, number, index, keys, owner))
    return found


def _now(reading: Reading, store: Store, owner: int | None) -> bool:
    """Return whether a value of cells is about the board of `owner`.

    Truth values `per` cell alone are about the board of the player whose turn it is, if each player has one.
    """
    shared = owner is None or len(store.keys) > 1 or not isinstance(store.type, t.Bool)
    return shared or reading.seen.turn in {owner, t.NONE}


def _marked(reading: Reading, value: Value, type_: t.Type, whose: int | None) -> Value:
    """Return a value as it is shown on a cell.

    A truth value is shown by its name. If it belongs to the player `whose`, it has the look of that player.
    """
    if isinstance(type_, t.Bool):
        return replace(
            value, text=value.name, look=value.look if whose is None else reading.looks.player(whose)
        )
    return value


def _token(reading: Reading, number: int, index: int, keys: Sequence[int], owner: int | None) -> Value:
    """Return the token that stands on a cell because a variable holds that cell.

    On a player's own board, the text of the token omits the player.
    """
    store = reading.names.stores[number]
    name = reading.store_name(number)
    if len(store.keys) == 1 and is_player(store.keys[0]) and owner is None:
        look = reading.looks.player(keys[0])
        text = f"{name} {reading.words.player(keys[0])}"
    else:
        look, text = reading.looks.store(store.name), name
        if keys and owner is None:
            text = f"{name} {reading.key_text(store.keys, tuple(keys))}"
    ref = f"v{number}.{index}"
    return Value(name, "", text, look, changed=ref in reading.changed, ref=ref)


def _numbers(reading: Reading, number: int, store: Store) -> Board:
    """Return a track of the numbers that a variable or resource can have.

    Each member of the variable or resource has a token on its current number.
    """
    assert isinstance(store.type, t.Int)  # noqa: S101 - else it is no track
    layout = line_of(store.type.high - store.type.low + 1)
    there: defaultdict[int, list[Value]] = defaultdict(list)
    for index, keys in reading.members(number):
        value, gone = reading.held(number, index)
        if not gone:
            whose = reading.looks.value(store.keys[0], keys[0]) if keys else Look()
            look = reading.looks.store(store.name) if whose == Look() else whose
            text = reading.key_text(store.keys, keys) or reading.store_name(number)
            ref = f"v{number}.{index}"
            refs = heading_of(reading, store.keys[0], keys[0]).refs if len(keys) == 1 else ()
            there[value - store.type.low].append(
                Value("", "", text, look, changed=ref in reading.changed, ref=ref, refs=refs)
            )
    fields = reading.world.fields.get(store.name, {})
    cells = tuple(
        Cell(
            f"v{number}={store.type.low + i}",
            str(store.type.low + i),
            at,
            outline,
            marks=tuple(there[i]),
            look=declared(fields.get(i)),
            called=_called(reading, fields.get(i)),
        )
        for i, (at, outline) in enumerate(zip(layout.at, layout.outlines, strict=True))
    )
    xs, ys = [x for x, _ in layout.at], [y for _, y in layout.at]
    extent = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
    title = reading.store_name(number)
    return Board(store.name, title, "track", cells, extent, links=layout.links)


# --- planes ---------------------------------------------------------------------------------------


def _plane(reading: Reading, number: int, plane: Plane) -> Board:
    """Return a plane as a board, which shows the tiles and the places next to them."""
    table = reading.program.planes[number]
    lying = {
        spot // 4: plane.first_tile + tile
        for tile, spot in enumerate(reading.seen.spots[number])
        if spot >= 0
    }
    beside = {near for place in lying for near in table.beside[place] if near >= 0 and near not in lying}
    zone = next(rule for rule in reading.names.families if rule.zone.name == plane.zone).zone.first
    cells: list[Cell] = []
    for place in sorted({*lying, *beside, *({plane.centre} if not lying else ())}):
        x, y, _ = plane.spot_at(4 * place)
        at = float(x), float(y)
        outline = tuple(
            (at[0] + dx, at[1] + dy) for dx, dy in ((-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5))
        )
        tile = lying.get(place)
        pieces = (piece_of(reading, zone, tile),) if tile is not None else ()
        ref = f"o{number}.{place}"
        cells.append(Cell(ref, f"({x}, {y})", at, outline, pieces, changed=ref in reading.changed))
    xs, ys = [cell.at[0] for cell in cells], [cell.at[1] for cell in cells]
    extent = min(xs) - 0.5, min(ys) - 0.5, max(xs) + 0.5, max(ys) + 0.5
    columns = tuple((x, f"{x:.0f}") for x in sorted(set(xs)))
    rows = tuple((y, f"{y:.0f}") for y in sorted(set(ys)))
    parts = [part for cell in cells for piece in cell.pieces for part in piece.parts]
    features = features_of(table, reading.seen.spots[number], parts)
    if reading.computed is not None:
        features = tuple(_valued(reading, reading.computed, plane, each) for each in features)
    view = reading.looks.view.spaces.get(plane.name)
    return Board(
        plane.name,
        reading.words.space(plane.name),
        "plane",
        tuple(_named(cells, features)),
        extent,
        columns,
        rows,
        features=features,
        named=view is None or view.names,
    )


def _valued(reading: Reading, computed: Computed, plane: Plane, feature: Feature) -> Feature:
    """Return a feature with its values, which are those of any of its parts."""
    spaces = (space for space in reading.world.game.spaces if isinstance(space, m.Plane))
    table = next(space.parts.name for space in spaces if space.ident.name == plane.name)
    part = int(feature.parts[0][1:])
    return replace(feature, values=tuple(computed.of_part(reading.world.parts[table].type, part)))


def _named(cells: Iterable[Cell], features: Sequence[Feature]) -> Iterator[Cell]:
    """Yield cells whose tiles say to which feature each of their parts belongs."""
    names = {ref: feature.name for feature in features for ref in feature.parts}
    for cell in cells:
        pieces = (
            replace(piece, parts=tuple(replace(part, feature=names[part.ref]) for part in piece.parts))
            for piece in cell.pieces
        )
        yield replace(cell, pieces=tuple(pieces))
