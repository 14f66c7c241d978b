"""Loops in words, for `gamespec fuzz`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.text.plurals import counted
from interpreter.cli.common.screen import echo
from interpreter.cli.test.found import answers, setting
from interpreter.fuzz import LoopKind
from interpreter.words import Words

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from interpreter.fuzz import Loop

__all__ = ["as_dict", "best_of", "print_loop"]

MOST_STEPS = 12
"""Maximum number of answers of a loop that are printed."""


def best_of(loops: Iterable[Loop]) -> list[Loop]:
    """Return the last of the loops of each kind, the gravest kind first.

    A loop that the players can only repeat together is left out beside a graver one, unless that is proven.
    """
    found = {loop.kind: loop for loop in loops}
    told = [found[kind] for kind in LoopKind if kind in found]
    return [loop for loop in told if loop.kind != LoopKind.REPEATS or loop.proven or len(told) == 1]


def as_dict(loop: Loop) -> dict[str, Any]:
    """Return a loop as data."""
    return {
        "kind": loop.kind.value, "seats": [seat + 1 for seat in loop.seats], "proven": loop.proven,
        "chance": loop.chance, "players": loop.case.players, "options": dict(loop.case.options),
        "seed": loop.seed, "after": len(loop.before), "steps": answers(loop.case, loop.steps),
    }  # fmt: skip


def print_loop(loop: Loop) -> None:
    """Print what a loop is, its answers, and how it is reached."""
    echo(f"loop: {_headline(loop)}")
    steps = answers(loop.case, loop.steps)
    for step in steps[:MOST_STEPS]:
        echo(f"    {step}")
    if len(steps) > MOST_STEPS:
        echo(f"    and {counted(len(steps) - MOST_STEPS, 'more answer')}")
    lead = "this answer leads" if len(steps) == 1 else "these answers lead"
    where = setting(loop.case, loop.seed)
    luck = ", if chance falls so" if loop.chance else ""
    before = f"after {counted(len(loop.before), 'decision')}" if loop.before else "from the beginning"
    echo(f"  = note: {before}, {lead} back to the same situation{luck}: {where}")


def _headline(loop: Loop) -> str:
    """Return what a loop is, and whether that is proven."""
    explored = counted(loop.explored, "situation")
    match loop.kind:
        case LoopKind.CANNOT_END:
            return f"the game cannot end any more (proven: no end in the {explored} that can follow)"
        case LoopKind.ENDLESS_TURN:
            return f"{_seats(loop)} can act for ever in one turn (proven)"
        case LoopKind.FORCED:
            sure = "proven" if loop.proven else "assuming that everybody knows what is hidden"
            whatever = "whatever the others do and whatever chance brings"
            return f"{_seats(loop)} can go on for ever, {whatever} ({sure})"
        case LoopKind.REPEATS:
            sure = (
                "nobody can force it, which is proven"
                if loop.proven
                else "it is open whether one can force it"
            )
            return f"the players can repeat a situation; {sure} ({explored} explored)"


def _seats(loop: Loop) -> str:
    """Return the names of the players who can go on, alone or as a team."""
    words = Words(loop.case.compiled)
    alone = [" with ".join(words.player(seat) for seat in each) for each in loop.coalitions]
    return " or ".join(alone)
