"""Runs kernels that play no games in CPython, for engines that cannot run them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.engines import aside
from interpreter.kernels.statistics.counters import Counters
from interpreter.protocol import SummingEngine

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.kernels.terms import Room
    from interpreter.protocol import Aside, Engine, Running

__all__ = ["aside_of", "aside_without_program"]


def aside_of(engine: Engine, name: str, make: Callable[[Room, Room], Running]) -> Aside:
    """Return the kernel that `make` makes, in the engine if possible; see `SummingEngine.aside`."""
    return engine.aside(name, make) if isinstance(engine, SummingEngine) else _InPython(make)


def aside_without_program(name: str, make: Callable[[Room, Room], Running]) -> Aside:
    """Return the kernel that `make` makes, in a module if possible.

    The kernel must follow from the `name`.
    """
    return aside(name, make) or _InPython(make)


class _InPython:
    """A kernel that CPython runs; see `interpreter.protocol.Aside`."""

    def __init__(self, make: Callable[[Room, Room], Running]) -> None:
        self._state, self._given = Counters(), Counters()
        self._kernel = make(self._state, self._given)

    def read(self, at: int = 0, size: int | None = None) -> bytes:
        return self._state.read(at, self._state.form.size - at if size is None else size)

    def write(self, data: bytes, at: int = 0) -> None:
        self._state.write(at, data)

    def get(self, at: int, size: int) -> bytes:
        return self._given.read(at, size)

    view = get

    def give(self, data: bytes, at: int = 0) -> None:
        self._given.write(at, data)

    def run(self, first: int, end: int) -> int:
        return self._kernel.run(first, end)
