"""Let players learn the shipped games, and write the policies that ship: `bench/policies.py [GAME...]`.

Each policy is that of `gamespec learn GAME --games N -o games/GAME/GAME.policy`, with default options and the
smallest number of players, and the same to the last bit wherever it is learned. It fits one program only, so
it must be learned again whenever the program of the game changes, or the way in which players learn.
`tests/bots/test_shipped_policies.py` says which are out of date. All together, they take about half an hour
of processor time.
"""

from __future__ import annotations

import sys
from pathlib import Path

from click.testing import CliRunner

from interpreter.cli.app import cli

PLACE = Path(__file__).resolve().parents[1] / "games"

GAMES = {
    "breakthrough": 50_000,
    "carcassonne": 16_000,
    "connect-four": 600_000,
    "euchre": 200_000,
    "goofspiel": 500_000,
    "hanabi": 100_000,
    "hearts": 250_000,
    "hex": 12_000,
    "kuhn-poker": 32_000,
    "leduc-poker": 1_000_000,
    "liars-dice": 1_000_000,
    "nine-mens-morris": 40_000,
    "ogallala": 6_000,
    "othello": 80_000,
    "pig": 500_000,
    "rufus": 80_000,
    "tic-tac-toe": 500_000,
    "trapper": 30_000,
    "trumpet": 200_000,
}
"""The number of games from which players learn each game."""


def main() -> None:
    """Learn the games named on the command line, or all of them, until one fails."""
    for name in sys.argv[1:] or GAMES:
        path = PLACE / name / f"{name}.policy"
        done = CliRunner().invoke(cli, ["learn", name, "--games", str(GAMES[name]), "-o", str(path)])
        print(done.output.strip(), flush=True)
        if done.exit_code:
            sys.exit(done.exit_code)


if __name__ == "__main__":
    main()
