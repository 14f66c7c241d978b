"""Unseen choices (`interpreter.engine.options.unseen`): the answers that combinations of values amount to.

Options of an action are listed with the real components first, because its conditions are evaluated for them.
Each combination then becomes a *row* behind them:

    the answer it amounts to, with places for what the decider does not know; the number of the combination;
    what the option's number is made of, pick by pick; the number of the last combination of that answer

Rows are sorted by their answers, of each answer the first stays, and those are sorted by their numbers and
written where the combinations were. A number is made of digits, the first pick's first; as rows of digits are
compared word by word, their order is that of the numbers. A digit of several values is their count followed
by them in ascending order, which is how combinations are numbered. If two answers have one number, the one
whose last combination came first comes first.

Copies in an order (`interpreter.engine.options.ordinals`) count as they occur in the list chosen from, given
the previous values, which are those of the first combination.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.program import Pick, Program
from gamespec.program.domain import NONE
from interpreter.compiled.options.places import FIRST, Places, is_place, knows
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, cleared, copied
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
from interpreter.kernels.sorting import ascending, sort_rows
from interpreter.play.options import offers_copies

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions
    from interpreter.compiled.state.records import Record

__all__ = ["Unseen", "chooses_unseen"]


def chooses_unseen(program: Program, action: int) -> bool:
    """Whether something may be chosen unseen as a value of an action."""
    return any(pick.hidden for pick in program.actions[action].picks)


class Unseen:
    """The answers of one action, among whose values there may be places, in one module."""

    def __init__(self, e: Expressions, number: int, record: Record) -> None:
        assert not record.weighed  # noqa: S101 - the checker has seen to it (GS209)
        self.e, self.unit, self.number, self.record = e, e.unit, number, record
        self.picks = self.unit.program.actions[number].picks
        self.places = [Places(self.unit, pick) if pick.hidden else None for pick in self.picks]
        self._words = [1 if pick.counts is None else 1 + pick.counts[1] for pick in self.picks]
        self._key = WORD * (record.words + 1)
        self._last = self._key + WORD * sum(self._words)
        self._row = self._last + WORD

    # --- what is offered ------------------------------------------------------------------------------

    def answers(self, scope: Scope, begin: str, to: str) -> Body:
        """Let the combinations listed between two addresses be the answers they come to; `to` moves."""
        function, size = scope.function, WORD * self.record.words
        n, rows, j, row = (function.local(hint) for hint in ("n", "rows", "j", "row"))
        count = ("i32.div_u", subtract(get(to), get(begin)), const(size))
        made = self.unit.helper(f"$by_place{self.number}", self._by_place, "$raw", "$count", "$row", "$rows")
        first = self.unit.helper(
            "$first_rows", _first_rows, "$rows", "$count", "$words", "$last", result=True
        )
        here = load(add(get(rows), shift_left(get(j), 2)))
        back = copied(add(get(begin), multiply(get(j), const(size))), get(row), size)
        over = compare(">=", get(j), get(n))
        return [
            put(n, count),
            put(rows, add(get(to), multiply(get(n), const(self._row)))),
            call(self.unit.helper("$room", _room, "$end"), add(get(rows), shift_left(get(n), 2))),
            call(made, get(begin), get(n), get(to), get(rows)),
            self._sorted(rows, n, 0, self.record.words + 1),
            put(n, call(first, get(rows), get(n), const(self.record.words), const(self._last))),
            put(j, ZERO),
            *self.e.counting(scope, j, over, [put(row, here), *self._numbered(scope, begin, row)]),
            self._sorted(rows, n, self._key // WORD, 1 + sum(self._words)),
            put(j, ZERO),
            *self.e.counting(scope, j, over, [put(row, here), *back]),
            put(to, add(get(begin), multiply(get(n), const(size)))),
        ]

    def _sorted(self, rows: str, count: str, first: int, words: int) -> Wat:
        """Sort rows by words, from the first that counts on."""
        return self.unit.kernels.call(sort_rows, get(rows), get(count), const(first), const(first + words))

    def _by_place(self, function: Function) -> None:
        """`(raw, count, row, rows)`: make a row of each combination, and write down where it lies."""
        scope, i, value = Scope(function), function.local("i"), function.local("value")
        one: Body = [store(add(get("$rows"), shift_left(get(i), 2)), get("$row"))]
        for f, pick, places in zip(self.record.fields, self.picks, self.places, strict=True):
            at = WORD * f.word
            if places is None:
                one += copied(add(get("$row"), const(at)), add(get("$raw"), const(at)), WORD * f.size)
            elif pick.counts is None:
                known = either(compare("==", get(value), const(NONE)), const(1), knows(self.unit, get(value)))
                one += [
                    put(value, load(get("$raw"), at)),
                    store(get("$row"), either(known, get(value), places.of(get(value), ZERO)), at),
                ]
            else:
                one += self._several_by_place(scope, places, at, f.size)
        one += [
            store(get("$row"), get(i), WORD * self.record.words),
            put("$raw", add(get("$raw"), const(WORD * self.record.words))),
            put("$row", add(get("$row"), const(self._row))),
        ]
        function.body = self.e.counting(scope, i, compare(">=", get(i), get("$count")), one)

    def _several_by_place(self, scope: Scope, places: Places, at: int, size: int) -> Body:
        """Those that are known in their order, then the places: those counted first come first."""
        function, unit = scope.function, self.unit
        n, k, known, c, other, same = (
            function.local(hint) for hint in ("n", "k", "known", "c", "other", "same")
        )
        raw, row = add(get("$raw"), const(at)), add(get("$row"), const(at))

        def member(of: Wat, index: str) -> Wat:
            return add(add(of, const(WORD)), shift_left(get(index), 2))

        zone = unit.place_at(unit.layout.zone_of, get(c))
        its = unit.place_at(unit.layout.zone_of, load(member(raw, other)))
        alike = and_(eqz(knows(unit, load(member(raw, other)))), compare("==", zone, its))
        earlier = self.e.counting(
            scope, other, compare(">=", get(other), get(k)), [put(same, add(get(same), alike))]
        )
        free = subtract(subtract(get(n), const(1)), subtract(get(k), get(known)))  # from behind
        index = function.local("free")
        unknown: Body = [
            put(other, ZERO),
            put(same, ZERO),
            *earlier,
            put(index, free),
            store(member(row, index), subtract(const(FIRST), places.of(get(c), get(same)))),
        ]
        keep: Body = [store(member(row, known), get(c)), put(known, add(get(known), const(1)))]
        one: Body = [put(c, load(member(raw, k))), when(knows(unit, get(c)), keep, unknown)]
        turned: Body = [store(member(row, k), subtract(const(FIRST), load(member(row, k))))]
        return [
            ("memory.fill", row, ZERO, const(WORD * size)),
            put(n, load(raw)),
            store(row, get(n)),
            put(k, ZERO),
            put(known, ZERO),
            *self.e.counting(scope, k, compare(">=", get(k), get(n)), one),
            unit.kernels.call(ascending, member(row, known), subtract(get(n), get(known))),
            put(k, get(known)),
            *self.e.counting(scope, k, compare(">=", get(k), get(n)), turned),
        ]

    # --- in which order -------------------------------------------------------------------------------

    def _numbered(self, scope: Scope, begin: str, row: str) -> Body:
        """Write the digits of an answer's number into its row."""
        function, program = scope.function, self.unit.program
        raw, value = function.local("raw"), function.local("value")
        number = load(get(row), WORD * self.record.words)
        body: Body = [put(raw, add(get(begin), multiply(number, const(WORD * self.record.words))))]
        at, laid = self._key, 0
        for i, (f, pick) in enumerate(zip(self.record.fields, self.picks, strict=True)):
            ordered = offers_copies(program, pick)
            if ordered:
                for g in self.record.fields[laid:i]:
                    target = const(self.unit.slot(g.slot))
                    body += copied(target, add(get(raw), const(WORD * g.word)), WORD * g.size)
                laid = i
                body += self._counted_copies(scope, pick)
            if pick.counts is None:
                body += [
                    put(value, load(get(row), WORD * f.word)),
                    store(get(row), self._digit(pick, value, ordered=ordered), at),
                ]
            else:
                body += self._digits(
                    scope, pick, add(get(row), const(WORD * f.word)), row, at, ordered=ordered
                )
            at += WORD * self._words[i]
        for g in self.record.fields[:laid]:
            body += cleared(self.unit.slot(g.slot), g.size)
        return body

    def _digit(self, pick: Pick, value: str, *, ordered: bool) -> Wat:
        """The digit of a value: that of a component, of its copy, of a place, or of `none`."""
        known: Wat = get(value)
        if pick.alike:
            known = self.unit.memory.table(self.unit.program.faces).at(known)
        elif ordered:
            counts = load(add(shift_left(known, 2), const(self._copies)))
            known = either(compare("<", counts, ZERO), known, counts)
        found = subtract(known, const(pick.first))
        if pick.hidden:
            found = either(is_place(get(value)), subtract(const(pick.size + FIRST), get(value)), found)
        return either(compare("==", get(value), const(NONE)), const(pick.size + pick.places), found)

    def _digits(  # noqa: PLR0913 - which values, where they lie, and where their digits go
        self, scope: Scope, pick: Pick, values: Wat, row: str, at: int, *, ordered: bool
    ) -> Body:
        """The digits of several values: how many there are, and then they, ascending."""
        assert pick.counts is not None  # noqa: S101 - asked by the caller
        function = scope.function
        n, k, value, digits = (function.local(hint) for hint in ("n", "k", "value", "digits"))
        one: Body = [
            put(value, load(add(add(values, const(WORD)), shift_left(get(k), 2)))),
            store(
                add(add(get(digits), const(WORD)), shift_left(get(k), 2)),
                self._digit(pick, value, ordered=ordered),
            ),
        ]
        return [
            put(digits, add(get(row), const(at))),
            ("memory.fill", get(digits), ZERO, const(WORD * (1 + pick.counts[1]))),
            put(n, load(values)),
            store(get(digits), get(n)),
            put(k, ZERO),
            *self.e.counting(scope, k, compare(">=", get(k), get(n)), one),
            self.unit.kernels.call(ascending, add(get(digits), const(WORD)), get(n)),
        ]

    @cached_property
    def _copies(self) -> int:
        """Where for each component stands as which copy it counts, -1 if it is none of the list."""
        return self.unit.memory.words(len(self.unit.program.alike))

    def _counted_copies(self, scope: Scope, pick: Pick) -> Body:
        """Write down as which copy each known member of a pick's list counts; the others are none of it."""
        unit, function, alike = self.unit, scope.function, self.unit.program.alike
        size = WORD * len(alike)
        own = const(unit.memory.written(range(len(alike)), 2))
        following = [
            alike.index(alike[c], c + 1) if alike[c] in alike[c + 1 :] else -1 for c in range(len(alike))
        ]
        first, next_ = unit.memory.table(alike), unit.memory.table(following)
        left, c, of, copy = unit.memory.words(len(alike)), *(function.local(h) for h in ("c", "of", "copy"))
        counted: Body = [
            put(of, first.at(get(c))),
            put(copy, load(shift_left(get(of), 2), left)),
            store(shift_left(get(c), 2), get(copy), self._copies),
            store(shift_left(get(of), 2), next_.at(get(copy)), left),
        ]
        new = either(knows(unit, get(c)), compare("<", load(shift_left(get(c), 2), self._copies), ZERO), ZERO)
        return [
            ("memory.copy", const(left), own, const(size)),
            ("memory.fill", const(self._copies), const(0xFF), const(size)),
            *self.e.each(
                scope,
                pick.source,
                lambda value: [
                    put(c, value),
                    when(either(compare(">=", get(c), ZERO), new, ZERO), counted),
                ],
                strict=False,
            ),
        ]

    # --- what is answered -----------------------------------------------------------------------------

    def found(self, record: Wat) -> Body:
        """Let an answer, which lies at an address, have the components at places that tell them."""
        if not any(places is not None and places.any_tells for places in self.places):
            return []
        return [call(self.unit.helper(f"$lying_at{self.number}", self._found, "$record"), record)]

    def _found(self, function: Function) -> None:
        scope, value, k = Scope(function), function.local("value"), function.local("k")
        for f, pick, places in zip(self.record.fields, self.picks, self.places, strict=True):
            if places is None:
                continue
            at = add(get("$record"), const(WORD * f.word))
            if pick.counts is None:
                function.body += [put(value, load(at)), store(at, places.found(get(value)))]
                continue
            member = add(add(at, const(WORD)), shift_left(get(k), 2))
            one: Body = [put(value, load(member)), store(member, places.found(get(value)))]
            function.body += [put(k, ZERO), *self.e.counting(scope, k, compare(">=", get(k), load(at)), one)]


def _first_rows(function: Function) -> None:
    """`(rows, count, words, last)`: of rows in order those that differ in so many words; how many they are.

    What stands behind these words in the last of those that are the same is put into the first, where `last`
    says.
    """
    i, kept, row, first, k = (function.local(hint) for hint in ("i", "kept", "row", "first", "k"))

    def word(of: str) -> Wat:
        return load(add(get(of), shift_left(get(k), 2)))

    keep: Body = [
        store(add(get("$rows"), shift_left(get(kept), 2)), get(row)),
        put(first, get(row)),
        put(kept, add(get(kept), const(1))),
    ]
    same_until: Body = [
        put(k, ZERO),
        block(
            "$differ",
            [
                loop(
                    "$compare",
                    [
                        branch_if("$differ", compare("==", get(k), get("$words"))),
                        branch_if("$differ", compare("!=", word(row), word(first))),
                        put(k, add(get(k), const(1))),
                        branch("$compare"),
                    ],
                )
            ],
        ),
    ]
    number = load(add(get(row), shift_left(get("$words"), 2)))
    one: Body = [
        put(row, load(add(get("$rows"), shift_left(get(i), 2)))),
        when(get(i), same_until),
        when(either(eqz(get(i)), const(1), compare("<", get(k), get("$words"))), keep),
        store(add(get(first), get("$last")), number),
        put(i, add(get(i), const(1))),
    ]
    over = branch_if("$end", compare(">=", get(i), get("$count")))
    function.body = [block("$end", [loop("$each", [over, *one, branch("$each")])]), get(kept)]


def _room(function: Function) -> None:
    """`(end)`: let the memory reach as far as an address."""
    pages = subtract(("i32.shr_u", add(get("$end"), const(0xFFFF)), const(16)), ("memory.size",))
    function.body = [when(compare(">", pages, ZERO), [("drop", ("memory.grow", pages))])]
