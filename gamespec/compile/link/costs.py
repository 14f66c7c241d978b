"""The cost of a program's parts, computed from the author's text; see `gamespec.program.budget`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from gamespec.compile.draft.draft import Draft, Emitted, Routine, Site
from gamespec.compile.draft.situations import Situation
from gamespec.program import instructions as g
from gamespec.program.budget import INTEGERS, PARTS
from gamespec.space import Plane
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["cost", "looked_for", "moved_weight", "parts", "through", "weight"]


def weight(node: core.Core | None) -> int:
    """Return the units that one evaluation costs. Iterations inside the expression are charged separately."""
    return 1 + parts(node) // PARTS


def parts(node: core.Core | None) -> int:
    """Count the names, numbers and operators in an expression, leaving out the bodies of its quantifiers."""
    count, left = 0, [node] if node is not None else []
    while left:
        part = left.pop()
        count += not isinstance(part, core.Narrow)  # the author has not written it
        match part:
            case core.Quantifier(over=over) | core.Reach(origin=over) | core.Longest(over=over):
                left.append(over)
            case _:
                left.extend(core.children(part))
    return count


def _expressions(held: Iterable[object]) -> Iterator[core.Core]:
    for each in held:
        for part in each if isinstance(each, tuple) else (each,):
            if isinstance(part, core.Core):
                yield part


def moved_weight(zone: t.Type) -> int:
    """Return the units for each component that moves to a zone. Inserting it in order may take a search."""
    return 2 + (zone.of.size // INTEGERS if isinstance(zone, t.ZoneType) else 0)


def through(plane: Plane) -> int:
    """Return the units for one pass over the laid tiles of a plane, or over the parts of a feature."""
    return 1 + (len(plane.ports) + len(plane.tile_of)) // PARTS


def looked_for(situation: Situation) -> int:
    """Return the units for looking up the present situation among past ones."""
    return 1 + situation.reads // PARTS


def cost(emitted: Emitted, draft: Draft, locals_: int) -> int:
    """Return the cost of an instruction, apart from its iterations.

    `locals_` is the number of integers in all locals.
    """
    if emitted.checks:
        return 0
    return 1 + _parts_of(emitted, draft) // PARTS + _integers(emitted, draft, locals_) // INTEGERS


def _parts_of(emitted: Emitted, draft: Draft) -> int:
    """Count the parts of the expressions that an instruction evaluates."""
    written = sum(parts(node) for node in _expressions(emitted.operands))
    match emitted.operands:
        case (core.Store() as store, *_) if emitted.op is g.Renew:
            return store.count
        case (_, _, Plane() as plane):
            return written + len(plane.tile_of)
        case (_, value) if emitted.op is g.Put:
            return sum(parts(node) for node in _expressions((value,)))
        case (_, tuple(args), _) if emitted.op is g.Call:
            return sum(parts(node) for node in _expressions(args))
        case (Site() as site, *_) if emitted.op is g.Decide:
            return parts(site.told)
        case (core.History() as history,) if emitted.op is g.Remember:
            return draft.situations[history].reads
        case _ if emitted.op is g.CheckEnd:
            return sum(parts(rule.when) for rule in draft.end)
        case _ if emitted.op is g.NextTurn:
            return draft.world.players * written
        case _:
            return written


def _integers(emitted: Emitted, draft: Draft, locals_: int) -> int:
    """Count the integers that an instruction writes or clears as one block."""
    match emitted.operands:
        case (Routine() as routine, int(start)) if emitted.op is g.Clear:
            return routine.size - start
        case (Routine() as routine,) if emitted.op is g.Return:
            return routine.size
        case (Routine() as routine, *_) if emitted.op is g.Call:
            return sum(slot.size for slot in routine.parameters)
        case (core.Slot() as slot, *_) if emitted.op in {g.LoopStart, g.PutLocal}:
            return slot.size
        case _ if emitted.op in {g.StopTurn, g.LeavePhase}:
            return locals_
        case (core.History() as history,):
            return history.length * draft.situations[history].words
        case _:
            return 0
