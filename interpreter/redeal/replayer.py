"""What a redeal needs of an engine: a machine that plays scripts for one player."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from enum import Enum, auto
from typing import Protocol, TypeAlias

from interpreter.kernels.exchanges import Sizes
from interpreter.kernels.histories import HistoryChain
from interpreter.play.events import Event

__all__ = ["Chained", "End", "Listed", "Replayer"]

Listed: TypeAlias = tuple[int, tuple[int, ...]]
"""A listed option: its action, and its words (`interpreter.kernels.items`)."""


class End(Enum):
    """How a replay ended."""

    SAME = auto()
    """The script ended where the game waits or is over, and the player was shown all that it says."""
    WAITS = auto()
    """The game waits for an answer; the player was shown something else, or the answer is not on offer."""
    ASTRAY = auto()
    """The game needs something else than the script says, or is over."""
    FAULT = auto()
    """The specification does something impossible."""


class Chained(Protocol):
    """A chain of histories, with the arrays of its kernel (`interpreter.kernels.histories`).

    Any number of chains of a replayer may go on in turn.
    """

    @property
    def arrays(self) -> HistoryChain:
        """The arrays, which are valid until the replayer is used for something else."""

    def begin(self) -> None:
        """Take what the last replay has led to as the present history."""

    def run(self, proposals: int) -> None:
        """Make some proposals."""


class Replayer(Protocol):
    """Plays scripts of one program's games from their beginning, for one player.

    All properties are about the last script that was followed.
    """

    def begin_with(self, words: array[int]) -> None:
        """Expect scripts that begin with some words, up to a place where the game waits; they take less time.

        The histories of a chain must all begin with them. There may be none.
        """

    def follow(self, words: array[int], end: int) -> End:
        """Play a game by a script whose luck begins at the word `end`."""

    @property
    def reached(self) -> int:
        """The number of words that the game has followed, including the one that it could not."""

    @property
    def position(self) -> Sequence[int]:
        """The position where the game stopped; meaningless after a fault."""

    def told(self) -> Sequence[Event]:
        """Return the events since the game last waited as the script says; none after a fault.

        It can be asked once after a script was followed, and after it came to its end, it is meaningless.
        """

    @property
    def weight(self) -> tuple[float, int]:
        """The weight of the history, and how often it was raised to avoid underflow (`RAISED`)."""

    def listed(self) -> Sequence[Listed]:
        """Return the options of the decision at which the game waits, in order."""

    def picked(self, room: int) -> Listed:
        """Return the option that the last `PICK` has taken; `room` is that of its item."""

    def chained(self, sizes: Sizes) -> Chained:
        """Return a chain of the histories of a script, with arrays that are still to be filled."""

    def events(self, words: array[int], end: int) -> Sequence[Event]:
        """Return the events of the history of a script that can be followed to its end."""
