"""Options that contain components chosen unseen (`interpreter.kernels.unseen`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gamespec.program import Pick, Program
from gamespec.program.domain import NONE
from gamespec.program.frozen import dataclass
from interpreter.engine.options.ordinals import Ordinals
from interpreter.engine.state.unsettled import SHIFT, Unsettled
from interpreter.kernels import unseen as kernels
from interpreter.kernels.chosen import Chosen
from interpreter.kernels.terms import Lists
from interpreter.play.options import Value, is_place, place

__all__ = ["Draw", "Unseen", "components", "drawn"]

Position = list[int]
Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """The draw that determines the component at a place: the `index`-th value of a pick, or its only one.

    Outcomes are components in the order of declaration; the first represents identical ones. A share is a
    number of combinations. `each` has that of each component by itself.
    """

    pick: int
    index: int
    zone: int
    outcomes: tuple[int, ...]
    shares: tuple[int, ...]
    each: tuple[int, ...]


def components(picks: Sequence[Pick], values: Values) -> list[int]:
    """Return the components among values, in order: neither `none` nor places."""
    return [
        c
        for pick, value in zip(picks, values, strict=True)
        for c in (value if isinstance(value, tuple) else (value,))
        if pick.component and c != NONE and not is_place(c)
    ]


def drawn(values: Values, draw: Draw, component: int) -> Values:
    """Return the values after a draw, with the component in place of the value that was drawn."""
    value = values[draw.pick]
    new: Value = component
    if isinstance(value, tuple):
        new = (*value[: draw.index], component, *value[draw.index + 1 :])
    return (*values[: draw.pick], new, *values[draw.pick + 1 :])


class Unseen(kernels.Unseen):
    """The places among the values of one action."""

    def __init__(self, program: Program, action: int) -> None:
        super().__init__(program, action, Lists(), self._watch)
        self.possible = bool(self.hidden)
        self._size, self._known = program.layout.size, program.layout.known

    def _watch(self, p: Position, c: int) -> None:
        if p[self._known + c] >> SHIFT:
            raise Unsettled(c)

    # --- values and arrays ----------------------------------------------------------------------------

    def array_of(self, values: Values) -> list[int]:
        """Return values as an array for kernels."""
        found: list[int] = []
        for chosen, value in zip(self.chosen, values, strict=True):
            own = [len(value), *value] if isinstance(value, tuple) else [value]
            found += [*own, *[0] * (chosen.size - len(own))]
        return found

    def values_of(self, of: Sequence[int]) -> Values:
        """Return the values at the start of an array."""
        return tuple(
            tuple(of[chosen.first : chosen.end([*of])]) if chosen.several else of[chosen.at]
            for chosen in self.chosen
        )

    # --- answers --------------------------------------------------------------------------------------

    def ordered(
        self, p: Position, combinations: Sequence[Values], ordinals: Ordinals
    ) -> list[tuple[Values, Values]]:
        """Return the answers that combinations amount to, sorted by number, each with one such combination.

        Raises `Unsettled`.
        """
        rows = [[0] * self.row for _ in combinations]
        count = self.answers(p, [self.array_of(values) for values in combinations], rows, len(rows))
        for row in rows[:count]:
            for index, chosen in enumerate(self.chosen):
                if chosen.copies is not None:
                    ordinals.count(p, combinations[row[self.number]], index, chosen.copies)
                chosen.digits(row, self.key)
        self.sort(rows, count)
        return [(self.values_of(row), combinations[row[self.number]]) for row in rows[:count]]

    def answer(self, p: Position, values: Values) -> Values:
        """Return the answer for a combination of real values. Raises `Unsettled`."""
        row = [0] * self.row
        self.answers(p, [self.array_of(values)], [row], 1)
        return self.values_of(row)

    def meant(self, p: Position, values: Values) -> Values:
        """Return an answer in which each place that determines a component is replaced by it."""
        answer = self.array_of(values)
        self.found(p, answer)
        return self.values_of(answer)

    def filled_in(self, p: Position, values: Values) -> Values:
        """Return an answer with an arbitrary component for each place, independent of future draws."""
        return tuple(
            tuple(self._some(p, chosen, one) for one in value)
            if isinstance(value, tuple)
            else self._some(p, chosen, value)
            for chosen, value in zip(self.chosen, self.meant(p, values), strict=True)
        )

    def _some(self, p: Position, chosen: Chosen, value: int) -> int:
        if not chosen.pick.hidden or not is_place(value):
            return value
        zone, index = place(chosen.pick, value)
        lying = (chosen.lying(p, zone, i) for i in range(p[self._size + zone]))
        return [c for c in lying if not chosen.decider.knows(p, c)][index]

    # --- what may be meant ----------------------------------------------------------------------------

    def next(
        self, p: Position, values: Values, combinations: Callable[[Position], Sequence[Values]]
    ) -> Draw | None:
        """Return the next draw of an answer; `None` if nothing is open.

        `combinations` lists the combinations of actual components that can be chosen in the position.
        """
        answer = self.array_of(values)
        at = self.first_place(answer)
        if at < 0:
            return None
        number = next(i for i, chosen in enumerate(self.chosen) if at in chosen.span)
        zone = self.zone(answer, at)
        self.forget()
        for combination in combinations(p):
            self.share(p, answer, at, self.array_of(combination))
        each = tuple(self.shares)
        self.merge()
        outcomes = tuple(c for c, share in enumerate(self.shares) if share)
        shares = tuple(self.shares[c] for c in outcomes)
        return Draw(number, at - self.chosen[number].first, zone, outcomes, shares, each)
