"""Decides whether all information that the steps of a program depend on is public.

If it is, every player can follow each step and knows the values of all locals. Hidden components may still
move, for example all together from one zone to another, because such a move reads nothing about them. The
decision is conservative. If the program reads hidden information anywhere, the answer is no.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g

__all__ = ["runs_in_the_open"]


@lru_cache(maxsize=64)
def runs_in_the_open(program: Program) -> bool:
    """Return whether all players see every value that a program reads or draws, and every answer."""
    everybody = (1 << program.players) - 1
    family = [all(zone.seen == everybody for zone in program.zones if zone.family == number)
              for number in range(len(program.families))]  # fmt: skip
    store = [all(seen == everybody for seen in each.seen) for each in program.stores]

    def shown(zone: x.Expression) -> bool:
        return family[zone.family] if isinstance(zone, x.ZoneAt) else all(family)

    def is_open(part: object) -> bool:
        match part:
            case g.Throw(told=told) if told is not None:
                return False
            case g.Decide(answers=answers) if answers is not None:
                return False
            case x.Load(store=number):
                return store[number]
            case x.Contents(zone=zone) | x.ZoneEnd(zone=zone) | x.ZoneEnds(zone=zone) | x.InZone(zone=zone):
                return shown(zone)
            case x.FamilyContents(family=number) | x.Key(family=number):
                return family[number]
            case x.ByPlace():
                return all(family)
            case x.Occurred():
                return all(family) and all(store)
            case _:
                return True

    told = all(site.told is None for site in program.sites)
    placed = any(pick.hidden for action in program.actions for pick in action.picks)
    return told and not placed and all(map(is_open, _parts((program.code, program.actions, program.sites))))


def _parts(whole: object) -> Iterator[object]:
    """Yield the instructions and expressions of a program.

    An expression that only selects components to be moved as they lie is omitted, because it reads nothing.
    The expressions for its zone and its count are yielded.
    """
    left, applied = [whole], set[int]()
    while left:
        part = left.pop()
        match part:
            case tuple():
                left += part
                continue
            case g.MoveTo(what=x.Contents(zone=zone) | x.ZoneEnd(zone=zone), to=to):
                left += [zone, to]
                continue
            case g.MoveTo(what=x.ZoneEnds(zone=zone, count=count), to=to):
                left += [zone, count, to]
                continue
            case x.Function(number=number):
                if number in applied:
                    continue
                applied.add(number)
            case _ if not is_dataclass(part) or isinstance(part, type):
                continue
            case _:
                yield part
        left += [getattr(part, field.name) for field in fields(part)]
