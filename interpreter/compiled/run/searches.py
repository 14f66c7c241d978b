"""The host's side of searches inside a module (`searching`): fills their memory, and reads the results."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from interpreter.compiled.making.host import Instance
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.compiled.wasm.memory import WORD
from interpreter.kernels.search import DONE, Trees
from interpreter.play.errors import Fault
from interpreter.play.search import Iteration, Reward

__all__ = ["option_stats"]

TOGETHER = 64
"""Number of iterations per call: a search can be interrupted between calls."""


def option_stats(  # noqa: PLR0913 - a search, and where it runs
    at: Instance,
    game: bytes,
    roots: Sequence[bytes],
    iterations: Sequence[Iteration],
    players: int,
    reward: Reward,
    explores: float,
) -> list[tuple[int, float]]:
    """Return, for each option of a game, how often it was taken and its player's total reward.

    `game` is the packed position of the game, and `roots` are packed positions at which the same player
    decides. An iteration that ends in a fault counts for nothing. The list is empty if there are too many
    options. Raises `Fault` if listing them does.
    """
    room, count = HostMemory(at, "tree"), len(iterations)
    room.words(1)[0] = len(roots)
    trees = Trees(room, players, count)
    trees.prepare(iterations, reward, explores)
    positions = room.words(len(roots) * len(game) // WORD)
    positions[:] = array("i", b"".join(roots))
    done = 0
    while done < count:
        try:
            at.run("search", done, min(done + TOGETHER, count))
        except Fault:
            done = trees.state[DONE] + 1
        else:
            done = min(done + TOGETHER, count)
    positions[: len(game) // WORD] = array("i", game)
    many = at.run("fares")
    return [trees.fared(entry) for entry in trees.listed[:many]]
