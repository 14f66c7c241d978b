"""Local lists whose order is never read: they are represented as bit sets, in locals of the running function.

A local list qualifies if

- only the running function reads it (`held`), and it is live neither at a decision nor where the game may
  end, since the position must then have it in its standard form;
- it has no duplicates, and its members are from a range that is not too long;
- it is queried only for its length, for whether it contains a value, and by `any`, `none`, `all` and `count`
  with a condition that cannot fail.

None of these results depends on the order, so a set gives the same ones.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from interpreter.compiled.analysis.facts import Facts
from interpreter.compiled.analysis.held import Held
from interpreter.compiled.expressions.ranges import MOST_SIZE

__all__ = ["held_sets"]

_ASKED = frozenset({"any", "none", "all", "count"})


def held_sets(program: Program, facts: Facts, held: Held) -> dict[int, int]:
    """Return the slots that are held as sets, each with the size of the range of its members."""
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


def _at_ends(held: Held) -> set[int]:
    """Return the slots that may be live where the game may end."""
    code = held.course.program.code
    ends = (n for n, p in enumerate(held.course.points) if isinstance(code[p.at], g.CheckEnd | g.Finish))
    return {slot for n in ends for slot in held.live(n)}


def _otherwise_filled(program: Program) -> set[int]:
    """Return the slots that are assigned by something other than `PutLocal`."""
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
    """Return the slots of locals that occur in a query whose result may depend on the order of a list."""
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
    """Return the field of an expression that is a local list whose order makes no difference, if any."""
    match node:
        case x.Quantifier(kind=kind, over=x.Local(), body=body) if kind in _ASKED and not facts.fails(body):
            return "over"
        case x.InList(of=x.Local()) | x.Length(of=x.Local()):
            return "of"
        case _:
            return None
