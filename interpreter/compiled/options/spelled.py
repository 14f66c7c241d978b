"""Spells the listed options of the pending decision: finds the actions that choose each of them, in order.

Actions are numbers (`interpreter.play.actions`), which the kernel `Spelling` writes to an array.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from interpreter.compiled.options.every import at_decision
from interpreter.compiled.options.options import Options
from interpreter.compiled.options.unseen import copies_counted
from interpreter.compiled.translate.room import ModuleRoom
from interpreter.compiled.unit.unit import Scope
from interpreter.compiled.wasm.memory import WORD, cleared, copied
from interpreter.compiled.wasm.wat import (
    Body,
    Function,
    Wat,
    add,
    const,
    eqz,
    get,
    put,
)
from interpreter.kernels.arrays.choosing import Spelling
from interpreter.kernels.terms import Words
from interpreter.play.actions import Actions

__all__ = ["Names", "Spelled", "Take"]

Names: TypeAlias = tuple[str, str, str]
"""The locals for the index of an option, for its address, and for how many are left."""

Take: TypeAlias = "Callable[[Wat, Wat], Wat]"
"""Returns what to do with an option that has been spelled, given its index and the number of its actions."""

Otherwise: TypeAlias = "Callable[[Scope, int, int, Names], Body | None]"
"""Returns other instructions for an action, given the site and the index of the action there."""


class Spelled:
    """Emits the code that spells options to the array `word`, and then does what `take` says."""

    def __init__(self, options: Options, actions: Actions, word: Words, take: Take) -> None:
        self._options, self._unit, self._take = options, options.unit, take
        own, program = ModuleRoom(options.unit), options.unit.program
        self.spellings = tuple(
            Spelling(program, actions, number, word, own) for number in range(len(program.actions))
        )

    def all(self, function: Function, otherwise: Otherwise | None = None) -> Body:
        """Return instructions that spell the options of the pending decision, and then return."""
        names = function.local("k"), function.local("at"), function.local("left")

        def of(site: int) -> Body:
            its = list[Wat]()
            for index in range(len(self._unit.program.sites[site].actions)):
                other = otherwise(Scope(function), site, index, names) if otherwise else None
                its += self._of_action(Scope(function), site, index, names) if other is None else other
            return its

        return at_decision(self._unit, of)

    def _of_action(self, scope: Scope, number: int, index: int, names: Names) -> Body:
        """Return instructions that spell the listed options of one action of a site."""
        site, unit = self._unit.program.sites[number], self._unit
        (k, at, left), action = names, site.actions[index]
        spelling, record = self.spellings[action], self._options.records[action]
        values = add(get(at), const(WORD * record.weighed))
        again = any(chosen.copies for chosen in spelling.chosen[1:])

        def spelled(inner: Scope) -> Body:
            first = spelling.chosen[0] if spelling.chosen else None
            each = [
                *(self._count_copies(inner, spelling, values) if again else []),
                self._take(get(k), unit.kernels.call(spelling.spell, values)),
                put(at, add(get(at), const(WORD * record.words))),
                put(k, add(get(k), const(1))),
            ]
            return [
                *(copies_counted(self._options.e, inner, first) if first and not again else []),
                put(at, self._options.begins(index)),
                put(left, self._options.many(index)),
                *self._options.e.counting(inner, left, eqz(get(left)), each, -1),
            ]

        if any(chosen.copies for chosen in spelling.chosen):
            return self._options.of_action(scope, action, site.given[index], spelled)
        return spelled(Scope(scope.function))

    def _count_copies(self, scope: Scope, spelling: Spelling, values: Wat) -> Body:
        """Return instructions that number the copies in the lists of all picks, given an option's values."""
        unit, body = self._unit, list[Wat]()
        for chosen in spelling.chosen:
            body += copies_counted(self._options.e, scope, chosen)
            source = add(values, const(WORD * chosen.at))
            body += copied(const(unit.slot(chosen.pick.slot)), source, WORD * chosen.size)
        for chosen in spelling.chosen:
            body += cleared(unit.slot(chosen.pick.slot), chosen.size)
        return body
