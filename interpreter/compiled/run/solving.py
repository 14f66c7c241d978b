"""The host's side of solvers inside a module: fills their memory, and reads their results."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import cast

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.run.host_memory import HostMemory, extent
from interpreter.compiled.run.table import packed_of
from interpreter.kernels.solving import bounds, graph
from interpreter.kernels.solving.bounds import BoundSearch
from interpreter.kernels.solving.graph import Graph
from interpreter.kernels.solving.outcomes import Outcomes
from interpreter.kernels.solving.positions import Game, Keys
from interpreter.kernels.solving.table import BUCKET
from interpreter.kernels.solving.values import Values, Winners
from interpreter.kernels.terms import Room
from interpreter.play.solving import Exploration
from interpreter.play.solving import Values as Kind

__all__ = ["Solver"]

OPTIONS = 1 << 20
"""Number of options for which the stack of a search has room, at all depths together."""

DEEPEST, FRAMES = 1 << 20, 1 << 28
"""Maximum number of frames of a search, and of bytes in them."""

BRANCHING = 8
"""Number of edges for which an exploration reserves memory, for each node."""

LONG = 8


class Solver:
    """An instance of a module in which one game is solved.

    It uses about `memory` bytes, for the table of a search or for the situations of an exploration.
    """

    def __init__(self, program: Program, made: Artifact, memory: int) -> None:
        self._program, self._at, self._most = program, made.instance(), memory
        self._outcomes = Outcomes(cast("Game", None), program)
        self._frame = self._at.run("frame_size")
        self._search: BoundSearch | None = None
        self._nodes = 0

    # --- search ---------------------------------------------------------------------------------------

    def _placed(self, size: bounds.Size) -> BoundSearch:
        """Place the arrays of the memory `tree`."""
        room = HostMemory(self._at, "tree")
        keys = Keys(room)
        search = BoundSearch(cast("Game", None), self._outcomes, keys, room, size)
        self._root = room.words(self._program.layout.length)
        room.octets(size.frames * self._frame)
        return search

    def _searching(self) -> BoundSearch:
        """Return the search, whose table is empty at first."""
        if self._search is None:
            buckets = 1 << max(self._most // (BUCKET * LONG), 1).bit_length() - 1
            frames = min(self._program.limit.decisions + 1, DEEPEST, max(FRAMES // self._frame, 1))
            size = bounds.Size(frames, OPTIONS, buckets)
            search = self._search = self._placed(size)
            search.state[bounds.MASK], search.state[bounds.ROOM] = buckets - 1, size.frames
            search.state[bounds.OPTIONS] = size.options
        return self._search

    def begin_test(self, position: Sequence[int], kind: Kind, threshold: int) -> None:
        """Begin to test whether the value of a position is at least a threshold."""
        search = self._searching()
        self._root[:] = array("i", packed_of(position))
        search.state[bounds.KIND], search.state[bounds.THRESHOLD] = kind, threshold
        self._begins = 1

    def test(self, visits: int) -> int | None:
        """Go on with a test for a number of positions.

        Return its result once it has one: a bound of the value. Raises `Fault`, and `MemoryError` if plays
        are too long, or if there are too many options.
        """
        search = self._searching()
        goes_on = self._at.run("prove", self._begins, visits)
        self._begins = 0
        if search.state[bounds.STATUS] == bounds.TOO_DEEP:
            message = f"some plays take more than {search.state[bounds.ROOM]:,} decisions"
            raise MemoryError(message)
        if search.state[bounds.STATUS] == bounds.TOO_WIDE:
            message = f"some plays offer more than {search.state[bounds.OPTIONS]:,} options in all"
            raise MemoryError(message)
        return None if goes_on else search.state[bounds.RESULT]

    @property
    def visits(self) -> int:
        """The number of positions visited by all tests."""
        return 0 if self._search is None else self._search.visits[bounds.VISITS]

    # --- exploration ----------------------------------------------------------------------------------

    def _explored(self, room: Room, size: graph.Size, count: int) -> tuple[Graph, Winners, list[Values]]:
        """Request the arrays of the memory `graph`, with values of `count` nodes."""
        length = self._program.layout.length
        explored = Graph(cast("Game", None), self._outcomes, cast("Keys", None), length, room, size)
        arrays = explored.mover, explored.first, explored.edges
        winners = Winners(*arrays, room, count)
        return explored, winners, [Values(*arrays, [], room, count) for _ in range(2)]

    def begin_exploration(self, position: Sequence[int], kind: Kind, *, keeps: bool) -> None:
        """Begin to explore all situations from a position on.

        If it `keeps` the number of decisions, situations that differ only in that number are different.
        """
        self._placed(bounds.Size(1, 1, 1))
        self._root[:] = array("i", packed_of(position))
        each = extent(lambda room: self._explored(room, graph.Size(1024, 1024 * BRANCHING), 1024)) // 1024 + 1
        nodes = 1 << max(self._most // each, 2).bit_length() - 1
        room = HostMemory(self._at, "graph")
        size = graph.Size(nodes, nodes * BRANCHING)
        self._graph, self._winners, self._values = self._explored(room, size, nodes)
        state = self._graph.state
        state[graph.KIND], state[graph.KEEPS] = kind, int(keeps)
        state[graph.MASK], state[graph.ROOM], state[graph.EDGE_ROOM] = size.slots - 1, nodes, size.edges
        self._begins = 1

    def explore(self, nodes: int) -> bool:
        """Expand at most a number of situations, and return whether the exploration goes on. Raises `Fault`."""
        goes_on = self._at.run("explore", self._begins, nodes)
        self._begins = 0
        return bool(goes_on)

    @property
    def exploration(self) -> Exploration:
        """What the exploration has found so far."""
        state, found = self._graph.state, self._graph
        done = state[graph.DONE]
        best = state[graph.BEST] if state[graph.BEST_NODE] >= 0 else None
        return Exploration(
            state[graph.NODES],
            done,
            state[graph.EDGES],
            found.depth[min(done, state[graph.NODES] - 1)],
            state[graph.STATUS] == graph.EXHAUSTED,
            state[graph.STATUS] == graph.FULL,
            best,
            state[graph.BEST_DEPTH],
            found.solutions[0],
        )

    def way(self) -> list[int]:
        """Return the indexes of the options of a shortest way to the best end that was found."""
        node, found = self._graph.state[graph.BEST_NODE], [self._graph.state[graph.BEST_OPTION]]
        while self._graph.parent[node] >= 0:
            found.append(self._graph.option[node])
            node = self._graph.parent[node]
        return found[::-1]

    def winners_sweep(self, number: int) -> int:
        """Settle the situations from which a win takes `number` decisions, and return how many there are."""
        state = self._graph.state
        return self._at.run("winners", state[graph.NODES], state[graph.EDGES], number)

    def edges(self) -> list[int]:
        """Return the edges of the first situation (`interpreter.kernels.solving.graph`)."""
        state, found = self._graph.state, self._graph
        end = found.first[1] if state[graph.NODES] > 1 else state[graph.EDGES]
        return [*found.edges[found.first[0] : end]]

    def winner(self, node: int) -> tuple[int, int]:
        """Return who wins from a situation (1, -1, or 0 for nobody), and in how many decisions."""
        return self._winners.winner[node], self._winners.distance[node]

    def begin_values(self, least: float, greatest: float) -> None:
        """Set the bounds of the values of all situations to the least and the greatest value."""
        nodes = self._graph.state[graph.NODES]
        for values, value in zip(self._values, (least, greatest), strict=True):
            values.value[:nodes] = array("d", [value]) * nodes

    def values_sweep(self) -> int:
        """Improve all bounds, and return how many of them have changed."""
        state = self._graph.state
        given = state[graph.NODES], state[graph.EDGES]
        return self._at.run("raise", *given) + self._at.run("reduce", *given)

    def value(self, node: int) -> tuple[float, float]:
        """Return the bounds of the value of a situation."""
        low, high = self._values
        return low.value[node], high.value[node]
