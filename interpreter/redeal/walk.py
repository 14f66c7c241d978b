"""One try: a random history, continued as long as it shows the player the same."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from interpreter.kernels.sights import sight
from interpreter.play.chance import Chance
from interpreter.play.errors import Fault
from interpreter.play.events import EventKind, Moved
from interpreter.play.information import Sight
from interpreter.play.luck import Draws
from interpreter.play.observation import Unknown
from interpreter.play.options import Option
from interpreter.protocol import Playing
from interpreter.redeal.plan import Plan
from interpreter.redeal.sightings import UNLIKELY, Sightings
from interpreter.redeal.weight import Weight, drawn, times

__all__ = ["Budget", "Choice", "Stuck", "Trial", "Walk"]

ASTRAY = UNLIKELY**2
"""Weight factor for each component that deviates from the plan.

Each history belongs to one plan, which determines its weight; if other plans could produce it, it would count
once for each. Such histories are kept only if there is no better one.
"""

MOST_AHEAD = 32
"""Maximum number of possible outcomes for which a walk looks ahead."""

MOST_ONWARD = 12
"""Maximum depth of lookahead through nodes with a known outcome."""

OPTIONS = 8
"""Number of options that cost a decision as much as another node."""

Play = Callable[[Playing, int], None]
"""Plays a possible outcome, by its index."""


@dataclass(slots=True)
class Budget:
    """The number of nodes that may be played, and that were."""

    most: int
    used: int = 0

    @property
    def exhausted(self) -> bool:
        """Whether no more may be played."""
        return self.used >= self.most


@dataclass(frozen=True, slots=True)
class Trial:
    """The settings of a walk: up to the sight `stop`, by a `plan`.

    If it `looks` ahead, it tries each possible outcome up to the next node before it draws. If it `keeps` its
    choices, it can be resumed before each.
    """

    sightings: Sightings
    luck: Draws
    budget: Budget
    plan: Plan
    stop: int
    looks: bool = False
    keeps: bool = False


@dataclass(slots=True)
class Choice:
    """A node with a draw: the walk before it, the possible outcomes, and the one taken."""

    before: Walk
    values: list[tuple[int, ...]]
    taken: int


@dataclass(frozen=True, slots=True)
class Stuck:
    """A decision without a suitable option: the game there, and the test that an option should pass.

    `at` is the index of the answer in the sequence of sights.
    """

    game: Playing
    at: int
    wanted: Callable[[Playing, Option], bool]


class Walk:
    """A history under construction.

    `matched` sights have come as they should, at the cost of `nodes`. It is `complete` if all up to `stop`
    have, and the game waits where the player has been shown no more. Otherwise it ended because `got` came
    instead of the next sight (`None`: nothing or a fault), or it was `stuck` at a decision: no option is like
    the one that was taken.
    """

    def __init__(self, game: Playing, trial: Trial) -> None:
        self.game, self.trial, self.sightings = game, trial, trial.sightings
        self.matched = self.read = 0
        self.weight: Weight = trial.plan.weight
        self.choices: list[Choice] = []
        self.went: dict[int, int] = {}
        self.got: Sight | None = None
        self.stuck: Stuck | None = None
        self.complete = False
        self.nodes = 0
        self._again: list[Choice] = []

    def copy(self) -> Walk:
        """Copy the walk, to continue it separately."""
        other = self.onward(self.trial)
        other.weight, other.choices, other.went = self.weight, self.choices[:], self.went.copy()
        other.nodes = self.nodes
        return other

    def onward(self, trial: Trial) -> Walk:
        """Start a walk from where this one ended."""
        other = Walk(self.game.clone(), trial)
        other.matched, other.read = self.matched, self.read
        return other

    def go_on(self, again: Sequence[Choice] = ()) -> None:
        """Walk to the end, or to the first mismatch.

        The choices in `again` are repeated, as long as the same outcomes are possible.
        """
        self._again = list(reversed(again))
        while self.step():
            pass

    def step(self) -> bool:
        """Play a node; return whether there may be another one after it."""
        trial, game = self.trial, self.game
        if not self._matches() or trial.budget.exhausted:
            return False
        if self.matched >= trial.stop and (game.chance is None or trial.stop < len(self.sightings.shown)):
            self.complete = True
            self.weight = times(self.weight, ASTRAY**self.astray)
            return False
        if game.over:
            return False
        cost = 1 + len(game.options) // OPTIONS
        trial.budget.used += cost
        self.nodes += cost
        try:
            if game.chance is None:
                return self._decide()
            self._chance(game.chance)
        except Fault:
            self.got = None
            return False
        return True

    @property
    def astray(self) -> int:
        """The number of components that made hidden moves against the plan.

        The plan does not fix the order of simultaneous moves from one zone to another.
        """
        planned, astray = self.trial.plan.went, 0
        # an unplanned move was forced, and comes after the last planned sight
        for together in self.sightings.together(at for at in self.went if at in planned):
            went = Counter(self.went[at] for at in together)
            astray += (went - Counter(planned[at] for at in together)).total()
        return astray

    def _matches(self) -> bool:
        """Return whether what came since the last node shows the player what it should."""
        s, events = self.sightings, self.game.events
        for event in events[self.read :]:
            shown = sight(s.program, event, s.player)
            if shown is None:
                continue
            if self.matched == len(s.shown) or s.shown[self.matched] != shown:
                self.got = shown
                return False
            if isinstance(event, Moved) and shown[1] < 0:
                self.went[self.matched] = s.program.alike[event.component]
            self.matched += 1
        self.read = len(events)
        return True

    def _take(
        self, prior: list[float], guided: list[float], values: list[tuple[int, ...]], play: Play
    ) -> None:
        """Draw a possible outcome by the guess, play it, and update the history's weight."""
        whole, guess = sum(prior), sum(guided)
        shares = [g / guess for g in guided] if guess > 0 else [p / whole for p in prior]
        if self.trial.keeps:
            self.choices.append(Choice(self.copy(), values, 0))
        again = self._again.pop() if self._again else None
        ahead = None
        if again is not None and again.values == values:
            taken, shares[again.taken] = again.taken, 1.0
        else:
            self._again.clear()
            ahead = self._ahead(shares, play) if self.trial.looks else None
            taken = drawn(shares, self.trial.luck) if ahead is None else ahead
        if ahead is None:
            play(self.game, taken)
        self.weight = times(self.weight, prior[taken] / whole / shares[taken])
        if self.trial.keeps:
            self.choices[-1].taken = taken

    def _ahead(self, shares: list[float], play: Play) -> int | None:
        """Try each possible outcome up to the next choice, and draw among those that match.

        Their probabilities are renormalised. Returns `None` if there are none, or too many to try.
        """
        may = [i for i, share in enumerate(shares) if share > 0]
        if not 1 < len(may) <= MOST_AHEAD:
            return None
        fit: dict[int, Walk] = {}
        for i in may:
            other = self.copy()
            if other._plays(i, play):  # noqa: SLF001 - another walk
                fit[i] = other
        if not fit:
            return None
        whole = sum(shares[i] for i in fit)
        shares[:] = [share / whole if i in fit else 0.0 for i, share in enumerate(shares)]
        taken = drawn(shares, self.trial.luck)
        self.game, self.read, self.matched = fit[taken].game, fit[taken].read, fit[taken].matched
        self.weight, self.went = fit[taken].weight, fit[taken].went
        return taken

    def _plays(self, i: int, play: Play) -> bool:
        """Play an outcome, and what must follow it; return whether everything is shown as it should be."""
        try:
            play(self.game, i)
            for _ in range(MOST_ONWARD):
                if not self._matches():
                    return False
                self.trial.budget.used += 1
                if self.game.over or self.matched == len(self.sightings.shown) or not self._must():
                    return True
                if self.game.chance is not None:
                    self._chance(self.game.chance)
                elif not self._decide():
                    return False
        except Fault:
            return False
        return self._matches()

    def _must(self) -> bool:
        """Return whether the next outcome is known: an own decision, or one that is seen or planned."""
        chance = self.game.chance
        if chance is None:
            return self.game.player == self.sightings.player
        return sum(share > 0 for share in self._guess(chance)[2]) == 1

    def _chance(self, chance: Chance) -> None:
        self.stuck = None
        outcomes, prior, guided = self._guess(chance)
        self._take(prior, guided, [(c,) for c in outcomes], lambda game, i: game.settle(outcomes[i]))

    def _guess(self, chance: Chance) -> tuple[Sequence[int], list[float], list[float]]:
        """Return the outcomes of a chance node, their weights, and a guess from what is seen later."""
        if chance.place is None:
            prior = [float(share) for share in chance.shares]
            return chance.outcomes, prior, self._thrown(chance, prior)
        outcomes = tuple(c for members in chance.alike for c in members)
        return outcomes, [1.0] * len(outcomes), self._lying(chance, outcomes)

    def _thrown(self, chance: Chance, prior: list[float]) -> list[float]:
        """Guess a draw of a stream from what is shown of its next draw."""
        assert chance.stream is not None  # noqa: S101 - what settles no place draws by a stream
        drew = self.sightings.drawn(chance.stream, self.matched)
        if drew is None:
            return prior
        return [share * (value == drew) for value, share in zip(chance.outcomes, prior, strict=True)]

    def _lying(self, chance: Chance, outcomes: Sequence[int]) -> list[float]:
        """Guess the component at the place, by the plan."""
        s, plan = self.sightings, self.trial.plan
        assert chance.zone is not None and chance.place is not None  # noqa: S101, PT018 - a place is settled
        fate = s.fates.fate(chance.zone, self._place(chance.zone, chance.place), self.matched)
        first = [s.program.alike[c] for c in outcomes]
        planned = plan.went.get(fate.hidden) if fate.hidden is not None else fate.seen
        if planned is not None:
            return [float(c == planned) for c in first]
        fit = [float(s.fates.fits(c, fate.facts)) for c in first]
        if fate.stays:
            left, here = plan.left.get(chance.zone, Counter()), Counter(first)
            return [min(1.0, left[c] / here[c]) * x for c, x in zip(first, fit, strict=True)]
        return fit

    def _place(self, zone: int, c: int) -> int:
        """Return the place of a component in an ordered zone, from the top."""
        layout, p = self.sightings.program.layout, self.game.position
        place, other = 0, p[layout.first + zone]
        while other != c:
            place, other = place + 1, p[layout.next + other]
        return place

    def _decide(self) -> bool:
        """Take an answer that matches the one seen; return whether there is one."""
        s, game, at = self.sightings, self.game, self.matched
        self.stuck = None
        if at == len(s.shown):
            return False
        fits = self._fits(s.shown[at])
        options = [option for option in game.options if fits(option)]
        if not options:
            self.stuck = Stuck(game, at, lambda _, option: fits(option))
            return False
        if game.player == s.player:
            game.play(options[0])
            return True
        if all(self._lacks(game, option, at) for option in options):

            def wanted(g: Playing, option: Option) -> bool:
                return fits(option) and not self._lacks(g, option, at)

            self.stuck = Stuck(game.clone(), at, wanted)
        odds = [self._odds(game, option, at) for option in options]
        parts = [_parts(option) for option in options]
        self.weight = times(self.weight, len(options) / len(game.options))
        self._take([1.0] * len(options), odds, parts, lambda g, i: g.play(options[i]))
        return True

    def _fits(self, shown: Sight) -> Callable[[Option], bool]:
        """Return the test of whether an option can be the one that the player was shown."""
        program, told = self.sightings.program, shown[2:]
        if shown[:2] != (EventKind.DECIDED, self.game.player):
            return lambda _: False

        def fits(option: Option) -> bool:
            if not told:
                return True
            if option.action != told[0]:
                return False
            parts: list[int] = []
            for pick, value in zip(program.actions[option.action].picks, option.values, strict=True):
                several = value if isinstance(value, tuple) else None
                parts += [len(several)] if several is not None else []
                for part in several if several is not None else (value,):
                    assert isinstance(part, int)  # noqa: S101 - values are not nested
                    parts.append(program.alike[part] if pick.component and part >= 0 else part)
            known = zip(parts, told[1:], strict=False)
            return len(parts) == len(told) - 1 and all(b in {a, Unknown} for a, b in known)

        return fits

    def _odds(self, game: Playing, option: Option, at: int) -> float:
        """Return how well an answer fits the plan: whether the components it names are those that move next.

        Only moves before the same player's next answer count; other components may stay for a while.
        """
        odds, end = 1.0, self.sightings.next_answer(game.player, at + 1)
        for zone, components in self._named(game, option).items():
            moves = self.sightings.departures(zone, at, components.total())
            go = Counter(self._goes(move) for move in moves if move < end)
            odds *= UNLIKELY ** (go.total() - (components & go).total())
        return odds

    def _lacks(self, game: Playing, option: Option, at: int) -> int:
        """Count the components in an answer that are not seen to move next."""
        s, lacking = self.sightings, 0
        for zone, components in self._named(game, option).items():
            number = components.total()
            moves = [s.shown[move][1] for move in s.departures(zone, at, number)]
            seen, unseen = Counter(c for c in moves if c >= 0), sum(c < 0 for c in moves)
            lacking += max(0, number - (components & seen).total() - unseen)
        return lacking

    def _named(self, game: Playing, option: Option) -> dict[int, Counter[int]]:
        """Return the components that an answer names, by zone."""
        s, p = self.sightings, game.position
        named: dict[int, Counter[int]] = {}
        for pick, value in zip(s.program.actions[option.action].picks, option.values, strict=True):
            for c in value if isinstance(value, tuple) else (value,):
                if pick.component and c >= 0:
                    named.setdefault(p[s.program.layout.zone_of + c], Counter())[s.program.alike[c]] += 1
        return named

    def _goes(self, at: int) -> int:
        """Return the component of a move, as seen or planned."""
        seen = self.sightings.shown[at][1]
        return self.trial.plan.went.get(at, Unknown) if seen < 0 else seen


def _parts(option: Option) -> tuple[int, ...]:
    """Return the parts of an option: its action, then its values."""
    values = (value if isinstance(value, tuple) else (value,) for value in option.values)
    return option.action, *(part for value in values for part in value)
