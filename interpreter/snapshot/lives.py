"""Liveness: the locals of a routine that may hold a value before each of its instructions.

Only a routine itself changes its locals: everything it runs or offers has a frame of its own. So a forward
data-flow analysis of its code suffices: a slot is live from an assignment to its clearing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import instructions as g

if TYPE_CHECKING:
    from collections.abc import Iterator

    from gamespec.program import Program

__all__ = ["lives"]


def lives(program: Program, routine: int, code: range) -> dict[int, frozenset[int]]:
    """Return, for each reachable instruction of a routine, the slots that may hold a value before it."""
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
    """Yield the slots that an instruction assigns."""
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
    """Return the slots that are empty after an instruction."""
    frame = program.routines[routine]
    match program.code[at]:
        case g.Clear(routine=number, start=start) if number == routine:
            return frozenset(s for s in frame.slots if program.slots[s].place >= frame.base + start)
        case g.Restore(slot=slot):
            return frozenset((slot,))
        case _:
            return frozenset()


def _next(program: Program, at: int) -> Iterator[tuple[int, frozenset[int]]]:
    """Yield the possible successors within the routine, each with the slots that are then empty."""
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
