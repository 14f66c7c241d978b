"""Plans: the component of each hidden move, drawn backward from what is seen at the end.

Going backward, a component that is seen to move was in the source zone before, so no later facts have to be
remembered. Components that the player cannot tell at the end are placed where they may be, those with fewest
possible zones first. Then at each hidden move one of the components in its target moves back, by the
probability that it arrived just then (backward sampling: Carter and Kohn, "On Gibbs sampling for state space
models", 1994).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from interpreter.play.events import EventKind
from interpreter.play.luck import Draws
from interpreter.play.observation import Unknown
from interpreter.redeal.fates import Fate
from interpreter.redeal.losses import Losses, LostThere
from interpreter.redeal.sightings import Part, Sightings
from interpreter.redeal.trails import Step, Trail, onward

__all__ = ["make_plan"]

LIKELY = 0.02
"""A zone counts if its probability is at least this fraction of the greatest."""

LEAST_ODDS = 1e-6
"""Odds that a component arrived just then although it cannot have been in the source before."""

_PARTS = 1 << 53
"""Number of parts into which a float divides one."""

_NOTHING = Counter[int]()
"""The components in a zone without any."""


@dataclass(slots=True)
class _Bags:
    """Where the components are that the player cannot tell, before a sight.

    In an ordered zone a place may lead to a component that is seen there later. The others, which are not
    seen and may be at any of the remaining places, are `free`.
    """

    losses: Losses
    all: dict[int, Counter[int]] = field(default_factory=dict)
    free: dict[int, Counter[int]] = field(default_factory=dict)

    def put(self, zone: int, c: int, *, free: bool) -> None:
        """Put a component into a zone."""
        for bags in (self.all, self.free) if free else (self.all,):
            bag = bags.get(zone)
            if bag is None:
                bag = bags[zone] = Counter()
            bag[c] += 1

    def take(self, zone: int, c: int, *, free: bool) -> bool:
        """Take a component from a zone; return whether it was there."""
        for bags in (self.all, self.free) if free else (self.all,):
            bag = bags.get(zone, _NOTHING)
            if bag[c] < 1:
                return False
            bag[c] -= 1
        return True

    def welcomes(self, zone: int, c: int, room: int = 0) -> bool:
        """Return whether all losses can be met if one more component is in a zone, then `room` others."""
        return self.losses.welcome(zone, self.all.get(zone, _NOTHING), c, room)

    def spares(self, zone: int, c: int) -> bool:
        """Return whether all losses can be met if one component fewer is in a zone."""
        return self.losses.spared(zone, self.all.get(zone, _NOTHING), c)

    def shuffle(self, zone: int) -> None:
        """Undo a shuffle: before it, any component may be at any place."""
        self.free[zone] = self.all.get(zone, Counter()).copy()


def make_plan(sightings: Sightings, part: Part, lost: LostThere, luck: Draws) -> dict[int, int] | None:
    """Draw the component of each hidden move of a part of the sequence, by its index; `None` if that fails.

    A move within a zone is left out if nothing else is known of its component. Components exchange places
    where others should have been in a zone.
    """
    return _Planner(sightings, part, lost, luck).plan()


def drawn(shares: Sequence[float], luck: Draws) -> int:
    """Draw an index in proportion to its share; all shares are at least 0, and one is greater."""
    left = luck.below(_PARTS) / _PARTS * sum(shares)
    last = 0
    for i, share in enumerate(shares):
        if share > 0:
            last = i
            if left < share:
                return i
        left -= share
    return last


class _Planner:
    """Builds a plan, going backward."""

    def __init__(self, sightings: Sightings, part: Part, lost: LostThere, luck: Draws) -> None:
        self.sightings, self.fates, self.part, self.luck = sightings, sightings.fates, part, luck
        self.steps: dict[int, list[Step]] = {}
        self.bags = _Bags(Losses(lost))
        self.went: dict[int, int] = {}
        self.room, self.left = +part.after.unknown, part.after.left.copy()

    def plan(self) -> dict[int, int] | None:
        """Return the component of each hidden move; `None` if the plan fails."""
        s, bags = self.sightings, self.bags
        if not (self._lay_those_known_in_part() and self._lay_the_others()):
            return None
        for at in range(self.part.stop - 1, self.part.start - 1, -1):
            sight = s.shown[at]
            if sight[0] == EventKind.MOVED and sight[1] < 0:
                if not self._went(at):
                    return None
            elif at in s.news:
                bags.losses.back(sight[2], sight[1])
                bags.put(sight[2], sight[1], free=s.is_free(at))
                self._note(sight[1], Step(at, sight[2], None))
            elif sight[0] == EventKind.SHUFFLED:
                bags.shuffle(sight[1])
            if at in s.lost and not self._meet(at, *s.lost[at]):
                return None
        return self.went

    def _note(self, c: int, step: Step) -> None:
        self.steps.setdefault(c, []).append(step)

    def _meet(self, at: int, zone: int, lost: Counter[int]) -> bool:
        """Remove what the player knew in a zone from the unknown components; return whether it was there."""
        self.bags.losses.met(zone)
        self._mend(zone, lost)
        for c in lost.elements():
            self._note(c, Step(at, None, zone))
        return all(self.bags.take(zone, c, free=True) for c in lost.elements())

    def _mend(self, zone: int, lost: Counter[int]) -> None:
        """Exchange components that should be in a zone for others that are, as far as possible."""
        free, backs = self.bags.free.get(zone, Counter[int]()), self.sightings.program.backs
        for c in (lost - free).elements():
            others = [other for other in free - lost if backs[other] == backs[c]]
            zones = [source for source, bag in self.bags.free.items() if source != zone and bag[c] > 0]
            pairs = [(other, source) for other in others for source in zones]
            while pairs:
                other, source = pairs.pop(self.luck.below(len(pairs)))
                mine, theirs = self._trails(c, source, other), self._trails(other, zone, c)
                if mine and theirs:
                    self._relabel(c, other, source, mine[self.luck.below(len(mine))])
                    self._relabel(other, c, zone, theirs[self.luck.below(len(theirs))])
                    break

    def _trails(self, c: int, zone: int, other: int) -> list[Trail]:
        """Return the ways a component of a kind may have gone from a zone, if another may have gone them."""
        there = {source: bag[c] for source, bag in self.bags.all.items()}
        chances, came = self.part.after.chances, self.sightings.came
        return [
            trail
            for trail in onward(there, zone, self.steps.get(c, [])[::-1])
            if chances.get(other, {}).get(trail.end, 0.0) > 0
            and all(came[move].get(other, (0.0,))[0] > 0 for move in trail.moves)
        ]

    def _relabel(self, c: int, other: int, zone: int, trail: Trail) -> None:
        """Let another component have been in a zone and gone on from there."""
        for move in trail.moves:
            self.went[move] = other
            steps = self.steps[c]
            number = next(i for i, step in enumerate(steps) if step.at == move)
            theirs = self.steps.setdefault(other, [])
            theirs.append(steps.pop(number))
            theirs.sort(key=lambda step: -step.at)
        for bags in (self.bags.all, self.bags.free):
            bags[zone][c] -= 1
            bags[zone][other] += 1

    def _lay_those_known_in_part(self) -> bool:
        """Place the partially known components, most constrained first; return whether that is possible."""
        chances = self.part.after.chances
        slots: list[tuple[int, int, list[int]]] = []
        for at in self.sightings.hidden_moves(self.part) if self.sightings.program.attributes else ():
            facts = self.fates.facts(at)
            if facts and self.fates.onward(at).stays:
                may = [c for c in chances if self.fates.fits(c, facts)]
                slots.append((sum(self.left[c] for c in may), at, may))
        for _, at, may in sorted(slots):
            zone = self.sightings.shown[at][3]
            shares = [chances[c].get(zone, 0.0) * self.left[c] / self.part.after.left[c] for c in may]
            if not any(shares):
                return False
            self.went[at] = c = may[drawn(shares, self.luck)]
            self._lay(c, zone, free=False)
        return True

    def _lay_the_others(self) -> bool:
        """Place the others into the zones that have unknown components at the end; return success."""
        end = self.part.after
        fewest_first = sorted((_choices(end.chances[c]), c) for c in end.chances)
        for _, c in fewest_first:
            for _ in range(self.left[c]):
                zones = [zone for zone, x in end.chances[c].items() if x > 0 and self.room[zone] > 0]
                if not zones:
                    return False
                if len(zones) > 1:
                    welcome = [zone for zone in zones if self.bags.welcomes(zone, c, self.room[zone] - 1)]
                    zones = welcome or zones
                shares = [end.chances[c][zone] * self.room[zone] for zone in zones]
                self._lay(c, zones[drawn(shares, self.luck)], free=True)
        return True

    def _lay(self, c: int, zone: int, *, free: bool) -> None:
        self.bags.put(zone, c, free=free)
        self.room[zone] -= 1
        self.left[c] -= 1

    def _went(self, at: int) -> bool:
        """Draw the component of a hidden move from those in its target; return whether there is one.

        If it moves within a zone and nothing else is known of it, it is left open.
        """
        _, _, source, target, *_ = self.sightings.shown[at]
        onward = self.fates.onward(at)
        if source != target:
            self.bags.losses.back(source, onward.seen)
        went = certain = self._certain(at, onward)
        if certain is None and source == target and not self.fates.facts(at):
            return True  # whichever goes, the zone has the same components
        if certain is None:
            may = self._may_have_gone(at)
            if not may:
                return False
            came, bag = self.sightings.came[at], self.bags.free[target]
            went = may[drawn([_share(came.get(c, (1.0, 0.0)), bag[c]) for c in may], self.luck)]
        assert went is not None  # noqa: S101 - either certain or drawn
        if not self.bags.take(target, went, free=certain is None):
            return False
        self.went[at] = went
        self.bags.put(source, went, free=self.sightings.is_free(at))
        self._note(went, Step(at, source, target, free=certain is None and not self.fates.facts(at)))
        return True

    def _certain(self, at: int, onward: Fate) -> int | None:
        """Return the component of a move, if it is seen or already drawn."""
        if onward.hidden is not None:
            return self.went.get(onward.hidden)
        return self.went.get(at) if onward.stays else onward.seen

    def _may_have_gone(self, at: int) -> list[int]:
        """Return the components of the target that may have moved, preferring those that meet all losses."""
        _, which, source, target, *_ = self.sightings.shown[at]
        came, backs, facts = self.sightings.came[at], self.sightings.program.backs, self.fates.facts(at)
        may = [
            c
            for c, number in self.bags.free.get(target, Counter()).items()
            if number > 0
            and backs[c] == Unknown - which
            and came.get(c, (0,))[0]
            and (not facts or self.fates.fits(c, facts))
        ]
        return [c for c in may if self.bags.welcomes(source, c) and self.bags.spares(target, c)] or may


def _choices(chances: dict[int, float]) -> int:
    """Return the number of zones in which a component probably may be."""
    least = LIKELY * max(chances.values())
    return sum(x > least for x in chances.values())


def _share(came: tuple[float, float], number: int) -> float:
    """Return the odds that a component arrived at this move rather than another: one of them did."""
    there, here = came
    return number * there / max(here, LEAST_ODDS * there)
