"""Replays inside a module (`replays`), as redeals need them (`interpreter.redeal.replayer`)."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence

from gamespec.program import Program
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.host import Astray, Instance
from interpreter.compiled.run.chains import HostChain
from interpreter.compiled.wasm.interface import SAME
from interpreter.compiled.wasm.memory import WORD
from interpreter.kernels.exchanges import Sizes
from interpreter.play.errors import Fault
from interpreter.play.events import Event
from interpreter.play.rows import events_of
from interpreter.redeal.replayer import End, Listed

__all__ = ["ModuleReplayer"]


class ModuleReplayer:
    """Plays scripts for one player (the seat, from 0), in an instance of a module that records.

    `retold` returns the events of the history of a script.
    """

    def __init__(
        self,
        program: Program,
        made: Artifact,
        player: int,
        retold: Callable[[array[int], int], Sequence[Event]],
    ) -> None:
        self._program, self._made, self._player, self.events = program, made, player, retold
        self._instance: Instance | None = None
        self.holds: HostChain | None = None
        self._first = b""
        self._reached = 0

    @property
    def at(self) -> Instance:
        """The instance of the module, which has its own memory. After a fault, a new instance is created."""
        if self._instance is None:
            self._instance = self._made.instance()
            self._instance.keep(len(self._first))
        return self._instance

    def renew(self) -> None:
        """Replace the instance, after a fault."""
        if self.holds is not None:
            self.holds.put_aside()
        self._instance = None

    def begin_with(self, words: array[int]) -> None:
        """Expect scripts that begin with some words, up to a place where the game waits."""
        first = words.tobytes()
        if first != self._first:
            self._first = first
            self.at.keep(len(first))

    def chained(self, sizes: Sizes) -> HostChain:
        """Return a chain of the histories of a script, with arrays that are still to be filled."""
        return HostChain(self._program, self, sizes)

    def follow(self, words: array[int], end: int) -> End:
        """Play a game by a script whose luck begins at the word `end`."""
        data = words.tobytes()
        if not data.startswith(self._first):
            self.begin_with(array("i"))
        ends, at = End.WAITS, self.at
        try:
            if at.replay(data, WORD * end, self._player) == SAME:
                ends = End.SAME
            elif self.position[Head.OUTCOME] != Head.RUNNING:
                ends = End.ASTRAY
        except Astray:  # where this comes nothing is half done, and each replay begins anew
            ends = End.ASTRAY
        except Fault:
            ends = End.FAULT
            self.renew()
        self._reached = at.reached // WORD
        return ends

    @property
    def reached(self) -> int:
        """The number of words that the game has followed, including the one that it could not."""
        return self._reached

    @property
    def position(self) -> Sequence[int]:
        """The position where the game stopped; meaningless after a fault."""
        return memoryview(self.at.packed).cast("i")

    def told(self) -> Sequence[Event]:
        """Return the events since the game last waited as the script says; none after a fault."""
        return events_of(self._program, self.at.tape())

    @property
    def weight(self) -> tuple[float, int]:
        """The weight of the history, and how often it was raised to avoid underflow."""
        return self.at.weight

    def listed(self) -> Sequence[Listed]:
        """Return the options of the decision at which the game waits, in order."""
        decide = self._program.code[self.position[Head.PC]]
        assert isinstance(decide, Decide)  # noqa: S101 - games wait at decisions only
        return self.at.records(self._made.interface.listed, self._program.sites[decide.site].actions)

    def picked(self, room: int) -> Listed:
        """Return the option that the last `PICK` has taken; `room` is that of its item."""
        action, *words = self.at.words(self._made.interface.picked, 1 + room)
        return action, tuple(words)
