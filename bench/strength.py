"""Measure how strong the policies that ship are: `python bench/strength.py [--seconds S] [GAME...]`.

For each game, with its default options and smallest number of players, the bot `good` plays against each
other bot for S seconds of processor time (default 30), as in `gamespec ladder`. The script prints the share
of the points that `good` gets, with its 95 percent interval, and the number of games. Where all players win
or lose together, it prints mean scores of both.
"""

from __future__ import annotations

import argparse
import sys
import time

import gamespec
from interpreter.bots import bot
from interpreter.bots.match import Match, match
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.luck import Seeds
from interpreter.simulate.intervals import Fixed, bounded_mean_of
from interpreter.study.ladder import Meeting, seatings

BOTS = "random,greedy,mcts:200,mcts:1000"


def met(engine: CompiledEngine, other: str, seconds: float) -> Meeting:
    """Return the results of games between `good` and another bot."""
    bots, ways = [bot("good"), bot(other)], seatings(engine.program)
    meeting, begun, number = Meeting((0, 1)), time.process_time(), 0
    while number % len(ways) or time.process_time() - begun < seconds:
        game = Match(Seeds.of(1, number // len(ways)), ways[number % len(ways)])
        played = match(engine, game.seeds, [bots[who] for who in game.seats])
        meeting.add(engine.program, game, played)
        number += 1
    return meeting


def told(meeting: Meeting) -> str:
    """Return the share of the points, or both mean scores."""
    if not meeting.points.count:
        return " / ".join(f"{each.mean or 0:.2f}" for each in meeting.scores) + f" ({meeting.games})"
    low, high = bounded_mean_of(meeting.points, Fixed())
    return f"{meeting.points.mean:.2f} ({low:.2f} to {high:.2f}) of {meeting.games}"


def main() -> int:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("names", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--seconds", type=float, default=30, metavar="S")
    parser.add_argument("--bots", default=BOTS, metavar="BOT,...", help=f"default: {BOTS}")
    asked = parser.parse_args()
    others = asked.bots.split(",")
    print(f"| game | {' | '.join(others)} |")
    print(f"|---|{'--:|' * len(others)}", flush=True)
    for name in asked.names or gamespec.games():
        spec = gamespec.load(name)
        engine = CompiledEngine(spec.program(players=min(spec.players)), jobs=1)
        print(f"| {name} |", end="", flush=True)
        for other in others:
            print(f" {told(met(engine, other, asked.seconds))} |", end="", flush=True)
        print(flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
