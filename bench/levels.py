"""Measure the words for bots at a table: `python -m bench.levels [--seconds S] [GAME...]`.

For each game, with its default options and smallest number of players, the bot that is called fair plays
against the easy one, and the strong one against the fair one (`interpreter.serve.levels`), as in `gamespec
ladder`, for `--seconds` of processor time (default 8). The shares of the points, with their 95 percent
intervals and numbers of games, are written to `levels.json` in the game's folder, with the identity of the
program for which they hold. From there, the page tells how strong a bot is. Games in which all players win or
lose together have no shares. A pair that plays fewer than `LEAST` games is left out, and so is a measurement
that takes longer than `LONGEST` seconds.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from multiprocessing.connection import Connection

import gamespec
from bench.strength import met
from gamespec.program.written import program_hash
from gamespec.system.resources import directory
from interpreter.serve.beside.measured import NAME
from interpreter.serve.levels import names_of
from interpreter.simulate.intervals import Fixed, bounded_mean_of

LEAST = 10
LONGEST = 240


def measured(game: str, names: tuple[str, str], seconds: float, to: Connection) -> None:
    """Send the share of the first bot against the second one, its interval and the number of games."""
    meeting = met(gamespec.load(game).program(), names, seconds)
    found = None
    if meeting.points.count and meeting.games >= LEAST:
        low, high = bounded_mean_of(meeting.points, Fixed())
        shares = (meeting.points.mean, low, high)
        found = [round(100 * (share or 0)) for share in shares] + [meeting.games]
    to.send(found)


def within(game: str, names: tuple[str, str], seconds: float) -> list[int] | None:
    """Return a measurement, or `None` if it takes too long."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=measured, args=(game, names, seconds, theirs), daemon=True)
    process.start()
    found: list[int] | None = ours.recv() if ours.poll(LONGEST) else None
    process.kill()
    process.join()
    return found


def main() -> None:
    """Measure the given games, and write what was measured into their folders."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--seconds", type=float, default=8, metavar="S")
    given = parser.parse_args()
    for game in given.games or gamespec.games():
        program = gamespec.load(game).compiled().unmeasured
        easy, fair, strong = names_of(program)
        pairs = {"fair": (fair, easy), "strong": (strong, fair)}
        found = {level: within(game, pair, given.seconds) for level, pair in pairs.items()}
        levels = {
            level: {"by": pair[0], "against": pair[1], "share": share[0], "low": share[1], "high": share[2]}
            | {"games": share[3]}
            for level, pair in pairs.items()
            if (share := found[level]) is not None
        }
        sys.stdout.write(f"{game}: {found}\n")
        sys.stdout.flush()
        content = json.dumps({"program": program_hash(program), "levels": levels}, indent=1)
        (directory("games") / game / NAME).write_text(content + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
