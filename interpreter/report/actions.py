"""Which actions players could take, which they took, and how taking an action relates to winning.

If all players choose at random, an experiment measures the effect of each action (see `experiment`).
Otherwise, the players who used an action are compared with players of the same game who were offered it and
did not use it (see `contrast`). Such a comparison shows an association, not an effect.
"""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.report.contrast import Contrast
from interpreter.report.counted import GameCounts
from interpreter.report.experiment import Trial
from interpreter.report.run import Run
from interpreter.report.verdicts import Comparisons, Verdict, Verdicts
from interpreter.simulate.intervals import mean_of

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


class Actions:
    """How often actions were offered and used in games."""

    def __init__(self, run: Run, counted: GameCounts) -> None:
        self._run, self._counted, self._kernel = run, counted, counted.kernel
        compared, tried = counted.kernel.of.compared, counted.kernel.of.tried
        self._trials = [
            Trial(counted.kernel.trying, action, offers) if tried else Trial()
            for action, offers in enumerate(counted.offers)
        ]
        self._contrasts = [
            Contrast.of(counted, counted.kernel.links + 3 * action) if compared and not tried else None
            for action in range(len(run.actions))
        ]

    def compare(self, comparisons: Comparisons) -> None:
        """Add to `comparisons` a test of whether the effect of each action differs from zero."""
        for number, trial in enumerate(self._trials):
            effect = trial.effect(self._run.confidence)
            if effect is not None:
                comparisons.add_effect(("action", number), effect)

    def associate(self, associations: Comparisons) -> None:
        """Add to `associations` a test of whether the users of each action won more or less than others."""
        for number, contrast in enumerate(self._contrasts):
            if contrast is not None:
                associations.add(("action", number), contrast.difference, 0.0, mean_of)

    def facts(self, verdicts: Verdicts, associations: Verdicts) -> tuple[ActionFact, ...]:
        """Return an `ActionFact` for each action."""
        return tuple(self._fact(number, verdicts, associations) for number in range(len(self._run.actions)))

    def _fact(self, number: int, verdicts: Verdicts, associations: Verdicts) -> ActionFact:
        counted, kernel, row = self._counted, self._kernel, self._kernel.row
        trial, contrast, key = self._trials[number], self._contrasts[number], ("action", number)
        offered, chosen = (
            sum(counted.total(first + row.actions * seat + number) for seat in range(row.players))
            for first in (row.offers, row.chosen)
        )
        tried = None
        if trial.offers:
            tried = Tried(trial.offers, trial.taken, trial.chance, verdicts.of(key))
        return ActionFact(
            self._run.actions[number],
            offered,
            chosen,
            counted.mean(kernel.used + number).mean,
            tried,
            contrast and contrast.won.mean,
            contrast and contrast.without.mean,
            associations.of(key),
        )
