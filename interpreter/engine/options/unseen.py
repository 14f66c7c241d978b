"""Unseen choices: places stand for the components that the decider does not know.

The candidates are combinations of real components, because conditions are evaluated for them. On offer are
the answers obtained by replacing each component that the decider does not know by its place
(`interpreter.play.options`): in an ordered zone by its position; in an unordered one, where all unknown
components are interchangeable, by the zone alone.

So several combinations may be one answer. Which of them it was is drawn after the answer, value by value,
with weights equal to the number of remaining combinations. Thus all combinations, and all assignments of
several values of one zone, are equally likely.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gamespec.program import Pick, Program
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.state.unsettled import SHIFT, Unsettled
from interpreter.play.options import Value, is_place, place, place_at

__all__ = ["Draw", "Unseen", "components", "drawn"]

Position = list[int]
Values = tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """What a place may have meant: value number `index` of those chosen for a pick, or the only one.

    Outcomes are components, in the order of declaration, the first of alike ones. Weights are numbers of
    combinations.
    """

    pick: int
    index: int
    zone: int
    outcomes: tuple[int, ...]
    shares: tuple[int, ...]


def components(picks: Sequence[Pick], values: Values) -> list[int]:
    """Return the components among some values, in order: neither `none` nor places."""
    return [
        c
        for pick, value in zip(picks, values, strict=True)
        for c in (value if isinstance(value, tuple) else (value,))
        if pick.component and c != NONE and not is_place(c)
    ]


def drawn(values: Values, draw: Draw, component: int) -> Values:
    """Replace one of the values by what was drawn for it."""
    value = values[draw.pick]
    new: Value = component
    if isinstance(value, tuple):
        new = (*value[: draw.index], component, *value[draw.index + 1 :])
    return (*values[: draw.pick], new, *values[draw.pick + 1 :])


class Unseen:
    """The places among the values of one action."""

    def __init__(self, program: Program, action: int) -> None:
        self.picks = program.actions[action].picks
        self.possible = any(pick.hidden for pick in self.picks)
        self._program, self._layout = program, program.layout
        self._tells = tuple(zone.tells for zone in program.zones)

    def knows(self, p: Position, component: int) -> bool:
        """Return whether the decider knows which component this is."""
        return bool(p[self._layout.known + component] >> p[Head.ME] & 1)

    def by_place(self, p: Position, values: Values) -> Values:
        """Return the answer of a combination of real values. Raises `Unsettled`."""
        return tuple(
            self._by_place(p, pick, value) if pick.hidden else value
            for pick, value in zip(self.picks, values, strict=True)
        )

    def _by_place(self, p: Position, pick: Pick, value: Value) -> Value:
        if not isinstance(value, tuple):
            return value if value == NONE or self.knows(p, value) else self._place(p, pick, value, 0)
        known = [c for c in value if self.knows(p, c)]
        earlier: Counter[int] = Counter()
        places: list[int] = []
        for c in value:
            if not self.knows(p, c):
                zone = p[self._layout.zone_of + c]
                places.append(self._place(p, pick, c, earlier[zone]))
                earlier[zone] += 1
        return (*known, *sorted(places, reverse=True))

    def _place(self, p: Position, pick: Pick, c: int, earlier: int) -> int:
        """Return the place of a component; `earlier` are the values of its zone before it."""
        zone = p[self._layout.zone_of + c]
        if not self._tells[zone]:
            return place_at(pick, zone, earlier)
        if p[self._layout.known + c] >> SHIFT:
            raise Unsettled(c)
        above = 0
        while (c := p[self._layout.previous + c]) >= 0:
            above += 1
        return place_at(pick, zone, above)

    def found(self, p: Position, values: Values) -> Values:
        """Replace the places of an answer that identify components by these."""
        return tuple(
            tuple(self._at(p, pick, one) for one in value)
            if isinstance(value, tuple)
            else self._at(p, pick, value)
            for pick, value in zip(self.picks, values, strict=True)
        )

    def _at(self, p: Position, pick: Pick, value: int) -> int:
        if not pick.hidden or not is_place(value):
            return value
        zone, index = place(pick, value)
        return self._lying(p, zone)[index] if self._tells[zone] else value

    def _lying(self, p: Position, zone: int) -> list[int]:
        found: list[int] = []
        c = p[self._layout.first + zone]
        while c >= 0:
            found.append(c)
            c = p[self._layout.next + c]
        return found

    def filled_in(self, p: Position, values: Values) -> Values:
        """Replace each place of an answer by some component there, independently of what will be drawn."""
        return tuple(
            tuple(self._some(p, pick, one) for one in value)
            if isinstance(value, tuple)
            else self._some(p, pick, value)
            for pick, value in zip(self.picks, self.found(p, values), strict=True)
        )

    def _some(self, p: Position, pick: Pick, value: int) -> int:
        if not pick.hidden or not is_place(value):
            return value
        zone, index = place(pick, value)
        return [c for c in self._lying(p, zone) if not self.knows(p, c)][index]

    def next(
        self, p: Position, values: Values, combinations: Callable[[Position], Sequence[Values]]
    ) -> Draw | None:
        """Return the next draw for an answer; `None` if nothing is open any more.

        `combinations` lists the combinations of real values that can be chosen in the position.
        """
        for number, (pick, value) in enumerate(zip(self.picks, values, strict=True)):
            for index, one in enumerate(value if isinstance(value, tuple) else (value,)):
                if pick.hidden and is_place(one):
                    zone, _ = place(pick, one)
                    return self._draw(p, values, number, index, zone, combinations(p))
        return None

    def _draw(  # noqa: PLR0913 - an answer, one of its places, and what it may mean
        self, p: Position, values: Values, number: int, index: int, zone: int, combinations: Sequence[Values]
    ) -> Draw:
        given = values[number]
        taken = set(given) if isinstance(given, tuple) else set()
        shares: Counter[int] = Counter()
        for combination in combinations:
            if self._agrees(p, values, combination):
                value = combination[number]
                for c in value if isinstance(value, tuple) else (value,):
                    free = c not in taken and not self.knows(p, c)
                    if free and p[self._layout.zone_of + c] == zone:
                        shares[c] += 1
        first: dict[int, int] = {}
        merged: Counter[int] = Counter()
        for c in sorted(shares):
            merged[first.setdefault(self._program.alike[c], c)] += shares[c]
        return Draw(number, index, zone, tuple(merged), tuple(merged.values()))

    def _agrees(self, p: Position, values: Values, combination: Values) -> bool:
        """Return whether an answer, partly drawn, may mean a combination of real values."""
        return all(
            self._may_be(p, pick, value, real) if pick.hidden else value == real
            for pick, value, real in zip(self.picks, values, combination, strict=True)
        )

    def _may_be(self, p: Position, pick: Pick, value: Value, real: Value) -> bool:
        if not isinstance(value, tuple) or not isinstance(real, tuple):
            if isinstance(value, tuple) or isinstance(real, tuple) or not is_place(value) or real == NONE:
                return value == real
            return not self.knows(p, real) and p[self._layout.zone_of + real] == place(pick, value)[0]
        open_ = Counter(place(pick, one)[0] for one in value if is_place(one))
        given = {one for one in value if not is_place(one)}
        rest = [c for c in real if c not in given]
        if len(real) != len(value) or len(rest) != open_.total() or any(self.knows(p, c) for c in rest):
            return False
        return Counter(p[self._layout.zone_of + c] for c in rest) == open_
