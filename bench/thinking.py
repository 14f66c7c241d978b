"""Measure the time of bots at a table: `python bench/thinking.py [--decisions N] [--bots BOT,...] [GAME...]`.

In each shipped game, each bot (default `random`, `greedy`, `flat:50`, `mcts:50`) makes the first N decisions
(default 20) for all seats. It does so in a run of games (`interpreter.bots.match`), and at a table, where it
thinks about the same game. The script prints the milliseconds of processor time per decision, for thinking
and for the whole move, and their ratios. It stops if the choices differ.

With `--apart`, it also prints the elapsed milliseconds until the separate process in which a table's bots
think has answered. These times depend on other load on the machine.
"""

from __future__ import annotations

import argparse
import time
from itertools import pairwise
from time import process_time

import gamespec
from interpreter.bots import Luck, bot
from interpreter.bots.along import Along, begun, chosen
from interpreter.bots.apart import Apart
from interpreter.engines import best
from interpreter.serve.course import Course
from interpreter.serve.edition import Edition

SEED = 5


def measured(name: str, who: str, most: int, *, apart: bool) -> str:
    """Return the row of the table for a game and a bot, which makes at most `most` decisions."""
    spec = gamespec.load(name)
    made, one = spec.compiled(), bot(who)
    engine = best(made.program, 1, steps=True).make(made.program)
    game, course, number = begun(engine, SEED), Course(Edition(spec, made), SEED), 0
    along, process = Along(course.beginning), Apart(course.beginning) if apart else None
    chosen(engine, game, one, Luck(0, 0))  # what is made once is made
    along.answer(course.asked_of(who, 0))
    thought, moved, at_table, moved_there, passed = 0.0, 0.0, 0.0, 0.0, 0.0
    while number < most and game.decision is not None:
        times = [process_time()]
        option = chosen(engine, game, one, Luck(0, number))
        times.append(process_time())
        game.play(option)
        times.append(process_time())
        asked = course.asked_of(who, 0)
        answer = along.answer(asked)
        times.append(process_time())
        if course.game.options[answer] != option:
            raise SystemExit(f"{name}, {who}: the choices differ at decision {number + 1}")
        course.take(option)
        times.append(process_time())
        if process is not None:
            before = time.perf_counter()
            process.answer(asked)
            passed += time.perf_counter() - before if number else 0.0
        first, second, third, fourth = (b - a for a, b in pairwise(times))
        thought, moved = thought + first, moved + first + second
        at_table, moved_there, number = at_table + third, moved_there + third + fourth, number + 1
    if process is not None:
        process.end()
    each = [1000 * spent / number for spent in (thought, at_table, moved, moved_there, passed)]
    ratios = at_table / thought, moved_there / moved
    told = f"| {name} | {who} | {each[0]:.2f} | {each[1]:.2f} | {ratios[0]:.2f} "
    told += f"| {each[2]:.2f} | {each[3]:.2f} | {ratios[1]:.2f} |"
    return told + (f" {each[4]:.2f} |" if apart else "")


def main() -> None:
    """Parse the arguments, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="default: all shipped games")
    parser.add_argument("--bots", default="random,greedy,flat:50,mcts:50", metavar="BOT,...")
    parser.add_argument("--decisions", type=int, default=20, metavar="N")
    parser.add_argument("--apart", action="store_true")
    given = parser.parse_args()
    print("| game | bot | thinks in a run | at a table | ratio | moves in a run | at a table | ratio |")
    print("|---|---|--:|--:|--:|--:|--:|--:|", flush=True)
    for name in given.games or gamespec.games():
        for who in given.bots.split(","):
            print(measured(name, who, given.decisions, apart=given.apart), flush=True)


if __name__ == "__main__":
    main()
