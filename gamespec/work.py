"""What computing costs: the budget that a game has from one question to the next, and what things cost of it.

One unit pays for an instruction, for an iteration, for a candidate, for a member of a list that is made. What
is computed again and again may be long, so its weight is one unit more for every `PARTS` names, numbers and
operators in it. Costs are charged where a list begins, before it is gone through; an engine may charge a
little earlier or later than another, but what the reference (section 15) says is the same in all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from gamespec.compile import draft as g
from gamespec.expr import core
from gamespec.expr import types as t

__all__ = [
    "BUDGET",
    "INTEGERS",
    "OPTION",
    "PARTS",
    "SHUFFLED",
    "instruction_weight",
    "moved_weight",
    "parts",
    "weight",
]

BUDGET = 4_000_000
"""Units of work from one question to the next, and for each value that is asked from outside."""

PARTS = 8
"""So many parts of an expression cost one unit more."""

INTEGERS = 32
"""So many integers of a position that are copied or cleared as one cost a unit."""


OPTION = 3
"""Units for each combination of values that is tried whole, beside those of its last value."""

SHUFFLED = 6
"""Units for each component of a zone that is shuffled."""

_NOT_COUNTED = frozenset({"type", "span", "values", "data", "body"})


def weight(node: core.Core | None) -> int:
    """The units that one evaluation costs; what is gone through inside pays for itself."""
    return 1 + parts(node) // PARTS


def parts(node: core.Core | None) -> int:
    """The names, numbers and operators of an expression, without the bodies of its quantifiers."""
    count, left = 0, [node] if node is not None else []
    while left:
        part = left.pop()
        count += not isinstance(part, core.Narrow)  # the author has not written it
        left.extend(_inside(part))
    return count


def _inside(node: core.Core | g.Instruction) -> Iterator[core.Core]:
    for field in fields(node):
        held = getattr(node, field.name)
        if field.name in _NOT_COUNTED:
            continue
        for part in held if isinstance(held, tuple) else (held,):
            if isinstance(part, core.Core):
                yield part


def moved_weight(zone: t.Type) -> int:
    """The units for each component that is moved to a zone: it may have to be put between others."""
    return 2 + (zone.of.size // INTEGERS if isinstance(zone, t.ZoneType) else 0)


def instruction_weight(instruction: g.Instruction, program: g.Program) -> int:  # noqa: C901 - a case each
    """The units that an instruction costs beside what it goes through."""
    match instruction:
        case g.Clear(_, routine, start):
            return 1 + (routine.size - start) // INTEGERS
        case g.Return(_, routine):
            return 1 + routine.size // INTEGERS
        case g.StopTurn():
            return 1 + (program.layout.length - program.layout.frames) // INTEGERS
        case g.Renew(_, store):
            return 1 + store.count // PARTS
        case g.LayTile(_, what, at, plane):
            return 1 + (parts(what) + parts(at) + len(plane.tile_of)) // PARTS
        case g.CheckEnd():
            return 1 + sum(parts(rule.when) for rule in program.end) // PARTS
        case g.NextTurn(_, _, _, who):
            return 1 + program.players * parts(who) // PARTS
        case g.LoopStart(_, block, over):
            return 1 + parts(over) // PARTS + block.size // INTEGERS
        case g.Put(_, target, value):
            stored = target.size if isinstance(target, core.Slot) else parts(target)
            return 1 + parts(value) // PARTS + stored // INTEGERS
        case g.Call(_, routine, args):
            stored = sum(slot.size for slot in routine.parameters)
            return 1 + sum(parts(a) for a in args) // PARTS + stored // INTEGERS
        case _:
            return 1 + sum(parts(node) for node in _inside(instruction)) // PARTS
