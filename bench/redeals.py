"""Test redeals of the shipped games: `python bench/redeals.py --redeals 1000`.

The script plays games at random, and redeals each at a random decision for the deciding player, on each
engine. A redeal must have shown that player the same events, and must give the same observation and the same
options. For each game the script prints how many redeals were given up, and their cost. It also prints the
cost of many redeals that are derived from one another as a search does (`--many`), including the first: of a
game that has just been read, and along a game as bots play it. The exit status is 1 if a redeal contradicts
what the player saw.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

import gamespec
from gamespec.program import Program
from interpreter.compiled.engine import CompiledEngine
from interpreter.engine.playout import DefinitionalEngine
from interpreter.protocol import MOST_CHANGES, Engine, Playing

HIDING = (
    "kuhn-poker", "leduc-poker", "goofspiel", "goofspiel+hidden-bids", "liars-dice", "hearts", "euchre",
    "hanabi", "trapper", "trumpet", "trumpet+revoke", "carcassonne", "carcassonne+traders-and-builders",
    "ogallala", "rufus",
)  # fmt: skip
"""Shipped games with hidden information."""


ENGINES = ("definitional", "compiled")


def engine_of(program: Program, name: str) -> Engine:
    """Return an engine for a program by its name."""
    return DefinitionalEngine(program) if name == "definitional" else CompiledEngine(program, jobs=1)


def at_random(program: Program, luck: Random) -> Playing:
    """Return a random recorded game stopped at a uniformly random decision."""
    engine, seed = CompiledEngine(program, jobs=1), luck.randrange(1 << 32)
    game, taken = engine.begin(seed), list[int]()
    while not game.over:
        taken.append(luck.randrange(len(game.options)))
        game.play(game.options[taken[-1]])
    game = engine.begin(seed, record=True)
    for choice in taken[: luck.randrange(len(taken))]:
        game.play(game.options[choice])
    return game


def measured(engine: Engine, luck: Random, asked: argparse.Namespace) -> tuple[str, bool]:
    """Test redeals of one game; return a line of figures, and whether all redeals were right."""
    times, given_up, right = list[float](), 0, True
    while len(times) < asked.redeals:
        game, numbers = begun(engine, luck)
        player, shown = game.player, game.information_state(game.player)
        for _ in range(min(asked.each, asked.redeals - len(times))):
            seed, start = luck.randrange(1 << 32), time.process_time()
            other = game.redealt(player, seed, most=asked.changes)
            times.append(time.process_time() - start)
            if not other.exact:
                given_up += 1
                continue
            other.check()
            right &= other.information_state(player) == shown
            right &= other.observation(player) == game.observation(player)
            right &= [option.number for option in other.options] == numbers
    times.sort()
    mean, high = sum(times) / len(times), times[int(len(times) * 0.95)]
    share = 100 * given_up / len(times)
    line = f"{engine.program.players} {len(times):6} {share:10.2f} {1000 * mean:9.1f} {1000 * high:9.1f}"
    return line + ("" if right else "  WRONG"), right


def begun(engine: Engine, luck: Random) -> tuple[Playing, list[int]]:
    """Return a random game of an engine, and the numbers of its options."""
    game = at_random(engine.program, luck)
    game = engine.restore(game.position, record=game.record or False)
    return game, [option.number for option in game.options]


def many(engine: Engine, luck: Random, asked: argparse.Namespace) -> tuple[str, bool]:
    """Return the mean milliseconds for many redeals of a position, and whether all were right."""
    times, right = list[float](), True
    for _ in range(max(asked.redeals // 10, 1)):
        game, _ = begun(engine, luck)
        player, shown = game.player, game.observation(game.player)
        start = time.process_time()
        found = [*game.redeals(player, luck.randrange(1 << 32), asked.many, apart=1 / 8)]
        times.append(time.process_time() - start)
        right &= all(other.observation(player) == shown for other in found)
    return f"{1000 * sum(times) / len(times):10.1f}", right


def along(engine: Engine, luck: Random, asked: argparse.Namespace) -> tuple[str, bool]:
    """Return the mean milliseconds for many redeals at a decision of a game that goes on, as bots make them.

    At one decision in four somebody redeals the game.
    """
    times, right = list[float](), True
    while len(times) < asked.redeals:
        game, lineage = engine.begin(luck.randrange(1 << 32), record=True), luck.randrange(1 << 32)
        while not game.over and len(times) < asked.redeals:
            if luck.randrange(4) == 0:
                player, seed = game.player, luck.randrange(1 << 32)
                start = time.process_time()
                found = [*game.redeals(player, seed, asked.many, apart=1 / 8, lineage=lineage)]
                times.append(time.process_time() - start)
                shown = game.observation(player)
                right &= all(other.observation(player) == shown for other in found[:: asked.many // 2 or 1])
            game.play(luck.choice(game.options))
    return f"{1000 * sum(times) / len(times):10.1f}", right


def main() -> int:
    """Test each game and print a line for it and each engine; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--redeals", type=int, default=1000, help="number of redeals of each game")
    parser.add_argument("--many", type=int, default=32, help="number of redeals derived from one another")
    parser.add_argument("--each", type=int, default=1, help="number of redeals at one decision")
    parser.add_argument("--games", nargs="*", default=HIDING)
    parser.add_argument("--engines", nargs="*", default=ENGINES, choices=ENGINES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--players", type=int)
    parser.add_argument(
        "--changes",
        type=int,
        default=MOST_CHANGES,
        help="number of changes to guesses after which a redeal is given up",
    )
    asked = parser.parse_args()
    print(f"{'game':34} {'engine':12} p redeals given up %   ms mean    ms 95%   ms many  ms along")
    fine = True
    for name in asked.games:
        spec = gamespec.load(name)
        program = spec.program(players=asked.players) if asked.players else spec.program()
        for which in asked.engines:
            luck = Random(f"{asked.seed} {name}")  # noqa: S311 - not for secrets
            line, right = measured(engine_of(program, which), luck, asked)
            each, all_right = many(engine_of(program, which), luck, asked)
            going, still_right = along(engine_of(program, which), luck, asked)
            wrong = "" if all_right and still_right else "  WRONG"
            print(f"{name:34} {which:12} {line}{each}{going}{wrong}", flush=True)
            fine &= right and all_right and still_right
    return 0 if fine else 1


if __name__ == "__main__":
    sys.exit(main())
