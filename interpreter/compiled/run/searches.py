"""The host's side of searches inside a module (`searching`): fills their memory, and reads the results."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Literal, cast

from interpreter.compiled.making.host import Instance
from interpreter.compiled.translate.room import HEADER, placed
from interpreter.compiled.wasm.memory import WORD
from interpreter.kernels.search import DONE, Trees
from interpreter.kernels.terms import Lists, Longs, Reals, Words
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
    room, count = _Tree(at), len(iterations)
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


class _Tree(Lists):
    """The memory `tree` of a module, as its `HostRoom` expects it."""

    def __init__(self, at: Instance) -> None:
        self._at, self._count, self._end = at, 0, HEADER
        self._tree = at.tree(HEADER)

    def words(self, count: int) -> Words:
        """Return an array of integers, initially all 0."""
        return cast("Words", self._next(WORD * count, "i"))

    def longs(self, count: int) -> Longs:
        """Return an array of unsigned 64-bit integers, initially all 0."""
        return cast("Longs", self._next(2 * WORD * count, "Q"))

    def reals(self, count: int) -> Reals:
        """Return an array of floating-point numbers, initially all 0."""
        return cast("Reals", self._next(2 * WORD * count, "d"))

    def _next(self, size: int, letter: Literal["i", "Q", "d"]) -> memoryview[int] | memoryview[float]:
        begin, self._end = self._end, placed(self._end, size)
        if self._end > len(self._tree):
            self._tree = self._at.tree(self._end)
        tree = self._tree
        tree[WORD * self._count : WORD * (self._count + 1)] = begin.to_bytes(WORD, "little")
        self._count += 1
        tree[begin : begin + size] = bytes(size)
        return tree[begin : begin + size].cast(letter)
