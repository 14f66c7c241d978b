"""Decides from the program what is hidden, what is random, and what may surprise players.

A step *reads* hidden information if the value of one of its expressions may depend on a component or a
variable that some player does not see. Such a step, and one that draws a number by chance, may surprise
players, that is, show them something that they could not know before. So may one that uses a local that was
set by such a step. Which way a game has gone counts as known to all. All decisions are conservative: a game
may count as one that hides something although everything is in fact public, and a step may be listed that
never surprises anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from functools import lru_cache

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.tables import NOWHERE

__all__ = ["hidden_reads", "is_certain", "is_open", "is_symmetric", "parts_of", "surprises"]


@lru_cache(maxsize=64)
def is_open(program: Program) -> bool:
    """Return whether all players see everything at all times, in which case only the future is unknown.

    The result is true if no zone, variable, answer or throw is hidden from any player, and no zone is
    shuffled.
    """
    everybody = (1 << program.players) - 1
    return (
        all(zone.seen == everybody and zone.stream == NOWHERE for zone in program.zones)
        and all(seen == everybody for store in program.stores for seen in store.seen)
        and all(site.told is None for site in program.sites)
        and all(step.told is None for step in program.code if isinstance(step, g.Throw))
    )


def is_certain(program: Program) -> bool:
    """Return whether all players see everything, and nothing is random.

    Then the position and the answers determine everything that follows.
    """
    return is_open(program) and not program.streams


@lru_cache(maxsize=64)
def is_symmetric(program: Program) -> bool:
    """Return whether all players know the same at all times: what is hidden is hidden from all of them.

    Then nobody learns anything from what others do.
    """
    everybody = (1 << program.players) - 1
    return (
        all(zone.seen in {0, everybody} for zone in program.zones)
        and all(seen == everybody for store in program.stores for seen in store.seen)
        and all(site.told is None for site in program.sites)
        and not any(pick.hidden for action in program.actions for pick in action.picks)
        and all(map(_is_for_all, program.code))
        and not any(map(hidden_reads(program), parts_of(program.score)))
    )


def _is_for_all(step: g.Instruction) -> bool:
    """Return whether all players are told the same by a step."""
    match step:
        case g.Throw(told=told):
            return told is None
        case g.RevealTo(to=to) | g.ShowTo(to=to):
            return to is None
        case g.Decide(answers=answers):
            return answers is None
        case _:
            return True


@lru_cache(maxsize=64)
def surprises(program: Program) -> tuple[int, ...]:
    """Return the numbers of the instructions that may show players something that they could not know.

    Whatever a player can observe before such an instruction follows from what all players know and from their
    answers, if the program `is_symmetric`.
    """
    hides, reads_itself = not is_open(program), hidden_reads(program)
    unknown = set[int]()

    def reads(part: object) -> bool:
        match part:
            case x.Can() | x.InARow():
                return hides
            case x.Local(slot=slot):
                return slot in unknown
            case _:
                return reads_itself(part)

    known = -1
    while known < len(unknown):
        known = len(unknown)
        unknown |= {slot for slot, value in _set_by(program) if any(map(reads, parts_of(value)))}
    return tuple(at for at, step in enumerate(program.code) if _surprises(program, step, reads))


def _surprises(program: Program, step: g.Instruction, reads: Callable[[object], bool]) -> bool:
    match step:
        case g.Throw() | g.DrawHidden() | g.DrawSecret() | g.RevealTo() | g.ShowTo():
            return True
        case g.ShuffleZone(zone=zone):
            shows = _is_seen(program, zone) or _has_backs(program, zone)
            return shows or any(map(reads, parts_of(zone)))
        case g.MoveTo(what=x.Contents(zone=zone) | x.ZoneEnd(zone=zone) | x.ZoneEnds(zone=zone), to=to):
            arrives = reads(x.Contents(zone.at, zone.domain, zone)) and _is_seen(program, to)
            return arrives or any(map(reads, parts_of(step)))
        case g.CheckEnd():
            return any(map(reads, parts_of(program.end)))
        case g.Decide(site=number):
            site = program.sites[number]
            actions = [program.actions[action] for action in site.actions]
            tried = [action for action in actions if action.keeps is not None or action.most is not None]
            steps = [_steps(program, action.routine) for action in tried if action.routine is not None]
            return any(map(reads, parts_of((site, *actions)))) or any(
                _surprises(program, each, reads) for routine in steps for each in routine
            )
        case _:
            return any(map(reads, parts_of(step)))


def _set_by(program: Program) -> Iterator[tuple[int, object]]:
    """Yield the slots that steps set, with what their values depend on. What a player chooses is known."""
    loops = [step for step in program.code if isinstance(step, g.LoopStart)]
    for step in program.code:
        match step:
            case g.PutLocal(slot=slot, value=value):
                yield slot, value
            case g.LoopStart(block=block, over=over):
                yield block, over
            case g.LoopNext(block=block, item=item):
                yield item, tuple(loop.over for loop in loops if loop.block == block)
            case g.Call(routine=number, args=args):
                yield from zip(program.routines[number].parameters, args, strict=True)
            case _:
                pass
    for site in program.sites:
        for action, given in zip(site.actions, site.given, strict=True):
            yield from zip(program.actions[action].given, given, strict=True)


def _steps(program: Program, number: int) -> Iterator[g.Instruction]:
    """Yield the instructions of a routine, and of those that it calls."""
    routine = program.routines[number]
    for step in program.code[routine.entry : routine.exit]:
        yield step
        if isinstance(step, g.Call):
            yield from _steps(program, step.routine)


def _is_seen(program: Program, zone: x.Expression) -> bool:
    """Return whether any player sees into a zone."""
    return not isinstance(zone, x.ZoneAt) or any(
        each.seen != 0 for each in program.zones if each.family == zone.family
    )


def _has_backs(program: Program, zone: x.Expression) -> bool:
    """Return whether components in a zone may have different backs, which players see."""
    if not isinstance(zone, x.ZoneAt):
        return len({*program.backs}) > len(program.kinds)
    kind = program.kinds[program.families[zone.family].kind]
    return len({*program.backs[kind.first : kind.first + kind.size]}) > 1


def hidden_reads(program: Program) -> Callable[[object], bool]:
    """Return a function that says whether a part of a program itself reads what some player does not see."""
    everybody = (1 << program.players) - 1
    family = [all(zone.seen == everybody for zone in program.zones if zone.family == number)
              for number in range(len(program.families))]  # fmt: skip
    store = [all(seen == everybody for seen in each.seen) for each in program.stores]

    def shown(zone: x.Expression) -> bool:
        return family[zone.family] if isinstance(zone, x.ZoneAt) else all(family)

    def reads(part: object) -> bool:
        match part:
            case x.Load(store=number):
                return not store[number]
            case x.Contents(zone=zone) | x.ZoneEnd(zone=zone) | x.ZoneEnds(zone=zone) | x.InZone(zone=zone):
                return not shown(zone)
            case x.FamilyContents(family=number) | x.Key(family=number):
                return not family[number]
            case x.ByPlace():
                return not all(family)
            case x.Occurred():
                return not (all(family) and all(store))
            case _:
                return False

    return reads


def parts_of(whole: object) -> Iterator[object]:
    """Yield the instructions and expressions in a part of a program, with those of the functions applied.

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
