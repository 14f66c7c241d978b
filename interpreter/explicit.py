"""Explicit chance: the caller supplies every outcome, and sees what could come with what probability.

A shuffled order is not settled at once. The components of a zone shuffled this way are marked; a place whose
component somebody is about to read (`top`, `bottom`) is settled then, by a chance node over the marked
components of the zone, all equally likely. A marked component that never comes up stays unsettled, so a
whole game tree has no more chance nodes than the game has surprises.

The mark is a bit beside those of the players who know the component.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any

from gamespec import program as g
from gamespec.expr import core
from gamespec.expr import types as t
from interpreter.chance import Chance
from interpreter.errors import Fault
from interpreter.events import Shuffled

if TYPE_CHECKING:
    from interpreter.context import Context, Operation
    from interpreter.machine import Machine

__all__ = ["MARK", "explicit_operations", "settle"]

Position = list[int]

MARK = 1 << 30
"""The bit that marks an unsettled component."""


@dataclass(frozen=True, slots=True)
class _Need:
    """A place an instruction reads: some components from one end of a zone."""

    zone: Callable[[Position], int]
    count: Callable[[Position], int] | None
    from_top: bool


def explicit_operations(machine: Machine, usual: tuple[Operation, ...]) -> tuple[Operation, ...]:
    """The operations of a machine in which chance is explicit."""
    return tuple(
        _operation(machine, at, instruction, usual[at]) for at, instruction in enumerate(machine.program.code)
    )


def _operation(machine: Machine, at: int, instruction: g.Instruction, usual: Operation) -> Operation:
    match instruction:
        case g.ShuffleZone():
            return _shuffle(machine, at, instruction)
        case g.Throw():
            return _guarded(machine, instruction, _throw(machine, instruction, usual))
        case g.MoveTo():
            return _guarded(machine, instruction, _move(machine, instruction, usual))
        case _:
            return _guarded(machine, instruction, usual)


def _shuffle(machine: Machine, at: int, i: g.ShuffleZone) -> Operation:
    zone, atoms = machine.evaluator.number(i.zone), machine.atoms

    def operation(p: Position, context: Context) -> int:
        number = zone(p)
        contents = sorted(atoms.contents(p, number))
        atoms.reorder(p, number, contents)
        for c in contents:
            p[atoms.known + c] &= atoms.sees(number, c)
            if len(contents) > 1:
                p[atoms.known + c] |= MARK
        if context.events is not None:
            context.events.append(Shuffled(number))
        return at + 1

    return operation


def _throw(machine: Machine, i: g.Throw, usual: Operation) -> Operation:
    source, span, scratch, place = (
        machine.evaluator.listing(i.source),
        i.span,
        machine.evaluator.scratch,
        machine.evaluator.place(i.item),
    )
    weight = machine.evaluator.number(i.weight) if i.weight is not None else None

    def operation(p: Position, context: Context) -> int:
        if context.script.get(i.name):
            return usual(p, context)
        shares: dict[int, int] = {}
        for value in source(p):
            scratch[place] = value
            shares[value] = shares.get(value, 0) + (weight(p) if weight is not None else 1)
        possible = {v: s for v, s in shares.items() if s > 0}
        if not possible:
            raise Fault("GS511", "there is nothing to draw from", span)
        context.chance = Chance(i.name, i.slot.type, tuple(possible), tuple(possible.values()), t.NONE)
        return -1

    return operation


def _move(machine: Machine, i: g.MoveTo, usual: Operation) -> Operation:
    """A move takes unsettled components only if it takes all of a zone."""
    atoms, known = machine.atoms, machine.atoms.known
    to = machine.evaluator.number(i.to)
    what = machine.evaluator.listing(i.what) if isinstance(i.what.type, t.ListType) else None
    one = machine.evaluator.number(i.what) if what is None else None

    def operation(p: Position, context: Context) -> int:
        moving = list(what(p)) if what is not None else [one(p)] if one is not None else []
        marked = [c for c in moving if p[known + c] & MARK]
        if not marked:
            return usual(p, context)
        for zone in {p[atoms.zone_of + c] for c in marked}:
            left = [c for c in atoms.contents(p, zone) if p[known + c] & MARK and c not in moving]
            if left:
                raise Fault(
                    "GS513", "a component whose place is not settled is moved", i.span, "read it with `top`"
                )
        ordered = atoms.ordered[to(p)]
        for c in marked:
            p[known + c] &= ~MARK
        following = usual(p, context)
        for c in marked if ordered else ():
            p[known + c] |= MARK
        return following

    return operation


def _guarded(machine: Machine, instruction: g.Instruction, usual: Operation) -> Operation:
    """An operation before which the places it reads are settled."""
    needs = tuple(_needs(machine, instruction))
    if not needs:
        return usual

    def operation(p: Position, context: Context) -> int:
        for need in needs:
            chance = _unsettled(machine, p, need)
            if chance is not None:
                context.chance = chance
                return -1
        return usual(p, context)

    return operation


def _unsettled(machine: Machine, p: Position, need: _Need) -> Chance | None:
    """The chance node for the first unsettled place that is read."""
    atoms = machine.atoms
    zone = need.zone(p)
    contents = atoms.contents(p, zone)
    read = contents if need.from_top else contents[::-1]
    for c in read[: need.count(p) if need.count is not None else 1]:
        if p[atoms.known + c] & MARK:
            return _chance(machine, p, zone, c)
    return None


def _chance(machine: Machine, p: Position, zone: int, place: int) -> Chance | None:
    atoms, faces = machine.atoms, machine.program.faces
    marked = [c for c in atoms.contents(p, zone) if p[atoms.known + c] & MARK]
    if len(marked) == 1:
        p[atoms.known + marked[0]] &= ~MARK
        return None
    shares: dict[int, list[int]] = {}
    for c in sorted(marked):
        shares.setdefault(faces[c] if faces[c] >= 0 else -1 - c, []).append(c)
    outcomes = tuple(alike[0] for alike in shares.values())
    rule = machine.program.zone_rules[zone]
    return Chance(rule.zone.name, rule.kind, outcomes, tuple(len(a) for a in shares.values()), place)


def settle(machine: Machine, p: Position, chance: Chance, outcome: int) -> None:
    """Let an outcome come up in the place that a chance node settles."""
    atoms = machine.atoms
    zone = p[atoms.zone_of + chance.place]
    swap = {chance.place: outcome, outcome: chance.place}
    atoms.reorder(p, zone, [swap.get(c, c) for c in atoms.contents(p, zone)])
    p[atoms.known + outcome] &= ~MARK


def _needs(machine: Machine, instruction: g.Instruction) -> Iterator[_Need]:
    e = machine.evaluator
    for node in _nodes(instruction, set()):
        if not isinstance(node, core.BuiltIn) or node.name not in {"top", "bottom"}:
            continue
        if isinstance(node.args[0].type, t.ZoneType):
            count = e.number(node.args[1]) if len(node.args) > 1 else None
            yield _Need(e.number(node.args[0]), count, node.name == "top")


def _nodes(part: Any, seen: set[int]) -> Iterator[core.Core]:
    """Every expression in an instruction, those of the functions it applies included."""
    if id(part) in seen or isinstance(part, int | str | g.Routine | g.Label | core.Store | core.ZoneStore):
        return
    seen.add(id(part))
    if isinstance(part, tuple):
        for item in part:
            yield from _nodes(item, seen)
    elif isinstance(part, core.Function):
        yield from _nodes(part.body, seen)
    elif is_dataclass(part) and not isinstance(part, core.Slot | core.Span):
        if isinstance(part, core.BuiltIn):
            yield part
        for each in fields(part):
            if each.name not in {"type", "span", "data"}:
                yield from _nodes(getattr(part, each.name), seen)
