"""Measure the search over positions against OpenSpiel's, in time and in points.

`python bench/search.py [--simulations N] [--games N] [GAME...]` first plays random games, side by side in
both programs. At each decision with a choice, `mcts:N` and OpenSpiel's `MCTSBot` (in C++) think about the
same position with equally many simulations (default 200). The script prints the milliseconds of processor
time that a decision takes, and their ratio.

Then both play against each other, and alternate seats. OpenSpiel's search has the same number of simulations
as before. Ours has as many more as the ratio says, so that both have about the same processor time. The
script prints the points of ours (1 for a win, 1/2 for a draw) with a 95 percent interval, and the ratio of
the times for a decision in these games.

Both searches are UCT with one random game per simulation and a solver. OpenSpiel's rewards range from -1 to 1
instead of from 0 to 1, so its exploration constant is twice ours.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[1] / "tests")]

from openspiel import Same, cell, column, disc, man, pawn_move, pyspiel

from interpreter.bots import Luck, View, bot
from interpreter.bots.mcts import OVER_POSITIONS
from interpreter.compiled.engine import CompiledEngine
from interpreter.lockstep import Shown
from interpreter.play.luck import Draws
from interpreter.play.options import Option
from interpreter.protocol import Playing
from interpreter.simulate.intervals import wilson
from interpreter.words import Words

GAMES = {
    "connect-four": Same("connect-four", "connect_four", column),
    "breakthrough": Same("breakthrough", "breakthrough", pawn_move),
    "othello": Same("othello", "othello", disc),
    "hex": Same("hex", "hex", cell),
    "nine-mens-morris": Same("nine-mens-morris", "nine_mens_morris", man),
}
RANDOM_GAMES = 6
"""The number of random games in which decisions are timed."""

MEMORY = 1000
"""Maximum memory of OpenSpiel's search, in megabytes."""


@dataclass
class Sides:
    """The same game in both programs."""

    same: Same
    ours: Playing
    theirs: Any
    words: Words = field(init=False)

    def __post_init__(self) -> None:
        self.words = Words(self.same.compiled)

    def action(self, option: Option) -> int:
        """Return OpenSpiel's action for one of our options."""
        (told,) = self.same.actions(Shown(self.ours, self.words), option)  # type: ignore[arg-type] # any game has texts
        if isinstance(told, int):
            return told
        legal = self.theirs.legal_actions()
        names = [self.theirs.action_to_string(a).rstrip("*") for a in legal]
        return int(legal[names.index(told)])

    def option(self, action: int) -> Option:
        """Return our option for one of OpenSpiel's actions."""
        return next(option for option in self.ours.options if self.action(option) == action)

    def take(self, option: Option) -> None:
        """Play an option in both programs."""
        self.theirs.apply_action(self.action(option))
        self.ours.play(option)


class Contest:
    """Both searches, with the processor time that each has taken."""

    def __init__(self, name: str, simulations: int) -> None:
        self.same, self.simulations = GAMES[name], simulations
        self.engine = CompiledEngine(self.same.compiled.program, jobs=1)
        self.game = pyspiel.load_game(self.same.theirs)
        self.seconds = [0.0, 0.0]
        self.decisions = [0, 0]
        begun = self.begun()
        self.choose(begun, Luck(0, 0), simulations)  # what is made once is made
        self.seconds, self.decisions = [0.0, 0.0], [0, 0]

    def begun(self) -> Sides:
        """Return the beginning of a game."""
        return Sides(self.same, self.engine.begin(), self.game.new_initial_state())

    def choose(self, sides: Sides, luck: Luck, simulations: int) -> Option:
        """Return our choice."""
        who, decision = bot(f"mcts:{simulations}"), sides.ours.decision
        assert decision is not None  # noqa: S101 - the game goes on
        begun = time.process_time()
        option = who.choose(View(self.engine, sides.ours, decision), luck)
        self.seconds[0] += time.process_time() - begun
        self.decisions[0] += 1
        return option

    def answer(self, sides: Sides, seed: int) -> Option:
        """Return OpenSpiel's choice."""
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        other = pyspiel.MCTSBot(
            self.game,
            evaluator,
            2 * OVER_POSITIONS,
            self.simulations,
            MEMORY,
            True,  # noqa: FBT003 - its signature: the solver, and no words
            seed,
            False,  # noqa: FBT003 - as above
        )
        begun = time.process_time()
        action = other.step(sides.theirs)
        self.seconds[1] += time.process_time() - begun
        self.decisions[1] += 1
        return sides.option(action)

    def timed(self) -> tuple[float, float]:
        """Let both think about the positions of random games; return milliseconds of ours and theirs."""
        for seed in range(RANDOM_GAMES):
            sides, draws, number = self.begun(), Draws(seed, "bench"), 0
            while not sides.ours.over:
                options = sides.ours.options
                if len(options) > 1:
                    self.choose(sides, Luck(seed, number), self.simulations)
                    self.answer(sides, 1000 * seed + number)
                sides.take(options[draws.below(len(options))])
                number += 1
        ours, theirs = (1000 * self.seconds[i] / self.decisions[i] for i in range(2))
        return ours, theirs

    def points(self, games: int, simulations: int) -> float:
        """Return the points of our search in a match."""
        self.seconds, self.decisions, total = [0.0, 0.0], [0, 0], 0.0
        for number in range(games):
            sides, decisions = self.begun(), 0
            while not sides.ours.over:
                options = sides.ours.options
                if len(options) == 1:
                    option = options[0]
                elif sides.ours.player == number % 2:
                    option = self.choose(sides, Luck(number, decisions), simulations)
                else:
                    option = self.answer(sides, 1000 * number + decisions)
                sides.take(option)
                decisions += 1
            total += (sides.theirs.returns()[number % 2] + 1) / 2
        return total


def main(names: Sequence[str], simulations: int, games: int) -> None:
    """Print a Markdown table with a row for each game."""
    print("| game | ours, ms | OpenSpiel, ms | ratio | simulations at equal time | points | 95 % | ratio |")
    print("|---|--:|--:|--:|--:|--:|---|--:|")
    for name in names:
        contest = Contest(name, simulations)
        ours, theirs = contest.timed()
        row = f"| {name} | {ours:.2f} | {theirs:.2f} | {ours / theirs:.2f} |"
        if games:
            more = max(1, round(simulations * theirs / ours))
            won = contest.points(games, more)
            low, high = wilson(won, games)
            (first, second), (a, b) = contest.seconds, contest.decisions
            row += (
                f" {more:,} | {won:g} of {games} | {low:.0%} to {high:.0%} | {first / a / (second / b):.2f} |"
            )
        print(row, flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("games_", metavar="GAME", nargs="*", default=[*GAMES])
    parser.add_argument("--simulations", type=int, default=200)
    parser.add_argument("--games", type=int, default=40)
    arguments = parser.parse_args()
    main(arguments.games_, arguments.simulations, arguments.games)
