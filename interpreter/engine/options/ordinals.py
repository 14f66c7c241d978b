"""The numbering of copies of a component that lie in an order.

A component in a row is a different option from its copy next to it. But nobody can tell which copy lies
where, so option numbers must not depend on it: of the copies in a list, the one that comes first counts as
the first declared, the next as the second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.state.position import put_local
from interpreter.play.options import Value, offers_copies

__all__ = ["Ordinals"]

Position = list[int]
Values = tuple[Value, ...]


class Ordinals:
    """The copies among the values of one action."""

    def __init__(self, e: Evaluator, action: int) -> None:
        program = e.program
        picks = program.actions[action].picks
        self._alike, self._known = program.alike, program.layout.known
        self._listings = [e.listing(pick.source) if offers_copies(program, pick) else None for pick in picks]
        self._slots = [program.slots[pick.slot] for pick in picks]
        self.possible = any(listing is not None for listing in self._listings)

    def counted(self, p: Position, answers: Mapping[Values, Values]) -> list[Values]:
        """Return the values that the numbers of answers count; each answer comes with what it may mean."""
        listed: dict[Values, dict[int, int]] = {}
        counted = [self._counted(p, meant, answer, listed) for answer, meant in answers.items()]
        for slot in self._slots:
            p[slot.place : slot.place + slot.size] = [0] * slot.size
        return counted

    def _counted(
        self, p: Position, meant: Values, answer: Values, listed: dict[Values, dict[int, int]]
    ) -> Values:
        counted: list[Value] = []
        for i, (listing, value) in enumerate(zip(self._listings, answer, strict=True)):
            if listing is None:
                counted.append(value)
                continue
            before = meant[:i]
            if before not in listed:
                for slot, earlier in zip(self._slots, before, strict=False):
                    put_local(p, slot.place, earlier)
                listed[before] = self._copies(p, listing(p))
            of = listed[before]
            if isinstance(value, tuple):
                counted.append(tuple(of.get(one, one) for one in value))
            else:
                counted.append(of.get(value, value))
        return tuple(counted)

    def _copies(self, p: Position, members: Sequence[int]) -> dict[int, int]:
        """Return, for each member of a list that the decider knows, the copy as which it counts."""
        found: dict[int, int] = {}
        last: dict[int, int] = {}
        for c in dict.fromkeys(members):
            if c >= 0 and p[self._known + c] >> p[Head.ME] & 1:
                first = self._alike[c]
                last[first] = self._alike.index(first, last.get(first, -1) + 1)
                found[c] = last[first]
        return found
