"""Decides whether all information that the steps of a program depend on is public.

If it is, every player can follow each step and knows the values of all locals. Hidden components may still
move, for example all together from one zone to another, because such a move reads nothing about them. The
decision is conservative. If the program reads hidden information anywhere, the answer is no.
"""

from __future__ import annotations

from functools import lru_cache

from gamespec.program import Program
from gamespec.program import instructions as g
from interpreter.play.openness import hidden_reads, parts_of

__all__ = ["runs_in_the_open"]


@lru_cache(maxsize=64)
def runs_in_the_open(program: Program) -> bool:
    """Return whether all players see every value that a program reads or draws, and every answer."""
    reads = hidden_reads(program)

    def is_secret(part: object) -> bool:
        match part:
            case g.Throw(told=told):
                return told is not None
            case g.Decide(answers=answers):
                return answers is not None
            case _:
                return reads(part)

    told = any(site.told is not None for site in program.sites)
    placed = any(pick.hidden for action in program.actions for pick in action.picks)
    return not (
        told or placed or any(map(is_secret, parts_of((program.code, program.actions, program.sites))))
    )
