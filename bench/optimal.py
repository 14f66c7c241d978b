"""Compare a policy with exact solutions: `python bench/optimal.py GAME POLICY [--positions N] [--after D]`.

The script takes N positions of random games, each after a random number of decisions, at least D and less
than the game had. It solves each position, and counts how often the policy takes an option that keeps what
best play reaches: a win, or else a draw. It also counts this for the positions at which some options keep it,
and others do not. The game must be for two sides, without chance and hidden information.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from random import Random

import gamespec
from interpreter.bots.learned import Learned
from interpreter.bots.view import Luck, View
from interpreter.compiled.engine import CompiledEngine
from interpreter.kernels.solving.outcomes import sides_of
from interpreter.learning.policy_file import read_policy
from interpreter.play.options import Option
from interpreter.protocol import Playing, Solver
from interpreter.simulate.intervals import wilson
from interpreter.solving.methods import Plan, plan
from interpreter.solving.watch import Watch

MEMORY = 256_000_000
"""The memory for what has been proved of positions, in bytes."""


def position(engine: CompiledEngine, after: int, luck: Random) -> Playing:
    """Return a position of a random game with several options, after at least so many decisions."""
    while True:
        seed, answers = luck.randrange(1 << 32), list[Option]()
        game = engine.begin(seed)
        while not game.over:
            answers.append(luck.choice(game.options))
            game.play(answers[-1])
        if len(answers) <= after:
            continue
        game = engine.begin(seed)
        for answer in answers[: luck.randrange(after, len(answers))]:
            game.play(answer)
        if len(game.options) > 1:
            return game


def results(planned: Plan, solver: Solver, game: Playing) -> dict[int, int]:
    """Return, for the number of each option, 1 if it wins with best play, 0 for a draw, or -1."""
    solving = planned.solving(solver, game, Watch())
    solving.run()
    sign = -1 if sides_of(game.program)[game.player] else 1
    found = dict[int, int]()
    for each in solving.answer().options:
        assert each.worth.low is not None  # noqa: S101 - there is no budget
        found[each.option.number] = (sign * each.worth.low > 0) - (sign * each.worth.low < 0)
    return found


def share(count: int, of: int) -> str:
    """Return a share with its 95 percent interval."""
    low, high = wilson(count, of)
    return f"{count} of {of}: {count / max(of, 1):.3f}, {low:.3f} to {high:.3f}"


def main() -> int:
    """Compare, and print the shares."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("policy", type=Path, metavar="POLICY")
    parser.add_argument("--positions", type=int, default=1000, metavar="N")
    parser.add_argument("--after", type=int, default=12, metavar="D")
    asked = parser.parse_args()
    program = gamespec.load(asked.game).program()
    engine, luck = CompiledEngine(program, jobs=1), Random(1)  # noqa: S311 - not for secrets
    planned, who = plan(engine, bounded=True), Learned("learned", read_policy(asked.policy), 0.0)
    solver, begun = planned.solver(MEMORY), time.process_time()
    kept, matters, kept_there = 0, 0, 0
    for number in range(asked.positions):
        game = position(engine, asked.after, luck)
        assert game.decision is not None  # noqa: S101 - it has options
        values = results(planned, solver, game)
        taken = who.choose(View(engine, game, game.decision), Luck(1, number)).number
        best = values[taken] == max(values.values())
        kept += best
        if len({*values.values()}) > 1:
            matters += 1
            kept_there += best
    print("keeps the value:", share(kept, asked.positions))
    print("where options differ:", share(kept_there, matters))
    print(f"{(time.process_time() - begun) / asked.positions:.2f} s a position")
    return 0


if __name__ == "__main__":
    sys.exit(main())
