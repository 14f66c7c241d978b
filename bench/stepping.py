"""Measure random games that Python plays step by step, beside OpenSpiel's, all in one run.

`python bench/stepping.py [ROW...]` measures the rows of `bench/field.py` that the table in `bench/README.md`
has, or those whose names contain one of the given parts. In each step, Python asks whether the game is over,
who decides, and how many options there are, and takes one of them at random. The columns are:

- `steps`: steps per second on the compiled engine, including those parts of `begin` and of the end of games;
- `begin`: microseconds for the beginning of a game alone;
- `OpenSpiel`: the same steps through OpenSpiel's bindings, where Python also draws at chance nodes;
- `ratio`: `steps` divided by `OpenSpiel`.

Times are processor times. The engines take turns, and the fastest of `--rounds` short rounds counts, so other
work on the machine matters little.
"""

from __future__ import annotations

import argparse
import importlib.util
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from bench.commands import chosen
from bench.field import Row
from interpreter.compiled.engine import CompiledEngine

BY_DEFAULT = ("tic-tac-toe", "connect four", "kuhn", "leduc", "liar's dice", "euchre", "hearts", "hanabi")
HEADS = ("steps", "begin", "OpenSpiel", "ratio")
WARM = 20
"""Number of games from whose time the size of a round is estimated."""
NAME, WIDTH = 24, 13


def ours(engine: CompiledEngine, games: int) -> int:
    """Play games on the compiled engine, and return the number of steps."""
    draw, steps = Random(0).random, 0  # noqa: S311 - nothing secret
    for seed in range(games):
        game = engine.begin(seed)
        while not game.over:
            game.player  # noqa: B018 - a player would ask
            game.take(int(draw() * game.branching))
            steps += 1
    return steps


def theirs(game: Any, games: int) -> int:
    """Play games of OpenSpiel, and return the number of steps, among which chance nodes do not count."""
    luck, steps = Random(0), 0  # noqa: S311 - nothing secret
    draw = luck.random
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, shares = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(luck.choices(outcomes, shares)[0])
                continue
            state.current_player()
            actions = state.legal_actions()
            state.apply_action(actions[int(draw() * len(actions))])
            steps += 1
    return steps


def begun(engine: CompiledEngine, games: int) -> int:
    """Begin games on the compiled engine, and return their number."""
    for seed in range(games):
        engine.begin(seed)
    return games


def measured(row: Row, seconds: float, rounds: int) -> list[str]:
    """Return the figures of a row, without OpenSpiel's if it is not installed or does not have the game."""
    engine = CompiledEngine(row.program())
    plays: list[Callable[[int], int]] = [partial(ours, engine), partial(begun, engine)]
    if row.theirs is not None and importlib.util.find_spec("pyspiel") is not None:
        import pyspiel  # it need not be there

        plays.append(partial(theirs, pyspiel.load_game(row.theirs)))
    step, begin, *others = fastest(plays, seconds, rounds)
    figures = [f"{1 / step:,.0f}", f"{1e6 * begin:.1f}"]
    for other in others:
        figures += [f"{1 / other:,.0f}", f"{other / step:.2f}"]
    return figures


def fastest(plays: list[Callable[[int], int]], seconds: float, rounds: int) -> list[float]:
    """Return the least processor time per unit of each function, which returns how many units it has done.

    Its argument is such that a round takes about this number of seconds.
    """
    for play in plays:
        play(1)  # the first game waits for the module
    sizes = [max(1, int(seconds / spent(play, WARM)[0])) for play in plays]
    times = [[spent(play, size)[1] for play, size in zip(plays, sizes, strict=True)] for _ in range(rounds)]
    return [min(each) for each in zip(*times, strict=True)]


def spent(play: Callable[[int], int], games: int) -> tuple[float, float]:
    """Return the processor time that `play` takes per game and per unit."""
    start = time.process_time()
    done = play(games)
    taken = time.process_time() - start
    return taken / games, taken / done


def line(name: str, cells: list[str]) -> str:
    """Return a line of the table."""
    return f"{name:<{NAME}}" + "".join(f"{cell:>{WIDTH}}" for cell in cells)


def main() -> None:
    """Parse the arguments, and measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("rows", nargs="*", metavar="ROW", help="parts of the names of the rows to measure")
    parser.add_argument("--seconds", type=float, default=0.01, help="for a round")
    parser.add_argument("--rounds", type=int, default=60)
    given = parser.parse_args()
    print(line("row", [*HEADS]), flush=True)
    for row in chosen(parser, given.rows or [*BY_DEFAULT]):
        print(line(row.name, measured(row, given.seconds, given.rounds)), flush=True)


if __name__ == "__main__":
    main()
