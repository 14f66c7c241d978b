"""Measure the speed of random games, the cost of a clone, and the size of a position.

`python bench/decisions.py [SECONDS [GAME...]]` plays each shipped game (or each GAME) with each number of
players for about SECONDS (default 2) of processor time on one core. The cost of a clone is given relative to
that of copying a plain list of the same length. Both are timed alternately in the same run, because their
ratio depends on the machine much less than the times do.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import gamespec
from interpreter import Game
from interpreter.simulate import Seeds, playout

if TYPE_CHECKING:
    from gamespec.program import Program

ROUNDS = 9
COPIES = 2_000


@dataclass(frozen=True, slots=True)
class Speed:
    """The time that a number of random games took."""

    games: int
    decisions: int
    seconds: float


def play(program: Program, seconds: float) -> Speed:
    """Play random games for the given processor time. The first game is a warm-up and does not count."""
    playout(program, Seeds.of(0, 0))
    games = decisions = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        games += 1
        decisions += playout(program, Seeds.of(0, games)).decisions
    return Speed(games, decisions, spent)


def cost(action: Callable[[], object]) -> float:
    """Return the mean processor time of `COPIES` calls, in seconds."""
    start = time.process_time()
    for _ in range(COPIES):
        action()
    return (time.process_time() - start) / COPIES


def clone_cost(program: Program) -> tuple[float, float]:
    """Return the least times for cloning a game after ten decisions, and for copying its position.

    Both are in seconds.
    """
    game = Game(program, 1)
    for _ in range(10):
        if not game.over:
            game.play(game.options[0])
    position = game.position
    pairs = [(cost(game.clone), cost(position.copy)) for _ in range(ROUNDS)]
    return min(clone for clone, _ in pairs), min(copy for _, copy in pairs)


def main(seconds: float, names: list[str]) -> None:
    """Print a Markdown table with a row for each game and number of players."""
    print("| game | players | decisions/s | games/s | decisions a game | integers | clone | of a list copy |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|")
    for name in names:
        spec = gamespec.load(name)
        for players in spec.players:
            program = spec.program(players)
            speed = play(program, seconds)
            clone, copy = clone_cost(program)
            print(
                f"| {name} | {players} | {speed.decisions / speed.seconds:,.0f} "
                f"| {speed.games / speed.seconds:,.1f} "
                f"| {speed.decisions / speed.games:.0f} | {program.layout.length:,} "
                f"| {clone * 1e6:.2f} µs | {clone / copy:.1f} x |",
                flush=True,
            )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Measure random play of shipped games.")
    parser.add_argument("seconds", nargs="?", type=float, default=2.0, help="processor time per row")
    parser.add_argument(
        "games", nargs="*", choices=[[], *gamespec.games()], help="default: all shipped games"
    )
    arguments = parser.parse_args()
    main(arguments.seconds, arguments.games or gamespec.games())
