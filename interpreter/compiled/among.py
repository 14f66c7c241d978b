"""Options of one pick that are a set: counted as bits, and the one that is taken found by its number.

Where an action has one pick, and all that is asked of its candidates is found at once as a set, there are as
many options as the set has bits. So whoever takes one by luck need not list them: the words of the set are
put down, and the option of a number is the bit with so many before it, or, of a list that descends, behind
it. Of alike components only the first of a set is a candidate; where a set has several, those are looked at
one after another. Of all numbers from one to another there are as many as lie between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gamespec.program import Action, Pick
from gamespec.program import expressions as x
from gamespec.program.budget import OPTION
from interpreter.compiled.bits import Bits, count, each, nth
from interpreter.compiled.unit import Loop, Scope
from interpreter.compiled.wat import (
    ZERO,
    Body,
    Wat,
    add,
    compare,
    const,
    either,
    get,
    load,
    multiply,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.compiled.work import due
from interpreter.compiled.zone_sets import WORD_BITS, through, words_of

if TYPE_CHECKING:
    from interpreter.compiled.expressions import Expressions

__all__ = ["Among", "may_be_among"]

FEW = 24
"""Of so many candidates at most, those that are left are listed as quickly."""

BYTES = 8
"""Of a word of a set."""


def may_be_among(action: Action) -> bool:
    """Whether an action has one pick, of one value, and nothing decides about an option but that."""
    if len(action.picks) != 1 or action.keeps is not None or action.most is not None:
        return False
    pick = action.picks[0]
    return pick.counts is None and not pick.hidden and not pick.adds_none


class Among:
    """Counts the options of one pick, and finds one by its number."""

    def __init__(self, e: Expressions, pick: Pick) -> None:
        self.e, self.unit, self.pick = e, e.unit, pick
        self._room = 0
        """Where the words are put down, once it is known how many there are."""
        self._size = 0
        """How many bits the words have; 0 for numbers from one to another, of which the first is put down."""
        self._first, self._descends = 0, False

    def total(self, scope: Scope, count_: str) -> Body | None:
        """Put down the set, and how many options there are into a local; `None` if there is no such set."""
        loop = Loop()
        inner = scope.within(loop).held(self.pick.slot, scope.function.local("value"))
        if isinstance(self.pick.source, x.Numbers) and self.pick.where is None:
            return self._of_numbers(scope, self.pick.source, count_)
        found = self._of_components(scope, inner) or self._of_range(scope)
        if found is None:
            return None
        body, held = found
        self._size = len(held) * WORD_BITS
        self._room = self._room or self.unit.memory.room(BYTES * len(held))
        words = [get(word) for word in held]
        for i, one in enumerate(words):
            body.append(store(ZERO, one, self._room + BYTES * i, width="i64.store"))
        many = put(count_, count(Bits(self._size, tuple(words))))
        return [
            *loop.before,
            *body,
            many,
            self.unit.spend(multiply(get(count_), const(OPTION)), self.pick.at),
        ]

    def taken(self, scope: Scope, number: Wat) -> Body:
        """Put an option, by its number, into the slot."""
        if not self._size:
            return [self.e.assigned(scope, self.pick.slot, add(load(ZERO, self._room), number))]
        held = [scope.function.local("set", "i64") for _ in range(self._size // WORD_BITS)]
        body: Body = [
            put(word, load(ZERO, self._room + BYTES * i, width="i64.load")) for i, word in enumerate(held)
        ]
        bits = Bits(self._size, tuple(get(word) for word in held))
        if self._descends:
            number = subtract(subtract(count(bits), const(1)), number)
        found, member = nth(scope.function, bits, number, self.unit.memory)
        return [*body, *found, self.e.assigned(scope, self.pick.slot, add(member, const(self._first)))]

    def listed(self, scope: Scope, many: Wat, take: Callable[[Scope], Body]) -> Body:
        """Go through the options that have been counted; the scope that is handed on has one of them."""
        value = scope.function.local("value")
        inner, room = scope.held(self.pick.slot, value), self._room
        if not self._size:
            at = scope.function.local("n")
            body = [put(value, add(load(ZERO, room), get(at))), *take(inner)]
            return [put(at, ZERO), *self.e.counting(scope, at, compare(">=", get(at), many), body)]
        words = [load(ZERO, room + BYTES * i, width="i64.load") for i in range(self._size // WORD_BITS)]
        one = lambda member: [put(value, add(member, const(self._first))), *take(inner)]  # noqa: E731 - what takes a member
        return each(scope.function, Bits(self._size, tuple(words)), one, descending=self._descends)

    # --- the set --------------------------------------------------------------------------------------

    def _of_numbers(self, scope: Scope, source: x.Numbers, count_: str) -> Body:
        """All numbers from one to another: the first is put down, which says what each option is."""
        first, last = scope.function.local("n"), scope.function.local("last")
        self._room = self._room or self.unit.memory.words(1)
        many = subtract(add(get(last), const(1)), get(first))
        paid = self.unit.spend(multiply(get(count_), const(self.pick.each + OPTION)), self.pick.at)
        return [
            put(first, self.e.number(scope, source.low)),
            put(last, self.e.number(scope, source.high)),
            store(ZERO, get(first), self._room),
            put(count_, either(compare("<=", get(first), get(last)), many, ZERO)),
            paid,
            due(self.pick.at),
        ]

    def _of_range(self, scope: Scope) -> tuple[Body, list[str]] | None:
        """What is left of cells, or other numbers, if nothing remains to be asked."""
        pick = self.pick
        if pick.where is None or pick.alike or pick.source.domain.high <= FEW:
            return None
        chosen = self.e.members.chosen(scope, ("local", pick.slot), pick.source, pick.where)
        if chosen is None or chosen.rest or chosen.order == "any":
            return None
        self._descends = chosen.order == "descending"
        held = [scope.function.local("set", "i64") for _ in chosen.bits.words]
        return [
            *chosen.before,
            *(put(word, one) for word, one in zip(held, chosen.bits.words, strict=True)),
        ], held

    def _of_components(self, scope: Scope, inner: Scope) -> tuple[Body, list[str]] | None:
        """What is left of components that lie in zones without order, of alike ones the first."""
        pick, masks = self.pick, self.e.masks
        source = masks.source(pick.source)
        if source is None or source.size <= FEW:
            return None
        self._first = source.first
        if pick.where is not None:
            left = masks.left_as_set(scope, inner, pick, lambda c: self.e.assigned(inner, pick.slot, c))
            if left is None:
                return None
            body, held = left
        else:
            body, words = masks.words(scope, source)
            held = [scope.function.local("set", "i64") for _ in words]
            body = [*body, *(put(word, one) for word, one in zip(held, words, strict=True))]
            many = count(Bits(len(held) * WORD_BITS, tuple(get(word) for word in held)))
            body.append(self.unit.spend(multiply(many, const(pick.each + 1)), pick.at))
        if pick.alike:
            faces = self.unit.program.faces[source.first : source.first + source.size]
            body += self._first_of_each(scope, faces, held)
        return body, held

    def _first_of_each(self, scope: Scope, faces: Sequence[int], held: Sequence[str]) -> Body:
        """Leave out those of a set before which an alike one is in it."""
        earlier = [sum(1 << j for j in range(i) if faces[j] == faces[i] >= 0) for i in range(len(faces))]
        later = sum(1 << i for i, alike in enumerate(earlier) if alike)
        if not later:
            return []
        low = (1 << WORD_BITS) - 1
        parts = [later >> WORD_BITS * i & low for i in range(len(held))]
        signed = [part - (1 << WORD_BITS if part >> (WORD_BITS - 1) else 0) for part in parts]
        asked: list[Wat] = [
            ("i64.and", get(word), ("i64.const", str(part))) for word, part in zip(held, signed, strict=True)
        ]
        flat = [alike >> WORD_BITS * i & low for alike in earlier for i in range(len(held))]
        table = self.unit.memory.written(words_of(flat), 2)

        def one(c: Wat) -> Body:
            there: Wat = ("i64.const", "0")
            for i, word in enumerate(held):
                at = shift_left(multiply(c, const(len(held))), 3)
                there = (
                    "i64.or",
                    there,
                    ("i64.and", get(word), load(at, table + BYTES * i, width="i64.load")),
                )
            bit: Wat = (
                "i64.xor",
                ("i64.shl", ("i64.const", "1"), ("i64.extend_i32_u", c)),
                ("i64.const", "-1"),
            )
            gone: Body = []
            for i, word in enumerate(held):
                without = put(word, ("i64.and", get(word), bit))
                here = compare("==", ("i32.shr_u", c, const(6)), const(i))
                gone.append(without if len(held) == 1 else when(here, [without]))
            return [when(("i64.ne", there, ("i64.const", "0")), gone)]

        return through(scope.function, 0, asked, one)
