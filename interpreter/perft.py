"""Exact counts of a game's histories, positions and information states.

Chance is explicit, so the counts are exact. A player's information state is everything the player has been
shown so far: the record of the game, each event as far as the player could see it.
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
    """Yield the games that can follow, by chance or by decision. Raises `Fault`."""
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
    """Return the number of histories of 1, 2, …, `depth` decisions and draws of chance.

    They start at `start`, a game with explicit chance, or at the beginning. A game that has ended has no
    further histories.
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
    """Return the number of histories of exactly `depth` decisions and draws, from `start` on."""
    return histories(program, depth, engine=engine, start=start)[-1] if depth else 1


def divide(program: Program, depth: int, start: Playing) -> Iterator[tuple[Option | int, int]]:
    """Yield each first step (an option or an outcome of chance) with its number of histories of `depth`.

    They add up to `count`. Comparing them with another program's counts locates a difference. `depth` is at
    least 1.
    """
    steps: tuple[Option | int, ...] = start.options if start.chance is None else start.chance.outcomes
    for step, after in zip(steps, children(start), strict=True):
        yield step, count(program, depth - 1, start=after)


@dataclass
class Tree:
    """The counts of a whole game tree.

    Positions and information states are stored as 128-bit digests: the probability that two of even 10⁹
    collide is below 10⁻²⁰.
    """

    decision: int = 0
    chance: int = 0
    terminal: int = 0
    positions: set[bytes] = field(default_factory=set)
    information: list[set[bytes]] = field(default_factory=list)

    @property
    def information_states(self) -> int:
        """The number of information states at which somebody decides, over all players."""
        return sum(len(states) for states in self.information)


def tree(
    program: Program,
    most: int = 2_000_000,
    *,
    engine: MakeEngine = DefinitionalEngine,
    start: Playing | None = None,
) -> Tree:
    """Count a whole game tree, or the part from `start`, a recording game with explicit chance.

    Raises `ValueError` if it has more than `most` nodes.
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
    """Return a digest of the part of a position that matters for the rules: everything except counters."""
    p = list(game.position)
    p[Head.DECISIONS] = 0
    if game.over:
        p[Head.PC] = 0
    return blake2b(array("i", p).tobytes(), digest_size=16).digest()
