"""Replays: a game played from its beginning by a script, as long as a player is shown what is expected.

`$replay(player, marks, size)` begins the game and follows the script (`scripted`) of `size` bytes, which
supplies chance and the answers. Wherever the game waits, the script has a SIGHT, a hash of what the player
has been shown so far (`sights`). It returns `SAME` if the script ended and each sight was as expected,
otherwise `OTHER`; the position is then where the script stopped. With `marks`, it writes each sight into the
script instead of comparing it.

An answer in the script must be among the options; it may name another one of several alike copies. Each
answer of another player multiplies the weight by one over the number of options. So the weight of a history
is its probability, given the scripted chance, if the others choose uniformly.

An answer names its action by the action's number in the program, because at the same item, histories that
show the player the same may offer another player different decisions.

Instead of an answer the script may give the fraction of the options to skip before picking one. The option
that was taken is then stored at `picked` in the form of an answer: its action, and its words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from gamespec.program.budget import BUDGET
from gamespec.program.instructions import Decide
from gamespec.program.program import Site
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import STEPS
from interpreter.compiled.course.flow import beginning
from interpreter.compiled.course.sights import SEEN, Sights
from interpreter.compiled.options.options import Options
from interpreter.compiled.unit.scripted import HEAD, Item, onward
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import DECIDE
from interpreter.compiled.wasm.memory import WORD, Words
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
    either,
    eqz,
    get,
    load,
    loop,
    multiply,
    put,
    shift_left,
    store,
    subtract,
    when,
)

__all__ = ["OTHER", "SAME", "Replays"]

OTHER, SAME = 0, 1

AT: Wat = ("global.get", "$script_at")
END: Wat = ("global.get", "$script_end")


def _script_word(at: Wat, offset: int = 0) -> Wat:
    return ("i32.load", "$script", *((f"offset={offset}",) if offset else ()), at)


class Replays:
    """Emits `$replay`, in a module that records."""

    def __init__(self, unit: Unit, options: Options, begun: Body) -> None:
        self._unit, self._options, self.sights = unit, options, Sights(unit, options)
        self._begun = begun
        most = max((record.words for record in options.records), default=0)
        self.picked = unit.memory.words(1 + most)

    def function(self) -> Function:
        """Return the function `$replay`."""
        parameters = tuple((name, "i32") for name in ("$player", "$marks", "$size"))
        function = Function("$replay", parameters, ("i32",), "replay")
        status, k, item = (function.local(hint) for hint in ("status", "k", "item"))
        unit, script, player = self._unit, self._unit.script, get("$player")
        me = unit.place(Head.ME)
        fresh = {"saved": 0, "taped": 0, "script_at": 0, "weight_low": 0, "scripted": 1}
        stop: Body = [
            call(self.sights.see, player),
            ("global.set", "$taped", ZERO),
            when(compare("==", get(status), const(DECIDE)), [call(self.sights.see_asked, player)]),
            *self._sight(),
            branch_if("$same", ("i32.ge_u", AT, END)),
            when(compare("!=", get(status), const(DECIDE)), [("return", const(OTHER))]),
            when(compare("!=", me, player), [script.weigh(const(1), ("global.get", "$offered"))]),
            put(item, script.next()),
            when(
                compare("==", get(item), const(Item.PICK)),
                [put(k, self._picked())],
                [
                    when(compare("!=", get(item), const(Item.ANSWER)), [("return", const(OTHER))]),
                    put(k, call(self._unit.helper("$scripted_answer", self._answer, result=True))),
                    when(compare("<", get(k), ZERO), [("return", const(OTHER))]),
                ],
            ),
            put(status, call("$answer", get(k))),
            branch("$on"),
        ]
        function.body = [
            *self._begun,
            *(("global.set", f"${name}", const(value)) for name, value in fresh.items()),
            ("global.set", "$script_end", get("$size")),
            ("global.set", "$weight", ("f64.const", "1")),
            ("global.set", "$seen", ("i64.const", "0")),
            ("global.set", "$fuel", const(BUDGET)),
            put(status, call(STEPS.name, const(beginning(unit.program)), ZERO)),
            block("$same", [loop("$on", stop)]),
            ("global.set", "$scripted", ZERO),
            store(ZERO, ("global.get", "$weight"), Words.WEIGHT, width="f64.store"),
            store(ZERO, ("global.get", "$weight_low"), Words.WEIGHT_LOW),
            const(SAME),
        ]
        return function

    def _sight(self) -> Body:
        """Return the instructions that write the player's sight into the script, or compare the two."""
        there: Wat = ("i64.load", "$script", AT)
        return [
            self._unit.script.expect(Item.SIGHT),
            when(("i32.gt_u", add(AT, const(2 * WORD)), END), self._unit.script.astray),
            when(
                get("$marks"),
                [("i64.store", "$script", AT, SEEN)],
                [when(("i64.ne", there, SEEN), [("return", const(OTHER))])],
            ),
            ("global.set", "$script_at", add(AT, const(2 * WORD))),
        ]

    # --- answers --------------------------------------------------------------------------------------

    def _answer(self, function: Function) -> None:
        """Fill `$scripted_answer()`: return the number of the next scripted option, or -1 if not offered."""
        hints = "room", "action", "tells", "index", "size", "skip", "before", "i", "at", "end", "k"
        room, action, tells, index, size, skip, before, i, at, end, k = map(function.local, hints)
        script, table = self._unit.script, self._options.table
        option = add(const(table), shift_left(get(i), 3))
        count: Body = [
            branch_if("$counted", compare(">=", get(i), get(index))),
            put(before, add(get(before), load(option, WORD))),
            put(i, add(get(i), const(1))),
            branch("$count"),
        ]
        mine, theirs = load(add(get(at), shift_left(get(i), 2))), _script_word(add(AT, shift_left(get(i), 2)))
        words: Body = [
            branch_if("$found", compare(">=", get(i), get(size))),
            branch_if("$other", compare("!=", mine, theirs)),
            put(i, add(get(i), const(1))),
            branch("$words"),
        ]
        taken: Body = [
            ("global.set", "$script_at", add(AT, shift_left(get(room), 2))),
            ("return", add(get(before), get(k))),
        ]

        copied: Body = []
        if self._unit.program.has_copies:
            skipped = shift_left(get(skip), 2)
            mine, theirs = add(get(at), skipped), add(AT, skipped)
            bytes_ = shift_left(subtract(get(size), get(skip)), 2)
            weighed = self._unit.helper("$weigh_copies", self._weigh_copies, "$action", "$at", result=True)
            there = self._unit.helper("$lies_there", self._lies_there, "$action", "$at", result=True)
            other: Body = [
                when(get(tells), [("return", const(-1))]),
                ("memory.copy", "$script", "0", theirs, mine, bytes_),
            ]
            copied = [
                when(
                    call(there, get(action), get(at)),
                    [("memory.copy", "0", "$script", mine, theirs, bytes_)],
                    other,
                ),
                when(get(tells), [("drop", call(weighed, get(action), get(at)))]),
            ]

        def look(same: Body, number: str) -> Body:
            """Search the options of the action for the scripted one; `same` branches to `$found`."""
            none, more = f"$none{number}", f"$look{number}"
            each: Body = [
                branch_if(none, compare(">=", get(k), get(end))),
                block("$other", [block("$found", [*same, branch("$other")]), *copied, *taken]),
                put(at, add(get(at), shift_left(get(size), 2))),
                put(k, add(get(k), const(1))),
                branch(more),
            ]
            begin: Body = [put(at, load(chosen)), put(end, load(chosen, WORD)), put(k, ZERO)]
            return [*begin, block(none, [loop(more, each)])]

        beyond = ("i32.gt_u", add(AT, shift_left(get(room), 2)), END)
        chosen = add(const(table), shift_left(get(index), 3))
        alike = self._unit.helper("$alike_option", self._alike, "$action", "$at", result=True)
        placed = self._unit.helper("$place_at_site", self._placed, "$action", result=True)
        records, of = self._options.records, self._unit.memory.table
        widths = [record.fields[0].word if record.fields else record.words for record in records]
        function.body = [
            *(put(name, script.next()) for name in (room, action, tells)),
            when(beyond, script.astray),
            put(index, call(placed, get(action))),
            when(compare("<", get(index), ZERO), [("return", const(-1))]),
            put(size, of([record.words for record in records]).at(get(action))),
            put(skip, of(widths).at(get(action))),
            block("$counted", [loop("$count", count)]),
            *look([put(i, get(skip)), loop("$words", words)], ""),
            *look([branch_if("$found", call(alike, get(action), get(at)))], "_alike"),
            const(-1),
        ]

    def _sites(self) -> Iterator[tuple[Wat, Site]]:
        """Yield the sites at which a game can wait, each with the condition that it waits there."""
        for place, i in enumerate(self._unit.program.code):
            if isinstance(i, Decide):
                here = compare("==", self._unit.place(Head.PC), const(place))
                yield here, self._unit.program.sites[i.site]

    def _placed(self, function: Function) -> None:
        """Fill `$place_at_site(action)`: return the index of an action at the current site, or -1."""
        for here, site in self._sites():
            own: Body = [
                when(compare("==", get("$action"), const(action)), [("return", const(index))])
                for index, action in enumerate(site.actions)
            ]
            function.body.append(when(here, own))
        function.body.append(const(-1))

    def _alike(self, function: Function) -> None:
        """Fill `$alike_option(action, at)`: test whether an option of an action matches the scripted one.

        A component may be any copy of the scripted one, and several values may come in any order.
        """
        self._by_action(function, "$alike_option", self._same)

    def _lies_there(self, function: Function) -> None:
        """Fill `$lies_there(action, at)`: test whether scripted components lie where the listed ones do.

        Then nobody can tell the two options apart, and the scripted one is taken. Several values are compared
        in any order.
        """
        self._by_action(function, "$lies_there", self._there)

    def _by_action(self, function: Function, name: str, make: Callable[[int, Function], None]) -> None:
        for action in sorted({action for _, site in self._sites() for action in site.actions}):
            its = self._unit.helper(f"{name}{action}", _for(make, action), "$at", result=True)
            mine = compare("==", get("$action"), const(action))
            function.body.append(when(mine, [("return", call(its, get("$at")))]))
        function.body.append(ZERO)

    def _weigh_copies(self, function: Function) -> None:
        """Fill `$weigh_copies(action, at)`: adjust the weight for copies that are offered as one option."""
        self._by_action(function, "$weigh_copies", self._weighed)

    def _weighed(self, action: int, function: Function) -> None:
        """Fill a function that divides the weight by the number of ways to take this option.

        The ways differ in which copies, among those in the same zone, are taken.
        """
        program, script, i = self._unit.program, self._unit.script, function.local("i")
        copies = self._unit.helper("$copies_in", self._copies_in, "$c", result=True)
        before = self._unit.helper("$copies_before", self._copies_before, "$list", "$i", result=True)
        for f, pick in zip(self._options.records[action].fields, program.actions[action].picks, strict=True):
            if not (pick.component and pick.alike):
                continue
            if pick.counts is None:
                c = load(get("$at"), WORD * f.word)
                function.body.append(when(compare(">=", c, ZERO), [script.weigh(const(1), call(copies, c))]))
                continue
            c = load(add(get("$at"), shift_left(get(i), 2)), WORD * (f.word + 1))
            taken, end, more = function.local("taken"), function.label("end"), function.label("more")
            list_ = add(get("$at"), const(WORD * f.word))
            left = subtract(call(copies, c), get(taken))
            step: Body = [
                branch_if(end, compare(">=", get(i), load(list_))),
                put(taken, call(before, list_, get(i))),
                when(compare(">=", c, ZERO), [script.weigh(add(get(taken), const(1)), left)]),
                put(i, add(get(i), const(1))),
                branch(more),
            ]
            function.body += [put(i, ZERO), block(end, [loop(more, step)])]
        function.body.append(const(1))

    def _copies_in(self, function: Function) -> None:
        """Fill `$copies_in(c)`, which returns the number of copies of a component in its zone."""
        unit, other, count = self._unit, function.local("other"), function.local("count")
        zone_of = unit.layout.zone_of
        same = compare("==", unit.place_at(zone_of, get(other)), unit.place_at(zone_of, get("$c")))
        each: Body = [
            branch_if("$end", compare("<", get(other), ZERO)),
            put(count, add(get(count), same)),
            put(other, unit.memory.table(onward(unit.program)).at(get(other))),
            branch("$each"),
        ]
        function.body = [put(other, self._face(get("$c"))), block("$end", [loop("$each", each)]), get(count)]

    def _copies_before(self, function: Function) -> None:
        """Fill `$copies_before(list, i)`: return how many members before the i-th one are copies of it."""
        j, count = function.local("j"), function.local("count")

        def face(k: str) -> Wat:
            return self._face(load(add(get("$list"), shift_left(get(k), 2)), WORD))

        each: Body = [
            branch_if("$end", compare(">=", get(j), get("$i"))),
            put(count, add(get(count), compare("==", face(j), face("$i")))),
            put(j, add(get(j), const(1))),
            branch("$each"),
        ]
        function.body = [block("$end", [loop("$each", each)]), get(count)]

    def _same(self, action: int, function: Function) -> None:
        """Fill a function that tests whether the option at an address has the scripted values."""
        self._compared(action, function, self._face, "components")

    def _there(self, action: int, function: Function) -> None:
        """Fill a function that tests whether the option's components are copies of the scripted ones.

        They must also lie in the same zones.
        """
        self._compared(action, function, self._lying, "zones")

    def _compared(self, action: int, function: Function, of: Callable[[Wat], Wat], name: str) -> None:
        """Fill a function that compares an option with the script.

        Components are compared by `of`, in any order.
        """
        program = self._unit.program
        for f, pick in zip(self._options.records[action].fields, program.actions[action].picks, strict=True):
            said = of if pick.component else _itself
            mine, theirs = load(get("$at"), WORD * f.word), _script_word(AT, WORD * f.word)
            differ: Wat = compare("!=", said(mine), said(theirs))
            if pick.counts is not None:
                lists = add(get("$at"), const(WORD * f.word)), add(AT, const(WORD * f.word))
                helper = f"$same_{name if pick.component else 'numbers'}"
                same = self._unit.helper(helper, _for(_same_faces, said), "$mine", "$theirs", result=True)
                differ = eqz(call(same, *lists))
            function.body.append(when(differ, [("return", ZERO)]))
        function.body.append(const(1))

    def _face(self, value: Wat) -> Wat:
        """Return the tree for the first copy of a component; `none` and places stay as they are."""
        return either(
            compare(">=", value, ZERO), self._unit.memory.table(self._unit.program.alike).at(value), value
        )

    def _lying(self, value: Wat) -> Wat:
        """Return the tree for the copies and the zone of a component as one number.

        `none` and places stay as they are.
        """
        zone = self._unit.place_at(self._unit.layout.zone_of, value)
        both = add(multiply(self._face(value), const(len(self._unit.program.zones))), zone)
        return either(compare(">=", value, ZERO), both, value)

    def _picked(self) -> Wat:
        """Return a call that picks the option at the scripted fraction of all options, and reports it."""
        return call(self._unit.helper("$scripted_pick", self._pick, result=True))

    def _pick(self, function: Function) -> None:
        k, left, room = (function.local(hint) for hint in ("k", "left", "room"))
        many: Wat = ("i64.extend_i32_u", ("global.get", "$offered"))
        part: Wat = ("i64.extend_i32_u", self._unit.script.next())
        number = ("i32.wrap_i64", ("i64.shr_u", ("i64.mul", part, many), ("i64.const", "32")))
        told: Body = [
            put(room, self._unit.script.next()),
            put(k, number),
            put(left, get(k)),
            ("global.set", "$script_at", add(AT, shift_left(add(get(room), const(HEAD - 3)), 2))),
        ]
        for here, site in self._sites():
            told.append(when(here, [*self._told(site, left), ("return", get(k))]))
        function.body = [*told, ("unreachable",)]

    def _told(self, site: Site, left: str) -> Body:
        """Return the instructions that report the option of a site whose index is in the local `left`."""
        body: Body = []
        for index, action in enumerate(site.actions):
            size = WORD * self._options.records[action].words
            here = add(self._options.begins(index), multiply(get(left), const(size)))
            copy: Body = [("memory.copy", const(self.picked + WORD), here, const(size))] if size else []
            its: Body = [store(ZERO, const(action), self.picked), *copy, put(left, const(-1))]
            mine = compare("<", get(left), self._options.many(index))
            body.append(
                when(
                    compare(">=", get(left), ZERO),
                    [when(mine, its, [put(left, subtract(get(left), self._options.many(index)))])],
                )
            )
        return body


def _itself(value: Wat) -> Wat:
    return value


_T = TypeVar("_T")


def _for(make: Callable[[_T, Function], None], what: _T) -> Callable[[Function], None]:
    """Return a function that fills a module's function by `make`, with `what` as its first argument."""

    def made(function: Function) -> None:
        make(what, function)

    return made


def _same_faces(of: Callable[[Wat], Wat], function: Function) -> None:
    """Fill `(mine, theirs)`: test whether a list in memory and one in the script have the same members.

    Members are compared by `of`, and may come in any order.
    """
    i, j, here, there, value = (function.local(hint) for hint in ("i", "j", "here", "there", "value"))
    length = load(get("$mine"))

    def mine(k: str) -> Wat:
        return load(add(get("$mine"), shift_left(get(k), 2)), WORD)

    theirs = _script_word(add(get("$theirs"), shift_left(get(j), 2)), WORD)
    inner: Body = [
        branch_if("$counted", compare(">=", get(j), length)),
        put(here, add(get(here), compare("==", of(mine(j)), get(value)))),
        put(there, add(get(there), compare("==", of(theirs), get(value)))),
        put(j, add(get(j), const(1))),
        branch("$count"),
    ]
    outer: Body = [
        branch_if("$same", compare(">=", get(i), length)),
        *(put(name, ZERO) for name in (j, here, there)),
        put(value, of(mine(i))),
        block("$counted", [loop("$count", inner)]),
        when(compare("!=", get(here), get(there)), [("return", ZERO)]),
        put(i, add(get(i), const(1))),
        branch("$each"),
    ]
    function.body = [
        when(compare("!=", length, _script_word(get("$theirs"))), [("return", ZERO)]),
        block("$same", [loop("$each", outer)]),
        const(1),
    ]
