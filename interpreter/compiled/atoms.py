"""Components on their way: zones as linked lists, and who knows what moves (`interpreter.engine.effects`).

A module has each of these as one function, with tables of what zones and components are. What a game does not
have is left out: who sees what, if everybody sees everything; alike copies, if there are none.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from gamespec.program.tables import BY_OTHERS, BY_OWNER
from interpreter.compiled.excluded import Excluded
from interpreter.compiled.unit import HERE, Unit
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    and_,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    either,
    eqz,
    get,
    load,
    loop,
    or_,
    put,
    when,
)
from interpreter.play import faults

__all__ = ["Atoms"]


class Atoms:
    """The changes that components undergo, in one module."""

    def __init__(self, unit: Unit) -> None:
        self.unit, self.excluded = unit, Excluded(unit)
        program, self.layout = unit.program, unit.layout
        self.everyone = (1 << program.players) - 1
        self.copies = any(face >= 0 for face in program.faces)
        self.open = all(zone.seen == self.everyone for zone in program.zones) and not program.attributes
        table = unit.memory.table
        self._ordered = table([int(zone.ordered) for zone in program.zones])
        self.capacity = table([zone.capacity for zone in program.zones])
        self.seen = table([zone.seen for zone in program.zones])
        self._backs, self._faces = table(program.backs), table(program.faces)
        self._owners = table([1 << owner if owner >= 0 else 0 for owner in program.owners])

    def ordered(self, zone: Wat) -> Wat:
        """Whether a zone has an order."""
        zones = self.unit.program.zones
        if len({zone.ordered for zone in zones}) == 1:
            return const(int(zones[0].ordered))
        return self._ordered.at(zone)

    def has_copies(self, c: Wat) -> Wat:
        """Whether there are others with the face of a component."""
        faces = self.unit.program.faces
        several = {face for face, count in Counter(faces).items() if face >= 0 and count > 1}
        return self.unit.memory.table([int(face in several) for face in faces]).at(c)

    def known(self, c: Wat) -> Wat:
        """Who knows which component it is."""
        return self.unit.place_at(self.layout.known, c)

    def put_known(self, c: Wat, mask: Wat) -> Wat:
        """Say who knows it."""
        return self.unit.put_at(self.layout.known, c, mask)

    @cached_property
    def sees(self) -> str:
        """`$sees(zone, c)`: a bit for each player who sees a component in a zone."""

        def make(function: Function) -> None:
            seen = function.local("seen")
            others: Wat = and_(const(self.everyone), ("i32.xor", self._owners.at(get("$c")), const(-1)))
            function.body = [
                put(seen, self.seen.at(get("$zone"))),
                when(compare(">=", get(seen), ZERO), [("return", get(seen))]),
                either(compare("==", get(seen), const(BY_OWNER)), self._owners.at(get("$c")), others),
            ]

        assert BY_OTHERS < BY_OWNER < 0  # noqa: S101 - what `seen` says else
        return self.unit.helper("$sees", make, "$zone", "$c", result=True)

    @cached_property
    def link(self) -> str:
        """`$link(c, zone, bottom)`: put a component that lies nowhere into a zone."""
        return self.unit.helper("$link", self._link, "$c", "$zone", "$bottom")

    def _link(self, function: Function) -> None:
        unit, layout = self.unit, self.layout
        after, before = function.local("after"), function.local("before")
        c, zone = get("$c"), get("$zone")
        end: Body = [
            put(before, either(get("$bottom"), unit.place_at(layout.last, zone), const(-1))),
            put(after, either(get("$bottom"), const(-1), unit.place_at(layout.first, zone))),
        ]
        following = either(
            compare(">=", get(before), ZERO),
            unit.place_at(layout.next, get(before)),
            unit.place_at(layout.first, zone),
        )
        sorted_in: Body = [*self.sorted_before(function, c, zone, before), put(after, following)]
        ordered = self.ordered(zone)
        function.body = [
            *(
                [when(ordered, end, sorted_in)]
                if ordered[0] != "i32.const"
                else end
                if ordered[1] == "1"
                else sorted_in
            ),
            unit.put_at(layout.next, c, get(after)),
            unit.put_at(layout.previous, c, get(before)),
            when(
                compare(">=", get(before), ZERO),
                [unit.put_at(layout.next, get(before), c)],
                [unit.put_at(layout.first, zone, c)],
            ),
            when(
                compare(">=", get(after), ZERO),
                [unit.put_at(layout.previous, get(after), c)],
                [unit.put_at(layout.last, zone, c)],
            ),
            unit.put_at(layout.zone_of, c, zone),
            unit.put_at(layout.size, zone, add(unit.place_at(layout.size, zone), const(1))),
            *unit.sets.changed(function, c, zone),
            *unit.kept.moved(zone),
        ]

    def sorted_before(self, function: Function, c: Wat, zone: Wat, before: str) -> Body:
        """Find the component of a zone without order after which another is to come: into a local, or -1."""
        unit, layout = self.unit, self.layout
        if unit.sets.some:
            made, bit = unit.sets.bit(function, c)
            return [*made, *unit.sets.before(function, bit, zone, before)]
        found, more = function.label("found"), function.label("back")
        back: Body = [
            branch_if(found, compare("<=", get(before), c)),
            put(before, unit.place_at(layout.previous, get(before))),
            branch(more),
        ]
        return [put(before, unit.place_at(layout.last, zone)), block(found, [loop(more, back)])]

    @cached_property
    def unlink(self) -> str:
        """`$unlink(c, zone)`: take a component out of the zone in which it lies."""
        return self.unit.helper("$unlink", self._unlink, "$c", "$zone")

    def _unlink(self, function: Function) -> None:
        unit, layout = self.unit, self.layout
        after, before = function.local("after"), function.local("before")
        c, zone = get("$c"), get("$zone")
        function.body = [
            put(after, unit.place_at(layout.next, c)),
            put(before, unit.place_at(layout.previous, c)),
            when(
                compare(">=", get(before), ZERO),
                [unit.put_at(layout.next, get(before), get(after))],
                [unit.put_at(layout.first, zone, get(after))],
            ),
            when(
                compare(">=", get(after), ZERO),
                [unit.put_at(layout.previous, get(after), get(before))],
                [unit.put_at(layout.last, zone, get(before))],
            ),
            unit.put_at(layout.size, zone, add(unit.place_at(layout.size, zone), const(-1))),
            *unit.sets.changed(function, c, zone),
            *unit.kept.moved(zone),
        ]

    def seen_by(self, zone: Wat, c: Wat) -> Wat:
        """A bit for each player who sees a component in a zone."""
        if all(z.seen >= 0 for z in self.unit.program.zones):
            return self.seen.at(zone)
        return call(self.sees, zone, c)

    def seen_in_order(self, zone: Wat, c: Wat) -> Wat:
        """A bit for each player who sees a component in a zone that has an order."""
        seen = {z.seen for z in self.unit.program.zones if z.ordered}
        if len(seen) == 1 and min(seen) >= 0:
            return const(seen.pop())
        return self.seen_by(zone, c)

    @cached_property
    def lead(self) -> str:
        """`$lead(c)`: of those that nobody can tell from it, let it be the one of which each knows most."""
        return self.unit.helper("$lead", self._lead, "$c")

    def _lead(self, function: Function) -> None:
        unit, layout = self.unit, self.layout
        zone, other, better, differ = (function.local(hint) for hint in ("zone", "other", "better", "differ"))
        c = get("$c")
        alike = and_(
            and_(compare("==", self._faces.at(get(other)), self._faces.at(c)), compare("!=", get(other), c)),
            eqz(load(get(other), self.shown, width="i32.load8_u")),
        )
        everyone, flipped = const(self.everyone), const(-1)
        exchange: Body = [
            put(differ, ("i32.xor", self.known(get(other)), self.known(c))),
            put(better, and_(and_(self.known(get(other)), get(differ)), everyone)),
        ]
        if self.excluded.any:
            same = and_(everyone, ("i32.xor", get(differ), flipped))
            exchange += [
                put(better, or_(get(better), and_(self.excluded.more(get(other), c), same))),
                self.excluded.exchange(get(other), c, get(better)),
            ]
        exchange += [
            put(differ, and_(get(differ), get(better))),
            self.put_known(get(other), ("i32.xor", self.known(get(other)), get(differ))),
            self.put_known(c, ("i32.xor", self.known(c), get(differ))),
        ]
        walk: Body = [
            branch_if("$all", compare("<", get(other), ZERO)),
            when(alike, exchange),
            put(other, unit.place_at(layout.next, get(other))),
            branch("$next"),
        ]
        along: Body = [
            put(other, unit.place_at(layout.first, get(zone))),
            block("$all", [loop("$next", walk)]),
        ]
        faces = unit.program.faces
        if unit.sets.some and unit.techniques.moves:
            not_shown = eqz(load(get(other), self.shown, width="i32.load8_u"))
            take = [when(and_(compare("!=", get(other), c), not_shown), exchange)]
            along = unit.sets.alike(function, c, get(zone), faces, lambda found: [put(other, found), *take])
        function.body = [
            when(compare("<", self._faces.at(c), ZERO), [("return",)]),
            put(zone, unit.place_at(layout.zone_of, c)),
            when(self.ordered(get(zone)), [("return",)]),
            *along,
        ]

    @cached_property
    def shown(self) -> int:
        """Where a byte of each component lies: 1 for those that are shown side by side with another."""
        return self.unit.memory.room(len(self.unit.program.owners))

    @cached_property
    def follow(self) -> str:
        """`$follow(c, source, target, whole)`: who knows what moves; who loses track of what it lay among."""
        return self.unit.helper("$follow", self._follow, "$c", "$source", "$target", "$whole", result=True)

    def _follow(self, function: Function) -> None:
        unit, layout = self.unit, self.layout
        sees, other, among = (function.local(hint) for hint in ("sees", "other", "among"))
        c, source = get("$c"), get("$source")
        same_back = compare("==", self._backs.at(get(other)), self._backs.at(c))

        def along(body: Body, label: str) -> Body:
            step: Body = [put(other, unit.place_at(layout.next, get(other))), branch(f"${label}")]
            walk = [branch_if(f"${label}_end", compare("<", get(other), ZERO)), *body, *step]
            return [
                put(other, unit.place_at(layout.first, source)),
                block(f"${label}_end", [loop(f"${label}", walk)]),
            ]

        keeps = or_(
            or_(get("$whole"), self.ordered(source)),
            compare("==", unit.place_at(layout.size, source), const(1)),
        )
        kept = or_(get(sees), self.known(c))
        blind = and_(const(self.everyone), ("i32.xor", get(sees), const(-1)))
        lose = self.put_known(get(other), and_(self.known(get(other)), get(sees)))
        function.body = [
            put(sees, or_(self.seen_by(source, c), self.seen_by(get("$target"), c))),
            when(compare("==", get(sees), const(self.everyone)), [("return", get(sees))]),
            when(keeps, [("return", kept)]),
            *along([put(among, add(get(among), same_back))], "count"),
            when(compare("==", get(among), const(1)), [("return", kept)]),
            *([self.excluded.confuse(c, source, blind, self._backs.at)] if self.excluded.any else []),
            *along([when(same_back, [lose])], "lose"),
            get(sees),
        ]

    @cached_property
    def move(self) -> str:
        """`$move(c, target, bottom, whole, at)`: move a component, alone or with all others there."""
        return self.unit.helper("$move", self._move, "$c", "$target", "$bottom", "$whole", "$at")

    def _move(self, function: Function) -> None:
        unit, layout = self.unit, self.layout
        source, seen = function.local("source"), function.local("seen")
        c, target = get("$c"), get("$target")
        within = compare("==", get(source), target)
        full = and_(eqz(within), compare(">=", unit.place_at(layout.size, target), self.capacity.at(target)))
        most = self.capacity.at(target)
        fault = unit.fault(faults.NO_ROOM, HERE, zone=target, most=most, at=get("$at"))
        function.body = [
            put(source, unit.place_at(layout.zone_of, c)),
            when(full, fault),
            when(and_(within, eqz(self.ordered(target))), [("return",)]),
        ]
        place, told = function.local("place"), unit.recorder
        function.body += told.placed(self, place, c, get("$whole"))
        if self.open:
            function.body += [
                call(self.unlink, c, get(source)),
                call(self.link, c, target, get("$bottom")),
                *told.moved(self, c, get(source), target, const(self.everyone), place, get("$bottom")),
                *unit.tallies.moved(function, c, get(source), target),
            ]
            return
        if self.copies:
            function.body.append(call(self.lead, c))
        function.body += [
            put(seen, call(self.follow, c, get(source), target, get("$whole"))),
            call(self.unlink, c, get(source)),
            call(self.link, c, target, get("$bottom")),
            self.put_known(c, get(seen)),
            *told.moved(self, c, get(source), target, get(seen), place, get("$bottom")),
            *([self.excluded.forget(c, get(seen))] if self.excluded.any else []),
            *unit.tallies.moved(function, c, get(source), target),
        ]
