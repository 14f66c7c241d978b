"""Redeals: determinizations, that is, histories that a player cannot distinguish from the true one.

A redeal depends only on the player's information state and a seed, so nothing that the player cannot know can
influence it. The game is replayed from its beginning with explicit chance. The player's own decisions are
those of the information state; chance and the others' decisions are drawn, and the game is accepted if it
shows the player the same from the first event to the last.

The target is the posterior given the information state: chance by its weights, and each decision of another
player uniform among the options on offer. As plain rejection would take forever, draws follow a `plan` of
what lies where, made from all sights, and learn from earlier failures (`exclusions`, `mending`). The weight
of an accepted history is its probability divided by that of its proposal, and one of several accepted
histories is selected in proportion to its weight: importance sampling with resampling (Rubin, "Using the SIR
algorithm to simulate posterior distributions", 1988). That is exact if all weights are equal, and approaches
the posterior as more are accepted, which the budget `KEPT_NODES` limits. Once one history is known to exist,
further ones are searched in parallel (`swarm`).

If everything that the player cannot tell is shuffled together, a history can be cut: what came before does
not affect what lies where afterwards. Its parts are then found one after another. If values are hidden as
well, they may matter; a history is then cut only after half of the budget has found none in one piece.
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
"""Number of nodes to play in search of further histories, once one was accepted."""

LEAST, SWARM = 3, 24
"""Least and greatest size of a swarm. Each walk of a smaller one costs as much as the first, for little gain.
"""

ALIKE, ALIKE_NODES = 16, 100
"""A number of equal weights that suffices, and the number of nodes to play first.

A smaller number would often consist of the few that are proposed most, though others weigh more.
"""

MOST_KEPT = 64
"""Maximum number of histories to select from."""

SIGHTS = 500
"""Number of sights that cost a plan as much as a node."""

PLAIN = 3
"""Number of failed tries before tries look ahead."""

LOOKING = 6
"""Number of failed tries with lookahead before failures are mended rather than drawn again."""

MOST_TRIES = 200
"""Maximum number of tries at a later part of a history."""


@dataclass(frozen=True, slots=True)
class Redeal:
    """The result: a game with explicit chance that shows the player the same.

    `game` is `None` if none was found. `tries` histories were begun, and `kept` were accepted.
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
    """Return a random history in which a player (the seat, from 0) has been `shown` exactly this.

    `begin` makes a new recording game with explicit chance.
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
    """Find a history part by part."""
    tries, kept = 0, 0
    try:
        game = begin()
    except Fault:  # setup does something that is possible only with seeded chance
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
    """Whether a history is known to exist."""
    lost: LostThere = field(init=False)

    def __post_init__(self) -> None:
        """Compute what all plans share."""
        self.lost = losses(self.sightings, self.part)

    def search(self, before: Walk) -> Walk | None:
        """Return one of the accepted continuations of a walk; `None` if there is none.

        Before the last part any of them will do: what it leaves behind is all shuffled together, and does not
        affect what follows.
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
        """Search for more histories of about the same cost, and replace the first by those.

        The first was searched until found, so its selection depends less on the weights.
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
    """Return whether enough histories were accepted after so many nodes."""
    same = len(kept) >= ALIKE and nodes >= ALIKE_NODES and alike([walk.weight for walk in kept])
    return len(kept) >= MOST_KEPT or same
