"""Makes the initial position of a game, and checks that positions are sound."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.program import Program
from gamespec.program.domain import INT_MAX, NONE
from gamespec.program.tables import HEAD, Head, Store
from interpreter.engine.state.effects import Atoms
from interpreter.engine.state.frames import Frames
from interpreter.engine.state.histories import strange as strange_history
from interpreter.play.chance import split_seed
from interpreter.play.errors import Broken

__all__ = ["check_position", "initial", "put_local", "put_seed"]


def put_local(p: list[int], at: int, value: int | Sequence[int]) -> None:
    """Write a value into the local at index `at`.

    A condition is written as 0 or 1, and a list is written after its length.
    """
    if isinstance(value, int):
        p[at] = +value
        return
    p[at] = len(value)
    p[at + 1 : at + 1 + len(value)] = value


def put_seed(p: list[int], seed: int) -> None:
    """Set the seed on which the game's future chance events depend."""
    p[Head.SEED_LOW], p[Head.SEED_HIGH] = split_seed(seed)


def initial(program: Program, atoms: Atoms, seed: int) -> list[int]:
    """Return the position before `setup`, in which every component and value is in its initial state."""
    layout = program.layout
    p = [0] * layout.length
    p[Head.TURN] = p[Head.ME] = p[Head.PHASE] = NONE
    put_seed(p, seed)
    zones = len(program.zones)
    for start, count in (
        (layout.next, len(program.start)),
        (layout.previous, len(program.start)),
        (layout.first, zones),
        (layout.last, zones),
    ):
        p[start : start + count] = [-1] * count
    for c, zone in enumerate(program.start):
        atoms.link(p, c, zone, bottom=True)
        p[layout.known + c] = atoms.sees(zone, c)
    for plane in program.planes:
        at, parts = plane.at, len(plane.tile_of)
        p[at.feature : at.feature + parts] = range(parts)
        p[at.ring : at.ring + parts] = range(parts)
        p[at.ends : at.ends + parts] = plane.ends
    for store in program.stores:
        p[store.place : store.place + len(store.start)] = store.start
    return p


def check_position(program: Program, atoms: Atoms, frames: Frames, p: list[int]) -> None:
    """Raise `Broken` unless a position is sound.

    In a sound position, every component is in exactly one place, and no token has been lost or created. Every
    variable, resource and local holds a value of its type. No player excludes a value that is printed on the
    component.
    """
    if len(p) != program.layout.length:
        raise Broken(f"a position has {program.layout.length} integers, not {len(p)}")
    for i, value in enumerate(p):
        if not NONE <= value <= INT_MAX:
            raise Broken(f"integer {i} is {value}, which does not fit into 32 bits")
    _check_zones(program, atoms, p)
    _check_stores(program, p)
    for number, history in enumerate(program.histories):
        wrong = strange_history(p, history)
        if wrong is not None:
            raise Broken(f"history {number}: {wrong}")
    if p[Head.OUTCOME] == Head.RUNNING:
        _check_locals(program, frames, p)
    _check_excluded(program, atoms, p)
    if min(p[HEAD : HEAD + len(program.streams)], default=0) < 0:
        raise Broken("a chance stream has run backwards")


def _check_zones(program: Program, atoms: Atoms, p: list[int]) -> None:
    found: dict[int, int] = {}
    for zone, table in enumerate(program.zones):
        contents = atoms.contents(p, zone)
        if len(contents) != p[program.layout.size + zone]:
            raise Broken(f"zone {zone}: {len(contents)} components, counted {p[program.layout.size + zone]}")
        if len(contents) > table.capacity:
            raise Broken(f"zone {zone} holds {len(contents)}, at most {table.capacity}")
        if not table.ordered and contents != sorted(contents):
            raise Broken(f"zone {zone} is not in the order of declaration")
        last = -1
        for c in contents:
            if c in found or p[program.layout.zone_of + c] != zone or p[program.layout.previous + c] != last:
                raise Broken(f"component {c} is not where it should be")
            found[c], last = zone, c
        if p[program.layout.last + zone] != last:
            raise Broken(f"zone {zone} does not end where it should")
    if len(found) != len(program.start):
        raise Broken(f"{len(program.start) - len(found)} components are lost")


def _check_excluded(program: Program, atoms: Atoms, p: list[int]) -> None:
    """Check that no player excludes values that cannot be excluded for the component.

    Values that cannot be excluded are a true value, a value that no component has, and any value of a
    component that the player knows.
    """
    strange = next(atoms.excluded.strange(p, program.layout.known), None)
    if strange is not None:
        raise Broken(f"somebody excludes of component {strange} what they cannot")


def _check_stores(program: Program, p: list[int]) -> None:
    """Check that all values are in their domains, all banks sufficient, and all tokens conserved."""
    for number, store in enumerate(program.stores):
        held = p[store.place : store.place + len(store.start)]
        for i, value in enumerate(held[: store.count]):
            if not store.domain.holds(value):
                raise Broken(f"member {i} of store {number} is {value}, not in {store.domain}")
        if store.bank is None:
            continue
        for sort, bank in enumerate(held[store.count :]):
            if bank < store.bank:
                raise Broken(f"the bank of store {number} holds {bank}")
            there, were = (_tokens(store, values, sort) for values in (held, store.start))
            if there != were:
                raise Broken(f"there were {were} tokens of store {number}, there are {there}")


def _tokens(store: Store, held: Sequence[int], sort: int) -> int:
    """Return the total number of tokens of a sort, over all holders and the bank."""
    return sum(held[sort : store.count : store.banks]) + held[store.count + sort]


def _check_locals(program: Program, frames: Frames, p: list[int]) -> None:
    """Check that every local holds a value of its type, or 0 outside its scope."""
    at, phase = p[Head.PC], p[Head.PHASE]
    if not 0 <= at < len(program.code) or not (phase == NONE or 0 <= phase < len(program.phases)):
        raise Broken(f"there is no instruction {at} of phase {phase}")
    strange = next(frames.strange(p, at, phase), None)
    if strange is not None:
        raise Broken(f"integer {strange} is {p[strange]}, which no local there can be")
