"""The host of a solver: fills the arrays of its kernels, and reads their results.

Each engine has a subclass, which says where the arrays lie and how a kernel is called.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Sequence
from typing import Literal

from gamespec.program import Program
from interpreter.kernels.solving import bounds, graph
from interpreter.kernels.solving.bounds import BoundSearch
from interpreter.kernels.solving.graph import Graph
from interpreter.kernels.solving.kinds import Beyond, Exploration
from interpreter.kernels.solving.kinds import Values as Kind
from interpreter.kernels.solving.outcomes import MOST, Outcomes
from interpreter.kernels.solving.positions import Game, Keys
from interpreter.kernels.solving.table import BUCKET
from interpreter.kernels.solving.values import Values, Winners
from interpreter.kernels.terms import Lists, Room

__all__ = ["HostedSolver"]

OPTIONS = 1 << 20
"""Number of options for which the stack of a search has room, at all depths together."""

DEEPEST, FRAMES = 1 << 20, 1 << 28
"""Maximum number of frames of a search, and of bytes in them."""

FAR = f"some scores differ by {MOST:,} points or more from 0 or from each other"

BRANCHING = 8
"""Number of edges for which an exploration reserves memory, for each node."""

LONG, SAMPLE = 8, 1 << 10
"""Size of an integer of 64 bits, and number of situations of which the size is computed."""


class _Extent(Lists):
    """Adds up the sizes of arrays, in bytes."""

    def __init__(self) -> None:
        self.bytes = 0

    def words(self, count: int) -> list[int]:
        """Add the size of an array of integers."""
        self.bytes += 4 * count
        return []

    def longs(self, count: int) -> list[int]:
        """Add the size of an array of 64-bit integers."""
        self.bytes += LONG * count
        return []

    def reals(self, count: int) -> list[float]:
        """Add the size of an array of floating-point numbers."""
        self.bytes += LONG * count
        return []


class HostedSolver(ABC):
    """Solves one game, as described in `interpreter.protocol.Solver`.

    It uses about `memory` bytes, for the table of a search or for the situations of an exploration. A frame
    takes `frame` bytes. In Python, kernels play `game`.
    """

    def __init__(self, program: Program, game: Game, frame: int, memory: int) -> None:
        self._program, self._game, self._frame, self._most = program, game, frame, memory
        self._outcomes = Outcomes(game, program)
        self._search: BoundSearch | None = None
        self._begins = 0
        self.kernels: dict[str, Callable[..., int]] = {}
        """The kernels by name. A module exports them."""

    @abstractmethod
    def room(self, name: Literal["tree", "graph"]) -> Room:
        """Return an empty memory, in which the arrays that are requested follow one another."""

    @abstractmethod
    def call(self, name: str, *operands: int) -> int:
        """Call one of the kernels `prove`, `explore`, `winners`, `raise` and `reduce`. Raises `Fault`."""

    # --- search ---------------------------------------------------------------------------------------

    def _placed(self, size: bounds.Size) -> BoundSearch:
        """Place the arrays of the memory `tree`."""
        room = self.room("tree")
        self.keys = Keys(room)
        search = BoundSearch(self._game, self._outcomes, self.keys, room, size)
        self.marks = search.marks
        self.root = room.words(self._program.layout.length)
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
            self.kernels = {"prove": search.run}
        return self._search

    def begin_test(self, position: Sequence[int], kind: Kind, threshold: int) -> None:
        """Begin to test whether the value of a position is at least a threshold."""
        search = self._searching()
        self.root[:] = array("i", position)
        search.state[bounds.KIND], search.state[bounds.THRESHOLD] = kind, threshold
        self._begins = 1

    def test(self, visits: int) -> int | None:
        """Go on with a test for a number of positions.

        Return its result once it has one: a bound of the value. Raises `Fault`, and `Beyond` if plays are
        too long, or if there are too many options.
        """
        search = self._searching()
        goes_on = self.call("prove", self._begins, visits)
        self._begins = 0
        if search.state[bounds.STATUS] == bounds.TOO_DEEP:
            message = f"some plays take more than {search.state[bounds.ROOM]:,} decisions"
            raise Beyond(message)
        if search.state[bounds.STATUS] == bounds.TOO_FAR:
            raise Beyond(FAR)
        if search.state[bounds.STATUS] == bounds.TOO_WIDE:
            message = f"some plays offer more than {search.state[bounds.OPTIONS]:,} options in all"
            raise Beyond(message)
        return None if goes_on else search.state[bounds.RESULT]

    @property
    def visits(self) -> int:
        """The number of positions visited by all tests."""
        return 0 if self._search is None else self._search.visits[bounds.VISITS]

    # --- exploration ----------------------------------------------------------------------------------

    def _explored(self, room: Room, size: graph.Size, count: int) -> tuple[Graph, Winners, list[Values]]:
        """Request the arrays of the memory `graph`, with values of `count` nodes."""
        length = self._program.layout.length
        explored = Graph(self._game, self._outcomes, self.keys, length, room, size)
        arrays = explored.mover, explored.first, explored.edges
        winners = Winners(*arrays, room, count)
        return explored, winners, [Values(*arrays, [], room, count) for _ in range(2)]

    def begin_exploration(self, position: Sequence[int], kind: Kind, *, keeps: bool) -> None:
        """Begin to explore all situations, which differ by the number of decisions only if it `keeps` it."""
        self._placed(bounds.Size(1, 1, 1))
        self.root[:] = array("i", position)
        nodes = 1 << max(self._most // self._each, 2).bit_length() - 1
        room = self.room("graph")
        size = graph.Size(nodes, nodes * BRANCHING)
        self._graph, self._winners, self._values = self._explored(room, size, nodes)
        state = self._graph.state
        state[graph.KIND], state[graph.KEEPS] = kind, int(keeps)
        state[graph.MASK], state[graph.ROOM], state[graph.EDGE_ROOM] = size.slots - 1, nodes, size.edges
        low, high = self._values
        self.kernels = {"explore": self._graph.explore, "winners": self._winners.sweep}
        self.kernels |= {"raise": low.sweep, "reduce": high.sweep}
        self._begins = 1

    @property
    def _each(self) -> int:
        """The number of bytes that a situation takes, with its edges."""
        extent = _Extent()
        self._explored(extent, graph.Size(SAMPLE, SAMPLE * BRANCHING), SAMPLE)
        return extent.bytes // SAMPLE + 1

    def explore(self, nodes: int) -> bool:
        """Expand at most a number of situations. Return whether any are left. Raises `Fault` and `Beyond`."""
        goes_on = self.call("explore", self._begins, nodes)
        self._begins = 0
        if self._graph.state[graph.STATUS] == graph.FAR:
            raise Beyond(FAR)
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
        return self.call("winners", state[graph.NODES], state[graph.EDGES], number)

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
        return self.call("raise", *given) + self.call("reduce", *given)

    def value(self, node: int) -> tuple[float, float]:
        """Return the bounds of the value of a situation."""
        low, high = self._values
        return low.value[node], high.value[node]
