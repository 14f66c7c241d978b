"""Evaluates expressions as far as a player can tell their values in a position.

The answers depend only on the player's observation (see `interpreter.engine.knowledge.seen`), so they are the
same in all positions with the same observation. An omniscient reader can tell all values.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.tables import Head
from gamespec.trees import core
from gamespec.trees import types as t
from interpreter.engine.knowledge.in_the_open import runs_in_the_open
from interpreter.engine.knowledge.seen import Hides, has_copies
from interpreter.engine.knowledge.still_so import still_so, within
from interpreter.engine.state.position import put_local
from interpreter.inspection import Inspector
from interpreter.play.errors import Fault

if TYPE_CHECKING:
    from gamespec.compile import Compiled
    from gamespec.program import Program
    from gamespec.text.source import Span
    from interpreter.engine.game import Game
    from interpreter.play.options import Option, Value

__all__ = ["Inquiry", "copies_in"]


class Inquiry:
    """A position as a reader sees it. The answer to a question is `None` if the reader cannot tell."""

    def __init__(self, inspector: Inspector, true: Inspector | None = None) -> None:
        self._inspector, self._true = inspector, true
        self.compiled, self.program = inspector.compiled, inspector.compiled.program
        self._put = set[core.Slot]()

    @property
    def whole(self) -> bool:
        """Whether the reader knows everything."""
        return self._true is None

    @classmethod
    def of(cls, compiled: Compiled, game: Game, player: int | None) -> Inquiry:
        """Return an inquiry into what a player (the seat, from 0) can tell about the position of a game.

        If `player` is `None`, everything can be told.
        """
        true = Inspector.of(compiled, game)
        return cls(true) if player is None else cls(Inspector.seen(compiled, game, player), true)

    def value(self, node: core.Core) -> Value | None:
        """Return the value of an expression, or `None` if the reader cannot tell.

        Raises `Fault`, but only if the reader knows everything.
        """
        if self.whole:
            return self._inspector.value(node)
        if next(copies_in(self.program, node), None) is not None:
            return None
        self._follow(node)
        try:
            return self._inspector.value(node)
        except (Hides, Fault):  # a fault may be guarded by a hidden condition
            return None

    def truth(self, node: core.Core | None) -> bool | None:
        """Return whether a condition holds, or `None` if that is unknown. A missing condition holds."""
        value = 1 if node is None else self.value(node)
        return None if value is None else bool(value)

    def members(self, node: core.Core) -> tuple[int, ...] | None:
        """Return the members of a list, or `None` if the reader cannot tell."""
        found = self.value(node)
        assert not isinstance(found, int)  # noqa: S101 - the caller knows the type
        return found

    def zone(self, component: int) -> int | None:
        """Return the zone in which a component lies, or `None` if the reader cannot tell."""
        try:
            zone: int = self._inspector.position[self.program.layout.zone_of + component]
        except Hides:
            return None
        return zone

    def put(self, slot: core.Slot, value: Value) -> None:
        """Assign a value to a local, as if a player had chosen it."""
        self._inspector.put(self.compiled.slot(slot), value)
        self._put.add(slot)

    def _follow(self, node: core.Core) -> None:
        """Assign values to the locals of earlier steps that an expression reads, as far as they are known.

        If all players can follow the steps, the values of all locals are known. Otherwise the value of a
        local is known if the expression that was assigned to it must still have the same value.
        """
        left = [node]
        while left:
            part = left.pop()
            left += core.children(part)
            if self._true is None or not isinstance(part, core.Local) or part.slot in self._put:
                continue
            if part.slot.frame and runs_in_the_open(self.program):
                value = self._as_seen(self._true, part.type, self._true.value(part))
                if value is not None:
                    self.put(part.slot, value)
            elif part.slot.frame:
                self._put.add(part.slot)
                self._given(self.compiled.slot(part.slot))

    def _given(self, slot: int) -> None:
        """Assign to a local the value that an earlier step gave it, if that value is known."""
        position, evaluator = self._inspector.position, self._inspector.machine.evaluator
        given = still_so(self.program, slot, position[Head.PC])
        if given is None:
            return
        for read in within(given):
            if isinstance(read, x.Local):
                self._given(read.slot)
        try:
            found = evaluator.asked(given, position)
        except (Hides, Fault):
            return
        put_local(position, self.program.slots[slot].place, tuple(found) if given.domain.is_list else found)

    def _as_seen(self, true: Inspector, type_: t.Type, value: Value) -> Value | None:
        """Convert a value of the true position, replacing each copy by one that the player sees in its place.

        Returns `None` if the player does not see all copies that lie there.
        """
        if not self.program.has_copies or not t.is_component(t.element(type_) or type_):
            return value
        found: list[int] = []
        for c in value if isinstance(value, tuple) else (value,):
            copy = c if c == t.NONE else self._copy(true, c)
            if copy is None:
                return None
            found.append(copy)
        return tuple(found) if isinstance(value, tuple) else found[0]

    def _copy(self, true: Inspector, c: int) -> int | None:
        """Return the copy in the player's view that stands for component `c`, or `None`.

        If several copies lie in one zone, they are mapped one to one.
        """
        zone, alike = true.position[self.program.layout.zone_of + c], self.program.alike
        there = [other for other in true.contents(zone) if alike[other] == alike[c]]
        seen = [n for n, first in enumerate(alike) if first == alike[c] and self.zone(n) == zone]
        return seen[there.index(c)] if len(seen) == len(there) else None

    def hand_over(self, site: int, action: int) -> None:
        """Assign the values that a site hands over to one of its actions, as far as they are known."""
        asked, number = self.compiled.names.sites[site], self.program.sites[site].actions.index(action)
        given = [(slot, self.value(node)) for slot, node in zip(
            asked.branches[number].given, asked.given[number], strict=True)]  # fmt: skip
        for slot, value in given:
            if value is not None:
                self.put(slot, value)

    def answered(self, option: Option) -> Inquiry:
        """Return an inquiry into the position at the next decision after an option, or as far as can be told.

        The values that the site hands over must have been assigned.
        """
        after = Inspector(self.compiled, self._inspector.machine, ())
        after.position, _ = self._inspector.answered(option)
        return Inquiry(after, self._true)

    def after(self, action: int) -> Inquiry | None:
        """Return an inquiry into the position after the steps of an action, or `None` if it is unknown.

        The action has the values that have been assigned.
        """
        try:
            after = Inquiry(self._inspector.after(action), self._true)
        except (Hides, Fault):
            if self.whole:
                raise
            return None
        after._put = self._put
        return after


def copies_in(program: Program, node: core.Core) -> Iterator[Span]:
    """Yield the places where the value of an expression depends on which of several copies it gets.

    The bodies of the functions that the expression applies are searched, too.
    """
    if not program.has_copies:
        return
    left, functions = [node], set[core.Function]()
    while left:
        part = left.pop()
        left += core.children(part)
        if isinstance(part, core.Apply) and part.function not in functions and part.function.body is not None:
            functions.add(part.function)
            left.append(part.function.body)
        if _tells_copies(program, part):
            yield part.span


def _tells_copies(program: Program, node: core.Core) -> bool:
    """Return whether the value of an expression depends on which copy of a component it is about.

    The parts of the expression are not searched.
    """
    match node:
        case core.Const(type=type_, value=c) if t.is_component(type_):
            return c != t.NONE and has_copies(program, c)
        case core.Fixed(type=type_, values=values) if _of_components(type_):
            return not _whole(program, values)
        case core.Column(type=type_, values=values) if t.is_component(t.element(type_) or type_):
            return any(c != t.NONE and has_copies(program, c) for c in values)
        case core.Less() | core.BuiltIn(name="number"):
            return any(t.is_component(each.type) for each in core.children(node))
        case _:
            return False


def _of_components(type_: t.Type) -> bool:
    inner = t.element(type_)
    return inner is not None and t.is_component(inner)


def _whole(program: Program, values: tuple[int, ...]) -> bool:
    """Return whether a list contains, with each of its members, all copies of that member exactly once."""
    there = set(values)
    faces = {program.alike[c] for c in there}
    alike = {c for c, first in enumerate(program.alike) if first in faces}
    return there == alike and len(values) == len(there)
