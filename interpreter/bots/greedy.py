"""A bot that looks ahead to the end of its turn."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from interpreter.bots.trials import best_of
from interpreter.bots.view import Luck, View, is_open
from interpreter.bots.worth import margins
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.play.together import teams_of
from interpreter.protocol import Playing

__all__ = ["REDEALS", "Greedy"]

REDEALS = 8
"""Number of redeals in which options are tried if something is hidden or random."""
AHEAD = 40
"""Maximum number of decisions to follow in the same turn."""
PATIENCE = 4
"""A game is long once it exceeds this multiple of the mean length of random games."""
SHORT = 200
"""Number of decisions up to which a game never counts as long."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """Chooses the option with the best average lead at the next point where somebody else has to decide.

    The lead is the score minus the best score of another team. The seat's own remaining decisions of the turn
    are random. Each option is tried in the same `REDEALS` games. Ties are broken at random. In a game without
    a score only its end counts.

    A bot that looks only one turn ahead may forever postpone a move with an immediate cost: a last move, say,
    that triggers the final scoring. So in a long game, random answers become more frequent, and it ends as
    random games do (`_gives_up`).
    """

    name: str = "greedy"

    def choose(self, view: View, luck: Luck) -> Option:
        """Return the best option of a view."""
        options, draws = view.options, luck.draws()
        if len(options) == 1:
            return options[0]
        if _gives_up(view, luck.decision, draws):
            return options[draws.below(len(options))]
        certain = is_open(view.program) and not view.program.streams
        worths: list[list[float]] = [[] for _ in options]
        for number, game in enumerate(view.redeals(draws.below(1 << 62), 1 if certain else REDEALS)):
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

    The probability is 1 - m/d at decision d, if a game counts as long after m decisions, and 0 before.
    """
    if decision <= SHORT:
        return False
    long = max(SHORT, PATIENCE * view.random_length)
    return decision > long and draws.below(decision) >= long


def _after(view: View, game: Playing, option: Option, draws: Draws) -> float | None:
    """Return the seat's lead at the end of its turn; `None` if the score is unknown there."""
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
