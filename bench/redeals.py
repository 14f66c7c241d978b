"""Test redeals of the shipped games: `python bench/redeals.py --redeals 1000`.

The script plays games at random, and redeals each at a random decision for the deciding player. A redeal must
have shown that player the same events, and must give the same observation and the same options. For each game
the script prints how many redeals were given up, their cost, and the number of histories from which each was
selected. It also prints the cost of each redeal when the compiled engine derives many from one another
(`--many`), including the first. The exit status is 1 if a redeal contradicts what the player saw.
"""

from __future__ import annotations

import argparse
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import gamespec
from gamespec.program import Program
from interpreter import Game
from interpreter.compiled.engine import CompiledEngine
from interpreter.protocol import Playing
from interpreter.redeal import MOST_NODES, redeal

HIDING = (
    "kuhn-poker", "leduc-poker", "goofspiel", "goofspiel+hidden-bids", "liars-dice", "hearts", "euchre",
    "hanabi", "trapper", "trumpet", "trumpet+revoke", "carcassonne", "carcassonne+traders-and-builders",
    "ogallala", "rufus",
)  # fmt: skip
"""Shipped games with hidden information."""


def at_random(program: Program, luck: Random) -> Game:
    """Return a random game stopped at a uniformly random decision."""
    seed = luck.randrange(1 << 32)
    game, taken = Game(program, seed), []
    while not game.over:
        taken.append(luck.randrange(len(game.options)))
        game.play(game.options[taken[-1]])
    game = Game(program, seed, record=True)
    for choice in taken[: luck.randrange(len(taken))]:
        game.play(game.options[choice])
    return game


def measured(program: Program, luck: Random, asked: argparse.Namespace) -> tuple[str, bool]:
    """Test redeals of one game; return a line of figures, and whether all redeals were right."""
    times: list[float] = []
    given_up, kept, tries, right = 0, 0, 0, True
    while len(times) < asked.redeals:
        game = at_random(program, luck)
        player, shown = game.player, game.information_state(game.player)
        numbers = [option.number for option in game.options]
        for _ in range(min(asked.each, asked.redeals - len(times))):
            seed, start = luck.randrange(1 << 32), time.process_time()
            found = redeal(program, partial(begin, program), shown, player, seed, most=asked.nodes)
            other = found.game.settled(seed) if isinstance(found.game, Game) else None
            times.append(time.process_time() - start)
            kept, tries = kept + found.kept, tries + found.tries
            if other is None:
                given_up += 1
                continue
            other.check()
            right &= other.information_state(player) == shown
            right &= other.observation(player) == game.observation(player)
            right &= [option.number for option in other.options] == numbers
    times.sort()
    mean, high = sum(times) / len(times), times[int(len(times) * 0.95)]
    line = (
        f"{program.players} {len(times):6} {100 * given_up / len(times):10.2f} {1000 * mean:10.1f}"
        f"{1000 * high:10.1f} {kept / len(times):7.1f} {tries / len(times):7.1f}"
    )
    return line + ("" if right else "  WRONG"), right


def many(program: Program, luck: Random, asked: argparse.Namespace) -> tuple[str, bool]:
    """Return the mean milliseconds for each of many redeals of a position, and whether all were right."""
    engine, times, right = CompiledEngine(program, jobs=1), list[float](), True
    for _ in range(max(asked.redeals // 10, 1)):
        game = at_random(program, luck)
        player, shown = game.player, game.observation(game.player)
        compiled: Playing = engine.restore(game.position, record=game.record or False)
        start = time.process_time()
        found = [*compiled.redeals(player, luck.randrange(1 << 32), asked.many)]
        times.append((time.process_time() - start) / asked.many)
        right &= all(other.observation(player) == shown for other in found)
    return f"{1000 * sum(times) / len(times):10.2f}", right


def begin(program: Program) -> Game:
    """Return a new game with explicit chance that records its events."""
    return Game(program, record=True, explicit=True)


def main() -> int:
    """Test each game and print a line for it; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--redeals", type=int, default=1000, help="number of redeals of each game")
    parser.add_argument("--many", type=int, default=96, help="number of redeals derived from one another")
    parser.add_argument("--each", type=int, default=1, help="number of redeals at one decision")
    parser.add_argument("--games", nargs="*", default=HIDING)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int)
    parser.add_argument(
        "--nodes", type=int, default=MOST_NODES, help="number of nodes after which a redeal is given up"
    )
    asked = parser.parse_args()
    print(f"{'game':34} p redeals given up %    ms mean    ms 95%    kept   tries   ms many")
    fine = True
    for name in asked.games:
        spec = gamespec.load(name)
        program = spec.program(players=asked.players) if asked.players else spec.program()
        luck = Random(f"{asked.seed} {name}")  # noqa: S311 - not for secrets
        line, right = measured(program, luck, asked)
        each, all_right = many(program, luck, asked)
        print(f"{name:34} {line}{each}" + ("" if all_right else "  WRONG"), flush=True)
        fine &= right and all_right
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
