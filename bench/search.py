"""Measure the cost of search: the same UCT with its tree in Python, or in a module beside the game's.

`python bench/search.py [SECONDS [GAME...]]` runs plain UCT (L. Kocsis and C. Szepesvári, "Bandit Based
Monte-Carlo Planning", 2006) from the beginning of each game, with one playout per iteration, and prints the
iterations per second. The tree is

- in Python, using the compiled engine step by step (`steps`);
- in Python, with one call for all children of a node, and one for a playout (`calls`);
- in Python as in `calls`, with 16 playouts from each leaf (`16 a leaf`, playouts per second);
- in its own WebAssembly module, linked to the functions and the memory of the game's module (`inside`).

With the same seeds, all searches with one playout per leaf make the same decisions, so the trees of `steps`,
`calls` and `inside` must be equal, which the script checks. `playouts` is the number of playouts per second
from the beginning, with many playouts per call. Each measurement takes SECONDS (default 5) of processor time.
The games are for two players. The search uses the hidden and random parts of the position as they are.
"""

from __future__ import annotations

import argparse
import math
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import gamespec
from bench.search_inside import EXPLORES, Inside
from gamespec.program import Program
from interpreter.compiled.engine import CompiledEngine
from interpreter.play.errors import Fault
from interpreter.play.luck import Draws, Seeds
from interpreter.play.result import Result
from interpreter.protocol import Playing

GAMES = ("tic-tac-toe", "connect-four", "othello", "tests/games/authored/chess.yaml", "trapper")
MANY = 16
RUNS = 5
"""Number of measurements, of which the best one is reported."""

ITERATIONS = 200_000
"""Maximum number of iterations in a search."""


def value(result: Result) -> float:
    """Return the value that a result has for the first of two players."""
    first, second = result.places
    return 0.5 + 0.5 * ((second > first) - (second < first))


@dataclass(slots=True, eq=False)
class Node:
    """A node of the search tree.

    `worth` is the sum of the values of its playouts for the first player.
    """

    game: Playing
    visits: int = 0
    worth: float = 0.0
    children: list[Node] = field(default_factory=list)

    def best(self) -> Node:
        """Return the child to try next, which is the first one without visits or has the greatest bound."""
        explores, found, best = EXPLORES * math.sqrt(math.log(self.visits)), self, -math.inf
        second = self.game.player == 1
        for child in self.children:
            if not child.visits:
                return child
            mean = child.worth / child.visits
            bound = (1.0 - mean if second else mean) + explores / math.sqrt(child.visits)
            if bound > best:
                found, best = child, bound
        return found


@dataclass(frozen=True, slots=True)
class How:
    """How a search in Python calls the engine for the children of a node and for playouts from a leaf."""

    expand: Callable[[Playing], Sequence[Playing | Fault]]
    play: Callable[[Playing, Sequence[Seeds]], list[float]]
    many: int = 1


def grown(root: Node, seeds: Sequence[Seeds], how: How, until: float) -> int:
    """Grow a tree until the time is up or all seeds are used, and return the number of playouts."""
    done = 0
    while done < len(seeds) and time.process_time() < until:
        node, path = root, [root]
        while node.children:
            node = node.best()
            path.append(node)
        if node.visits and not node.game.over:
            node.children = [Node(child) for child in how.expand(node.game) if not isinstance(child, Fault)]
            node = node.children[0]
            path.append(node)
        worths = how.play(node.game, seeds[done : done + how.many])
        worth = sum(worths)
        for each in path:
            each.visits += len(worths)
            each.worth += worth
        done += len(worths)
    return done


def stepwise(game: Playing) -> list[Playing]:
    """Return the game after each option, computed with one step per option."""
    found = []
    for option in game.options:
        child = game.clone()
        child.play(option)
        found.append(child)
    return found


def played_stepwise(game: Playing, seeds: Sequence[Seeds]) -> list[float]:
    """Return the value of a playout for each pair of seeds, with the playouts played step by step."""
    found = []
    for each in seeds:
        other, draws = game.clone(each.game), Draws(each.luck, "policy")
        while not other.over:
            options = other.options
            other.play(options[draws.below(len(options))])
        assert other.result is not None  # noqa: S101 - it is over
        found.append(value(other.result))
    return found


def at_once(game: Playing) -> tuple[Playing | Fault, ...]:
    """Return the game after each option, computed in a single call."""
    return game.children()


def played(game: Playing, seeds: Sequence[Seeds]) -> list[float]:
    """Return the value of a playout for each pair of seeds, with all playouts played in a single call."""
    return [value(playout.result) for playout in game.playouts(seeds) if playout.result is not None]


# --- measuring --------------------------------------------------------------------------------------------

MEMORY = 1 << 29
"""Maximum memory for the nodes of a tree, in bytes."""

CHECKED = 400
"""Number of iterations after which the trees are compared."""


def visits(root: Node) -> list[int]:
    """Return the number of visits to each child of the root, in the order of the options."""
    return [child.visits for child in root.children]


def in_python(game: Playing, seeds: Sequence[Seeds], seconds: float, how: How) -> float:
    """Return the playouts per second of a search with its tree in Python."""
    start = time.process_time()
    done = grown(Node(game), seeds, how, start + seconds)
    return done / (time.process_time() - start)


def inside(program: Program, game: Playing, seeds: Sequence[Seeds], seconds: float) -> float:
    """Return the iterations per second of a search with its tree in a module."""
    search, done, slice_ = Inside(program, game, seeds, MEMORY), 0, 16
    start = time.process_time()
    while time.process_time() < start + seconds:
        last = search.grown(done, min(done + slice_, len(seeds)))
        if last == done:
            break
        done, slice_ = last, 2 * slice_
    return done / (time.process_time() - start)


def only_played(game: Playing, seeds: Sequence[Seeds], seconds: float) -> float:
    """Return the playouts per second from one position, without any search."""
    start, done, many = time.process_time(), 0, 16
    while time.process_time() < start + seconds:
        done += len(game.playouts(seeds[:many]))
        many = min(2 * many, len(seeds))
    return done / (time.process_time() - start)


def main(seconds: float, names: Sequence[str]) -> None:
    """Print a Markdown table with a row for each game."""
    seeds = [Seeds.of(1, index) for index in range(ITERATIONS)]
    steps, calls = How(stepwise, played_stepwise), How(at_once, played)
    many = How(at_once, played, MANY)
    print("| game | steps | calls | 16 a leaf | inside | playouts | inside : calls |")
    print("|---|--:|--:|--:|--:|--:|--:|")
    for name in names:
        program = gamespec.load(name).program(2)
        game = CompiledEngine(program).begin(1)
        some = seeds[:CHECKED]
        search, roots = Inside(program, game, some, MEMORY), (Node(game), Node(game))
        search.grown(0, CHECKED)
        for root, how in zip(roots, (steps, calls), strict=True):
            grown(root, some, how, math.inf)
            if visits(root) != search.visits():
                raise SystemExit(f"{name}: the trees are not equal: {visits(root)} and {search.visits()}")
        rates = [0.0] * 5
        for _ in range(RUNS):
            new = [in_python(game, seeds, seconds / RUNS, how) for how in (steps, calls, many)]
            new += [inside(program, game, seeds, seconds / RUNS), only_played(game, seeds, seconds / RUNS)]
            rates = [max(pair) for pair in zip(rates, new, strict=True)]
        row = " | ".join(f"{rate:,.0f}" for rate in rates)
        print(f"| {name} | {row} | {rates[3] / rates[1]:.1f} |", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("seconds", nargs="?", type=float, default=5.0)
    parser.add_argument("games", nargs="*", default=GAMES)
    arguments = parser.parse_args()
    main(arguments.seconds, arguments.games)
