"""Counts the histories, positions and information states of a game exactly.

Chance is explicit, so the counts are exact. A player's information state is everything that the player has
been shown so far, which is the record of the game with each event as far as the player could see it.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.engine.playout import DefinitionalEngine
from interpreter.kernels.sights import information_state
from interpreter.play.errors import Fault
from interpreter.play.options import Option
from interpreter.protocol import MakeEngine, Playing

__all__ = ["Tree", "count", "divide", "histories", "tree"]


def children(game: Playing) -> Iterator[Playing]:
    """Yield each game that can follow, by an outcome of chance or by an option. Raises `Fault`."""
    if game.chance is not None:
        for outcome in game.chance.outcomes:
            after = game.clone()
            after.settle(outcome)
            yield after
    else:
        for child in game.children():
            if isinstance(child, Fault):
                raise child
            yield child


def histories(
    program: Program,
    depth: int,
    *,
    engine: MakeEngine = DefinitionalEngine,
    start: Playing | None = None,
) -> list[int]:
    """Return the numbers of histories that consist of 1, 2, …, `depth` decisions and draws of chance.

    The histories start at `start`, a game with explicit chance, or at the beginning of the game. A game that
    has ended has no further histories.
    """
    counts = [0] * depth
    start = engine(program).begin(explicit=True) if start is None else start

    def walk(game: Playing, level: int) -> None:
        last = level + 1 == depth
        if last:
            counts[level] += game.branching if game.chance is None else len(game.chance.outcomes)
            return
        for after in children(game):
            counts[level] += 1
            if not after.over:
                walk(after, level + 1)

    if depth > 0 and not start.over:
        walk(start, 0)
    return counts


def count(
    program: Program,
    depth: int,
    *,
    engine: MakeEngine = DefinitionalEngine,
    start: Playing | None = None,
) -> int:
    """Return the number of histories from `start` with exactly `depth` decisions and draws of chance."""
    return histories(program, depth, engine=engine, start=start)[-1] if depth else 1


def divide(program: Program, depth: int, start: Playing) -> Iterator[tuple[Option | int, int]]:
    """Yield each first step from `start` with the number of histories of length `depth` that begin with it.

    A first step is an option or an outcome of chance. The numbers add up to `count`. Comparing them with the
    counts of another program locates a difference. `depth` must be at least 1.
    """
    steps: tuple[Option | int, ...] = start.options if start.chance is None else start.chance.outcomes
    for step, after in zip(steps, children(start), strict=True):
        yield step, count(program, depth - 1, start=after)


@dataclass
class Tree:
    """The counts of a whole game tree.

    Positions and information states are stored as 128-bit digests. Even for 10⁹ of them, the probability that
    two digests collide is below 10⁻²⁰.
    """

    decision: int = 0
    chance: int = 0
    terminal: int = 0
    positions: set[bytes] = field(default_factory=set)
    information: list[set[bytes]] = field(default_factory=list)

    @property
    def information_states(self) -> int:
        """The number of information states in which a player decides, summed over all players."""
        return sum(len(states) for states in self.information)


def tree(
    program: Program,
    most: int = 2_000_000,
    *,
    engine: MakeEngine = DefinitionalEngine,
    start: Playing | None = None,
) -> Tree:
    """Count the nodes of a game tree, and return the counts.

    `start` is the root, a game with a record and explicit chance; by default, it is the beginning of the
    game. Raises `ValueError` if the tree has more than `most` nodes.
    """
    found = Tree(information=[set() for _ in range(program.players)])

    def walk(game: Playing) -> None:
        if found.decision + found.chance + found.terminal >= most:
            message = f"the tree has more than {most} nodes"
            raise ValueError(message)
        if game.chance is None:
            found.positions.add(_position(game))
        if game.over:
            found.terminal += 1
            return
        if game.chance is not None:
            found.chance += 1
        else:
            found.decision += 1
            state = repr(information_state(program, game.events, game.player)).encode()
            found.information[game.player].add(blake2b(state, digest_size=16).digest())
        for after in children(game):
            walk(after)

    walk(engine(program).begin(explicit=True, record=True) if start is None else start)
    return found


def _position(game: Playing) -> bytes:
    """Return a digest of those parts of a position that matter for the rules, which excludes counters."""
    p = list(game.position)
    p[Head.DECISIONS] = 0
    if game.over:
        p[Head.PC] = 0
    return blake2b(array("i", p).tobytes(), digest_size=16).digest()
