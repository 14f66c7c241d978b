"""Redeals: a history that a player cannot tell from the true one, played through by any engine.

A redeal is made of the player's information state and a seed, and of nothing else: what the player cannot
know has no way into it. The game is played again from its beginning, chance being supplied from outside. Own
decisions are those of the information state; chance and the others' decisions are drawn, and the game is kept
if it shows the player the same from the first event to the last.

What is drawn from is the posterior given the information state: chance by its shares, each decision of
another player uniform among what was on offer to that player. So that plain rejection does not take for ever,
draws follow a `plan` of what lies where, made from all sights, and learn from what earlier tries have run
into (`exclusions`, `mending`). A history that was kept weighs what it has of probability by what it was
proposed with, and of several that were kept one is taken in proportion to its weight: importance sampling
with resampling (Rubin, "Using the SIR algorithm to simulate posterior distributions", 1988). That is exact
where all weigh the same, and comes the nearer to the posterior the more are kept, which is a matter of how
much may be played: `KEPT_NODES`. Once it is known that there is one, they are looked for side by side
(`swarm`).

Where all that the player cannot tell is shuffled together, a history can be cut: what came before has no
bearing on what lies where after it. Its parts are found one after the other. If values are hidden, too, they
may have a bearing; then a history is cut only after half of the budget has found none in one piece.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from gamespec.program import Program
from interpreter.play.errors import Fault
from interpreter.play.information import InformationState
from interpreter.play.luck import Draws
from interpreter.protocol import MOST_NODES, Playing
from interpreter.redeal.exclusions import excluded
from interpreter.redeal.losses import LostThere, losses
from interpreter.redeal.mending import confused, mended
from interpreter.redeal.plan import Plan, make_plan
from interpreter.redeal.sightings import Part, Sightings, hides_values
from interpreter.redeal.swarm import swarm
from interpreter.redeal.walk import Budget, Trial, Walk
from interpreter.redeal.weight import alike, heaviest

__all__ = ["MOST_NODES", "Redeal", "redeal"]

KEPT_NODES = 600
"""Once a history was kept, so much is played to find others."""

LEAST, SWARM = 3, 24
"""So many are looked for side by side. Fewer cost as much as the first, each, and bring little."""

ALIKE, ALIKE_NODES = 16, 100
"""So many that weigh the same are enough, if so much was played: then all are taken to.

With few it would often be the same few that are proposed most, though others weigh more.
"""

MOST_KEPT = 64
"""The most histories of which one is taken."""

SIGHTS = 500
"""A plan costs as much as a node for each so many sights."""

PLAIN = 3
"""So many tries fail before they look ahead."""

LOOKING = 6
"""So many tries that look ahead fail before what failed is mended rather than drawn again."""

MOST_TRIES = 200
"""So many tries are made at a later part of a history before all is given up."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """A game with explicit chance that shows the player the same, and how it was come by.

    `game` is `None` if none was found. `tries` histories were begun, `kept` showed the player the same.
    """

    game: Playing | None
    tries: int
    kept: int
    nodes: int


def redeal(  # noqa: PLR0913 - what is replayed, for whom, and how long
    program: Program,
    begin: Callable[[], Playing],
    shown: InformationState,
    player: int,
    seed: int,
    *,
    most: int = MOST_NODES,
) -> Redeal:
    """A history in which a player (the seat, from 0) has been `shown` just this; at random, by the seed.

    `begin` makes a new game with explicit chance that records.
    """
    luck, budget = Draws(seed, "redeal"), Budget(most)
    if hides_values(program, player):
        budget.most //= 2
        found = _played(Sightings(program, shown, player, cut=False), begin, luck, budget)
        if found.game is not None:
            return found
        budget.most = most
    return _played(Sightings(program, shown, player, cut=True), begin, luck, budget)


def _played(sightings: Sightings, begin: Callable[[], Playing], luck: Draws, budget: Budget) -> Redeal:
    """A history found part by part."""
    tries, kept = 0, 0
    try:
        game = begin()
    except Fault:  # set-up does what only a game whose chance comes from a seed can do
        return Redeal(None, 0, 0, budget.used)
    walk = Walk(game, Trial(sightings, luck, budget, Plan(), 0))
    for part in sightings.parts:
        search = _Search(sightings, part, luck, budget)
        found = search.search(walk)
        tries, kept = tries + search.tries, len(search.kept)
        if found is None:
            return Redeal(None, tries, 0, budget.used)
        walk = found
    return Redeal(walk.game, tries, kept, budget.used)


@dataclass(slots=True)
class _Search:
    """The search for histories of a part of the sequence."""

    sightings: Sightings
    part: Part
    luck: Draws
    budget: Budget
    kept: list[Walk] = field(default_factory=list)
    tries: int = 0
    looks: bool = False
    copies: bool = False
    known: bool = False
    """Whether it is known that there is one."""
    lost: LostThere = field(init=False)

    def __post_init__(self) -> None:
        """What is the same for all plans."""
        self.lost = losses(self.sightings, self.part)

    def search(self, before: Walk) -> Walk | None:
        """One of the histories found that go on from a walk; `None` if there is none.

        Of a part before the last it is whichever was found: what it leaves behind is all shuffled together,
        and makes no difference to what comes after.
        """
        while not self.budget.exhausted and not self.kept:
            if self.tries == MOST_TRIES and self.part.start > 0:
                return None
            self._try(before)
        if self.kept and self.part is self.sightings.parts[-1]:
            self._more(before, self.kept[0].nodes)
        chosen = heaviest([walk.weight for walk in self.kept], self.luck)
        return self.kept[chosen] if self.kept else None

    def _more(self, before: Walk, length: int) -> None:
        """Look for more histories, each about as long as the first, and take those in its place.

        It was looked for until it was found: which one that is, is less a matter of shares.
        """
        first, self.kept, self.known = self.kept, [], True
        start = self.budget.used
        last = min(start + KEPT_NODES, self.budget.most)
        while not _enough(self.kept, self.budget.used - start):
            size = min(SWARM, (last - self.budget.used) // max(1, length))
            if size < LEAST:
                break
            if self.copies:
                self._try(before)
                continue
            plans = [self._plan() for _ in range(size)]
            going = [before.onward(self._trial(plan, looks=self.looks)) for plan in plans if plan is not None]
            found = swarm(going, size, self.luck)
            self.tries += size
            self.kept += [] if self.budget.exhausted else found
        self.kept = self.kept or first

    def _plan(self) -> Plan | None:
        self.budget.used += 1 + (self.part.stop - self.part.start) // SIGHTS
        return make_plan(self.sightings, self.part, self.lost, self.luck)

    def _trial(self, plan: Plan, *, looks: bool = False, keeps: bool = False) -> Trial:
        return Trial(self.sightings, self.luck, self.budget, plan, self.part.stop, looks, keeps)

    def _try(self, before: Walk) -> None:
        self.tries += 1
        self.looks |= not self.known and self.tries > PLAIN
        mends = not self.known and self.tries > PLAIN + LOOKING
        made = self._plan()
        if made is None:
            return
        keeps = mends or self.copies
        walk = before.onward(self._trial(made, looks=self.looks, keeps=keeps))
        walk.go_on()
        if keeps and not walk.complete:
            walk = mended(walk, values=mends)
        self.copies |= confused(walk)
        if walk.complete:
            self.kept.append(walk)
        elif not self.known:
            self.sightings.exclude(excluded(walk))


def _enough(kept: list[Walk], nodes: int) -> bool:
    """Whether one can be taken of those that were kept, so much having been played."""
    same = len(kept) >= ALIKE and nodes >= ALIKE_NODES and alike([walk.weight for walk in kept])
    return len(kept) >= MOST_KEPT or same
