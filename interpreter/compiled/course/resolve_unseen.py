"""Draws the meaning of an answer's places after the answer, value by value (`interpreter.kernels.unseen`).

The combinations are enumerated as for the options. Each combination that the answer may mean adds to the
share of the component that it has at the next place. A single outcome needs no random number.

During the enumeration the answer is in separate memory, and so is each complete combination; the slots hold
the values being chosen.
"""

from __future__ import annotations

from functools import cached_property

from gamespec.program import expressions as x
from interpreter.compiled.options.append import written
from interpreter.compiled.options.options import Options
from interpreter.compiled.options.unseen import Unseen
from interpreter.compiled.translate.room import array
from interpreter.compiled.unit.atoms import Atoms
from interpreter.compiled.unit.chance import below
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    branch,
    call,
    compare,
    const,
    eqz,
    get,
    loop,
    put,
    shift_left,
    store,
    when,
)
from interpreter.kernels.items import Item

__all__ = ["UnseenResolver"]


class UnseenResolver:
    """Emits the draws of the values of one action that were chosen unseen."""

    def __init__(self, options: Options, unseen: Unseen, atoms: Atoms) -> None:
        self.options, self.unseen, self._atoms = options, unseen, atoms
        self.unit, self.number = unseen.unit, unseen.number
        self.own, self.fields = unseen.kernels, unseen.record.fields

    @cached_property
    def _answer(self) -> int:
        """Address of the answer while its meaning is drawn."""
        return self._room(f"answer{self.number}")

    @cached_property
    def _real(self) -> int:
        """Address of the current combination."""
        return self._room(f"combination{self.number}")

    def _room(self, name: str) -> int:
        """Return the address of memory that all draws of the action share; no two run at the same time."""
        if name not in self.unit.rooms:
            self.unit.rooms[name] = self.unit.memory.words(self.own.words)
        return self.unit.rooms[name]

    def in_slots(self) -> Body:
        """Return the instructions that draw for the places in the slots of the action, which is running."""
        return [call(self.unit.helper(f"$draw{self.number}", self._in_slots))]

    def _in_slots(self, function: Function) -> None:
        """Fill `$draw`, which returns at once if no value is a place, as in a trial during a draw."""
        before, after, size = list[Wat](), list[Wat](), WORD * self.own.words
        for f in self.fields:
            slot = const(self.unit.slot(f.slot))
            before += copied(const(self._real + WORD * f.word), slot, WORD * f.size)
            after += copied(slot, const(self._answer + WORD * f.word), WORD * f.size)
        first = self.unit.kernels.call(self.own.first_place, const(self._real))
        drawn = self.unit.helper(f"$meant{self.number}", lambda f: self._drawn(f, None))
        function.body = [
            *before,
            when(compare("<", first, ZERO), [("return",)]),
            *copied(const(self._answer), const(self._real), size),
            call(drawn),
            *after,
        ]

    def answered(self, answer: Wat, site: int) -> Body:
        """Return the instructions that draw for the places in a secret answer to a site, at an address."""
        size = WORD * self.own.words
        given = self.unit.program.sites[site].given[self.unit.program.sites[site].actions.index(self.number)]
        drawn = self.unit.helper(f"$meant{self.number}_{site}", lambda f: self._drawn(f, given))
        return [
            *copied(const(self._answer), answer, size),
            call(drawn),
            *copied(answer, const(self._answer), size),
        ]

    def _drawn(self, function: Function, given: tuple[x.Expression, ...] | None) -> None:
        """Fill a function that draws for one place after another.

        If `given` is `None`, the values given to the action are in its slots already.
        """
        at, zone, drawn = (function.local(hint) for hint in ("at", "zone", "drawn"))
        made, own, candidates = self.unit.kernels.call, self.own, self.options.candidates
        scope, answer, real = Scope(function), const(self._answer), const(self._real)

        def take(inner: Scope) -> Body:
            return [
                *written(self.unseen.e, self.unseen.record, inner, real),
                made(own.share, answer, get(at), real),
            ]

        if given is None:
            listed = candidates.asked(scope, self.number, take, begun=True)
        else:
            listed = candidates.asked_with(scope, self.number, given, take)
        draw: Body = [
            put(at, made(own.first_place, answer)),
            when(compare("<", get(at), ZERO), [("return",)]),
            put(zone, made(own.zone, answer, get(at))),
            made(own.forget),
            *listed,
            put(drawn, call(self._outcome(told=given is None), get(zone))),
            *(self._told(function, get(at), get(zone), get(drawn)) if given is None else []),
            store(add(answer, shift_left(get(at), 2)), get(drawn)),
            branch("$draw"),
        ]
        function.body = [loop("$draw", draw)]

    def _told(self, function: Function, at: Wat, zone: Wat, component: Wat) -> Body:
        """Return the instructions that record what was drawn, if the module records."""
        recorder, table = self.unit.recorder, self.unit.memory.table
        if not recorder.on:
            return []
        stream = table([z.stream for z in self.unit.program.zones]).at(zone)
        slot = table([f.slot for f in self.fields for _ in range(f.size)]).at(at)
        values = tuple((chosen.pick, self._answer + WORD * chosen.at) for chosen in self.own.chosen)
        return recorder.drawn(self._atoms, function, component, stream, slot, values)

    def _outcome(self, *, told: bool) -> str:
        """Return the name of `$outcome(zone)`, which draws a component, the first of identical ones.

        In a scripted game, a draw of which somebody is told follows an item, and another one the luck.
        """
        name = f"$outcome{self.number}" if told else f"$secret{self.number}"
        return self.unit.helper(name, lambda f: self._make_outcome(f, told=told), "$zone", result=True)

    def _make_outcome(self, function: Function, *, told: bool) -> None:
        unit, own, total, first = self.unit, self.own, function.local("total"), function.local("first")
        streams = unit.memory.table([zone.stream for zone in unit.program.zones])
        before, after = self._as_scripted(function, total) if unit.script.on and told else ([], [])
        shares = array(own.shares)

        def secret() -> Body:
            return [("return", unit.kernels.call(own.drawn, unit.script.lucky(get(total))))]

        function.body = [
            *unit.script.either(lambda: before, []),
            put(total, unit.kernels.call(own.merge)),
            when(eqz(get(total)), [("unreachable",)]),
            *unit.script.either(lambda: after, []),
            put(first, unit.kernels.call(own.drawn, ZERO)),
            when(compare("==", shares.at(get(first)), get(total)), [("return", get(first))]),
            *([] if told else unit.script.either(secret, [])),
            unit.kernels.call(own.drawn, below(unit, streams.at(get("$zone")), get(total))),
        ]

    def _as_scripted(self, function: Function, total: str) -> tuple[Body, Body]:
        """Return the instructions that take the meaning from the script.

        The first ones run before the shares of copies are merged, the second ones after it.
        """
        script, c, share = self.unit.script, function.local("scripted"), function.local("scripted_share")
        before: Body = [
            script.expect(Item.MEANT),
            put(c, script.next()),
            put(share, array(self.own.shares).at(get(c))),
            when(eqz(get(share)), script.astray),
        ]
        return before, [script.weigh(get(share), get(total)), ("return", get(c))]
