"""Determines which locals of a routine may hold a value before each of its instructions.

The locals of a routine are changed only by the routine itself, because everything that it runs or offers has
a frame of its own. Therefore a forward data-flow analysis of the routine's code suffices. A slot is live from
an assignment until it is cleared.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import instructions as g

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.program import Program

__all__ = ["lives"]


def lives(program: Program, routine: int, code: range) -> dict[int, frozenset[int]]:
    """Return, for each reachable instruction of a routine, the slots that may hold a value before it runs."""
    own = frozenset(program.routines[routine].slots)
    given = {
        slot
        for a in program.actions
        if a.routine == routine
        for slot in (*a.given, *(p.slot for p in a.picks))
    }
    begun = own & {*program.routines[routine].parameters, *given}
    found: dict[int, frozenset[int]] = {}
    left = [(code.start, begun)]
    while left:
        at, before = left.pop()
        if at not in code or (at in found and before <= found[at]):
            continue
        found[at] = found.get(at, frozenset()) | before
        held = (found[at] - _cleared(program, routine, at)) | (own & frozenset(_put(program, at)))
        left += [(to, held - taken) for to, taken in _next(program, at)]
    return found


def _put(program: Program, at: int) -> Iterator[int]:
    """Yield the slots to which an instruction assigns values."""
    match program.code[at]:
        case g.PutLocal(slot=slot) | g.Throw(slot=slot) | g.Save(slot=slot):
            yield slot
        case g.LoopStart(block=block):
            yield block
        case g.LoopNext(item=item):
            yield item
        case g.Decide(site=site, answers=answers):
            if answers is not None:
                yield answers
            for action in program.sites[site].actions:
                yield from (pick.slot for pick in program.actions[action].picks)
        case _:
            return


def _cleared(program: Program, routine: int, at: int) -> frozenset[int]:
    """Return the slots of a routine that an instruction clears."""
    frame = program.routines[routine]
    match program.code[at]:
        case g.Clear(routine=number, start=start) if number == routine:
            return frozenset(s for s in frame.slots if program.slots[s].place >= frame.base + start)
        case g.Restore(slot=slot):
            return frozenset((slot,))
        case _:
            return frozenset()


def _next(program: Program, at: int) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield the instructions that may run next in the routine, each with the slots cleared on the way."""
    nothing = frozenset[int]()
    match program.code[at]:
        case g.Jump(to=to):
            yield to, nothing
        case g.BranchUnless(to=to) | g.LoopNext(leave=to):
            yield from ((at + 1, nothing), (to, nothing))
        case g.NextTurn(leave=leave, candidate=candidate):
            yield from ((at + 1, frozenset((candidate,))), (leave, nothing))
        case g.Decide(otherwise=otherwise):
            yield at + 1, nothing
            if otherwise is not None:
                yield otherwise, nothing
        case g.Return() | g.StopTurn() | g.LeavePhase() | g.Finish():
            return
        case _:
            yield at + 1, nothing
