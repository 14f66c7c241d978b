"""Sights: a 64-bit hash of what one player is shown of a module's events.

`$see(player)` processes the tape and updates `$seen` for each sight, word for word as
`interpreter.play.information` defines what the player is shown. So two histories that show a player the same
have the same number; others, with high probability, have not: among a million different histories, the chance
that any two collide is less than one in ten million. `$see_asked(player)` adds the question, which is in no
row, because the options are listed.

Options are hashed in the order in which they are listed. If there are alike components, that order may depend
on which copy is which, so there the hash ignores the order, and a component counts as the first of its
copies.
"""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.options.options import Options
from interpreter.compiled.state.tape import Form, Row, excluded_words
from interpreter.compiled.unit.chance import GAMMA, mixed, wide
from interpreter.compiled.unit.recorder import END
from interpreter.compiled.unit.unit import Unit
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
    put,
    shift_left,
    subtract,
    when,
)
from interpreter.play.information import Sort
from interpreter.play.observation import Unknown

__all__ = ["Sights"]

SEEN: Wat = ("global.get", "$seen")

AT = "$row"
"""The local that says where the row begins that is read."""


class Sights:
    """Emits what a player is shown, in one module that records."""

    def __init__(self, unit: Unit, options: Options) -> None:
        self._unit, self._options, self._program = unit, options, unit.program
        unit.globals.append(("global", "$seen", ("mut", "i64"), ("i64.const", "0")))
        table = unit.memory.table
        self._alike, self._backs = table(self._program.alike), table(self._program.backs)
        self._excluded = table(excluded_words(self._program))

    def fold(self, word: Wat) -> Wat:
        """Let `$seen` follow from a word as well."""
        return call(self._unit.helper("$fold", _fold, "$word"), word)

    # --- what has happened ----------------------------------------------------------------------------

    @property
    def see(self) -> str:
        """`$see(player)`: let `$seen` follow from what the player is shown of the tape."""
        return self._unit.helper("$see", self._see, "$player")

    def _see(self, function: Function) -> None:
        sort, at = function.local("sort"), function.local("row")
        assert at == AT  # noqa: S101 - the first of its name
        each: Body = [branch_if("$over", ("i32.ge_u", get(AT), END)), put(sort, self._word(0))]
        for row, body in self._rows(function).items():
            each.append(when(compare("==", get(sort), const(row)), [*body, branch("$rows")]))
        function.body = [block("$over", [loop("$rows", [*each, ("unreachable",)])])]

    def _word(self, index: int) -> Wat:
        """A word of the row that is read; the sort comes first."""
        return ("i32.load", "$tape", *((f"offset={WORD * index}",) if index else ()), get(AT))

    def _onward(self, words: int, more: Wat = ZERO) -> Wat:
        """To the next row: this one has so many words, and more."""
        return put(AT, add(add(get(AT), const(WORD * words)), shift_left(more, 2)))

    def _folded(self, sort: Sort, *words: Wat) -> Body:
        return [self.fold(word) for word in (const(sort), *words)]

    def _if_shown(self, mask: Wat, body: Body, otherwise: Body | None = None) -> Wat:
        shown = and_(("i32.shr_u", mask, get("$player")), const(1))
        return when(shown, body, otherwise or [])

    def _of(self, c: Wat) -> Wat:
        """A component as one who knows it sees it; `none` is none."""
        return either(compare(">=", c, ZERO), self._alike.at(c), c)

    def _which(self, c: Wat, known: Wat) -> Wat:
        """A component as the player can tell it."""
        shown = and_(("i32.shr_u", known, get("$player")), const(1))
        return either(shown, self._alike.at(c), subtract(const(Unknown), self._backs.at(c)))

    def _own(self, c: Wat, at: int) -> Body:
        """What the player excludes of a component, of what all do, which begins at a word of the row."""
        if not self._program.attributes:
            return []
        name = self._unit.helper("$fold_own", self._fold_own, "$from", "$each", "$player")
        each = ("i32.div_u", self._excluded.at(c), const(self._program.players))
        return [call(name, add(get(AT), const(WORD * at)), each, get("$player"))]

    def _fold_own(self, function: Function) -> None:
        i = function.local("i")
        index = add(("i32.mul", get("$each"), get("$player")), get(i))
        word: Wat = ("i32.load", "$tape", add(get("$from"), shift_left(index, 2)))
        step: Body = [self.fold(word), put(i, add(get(i), const(1))), branch("$more")]
        over = branch_if("$end", compare(">=", get(i), get("$each")))
        function.body = [block("$end", [loop("$more", [over, *step])])]

    def _rows(self, function: Function) -> dict[Row, Body]:
        """What is done with each sort of row, and that it is left behind."""
        word, more = self._word, function.local("more")

        def row(words: int, body: Body) -> Body:
            return [*body, self._onward(words)]

        def plain(sort: Sort, words: int) -> Body:
            return row(1 + words, self._folded(sort, *(word(i) for i in range(1, 1 + words))))

        def with_part(c: Wat, words: int, body: Body) -> Body:
            """Of a row that has what is excluded of a component: `body` reads what comes after it so."""
            if not self._program.attributes:
                return row(words, body)
            return [put(more, self._excluded.at(c)), *body, self._onward(words, get(more))]

        def after(index: int) -> Wat:
            """A word behind what is excluded."""
            if not self._program.attributes:
                return word(index)
            at = add(get(AT), shift_left(get(more), 2))
            return ("i32.load", "$tape", f"offset={WORD * index}", at)

        moved = [
            *self._folded(Sort.MOVED, self._which(after(3), word(1))),
            *(self.fold(after(i)) for i in range(4, 8)),
            *self._own(word(2), 3),
        ]
        revealed = [
            *self._folded(Sort.REVEALED, self._alike.at(word(1)), word(3), word(4)),
        ]
        shown = [
            *self._folded(Sort.SHOWN, self._which(after(7), word(3)), word(1), word(2)),
            *(self.fold(after(i)) for i in (9, 5, 6)),
            *self._own(word(4), 5),
        ]
        drew = [
            *self._folded(Sort.DREW, word(1), word(2)),
            self._if_shown(word(4), [self.fold(either(word(5), self._of(word(3)), word(3)))]),
        ]
        return {
            Row.MOVED: with_part(word(2), 8, moved),
            Row.CHANGED: row(5, self._changed()),
            Row.TRANSFERRED: plain(Sort.TRANSFERRED, 4),
            Row.LAID: row(4, self._folded(Sort.LAID, word(1), self._alike.at(word(2)), word(3))),
            Row.SHUFFLED: plain(Sort.SHUFFLED, 1),
            Row.REVEALED: with_part(
                word(1), 5, [self._if_shown(word(2), [*revealed, *self._own(word(1), 5)])]
            ),
            Row.SEEN: row(5, [self._if_shown(word(2), revealed)]),
            Row.SHOWN: with_part(word(4), 10, [self._if_shown(after(8), shown)]),
            Row.BACK_SEEN: row(
                4, self._folded(Sort.BACK_SEEN, self._backs.at(word(1)), word(2), word(3))
            ),
            Row.DREW: row(6, drew),
            Row.DECIDED: [*self._decided(function), self._onward(6, word(5))],
            Row.PHASE: plain(Sort.PHASE, 1),
            Row.TURN: plain(Sort.TURN, 1),
            Row.ENDED: plain(Sort.ENDED, 1),
            Row.REMEMBERED: row(3, []),
        }  # fmt: skip

    def _changed(self) -> Body:
        """A member of a store that the player sees."""
        stores, table = self._program.stores, self._unit.memory.table
        firsts = [sum(len(s.seen) for s in stores[:n]) for n in range(len(stores))]
        masks = table([mask for s in stores for mask in s.seen])
        number, index, new = self._word(1), self._word(2), self._word(4)
        value = either(table([int(s.component) for s in stores]).at(number), self._of(new), new)
        seen = masks.at(add(table(firsts).at(number), index))
        return [self._if_shown(seen, self._folded(Sort.CHANGED, number, index, value))]

    def _decided(self, function: Function) -> Body:
        """An answer, as far as the player is told of it, and can tell what was chosen."""
        at, end, i = (function.local(hint) for hint in ("value", "values_end", "member"))

        def read(offset: int, of: Wat) -> Wat:
            return ("i32.load", "$tape", *((f"offset={offset}",) if offset else ()), of)

        form, seen = read(WORD, get(at)), read(0, get(at))
        shown = and_(("i32.shr_u", seen, get("$player")), const(1))
        component = and_(form, const(1))

        def part(value: Wat) -> Wat:
            return self.fold(either(shown, either(component, self._of(value), value), const(Unknown)))

        member = read(3 * WORD, add(get(at), shift_left(get(i), 2)))
        length = read(2 * WORD, get(at))
        step: Body = [part(member), put(i, add(get(i), const(1))), branch("$members")]
        several: Body = [
            self.fold(length),
            put(i, ZERO),
            block(
                "$all", [loop("$members", [branch_if("$all", compare(">=", get(i), length)), *step])]
            ),
            put(at, add(get(at), shift_left(length, 2))),
        ]  # fmt: skip
        each: Body = [
            branch_if("$answered", ("i32.ge_u", get(at), get(end))),
            when(compare(">=", form, const(Form.NUMBERS)), several, [part(length)]),
            put(at, add(get(at), const(3 * WORD))),
            branch("$values"),
        ]
        told: Body = [
            self.fold(self._word(2)),
            put(at, add(get(AT), const(6 * WORD))),
            put(end, add(get(at), shift_left(self._word(5), 2))),
            block("$answered", [loop("$values", each)]),
        ]
        return [*self._folded(Sort.DECIDED, self._word(1)), self._if_shown(self._word(4), told)]

    # --- what is asked --------------------------------------------------------------------------------

    @property
    def see_asked(self) -> str:
        """`$see_asked(player)`: let `$seen` follow from what is asked at the decision that is due."""
        return self._unit.helper("$see_asked", self._see_asked, "$player")

    def _see_asked(self, function: Function) -> None:
        unit, program, me = self._unit, self._program, self._unit.place(Head.ME)
        before, sum_ = function.local("before", "i64"), function.local("sum", "i64")
        function.body = self._folded(Sort.ASKED, me)
        function.body.append(when(compare("!=", me, get("$player")), [("return",)]))
        for at, i in enumerate(program.code):
            if not isinstance(i, Decide):
                continue
            body: Body = [self.fold(const(i.site))]
            for index, action in enumerate(program.sites[i.site].actions):
                body += self._options_seen(function, index, action, before, sum_)
            function.body.append(when(compare("==", unit.place(Head.PC), const(at)), [*body, ("return",)]))

    def _options_seen(self, function: Function, index: int, action: int, before: str, sum_: str) -> Body:
        """The options of an action; in any order if there are copies."""
        record, options = self._options.records[action], self._options
        at, k = function.local("at"), function.local("k")
        size = WORD * record.words
        one: Body = self._option_seen(function, action, at)
        if self._program.has_copies:
            one = [
                put(before, SEEN),
                *one,
                put(sum_, ("i64.add", get(sum_), SEEN)),
                ("global.set", "$seen", get(before)),
            ]
        done, more = function.label("done"), function.label("more")
        loop_ = loop(
            more,
            [
                branch_if(done, compare(">=", get(k), options.many(index))),
                *one,
                put(at, add(get(at), const(size))),
                put(k, add(get(k), const(1))),
                branch(more),
            ],
        )
        body: Body = [
            self.fold(const(action)),
            self.fold(options.many(index)),
            put(at, options.begins(index)),
            put(k, ZERO),
            put(sum_, ("i64.const", "0")),
            block(done, [loop_]),
        ]
        if self._program.has_copies:
            body += self._folded_sum(sum_)
        return body

    def option_seen(self, function: Function, action: int, at: str) -> Body:
        """Let `$seen` follow from an option, which lies where a local says: its action and its values."""
        return [self.fold(const(action)), *self._option_seen(function, action, at)]

    def _folded_sum(self, sum_: str) -> Body:
        """What some things come to in any order: a sum of what each alone would have come to."""
        high: Wat = ("i64.shr_u", get(sum_), ("i64.const", "32"))
        return [self.fold(("i32.wrap_i64", get(sum_))), self.fold(("i32.wrap_i64", high))]

    def _option_seen(self, function: Function, action: int, at: str) -> Body:
        """The values of an option, a component as the first of its copies; several in any order."""
        body: Body = []
        picks = self._program.actions[action].picks
        i, before = function.local("i"), function.local("outer", "i64")
        sum_ = function.local("members", "i64")
        for f, pick in zip(self._options.records[action].fields, picks, strict=True):
            seen: Callable[[Wat], Wat] = self._of if pick.component else lambda value: value
            if pick.counts is None:
                body.append(self.fold(seen(load(get(at), WORD * f.word))))
                continue
            length = load(get(at), WORD * f.word)
            member = load(add(get(at), shift_left(get(i), 2)), WORD * (f.word + 1))
            done, more = function.label("done"), function.label("more")
            step: Body = [
                branch_if(done, compare(">=", get(i), length)),
                self.fold(seen(member)),
                put(sum_, ("i64.add", get(sum_), SEEN)),
                ("global.set", "$seen", get(before)),
                put(i, add(get(i), const(1))),
                branch(more),
            ]
            body += [
                put(before, SEEN),
                put(sum_, ("i64.const", "0")),
                put(i, ZERO),
                block(done, [loop(more, step)]),
                *self._folded_sum(sum_),
                self.fold(length),
            ]
        return body


def _fold(function: Function) -> None:
    """`$fold(word)`: the finalizer of SplitMix64 on what was, plus a constant, xor the word."""
    value = function.local("value", "i64")
    word = ("i64.extend_i32_u", get("$word"))
    function.body = [
        put(value, ("i64.xor", ("i64.add", SEEN, wide(GAMMA)), word)),
        *mixed(value),
        ("global.set", "$seen", get(value)),
    ]
