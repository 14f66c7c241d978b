"""Check that bots' games end by the rules: `python bench/endings.py [--games N] [--bots A,B] [GAME...]`.

Each pair of bots, including a bot with itself, plays each shipped game N times (default 10), with the game's
least number of players. The bots (default `random,greedy,flat:50,mcts:50`) alternate around the table. The
script prints a row for each game and pair. It contains the mean and the greatest number of decisions, next to
the greatest of 1,000 random games, the number of games that ended by the limit of decisions or by a fault,
and the seconds per game. The exit status is 1 if any game ended by the limit or by a fault.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from itertools import combinations_with_replacement

import gamespec
from gamespec.program import Program
from interpreter.bots.match import Match, matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout

RANDOM_GAMES = 1000


def played(program: Program, pair: tuple[str, str], games: int, processes: int) -> Iterator[Playout]:
    """Yield games between a pair of bots, which all move on by one seat from each game to the next."""
    table = [
        Match(Seeds(game, game), tuple((seat + game) % 2 for seat in range(program.players)))
        for game in range(games)
    ]
    return matches(program, CompiledEngine, pair, table, processes)


def by_rule(playout: Playout) -> bool:
    """Return whether a game ended by an entry of `end`, or because all of its phases were finished."""
    return playout.result is not None and not playout.result.limited


def main() -> int:
    """Play the games, print the table, and return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--games", type=int, default=10, metavar="N", help="number of games of each pair")
    parser.add_argument("--bots", default="random,greedy,flat:50,mcts:50", metavar="BOT,...")
    parser.add_argument("--processes", type=int, default=2, metavar="N")
    asked = parser.parse_args()
    print(
        "| game | players | bots | decisions | greatest | random: greatest | not by rule | seconds a game |"
    )
    print("|---|--:|---|--:|--:|--:|--:|--:|", flush=True)
    unended = 0
    for name in asked.names or gamespec.games():
        spec = gamespec.load(name)
        program = spec.program(min(spec.players))
        seeds = (Seeds(seed, seed) for seed in range(RANDOM_GAMES))
        longest = max(playout.decisions for playout in CompiledEngine(program).batch(seeds))
        for pair in combinations_with_replacement(asked.bots.split(","), 2):
            begun = time.monotonic()
            games = [*played(program, pair, asked.games, asked.processes)]
            seconds = (time.monotonic() - begun) / len(games)
            lengths = [playout.decisions for playout in games]
            wrong = sum(not by_rule(playout) for playout in games)
            unended += wrong
            told = f"{sum(lengths) / len(lengths):.0f} | {max(lengths)} | {longest} | {wrong} | {seconds:.2f}"
            print(f"| {name} | {program.players} | {', '.join(pair)} | {told} |", flush=True)
    return 1 if unended else 0


if __name__ == "__main__":
    sys.exit(main())
