"""Represents local lists whose order is never read as bit sets, held in locals of the running function.

A local list qualifies if

- only the running function reads it (`liveness`), and it is live neither at a decision nor at a point at
  which the game may end, because the position must hold the list in its standard form there;
- it has no duplicates, and its members come from a range that is not too long;
- it is queried only for its length, for whether it contains a value, and by `any`, `none`, `all` and `count`
  with a condition that cannot fail.

The results of these queries do not depend on the order of the list, so a set gives the same results.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from interpreter.compiled.analysis.facts import Facts
from interpreter.compiled.analysis.liveness import Liveness
from interpreter.compiled.expressions.ranges import MOST_SIZE

__all__ = ["lists_as_sets"]

_ASKED = frozenset({"any", "none", "all", "count"})


def lists_as_sets(program: Program, facts: Facts, held: Liveness) -> dict[int, int]:
    """Return the slots whose lists are held as sets, each mapped to the size of the range of its members."""
    found: dict[int, int] = {}
    put = {i.slot for i in program.code if isinstance(i, g.PutLocal)}
    for slot in sorted(held.free & put):
        domain = program.slots[slot].domain
        if domain.is_list and not domain.optional and 0 <= domain.low <= domain.high < MOST_SIZE:
            found[slot] = domain.high + 1
    if not found:
        return found
    for i in program.code:
        if isinstance(i, g.PutLocal) and i.slot in found and not facts.once(i.value):
            del found[i.slot]
    for slot in _otherwise_filled(program) | _of_order(program, facts) | _at_ends(held):
        found.pop(slot, None)
    return found


def _at_ends(held: Liveness) -> set[int]:
    """Return the slots that may be live at a point at which the game may end."""
    code = held.course.program.code
    ends = (n for n, p in enumerate(held.course.points) if isinstance(code[p.at], g.CheckEnd | g.Finish))
    return {slot for n in ends for slot in held.live(n)}


def _otherwise_filled(program: Program) -> set[int]:
    """Return the slots to which something other than `PutLocal` assigns a value."""
    found = {slot for routine in program.routines for slot in routine.parameters}
    for action in program.actions:
        found |= {*action.given, *(pick.slot for pick in action.picks)}
    for i in program.code:
        match i:
            case g.LoopStart(block=slot) | g.LoopNext(item=slot) | g.Throw(slot=slot) | g.Save(slot=slot):
                found.add(slot)
            case _:
                pass
    return found


def _of_order(program: Program, facts: Facts) -> set[int]:
    """Return the slots of the locals that are read by code whose result may depend on the order of a list."""
    found: set[int] = set()
    seen: set[int] = set()
    stack: list[object] = [
        program.code, program.actions, program.sites, program.end, program.score, program.ranking,
        program.measures,
    ]  # fmt: skip
    while stack:
        value = stack.pop()
        if isinstance(value, tuple):
            stack += value
        elif isinstance(value, x.Local):
            found.add(value.slot)
        elif is_dataclass(value) and id(value) not in seen:
            seen.add(id(value))
            stack += [getattr(value, f.name) for f in fields(value) if f.name != _free_of_order(value, facts)]
    return found


def _free_of_order(node: object, facts: Facts) -> str | None:
    """Return the field of a node that holds a local list whose order makes no difference, or `None`."""
    match node:
        case x.Quantifier(kind=kind, over=x.Local(), body=body) if kind in _ASKED and not facts.fails(body):
            return "over"
        case x.InList(of=x.Local()) | x.Length(of=x.Local()):
            return "of"
        case _:
            return None
