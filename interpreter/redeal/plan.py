"""Plans: which component went at each hidden move, drawn backward from what is seen in the end.

Going backward, whoever is seen to go somewhere lay in the zone before: no facts of later have to be kept in
mind. Those that the player cannot tell at the end are laid where they may lie, those with the fewest zones
first; then at each hidden move one of those that lie in its target goes back, by how likely it came just then
(backward sampling: Carter and Kohn, "On Gibbs sampling for state space models", 1994).
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from interpreter.play.information import Sort
from interpreter.play.luck import Draws
from interpreter.play.observation import Unknown
from interpreter.redeal.losses import Losses, losses
from interpreter.redeal.sightings import Hidden, Part, Sightings
from interpreter.redeal.weight import UNIT, Weight, drawn, orders, times

__all__ = ["Plan", "make_plan"]

LIKELY = 0.02
"""A zone counts if it is no less likely than this beside the likeliest."""

LEAST_ODDS = 1e-6
"""Who cannot have lain there before came just then: odds of this many to one."""


@dataclass(slots=True)
class Plan:
    """Who went at each hidden move, by its place in the sequence of sights; who lies where `left` at the end.

    `weight` is one over what it was drawn with.
    """

    went: dict[int, int] = field(default_factory=dict)
    left: dict[int, Counter[int]] = field(default_factory=dict)
    weight: Weight = UNIT

    def draw(self, candidates: list[int], shares: list[float], luck: Draws) -> int:
        """Draw one, and weigh the plan by it."""
        taken = drawn(shares, luck)
        self.weight = times(self.weight, sum(shares) / shares[taken])
        return candidates[taken]


@dataclass(slots=True)
class _Bags:
    """Who lies where that the player cannot tell, before a sight.

    In an ordered zone a place leads forward to whoever is seen there later. Those who are not seen, and may
    lie at any of the other places, are `free`.
    """

    losses: Losses
    all: dict[int, Counter[int]] = field(default_factory=dict)
    free: dict[int, Counter[int]] = field(default_factory=dict)

    def put(self, zone: int, c: int, *, free: bool) -> None:
        """Let a component lie in a zone."""
        self.all.setdefault(zone, Counter())[c] += 1
        if free:
            self.free.setdefault(zone, Counter())[c] += 1

    def take(self, zone: int, c: int, *, free: bool) -> bool:
        """Take a component from a zone; whether it lay there."""
        for bags in (self.all, self.free) if free else (self.all,):
            if bags.setdefault(zone, Counter())[c] < 1:
                return False
            bags[zone][c] -= 1
        return True

    def welcomes(self, zone: int, c: int, room: int = 0) -> bool:
        """Whether all losses can be met if one more component lies in a zone, and `room` others after it."""
        return self.losses.welcome(zone, self.all.get(zone, Counter()), c, room)

    def spares(self, zone: int, c: int) -> bool:
        """Whether all losses can be met if one component fewer lies in a zone."""
        return self.losses.spared(zone, self.all.get(zone, Counter()), c)

    def shuffle(self, zone: int) -> None:
        """Before a shuffle everybody may lie anywhere."""
        self.free[zone] = self.all.get(zone, Counter()).copy()


def make_plan(sightings: Sightings, part: Part, luck: Draws) -> Plan | None:
    """Draw who went where in a part of the sequence; `None` if it came to nothing."""
    made, bags = Plan(), _Bags(Losses(losses(sightings, part)))
    if not _at_the_end(part.after, bags, made, luck):
        return None
    made.left = {zone: bag.copy() for zone, bag in bags.all.items()}
    for at in range(part.stop - 1, part.start - 1, -1):
        sight = sightings.shown[at]
        if sight[0] == Sort.MOVED and sight[1] < 0:
            if not _went(sightings, at, bags, made, luck):
                return None
        elif at in sightings.news:
            bags.losses.back(sight[2], sight[1])
            bags.put(sight[2], sight[1], free=sightings.is_free(at))
        elif sight[0] == Sort.SHUFFLED:
            bags.shuffle(sight[1])
        if at in sightings.lost:
            zone, lost = sightings.lost[at]
            for c in lost.elements():
                if not bags.take(zone, c, free=True):
                    return None
            bags.losses.met(zone)
    return made


def _at_the_end(end: Hidden, bags: _Bags, made: Plan, luck: Draws) -> bool:
    """Lay those that the player cannot tell into the zones where such lie at the end."""
    room = +end.unknown
    fewest_first = sorted((_choices(end.chances[c]), c) for c in end.chances)
    for _, c in fewest_first:
        laid: list[int] = []
        for _ in range(end.left[c]):
            zones = [zone for zone, x in end.chances[c].items() if x > 0 and room[zone] > 0]
            zones = [zone for zone in zones if bags.welcomes(zone, c, room[zone] - 1)] or zones
            if not zones:
                return False
            zone = made.draw(zones, [end.chances[c][zone] * room[zone] for zone in zones], luck)
            bags.put(zone, c, free=True)
            laid.append(zone)
            room[zone] -= 1
        made.weight = times(made.weight, 1 / orders(Counter(laid)))
    return True


def _choices(chances: dict[int, float]) -> int:
    """In how many zones a component may well lie."""
    least = LIKELY * max(chances.values())
    return sum(x > least for x in chances.values())


def _went(sightings: Sightings, at: int, bags: _Bags, made: Plan, luck: Draws) -> bool:
    """Who went at a hidden move, of those who lie in its target afterwards; whether there is one."""
    _, which, source, target, *_ = sightings.shown[at]
    came, onward = sightings.came[at], sightings.onward(at)
    certain = onward.seen if onward.hidden is None else made.went[onward.hidden]
    bags.losses.back(source, onward.seen)
    if certain is not None:
        went = certain
    else:
        bag = bags.free.get(target, Counter())
        backs = sightings.program.backs
        may = [
            c
            for c, number in bag.items()
            if number > 0 and backs[c] == Unknown - which and (source == target or came.get(c, (0,))[0])
        ]
        may = [c for c in may if bags.welcomes(source, c) and bags.spares(target, c)] or may
        if not may:
            return False
        went = made.draw(may, [_share(came.get(c, (1.0, 0.0)), bag[c]) for c in may], luck)
    if not bags.take(target, went, free=certain is None):
        return False
    made.went[at] = went
    bags.put(source, went, free=sightings.is_free(at))
    return True


def _share(came: tuple[float, float], number: int) -> float:
    """How likely one of a bag came at the move, beside the others: odds, for one of them did."""
    there, here = came
    return number * there / max(here, LEAST_ODDS * there)
