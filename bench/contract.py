"""Check the contract for every shipped game, each variant and number of players: `python bench/contract.py`.

For each of them, the script plays some random games under `interpreter.contract`. Then it compares some short
histories: a player must not be able to distinguish those that show this player the same information (see
`tests/strategies/indistinct.py`), and no offer may reveal more than the player was shown. The script prints
what was played. The exit status is 1 if any game breaks the contract; the other games are still played.
"""

from __future__ import annotations

import argparse
import sys
import time
from itertools import chain
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1] / "tests"), str(Path(__file__).parents[1])]

from strategies.claims import Tally
from strategies.dice import Rolled
from strategies.indistinct import nothing_tells_apart

import gamespec
from gamespec import Spec
from interpreter.contract import LONGEST, hold

HEAD = (
    f"{'game':34} p games decisions    s redeals given up     s sequences again differing offers differing\n"
)


def every() -> list[str]:
    """Return the shipped games, each followed by its variants."""
    names = gamespec.games()
    return list(chain.from_iterable((n, *(f"{n}+{v}" for v in gamespec.variants(n))) for n in names))


def held(spec: Spec, players: int, asked: argparse.Namespace) -> str:
    """Check one game with a number of players, and return a line of figures.

    Raises `AssertionError` if the contract is broken.
    """
    compiled, start = spec.compiled(players), time.process_time()
    seeds = range(asked.seed, asked.seed + asked.games)
    played = hold(compiled, seeds, stride=asked.stride, most=asked.most, longest=asked.longest)
    middle, tally = time.process_time(), Tally()
    nothing_tells_apart(compiled, Rolled(asked.seed), tally, asked.histories, trusted=True)
    seconds, counts = time.process_time() - middle, tally.counts
    return (
        f"{played.games:5} {played.decisions:9} {middle - start:4.0f} {played.redeals:7} {played.given_up:8}"
        f" {seconds:5.0f} {counts['information states']:9}"
        f" {counts['one sequence']:5} {counts['one sequence of two positions']:9}"
        f" {counts['one offer']:6} {counts['one offer of two positions']:9}"
    )


def main() -> int:
    """Check each game and print a line for it; return the exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "names", nargs="*", default=every(), metavar="GAME", help="default: all shipped games and variants"
    )
    parser.add_argument("--games", type=int, default=3, metavar="N", help="number of games of each")
    parser.add_argument(
        "--most", type=int, metavar="N", help="maximum number of decisions of a game; default: no limit"
    )
    parser.add_argument(
        "--stride", type=int, default=7, metavar="N", help="check everything at every N-th decision"
    )
    parser.add_argument(
        "--histories", type=int, default=20, metavar="N", help="number of short games of each"
    )
    parser.add_argument(
        "--longest",
        type=int,
        default=LONGEST,
        metavar="N",
        help="number of events beyond which a game is not redealt",
    )
    parser.add_argument("--seed", type=int, default=0, help="seed of the first game")
    asked = parser.parse_args()
    print(HEAD, end="")
    sound = True
    for name in asked.names:
        spec = gamespec.load(name)
        for players in spec.players:
            try:
                line = held(spec, players, asked)
            except AssertionError as breach:
                line, sound = f"BREACH: {breach}", False
            print(f"{name:34} {players:1} {line}", flush=True)
    return 0 if sound else 1


if __name__ == "__main__":
    sys.exit(main())
