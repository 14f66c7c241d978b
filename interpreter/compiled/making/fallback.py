"""The fallback to the definitional engine: the only place where the compiled engine uses it.

It plays games with explicit chance from their beginning. For other games it receives a copy of the position
for queries that are not part of playing: whether the position is sound, what a player can tell of it, and the
same position with components exchanged. And it replays the history of a redeal for the sake of its events.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import cached_property

from gamespec.program import Program
from interpreter.engine.game import Game, check_saved
from interpreter.engine.knowledge.knowledge import observe
from interpreter.engine.machine.replayer import MachineReplayer
from interpreter.engine.playout import DefinitionalEngine
from interpreter.engine.state.effects import Atoms
from interpreter.engine.state.frames import Frames
from interpreter.engine.state.position import check_position, initial
from interpreter.engine.state.unsettled import check_groups
from interpreter.play.events import Event
from interpreter.play.information import Record
from interpreter.play.observation import Observation
from interpreter.play.options import Value

__all__ = ["Fallback", "Game", "beginning"]


def beginning(program: Program) -> list[int]:
    """Return the position before set-up, with the seed 0."""
    return initial(program, Atoms(program), 0)


class Fallback:
    """The definitional engine for the program of a compiled engine."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._engine = DefinitionalEngine(program)

    @cached_property
    def _atoms(self) -> Atoms:
        return Atoms(self._program)

    @cached_property
    def _frames(self) -> Frames:
        return Frames(self._program)

    def begin(self, seed: int, *, record: bool, explicit: bool) -> Game:
        """Begin a new game of the definitional engine. Raises `Fault`."""
        return self._engine.begin(seed, record=record, explicit=explicit)

    def restore(self, position: Sequence[int], *, record: bool | Record, explicit: bool) -> Game:
        """Resume a game of the definitional engine from a position. Raises `Broken` and `Fault`."""
        return self._engine.restore(position, record=record, explicit=explicit)

    def check_saved(self, position: list[int]) -> None:
        """Raise `Broken` unless a game can be resumed from a position."""
        check_saved(self._program, self._atoms, self._frames, position)

    def check(self, position: list[int]) -> None:
        """Raise `Broken` unless a position is sound and nothing has been lost or created."""
        check_position(self._program, self._atoms, self._frames, position)
        check_groups(self._atoms, position, explicit=False)

    def observation(self, position: list[int], player: int) -> Observation:
        """Return what a player (the seat, from 0) can tell of a position."""
        return observe(self._program, self._atoms, position, player)

    def exchanged_for(self, position: list[int], player: int, seed: int) -> list[int]:
        """Return a position in which what a player does not know has changed places."""
        return self.restore(position, record=False, explicit=False).redealt(player, seed).position

    def retold(self, player: int, words: array[int], end: int) -> Sequence[Event]:
        """Return the events of the history of a player's script whose luck begins at the word `end`."""
        return MachineReplayer(self._program, player).events(words, end)

    def counted(self, position: list[int], number: int) -> tuple[Value, ...]:
        """Return the values that the number of an option counts, given its index in the list."""
        return self.restore(position, record=False, explicit=False).options[number].counted
