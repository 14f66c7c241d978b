"""A bot that looks ahead to the end of its turn."""

from __future__ import annotations

from statistics import fmean

from gamespec.program.frozen import dataclass
from interpreter.bots.trials import best_of
from interpreter.bots.view import Luck, View
from interpreter.bots.worth import margins
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws
from interpreter.play.openness import is_certain
from interpreter.play.options import Option
from interpreter.play.together import teams_of
from interpreter.protocol import Playing

__all__ = ["REDEALS", "Greedy"]

REDEALS = 8
"""The number of redeals in which each option is tried if anything is hidden or random."""
AHEAD = 40
"""The greatest number of further decisions in the same turn that are looked at."""
PATIENCE = 4
"""A game counts as long when its decisions exceed this multiple of the mean length of random games."""
SHORT = 200
"""The number of decisions up to which a game never counts as long."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """Chooses the option with the best average lead at the point where another player has to decide.

    The lead is the score minus the best score of another team. The remaining decisions of the seat's own turn
    are made at random. Each option is tried in the same `REDEALS` games, and ties are broken at random. In a
    game without a score, only the end of the game matters.

    A bot that looks only one turn ahead may postpone forever a move that has an immediate cost, such as a
    last move that triggers the final scoring. In a long game, the bot therefore answers at random with
    increasing frequency, so that the game ends as random games do (`_gives_up`).
    """

    name: str = "greedy"

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the option with the best average lead."""
        options, draws = view.options, luck.draws()
        if len(options) == 1:
            return options[0]
        if _gives_up(view, luck.decision, draws):
            return options[draws.below(len(options))]
        worths: list[list[float]] = [[] for _ in options]
        count = 1 if is_certain(view.program) else REDEALS
        for number, game in enumerate(view.redeals(draws.below(1 << 62), count, luck.seed)):
            offered = {option.number: option for option in game.options}
            for option, found in zip(options, worths, strict=True):
                if (own := offered.get(option.number)) is not None:
                    worth = _after(view, game.clone(), own, Draws(number, "a turn ahead"))
                    if worth is not None:
                        found.append(worth)
        means = [fmean(found) if found else float("-inf") for found in worths]
        return best_of(options, means, draws)


def _gives_up(view: View, decision: int, draws: Draws) -> bool:
    """Return whether to answer at random.

    If a game counts as long after m decisions, the probability of a random answer at decision d is 1 - m/d,
    or 0 as long as d is at most m.
    """
    if decision <= SHORT:
        return False
    long = max(SHORT, PATIENCE * view.random_length)
    return decision > long and draws.below(decision) >= long


def _after(view: View, game: Playing, option: Option, draws: Draws) -> float | None:
    """Return the seat's lead at the end of its turn, or `None` if a fault prevents computing it."""
    player = view.player
    try:
        game.play(option)
        for _ in range(AHEAD):
            if game.over or game.player != player:
                break
            options = game.options
            game.play(options[draws.below(len(options))])
        result = game.result
        scores = game.scores if result is None else result.scores
    except Fault:
        return None
    return margins(teams_of(view.program), scores)[player] if scores else 0.0
