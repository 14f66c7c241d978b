"""A compiled game: its program, the author's names for the parts, and ways to compile more for it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeAlias
from weakref import WeakKeyDictionary

from gamespec.compile.draft.draft import Attribute, Draft
from gamespec.compile.link.link import Linker
from gamespec.compile.link.names import Names
from gamespec.program import Program
from gamespec.program.expressions import Expression
from gamespec.program.frozen import replace
from gamespec.program.tables import Space
from gamespec.text.source import Span
from gamespec.text.visible import cut
from gamespec.trees import core
from gamespec.world.world import World

__all__ = ["Compiled", "named"]


@dataclass(frozen=True, eq=False, repr=False)
class Compiled:
    """A program and its names. `named` finds them from the program, and they can be pickled together."""

    program: Program
    names: Names
    _linker: Linker
    _closed: dict[int, tuple[core.Core, Expression]] = field(default_factory=dict)
    _unmeasured: Program | None = None

    def __post_init__(self) -> None:
        _PARTS[self.program] = self.names, self._linker, self._closed, self._unmeasured

    def __getstate__(self) -> dict[str, Any]:
        return self.__dict__ | {"_closed": {}}  # its keys are addresses in this process

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self.__post_init__()

    def __repr__(self) -> str:
        names = self.names
        chosen = "".join(f", {name}={value}" for name, value in names.options.items())
        return cut(
            f"<Compiled {names.game} for {self.program.players} players, {names.spec_hash[:12]}{chosen}>"
        )

    @property
    def world(self) -> World:
        """The meanings of the names that expressions use."""
        return self.names.world

    def expression(self, node: core.Core) -> Expression:
        """Lower a typed expression, so that it can be evaluated in positions of this program."""
        known = self._closed.get(id(node))
        if known is None:
            known = self._closed[id(node)] = (node, self._linker.close(node))
        return known[1]

    def slot(self, slot: core.Slot) -> int:
        """Return the number of a local of the program."""
        return self._linker.slots[slot]

    def variable(self, slot: core.Slot) -> int:
        """Return the number of the variable that is the local of an expression, such as a parameter."""
        return self._linker.close.variable(slot)

    @property
    def slots(self) -> tuple[core.Slot, ...]:
        """Return the locals of the program, then those of steps that were compiled later."""
        return tuple(self._linker.slots)

    @property
    def spaces(self) -> tuple[Space, ...]:
        """Return the boards that the program uses, then those that only later expressions use."""
        return tuple(self._linker.close.space_tables())

    def more(self, draft: Draft) -> Program:
        """Link the draft of further steps, and return their program; see `compile_more`."""
        return self._linker.more(self.program, draft)

    @cached_property
    def measured(self) -> Compiled:
        """Return the same game with its measures in `Program.measures`.

        If there are none to add, that is this object. Measures are not part of a program's meaning. A program
        without them, and its identity, stay the same whatever the author measures.
        """
        if not self.names.measures or self.program.measures:
            return self
        return replace(self, program=self._linker.measured(self.program), _unmeasured=self.program)

    @property
    def unmeasured(self) -> Program:
        """The program without measures, to which the game's identity belongs."""
        return self._unmeasured or self.program

    @property
    def unkept(self) -> tuple[tuple[Attribute, Span], ...]:
        """The attributes that only later steps show, each with its place. Positions have no room for them."""
        return tuple(self._linker.unkept)


_Parts: TypeAlias = "tuple[Names, Linker, dict[int, tuple[core.Core, Expression]], Program | None]"

_PARTS: WeakKeyDictionary[Program, _Parts] = WeakKeyDictionary()
"""The other parts of `Compiled` for each program that is in memory. A program holds no reference to them."""


def named(program: Program) -> Compiled | None:
    """Return a program with its names, or `None` for a program that was read from a file and has no names."""
    parts = _PARTS.get(program)
    return Compiled(program, *parts) if parts is not None else None
