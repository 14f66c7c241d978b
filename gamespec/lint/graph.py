"""The control-flow graph of a part of a game's code, and its postdominators."""

from __future__ import annotations

from functools import cached_property

from gamespec.compile.draft.draft import Emitted, Label
from gamespec.lint.subject import Part
from gamespec.program import instructions as g

__all__ = ["Graph"]


class Graph:
    """The control-flow graph of a part's instructions, which are given by their indexes.

    An instruction that leaves the turn or the phase leaves the part.
    """

    def __init__(self, part: Part) -> None:
        self.items = tuple(item for item in part.items if isinstance(item, Emitted))
        at, places = 0, dict[Label, int]()
        for item in part.items:
            if isinstance(item, Label):
                places[item] = at
            else:
                at += 1
        self.onward = tuple(tuple(_onward(i, item, places)) for i, item in enumerate(self.items))

    @cached_property
    def _always(self) -> tuple[int, ...]:
        """For each instruction, a bit set of the instructions that lie on every path from it to the end."""
        end = len(self.items)
        every = (1 << (end + 1)) - 1
        always = [every] * end + [1 << end]
        changed = True
        while changed:
            changed = False
            for i in range(end - 1, -1, -1):
                found = every
                for j in self.onward[i] or (end,):
                    found &= always[j]
                found |= 1 << i
                changed = changed or found != always[i]
                always[i] = found
        return tuple(always)

    def certain(self, start: int, later: int) -> bool:
        """Return whether every path from instruction `start` to the end passes instruction `later`."""
        return bool(self._always[start] >> later & 1)


def _onward(i: int, item: Emitted, places: dict[Label, int]) -> list[int]:
    """Return the successors of an instruction within its part.

    The index after the last instruction stands for the end of the part.
    """
    others = [places[operand] for operand in item.operands if isinstance(operand, Label)]
    if item.op is g.Jump:
        return others
    if item.op in {g.StopTurn, g.LeavePhase, g.Return, g.Finish}:
        return []
    return [i + 1, *others]
