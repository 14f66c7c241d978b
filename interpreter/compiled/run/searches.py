"""The host's side of searches inside a module: fills the memory of the tree, and reads the results."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import cast

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.run.host_memory import HostMemory
from interpreter.kernels.learning.policy import Given
from interpreter.kernels.terms import Words
from interpreter.kernels.trees import positions, sights
from interpreter.kernels.trees.positions import SETTLED, PositionSearch
from interpreter.kernels.trees.search import DONE, Game, Search
from interpreter.kernels.trees.sights import SightGame, SightSearch
from interpreter.kernels.worth import Worth
from interpreter.play.errors import Fault
from interpreter.play.search import Plan, Stats
from interpreter.play.together import teams_of

__all__ = ["PositionSearches", "SightSearches"]

TOGETHER = 64
"""Number of iterations per call: a search can be interrupted between calls."""


class _Searches:
    """An instance of a module, in which one search after another runs.

    Searches of the same size use the same arrays.
    """

    def __init__(self, program: Program, made: Artifact) -> None:
        self._at, self._length, self._program = made.instance(), program.layout.length, program
        self._worth = Worth(teams_of(program), len(program.score))
        self._guide: array[float] | None = None

    def _guided_by(self, guide: array[float] | None) -> None:
        """Give the module the weights of the policy that guides the search, if there is one."""
        if guide is not None and guide is not self._guide:
            given = Given(HostMemory(self._at, "policy"), self._program, players=1, games=1, policies=1)
            given.weights[:] = guide
        self._guide = guide

    def _run(self, search: Search, iterations: int, is_settled: Callable[[], bool]) -> None:
        """Run the iterations of a search. An iteration that ends in a fault counts for nothing."""
        done = 0
        while done < iterations and not is_settled():
            try:
                self._at.run("search", done, min(done + TOGETHER, iterations))
            except Fault:
                done = search.state[DONE] + 1
            else:
                done = min(done + TOGETHER, iterations)


class SightSearches(_Searches):
    """Searches over sights, in a recording module."""

    def __init__(self, program: Program, made: Artifact) -> None:
        super().__init__(program, made)
        self._playouts, self._most = 0, 0

    def _placed(self, playouts: int, roots: int) -> None:
        """Place the arrays of a search."""
        if (playouts, roots) != (self._playouts, self._most):
            room = HostMemory(self._at, "tree")
            self._count = room.words(1)
            game = cast("SightGame", None)
            self._search = SightSearch(game, self._worth, room, sights.sized(playouts))
            self._roots = room.words(roots * self._length)
            self._playouts, self._most = playouts, roots

    def stats(self, game: bytes, roots: Sequence[bytes], plan: Plan) -> list[Stats]:
        """Return the statistics of each option of a game.

        `game` is the packed position of the game, and `roots` are packed positions at which the same player
        decides. The list is empty if there are too many options. Raises `Fault` if listing them does.
        """
        self._guided_by(plan.guide)
        self._placed(plan.playouts, len(roots))
        search, self._count[0] = self._search, len(roots)
        search.prepare(plan)
        self._roots[:] = array("i", b"".join(roots))
        self._run(search, plan.playouts, lambda: False)
        self._roots[: self._length] = array("i", game)
        many = self._at.run("fares")
        return [search.fared(entry) for entry in search.listed[:many]]


class PositionSearches(_Searches):
    """Searches over positions."""

    def __init__(self, program: Program, made: Artifact) -> None:
        super().__init__(program, made)
        self._playouts = 0

    def stats(self, game: bytes, options: int, plan: Plan) -> list[Stats]:
        """Return the statistics of each option of a game, whose packed position is given."""
        self._guided_by(plan.guide)
        if plan.playouts != self._playouts:
            room = HostMemory(self._at, "tree")
            self._count: Words = room.words(1)
            self._search = PositionSearch(
                cast("Game", None), self._worth, room, positions.sized(plan.playouts)
            )
            self._root = room.words(self._length)
            self._playouts = plan.playouts
        search, self._count[0] = self._search, 1
        search.prepare(plan)
        self._root[:] = array("i", game)
        self._run(search, SETTLED * plan.playouts, search.settled)
        return [search.fared(k) for k in range(options)]
