"""What a player can tell of a position, as a position: expressions are asked of it as of any other.

It is made of the player's observation, and of what everybody sees: integers that the player can't know are
not there, and whoever reads one raises `Hides` with its place. So a value that comes out is the same in every
position in which the player observes the same, and what is hidden is never looked at.

Of alike copies an observation says how many lie where, never which. They are put there in their order; as no
rule can tell them apart by anything but where they lie, what comes out does not depend on it. That does not
hold of variables that hold one of several copies, which are hidden here, nor of expressions that name one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any, ClassVar, SupportsIndex

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.tables import Head
from interpreter.engine.evaluate import Evaluator
from interpreter.engine.knowledge import EVERYBODY
from interpreter.engine.machine import Machine
from interpreter.engine.machines import Machines
from interpreter.play.observation import Observation, Unknown

__all__ = ["Hides", "SeenPosition", "has_copies", "seen_machine_of", "seen_position"]

_READS = (x.Load, x.Bank, x.Contents, x.FamilyContents, x.ByPlace, x.ZoneLength, x.ZoneEnd, x.ZoneEnds,
          x.InZone, x.Key, x.Occurred, x.Can, x.InARow, x.OfPlane)  # fmt: skip


class Hides(Exception):
    """An integer of a position was read that a player can't know: its `place`; `at` says by what."""

    def __init__(self, place: int) -> None:
        super().__init__(place)
        self.place = place
        self.at: int | None = None


class SeenPosition(list[int]):
    """A position of which some integers are hidden. What is written can be read."""

    __slots__ = ("hidden",)

    def __init__(self, values: Sequence[int], hidden: set[int]) -> None:
        super().__init__(values)
        self.hidden = hidden

    def __getitem__(self, at: SupportsIndex | slice) -> Any:
        """An integer, some, or a copy of the position, of which the same are hidden. Raises `Hides`."""
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
    """An evaluator that says by which expression something was read that is hidden."""

    keeps: ClassVar[bool] = False

    def _compile(self, node: x.Expression) -> Any:
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


class _SeenMachine(Machine):
    """A machine for positions of which something is hidden."""

    evaluator_type: ClassVar[type[Evaluator]] = _SeenEvaluator


class _SeenMachines(Machines):
    """Machines for such positions."""

    def made(self, program: Program) -> Machine:
        """A new machine."""
        return _SeenMachine(program)


_MACHINES = _SeenMachines()


def seen_machine_of(program: Program) -> Machine:
    """The machine for positions of which something is hidden, made once."""
    return _MACHINES.of(program)


def has_copies(program: Program, c: int) -> bool:
    """Whether there are other components that are alike."""
    return program.alike.count(program.alike[c]) > 1


def seen_position(program: Program, position: Sequence[int], seen: Observation) -> SeenPosition:
    """What an observation says, as a position in which the observer is `me`.

    Of `position`, the true one, only planes, histories of what everybody sees, and where it waits are taken,
    which all know.
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
    """What is known of where components lie."""
    known_to = 1 << seen.player if seen.player != EVERYBODY else (1 << program.players) - 1
    copies = {first: iter(_copies(program, first)) for first in set(program.alike)}
    for zone, contents in enumerate(seen.zones):
        lying = [c if c == Unknown else next(copies[c]) for c in contents]
        if not program.zones[zone].ordered and Unknown not in lying:
            lying.sort()
        yield from _lying(program, zone, lying)
        for c in lying:
            if c != Unknown:
                yield program.layout.zone_of + c, zone
                yield program.layout.known + c, known_to


def _stores(program: Program, seen: Observation) -> Iterator[tuple[int, int]]:
    """What is known of variables and resources."""
    observed = zip(seen.values, seen.hidden, strict=True)
    for store in program.stores:
        for place in range(store.place, store.place + len(store.start)):
            value, hidden = next(observed)
            if not hidden and not (store.component and value != NONE and has_copies(program, value)):
                yield place, value


def _copies(program: Program, first: int) -> list[int]:
    """The components that are alike, by the first of them."""
    return [c for c, alike in enumerate(program.alike) if alike == first]


def _lying(program: Program, zone: int, lying: Sequence[int]) -> Iterator[tuple[int, int]]:
    """What is known of how the list of a zone goes, place by place.

    In a zone without order, components come in that of their declaration: who does not know all of them does
    not know which come first.
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
    """From where to where there lies what all see: planes, and histories where nothing is hidden."""
    for plane in program.planes:
        yield plane.at.tile_at, plane.at.ends + len(plane.tile_of)
    everybody = (1 << program.players) - 1
    zones = all(zone.seen == everybody for zone in program.zones)
    stores = all(mask == everybody for store in program.stores for mask in store.seen)
    if zones and stores and not program.has_copies:
        for history in program.histories:
            yield history.place, history.place + history.size
