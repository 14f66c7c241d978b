"""Monte Carlo tree search, for games with perfect information and for games with imperfect information.

If everything is public and nothing is random, each node of the tree is a position. Otherwise each node stands
for everything that a player has seen. A learned policy can guide the search (`interpreter.play.search.Plan`).
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TypeAlias

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.bots.good import Good
from interpreter.bots.learned import Learned
from interpreter.bots.outside import outside
from interpreter.bots.refusals import BotFailed
from interpreter.bots.trials import best_of, tried
from interpreter.bots.view import Luck, View
from interpreter.bots.worth import Rewards, rewards_of
from interpreter.play.luck import Draws
from interpreter.play.openness import is_certain
from interpreter.play.options import Option
from interpreter.play.search import Plan, Stats
from interpreter.play.together import is_cooperative

__all__ = ["OVER_POSITIONS", "OVER_SIGHTS", "Mcts", "merits"]

OVER_POSITIONS = 1.0
"""The exploration constant of a search over positions."""

OVER_SIGHTS = 0.7
"""The exploration constant of a search over what players have seen, which is that of the paper."""

GUIDED_OVER_POSITIONS, GUIDED_OVER_SIGHTS = 0.05, 0.2
"""The same for a search that a policy guides, whose estimates vary less than the rewards of random games."""

Merit: TypeAlias = tuple[bool, bool, int, float]


@dataclass(frozen=True, slots=True)
class Mcts:
    """Chooses the option that UCT visited most often during `playouts` random games.

    With a policy, what it estimates takes the place of these games.
    """

    name: str
    playouts: int
    by_score: bool = False
    guide: Learned | Good | None = None

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option that the search visited most often, or one that is proven best.

        Raises `BotFailed` if there is no policy for the program.
        """
        if len(view.options) == 1:
            return view.options[0]
        rewards, draws = rewards_of(view.program, by_score=self.by_score), luck.draws()
        stats = self._searched(view, luck, rewards, draws)
        return best_of(view.options, merits(stats, rewards), draws)

    def shares(self, view: View, luck: Luck) -> list[float]:
        """Return how much of the search went into each option. Raises `BotFailed` as `choose` does."""
        rewards = rewards_of(view.program, by_score=self.by_score)
        stats = self._searched(view, luck, rewards, luck.draws())
        whole = sum(each.taken for each in stats) or 1
        return [each.taken / whole for each in stats]

    def _searched(self, view: View, luck: Luck, rewards: Rewards, draws: Draws) -> list[Stats]:
        """Search, and return the statistics of each option."""
        games = tried(view, draws, self.playouts, luck.seed)
        plan = Plan(draws.draw(), self.playouts, rewards.reward, *self._searching(view.program))
        found = view.option_stats(games, plan)
        if found is None:
            found = outside(view, games, plan)
        return [found.get(option.number, Stats()) for option in view.options]

    def _searching(self, program: Program) -> tuple[float, array[float] | None]:
        """Return the exploration constant, and the weights of the policy that guides the search, if any."""
        certain = is_certain(program)
        if self.guide is None:
            return (OVER_POSITIONS if certain else OVER_SIGHTS), None
        if is_cooperative(program):
            raise BotFailed(f"`{self.name}`: a policy guides a search only in games of several sides")
        weights = self.guide.learned(program).policy.weights
        return (GUIDED_OVER_POSITIONS if certain else GUIDED_OVER_SIGHTS), weights


def merits(stats: Sequence[Stats], rewards: Rewards) -> list[Merit]:
    """Return by what options are ranked, given the statistics of each.

    If the value of the decision is proven, the options that are proven to have it come first. Options that
    are proven to lose come last. All others are ranked by visits, and then by their total rewards.
    """
    proven = [each.proven for each in stats if each.proven is not None]
    best = max(proven, default=None)
    solved = best is not None and (len(proven) == len(stats) or best >= rewards.greatest)
    return [
        (
            solved and each.proven == best,
            each.proven is None or each.proven > rewards.least,
            each.taken,
            each.total,
        )
        for each in stats
    ]
