"""Plays games in a module that counts its instructions, grouped by what they are for."""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import field

from gamespec.program import Program
from gamespec.program.frozen import dataclass
from interpreter.compiled.analysis.techniques import FULL, Techniques
from interpreter.compiled.course.module import compiled, interface
from interpreter.compiled.expressions.expressions import Expressions
from interpreter.compiled.making.artifact import Artifact
from interpreter.compiled.making.counters import Counters, Part, counted
from interpreter.compiled.making.fallback import beginning
from interpreter.compiled.making.host import Code, Instance
from interpreter.compiled.making.origins import Call
from interpreter.compiled.making.placed import Placed, deep
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.options.trials import Trials
from interpreter.compiled.run.batches import Batch
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import Use
from interpreter.compiled.wasm.module_bytes import bytes_of
from interpreter.play.luck import Seeds
from interpreter.play.playout import Playout

__all__ = ["Counting"]


class _Counted(Placed):
    """Emitters that record where instructions come from, and finally add counters for them."""

    def __init__(self) -> None:
        super().__init__()
        self.counters: Counters | None = None

    def options(self, unit: Unit, expressions: Expressions, trials: Trials) -> RankedOptions:
        """Return an emitter for options that tries all of them, as a player who decides needs them."""
        made = super().options(unit, expressions, trials)
        made.tries_few = False
        return made

    def made(self, unit: Unit) -> None:
        self.counters = counted(unit, self.origins)


@dataclass(frozen=True, slots=True)
class _Remembered(Artifact):
    """A compiled module that keeps a list of its instances, so their counters can be read later."""

    instances: list[Instance] = field(default_factory=list)

    def instance(self) -> Instance:
        """Return a new instance of the module, with its own memory, and add it to `instances`."""
        self.instances.append(Artifact.instance(self))
        return self.instances[-1]


class Counting:
    """Plays games of a program in a module that counts its own instructions."""

    def __init__(self, program: Program, techniques: Techniques = FULL) -> None:
        placed = _Counted()
        with deep():
            module = compiled(program, beginning(program), techniques, placed, use=Use.GAMES)
            code = Code.of(bytes_of(module.unit))
        assert placed.counters is not None  # noqa: S101 - it has been made
        self.counters = placed.counters
        self._program = program
        self._made = _Remembered(code, interface(module))

    def play(self, seeds: Iterable[Seeds], jobs: int = 1) -> Iterator[Playout]:
        """Play games to their end as a batch, in `jobs` threads, and yield their playouts."""
        return Batch(self._program, self._made, jobs).play(seeds)

    def rows(self) -> Iterator[tuple[Part, list[int]]]:
        """Yield each part with its row of counters, which is laid out as `Counters` describes."""
        counters = self.counters
        for i, part in enumerate(counters.parts):
            yield part, self._numbers(counters.rows + 8 * counters.width * i, counters.width)

    def calls(self) -> Iterator[tuple[Call, tuple[int, int]]]:
        """Yield each call with the number of times it was made and the instructions run during it.

        Instructions of the functions that the call calls in turn are included.
        """
        numbers = self._numbers(self.counters.called, 2 * len(self.counters.calls))
        for i, call in enumerate(self.counters.calls):
            yield call, (numbers[2 * i], numbers[2 * i + 1])

    @property
    def units(self) -> tuple[int, int]:
        """The total number of units of work, and the maximum number between two decisions."""
        found = [self._of(instance, self.counters.units, 2) for instance in self._made.instances]
        return sum(taken for taken, _ in found), max((most for _, most in found), default=0)

    def _numbers(self, address: int, count: int) -> list[int]:
        """Return `count` counters, beginning at an address, summed over all instances."""
        total = [0] * count
        for instance in self._made.instances:
            found = self._of(instance, address, count)
            total = [a + b for a, b in zip(total, found, strict=True)]
        return total

    def _of(self, instance: Instance, address: int, count: int) -> tuple[int, ...]:
        return struct.unpack(f"<{count}Q", instance.data(address, 8 * count))
