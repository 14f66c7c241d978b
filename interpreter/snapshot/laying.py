"""Makes a position of a program from a snapshot that may have been taken in another program."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple

from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.game import Game, check_saved, machine_of
from interpreter.engine.state.position import initial
from interpreter.named import meant
from interpreter.play.errors import Broken, Fault
from interpreter.snapshot.ids import Ids, ids_of, single
from interpreter.snapshot.reading import CannotGoOn, a_list, a_number, a_single, a_table, a_text, listed, said
from interpreter.snapshot.taking import agenda_events, shape
from interpreter.snapshot.waiting import lay_routines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.compile import Compiled
    from gamespec.program.tables import Store
    from interpreter.snapshot.taking import Snapshot

__all__ = ["Laid", "laid", "resumed"]

Position = list[int]


class Laid(NamedTuple):
    """A position made from a snapshot, with the names of parts that differ between the two programs.

    `new` and `gone` name the components that were added or removed, in an order that reveals nothing. `lost`
    names the removed members of variables and resources whose values were not the initial ones; these values
    may have been hidden.
    """

    position: Position
    new: tuple[str, ...]
    gone: tuple[str, ...]
    lost: tuple[str, ...]


def resumed(compiled: Compiled, snapshot: Snapshot, seed: int) -> Game:
    """Return a game that continues from a snapshot and keeps a record.

    Its future chance events depend on `seed`. The pending question is asked again. Raises `CannotGoOn` and
    `Fault`.
    """
    position = laid(compiled, snapshot, seed).position
    game = Game.halted(machine_of(compiled.program), position, {}, [])
    game.go_on()
    return game


def laid(compiled: Compiled, snapshot: Snapshot, seed: int = 0) -> Laid:
    """Make the position that a snapshot describes. Raises `CannotGoOn` if the program has no such position.

    New components, members and streams have their initial state. Removed ones are ignored.
    """
    ids, program = ids_of(compiled), compiled.program
    machine = machine_of(program)
    p = initial(program, machine.atoms, seed)
    _lay_head(ids, p, snapshot)
    new, gone = _lay_components(ids, p, snapshot)
    _lay_knowledge(ids, p, snapshot)
    lost = _lay_values(ids, p, snapshot)
    _check_agendas(ids, snapshot)
    _lay_planes(ids, p, snapshot)
    _lay_histories(ids, p, snapshot)
    lay_routines(ids, p, a_list(snapshot.get("waits"), "waits"))
    try:
        check_saved(program, machine.atoms, machine.frames, p)
    except Broken as broken:
        raise CannotGoOn("the kept position is not sound: {reason}", reason=str(broken)) from None
    return Laid(p, tuple(new), tuple(sorted(gone)), tuple(lost))


def _lay_head(ids: Ids, p: Position, snapshot: Snapshot) -> None:
    phase, program = snapshot.get("phase"), ids.program
    if phase is not None and phase not in ids.names.phases:
        raise CannotGoOn("there is no phase `{phase}` any more", phase=a_text(phase, "phase"))
    p[Head.PHASE] = NONE if phase is None else ids.names.phases.index(phase)
    p[Head.DECISIONS] = a_number(snapshot.get("decisions"), "decisions")
    p[Head.TURN], p[Head.ME] = (_player(ids, snapshot.get(word), word) for word in ("turn", "me"))
    drawn = a_table(snapshot.get("chance"), "chance")
    for i, name in enumerate(program.streams):
        p[program.layout.streams + i] = a_number(drawn.get(name, 0), "chance")


def _player(ids: Ids, found: object, what: str) -> int:
    """Return the seat (from 0) of a named player, or `NONE` if there is no name."""
    if found is None:
        return NONE
    value = meant(ids.world.values, ids.names.player, a_text(found, what))
    if value is None:
        raise CannotGoOn("there is no player `{player}`", player=a_text(found, what))
    return value


# --- components -------------------------------------------------------------------------------------


def _lay_components(ids: Ids, p: Position, snapshot: Snapshot) -> tuple[list[str], list[str]]:
    """Put each component where it was, and new components where they begin.

    Return the names of the new components and of the removed components.
    """
    program, layout = ids.program, ids.program.layout
    atoms = machine_of(program).atoms
    contents: list[list[int]] = [[] for _ in program.zones]
    gone: list[str] = []
    found: set[int] = set()
    for name, lying in a_table(snapshot.get("zones"), "zones").items():
        there = [single(a_text(each, "zones")) for each in a_list(lying, "zones")]
        known = [ids.components[each] for each in there if each in ids.components]
        gone += [each for each in there if each not in ids.components]
        if not known:
            continue
        zone = ids.zones.get(name)
        if zone is None:
            raise CannotGoOn(
                "there is no `{zone}` any more, the place of {components}",
                zone=name,
                components=listed(there),
            )
        for c in known:
            if c in found or ids.component(c).partition(": ")[0] != ids.kind_of(zone):
                raise CannotGoOn("`{component}` can't lie in `{zone}`", component=ids.component(c), zone=name)
            found.add(c)
        contents[zone] = known
    new = [c for c in range(len(program.start)) if c not in found]
    for c in new:
        contents[program.start[c]].append(c)
    for zone, lying in enumerate(contents):
        if len(lying) > program.zones[zone].capacity:
            raise CannotGoOn(
                "there is no room for {count} in `{zone}`", count=len(lying), zone=ids.zone_names[zone]
            )
        order = lying if program.zones[zone].ordered else sorted(lying)
        for c in order:
            p[layout.zone_of + c] = zone
        atoms.reorder(p, zone, order, len(order))
        p[layout.size + zone] = len(order)
    return [ids.component(c) for c in new], gone


def _lay_knowledge(ids: Ids, p: Position, snapshot: Snapshot) -> None:
    """Restore which players know each component, and add the players who can see it where it now lies."""
    program, layout = ids.program, ids.program.layout
    atoms = machine_of(program).atoms
    known = a_table(snapshot.get("known"), "known")
    for name, c in ids.components.items():
        p[layout.known + c] = atoms.sees(p[layout.zone_of + c], c)
        for who in a_list(known.get(name, ()), "known"):
            p[layout.known + c] |= 1 << max(0, _player(ids, who, "known"))
    told = a_table(snapshot.get("excluded"), "excluded")
    for number, of in enumerate(ids.names.attributes):
        excluded = a_table(told.get(f"{of.kind}.{of.name}", {}), "excluded")
        for name, by_seat in excluded.items():
            if name in ids.components:
                _lay_excluded(ids, p, number, ids.components[name], a_table(by_seat, "excluded"))


def _lay_excluded(ids: Ids, p: Position, number: int, c: int, told: dict[str, Any]) -> None:
    """Restore the values that each player excludes for component `c`.

    They are not restored if one of these values is now printed on the component, or if the player knows the
    component.
    """
    attribute, named = ids.program.attributes[number], ids.names.attributes[number]
    kind = ids.world.kinds[named.kind]
    index = c - kind.type.first
    for who, values in told.items():
        player, mask = _player(ids, who, "excluded"), 0
        for value in a_list(values, "excluded"):
            found = meant(ids.world.values, kind.columns[named.name][0], a_single(value, "excluded"))
            mask |= 0 if found is None else attribute.bit(found)
        if mask & attribute.bit(attribute.printed[index]) or p[ids.program.layout.known + c] >> player & 1:
            continue
        p[attribute.place + index * ids.program.players + player] = mask


# --- variables, resources, planes, histories --------------------------------------------------------


def _lay_values(ids: Ids, p: Position, snapshot: Snapshot) -> list[str]:
    """Restore the values of variables and resources, and compute the contents of banks from them.

    Return the names of the removed members whose values were not the initial ones.
    """
    changed = a_table(snapshot.get("values"), "values")
    told = changed | a_table(snapshot.get("untouched"), "untouched")
    for name, (number, index) in ids.members.items():
        if name not in told:
            continue
        store, named = ids.program.stores[number], a_single(told[name], "values")
        value = meant(ids.world.values, ids.names.stores[number].type, named)
        if value is None or not store.domain.holds(value):
            raise CannotGoOn("`{name}` can't be {value} any more", name=name, value=said(named))
        p[store.place + index] = value
    for number, store in enumerate(ids.program.stores):
        for sort in range(store.banks):
            p[store.place + store.count + sort] = left = _in_bank(store, p, sort)
            if store.bank is not None and left < store.bank:
                name = ids.names.stores[number].name
                raise CannotGoOn("there are not so many tokens of `{name}` any more", name=name)
    return [name for name in changed if name not in ids.members]


def _check_agendas(ids: Ids, snapshot: Snapshot) -> None:
    """Check that each agenda still has the same events, because its entries store the numbers of events."""
    for name, events in a_table(snapshot.get("agendas"), "agendas").items():
        numbered = list(a_table(events, "agendas").items())
        if name not in ids.world.agendas or list(agenda_events(ids, name).items()) != numbered:
            raise CannotGoOn("what waits on `{decision}` may be something else now", decision=name)


def _in_bank(store: Store, p: Position, sort: int) -> int:
    """Return the number of tokens of a sort in a bank, which are all tokens except those of the holders."""
    start, held = store.start, p[store.place : store.place + store.count]
    there = sum(start[sort : store.count : store.banks]) + start[store.count + sort]
    return there - sum(held[sort :: store.banks])


def _lay_planes(ids: Ids, p: Position, snapshot: Snapshot) -> None:
    """Lay the tiles on the spots where they were, each one next to a tile that has already been laid."""
    told = a_table(snapshot.get("planes"), "planes")
    for number, named in enumerate(ids.names.planes):
        left = deque(_spots(ids, number, a_table(told.get(named.name, {}), "planes")))
        tiling, failed = machine_of(ids.program).tilings[number], 0
        while left:
            tile, spot = left.popleft()
            try:
                tiling.lay(p, tile, spot, 0)
            except Fault:
                left.append((tile, spot))
                failed += 1
                if failed == len(left):
                    raise CannotGoOn(
                        "`{component}` no longer fits where it lies", component=ids.component(tile)
                    ) from None
                continue
            failed = 0


def _spots(ids: Ids, number: int, told: dict[str, Any]) -> Iterator[tuple[int, int]]:
    """Yield the spot of each tile of a plane that still exists, as pairs of tile and spot."""
    plane, named = ids.program.planes[number], ids.names.planes[number]
    for name, lies in told.items():
        c = ids.components.get(name)
        if c is None:
            continue
        at = [a_number(each, "planes", -(2**15)) for each in a_list(lies, "planes")]
        spot = named.spot(*at) if len(at) == len(("x", "y", "turn")) else None
        if spot is None or not 0 <= c - plane.first_tile < plane.tiles:
            raise CannotGoOn("`{component}` no longer fits where it lies", component=name)
        yield c, spot


def _lay_histories(ids: Ids, p: Position, snapshot: Snapshot) -> None:
    """Restore the past situations of histories, whose representation must not have changed."""
    told = a_table(snapshot.get("histories"), "histories")
    for number, named in enumerate(ids.names.histories):
        if named.name not in told:
            continue
        history, kept = ids.program.histories[number], a_table(told[named.name], "histories")
        past = [a_list(each, "histories") for each in a_list(kept.get("past"), "histories")]
        if past and kept.get("shape") != shape(ids, history):
            raise CannotGoOn(
                "what `{history}` remembers of a situation is something else now", history=named.name
            )
        if len(past) > history.length:
            raise CannotGoOn(
                "`{history}` has no room for {count} situations any more", history=named.name, count=len(past)
            )
        words = [a_number(word, "histories", -(2**31)) for each in past for word in each]
        if any(len(each) != history.words for each in past):
            raise CannotGoOn("`{part}` of the kept position is not what it should be", part="histories")
        p[history.place] = len(past)
        p[history.place + 1 : history.place + 1 + len(words)] = words
