"""Sights: a 64-bit hash of what a player has been shown of the events that a module recorded.

`$see(player)` reads the tape and updates the hash in `$seen`, word by word, with what the player is shown of
each event (`interpreter.kernels.sights`). Two histories that show the player the same things therefore have
the same hash. Histories that show the player different things almost surely have different hashes: among a
million such histories, the probability that any two have the same hash is less than one in ten million. A
pending decision is not on the tape; `$see_asked(player)` mixes it in while its options are listed.

Options are hashed in the order in which they are listed. If there are identical components, that order may
depend on which copy is which. In that case the hash is independent of the order of the options, and each
component is hashed as the first of its copies.
"""

from __future__ import annotations

from collections.abc import Callable

from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.options.options import Options
from interpreter.compiled.unit.recorder import END
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import WORD
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
    get,
    load,
    loop,
    put,
    shift_left,
    when,
)
from interpreter.kernels.sights import Sights as Shown
from interpreter.kernels.sights import fold
from interpreter.play.events import EventKind

__all__ = ["Sights"]

SEEN: Wat = ("global.get", "$seen")


class Sights:
    """Emits functions of a recording module that hash what a player is shown."""

    def __init__(self, unit: Unit, options: Options) -> None:
        self._unit, self._options, self._program = unit, options, unit.program
        unit.globals.append(("global", "$seen", ("mut", "i64"), ("i64.const", "0")))
        self._alike = unit.memory.table(self._program.alike)

    def fold(self, word: Wat) -> Wat:
        """Return the instruction that mixes a 32-bit word into `$seen`."""
        return call(self._unit.helper("$fold", self._fold, "$word"), word)

    def _fold(self, function: Function) -> None:
        value = function.local("value", "i64")
        found = self._unit.kernels.assigned(function, value, fold, SEEN, get("$word"))
        function.body = [*found, ("global.set", "$seen", get(value))]

    # --- events ---------------------------------------------------------------------------------------

    @property
    def see(self) -> str:
        """The name of `$see(player)`, which mixes what the tape shows to the player into `$seen`."""
        return self._unit.helper("$see", self._see, "$player")

    def _see(self, function: Function) -> None:
        shown, end = Shown(self._program), ("i32.shr_u", END, const(2))
        function.body = self._unit.kernels.through(
            function, shown.see, ZERO, end, get("$player"), take=lambda word: [self.fold(word)]
        )

    def _of(self, c: Wat) -> Wat:
        """Return the tree for the first of the copies identical to component `c`; `none` stays `none`."""
        return either(compare(">=", c, ZERO), self._alike.at(c), c)

    # --- pending decisions ----------------------------------------------------------------------------

    @property
    def see_asked(self) -> str:
        """The name of `$see_asked(player)`, which mixes the pending decision and its options into `$seen`."""
        return self._unit.helper("$see_asked", self._see_asked, "$player")

    def _see_asked(self, function: Function) -> None:
        unit, program, me = self._unit, self._program, self._unit.place(Head.ME)
        before, sum_ = function.local("before", "i64"), function.local("sum", "i64")
        function.body = [self.fold(const(EventKind.ASKED)), self.fold(me)]
        function.body.append(when(compare("!=", me, get("$player")), [("return",)]))
        for at, i in enumerate(program.code):
            if not isinstance(i, Decide):
                continue
            body: Body = [self.fold(const(i.site))]
            for index, action in enumerate(program.sites[i.site].actions):
                body += self._options_seen(function, index, action, before, sum_)
            function.body.append(when(compare("==", unit.place(Head.PC), const(at)), [*body, ("return",)]))

    def _options_seen(self, function: Function, index: int, action: int, before: str, sum_: str) -> Body:
        """Return the instructions that mix an action's options into `$seen`.

        If the program has identical components, the result is independent of the order of the options.
        """
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
        """Return the instructions that mix in an action and the option whose address is in the local `at`."""
        return [self.fold(const(action)), *self._option_seen(function, action, at)]

    def _folded_sum(self, sum_: str) -> Body:
        """Return the instructions that mix in a sum of hashes, which is independent of their order."""
        high: Wat = ("i64.shr_u", get(sum_), ("i64.const", "32"))
        return [self.fold(("i32.wrap_i64", get(sum_))), self.fold(("i32.wrap_i64", high))]

    def _option_seen(self, function: Function, action: int, at: str) -> Body:
        """Return the instructions that mix in the values of the option whose address is in the local `at`.

        A component is hashed as the first of its copies. If a pick has several values, their order does not
        affect the hash.
        """
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
