"""Measure how fast equilibria are found, beside OpenSpiel: `python bench/solving.py [--seconds S] [GAME...]`.

Both programs run CFR+ on their own description of the same game. The script prints the iterations per second
of each in processor time, their ratio, and the exploitability and the value for player 1 of both after
equally many iterations. OpenSpiel runs for about S seconds (default 10), and ours as many iterations, then
ten times as many. It also prints the seconds for walking the tree, and the iterations and seconds until the
exploitability is at most 0.001.
"""

from __future__ import annotations

import argparse
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]

import pyspiel

import gamespec
from interpreter.solving.equilibrium import WITHIN, equilibrium, rewarded, tree
from interpreter.solving.minimizer import Minimizer


@dataclass(frozen=True)
class Same:
    """A game in both programs."""

    ours: str
    theirs: str
    options: dict[str, int | str] = field(default_factory=dict)


GAMES = {
    "kuhn-poker": Same("kuhn-poker", "kuhn_poker"),
    "leduc-poker": Same("leduc-poker", "leduc_poker"),
    "liars-dice-3": Same("liars-dice", "liars_dice(dice_sides=3)", {"faces": 3}),
    "liars-dice": Same("liars-dice", "liars_dice"),
    "goofspiel-4": Same(
        "goofspiel",
        "turn_based_simultaneous_game(game=goofspiel(num_cards=4,points_order=descending))",
        {"cards": 4, "prize_order": "descending"},
    ),
}


def theirs(name: str, seconds: float) -> tuple[int, float, float, float]:
    """Return OpenSpiel's iterations, their seconds, the exploitability and the value for player 1."""
    game = pyspiel.load_game(name)
    solver = pyspiel.CFRPlusSolver(game)
    iterations, begun = 0, time.process_time()
    while iterations < 1 or time.process_time() - begun < seconds:
        solver.evaluate_and_update_policy()
        iterations += 1
    spent = time.process_time() - begun
    policy = solver.tabular_average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, use_infostate_get_policy=True)[0]
    return iterations, spent, pyspiel.exploitability(game, policy), value


def measure(name: str, seconds: float) -> None:
    """Print the row of a game."""
    same = GAMES[name]
    iterations, spent, exploitability, value = theirs(same.theirs, seconds)
    program = gamespec.load(same.ours).program(2, same.options)
    begun = time.process_time()
    sequences = tree(program)
    walked = time.process_time() - begun
    minimizer = Minimizer(sequences, rewarded(sequences, None))
    minimizer.run(iterations)
    found = minimizer.responses()
    begun = time.process_time()
    minimizer.run(9 * iterations)
    ours = 9 * iterations / (time.process_time() - begun)
    begun = time.process_time()
    good = equilibrium(program, within=WITHIN)
    solved = time.process_time() - begun
    cells = (
        name,
        f"{sequences.nodes:,}",
        f"{sum(map(len, sequences.sets)):,}",
        f"{walked:.2f}",
        f"{ours:,.0f}",
        f"{iterations / spent:,.1f}",
        f"{ours * spent / iterations:,.0f}",
        f"{iterations:,}",
        f"{found.exploitability:.2g}, {exploitability:.2g}",
        f"{found.value:.5f}, {value:.5f}",
        f"{good.iterations:,}, {solved:.2f}",
    )
    print(f"| {' | '.join(cells)} |", flush=True)


def main() -> None:
    """Parse the arguments, and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"default: all of {', '.join(GAMES)}")
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    print(
        "| game | nodes | sets | walk, s | iterations/s | OpenSpiel's | ratio | iterations | "
        "exploitability | value | to 0.001 |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
    )
    for name in given.games or GAMES:
        measure(name, given.seconds)


if __name__ == "__main__":
    main()
