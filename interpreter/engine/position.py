"""The beginning of a game as a list of integers, and the checks every position must pass."""

from __future__ import annotations

from collections.abc import Sequence

from gamespec.expr.types import INT_MIN, NONE, show
from gamespec.compile.draft import HEAD, Head, Program
from interpreter.engine.chance import split_seed
from interpreter.engine.effects import Atoms
from interpreter.engine.errors import Broken
from interpreter.engine.frames import Frames, bounds

__all__ = ["check_position", "first_store", "initial", "put_local"]


def put_local(p: list[int], at: int, value: int | Sequence[int]) -> None:
    """Write a value into the local at a place: a condition as 0 or 1, a list after its length."""
    if isinstance(value, int):
        p[at] = +value
        return
    p[at] = len(value)
    p[at + 1 : at + 1 + len(value)] = value


def initial(program: Program, atoms: Atoms, seed: int) -> list[int]:
    """The position before `setup`: everything where it starts."""
    layout = program.layout
    p = [0] * layout.length
    p[Head.TURN] = p[Head.ME] = p[Head.PHASE] = NONE
    p[Head.SEED_LOW], p[Head.SEED_HIGH] = split_seed(seed)
    zones = len(program.zone_rules)
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
    for name, plane in program.world.planes.items():
        at = layout.planes[name]
        parts = len(plane.tile_of)
        p[at.feature : at.feature + parts] = range(parts)
        p[at.ring : at.ring + parts] = range(parts)
        p[at.ends : at.ends + parts] = plane.ends
    stores = first_store(program)
    p[stores : stores + len(program.stores)] = program.stores
    return p


def check_position(program: Program, atoms: Atoms, frames: Frames, p: list[int]) -> None:
    """Raise `Broken` unless a position is sound.

    Every component is in exactly one place, no token is lost or made, and every variable, resource and local
    holds a value of its type.
    """
    if len(p) != program.layout.length:
        raise Broken(f"a position of {program.game} has {program.layout.length} integers, not {len(p)}")
    for i, value in enumerate(p):
        if not NONE <= value <= 2**31 - 1:
            raise Broken(f"integer {i} is {value}, which does not fit into 32 bits")
    _check_zones(program, atoms, p)
    _check_resources(program, p)
    _check_stores(program, p)
    if p[Head.OUTCOME] == Head.RUNNING:
        _check_locals(program, frames, p)
    if min(p[HEAD : HEAD + len(program.streams)], default=0) < 0:
        raise Broken("a chance stream has run backwards")


def _check_zones(program: Program, atoms: Atoms, p: list[int]) -> None:
    found: dict[int, int] = {}
    for zone, rule in enumerate(program.zone_rules):
        contents = atoms.contents(p, zone)
        if len(contents) != p[program.layout.size + zone]:
            raise Broken(
                f"{rule.zone.name}: {len(contents)} components, counted {p[program.layout.size + zone]}"
            )
        if len(contents) > rule.capacity:
            raise Broken(f"{rule.zone.name} holds {len(contents)}, at most {rule.capacity}")
        if not rule.ordered and contents != sorted(contents):
            raise Broken(f"{rule.zone.name} is not in the order of declaration")
        last = -1
        for c in contents:
            if c in found or p[program.layout.zone_of + c] != zone or p[program.layout.previous + c] != last:
                raise Broken(f"component {c} is not where it should be")
            found[c], last = zone, c
        if p[program.layout.last + zone] != last:
            raise Broken(f"{rule.zone.name} does not end where it should")
    if len(found) != len(program.start):
        raise Broken(f"{len(program.start) - len(found)} components are lost")


def _check_resources(program: Program, p: list[int]) -> None:
    at = base = first_store(program)
    for resource in program.world.game.resources:
        count = program.world.stores[resource.ident.name].count + 1
        before = sum(program.stores[at - base : at - base + count])
        now = sum(p[at : at + count])
        if now != before:
            raise Broken(f"there were {before} {resource.ident.name}, there are {now}")
        at += count


def _check_stores(program: Program, p: list[int]) -> None:
    """Every variable, and what every holder of a resource has, lies within its type."""
    limits = {name: 0 if name in program.limited else INT_MIN for name in program.world.resources}
    for store in program.world.stores.values():
        may = bounds(store.type, 0)
        for i in range(store.at, store.at + store.count):
            if not may.hold(p[i]):
                raise Broken(f"member {i - store.at} of {store.name} is {p[i]}, not {show(store.type)}")
        bank = store.at + store.count
        if store.name in limits and p[bank] < limits[store.name]:
            raise Broken(f"the bank of {store.name} holds {p[bank]}")


def _check_locals(program: Program, frames: Frames, p: list[int]) -> None:
    """Every local holds a value of its type, or 0 outside of its scope."""
    at, phase = p[Head.PC], p[Head.PHASE]
    if not 0 <= at < len(program.code) or not (phase == NONE or 0 <= phase < len(program.phases)):
        raise Broken(f"there is no instruction {at} of phase {phase}")
    strange = next(frames.strange(p, at, phase), None)
    if strange is not None:
        raise Broken(f"integer {strange} is {p[strange]}, which no local there can be")


def first_store(program: Program) -> int:
    """Where resources and variables begin in a position."""
    return program.layout.size + len(program.zone_rules)
