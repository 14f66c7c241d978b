"""Shows components in zones, known ones with what is printed on them and unknown ones by their backs."""

from __future__ import annotations

from dataclasses import replace
from string import ascii_letters
from typing import TYPE_CHECKING

from gamespec.model import model as m
from gamespec.trees import types as t
from interpreter.locale import grammatical_number
from interpreter.play.observation import Unknown
from interpreter.scene.reading import Reading
from interpreter.scene.things import Fact, Lies, Look, Part, Piece, Place, Value
from interpreter.scene.tiles import drawn_tile, turned
from interpreter.words.unknown import hidden

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from gamespec.space import Plane, Space
    from gamespec.world.world import Table, ZoneRule

__all__ = ["counted", "heap", "parts_of", "piece_of", "pieces_in", "place_of", "value_of"]

HIDDEN = "?"
"""The short form of an unknown component."""


def pieces_in(reading: Reading, zone: int, space: Space | None = None) -> tuple[Piece, ...]:
    """Return the pieces in a zone, from the top if the zone is ordered.

    Identical components are combined in one piece.
    """
    lying = reading.seen.zones[zone]
    told = reading.seen.unknown[zone] or ((),) * len(lying)
    ordered = reading.program.zones[zone].ordered
    unknown, found = 0, list[Piece]()
    for index, (c, more) in enumerate(zip(lying, told, strict=True)):
        if c == Unknown:
            found.append(_hidden(reading, zone, index if ordered else unknown, more))
            unknown += 1
        else:
            found.append(piece_of(reading, zone, c, space, index))
    return tuple(_together(found, ordered=ordered))


def _together(pieces: Iterable[Piece], *, ordered: bool) -> Iterator[Piece]:
    """Yield the pieces, with equal pieces merged.

    In an ordered zone, only neighbours are merged.
    """
    kept: list[Piece] = []
    places: dict[Piece, int] = {}
    for piece in pieces:
        bare = replace(piece, refs=())
        at = places.get(bare)
        if at is None or (ordered and at != len(kept) - 1):
            places[bare] = len(kept)
            kept.append(piece)
        else:
            same = kept[at]
            refs = tuple(dict.fromkeys(same.refs + piece.refs))
            kept[at] = replace(same, refs=refs, count=same.count + 1)
    yield from kept


def _hidden(reading: Reading, zone: int, index: int, more: tuple[int, ...]) -> Piece:
    kind = reading.names.zone(zone).kind.name
    name = hidden(reading.words, more, zone)
    ref = f"z{zone}.{index}"
    return Piece(
        (ref,),
        name,
        HIDDEN,
        kind,
        known=False,
        changed=ref in reading.changed,
        owner=_shown_owner(reading, more),
        format=reading.format_of(kind),
        series=reading.series_of(kind),
        back=reading.looks.back(kind),
        dye=reading.looks.dye(kind),
    )


def _shown_owner(reading: Reading, more: tuple[int, ...]) -> int | None:
    """Return the seat of the owner of an unknown component if its back shows it."""
    if not more:
        return None
    kind = reading.looks.kind(more[0])
    return reading.looks.owner(more[0]) if "owner" in kind.back else None


def piece_of(
    reading: Reading, zone: int, c: int, space: Space | None = None, index: int | None = None
) -> Piece:
    """Return the piece that shows a component in a zone, where it lies at `index`.

    The reader must know the component.
    """
    ref = f"z{zone}.c{c}"
    plane = next((p for p in reading.names.planes if 0 <= c - p.first_tile < len(p.ports)), None)
    return replace(
        _face(reading, c, space),
        refs=(ref,),
        parts=() if plane is None else parts_of(reading, plane, c),
        turn=0 if plane is None else turn_of(reading, plane, c),
        turns=() if plane is None else plane.turns[c - plane.first_tile],
        holds=tuple(_held_by(reading, c)),
        values=tuple(_values_of(reading, zone, c, index)),
        changed=ref in reading.changed,
    )


def _face(reading: Reading, c: int, space: Space | None) -> Piece:
    """Return a component with what is printed on it, which never changes."""
    looks, key = reading.looks, (c, "" if space is None else space.name)
    if key not in looks.faces:
        kind, look = looks.kind(c).type.name, looks.component(c)
        looks.faces[key] = Piece(
            (),
            reading.words.component(c),
            looks.short(c),
            kind,
            look=look,
            facts=tuple(looks.facts(c)),
            marks=tuple(looks.marks(c, space)),
            owner=looks.owner(c),
            format=reading.format_of(kind),
            series=reading.series_of(kind),
            figure=reading.figure_of(kind),
            rank=looks.rank(c),
            ground=look.ground or looks.ground(kind),
        )
    return looks.faces[key]


def turn_of(reading: Reading, plane: Plane, c: int) -> int:
    """Return the rotation of a tile on its plane in clockwise quarter turns, or 0 if it is elsewhere."""
    spot = reading.seen.spots[reading.names.planes.index(plane)][c - plane.first_tile]
    return plane.spot_at(spot)[2] if spot >= 0 else 0


def parts_of(reading: Reading, plane: Plane, c: int, turn: int | None = None) -> tuple[Part, ...]:
    """Return the parts of a tile with what is on them.

    They are rotated like the tile or, if `turn` is given, by that many clockwise quarter turns.
    """
    turn = turn_of(reading, plane, c) if turn is None else turn
    found: list[Part] = []
    for part in _printed_parts(reading, plane, c, turn):
        number = int(part.ref[1:])
        pieces = [
            piece
            for rule in reading.families_of_parts
            if 0 <= number - rule.zone.dims[0][0] < rule.zone.count
            for piece in pieces_in(reading, rule.zone.first + number - rule.zone.dims[0][0])
        ]
        found.append(replace(part, pieces=tuple(pieces)) if pieces else part)
    return tuple(found)


def _printed_parts(reading: Reading, plane: Plane, c: int, turn: int) -> tuple[Part, ...]:
    """Return the parts of a tile in a rotation without what lies on them, which never change."""
    known = reading.looks.printed
    if (c, turn) not in known:
        known[c, turn] = tuple(_parts(reading, plane, c, turn))
    return known[c, turn]


def _parts(reading: Reading, plane: Plane, c: int, turn: int) -> Iterator[Part]:
    spaces = (s for s in reading.world.game.spaces if isinstance(s, m.Plane))
    table = reading.world.parts[next(s.parts.name for s in spaces if s.ident.name == plane.name)]
    for drawn in drawn_tile(plane, c - plane.first_tile):
        named = [*_printed_on(reading, table, drawn.part)]
        first = next((fact for fact in named if not fact.text.isdecimal()), None)
        further = [fact for fact in named if fact is not first and fact.text != "0"]
        yield Part(
            f"t{drawn.part}",
            first.text if first is not None else reading.words.value(table.type, drawn.part),
            _signed(reading, table, drawn.part, first.look if first is not None else Look()),
            (turned(drawn.outline, turn),),
            turned((drawn.at,), turn)[0],
            more=", ".join(f"{fact.name} {fact.text}" for fact in further),
            sort=_sort(reading, table, drawn.part),
            emblems=tuple(fact.look for fact in further),
        )


def _sort(reading: Reading, table: Table, part: int) -> int | None:
    """Return the number of the value that the first visible enumeration attribute of a part has."""
    for name, (type_, values) in table.columns.items():
        base = t.strip(type_)
        told = reading.words.is_shown(table.type.name, name) and values[part] != t.NONE
        if told and isinstance(base, t.Named) and base.sort == "enum":
            return values[part] - base.first
    return None


def _signed(reading: Reading, table: Table, part: int, look: Look) -> Look:
    """Return the look of a part of a tile.

    If the part has no symbol, a letter for its first visible enumeration attribute serves as its symbol.
    """
    if look.symbol:
        return look
    for name, (type_, values) in table.columns.items():
        base = t.strip(type_)
        told = reading.words.is_shown(table.type.name, name) and values[part] != t.NONE
        if told and isinstance(base, t.Named) and base.sort == "enum":
            return replace(look, symbol=_letters(reading, base)[values[part]])
    return look


def _letters(reading: Reading, type_: t.Named) -> dict[int, str]:
    """Return a different letter for each value of an enumeration.

    It is the first letter of the value's word that is still free or, if there is none, the first free letter
    of the alphabet. Values for which no letter is left get `?`.
    """
    found: dict[int, str] = {}
    for value in range(type_.first, type_.first + type_.size):
        word = reading.words.value(type_, value)
        free = (c for c in [*word, *ascii_letters] if c.isalpha() and c not in found.values())
        found[value] = next(free, "?")
    return found


def _printed_on(reading: Reading, table: Table, part: int) -> Iterator[Fact]:
    """Yield the facts printed on a part of a tile, except its ports."""
    for name, (type_, values) in table.columns.items():
        value, base = values[part], t.strip(type_)
        other = t.is_component(base) or not reading.words.is_shown(table.type.name, name)
        if value == t.NONE or other:
            continue
        text = reading.words.value(type_, value)
        yield Fact(reading.words.attribute(table.type.name, name), text, reading.looks.value(type_, value))


def _held_by(reading: Reading, c: int) -> Iterator[Place]:
    """Yield the nonempty zones that belong to a component."""
    for rule, (first, size) in reading.families_of_components:
        index = c - first
        if 0 <= index < size and reading.seen.zones[rule.zone.first + index]:
            yield place_of(reading, rule, rule.zone.first + index, "", None)


def _values_of(reading: Reading, zone: int, c: int, index: int | None) -> Iterator[Value]:
    """Yield the values of a component's variables that are not blank, and those that functions compute."""
    for number, (first, size) in reading.stores_of_components:
        if 0 <= c - first < size:
            value = value_of(reading, number, c - first, "")
            if not value.blank:
                yield replace(value, ref="")  # so that components with equal values are equal
    if reading.computed is not None:
        lying = reading.seen.zones[zone]
        at = next(i for i, each in enumerate(lying) if each == c) if index is None else index
        for value in reading.computed.of_component(c, zone, at):
            yield replace(value, ref="")


def value_of(reading: Reading, number: int, index: int, key: str) -> Value:
    """Return a member of a variable or resource as a value that can be shown."""
    store = reading.names.stores[number]
    value, gone = reading.held(number, index)
    name = reading.store_name(number)
    ref = f"v{number}.{index}"
    changed = ref in reading.changed
    die = reading.looks.is_die(store.name)
    if gone:
        return Value(name, key, HIDDEN, hidden=True, changed=changed, ref=ref, die=die)
    blank = value == t.NONE or (value == 0 and isinstance(store.type, t.Bool | t.Int))
    look = reading.looks.value(store.type, value)
    if look == Look():
        look = reading.looks.store(store.name)
    if isinstance(store.type, t.Bool):
        texts = reading.words.texts
        text = texts.gettext("yes") if value else texts.gettext("no")
    else:
        text = reading.words.value(store.type, value)
    return Value(name, key, text, look, blank=blank, changed=changed, ref=ref, die=die)


def heap(reading: Reading, rule: ZoneRule, zone: int) -> Lies:
    """Return how the components of a zone are arranged.

    The view decides. By default, the arrangement follows from the zone's capacity, visibility and order.
    """
    said = reading.zone_view(rule)
    if said is not None and said.lies is not None:
        return said.lies
    if rule.capacities[zone - rule.zone.first] == 1:
        return "square"
    if rule.seen_by in {"owner", "others"}:
        return "fan"
    return "pile" if rule.ordered and rule.seen_by == "nobody" else "row"


def place_of(reading: Reading, rule: ZoneRule, zone: int, key: str, owner: int | None) -> Place:
    """Return a zone with its content. Its capacity is `None` if all components of its kind fit in."""
    said = reading.zone_view(rule)
    most = rule.capacities[zone - rule.zone.first]
    return Place(
        f"z{zone}",
        reading.zone_name(rule),
        key,
        heap(reading, rule, zone),
        pieces_in(reading, zone),
        len(reading.seen.zones[zone]),
        ordered=rule.ordered,
        capacity=most if most < rule.kind.size else None,
        owner=owner,
        changed=f"z{zone}" in reading.changed,
        counted=counted(reading, rule, zone),
        note=said.note.in_(reading.words.language) if said is not None and said.note is not None else "",
    )


def counted(reading: Reading, rule: ZoneRule, zone: int) -> str:
    """Return what people count in a zone, with its unit, or "" if it is just the number of its components."""
    said = reading.zone_view(rule)
    if said is None or (said.counts is None and said.unit is None) or reading.computed is None:
        return ""
    found: int | None = len(reading.seen.zones[zone])
    if said.counts is not None:
        keys = next(keys for number, keys in reading.zones(rule) if number == zone)
        found = reading.computed.number(said.counts.name, *keys)
    if found is None or found == t.NONE:
        return ""
    return str(found) if said.unit is None else f"{found} {_agreeing(reading, said.unit, found)}"


def _agreeing(reading: Reading, noun: m.Text, count: int) -> str:
    """Return a noun as it stands after a number."""
    language = noun.chosen(reading.words.language)
    forms = noun.forms.get(language, {})
    return forms.get(grammatical_number(language, count), noun.in_(language))
