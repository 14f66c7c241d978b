"""Replays: a game played from its beginning by a script, as long as a player is shown what is expected.

`$replay(player, end, size)` begins the game and follows the script (`scripted`), which supplies chance and
the answers; its items have `end` bytes, and with the luck it has `size` bytes. Wherever the game waits, the
script has a SIGHT, a hash of what the player has been shown so far (`sights`). It returns `SAME` if the
script ended and each sight was as expected, otherwise `OTHER`; the position is then where the script stopped.

The tape then has the events since the game last waited as the script says.

An answer in the script must be among the options; it may name another one of several alike copies. Each
answer of another player multiplies the weight by one over the number of options. So the weight of a history
is its probability, given the scripted chance, if the others choose uniformly.

An answer names its action by the action's number in the program, because at the same item, histories that
show the player the same may offer another player different decisions.

A replay keeps the game where it waits after `keep_at` bytes of the script. While `keeps` is set, replays go
on from there. So the host sets both anew before it replays a script that begins in another way.

Instead of an answer the script may give the fraction of the options to skip before picking one. The option
that was taken is then stored at `picked` in the form of an answer: its action, and its words.
"""

from __future__ import annotations

from typing import cast

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import STEPS
from interpreter.compiled.course.flow import beginning
from interpreter.compiled.course.sights import SEEN, Sights
from interpreter.compiled.options.options import Options
from interpreter.compiled.translate.room import ModuleRoom, array
from interpreter.compiled.translate.source import Kernel
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.interface import OTHER, OVER, SAME
from interpreter.compiled.wasm.memory import WORD, Words, copied
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
    get,
    loop,
    put,
    shift_left,
    store,
    when,
)
from interpreter.kernels.items import HEAD, Item
from interpreter.kernels.scripted import Answers, Weight

__all__ = ["Replays"]

AT: Wat = ("global.get", "$script_at")
OFFERED: Wat = ("global.get", "$offered")
END: Wat = ("global.get", "$script_end")


class Replays:
    """Emits `$replay`, in a module that records."""

    def __init__(self, unit: Unit, options: Options, begun: Body) -> None:
        self._unit, self._options, self.sights = unit, options, Sights(unit, options)
        self._begun = begun
        self._kept = unit.memory.words(unit.layout.length)
        for name in ("keep_at", "keeps"):
            unit.globals.append(("global", f"${name}", ("export", f'"{name}"'), ("mut", "i32"), ZERO))
        kept = ("seen", "i64"), ("weight", "f64"), ("weight_low", "i32"), ("luck_at", "i32")
        for name, kind in kept:
            unit.globals.append(("global", f"$kept_{name}", ("mut", kind), (f"{kind}.const", "0")))
        self._globals = tuple(name for name, _ in kept)
        self._answers = Answers(unit.program, ModuleRoom(unit), cast("Weight", unit.script))
        self.picked = array(self._answers.picked).address

    def function(self) -> Function:
        """Return the function `$replay`."""
        parameters = tuple((name, "i32") for name in ("$player", "$end", "$size"))
        function = Function("$replay", parameters, ("i32",), "replay")
        status, k, item, on = (function.local(hint) for hint in ("status", "k", "item", "on"))
        unit, script, player = self._unit, self._unit.script, get("$player")
        me = unit.place(Head.ME)
        fresh = {"saved": 0, "taped": 0, "script_at": 0, "weight_low": 0, "scripted": 1}
        look: Body = [
            call(self.sights.see, player),
            when(compare("!=", get(status), const(OVER)), [call(self.sights.see_asked, player)]),
            *self._sight(),
            ("global.set", "$taped", ZERO),
            when(compare("==", AT, ("global.get", "$keep_at")), self._keep()),
        ]
        stop: Body = [
            when(get(on), [put(on, ZERO)], look),
            branch_if("$same", ("i32.ge_u", AT, END)),
            when(compare("==", get(status), const(OVER)), [("return", const(OTHER))]),
            when(compare("!=", me, player), [script.weigh(const(1), OFFERED)]),
            put(item, script.next()),
            when(
                compare("==", get(item), const(Item.PICK)),
                self._picked(function, k),
                [
                    when(compare("!=", get(item), const(Item.ANSWER)), [("return", const(OTHER))]),
                    *self._named(function, k),
                ],
            ),
            put(status, call("$answer", get(k))),
            branch("$on"),
        ]
        begin: Body = [
            *self._begun,
            ("global.set", "$luck_at", get("$end")),
            ("global.set", "$weight", ("f64.const", "1")),
            ("global.set", "$seen", ("i64.const", "0")),
            ("global.set", "$fuel", const(BUDGET)),
            put(status, call(STEPS.name, const(beginning(unit.program)), ZERO)),
        ]
        function.body = [
            *(("global.set", f"${name}", const(value)) for name, value in fresh.items()),
            ("global.set", "$script_end", get("$end")),
            ("global.set", "$luck_end", get("$size")),
            when(
                ("global.get", "$keeps"), [*self._go_back(), put(on, const(1)), put(status, OFFERED)], begin
            ),
            block("$same", [loop("$on", stop)]),
            ("global.set", "$scripted", ZERO),
            store(ZERO, ("global.get", "$weight"), Words.WEIGHT, width="f64.store"),
            store(ZERO, ("global.get", "$weight_low"), Words.WEIGHT_LOW),
            const(SAME),
        ]
        return function

    def _keep(self) -> Body:
        """Return the instructions that keep the game here."""
        position, size = const(self._unit.memory.part(0, self._unit.layout.length)), self._size
        return [
            *copied(const(self._kept), position, size),
            *(("global.set", f"$kept_{name}", ("global.get", f"${name}")) for name in self._globals),
            ("global.set", "$keeps", const(1)),
        ]

    def _go_back(self) -> Body:
        """Return the instructions that go back to the game that was kept."""
        position, size = const(self._unit.memory.part(0, self._unit.layout.length)), self._size
        return [
            *copied(position, const(self._kept), size, settled=True),
            call("$indexed"),
            *(("global.set", f"${name}", ("global.get", f"$kept_{name}")) for name in self._globals),
            ("global.set", "$script_at", ("global.get", "$keep_at")),
            ("global.set", "$offered", call("$ask", ZERO)),
        ]

    @property
    def _size(self) -> int:
        """The size of a position in bytes."""
        return WORD * self._unit.layout.length

    def _sight(self) -> Body:
        """Return the instructions that compare the player's sight with that of the script."""
        there: Wat = ("i64.load", "$script", AT)
        return [
            self._unit.script.expect(Item.SIGHT),
            when(("i32.gt_u", add(AT, const(2 * WORD)), END), self._unit.script.astray),
            when(("i64.ne", there, SEEN), [("return", const(OTHER))]),
            ("global.set", "$script_at", add(AT, const(2 * WORD))),
        ]

    # --- answers --------------------------------------------------------------------------------------

    def _named(self, function: Function, k: str) -> Body:
        """Return the instructions that put the number of the scripted option into a local."""
        room, action, tells = map(function.local, ("room", "action", "tells"))
        script, end = self._unit.script, add(AT, shift_left(get(room), 2))
        return [
            *(put(name, script.next()) for name in (room, action, tells)),
            when(("i32.gt_u", end, END), script.astray),
            put(k, self._kernel(self._answers.find, get(action), get(tells), AT)),
            when(compare("<", get(k), ZERO), [("return", const(OTHER))]),
            ("global.set", "$script_at", end),
        ]

    def _picked(self, function: Function, k: str) -> Body:
        """Return the instructions that put the number of the option at a fraction into a local."""
        room, part = function.local("room"), function.local("part")
        return [
            *(put(name, self._unit.script.next()) for name in (room, part)),
            ("global.set", "$script_at", add(AT, shift_left(add(get(room), const(HEAD - 3)), 2))),
            put(k, self._kernel(self._answers.pick, OFFERED, get(part))),
        ]

    def _kernel(self, kernel: Kernel, *operands: Wat) -> Wat:
        """Return a call of a kernel with the table of options, which holds both addresses and counts."""
        table = const(self._options.table)
        return self._unit.kernels.call(kernel, table, table, *operands)
