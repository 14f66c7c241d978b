"""Emits the recording of events, each of which a recording module writes to the tape as a row for the host.

The tape is a separate memory, which grows during a step. The host reads and rewinds it after the step.
Nothing that happens in a trial is an event, so a trial rewinds the tape to where it was before. A module that
does not record contains no code for this. The declaration of an event determines its row
(`interpreter.play.rows`).
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from gamespec.program import Pick
from gamespec.program.instructions import Throw
from gamespec.program.tables import Head
from interpreter.compiled.wasm.memory import WORD
from interpreter.compiled.wasm.wat import (
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
    get,
    load,
    loop,
    or_,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.kernels.in_order import InOrder
from interpreter.play.events import BackSeen, Changed, Decided, Drew, Moved, Revealed, Shown, Shuffled
from interpreter.play.rows import DECLARED, Form

if TYPE_CHECKING:
    from collections.abc import Callable

    from interpreter.compiled.state.records import Record
    from interpreter.compiled.unit.atoms import Atoms
    from interpreter.compiled.unit.unit import Unit

__all__ = ["Recorder"]

END: Wat = ("global.get", "$taped")
"""The tree for the current length of the tape, in bytes."""


class Recorder:
    """Emits the recording of events in one module. Unless it is `on`, it emits nothing."""

    def __init__(self, unit: Unit, *, on: bool) -> None:
        self._unit, self.on = unit, on
        self._in_order: dict[type[Any], Callable[..., None]] = {}
        if on:
            unit.memories.append("tape")
            taped: Wat = ("global", "$taped", ("export", '"taped"'), ("mut", "i32"), ("i32.const", "0"))
            unit.globals.append(taped)

    def event(self, event: type[Any], **words: Wat) -> Body:
        """Return the instructions that write the row of an event with the given words.

        If the event's last field has several words, the caller writes these.
        """
        if not self.on:
            return []
        said = DECLARED[event]
        assert {*words} == {field.name for field in said.fields}  # noqa: S101 - each has its value
        return [
            self._tell(const(said.sort)),
            *(self._tell(words[field.name]) for field in said.fields),
        ]

    def _tell(self, word: Wat) -> Wat:
        return call(self._unit.helper("$tell", _tell, "$word"), word)

    def untold(self, name: str) -> str:
        """Return the name of a function that calls another function as a trial.

        During this call, nothing is recorded and no script is followed.
        """
        if not self.on:
            return name

        def make(function: Function) -> None:
            end, scripted = function.local("taped"), function.local("scripted")
            function.body = [
                put(end, END),
                put(scripted, ("global.get", "$scripted")),
                ("global.set", "$scripted", ZERO),
                call(name),
                ("global.set", "$scripted", get(scripted)),
                ("global.set", "$taped", get(end)),
            ]

        return self._unit.helper(f"$untold_{name.removeprefix('$')}", make)

    # --- components -----------------------------------------------------------------------------------

    def _place(self, atoms: Atoms, c: Wat) -> Wat:
        """Return the tree for a component's index in its zone, from the top; -1 if the zone is unordered."""
        return atoms.called(atoms.components.place_of, c)

    def _excluded(self, c: Wat) -> Body:
        """Return the instructions that write what all players exclude for a component.

        The number of words comes first.
        """
        if not self._unit.program.attributes:
            return [self._tell(ZERO)]
        return [call(self._unit.helper("$tell_excluded", self._tell_excluded, "$c"), c)]

    def _tell_excluded(self, function: Function) -> None:
        program = self._unit.program
        for kind, shown in zip(program.kinds, program.shown, strict=True):
            number = subtract(get("$c"), const(kind.first))
            index = function.local("index")
            told: Body = [
                self._tell(const(len(shown) * program.players)),
                put(index, _times(number, program.players)),
            ]
            for player in range(program.players):
                for attribute in shown:
                    told.append(self._tell(self._unit.place_at(attribute.place + player, get(index))))
            if shown:
                here: Wat = ("i32.lt_u", number, const(kind.size))
                function.body.append(when(here, [*told, ("return",)]))
        function.body.append(self._tell(ZERO))

    def left(self, atoms: Atoms, c: Wat, whole: Wat) -> Wat:
        """Return the tree for the index that a component is about to leave; -1 if its whole zone moves."""
        return either(whole, const(-1), self._place(atoms, c)) if self.on else const(-1)

    def moved(  # noqa: PLR0913 - what a move is
        self, atoms: Atoms, c: Wat, source: Wat, target: Wat, seen: Wat, place: Wat, bottom: Wat
    ) -> Body:
        """Return the instructions that record that a component has moved between zones."""
        if not self.on:
            return []
        layout, at = self._unit.layout, self._unit.place_at
        last = and_(compare("<", at(layout.next, c), ZERO), compare(">=", at(layout.previous, c), ZERO))
        below = and_(and_(compare("!=", bottom, ZERO), atoms.ordered(target)), last)
        return [
            *self.event(
                Moved, component=c, source=source, target=target, seen=seen, place=place, bottom=below
            ),
            *self._excluded(c),
        ]

    def ordered(self, event: type[Any], body: Body, function: Function, only: Wat) -> Body:
        """Return the instructions in `body`, followed by a sort of the rows that they record.

        The rows are those of one kind of event. They are sorted only if `only` holds.
        """
        if not self.on:
            return body
        if event not in self._in_order:
            self._in_order[event] = InOrder(self._unit.program, DECLARED[event]).sort
        begin, here = function.local("begin"), ("i32.shr_u", END, const(2))
        order = self._unit.kernels.call(self._in_order[event], ZERO, get(begin), here)
        return [put(begin, here), *body, when(only, [order])]

    def revealed(self, atoms: Atoms, c: Wat, seen: Wat) -> Body:
        """Return the instructions that record that the players in `seen` have come to know a component."""
        if not self.on:
            return []
        zone = self._unit.place_at(self._unit.layout.zone_of, c)
        place = self._place(atoms, c)
        return [
            *self.event(Revealed, component=c, seen=seen, zone=zone, place=place),
            *self._excluded(c),
        ]

    def changed(self, number: int, index: Wat, before: Wat, after: Wat) -> Body:
        """Return the instructions that record that one member of a store has changed."""
        table = self._unit.program.stores[number]
        return self.event(
            Changed, store=const(number), index=index, before=before, after=after,
            seen=self._unit.memory.table(table.seen).at(index), component=const(int(table.component)),
        )  # fmt: skip

    def shuffled(self, atoms: Atoms, zone: Wat) -> Body:
        """Return instructions that record a shuffle, and what players then see at the places of the zone."""
        if not self.on:
            return []
        name = self._unit.helper("$tell_order", lambda function: self._order(function, atoms), "$zone")
        return [*self.event(Shuffled, zone=zone), call(name, zone)]

    def _order(self, function: Function, atoms: Atoms) -> None:
        """Define a function that records what players see at each place of a shuffled zone.

        It does the same as `Atoms._show` of the definitional engine. The last places are omitted if the
        components there all look alike.
        """
        unit, layout, program = self._unit, self._unit.layout, self._unit.program
        c, backs, faces, place, seen = (
            function.local(hint) for hint in ("c", "backs", "faces", "place", "seen")
        )
        onward = put(c, unit.place_at(layout.next, get(c)))
        first, zone = unit.place_at(layout.first, get("$zone")), get("$zone")

        def until(end: str, table: tuple[int, ...]) -> Body:
            """Set `end` to the first place from which on all components have the same number in a table."""
            face, last = unit.memory.table(table), unit.place_at(layout.last, zone)
            differs = compare("!=", face.at(get(c)), face.at(last))
            step: Body = [put(place, add(get(place), const(1))), when(differs, [put(end, get(place))])]
            return [put(c, first), put(place, ZERO), *_along(function, c, [*step, onward])]

        known = and_(atoms.known(get(c)), const(atoms.everyone))
        where = {"component": get(c), "zone": zone, "place": get(place)}
        back = self.event(BackSeen, **where)
        told = [*self.event(Revealed, **where, seen=get(seen)), self._tell(ZERO)]
        shown = [put(seen, known), when(get(seen), told)]
        sees = compare("!=", atoms.seen.at(zone), ZERO)
        tell: Body = [
            when(compare("<", get(place), get(backs)), back),
            when(compare("<", get(place), get(faces)), shown),
            put(place, add(get(place), const(1))),
            onward,
        ]
        function.body = [
            *until(backs, program.backs),
            when(sees, until(faces, program.alike)),
            put(c, first),
            put(place, ZERO),
            *_along(function, c, tell),
        ]

    def shown(self, atoms: Atoms, c: Wat, seen: Wat, attribute: int, value: Wat | None) -> Body:
        """Return the instructions that record what players are shown of an attribute.

        They are shown the value of the attribute, or whether it equals `value`. The instructions must run
        before the players' knowledge changes.
        """
        if not self.on:
            return []
        unit, table = self._unit, self._unit.program.attributes[attribute]
        printed = unit.memory.table(table.printed, unit.program.kinds[table.kind].first).at(c)
        known = and_(atoms.known(c), const(atoms.everyone))
        asked = (printed, const(1)) if value is None else (value, compare("==", printed, value))
        zone = unit.place_at(unit.layout.zone_of, c)
        return [
            *self.event(
                Shown, component=c, seen=seen, known=known, zone=zone, place=self._place(atoms, c),
                attribute=const(attribute), value=asked[0], whether=asked[1],
            ),
            *self._excluded(c),
        ]  # fmt: skip

    # --- recognizing components -----------------------------------------------------------------------

    @cached_property
    def _named(self) -> int:
        """Address of an array of the components that the current answer has named so far."""
        most = max((self._components(action.picks) for action in self._unit.program.actions), default=0)
        return self._unit.memory.words(most + 1)

    def _components(self, picks: tuple[Pick, ...]) -> int:
        slots = self._unit.program.slots
        return sum(slots[pick.slot].size for pick in picks if pick.component)

    def recognized(self, atoms: Atoms, c: Wat, named: Wat) -> Wat:
        """Return the tree for the bit mask of the players who recognize a component that an answer names.

        `named` is the number of components that the answer names before it. If several indistinguishable
        copies are named, a player must know as many copies as are named; see `interpreter.play.known`.
        """
        name = self._unit.helper(
            "$recognized", lambda function: self._recognized(function, atoms), "$c", "$named", result=True
        )
        return call(name, c, named)

    def _recognized(self, function: Function, atoms: Atoms) -> None:
        unit, layout = self._unit, self._unit.layout
        c, other, needed, player, held, found = (
            get("$c"), *(function.local(h) for h in ("other", "needed", "player", "held", "found"))
        )  # fmt: skip
        face = unit.memory.table(unit.program.faces)
        known = and_(atoms.known(c), const(atoms.everyone))
        zone = unit.place_at(layout.zone_of, c)
        onward = put(other, unit.place_at(layout.next, get(other)))
        copy = and_(compare("==", face.at(get(other)), face.at(c)), compare("!=", get(other), c))
        among = unit.helper("$is_named", self._is_named, "$c", "$named", result=True)
        need: Body = [
            when(copy, [put(needed, add(get(needed), call(among, get(other), get("$named"))))]),
            onward,
        ]
        knows = and_(("i32.shr_u", atoms.known(get(other)), get(player)), const(1))
        count: Body = [
            when(compare("==", face.at(get(other)), face.at(c)), [put(held, add(get(held), knows))]),
            onward,
        ]
        bit = ("i32.shl", compare(">=", get(held), get(needed)), get(player))
        first = unit.place_at(layout.first, zone)
        each: Body = [
            put(held, ZERO),
            put(other, first),
            *_along(function, other, count),
            put(found, or_(get(found), bit)),
            put(player, add(get(player), const(1))),
            branch_if("$players", compare("<", get(player), const(unit.program.players))),
        ]
        alone = or_(compare("<", face.at(c), ZERO), atoms.ordered(zone))
        function.body = [
            when(alone, [("return", known)]),
            put(needed, const(1)),
            put(other, first),
            *_along(function, other, need),
            loop("$players", each),
            get(found),
        ]

    def _is_named(self, function: Function) -> None:
        i = function.local("i")
        look: Body = [
            branch_if("$end", compare(">=", get(i), get("$named"))),
            when(compare("==", load(shift_left(get(i), 2), self._named), get("$c")), [("return", const(1))]),
            put(i, add(get(i), const(1))),
            branch("$look"),
        ]
        function.body = [block("$end", [loop("$look", look)]), ZERO]

    def _name(self, c: Wat, named: str) -> Body:
        return [
            store(shift_left(get(named), 2), c, self._named),
            put(named, add(get(named), const(1))),
        ]

    # --- answers --------------------------------------------------------------------------------------

    def decided(  # noqa: PLR0913 - what an answer is
        self, atoms: Atoms, function: Function, action: int, record: Record, at: Wat, forced: Wat, told: Wat
    ) -> Body:
        """Return the instructions that record an answer, whose values are stored at the address `at`.

        Everybody is told the places among these values.
        """
        if not self.on:
            return []
        me = self._unit.place(Head.ME)
        named, seen, value, i = (function.local(hint) for hint in ("named", "seen", "value", "i"))
        picks = self._unit.program.actions[action].picks
        words: Wat = const(3 * len(picks))
        for f, pick in zip(record.fields, picks, strict=True):
            if pick.counts is not None:
                words = add(words, load(at, WORD * f.word))
        all_ = or_(told, ("i32.shl", const(1), me))
        body: Body = [
            *self.event(Decided, player=me, action=const(action), forced=forced, told=all_),
            self._tell(words),
            put(named, ZERO),
        ]
        for f, pick in zip(record.fields, picks, strict=True):
            place = WORD * f.word
            one: Body = [
                put(seen, and_(get(seen), self.recognized(atoms, get(value), get(named)))),
                *self._name(get(value), named),
            ]
            look = [when(compare(">=", get(value), ZERO), one)] if pick.component else []
            body.append(put(seen, const(atoms.everyone)))
            if pick.counts is None:
                told_ = (get(seen), const(Form.of(pick)), get(value))
                body += [put(value, load(at, place)), *look, *map(self._tell, told_)]
                continue
            member = load(add(at, shift_left(get(i), 2)), place + WORD)
            if look:
                body += [put(i, ZERO), *_counted(function, i, load(at, place), [put(value, member), *look])]
            body += [
                *map(self._tell, (get(seen), const(Form.of(pick)), load(at, place))),
                put(i, ZERO),
                *_counted(function, i, load(at, place), [self._tell(member)]),
            ]
        return body

    def threw(self, atoms: Atoms, i: Throw, value: Wat, seen: Wat) -> Body:
        """Return the instructions that record the value that chance has put into a slot.

        If the value is a component, only players who know the component are shown it.
        """
        if not self.on:
            return []
        if i.component:
            known = self.recognized(atoms, value, ZERO)
            seen = and_(seen, either(compare(">=", value, ZERO), known, const(-1)))
        component = const(int(i.component))
        return self.event(
            Drew, stream=const(i.stream), slot=const(i.slot), value=value, seen=seen, component=component
        )

    def drawn(  # noqa: PLR0913 - what was drawn, for what
        self,
        atoms: Atoms,
        function: Function,
        component: Wat,
        stream: Wat,
        slot: Wat,
        values: tuple[tuple[Pick, int], ...],
    ) -> Body:
        """Return the instructions that record which component was meant by a place in an answer.

        The player who has chosen the place is not shown the component. `values` holds the picks of the answer
        so far, with the addresses of their values.
        """
        if not self.on:
            return []
        named, i, value = (function.local(hint) for hint in ("named", "i", "value"))
        body: Body = [put(named, ZERO)]
        for pick, place in values:
            name = [when(compare(">=", get(value), ZERO), self._name(get(value), named))]
            if not pick.component:
                continue
            if pick.counts is None:
                body += [put(value, load(const(place))), *name]
            else:
                member = load(shift_left(get(i), 2), place + WORD)
                each: Body = [put(value, member), *name]
                body += [put(i, ZERO), *_counted(function, i, load(const(place)), each)]
        others = ("i32.xor", ("i32.shl", const(1), self._unit.place(Head.ME)), const(-1))
        seen = and_(self.recognized(atoms, component, get(named)), others)
        drew = self.event(Drew, stream=stream, slot=slot, value=component, seen=seen, component=const(1))
        return [*body, *drew]


def _times(value: Wat, by: int) -> Wat:
    return ("i32.mul", value, const(by))


def _along(function: Function, c: str, body: Body) -> Body:
    """Return a loop that runs `body` while the component in the local `c` is not negative.

    `body` must set `c` to the next component.
    """
    end, more = function.label("end"), function.label("along")
    return [block(end, [loop(more, [branch_if(end, compare("<", get(c), ZERO)), *body, branch(more)])])]


def _counted(function: Function, i: str, length: Wat, body: Body) -> Body:
    """Return a loop that runs `body` for each index from 0 to `length` - 1, in the local `i`."""
    end, more = function.label("end"), function.label("each")
    step: Body = [*body, put(i, add(get(i), const(1))), branch(more)]
    return [block(end, [loop(more, [branch_if(end, compare(">=", get(i), length)), *step])])]


def _tell(function: Function) -> None:
    """Define `$tell(word)`, which appends a word to the tape; a full tape grows by half its size."""
    pages: Wat = ("memory.size", "$tape")
    full = ("i32.ge_u", END, shift_left(pages, 16))
    more = add(("i32.shr_u", pages, const(1)), const(1))
    function.body = [
        when(full, [("drop", ("memory.grow", "$tape", more))]),
        ("i32.store", "$tape", END, get("$word")),
        ("global.set", "$taped", add(END, const(WORD))),
    ]
