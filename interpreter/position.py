"""The beginning of a game as a list of integers, and the checks every position must pass."""

from __future__ import annotations

from gamespec.expr.types import NONE
from gamespec.program import HEAD, Head, Program
from interpreter.chance import split_seed
from interpreter.effects import Atoms
from interpreter.errors import Broken

__all__ = ["check_position", "first_store", "initial"]


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


def check_position(program: Program, atoms: Atoms, p: list[int]) -> None:
    """Raise `Broken` unless every component is in exactly one place and no token is lost or made."""
    if len(p) != program.layout.length:
        raise Broken(f"a position of {program.game} has {program.layout.length} integers, not {len(p)}")
    for i, value in enumerate(p):
        if not NONE <= value <= 2**31 - 1:
            raise Broken(f"integer {i} is {value}, which does not fit into 32 bits")
    _check_zones(program, atoms, p)
    _check_resources(program, p)
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


def first_store(program: Program) -> int:
    """Where resources and variables begin in a position."""
    return program.layout.size + len(program.zone_rules)
