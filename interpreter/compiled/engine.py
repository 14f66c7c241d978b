"""The compiled engine: games that run as machine code, as `interpreter.protocol` asks for it.

It takes a program and gives games, step by step (`playing`) or as batches (`batches`). For each of these uses
the program is made into a module, the first time that somebody asks for it. What the games come to is what
the definitional engine says, integer for integer; those that record, or whose chance the caller supplies, are
that engine's own (`definitional`).

An engine serves one thread; the threads of its batches are its own.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.program import Program
from interpreter.compiled.batches import Batch
from interpreter.compiled.interface import Use
from interpreter.compiled.made import made_of
from interpreter.compiled.playing import CompiledGame
from interpreter.compiled.table import Table
from interpreter.play.information import Record
from interpreter.play.luck import Draws, Seeds
from interpreter.play.options import Decision, Option
from interpreter.play.playout import Playout, played

if TYPE_CHECKING:
    from interpreter.engine.game import Game

__all__ = ["CompiledEngine", "cores"]


def cores() -> int:
    """How many threads can run at once."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1


class CompiledEngine:
    """Plays the games of one program as machine code; batches run in so many threads as there are `jobs`.

    Without a number there are as many as the machine can run at once.
    """

    def __init__(self, program: Program, *, jobs: int | None = None) -> None:
        self.program = program
        self.jobs = cores() if jobs is None else jobs

    @cached_property
    def _table(self) -> Table:
        """Where games are played step by step: made when the first is."""
        return Table(self.program, made_of(self.program, Use.STEPS))

    def begin(self, seed: int = 0, *, record: bool = False, explicit: bool = False) -> CompiledGame | Game:
        """A new game, at its first decision; one that records, or with explicit chance, is definitional.

        Where nothing is left to chance there is none to be supplied. Raises `Fault`.
        """
        if record or (explicit and self.program.streams):
            return self._table.beside.begin(seed, record=record, explicit=explicit)
        return CompiledGame(self._table, self._table.begin(seed))

    def restore(
        self, position: Sequence[int], *, record: bool | Record = False, explicit: bool = False
    ) -> CompiledGame | Game:
        """A game that goes on from a position, as `begin` gives it. Raises `Broken` and `Fault`."""
        if record is not False or (explicit and self.program.streams):
            return self._table.beside.restore(position, record=record, explicit=explicit)
        self._table.beside.check_saved(list(position))
        game = CompiledGame(self._table, struct.pack(f"<{len(position)}i", *position))
        game.options  # noqa: B018 - a fault in what is asked is one of the position
        return game

    def batch(
        self, seeds: Iterable[Seeds], policy: Callable[[Decision, Draws], Option] | None = None
    ) -> Iterator[Playout]:
        """Games played to their end, one for each two seeds, in that order; by a policy step by step.

        Without one they run inside the module, in threads, and some seeds are taken ahead.
        """
        if policy is None:
            yield from Batch(self.program, made_of(self.program, Use.GAMES), self.jobs).play(seeds)
            return
        for each in seeds:
            yield played(each, self.begin, policy)
