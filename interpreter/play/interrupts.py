"""Handles Ctrl-C while many games are played.

An interrupt takes effect immediately during a game, but is deferred while a finished game is being counted.
Python raises `KeyboardInterrupt` between any two steps of a program. In the middle of counting a game, the
exception would leave inconsistent counts, so the interrupt has to wait.
"""

from __future__ import annotations

import signal
from threading import current_thread, main_thread
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Self, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["Interrupts"]

T = TypeVar("T")


class Interrupts:
    """A context manager that defers interrupts between the calls of `counting` and `counted`.

    Contexts can be nested. A context has no effect if another signal handler is installed, or outside the
    main thread.
    """

    _entered = 0
    _busy = _came = False

    def __init__(self) -> None:
        self._ours = False

    def __enter__(self) -> Self:
        if current_thread() is main_thread():
            usual = signal.getsignal(signal.SIGINT)
            if usual is signal.default_int_handler:
                signal.signal(signal.SIGINT, _handle)
            self._ours = usual in (signal.default_int_handler, _handle)
            Interrupts._entered += self._ours
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        Interrupts._entered -= self._ours
        if self._ours and not Interrupts._entered:
            Interrupts._busy = Interrupts._came = False
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def counting(self) -> None:
        """Defer interrupts from now on."""
        Interrupts._busy = self._ours

    def counted(self) -> None:
        """Mark a game as counted. Raises `KeyboardInterrupt` if there was an interrupt since `counting`."""
        Interrupts._busy = False
        if Interrupts._came:
            Interrupts._came = False
            raise KeyboardInterrupt

    def waited(self, wait: Callable[[], T]) -> T:
        """Call a function that waits for games, and return its result.

        An interrupt takes effect during the call; before and after it, interrupts are deferred. Raises
        `KeyboardInterrupt` if there was one.
        """
        try:
            self.counted()
            return wait()
        finally:
            self.counting()


def _handle(number: int, frame: FrameType | None) -> None:  # noqa: ARG001 - as Python calls it
    if not Interrupts._busy:  # noqa: SLF001 - theirs is this handler
        raise KeyboardInterrupt
    Interrupts._came = True  # noqa: SLF001 - as above
