"""Moves of components, specialized by what is known at compile time about source and target.

`zones_of` determines in which zones a moving component may be, and the possible targets; it returns `None` if
it cannot. For each combination of known facts (`_Course`), a module has a separate function `(c, target,
whole, at)`. The function does the same as `Components.move`, but leaves out what is known to be unnecessary:

- A zone with room for all components of its kind is never full.
- If everybody sees the component move, all players know it afterwards, and nobody loses track of anything.
- A component without copies of the same face need not be exchanged with a copy.

Unlinking and linking a component takes no branch. A `select` chooses the address of the link to change, which
is in the neighbour or, at the end of the list, in the zone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.frozen import dataclass
from interpreter.compiled.state.zone_sets import Bit
from interpreter.compiled.unit.atoms import Atoms
from interpreter.compiled.wasm.interface import HERE
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    compare,
    const,
    eqz,
    get,
    load,
    or_,
    put,
    shift_left,
    store,
    when,
)
from interpreter.play import faults

__all__ = ["Moves", "zones_of"]


@dataclass(frozen=True, slots=True)
class _Course:
    """What is known about a move at compile time."""

    ordered: bool | None
    """Whether the target is ordered, or `None` if that depends on the move."""
    bottom: bool
    fits: bool
    """Whether the target has room for all components of its kind, so that it is never full."""
    shown: bool
    """Whether everybody sees the component in the source, or everybody sees it in the target."""
    elsewhere: bool
    """Whether the source and the target are always different zones."""
    tells: bool
    """Whether players can identify the component by the place that it leaves.

    If so, players who knew which component it was still know it after the move.
    """
    sees: tuple[int | None, int | None]
    """Bit masks of the players who see into the source and into the target.

    A mask is `None` if it depends on the zone or on the component's owner.
    """
    fixed: tuple[bool, bool]
    """Whether a component's owner makes no difference to who sees it, in the source and in the target."""
    families: tuple[int | None, int | None] = (None, None)
    """The numbers of two sets, one for the family of the source and one for the family of the target.

    A number is -1 if the family has no set, and `None` if it depends on the zone.
    """

    @property
    def name(self) -> str:
        """A suffix for function names, which is different if any of the facts is different."""
        *plain, (source, target), fixed, families = astuple(self)
        known = "".join("01?"[2 if value is None else int(value)] for value in (*plain, *fixed))
        return "_".join(
            [known, *("" if number is None else str(number) for number in (source, target, *families))]
        )

    def sets(self, which: int) -> frozenset[int] | None:
        """Return the possible numbers of the family's set, or `None` if they are not known.

        `which` is 0 for the family of the source, and 1 for that of the target.
        """
        family = self.families[which]
        return None if family is None else frozenset({family})


class Moves:
    """Emits the functions that move components, in one module."""

    def __init__(self, atoms: Atoms) -> None:
        self.atoms, self.unit, self.layout = atoms, atoms.unit, atoms.layout
        self._program = self.unit.program

    def moved(self, what: x.Expression, to: x.Expression, *, bottom: bool) -> str:
        """Return the name of the function that moves the component `what` to the zone `to`."""
        known, target = zones_of(self._program, what), zones_of(self._program, to)
        zones, every = self._program.zones, range(len(self._program.zones))
        sources, targets = (every if found is None else sorted(found) for found in (known, target))
        orders = {zones[z].ordered for z in targets}
        course = _Course(
            ordered=orders.pop() if len(orders) == 1 else None,
            bottom=bottom and any(zones[z].ordered for z in targets),
            fits=all(zones[z].capacity >= self._kind(z) for z in targets),
            shown=self._shown(sources) or self._shown(targets),
            elsewhere=not set(sources) & set(targets),
            tells=all(zones[z].ordered for z in sources),
            sees=(self._same(sources), self._same(targets)),
            fixed=(all(zones[z].seen >= 0 for z in sources), all(zones[z].seen >= 0 for z in targets)),
            families=(self._family(sources), self._family(targets)),
        )
        name = f"$move_{course.name}"
        make = lambda function: self._move(function, course)  # noqa: E731 - as short as its name
        return self.unit.helper(name, make, "$c", "$target", "$whole", "$at")

    def seen(self, what: x.Expression, to: x.Expression) -> bool:
        """Return whether everybody sees a move of `what` to `to`.

        If so, it makes no difference whether a whole zone moves.
        """
        found = (zones_of(self._program, what), zones_of(self._program, to))
        return any(zones is not None and self._shown(zones) for zones in found)

    def _kind(self, zone: int) -> int:
        program = self._program
        return program.kinds[program.families[program.zones[zone].family].kind].size

    def _family(self, zones: Iterable[int]) -> int | None:
        """Return the number of the set of the zones' family, or `None` if the sets differ.

        The number is -1 if none of the families has a set.
        """
        found = self.unit.sets.family_sets(zones)
        return min(found) if len(found) == 1 else None

    def _shown(self, zones: Iterable[int]) -> bool:
        return all(self._program.zones[z].seen == self.atoms.everyone for z in zones)

    def _same(self, zones: Iterable[int]) -> int | None:
        """Return the bit mask of the players who see into each of the zones, or `None` if it varies."""
        seen = {self._program.zones[z].seen for z in zones}
        only = seen.pop()
        return None if seen or only < 0 else only

    def _sees(self, zone: Wat, course: _Course, which: int) -> Wat:
        """Return the tree for the bit mask of the players who see the moving component in a zone.

        `which` is 0 if the zone is the source, and 1 if it is the target.
        """
        only = course.sees[which]
        if only is not None:
            return const(only)
        return (
            self.atoms.seen.at(zone)
            if course.fixed[which]
            else self.atoms.called(self.atoms.components.seen_by, zone, get("$c"))
        )

    def _follow(self, source: Wat, target: Wat, course: _Course) -> Wat:
        """Return the tree for the bit mask of the players who know the component after its move."""
        if course.shown or self.atoms.open:
            return const(self.atoms.everyone)
        if not course.tells:
            return self.atoms.called(self.atoms.components.follow, get("$c"), source, target, get("$whole"))
        sees = [self._sees(zone, course, which) for which, zone in enumerate((source, target))]
        found = self.atoms.known(get("$c"))
        for mask in sees:
            found = found if mask == ZERO else or_(found, mask)
        return found

    def _move(self, function: Function, course: _Course) -> None:
        atoms, layout, unit = self.atoms, self.layout, self.unit
        source, seen = function.local("source"), function.local("seen")
        c, target = get("$c"), get("$target")
        within = compare("==", get(source), target)
        body: Body = [put(source, unit.place_at(layout.zone_of, c))]
        if not course.fits:
            body += self._room(source, target, course)
        if not course.elsewhere and course.ordered is not True:
            stays = within if course.ordered is False else and_(within, eqz(atoms.ordered(target)))
            body.append(when(stays, [("return",)]))
        if atoms.copies:
            body.append(when(atoms.has_copies(c), [atoms.called(atoms.components.lead, c)]))
        body.append(put(seen, self._follow(get(source), target, course)))
        found, bit = unit.sets.bit(function, c)
        body += [*found, *self._unlinked(function, c, get(source), course, bit)]
        body += self._linked(function, c, target, course, bit)
        if not atoms.open:
            body.append(atoms.put_known(c, get(seen)))
        body += atoms.forget(c, get(seen))
        function.body = [*body, *unit.tallies.moved(c, get(source), target)]

    def _room(self, source: str, target: Wat, course: _Course) -> Body:
        unit, most = self.unit, self.atoms.capacity.at(target)
        full = compare(">=", unit.place_at(self.layout.size, target), most)
        if not course.elsewhere:
            full = and_(compare("!=", get(source), target), full)
        return [when(full, unit.fault(faults.NO_ROOM, HERE, zone=target, most=most, at=get("$at")))]

    # --- lists ----------------------------------------------------------------------------------------

    def _beside(self, other: str, place: int, zone: Wat, end: int) -> Wat:
        """Return the tree for the address of a link in a zone's linked list.

        The link belongs to the component in the local `other`, or to the zone if `other` is -1.
        """
        there, ends = (const(self.unit.memory.at(first)) for first in (place, end))
        by_it, by_zone = add(shift_left(get(other), 2), there), add(shift_left(zone, 2), ends)
        return ("select", by_it, by_zone, compare(">=", get(other), ZERO))

    def _unlinked(self, function: Function, c: Wat, zone: Wat, course: _Course, bit: Bit) -> Body:
        """Return the instructions that remove a component from the linked list of its zone."""
        unit, layout = self.unit, self.layout
        after, before = function.local("after"), function.local("before")
        return [
            put(after, unit.place_at(layout.next, c)),
            put(before, unit.place_at(layout.previous, c)),
            store(self._beside(before, layout.next, zone, layout.first), get(after)),
            store(self._beside(after, layout.previous, zone, layout.last), get(before)),
            unit.put_at(layout.size, zone, add(unit.place_at(layout.size, zone), const(-1))),
            *unit.sets.flipped(bit, zone, course.sets(0)),
            *unit.memo.moved(zone),
        ]

    def _linked(self, function: Function, c: Wat, zone: Wat, course: _Course, bit: Bit) -> Body:
        """Return the instructions that insert a component that is in no zone into a zone."""
        unit, layout, atoms = self.unit, self.layout, self.atoms
        after, before, at = (function.local(hint) for hint in ("after", "before", "at"))
        end = unit.place_at(layout.last, zone) if course.bottom else const(-1)
        in_order: Body = [put(before, end)]
        match course.ordered:
            case True:
                body = in_order
            case False:
                body = self._sorted_before(function, c, zone, before, bit)
            case None:
                sorted_in = self._sorted_before(function, c, zone, before, bit)
                body = [when(atoms.ordered(zone), in_order, sorted_in)]
        return [
            *body,
            put(at, self._beside(before, layout.next, zone, layout.first)),
            put(after, load(get(at))),
            store(get(at), c),
            store(self._beside(after, layout.previous, zone, layout.last), c),
            unit.put_at(layout.next, c, get(after)),
            unit.put_at(layout.previous, c, get(before)),
            unit.put_at(layout.zone_of, c, zone),
            unit.put_at(layout.size, zone, add(unit.place_at(layout.size, zone), const(1))),
            *unit.sets.flipped(bit, zone, course.sets(1)),
            *unit.memo.moved(zone),
        ]

    def _sorted_before(self, function: Function, c: Wat, zone: Wat, before: str, bit: Bit) -> Body:
        sets = self.unit.sets
        if sets.some:
            return sets.before(function, bit, zone, before)
        found = self.atoms.components.declared_before
        return self.unit.kernels.assigned(function, before, found, c, zone)


def zones_of(program: Program, node: x.Expression) -> frozenset[int] | None:
    """Return the zones that an expression may denote or whose components it may denote.

    Return `None` if they are not known at compile time.
    """
    match node:
        case x.ZoneAt(family=number) | x.FamilyContents(family=number):
            family = program.families[number]
            return frozenset(range(family.first, family.first + family.count))
        case (
            x.Contents(zone=of) | x.ZoneEnd(zone=of) | x.ZoneEnds(zone=of) | x.There(of=of) | x.Narrow(of=of)
            | x.End(of=of) | x.Only(of=of) | x.Nth(of=of) | x.Ends(of=of) | x.Reverse(of=of)
            | x.Distinct(of=of) | x.ByPlace(of=of) | x.Let(body=of)
        ):  # fmt: skip
            return zones_of(program, of)
        case x.Quantifier(kind="filter" | "while" | "until" | "first" | "the" | "best" | "sort", over=over):
            return zones_of(program, over)
        case x.If(then=then, otherwise=otherwise):
            a, b = zones_of(program, then), zones_of(program, otherwise)
            return None if a is None or b is None else a | b
        case _:
            return None
