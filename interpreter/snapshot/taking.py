"""Takes snapshots, which describe positions by name."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, TypeAlias

from gamespec.program.domain import NONE
from gamespec.program.tables import Digit, Head, History
from gamespec.trees import types as t
from interpreter.answers import Answers, seat
from interpreter.engine.game import machine_of
from interpreter.named import Single, by_name
from interpreter.snapshot.ids import Ids, ids_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gamespec.compile import Compiled

__all__ = ["Snapshot", "agenda_events", "shape", "taken"]

Snapshot: TypeAlias = dict[str, Any]
"""A description of a position by name, as JSON data."""

Position: TypeAlias = "Sequence[int]"


def taken(compiled: Compiled, position: list[int]) -> Snapshot:
    """Take the snapshot of a position at a decision. It does not include the seed."""
    ids, p = ids_of(compiled), position
    program, names = compiled.program, compiled.names
    phase = p[Head.PHASE]
    streams = enumerate(program.streams)
    return {
        "decisions": p[Head.DECISIONS],
        "phase": names.phases[phase] if phase != NONE else None,
        "turn": _seat(p[Head.TURN]),
        "me": _seat(p[Head.ME]),
        "chance": {name: drawn for i, name in streams if (drawn := p[program.layout.streams + i])},
        "zones": dict(_zones(ids, p)),
        "known": dict(_known(ids, p)),
        "excluded": {
            f"{of.kind}.{of.name}": dict(_excluded(ids, p, number))
            for number, of in enumerate(names.attributes)
        },
        "values": dict(_values(ids, p, changed=True)),
        "untouched": dict(_values(ids, p, changed=False)),
        "agendas": {name: events for name in names.world.agendas if (events := agenda(ids, p, name))},
        "planes": {plane.name: dict(_spots(ids, p, number)) for number, plane in enumerate(names.planes)},
        "histories": {history.name: _past(ids, p, number) for number, history in enumerate(names.histories)},
        "waits": [
            _routine(ids, p, routine, at)
            for routine, at in machine_of(program).frames.running(p, p[Head.PC], phase)
        ],
    }


def _seat(player: int) -> str | None:
    return None if player == NONE else seat(player)


def _seats(bits: int) -> list[str]:
    return [seat(number) for number in range(bits.bit_length()) if bits >> number & 1]


def _zones(ids: Ids, p: list[int]) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each zone that is not empty, with the names of its components from the top."""
    atoms = machine_of(ids.program).atoms
    for name, number in ids.zones.items():
        contents = atoms.contents(p, number)
        if contents:
            yield name, [ids.component(c) for c in contents]


def _known(ids: Ids, p: Position) -> Iterator[tuple[str, list[str]]]:
    """Yield the name of each component that some player knows, with the names of the seats that know it."""
    for name, c in ids.components.items():
        if bits := p[ids.program.layout.known + c]:
            yield name, _seats(bits)


def _excluded(ids: Ids, p: Position, number: int) -> Iterator[tuple[str, dict[str, list[Single]]]]:
    """Yield, for each component, the values that players know not to be printed on it, by seat.

    Components without such values are omitted.
    """
    attribute, named = ids.program.attributes[number], ids.names.attributes[number]
    kind = ids.world.kinds[named.kind]
    type_ = kind.columns[named.name][0]
    for index in range(kind.type.size):
        place = attribute.place + index * ids.program.players
        masks = {seat(player): p[place + player] for player in range(ids.program.players)}
        told = {
            who: [
                by_name(ids.world.values, type_, value)
                for bit, value in enumerate(attribute.values)
                if mask >> bit & 1
            ]
            for who, mask in masks.items()
            if mask
        }
        if told:
            yield ids.component(kind.type.first + index), told


def _values(ids: Ids, p: Position, *, changed: bool) -> Iterator[tuple[str, object]]:
    """Yield the names and values of those members of variables and resources that have changed.

    If `changed` is false, yield the members that have not changed instead. Banks are omitted.
    """
    for name, (number, index) in ids.members.items():
        store = ids.program.stores[number]
        value = p[store.place + index]
        if (value != store.start[index]) == changed:
            yield name, by_name(ids.world.values, ids.names.stores[number].type, value)


def agenda(ids: Ids, p: Position, name: str) -> dict[str, list[str]]:
    """Return the events that can wait on an agenda, or nothing if no event is waiting on it.

    The events are in the order of their numbers, each with the names of its parameters.
    """
    known = ids.world.agendas[name]
    place = ids.program.stores[ids.names.store(known.size.name)].place
    return agenda_events(ids, name) if p[place] else {}


def agenda_events(ids: Ids, name: str) -> dict[str, list[str]]:
    """Return the events that can wait on an agenda, each with the names of its parameters.

    The events are in the order of their numbers.
    """
    known = ids.world.agendas[name]
    return {event: [key for of, key in known.parameters if of == event] for event in known.events}


def _spots(ids: Ids, p: Position, number: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the name of each tile on a plane, with its place.

    The place consists of the distances east and south of the centre, and the number of quarter turns.
    """
    plane, named = ids.program.planes[number], ids.names.planes[number]
    for tile in range(plane.tiles):
        if spot := p[plane.at.spot_of + tile]:
            yield ids.component(plane.first_tile + tile), list(named.spot_at(spot - 1))


def _past(ids: Ids, p: Position, number: int) -> dict[str, object]:
    """Return the past situations of a history in packed form, with a digest of the meaning of that form."""
    history = ids.program.histories[number]
    count, words, first = p[history.place], history.words, history.place + 1
    past = [list(p[first + i * words : first + (i + 1) * words]) for i in range(count)]
    return {"shape": shape(ids, history), "past": past}


def shape(ids: Ids, history: History) -> str:
    """Return a digest of the names that give a meaning to the words of a history's situations."""
    told = (f"{_read(ids, digit)} {digit.word} {digit.weight} {digit.size}" for digit in history.digits)
    return hashlib.sha256("\n".join(told).encode()).hexdigest()[:16]


def _read(ids: Ids, digit: Digit) -> str:
    """Describe which part of a position a digit reads, and what each of its numbers means."""
    components, zones = list(ids.components), ids.zone_names
    match digit.read:
        case "value":
            return f"value {_place(ids, digit.of)} from {digit.first} {digit.optional}"
        case "occupant":
            of = (f"{components[digit.first + i]}={n}" for i, n in enumerate(digit.table))
            return f"occupant {zones[digit.of]} {digit.which}: {', '.join(of)}"
        case "whereabouts":
            of = (f"{zones[i]}={n}" for i, n in enumerate(digit.table) if n)
            return f"whereabouts {components[digit.of]}: {', '.join(of)}"
        case "count":
            of = (components[digit.first + i] for i, n in enumerate(digit.table) if n)
            return f"count {zones[digit.of]}: {', '.join(of)}"


def _place(ids: Ids, place: int) -> str:
    """Describe what is stored at an index of the position, and what its numbers mean."""
    program, values = ids.program, ids.world.values
    if place == Head.PHASE:
        return f"the phase of {', '.join(ids.names.phases)}"
    if place == Head.TURN:
        return "the turn"
    for number, plane in enumerate(program.planes):
        if 0 <= place - plane.at.spot_of < plane.tiles:
            tile = ids.component(plane.first_tile + place - plane.at.spot_of)
            return f"{tile} on {ids.names.planes[number].name} of {plane.side}"
    name, number = ids.member_at[place]
    type_ = t.strip(ids.names.stores[number].type)
    stand_for = values.labels[type_.name] if isinstance(type_, t.Named) else ()
    return f"{name} of {', '.join(stand_for)}"


# --- running routines ---------------------------------------------------------------------------------------


def _routine(ids: Ids, p: Position, routine: int, at: int) -> Snapshot:
    """Describe a running routine by the step at which it waits, by name and number, and by its locals."""
    step = ids.step(at)
    assert step is not None  # noqa: S101 - games wait nowhere else
    alike = ids.alike(routine, step)
    return {
        "in": ids.routines[routine],
        "step": step,
        "number": alike.index(at) + 1,
        "of": [ids.apart(each) for each in alike],
        "locals": [_local(ids, p, slot) for slot in ids.locals_at(routine, at)],
    }


def _local(ids: Ids, p: Position, slot: int) -> list[object]:
    """Return the name and the value of a local, or only its name if it is empty."""
    name, found = ids.local_name(slot), ids.program.slots[slot]
    held = p[found.place : found.place + found.size]
    if slot in ids.looped:
        members = held[2 : 2 + held[1]]
        return [name, {"next": held[0], "of": _listed(ids, slot, members)}]
    if slot in ids.secret:
        return [name, _answers(ids, p, slot)]
    if isinstance(ids.names.slots[slot].type, t.ListType):
        return [name, _listed(ids, slot, held[1 : 1 + held[0]])]
    if not found.domain.holds(held[0]):
        return [name]  # 0, the content of a slot outside its scope
    return [name, _listed(ids, slot, held)[0]]


def _listed(ids: Ids, slot: int, held: Sequence[int]) -> list[object]:
    """Return the names of the given values, which are those of a local or of the members of its list."""
    type_ = ids.names.slots[slot].type
    if isinstance(type_, t.ZoneType):
        return [ids.zone_names[value] for value in held]
    inner = t.element(type_) or type_
    return [by_name(ids.world.values, inner, value) for value in held]


def _answers(ids: Ids, p: list[int] | Position, slot: int) -> list[object]:
    """Return the secret answers in the order of the players who decide, with `None` for a missing answer."""
    decide, machine, known = ids.secret[slot], machine_of(ids.program), Answers(ids.compiled)
    assert decide.cursor is not None  # noqa: S101 - a loop runs where answers are given in secret
    position = list(p)
    told: list[object] = []
    for index in range(ids.program.slots[decide.cursor].size - 2):
        answer = machine.answer_at(position, decide, index)
        if answer is None:
            told.append(None)
            continue
        action = answer[0]
        values = known.values(action, machine.values_at(position, *answer))
        told.append({"action": ids.names.actions[action].name, "values": values})
    while told and told[-1] is None:
        told.pop()
    return told
