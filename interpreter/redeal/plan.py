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
from interpreter.redeal.fates import Fate
from interpreter.redeal.losses import Losses, LostThere
from interpreter.redeal.sightings import Part, Sightings
from interpreter.redeal.trails import Step, Trail, onward
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


def make_plan(
    sightings: Sightings, part: Part, lost: LostThere, luck: Draws, *, mends: bool = False
) -> Plan | None:
    """Draw who went where in a part of the sequence; `None` if it came to nothing.

    One that `mends` lets components change places where others should have been in a zone. Then the weight
    of the plan says nothing.
    """
    return _Planner(sightings, part, lost, luck, mends=mends).plan()


class _Planner:
    """What a plan is made of, going backward."""

    def __init__(
        self, sightings: Sightings, part: Part, lost: LostThere, luck: Draws, *, mends: bool
    ) -> None:
        self.sightings, self.fates, self.part, self.luck = sightings, sightings.fates, part, luck
        self.mends = mends
        self.steps: dict[int, list[Step]] = {}
        self.bags = _Bags(Losses(lost))
        self.made = Plan()
        self.drawn: list[int] = []
        self.room, self.left = +part.after.unknown, part.after.left.copy()

    def plan(self) -> Plan | None:
        """The plan; `None` if it came to nothing."""
        s, bags = self.sightings, self.bags
        if not (self._lay_those_known_in_part() and self._lay_the_others()):
            return None
        self.made.left = {zone: bag.copy() for zone, bag in bags.all.items()}
        for at in range(self.part.stop - 1, self.part.start - 1, -1):
            sight = s.shown[at]
            if sight[0] == Sort.MOVED and sight[1] < 0:
                if not self._went(at):
                    return None
            elif at in s.news:
                bags.losses.back(sight[2], sight[1])
                bags.put(sight[2], sight[1], free=s.is_free(at))
                self._note(sight[1], Step(at, sight[2], None))
            elif sight[0] == Sort.SHUFFLED:
                bags.shuffle(sight[1])
            if at in s.lost and not self._meet(at, *s.lost[at]):
                return None
        for together in s.together(reversed(self.drawn)):  # whichever was drawn first, it is one history
            went = Counter(self.made.went[at] for at in together)
            self.made.weight = times(self.made.weight, 1 / orders(went))
        return self.made

    def _note(self, c: int, step: Step) -> None:
        if self.mends:
            self.steps.setdefault(c, []).append(step)

    def _meet(self, at: int, zone: int, lost: Counter[int]) -> bool:
        """Take what the player knew in a zone out of those not known; whether it lay there."""
        self.bags.losses.met(zone)
        if self.mends:
            self._mend(zone, lost)
        for c in lost.elements():
            self._note(c, Step(at, None, zone))
        return all(self.bags.take(zone, c, free=True) for c in lost.elements())

    def _mend(self, zone: int, lost: Counter[int]) -> None:
        """Let those that should lie in a zone change places with others that do, as far as that can be."""
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
        """The ways on which one of a kind may have gone on from a zone, if another may have gone them."""
        there = {source: bag[c] for source, bag in self.bags.all.items()}
        chances, came = self.part.after.chances, self.sightings.came
        return [
            trail
            for trail in onward(there, zone, self.steps.get(c, [])[::-1])
            if chances.get(other, {}).get(trail.end, 0.0) > 0
            and all(came[move].get(other, (0.0,))[0] > 0 for move in trail.moves)
        ]

    def _relabel(self, c: int, other: int, zone: int, trail: Trail) -> None:
        """Let another one have lain in a zone and gone on from there."""
        for move in trail.moves:
            self.made.went[move] = other
            steps = self.steps[c]
            number = next(i for i, step in enumerate(steps) if step.at == move)
            theirs = self.steps.setdefault(other, [])
            theirs.append(steps.pop(number))
            theirs.sort(key=lambda step: -step.at)
        for bags, where in ((self.bags.all, zone), (self.bags.free, zone), (self.made.left, trail.end)):
            bags[where][c] -= 1
            bags[where][other] += 1

    def _lay_those_known_in_part(self) -> bool:
        """Lay those of which something has been shown, which can be the fewest first; whether that can be."""
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
            self.made.went[at] = c = self.made.draw(may, shares, self.luck)
            self._lay(c, zone, free=False)
        return True

    def _lay_the_others(self) -> bool:
        """Lay the others into the zones where such lie at the end; whether that can be."""
        end = self.part.after
        fewest_first = sorted((_choices(end.chances[c]), c) for c in end.chances)
        for _, c in fewest_first:
            laid: list[int] = []
            for _ in range(self.left[c]):
                zones = [zone for zone, x in end.chances[c].items() if x > 0 and self.room[zone] > 0]
                zones = [zone for zone in zones if self.bags.welcomes(zone, c, self.room[zone] - 1)] or zones
                if not zones:
                    return False
                shares = [end.chances[c][zone] * self.room[zone] for zone in zones]
                laid.append(self.made.draw(zones, shares, self.luck))
                self._lay(c, laid[-1], free=True)
            self.made.weight = times(self.made.weight, 1 / orders(Counter(laid)))
        return True

    def _lay(self, c: int, zone: int, *, free: bool) -> None:
        self.bags.put(zone, c, free=free)
        self.room[zone] -= 1
        self.left[c] -= 1

    def _went(self, at: int) -> bool:
        """Who went at a hidden move, of those who lie in its target afterwards; whether there is one."""
        _, _, source, target, *_ = self.sightings.shown[at]
        onward = self.fates.onward(at)
        self.bags.losses.back(source, onward.seen)
        went = certain = self._certain(at, onward)
        if certain is None:
            may = self._may_have_gone(at)
            if not may:
                return False
            came, bag = self.sightings.came[at], self.bags.free[target]
            went = self.made.draw(may, [_share(came.get(c, (1.0, 0.0)), bag[c]) for c in may], self.luck)
            if self.sightings.is_free(at):
                self.drawn.append(at)
        assert went is not None  # noqa: S101 - either certain or drawn
        if not self.bags.take(target, went, free=certain is None):
            return False
        self.made.went[at] = went
        self.bags.put(source, went, free=self.sightings.is_free(at))
        self._note(went, Step(at, source, target, free=certain is None and not self.fates.facts(at)))
        return True

    def _certain(self, at: int, onward: Fate) -> int | None:
        """Who went, if that is seen or drawn by now."""
        if onward.hidden is not None:
            return self.made.went[onward.hidden]
        return self.made.went.get(at) if onward.stays else onward.seen

    def _may_have_gone(self, at: int) -> list[int]:
        """Those of the target who can have gone: better such by whom all that was lost can be met."""
        _, which, source, target, *_ = self.sightings.shown[at]
        came, backs, facts = self.sightings.came[at], self.sightings.program.backs, self.fates.facts(at)
        may = [
            c
            for c, number in self.bags.free.get(target, Counter()).items()
            if number > 0
            and backs[c] == Unknown - which
            and (source == target or came.get(c, (0,))[0])
            and (not facts or self.fates.fits(c, facts))
        ]
        return [c for c in may if self.bags.welcomes(source, c) and self.bags.spares(target, c)] or may


def _choices(chances: dict[int, float]) -> int:
    """In how many zones a component may well lie."""
    least = LIKELY * max(chances.values())
    return sum(x > least for x in chances.values())


def _share(came: tuple[float, float], number: int) -> float:
    """How likely one of a bag came at the move, beside the others: odds, for one of them did."""
    there, here = came
    return number * there / max(here, LEAST_ODDS * there)
