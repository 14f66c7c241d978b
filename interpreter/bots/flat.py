"""Flat Monte Carlo search, which gives each option the same number of random playouts."""

from __future__ import annotations

from gamespec.program.frozen import dataclass
from interpreter.bots.trials import best_of, tried
from interpreter.bots.view import Luck, View
from interpreter.bots.worth import rewards_of
from interpreter.play.errors import Fault
from interpreter.play.luck import Seeds
from interpreter.play.options import Option
from interpreter.protocol import Playing

__all__ = ["Flat"]


@dataclass(frozen=True, slots=True)
class Flat:
    """Chooses the option whose random playouts had the best average reward.

    There are about `playouts` random playouts, equally many for each option. Each playout has a redeal of its
    own as long as there are enough redeals (`trials`). Ties are broken at random.
    """

    name: str
    playouts: int
    by_score: bool = False

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option with the best average reward."""
        options, draws = view.options, luck.draws()
        if len(options) == 1:
            return options[0]
        rewards = rewards_of(view.program, by_score=self.by_score)
        sums, counts = [0.0] * len(options), [0] * len(options)
        each = -(-self.playouts // len(options))
        games = tried(view, draws, each, luck.seed)
        for game in games:
            share = -(-each // len(games))
            after = _children(game)
            for index, option in enumerate(options):
                child = after.get(option.number)
                if child is None:
                    continue
                seeds = [Seeds(draws.below(1 << 62), draws.below(1 << 62)) for _ in range(share)]
                for playout in child.playouts(seeds):
                    if playout.result is not None:
                        sums[index] += rewards.of(playout.result)[view.player]
                        counts[index] += 1
        means = [total / count if count else float("-inf") for total, count in zip(sums, counts, strict=True)]
        return best_of(options, means, draws)


def _children(game: Playing) -> dict[int, Playing]:
    """Return the game after each option, keyed by the option's number. Options that fault are omitted."""
    both = zip(game.options, game.children(), strict=True)
    return {option.number: child for option, child in both if not isinstance(child, Fault)}
