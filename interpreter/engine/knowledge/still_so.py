"""Finds an expression that a local still equals, because nothing that the expression reads can have changed.

A caller at a decision can use the expression to evaluate a local of earlier steps from known values. The
search walks backward through the code of one routine. The analysis is conservative and gives no answer if
several instructions assign the local, or if anything except variables changes on the way.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program import instructions as g
from gamespec.program.failing import parts

__all__ = ["still_so", "within"]

_QUIET = g.BranchUnless | g.Jump | g.PutLocal | g.Put | g.LoopStart | g.LoopNext | g.Clear


def still_so(program: Program, slot: int, at: int) -> x.Expression | None:
    """Return an expression that equals local `slot` at instruction `at`, or `None` if none is certain."""
    given = [(i, step.value) for i, step in enumerate(program.code)
             if isinstance(step, g.PutLocal) and step.slot == slot]  # fmt: skip
    if len(given) != 1:
        return None
    begin, value = given[0]
    left, seen, reads = [at], {begin}, tuple(within(value))
    before_each = _before(program)
    while left:
        for before in before_each[left.pop()]:
            step = program.code[before]
            if before in seen:
                continue
            if not isinstance(step, _QUIET) or _changes(step, reads):
                return None
            seen.add(before)
            left.append(before)
    return value


@lru_cache(maxsize=8)
def _before(program: Program) -> tuple[tuple[int, ...], ...]:
    """Return, for each instruction, the instructions in its routine that can run immediately before it."""
    found: list[list[int]] = [[] for _ in program.code]
    for i, step in enumerate(program.code):
        onward = [i + 1] if i + 1 < len(found) and not isinstance(step, g.Jump) else []
        match step:
            case g.Jump(to=to) | g.BranchUnless(to=to) | g.LoopNext(leave=to) | g.NextTurn(leave=to):
                onward.append(to)
            case g.Decide(otherwise=otherwise) if otherwise is not None:
                onward.append(otherwise)
            case _:
                pass
        for at in onward:
            found[at].append(i)
    return tuple(map(tuple, found))


def _changes(step: g.Instruction, reads: tuple[x.Expression, ...]) -> bool:
    """Return whether an instruction may change a value that one of the expressions in `reads` depends on."""
    match step:
        case g.Put(target=x.Load(store=store)):
            return any(isinstance(read, x.Load) and read.store == store for read in reads)
        case g.PutLocal(slot=slot) | g.LoopNext(item=slot):
            return any(isinstance(read, x.Local) and read.slot == slot for read in reads)
        case _:
            return False


def within(value: x.Expression) -> Iterator[x.Expression]:
    """Yield an expression and all its parts, including the bodies of the functions that it applies."""
    left, applied = [value], set[int]()
    while left:
        node = left.pop()
        yield node
        left += parts(node)
        if isinstance(node, x.Apply) and node.function.number not in applied:
            applied.add(node.function.number)
            left.append(node.function.body)
