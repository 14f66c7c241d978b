"""Fates: what happens to the component at a place of an ordered zone, as one player sees it.

In an ordered zone a place can be tracked: it shifts when something is put on top of it, until its component
is seen or moves on. Partial information shown about the component holds before and after, wherever it goes.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from gamespec.program.tables import NOWHERE
from interpreter.play.events import EventKind
from interpreter.play.information import InformationState, Sight

__all__ = ["Fact", "Fate", "Fates"]

Fact = tuple[int, int, bool]
"""A partial fact about a component: an attribute, a value, and whether it has it."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What happens to the component at a place of an ordered zone.

    It is next `seen` to be a certain component, or moves unseen at the sight `hidden`; or it `stays` to the
    end. Otherwise the zone is shuffled first and nothing is known. Until then `facts` are shown about it.
    """

    seen: int | None = None
    hidden: int | None = None
    stays: bool = False
    facts: tuple[Fact, ...] = ()


class Fates:
    """What one player sees of the places of ordered zones, from the sight `first` on.

    `sizes` are the numbers of components in the zones there.
    """

    def __init__(self, program: Program, shown: InformationState, first: int, sizes: Counter[int]) -> None:
        self.program, self.shown, self._first = program, shown, first
        self._touching: dict[int, list[int]] = {}
        for at in range(first, len(shown)):
            for zone in _zones(shown[at]):
                self._touching.setdefault(zone, []).append(at)
        self._lowest = self._bottoms(sizes.copy())
        self._onward: dict[int, Fate] = {}
        self._carried: dict[int, tuple[Fact, ...]] = {}
        if program.attributes:
            self._carry()

    def _bottoms(self, sizes: Counter[int]) -> dict[int, int]:
        """Return, for each move to the bottom of a zone, the place there, from the top."""
        found: dict[int, int] = {}
        for at in range(self._first, len(self.shown)):
            sight = self.shown[at]
            if sight[0] == EventKind.MOVED:
                _, _, source, target, _, bottom, *_ = sight
                sizes[source] -= 1
                sizes[target] += 1
                if bottom:
                    found[at] = sizes[target] - 1
        return found

    def fate(self, zone: int, place: int, at: int) -> Fate:
        """Return the fate of the component at a place of an ordered zone, from the sight `at` on."""
        touching, facts = self._touching.get(zone, []), list[Fact]()
        for i in touching[bisect_left(touching, at) :]:
            sight = self.shown[i]
            end = _end(sight, i, zone, place)
            if end is not None:
                return replace(end, facts=tuple(facts))
            if sight[0] == EventKind.SHOWN and sight[3] == place:
                facts.append((sight[4], sight[5], bool(sight[6])))
            elif sight[0] == EventKind.MOVED:
                _, _, source, target, left, bottom, *_ = sight
                place -= source == zone and left < place
                place += target == zone and not bottom
        return Fate(stays=True, facts=tuple(facts))

    def onward(self, at: int) -> Fate:
        """Return the fate of the component that moved at a hidden move."""
        if at not in self._onward:
            _, _, _, target, _, bottom, *_ = self.shown[at]
            ordered = self.program.zones[target].ordered
            place = self._lowest[at] if bottom else 0
            self._onward[at] = self.fate(target, place, at + 1) if ordered else Fate()
        return self._onward[at]

    def facts(self, at: int) -> tuple[Fact, ...]:
        """Return the facts shown about the component of a hidden move, before it and up to its fate."""
        return (*self._carried.get(at, ()), *self.onward(at).facts)

    def fits(self, c: int, facts: Iterable[Fact]) -> bool:
        """Return whether facts are true of a component."""
        return all((self._printed(attribute, c) == value) == whether for attribute, value, whether in facts)

    def _printed(self, attribute: int, c: int) -> int | None:
        of = self.program.attributes[attribute]
        first = self.program.kinds[of.kind].first
        return of.printed[c - first] if 0 <= c - first < len(of.printed) else None

    def _carry(self) -> None:
        """Carry facts about a component along its hidden moves."""
        for at in range(self._first, len(self.shown)):
            sight = self.shown[at]
            if sight[0] == EventKind.MOVED and sight[1] < 0:
                later = self.onward(at).hidden
                if later is not None and self.facts(at):
                    self._carried[later] = self.facts(at)


def _end(sight: Sight, at: int, zone: int, place: int) -> Fate | None:
    """Return how a sight settles the fate of a component at a place of a zone; `None` if it stays there."""
    sort = sight[0]
    if sort == EventKind.SHUFFLED:
        return Fate()
    if sort == EventKind.REVEALED and sight[3] == place:
        return Fate(seen=sight[1])
    if sort == EventKind.MOVED and sight[2] == zone and sight[4] in {place, NOWHERE}:
        if sight[4] == NOWHERE:
            return Fate()
        return Fate(seen=sight[1]) if sight[1] >= 0 else Fate(hidden=at)
    return None


def _zones(sight: Sight) -> tuple[int, ...]:
    """Return the zones whose places a sight changes or shows."""
    match sight[0]:
        case EventKind.MOVED:
            return (sight[2], sight[3]) if sight[2] != sight[3] else (sight[2],)
        case EventKind.REVEALED:
            return (sight[2],)
        case EventKind.SHOWN:
            return (sight[2],) if sight[1] < 0 else ()
        case EventKind.SHUFFLED:
            return (sight[1],)
        case _:
            return ()
