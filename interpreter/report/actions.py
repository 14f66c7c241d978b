"""Which actions players could take, which they took, and how taking an action relates to winning.

If all players choose at random, an experiment measures the effect of each action (see `experiment`).
Otherwise, the players who used an action are compared with players of the same game who were offered it and
did not use it (see `contrast`). Such a comparison shows an association, not an effect.
"""

from __future__ import annotations

from dataclasses import dataclass

from interpreter.report.contrast import Contrast, Won
from interpreter.report.experiment import Offer, Trial
from interpreter.report.record import Record
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import mean_of
from interpreter.simulate.statistics import Mean

__all__ = ["ActionFact", "Actions", "Tried"]


@dataclass(frozen=True, slots=True)
class Tried:
    """The first free offers of an action to random players, of which `taken` of `offers` were taken.

    `chance` is the mean probability of taking the action. `effect` is how much more a seat wins by taking it
    than by taking another option, or `None` if there are too few offers.
    """

    offers: int
    taken: int
    chance: float
    effect: Verdict | None


@dataclass(frozen=True, slots=True)
class ActionFact:
    """The uses of one action in the games with a result.

    `offered` and `chosen` are numbers of decisions. `used` is the share of players who chose the action in a
    game, among those who were offered it. `tried` is the result of the experiment if all players choose at
    random.

    Otherwise, `won` and `without` are the average shares of the win of the players who used the action and of
    those who were offered it and did not use it, over the games that have players of both kinds. `link` is
    the difference of these shares adjusted for seats and bots, which is an association. All three are `None`
    if there are too few games.
    """

    name: str
    offered: int
    chosen: int
    used: float | None
    tried: Tried | None = None
    won: float | None = None
    without: float | None = None
    link: Verdict | None = None


class _Action:
    """The counts and means that belong to one action."""

    def __init__(self) -> None:
        self.offered = self.chosen = 0
        self.used, self.contrast, self.trial = Mean(), Contrast(), Trial()


class Actions:
    """Counts how often actions were offered and used in games."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._actions = [_Action() for _ in run.actions]
        self._compared = len(set(run.teams)) > 1

    def add(self, record: Record, won: Won) -> None:
        """Count a game with a result."""
        for number, action in enumerate(self._actions):
            users: list[int] = []
            others: list[int] = []
            for seat, (offered, chosen) in enumerate(zip(record.offered, record.chosen, strict=True)):
                if offered[number]:
                    action.offered += offered[number]
                    action.chosen += chosen[number]
                    action.used.add(chosen[number] > 0)
                    (users if chosen[number] else others).append(seat)
            if self._compared and self._run.at_random:
                action.trial.add(_offers(record, won, number))
            elif self._compared:
                action.contrast.add(won, users, others)

    def compare(self, comparisons: Comparisons) -> None:
        """Add to `comparisons` a test of whether the effect of each action differs from zero."""
        for number, action in enumerate(self._actions):
            effect = action.trial.effect(self._run.confidence)
            if effect is not None:
                comparisons.add_effect(("action", number), effect)

    def associate(self, associations: Comparisons) -> None:
        """Add to `associations` a test of whether the users of each action won more or less than others."""
        for number, action in enumerate(self._actions):
            associations.add(("action", number), action.contrast.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts, associations: Verdicts) -> tuple[ActionFact, ...]:
        """Return an `ActionFact` for each action."""
        found = []
        for number, (name, action) in enumerate(zip(self._run.actions, self._actions, strict=True)):
            trial, contrast, key = action.trial, action.contrast, ("action", number)
            tried = None
            if trial.offers:
                chance = trial.chances / trial.offers
                tried = Tried(trial.offers, trial.taken, chance, verdicts.of(key))
            compared = (contrast.won.mean, contrast.without.mean, associations.of(key))
            counted = (action.offered, action.chosen, action.used.mean)
            found.append(ActionFact(name, *counted, tried, *compared))
        return tuple(found)


def _offers(record: Record, won: Won, action: int) -> list[Offer]:
    """Return the first free offer of an action to each seat that had one."""
    return [
        Offer(first[action] / of[action], took[action] > 0, beyond)
        for first, of, took, beyond in zip(record.first, record.of, record.took, won.beyond, strict=True)
        if first[action]
    ]
