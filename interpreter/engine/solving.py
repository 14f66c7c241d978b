"""Solvers in Python: the kernels of `interpreter.kernels.solving` play games of the definitional engine."""

from __future__ import annotations

from array import array
from typing import Literal, cast

from gamespec.program import Program
from gamespec.program.tables import Head
from interpreter.engine.game import Game
from interpreter.kernels.solving.bounds import MARKS
from interpreter.kernels.solving.solver import HostedSolver
from interpreter.kernels.terms import Lists, Longs, Reals, Room, Words

__all__ = ["DefinitionalSolver"]


MOST = 64_000_000
"""Maximum memory of a solver in Python, in bytes."""


class _Arrays(Lists):
    """Arrays that take no more memory than those of a module."""

    def words(self, count: int) -> Words:
        """Return an array of `count` integers, all 0."""
        return cast("Words", array("i", bytes(4 * count)))

    def octets(self, count: int) -> Words:
        """Return no memory, because frames are games."""
        del count
        return []

    def longs(self, count: int) -> Longs:
        """Return an array of `count` unsigned 64-bit integers, all 0."""
        return cast("Longs", array("Q", bytes(8 * count)))

    def reals(self, count: int) -> Reals:
        """Return an array of `count` floating-point numbers, all 0."""
        return cast("Reals", array("d", bytes(8 * count)))


class _SolvedGame:
    """Implements `interpreter.kernels.solving.positions.Game`."""

    def __init__(self, program: Program) -> None:
        length, parts = program.layout.length, len(program.score)
        memory = memoryview(bytearray(4 * length))
        self.position = cast("Words", memory.cast("i"))
        self.now = cast("Longs", memory[: length // 2 * 8].cast("Q"))
        self.places, self.points = [0] * program.players, [0] * (program.players * parts)
        self._program, self._length = program, length
        self._frames: list[Game] = []
        self.solver: DefinitionalSolver

    def _arrived(self, game: Game) -> int:
        """Go to the position of a game, and return the number of its options."""
        self._at = game
        self.position[:] = array("i", game.position)
        result = game.result
        if result is None:
            return len(game.options)
        self.places[:] = result.places
        self.points[:] = [part for parts in result.parts for part in parts]
        return 0

    def start(self) -> int:
        """Go to the first position and list its options."""
        return self._arrived(Game.restore(self._program, [*self.solver.root]))

    def resume(self) -> int:
        """List the options of the position."""
        return self._arrived(Game.restore(self._program, [*self.position]))

    def take(self, k: int) -> int:
        """Take an option, and list the next ones."""
        self._at.take(k)
        return self._arrived(self._at)

    def save(self, frame: int) -> None:
        """Put the position aside in a frame."""
        self._frames[frame:] = [self._at.clone()]

    def load(self, frame: int) -> None:
        """Go back to the position in a frame."""
        self._arrived(self._frames[frame].clone())

    def player(self) -> int:
        """Return the seat whose player decides."""
        return self._at.player

    def outcome(self) -> int:
        """Return how the game ended."""
        return self.position[Head.OUTCOME]

    def decisions(self) -> int:
        """Return the number of decisions made so far."""
        return self.position[Head.DECISIONS]

    def forget(self) -> None:
        """Set the number of decisions made so far to 0."""
        self.position[Head.DECISIONS] = self._at.position[Head.DECISIONS] = 0

    def look(self) -> None:
        """Compute the keys of the position."""
        last = self.position[self._length - 1] if self._length % 2 else 0
        self.solver.keys.look(self.now, self._length // 2, last)

    def mark(self, first: int) -> None:
        """Write a mark for each listed option."""
        for k, option in enumerate(self._at.options, first):
            self.solver.marks[k] = option.number % MARKS


class DefinitionalSolver(HostedSolver):
    """Solves one game in Python."""

    def __init__(self, program: Program, memory: int) -> None:
        game = _SolvedGame(program)
        game.solver = self
        super().__init__(program, game, 1, min(memory, MOST))

    def room(self, name: Literal["tree", "graph"]) -> Room:  # noqa: ARG002 - there are no memories
        """Return a source of arrays."""
        return _Arrays()

    def call(self, name: str, *operands: int) -> int:
        """Call one of the kernels. Raises `Fault`."""
        return self.kernels[name](*operands)
