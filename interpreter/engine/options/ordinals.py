"""Numbers the copies in an ordered list for the numbers of options (`interpreter.kernels.ordinals`)."""

from __future__ import annotations

from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.state.position import put_local
from interpreter.kernels.ordinals import Copies
from interpreter.kernels.terms import Lists
from interpreter.play.options import Value, offers_copies

__all__ = ["Ordinals"]

Position = list[int]
Values = tuple[Value, ...]


class Ordinals:
    """The numbering of the copies of components among the values of one action."""

    def __init__(self, e: Evaluator, action: int) -> None:
        program = e.program
        picks = program.actions[action].picks
        self.listings = [e.listing(pick.source) if offers_copies(program, pick) else None for pick in picks]
        self.possible = any(listing is not None for listing in self.listings)
        self._slots = [program.slots[pick.slot] for pick in picks]
        self._copies = Copies(program, Lists())

    def count(self, p: Position, meant: Values, index: int, copies: Copies) -> None:
        """Count the copies in the list of value number `index`, given the values before it in `meant`."""
        listing = self.listings[index]
        assert listing is not None  # noqa: S101 - asked by the caller
        for slot, earlier in zip(self._slots, meant[:index], strict=False):
            put_local(p, slot.place, earlier)
        copies.begin()
        for c in listing(p):
            copies.count(p, c)
        for slot in self._slots:
            p[slot.place : slot.place + slot.size] = [0] * slot.size

    def counted(self, p: Position, meant: Values, answer: Values) -> Values:
        """Return the values from which the number of an answer is computed.

        `meant` is a combination of values that the answer may stand for.
        """
        counted = list(answer)
        for index, value in enumerate(answer):
            if self.listings[index] is not None:
                self.count(p, meant, index, self._copies)
                if isinstance(value, tuple):
                    counted[index] = tuple(map(self._copies.counted, value))
                else:
                    counted[index] = self._copies.counted(value)
        return tuple(counted)
