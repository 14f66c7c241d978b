"""Unsettled orders: shuffles whose results have been read only in part, or not at all.

With explicit chance a shuffle settles nothing. It makes the components of the zone a *group*: the assignment
of the group's members to their places is open, and all assignments are equally likely. The list of the zone
has the members at these places in the order of declaration, as placeholders. Settling a place draws a member
for it, which then leaves the group.

The number of a component's group is stored in the bits of `known` above those of the players; 0 means none. A
group never spans two zones. Groups in one zone, as after putting one shuffled pile on another, stay separate:
members are interchangeable only within their group. The groups of a zone are numbered from the top, so that
equal situations are equal lists. Everybody sees backs, so places are settled until all members of a group
have one back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import Program
from interpreter.play.chance import Chance
from interpreter.play.errors import Broken

if TYPE_CHECKING:
    from interpreter.engine.state.effects import Atoms

__all__ = [
    "MOST_GROUPS",
    "Unsettled",
    "check_groups",
    "groups_in",
    "make_group",
    "node_at",
    "open_in",
    "settle",
    "tidy",
]

Position = list[int]

SHIFT = 24
"""First bit of the group's number in `known`; below it are the bits of at most `SHIFT` players."""

MOST_GROUPS = 127
"""Maximum number of groups in one zone, which fits above the players' bits of a signed 32-bit integer."""

_PLAYERS = (1 << SHIFT) - 1


class Unsettled(Exception):
    """The place of `component`, as the zone currently lies, was read but is not settled."""

    def __init__(self, component: int) -> None:
        super().__init__(f"the place of component {component} is not settled")
        self.component = component


def open_in(atoms: Atoms, p: Position, c: int) -> int:
    """Return the number of a component's group; 0 if its place is settled."""
    return p[atoms.known + c] >> SHIFT


def groups_in(atoms: Atoms, p: Position, zone: int) -> dict[int, list[int]]:
    """Return the groups of a zone by number, each from the top."""
    found: dict[int, list[int]] = {}
    for c in atoms.contents(p, zone):
        number = open_in(atoms, p, c)
        if number:
            found.setdefault(number, []).append(c)
    return found


def put_group(atoms: Atoms, p: Position, c: int, number: int) -> None:
    """Put a component into a group, or into none (0)."""
    p[atoms.known + c] = p[atoms.known + c] & _PLAYERS | number << SHIFT


def make_group(atoms: Atoms, p: Position, zone: int) -> None:
    """Shuffle a zone without settling anything: its content becomes one group."""
    for c in atoms.contents(p, zone):
        atoms.lose(p, zone, c)
        put_group(atoms, p, c, 1)
    tidy(atoms, p, zone)


def tidy(atoms: Atoms, p: Position, zone: int) -> None:
    """Number the groups of a zone from the top, and sort the members of each by declaration.

    A group with a single possible order, because it has one member or alike ones, is dissolved.
    """
    goes: dict[int, int] = {}
    number = 0
    for members in groups_in(atoms, p, zone).values():
        faces = {_face(atoms.program, c) for c in members}
        number += len(faces) > 1
        for at, c in zip(members, sorted(members), strict=True):
            goes[at] = c
            put_group(atoms, p, c, number if len(faces) > 1 else 0)
    if goes:
        order = [goes.get(c, c) for c in atoms.contents(p, zone)]
        atoms.reorder(p, zone, order, len(order))


def _face(program: Program, c: int) -> int:
    """Return a number that alike components share; negative if none are alike."""
    return program.faces[c] if program.faces[c] >= 0 else -1 - c


def node_at(atoms: Atoms, p: Position, place: int) -> Chance:
    """Return the chance node that settles a place: the member of its group that comes up there."""
    zone = p[atoms.zone_of + place]
    shares: dict[int, list[int]] = {}
    for c in sorted(groups_in(atoms, p, zone)[open_in(atoms, p, place)]):
        shares.setdefault(_face(atoms.program, c), []).append(c)
    outcomes = tuple(alike[0] for alike in shares.values())
    alike = tuple(tuple(members) for members in shares.values())
    return Chance(outcomes, tuple(len(members) for members in alike), zone=zone, place=place, alike=alike)


def settle(atoms: Atoms, p: Position, place: int, outcome: int) -> int:
    """Settle a place with a member of the group; return a bit for each player who sees it there."""
    zone = p[atoms.zone_of + place]
    swap = {place: outcome, outcome: place}
    order = [swap.get(c, c) for c in atoms.contents(p, zone)]
    atoms.reorder(p, zone, order, len(order))
    put_group(atoms, p, outcome, 0)
    tidy(atoms, p, zone)
    return p[atoms.known + outcome]


def check_groups(atoms: Atoms, p: Position, *, explicit: bool) -> None:
    """Raise `Broken` unless groups are well formed; without explicit chance there are none."""
    for c in range(len(atoms.program.start)):
        if not 0 <= p[atoms.known + c] < 1 << 31 or p[atoms.known + c] & _PLAYERS & ~atoms.everyone:
            raise Broken(f"component {c} is known to somebody who does not play")
        if open_in(atoms, p, c) and not explicit:
            raise Broken(f"the place of component {c} is not settled: chance is explicit here")
        if open_in(atoms, p, c) and not atoms.ordered[p[atoms.zone_of + c]]:
            raise Broken(f"component {c} has no place to settle: it lies in a zone without order")
        if open_in(atoms, p, c) and any(map(any, atoms.excluded.told(p, c))):
            raise Broken(f"the place of component {c} is not settled, and somebody knows it in part")
    for zone in range(len(atoms.ordered)) if explicit else ():
        found = groups_in(atoms, p, zone)
        if list(found) != list(range(1, len(found) + 1)):
            raise Broken(f"the groups of zone {zone} are not numbered from the top")
        for members in found.values():
            if members != sorted(members) or len({_face(atoms.program, c) for c in members}) == 1:
                raise Broken(f"a group of zone {zone} is not as it should be")
