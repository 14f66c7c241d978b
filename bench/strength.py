"""Measure how strong players are that have learned: `python bench/strength.py [--after S,...] [GAME...]`.

For each game, with its default options and smallest number of players, the bot `good` plays against each
other bot, as in `gamespec ladder`, for `--seconds` of processor time (default 30), but no more than `GAMES`
games. The script prints the share of the points that `good` gets, with its 95 percent interval, and the
number of games. Where all players win or lose together, it prints mean scores of both.

With `--after`, players learn the game anew for these numbers of seconds of processor time, one after the
other, as in `gamespec learn`. Their policies play in the place of `good`. A further column has their share of
the points against `good`; these games begin with random decisions if the game has no chance, so that they
differ. With the seed of the policies that ship, all are stages of one training.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from itertools import count, tee
from pathlib import Path

import gamespec
from gamespec.compile import Compiled
from gamespec.program import Program
from interpreter.bots.good import known
from interpreter.bots.match import Match, matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.learning.policy_file import write_policy
from interpreter.learning.training import Training
from interpreter.play.luck import Seeds
from interpreter.simulate.intervals import Fixed, bounded_mean_of, mean_of
from interpreter.simulate.statistics import Mean
from interpreter.study.ladder import Meeting, seatings

BOTS = "random,greedy,mcts:50,mcts:200,mcts:1000"

GAMES = 4000
"""Maximum number of games of a pair, which makes intervals narrow."""

STAGED = 1000
"""Number of games of a policy against that of `good`."""


def met(program: Program, names: tuple[str, str], seconds: float) -> Meeting:
    """Return the results of games between two bots."""
    ways, meeting, begun = seatings(program), Meeting((0, 1)), time.process_time()
    games, these = tee(Match(Seeds.of(1, i // len(ways)), ways[i % len(ways)]) for i in range(GAMES))
    played = matches(program, partial(CompiledEngine, jobs=1), names, these)
    for number, game, playout in zip(count(1), games, played, strict=False):
        meeting.add(program, game, playout)
        if number % len(ways) == 0 and time.process_time() - begun >= seconds:
            break
    played.close()
    return meeting


def told(meeting: Meeting) -> str:
    """Return the share of the points, or both mean scores."""
    if not meeting.points.count:
        return " / ".join(f"{each.mean or 0:.2f}" for each in meeting.scores) + f" ({meeting.games})"
    low, high = bounded_mean_of(meeting.points, Fixed())
    return f"{meeting.points.mean:.2f} ({low:.2f} to {high:.2f}) of {meeting.games}"


def staged(training: Training, program: Program) -> str:
    """Return the share of the points of a policy against that of `good`, or its mean score."""
    shipped, mean = known(program), Mean()
    if shipped is None:
        return ""
    for reward in training.against(None if training.together else shipped.policy.weights, STAGED):
        mean.add(reward)
    low, high = (mean_of if training.together else bounded_mean_of)(mean, Fixed()) or (0.0, 0.0)
    return f"{mean.mean:.2f} ({low:.2f} to {high:.2f})"


def stages(made: Compiled, others: list[str], after: list[float], seconds: float) -> Iterator[str]:
    """Learn a game, and yield a row of the table after each number of seconds of learning."""
    training = Training(made.program, CompiledEngine(made.program, jobs=1))
    spent = 0.0
    with tempfile.TemporaryDirectory() as folder:
        for stage in after:
            while spent < stage:
                before = time.process_time()
                training.learn()
                spent += time.process_time() - before
            path = Path(folder) / f"{stage:.0f}.policy"
            write_policy(training.policy(made.names.game, made.names.options, spent), path)
            cells = [f"{stage:.0f} s", f"{training.games:,}", staged(training, made.program)]
            cells += [told(met(made.program, (f"learned:{path}", other), seconds)) for other in others]
            yield " | ".join(cells)


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--after", metavar="S,...", help="measure policies learned for S seconds, not `good`")
    parser.add_argument("--seconds", type=float, default=30, metavar="S")
    parser.add_argument("--bots", default=BOTS, metavar="BOT,...", help=f"default: {BOTS}")
    asked = parser.parse_args()
    others = asked.bots.split(",")
    after = [float(each) for each in asked.after.split(",")] if asked.after else []
    heads = ["game", *(["learned for", "games", "good"] if after else []), *others]
    print(f"| {' | '.join(heads)} |")
    print(f"|---|{'--:|' * (len(heads) - 1)}", flush=True)
    for name in asked.names or gamespec.games():
        spec = gamespec.load(name)
        if after:
            made = spec.compiled(players=min(spec.players))
            for row in stages(made, others, after, asked.seconds):
                print(f"| {name} | {row} |", flush=True)
        else:
            program = spec.program(players=min(spec.players))
            cells = [told(met(program, ("good", other), asked.seconds)) for other in others]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
