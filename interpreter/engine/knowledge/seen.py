"""Represents a player's knowledge of a position as a position, so that expressions can be evaluated on it.

The position is made from the player's observation and from what all players see. Integers that the player
cannot know are hidden, and reading a hidden integer raises `Hides` with its place. Therefore an expression
that has a value has the same value in every position with the same observation, and no hidden value is ever
read.

An observation says how many copies of a component lie in each place, but not which of the copies. They are
assigned to places in the order of declaration. Rules can distinguish copies only by their places, so the
result does not depend on this choice. There are two exceptions: variables that hold one of several copies,
which are hidden here, and expressions that name one of several copies.

Conditions are three-valued. A conjunction is false if one of its parts is false, even if another part is
hidden; so a hidden value matters only if it is decisive (Kleene, "On notation for ordinal numbers", 1938).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, ClassVar, SupportsIndex

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.expressions.evaluate import Evaluator
from interpreter.engine.expressions.loop import Number
from interpreter.engine.knowledge.knowledge import EVERYBODY
from interpreter.engine.machine.machine import Machine
from interpreter.engine.machine.machines import Machines
from interpreter.kernels.budget import spend
from interpreter.play.errors import Fault
from interpreter.play.observation import Observation, Unknown

__all__ = ["Hides", "SeenPosition", "has_copies", "lying_copies", "seen_machine_of", "seen_position"]

_READS = (x.Load, x.Bank, x.Contents, x.FamilyContents, x.ByPlace, x.ZoneLength, x.ZoneEnd, x.ZoneEnds,
          x.InZone, x.Key, x.Occurred, x.Can, x.InARow, x.OfPlane)  # fmt: skip


class Hides(Exception):
    """An expression read an integer that the player cannot know.

    `place` is the index of the integer in the position, and `at` is the place of the expression in the
    program.
    """

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place
        self.at: int | None = None


class SeenPosition(list[int]):
    """A position in which some integers are hidden. An integer that has been overwritten can be read."""

    __slots__ = ("hidden",)

    def __init__(self, values: Sequence[int], hidden: set[int]) -> None:
        super().__init__(values)
        self.hidden = hidden

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        """Return an integer or a slice; `[:]` makes a copy with the same integers hidden. Raises `Hides`."""
        if not isinstance(at, slice):
            if (place := at.__index__()) in self.hidden:
                raise Hides(place)
            return super().__getitem__(place)
        if at == slice(None):
            return SeenPosition(super().__getitem__(at), set(self.hidden))
        for place in range(*at.indices(len(self))):
            if place in self.hidden:
                raise Hides(place)
        return super().__getitem__(at)

    def __setitem__(self, at: SupportsIndex | slice, value: Any) -> None:
        super().__setitem__(at, value)
        self.hidden.difference_update(
            range(*at.indices(len(self))) if isinstance(at, slice) else (at.__index__(),)
        )


class _SeenEvaluator(Evaluator):
    """An evaluator that reports which expression read a hidden value, if that value is decisive."""

    keeps: ClassVar[bool] = False

    def _compile(self, node: x.Expression) -> Any:
        match node:
            case x.And(parts=parts):
                return _connected(tuple(map(self.number, parts)), decides=False)
            case x.Or(parts=parts):
                return _connected(tuple(map(self.number, parts)), decides=True)
            case x.If(condition=condition, then=then, otherwise=otherwise):
                return _either(self.number(condition), self.value(then), self.value(otherwise))
            case x.Length(of=x.FamilyContents(family=number)):
                zones = range(len(self.program.zones))
                sizes = [self.size + zone for zone in zones if self.program.zones[zone].family == number]
                return lambda p: sum(p[size] for size in sizes)
            case x.InList(item=item, of=x.FamilyContents(family=number) as over):
                return self._lies_in(self.number(item), number, over.at)
            case x.Quantifier(kind="any" | "all" | "none"):
                return self._of_all(node)
            case x.Quantifier(kind="sum" | "count", over=x.FamilyContents(family=number)):
                return self._summed(node, number)
            case _:
                return self._read(node)

    def _lies_in(self, item: Number, number: int, at: int) -> Number:
        """Compile whether a component lies in a family of zones. It does not matter what else lies there."""
        family, zone_of = self.program.families[number], self.zone_of
        first, last = family.first, family.first + family.count

        def lies(p: list[int]) -> int:
            c = item(p)
            if c == NONE:
                return False
            try:
                return first <= p[zone_of + c] < last
            except Hides as hides:
                hides.at = at
                raise

        return lies

    def _of_all(self, node: x.Quantifier) -> Number:
        """Compile an `any`, `all` or `none` expression. Hidden members matter only if they are decisive."""
        hides: list[Hides] = []
        asked, aside = self.number(node.body), replace(node.body)

        def body(p: list[int]) -> int:
            try:
                return asked(p)
            except Hides as hidden:
                hides.append(hidden)
            except Fault:
                if not hides:
                    raise
            return node.kind == "all"

        self._closures[id(aside)] = aside, body
        quantified = super()._compile(replace(node, body=aside))

        def decided(p: list[int]) -> int:
            hides.clear()
            found: int = quantified(p)
            if hides and bool(found) is (node.kind != "any"):
                raise hides[0]
            return found

        return decided

    def _summed(self, node: x.Quantifier, number: int) -> Number:
        """Compile the sum or the count of what lies in a family of zones.

        It does not matter whether a component lies there that contributes nothing.
        """
        family, asked, place = (
            self.program.families[number],
            self.number(node.body),
            self.place(node.variable),
        )
        kind, scratch, zone_of, at = self.program.kinds[family.kind], self.scratch, self.zone_of, node.at
        first, last, counts = family.first, family.first + family.count, node.kind == "count"

        def there(p: list[int], c: int) -> Hides | bool:
            try:
                return first <= p[zone_of + c] < last
            except Hides as hides:
                hides.at = node.over.at
                return hides

        def summed(p: list[int]) -> int:
            spend(scratch, kind.size * (1 + node.each), at)
            total = 0
            for c in range(kind.first, kind.first + kind.size):
                lies = there(p, c)
                if lies is False:
                    continue
                scratch[place] = c
                value = asked(p)
                if value and lies is not True:
                    raise lies
                total += bool(value) if counts else value
            return total

        return summed

    def _read(self, node: x.Expression) -> Any:
        closure = super()._compile(node)
        if not isinstance(node, _READS):
            return closure
        at = node.at

        def told(p: list[int]) -> Any:
            try:
                return closure(p)
            except Hides as hides:
                hides.at = at if hides.at is None else hides.at
                raise

        return told


def _connected(parts: Sequence[Number], *, decides: bool) -> Number:
    """Compile a conjunction or disjunction, which is settled by any part with the value `decides`.

    Such a part settles it even if other parts are hidden. A fault after a hidden part is not raised, because
    evaluation might never get there.
    """

    def connected(p: list[int]) -> int:
        hides: Hides | None = None
        for part in parts:
            try:
                if bool(part(p)) is decides:
                    return decides
            except Hides as hidden:
                hides = hides or hidden
            except Fault:
                if hides is None:
                    raise
        if hides is not None:
            raise hides
        return not decides

    return connected


def _either(condition: Number, then: Any, otherwise: Any) -> Any:
    """Compile an `if` expression. If its condition is hidden, it has a value only if both sides are equal."""

    def chosen(p: list[int]) -> Any:
        try:
            side = then if condition(p) else otherwise
        except Hides as hides:
            try:
                if (value := then(p)) == otherwise(p):
                    return value
            except Fault:
                pass  # one of them is never evaluated, and it is unknown which
            raise hides from None
        return side(p)

    return chosen


class _SeenMachine(Machine):
    """A machine that runs on positions with hidden integers."""

    evaluator_type: ClassVar[type[Evaluator]] = _SeenEvaluator


class _SeenMachines(Machines):
    """The machines that run on positions with hidden integers."""

    def made(self, program: Program) -> Machine:
        """Return a new machine for the program."""
        return _SeenMachine(program)


_MACHINES = _SeenMachines()


def seen_machine_of(program: Program) -> Machine:
    """Return the program's machine for positions with hidden integers, which is made only once."""
    return _MACHINES.of(program)


def has_copies(program: Program, c: int) -> bool:
    """Return whether the game has other copies of component `c`."""
    return program.alike.count(program.alike[c]) > 1


def seen_position(program: Program, position: Sequence[int], seen: Observation) -> SeenPosition:
    """Convert an observation to a position in which the observer is `me`.

    Only public parts are taken from `position`, the true position: planes, histories of public things, and
    the instruction at which the game waits.
    """
    told = {
        Head.PC: position[Head.PC],
        Head.OUTCOME: seen.outcome,
        Head.TURN: seen.turn,
        Head.ME: seen.player,
        Head.PHASE: seen.phase,
    }
    told |= dict(_components(program, seen))
    told |= dict(_stores(program, seen))
    for first, end in _open(program):
        told |= {place: position[place] for place in range(first, end)}
    length = program.layout.length
    return SeenPosition([told.get(place, 0) for place in range(length)], set(range(length)) - set(told))


def _components(program: Program, seen: Observation) -> Iterator[tuple[int, int]]:
    """Yield what is known about the places of components.

    Each item is an index in the position, with the integer there.
    """
    known_to = 1 << seen.player if seen.player != EVERYBODY else (1 << program.players) - 1
    for zone, lying in enumerate(lying_copies(program, seen)):
        if not program.zones[zone].ordered and Unknown not in lying:
            lying.sort()
        yield from _lying(program, zone, lying)
        for c in lying:
            if c != Unknown:
                yield program.layout.zone_of + c, zone
                yield program.layout.known + c, known_to


def lying_copies(program: Program, seen: Observation) -> list[list[int]]:
    """Return the components in each zone, with copies in the order of declaration where the observer has one.

    `Unknown` stands for a component that the observer does not know.
    """
    copies = {first: iter(those) for first, those in _copies(program).items()}
    return [[c if c == Unknown else next(copies[c]) for c in contents] for contents in seen.zones]


def _stores(program: Program, seen: Observation) -> Iterator[tuple[int, int]]:
    """Yield the known values of variables and resources.

    Each item is an index in the position, with the integer there.
    """
    observed = zip(seen.values, seen.hidden, strict=True)
    for store in program.stores:
        for place in range(store.place, store.place + len(store.start)):
            value, hidden = next(observed)
            if not hidden and not (store.component and value != NONE and has_copies(program, value)):
                yield place, value


@lru_cache(maxsize=64)
def _copies(program: Program) -> dict[int, list[int]]:
    """Return all copies of each component in order, by the first of them."""
    found: dict[int, list[int]] = {}
    for c, alike in enumerate(program.alike):
        found.setdefault(alike, []).append(c)
    return found


def _lying(program: Program, zone: int, lying: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Yield the known links and size of a zone, as pairs of an index in the position and its integer.

    The components of an unordered zone lie in the order of declaration. An observer who does not know all of
    them cannot know which of them come first, so the links are omitted.
    """
    layout = program.layout
    yield layout.size + zone, len(lying)
    if not program.zones[zone].ordered and Unknown in lying:
        return
    for before, after in pairwise([None, *lying, None]):
        if Unknown not in (before, after):
            onward = layout.first + zone if before is None else layout.next + before
            back = layout.last + zone if after is None else layout.previous + after
            yield onward, -1 if after is None else after
            yield back, -1 if before is None else before


def _open(program: Program) -> Iterator[tuple[int, int]]:
    """Yield the start and end of each range of integers that all players see.

    These are the planes and, if nothing in the game is hidden, the histories.
    """
    for plane in program.planes:
        yield plane.at.tile_at, plane.at.ends + len(plane.tile_of)
    everybody = (1 << program.players) - 1
    zones = all(zone.seen == everybody for zone in program.zones)
    stores = all(mask == everybody for store in program.stores for mask in store.seen)
    if zones and stores and not program.has_copies:
        for history in program.histories:
            yield history.place, history.place + history.size
