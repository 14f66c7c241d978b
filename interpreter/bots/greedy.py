"""The bot that looks a turn ahead."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean

from interpreter.bots.trials import best_of
from interpreter.bots.view import Luck, View, is_open
from interpreter.bots.worth import margins, teams_of
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.protocol import Playing

__all__ = ["REDEALS", "Greedy"]

REDEALS = 8
"""In so many redeals options are tried, where something is hidden or left to chance."""
AHEAD = 40
"""So many decisions of the same turn are followed at most."""
PATIENCE = 4
"""A game is long from so many times the mean length of random games on."""
SHORT = 200
"""Number of decisions that are never too many."""


@dataclass(frozen=True, slots=True)
class Greedy:
    """Takes the option after which the score is best on average when somebody else has to decide.

    What counts is the lead: the score less the best score of another team. What the seat itself still
    decides before that is decided at random. Each option is tried in `REDEALS` games, the same for all.
    Among the best ones luck decides. A game without a score has nothing to be greedy for but the end.

    Who looks no further than a turn may put off for ever what costs something now: a last move, say, that
    brings the final scoring on. So in a game that goes on for long, random answers become more frequent, and
    it ends as random games do (`_gives_up`).
    """

    name: str = "greedy"

    def choose(self, view: View, luck: Luck) -> Option:
        """The best option of a view."""
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
    """Whether to answer at random: with probability 1 - m/d at decision d, where games are long from m on."""
    if decision <= SHORT:
        return False
    long = max(SHORT, PATIENCE * view.random_length)
    return decision > long and draws.below(decision) >= long


def _after(view: View, game: Playing, option: Option, draws: Draws) -> float | None:
    """What the seat's lead is at the end of its turn; `None` if there the score can't be told."""
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
