"""What players in different seats have in common: numbers observed, and actions, as seen from a seat.

What lies in a zone of a player means the same to all, if players are counted from the seat that observes. So
the weights of such numbers are shared, and so are those of all that concerns no player. A program does not
say whether the keys or values of a variable are players. If there are as many of them as players, then they
may be, and their weights are not shared.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from math import prod

from gamespec.program import Program
from gamespec.program.tables import NOWHERE
from interpreter.play.encoding import Encoding, Field

__all__ = ["shared_actions", "shared_numbers"]


def shared_numbers(program: Program, encoding: Encoding) -> tuple[int, ...]:
    """Return, for each seat and each number observed, a number that stands for it.

    Equal numbers share their weights.
    """
    found = list[int]()
    for seat in range(program.players):
        numbers = [i + encoding.size * (seat + 1) for i in range(encoding.size)]
        for field in encoding.fields:
            for member, other in _pairs(program, field, seat):
                for channel in range(field.members.channels):
                    offset = field.members.stride * channel
                    numbers[field.members.at[member] + offset] = field.members.at[other] + offset
        found += numbers
    return tuple(found)


def shared_actions(program: Program, encoding: Encoding) -> tuple[int, ...]:
    """Return the same for each seat and each action. Those that ask for a player are not shared."""
    actions, found = encoding.actions, list[int]()
    for seat in range(program.players):
        numbers = [*range(actions.size)]
        for action, starts in zip(program.actions, actions.values, strict=True):
            for pick, start in zip(action.picks, starts, strict=True):
                owned = pick.component and any(
                    program.owners[c] != NOWHERE for c in range(pick.first, pick.first + pick.size)
                )
                if owned or (not pick.component and pick.size == program.players):
                    for i in range(start, start + pick.size):
                        numbers[i] = i + actions.size * (seat + 1)
        found += numbers
    return tuple(found)


def _pairs(program: Program, field: Field, seat: int) -> Iterator[tuple[int, int]]:
    """Yield each member of a field that is shared, and the member that stands for it."""
    players, members = program.players, range(len(field.members.at))
    if field.part in {"seat", "phase", "over", "picked", "banks", "tiles"}:
        yield from zip(members, members, strict=True)
    elif field.part == "zones":
        family = program.families[field.number]
        kind = program.kinds[family.kind]
        if any(program.owners[c] != NOWHERE for c in range(kind.first, kind.first + kind.size)):
            return
        axis = _axis_of_owner(program, field)
        for i, size in enumerate(size for _, size in family.dims):
            if i != axis and size == players and family.spaces[i] == NOWHERE:
                return
        stride = prod(size for _, size in family.dims[axis + 1 :]) if axis != NOWHERE else 0
        for i in members:
            owner = program.zones[family.first + i].owner if axis != NOWHERE else 0
            yield i, i + ((owner - seat) % players - owner) * stride
    elif field.part == "values":
        store = program.stores[field.number]
        sizes = [size for (_, size), space in zip(store.dims, store.spaces, strict=True) if space == NOWHERE]
        domain = store.domain
        if players not in sizes and domain.high - domain.low + 1 != players and not store.component:
            yield from zip(members, members, strict=True)


def _axis_of_owner(program: Program, field: Field) -> int:
    """Return the dimension of a family of zones whose keys are the owners, or `NOWHERE` if there is none."""
    family = program.families[field.number]
    owners = [program.zones[family.first + i].owner for i in range(len(field.members.at))]
    keys = [*product(*(range(first, first + size) for first, size in family.dims))]
    for axis in range(len(family.dims)):
        if [key[axis] for key in keys] == owners:
            return axis
    return NOWHERE
