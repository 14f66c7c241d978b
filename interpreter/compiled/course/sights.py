"""Sights: a 64-bit hash of what a player has been shown of the events that a module recorded.

`$see(player)` reads the tape and updates the hash in `$seen`, word by word, with what the player is shown of
each event (`interpreter.kernels.sights`). Two histories that show the player the same things therefore have
the same hash. Histories that show the player different things almost surely have different hashes: among a
million such histories, the probability that any two have the same hash is less than one in ten million. A
pending decision is not on the tape; `$see_asked(player)` mixes it in while its options are listed.
"""

from __future__ import annotations

from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.options.options import Options
from interpreter.compiled.unit.recorder import END
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.wat import ZERO, Body, Function, Wat, compare, const, get, when
from interpreter.kernels.sights import Pending, fold
from interpreter.kernels.sights import Sights as Shown
from interpreter.play.events import EventKind

__all__ = ["Sights"]

SEEN: Wat = ("global.get", "$seen")


class Sights:
    """Emits functions of a recording module that hash what a player is shown."""

    def __init__(self, unit: Unit, options: Options) -> None:
        self._unit, self._options, self._program = unit, options, unit.program
        self._pending = Pending(unit.program)
        unit.globals.append(("global", "$seen", ("mut", "i64"), ("i64.const", "0")))

    def _fold(self, word: Wat) -> Wat:
        """Return the instruction that mixes a 32-bit word into `$seen`."""
        return _put(self._unit.kernels.call(fold, SEEN, word))

    @property
    def see(self) -> str:
        """The name of `$see(player)`, which mixes what the tape shows to the player into `$seen`."""
        return self._unit.helper("$see", self._see, "$player")

    def _see(self, function: Function) -> None:
        shown, end = Shown(self._program), ("i32.shr_u", END, const(2))
        function.body = self._unit.kernels.through(
            function, shown.see, ZERO, end, get("$player"), take=lambda word: [self._fold(word)]
        )

    @property
    def see_asked(self) -> str:
        """The name of `$see_asked(player)`, which mixes the pending decision and its options into `$seen`."""
        return self._unit.helper("$see_asked", self._see_asked, "$player")

    def _see_asked(self, function: Function) -> None:
        unit, me, table = self._unit, self._unit.place(Head.ME), const(self._options.table)
        body: Body = [self._fold(const(EventKind.ASKED)), self._fold(me)]
        body.append(when(compare("!=", me, get("$player")), [("return",)]))
        for at, i in enumerate(self._program.code):
            if isinstance(i, Decide):
                seen = unit.kernels.call(self._pending.see, SEEN, table, table, const(i.site))
                body.append(when(compare("==", unit.place(Head.PC), const(at)), [_put(seen), ("return",)]))
        function.body = body

    def option_seen(self, action: int, at: str) -> Wat:
        """Return the instruction that mixes in an action and its option, which lies at the local `at`."""
        return _put(self._unit.kernels.call(self._pending.actions[action].see_one, SEEN, get(at)))


def _put(seen: Wat) -> Wat:
    return ("global.set", "$seen", seen)
