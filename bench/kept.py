"""What it brings to keep the results of functions, case by case, in one run.

`python bench/kept.py [CASE...]` plays the same random games with a function that is `kept` and with one that
is not, in turns, so that what else the machine does meets both alike. A pair takes about a second of
processor time; what is told of a case is the median of the ratios of both times, and the least and the
greatest of them: 2.00 is twice as quick. The case `in vain` is one for which nothing can be gained.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from pathlib import Path

import gamespec
from gamespec.program import Program
from interpreter.simulate import playouts

ROADS = """
language: 1
game: roads
title: Roads
players: 3
spaces:
  island: {hexagon: 3}
  road: {edges: island}
  town: {corners: island}
variables:
  paved: {per: road, type: player?}
  goods: {per: player, type: 0..99}
functions:
  length: {with: {p: player}, is: "trail(r in filter(x in road: paved[x] == p): around(r, town), 15)", KEPT}
  longest: {with: {p: player}, is: "length(p) >= 4 and none(o in players: o != p and length(o) >= length(p))"}
  points: {with: {p: player}, is: "goods[p] // 10 + (2 if longest(p) else 0)"}
  beside:
    with: {r: road, p: player}
    is: "any(t in around(r, town): any(o in around(t, road): paved[o] == p))"
actions:
  pave:
    when: goods[me] >= 4
    with: {r: {from: road, where: "paved[r] == none and (beside(r, me) or none(x in road: paved[x] == me))"}}
    do: [{set: {"paved[r]": me, "goods[me]": "goods[me] - 4"}}]
  trade:
    when: goods[me] >= 2 and not longest(me)
    do: [{set: {"goods[me]": "goods[me] - 1"}}]
  toll:
    when: longest(me)
    do: [{set: {"goods[me]": "min(99, goods[me] + 1)"}}]
  pass: {do: []}
phases:
  play:
    turns: clockwise
    do:
      - random: {n: {from: 1..3}}
      - set: {"goods[me]": "min(99, goods[me] + n)"}
      - offer: [pave, trade, toll, pass]
end:
  done: {when: "any(p in players: points(p) >= 9)"}
score: points(player)
limit: {decisions: 300, then: rank}
"""

GROUPS = """
language: 1
game: groups
title: Groups
players: 2
spaces: {board: {grid: [9, 9]}}
variables: {stone: {per: board, type: player?}}
functions:
  group: {with: {c: board}, is: "reach(x from c: filter(n in neighbours(x): stone[n] == stone[c]))", KEPT}
  weight: {with: {p: player}, is: "max(c in board: size(group(c)) if stone[c] == p else 0)"}
actions:
  put:
    with: {c: {from: board, where: "stone[c] == none"}}
    do: [{set: {"stone[c]": me}}]
phases:
  play: {turns: clockwise, do: [{offer: [put]}]}
end:
  ahead: {when: "weight(seat(1)) > weight(seat(2)) + 12 or weight(seat(2)) > weight(seat(1)) + 12"}
score: weight(player)
limit: {decisions: 81, then: rank}
"""

VAIN = """
language: 1
game: vain
title: Vain
players: 2
spaces: {board: {grid: [9, 9]}}
variables: {stone: {per: board, type: player?}}
functions:
  all_of: {with: {p: player}, is: "count(c in board: stone[c] == p)", KEPT}
actions:
  put:
    with: {c: {from: board, where: "stone[c] == none"}}
    do: [{set: {"stone[c]": me}}]
phases:
  play: {turns: clockwise, do: [{offer: [put]}]}
end:
  ahead: {when: "all_of(me) > 40"}
score: number(player)
limit: {decisions: 81, then: rank}
"""

CASES = {"longest road": ROADS, "groups": GROUPS, "in vain": VAIN}


def programs(text: str, folder: Path) -> tuple[Program, Program]:
    """The program of a game without results that are kept, and with them."""
    made: list[Program] = []
    for kept in ("false", "true"):
        path = folder / f"{kept}.yaml"
        path.write_text(text.replace("KEPT", f"kept: {kept}"), encoding="utf-8")
        made.append(gamespec.load(path).program())
    return made[0], made[1]


def seconds(program: Program, games: int) -> float:
    """Processor time for the first so many random games."""
    start = time.process_time()
    playouts(program, games)
    return time.process_time() - start


def compare(both: tuple[Program, Program], pairs: int) -> list[float]:
    """How many times as quick it is with results, pair by pair, ascending."""
    games = 1
    while (spent := seconds(both[0], games)) < 0.3:  # noqa: PLR2004 - seconds
        games *= 2
    games = max(1, round(games * 0.7 / spent))
    ratios: list[float] = []
    for number in range(pairs):
        order = both if number % 2 else both[::-1]
        times = {id(program): seconds(program, games) for program in order}
        ratios.append(times[id(both[0])] / times[id(both[1])])
    return sorted(ratios)


def main(cases: list[str], pairs: int) -> None:
    """Print a table in Markdown, a row for each case."""
    print("| case | times as quick | least | greatest |")
    print("|---|--:|--:|--:|")
    for case in cases:
        with tempfile.TemporaryDirectory() as folder:
            ratios = compare(programs(CASES[case], Path(folder)), pairs)
        print(
            f"| {case} | {statistics.median(ratios):.2f} | {ratios[0]:.2f} | {ratios[-1]:.2f} |", flush=True
        )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Compare the speed of games with and without kept results.")
    parser.add_argument("cases", nargs="*", default=list(CASES), help=", ".join(CASES))
    parser.add_argument("--pairs", type=int, default=9)
    arguments = parser.parse_args()
    main(arguments.cases, arguments.pairs)
