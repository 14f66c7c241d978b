"""Measure the strength and the speed of the bots: `python bench/bots.py [--games N] [--bot BOT] [GAME...]`.

In each shipped game, with its least number of players, BOT (default `mcts:400`) plays N games (default 40)
against random bots, seated as in `gamespec ladder`. The script prints the difference in Elo with its 95 %
interval, or the scores if all players win or lose together, and the milliseconds per decision.

`--bound` prints instead how much stronger than a random player any player can be in small games for two. This
is the value of the best response to random play, computed from the whole tree.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Hashable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / part) for part in ("tests/games", "tests", "")]

from test_regret import Node, best_response, tree

import gamespec
from interpreter.bots.match import matches
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.together import is_cooperative
from interpreter.study.ladder import Meeting, elo, meetings


def states(node: Node) -> dict[Hashable, int]:
    """Return the number of options in each information state of a tree."""
    found = {node.state: len(node.children)} if node.player >= 0 else {}
    for child in node.children:
        found |= states(child)
    return found


def bound(names: list[str]) -> None:
    """Print, for each game, the share of points that the best response to random play wins, and its Elo."""
    for name in names:
        root = tree(name)
        even = {state: [1 / count] * count for state, count in states(root).items()}
        _won_or_lost(root)
        share = sum(0.5 + best_response(root, even, seat) / 2 for seat in (0, 1)) / 2
        print(
            f"{name}: the best response to random play wins {share:.1%} of the points, {elo(share):+.0f} Elo"
        )


def _won_or_lost(node: Node) -> None:
    """Replace the value of each node by 1, -1 or 0, for a win, a loss or a draw."""
    node.value = float((node.value > 0) - (node.value < 0))
    for child in node.children:
        _won_or_lost(child)


def ladder(names: list[str], who: str, games: int) -> None:
    """Print a row for each game with the strength of a bot against random bots, and its time per decision."""
    print("| game | players | Elo against random | 95 % | ms per decision of both |\n|---|--:|--:|---|--:|")
    for name in names:
        spec = gamespec.load(name)
        program = spec.program(min(spec.players))
        ((both, some),) = meetings(program, ("random", who), games, 0).items()
        meeting, decisions, begun = Meeting(both), 0, time.process_time()
        for game, played in zip(some, matches(program, CompiledEngine, ("random", who), some), strict=True):
            meeting.add(program, game, played)
            decisions += played.decisions
        spent = 1000 * (time.process_time() - begun) / max(decisions, 1)
        low, high = meeting.interval
        told = f"{elo(meeting.share):+.0f} | {elo(low):+.0f} to {elo(high):+.0f}"
        if is_cooperative(program):
            told = "scores {:.2f}, random {:.2f} | ".format(*(score.mean or 0.0 for score in meeting.scores))
        print(f"| {name} | {program.players} | {told} | {spent:.1f} |", flush=True)


def main() -> None:
    """Parse the arguments, and run the requested measurement."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--bot", default="mcts:400")
    parser.add_argument("--games", type=int, default=40, dest="count", metavar="N")
    parser.add_argument("--bound", action="store_true")
    given = parser.parse_args()
    if given.bound:
        bound(given.games)
    else:
        ladder(given.games or gamespec.games(), given.bot, given.count)


if __name__ == "__main__":
    main()
