"""Draws what an unseen choice meant, after the answer, value by value (`interpreter.engine.options.unseen`).

The possible combinations are enumerated as for the options. Those that match the answer, with what has been
drawn so far, count for the components that the next place may mean: the weight of each is the number of
remaining combinations with it. Alike components are one outcome. A single outcome takes no random number.

During the enumeration the answer is stored separately, because its slots hold the candidates. In a trial the
values are the components themselves, and nothing is left to be drawn.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from gamespec.program import expressions as x
from interpreter.compiled.options.options import Options
from interpreter.compiled.options.places import Places, is_place, knows
from interpreter.compiled.options.unseen import Unseen
from interpreter.compiled.unit.atoms import Atoms
from interpreter.compiled.unit.chance import below
from interpreter.compiled.unit.scripted import Item
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    branch,
    branch_if,
    call,
    compare,
    const,
    constant,
    either,
    eqz,
    get,
    load,
    loop,
    put,
    shift_left,
    store,
    subtract,
    when,
)

__all__ = ["Meant"]


class Meant:
    """Emits the draws of values chosen unseen, for one action of a module."""

    def __init__(self, options: Options, unseen: Unseen, atoms: Atoms) -> None:
        self.options, self.unseen, self._atoms = options, unseen, atoms
        self.e, self.unit, self.number = unseen.e, unseen.unit, unseen.number
        self.fields, self.picks = unseen.record.fields, unseen.picks
        self.hidden = [i for i, pick in enumerate(self.picks) if pick.hidden]

    # --- where answers lie ----------------------------------------------------------------------------

    @cached_property
    def _values(self) -> int:
        """Address of the answer while its unseen values are drawn."""
        return self._room(f"values{self.number}", self.unseen.record.words)

    def in_slots(self) -> Body:
        """Draw components for the places in the slots of the running action."""
        name = f"$draw{self.number}"
        return [call(self.unit.helper(name, self._in_slots))]

    def _in_slots(self, function: Function) -> None:
        k, body = function.local("k"), list[Wat]()
        for i in self.hidden:
            place = self._address(i)
            if self.picks[i].counts is None:
                body.append(branch_if("$some", is_place(load(place))))
            else:
                member = load(shift_left(get(k), 2), _constant(place) + WORD)
                over = compare(">=", get(k), load(place))
                some = [branch_if("$some", is_place(member))]
                body += [put(k, ZERO), *self.e.counting(Scope(function), k, over, some)]
        before: Body = []
        after: Body = []
        for i, f in enumerate(self.fields):
            kept = const(self._values + WORD * f.word)
            before += copied(kept, self._address(i), WORD * f.size)
            after += copied(self._address(i), kept, WORD * f.size)
        drawn = self.unit.helper(f"$meant{self.number}", lambda f: self._drawn(f, None))
        function.body = [block("$some", [*body, ("return",)]), *before, call(drawn), *after]

    def _address(self, i: int) -> Wat:
        """Return the address of the slot of a pick."""
        return const(self.unit.slot(self.fields[i].slot))

    def answered(self, answer: Wat, site: int) -> Body:
        """Draw components for the places in a secret answer to a site; `answer` is its address."""
        size = WORD * self.unseen.record.words
        given = self.unit.program.sites[site].given[self.unit.program.sites[site].actions.index(self.number)]
        drawn = self.unit.helper(f"$meant{self.number}_{site}", lambda f: self._drawn(f, given))
        return [
            *copied(const(self._values), answer, size),
            call(drawn),
            *copied(answer, const(self._values), size),
        ]

    # --- drawing --------------------------------------------------------------------------------------

    def _drawn(self, function: Function, given: tuple[x.Expression, ...] | None) -> None:
        """Draw for each place in turn; `given` are arguments of the action, `None` if its slots hold them."""
        which, at, zone, drawn = (function.local(hint) for hint in ("which", "at", "zone", "drawn"))
        scope = Scope(function)
        shares = self._shares
        size = const(WORD * len(self.unit.program.alike))
        take = self._share(which, zone)
        if given is None:
            listed = self.options.candidates.asked(scope, self.number, take, begun=True)
        else:
            listed = self.options.candidates.asked_with(scope, self.number, given, take)
        function.body = [
            loop(
                "$draw",
                [
                    block("$found", [*self._open(function, which, at, zone), ("return",)]),
                    ("memory.fill", const(shares), ZERO, size),
                    *listed,
                    put(drawn, call(self._outcome(), get(zone))),
                    *(self._told(function, which, get(zone), get(drawn)) if given is None else []),
                    store(get(at), get(drawn)),
                    branch("$draw"),
                ],
            )
        ]

    def _told(self, function: Function, which: str, zone: Wat, component: Wat) -> Body:
        """Record what was drawn, if the module records."""
        recorder = self.unit.recorder
        if not recorder.on:
            return []
        streams = self.unit.memory.table([z.stream for z in self.unit.program.zones])
        slots = self.unit.memory.table([pick.slot for pick in self.picks])
        values = tuple(
            (pick, self._values + WORD * f.word) for pick, f in zip(self.picks, self.fields, strict=True)
        )
        stream, slot = streams.at(zone), slots.at(get(which))
        return recorder.drawn(self._atoms, function, component, stream, slot, values)

    def _open(self, function: Function, which: str, at: str, zone: str) -> Body:
        """Find the first place that is still to be drawn: its pick, its address, and its zone."""
        body: Body = []
        end = function.local("end")
        for i in self.hidden:
            pick, begin = self.picks[i], self._values + WORD * self.fields[i].word
            places = self.unseen.places[i]
            assert places is not None  # noqa: S101 - of those that have places
            found: Body = [put(zone, places.zone(load(get(at)))), branch("$found")]
            one: Body = [when(is_place(load(get(at))), found)]
            body.append(put(which, const(i)))
            if pick.counts is None:
                body += [put(at, const(begin)), *one]
                continue
            body += [
                put(at, const(begin + WORD)),
                put(end, add(get(at), shift_left(load(const(begin)), 2))),
                *self.e.counting(Scope(function), at, compare(">=", get(at), get(end)), one, WORD),
            ]
        return body

    @cached_property
    def _shares(self) -> int:
        """Address of the weights of components."""
        return self._room("shares", len(self.unit.program.alike))

    def _room(self, name: str, words: int) -> int:
        """Return the address of memory that all draws of the module share; no two draws overlap in time."""
        if name not in self.unit.rooms:
            self.unit.rooms[name] = self.unit.memory.words(words)
        return self.unit.rooms[name]

    def _share(self, which: str, zone: str) -> Callable[[Scope], Body]:
        """Count the components of a combination that a place may mean, if the answer may mean all of it."""

        def take(scope: Scope) -> Body:
            no = scope.function.label("other")
            body: Body = [branch_if(no, eqz(self._may_be(scope, i))) for i in range(len(self.picks))]
            for i in self.hidden:
                body.append(when(compare("==", get(which), const(i)), self._counted(scope, i, zone)))
            return [block(no, body)]

        return take

    def _may_be(self, scope: Scope, i: int) -> Wat:
        """Whether a value of the answer may mean the value of a combination."""
        pick, places = self.picks[i], self.unseen.places[i]
        value = const(self._values + WORD * self.fields[i].word)
        if pick.counts is not None:
            if places is None:
                same = self.unit.helper("$same_list", _same_list, "$a", "$b", result=True)
                return call(same, value, self._address(i))
            may = self.unit.helper(
                f"$may_be{self.number}_{i}",
                lambda f: self._several(f, places),
                "$value",
                "$real",
                result=True,
            )
            return call(may, value, self._address(i))
        real = self.e.slot(scope, self.fields[i].slot)
        equal = compare("==", load(value), real)
        if places is None:
            return equal
        zone = places.zone(load(value))
        return either(is_place(load(value)), self._lies_unknown(real, zone), equal)

    def _lies_unknown(self, component: Wat, zone: Wat) -> Wat:
        """Whether a value is a component in a zone that the decider does not know."""
        unit = self.unit
        there = compare("==", unit.place_at(unit.layout.zone_of, component), zone)
        return either(compare(">=", component, ZERO), either(knows(unit, component), ZERO, there), ZERO)

    def _several(self, function: Function, places: Places) -> None:
        """`(value, real)`: whether several values may mean the real ones: as many unknown from each zone."""
        scope, unit = Scope(function), self.unit
        zones = len(unit.program.zones)
        room = self._room("open", zones)
        i, c, open_, rest = (function.local(hint) for hint in ("i", "c", "open", "rest"))

        def left(zone: Wat) -> Wat:
            return add(const(room), shift_left(zone, 2))

        zone, target = places.zone(get(c)), function.local("target")
        counted: Body = [
            put(target, left(zone)),
            store(get(target), add(load(get(target)), const(1))),
            put(open_, add(get(open_), const(1))),
        ]
        one: Body = [put(c, _member("$value", i)), when(is_place(get(c)), counted)]
        held = unit.helper("$holds", _holds, "$list", "$c", result=True)
        met: Body = [
            when(knows(unit, get(c)), [("return", ZERO)]),
            put(target, left(unit.place_at(unit.layout.zone_of, get(c)))),
            store(get(target), add(load(get(target)), const(-1))),
            when(compare("<", load(get(target)), ZERO), [("return", ZERO)]),
            put(rest, add(get(rest), const(1))),
        ]
        other: Body = [put(c, _member("$real", i)), when(eqz(call(held, get("$value"), get(c))), met)]
        differ = compare("!=", load(get("$value")), load(get("$real")))
        function.body = [
            when(differ, [("return", ZERO)]),
            ("memory.fill", const(room), ZERO, const(WORD * zones)),
            *self.e.counting(scope, i, compare(">=", get(i), load(get("$value"))), one),
            put(i, ZERO),
            *self.e.counting(scope, i, compare(">=", get(i), load(get("$real"))), other),
            compare("==", get(open_), get(rest)),
        ]

    def _counted(self, scope: Scope, i: int, zone: str) -> Body:
        """Count the components of one value of a combination that lie in a zone and are not drawn yet."""
        if self.picks[i].counts is None:
            return [self._one_more(self.e.slot(scope, self.fields[i].slot))]
        name = self.unit.helper(f"$share{self.number}_{i}", lambda f: self._share_of(f, i), "$zone")
        return [call(name, get(zone))]

    def _one_more(self, component: Wat) -> Wat:
        at = add(const(self._shares), shift_left(component, 2))
        return store(at, add(load(at), const(1)))

    def _share_of(self, function: Function, i: int) -> None:
        k, c = function.local("k"), function.local("c")
        place, value = self._address(i), const(self._values + WORD * self.fields[i].word)
        held = self.unit.helper("$holds", _holds, "$list", "$c", result=True)
        free = either(call(held, value, get(c)), ZERO, self._lies_unknown(get(c), get("$zone")))
        one: Body = [
            put(c, load(shift_left(get(k), 2), _constant(place) + WORD)),
            when(free, [self._one_more(get(c))]),
        ]
        over = compare(">=", get(k), load(place))
        function.body = self.e.counting(Scope(function), k, over, one)

    def _outcome(self) -> str:
        """`$outcome(zone)`: what is drawn by the shares, of alike components the first."""
        return self.unit.helper("$outcome", self._make_outcome, "$zone", result=True)

    def _make_outcome(self, function: Function) -> None:
        unit, alike = self.unit, self.unit.program.alike
        scope, count = Scope(function), const(len(alike))
        firsts = self._room("first_copies", len(alike))
        c, of, many, total, only, share = (
            function.local(hint) for hint in ("c", "of", "many", "total", "only", "share")
        )
        at = add(const(self._shares), shift_left(get(c), 2))
        first_at = add(const(firsts), shift_left(unit.memory.table(alike).at(get(c)), 2))
        of_at = add(const(self._shares), shift_left(get(of), 2))
        new: Body = [
            store(first_at, get(c)),
            put(many, add(get(many), const(1))),
            put(only, get(c)),
        ]
        more: Body = [store(of_at, add(load(of_at), get(share))), store(at, ZERO)]
        merge: Body = [
            put(share, load(at)),
            put(total, add(get(total), get(share))),
            put(of, load(first_at)),
            when(get(share), [when(compare("<", get(of), ZERO), new, more)]),
        ]
        fall: Body = [
            put(share, load(at)),
            when(("i32.lt_u", get(of), get(share)), [("return", get(c))]),
            put(of, subtract(get(of), get(share))),
        ]
        streams = unit.memory.table([zone.stream for zone in unit.program.zones])
        over = compare(">=", get(c), count)
        before, after = self._as_scripted(function, total) if unit.script.on else ([], [])
        function.body = [
            *unit.script.either(lambda: before, []),
            ("memory.fill", const(firsts), const(0xFF), const(WORD * len(alike))),
            *self.e.counting(scope, c, over, merge),
            when(eqz(get(many)), [("unreachable",)]),
            *unit.script.either(lambda: after, []),
            when(compare("==", get(many), const(1)), [("return", get(only))]),
            put(of, call(below(unit), streams.at(get("$zone")), get(total))),
            put(c, ZERO),
            *self.e.counting(scope, c, over, fall),
            ("unreachable",),
        ]

    def _as_scripted(self, function: Function, total: str) -> tuple[Body, Body]:
        """Before copies are counted as one, and after it: take what was meant from the script."""
        script, c, share = self.unit.script, function.local("scripted"), function.local("scripted_share")
        before: Body = [
            script.expect(Item.MEANT),
            put(c, script.next()),
            put(share, load(add(const(self._shares), shift_left(get(c), 2)))),
            when(eqz(get(share)), script.astray),
        ]
        return before, [script.weigh(get(share), get(total)), ("return", get(c))]


def _constant(address: Wat) -> int:
    """Return the value of a constant address."""
    found = constant(address)
    assert found is not None  # noqa: S101 - as the caller knows
    return found


def _member(of: str, index: str) -> Wat:
    """Return a list member by the index in a local; the list begins with its length."""
    return load(add(get(of), shift_left(get(index), 2)), WORD)


def _same_list(function: Function) -> None:
    """`(a, b)`: whether two lists, each preceded by its length, are equal."""
    i = function.local("i")
    look: Body = [
        branch_if("$same", compare(">=", get(i), load(get("$a")))),
        when(compare("!=", _member("$a", i), _member("$b", i)), [("return", ZERO)]),
        put(i, add(get(i), const(1))),
        branch("$look"),
    ]
    function.body = [
        when(compare("!=", load(get("$a")), load(get("$b"))), [("return", ZERO)]),
        block("$same", [loop("$look", look)]),
        const(1),
    ]


def _holds(function: Function) -> None:
    """`(list, c)`: whether a list, preceded by its length, contains a value."""
    i = function.local("i")
    look: Body = [
        branch_if("$end", compare(">=", get(i), load(get("$list")))),
        when(compare("==", _member("$list", i), get("$c")), [("return", const(1))]),
        put(i, add(get(i), const(1))),
        branch("$look"),
    ]
    function.body = [block("$end", [loop("$look", look)]), ZERO]
