"""Runs the modules that play no games (`making.asides`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.program import Program
from interpreter.compiled.making.artifact import Artifact, kept
from interpreter.compiled.making.asides import aside, seeding
from interpreter.play.chunk import BATCH

if TYPE_CHECKING:
    from interpreter.kernels.terms import Room
    from interpreter.protocol import Running

__all__ = ["Aside", "Seeder"]


class Aside:
    """A kernel in a module of its own; see `interpreter.protocol`.

    Without a program, the kernel must follow from its `name`.
    """

    def __init__(self, program: Program | None, name: str, make: Callable[[Room, Room], Running]) -> None:
        def new() -> Artifact:
            return aside(program, name, make)

        made = new() if program is None else kept(program, name, new)
        self._at, self._instance = made.interface.batches, made.instance()

    def read(self, at: int = 0, size: int | None = None) -> bytes:
        """Return `size` bytes of the state, by default all, beginning `at` bytes after its first byte."""
        return self._instance.data(self._at.counters + at, self._at.counted if size is None else size)

    def write(self, data: bytes, at: int = 0) -> None:
        """Set a part of the state, beginning `at` bytes after its first byte."""
        self._instance.put(self._at.counters + at, data)

    def get(self, at: int, size: int) -> bytes:
        """Return `size` bytes of the given arrays, beginning `at` bytes after their first byte."""
        return self._instance.data(self._at.results + at, size)

    def view(self, at: int, size: int) -> memoryview:
        """Return the same bytes as `get`, which change when the kernel runs again."""
        return self._instance.view(self._at.results + at, size)

    def give(self, data: bytes, at: int = 0) -> None:
        """Set a part of the given arrays, beginning `at` bytes after their first byte."""
        self._instance.put(self._at.results + at, data)

    def run(self, first: int, end: int) -> int:
        """Call the kernel."""
        return self._instance.run("run", first, end)


class Seeder:
    """Derives the seeds of the games of a run, in a module of its own.

    If the program has no `chance`, nothing reads the seeds of the games, and only the keys are derived.
    """

    def __init__(self, run: int, *, chance: bool) -> None:
        made = seeding(chance)
        self._run = (run & (1 << 64) - 1).to_bytes(8, "little")
        self._at, self._instance = made.interface.batches, made.instance()

    def seeds(self, numbers: range) -> memoryview:
        """Derive the seeds of consecutive games, at most `BATCH`, in the form that a module reads.

        The view changes with the next call.
        """
        count = len(numbers)
        assert count <= BATCH  # noqa: S101 - as many as a module plays in a call
        self._instance.put(self._at.counters, self._run + numbers.start.to_bytes(8, "little"))
        self._instance.run("run", 0, count)
        return self._instance.view(self._at.results, 16 * count)
