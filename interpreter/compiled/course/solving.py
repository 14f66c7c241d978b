"""Solvers inside a module: the game that `interpreter.kernels.solving` plays, and its exported functions.

`prove(begins, visits)` runs the alpha-beta search. A separate memory, `tree`, holds the arrays of the kernel,
the first position, and the frames, in which positions are put aside. A frame contains the position with
everything stored beside it, the table of its listed options, and the address at which that list ends. The
lists themselves stay in place, because the lists of later decisions are written behind them. `frame_size()`
returns the size of a frame in bytes. The host lays out and fills this memory (`interpreter.compiled.run`).
"""

from __future__ import annotations

from typing import cast

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import STEPS
from interpreter.compiled.course.onward import answered
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.course.snapshot import grown
from interpreter.compiled.options.every import every_option
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, array, placed
from interpreter.compiled.unit.chance import wide
from interpreter.compiled.unit.unit import Unit
from interpreter.compiled.wasm.memory import POSITION, WORD
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    call,
    const,
    eqz,
    get,
    load,
    multiply,
    put,
    when,
)
from interpreter.kernels.solving.bounds import BoundSearch
from interpreter.kernels.solving.graph import Graph
from interpreter.kernels.solving.outcomes import Outcomes
from interpreter.kernels.solving.positions import Game, Keys
from interpreter.kernels.solving.values import Values, Winners
from interpreter.kernels.terms import Longs, Words
from interpreter.play.chance import GAMMA

__all__ = ["SolvingGame"]

OPTIONS: Wat = ("global.get", "$options")


class SolvingGame(Emitted):
    """Emits the solvers of one module; implements `interpreter.kernels.solving.positions.Game`."""

    def __init__(self, unit: Unit, options: RankedOptions, ranking: Ranking) -> None:
        self._unit, self._options, self._program = unit, options, unit.program
        unit.memories.append("tree")
        room = HostRoom(unit, "$tree")
        program, layout = unit.program, unit.layout
        self.places = cast("Words", Array(unit.memory.part(layout.places, program.players)))
        self.points = cast("Words", Array(ranking.room))
        self._state = const(unit.memory.span(POSITION, unit.indexes.end))
        self._size, self._listed = unit.indexes.end - POSITION, WORD * options.table_words
        self._frame = placed(0, self._size) + placed(0, self._listed) + 2 * WORD
        self._keys, outcomes = Keys(room), Outcomes(cast("Game", self), program)
        self._search = BoundSearch(cast("Game", self), outcomes, self._keys, room)
        self._root, self._frames = array(room.words(0)), array(room.words(0))
        unit.memories.append("graph")
        room = HostRoom(unit, "$graph")
        self.position = cast("Words", Array(unit.memory.part(0, layout.length)))
        self.now = cast("Longs", Array(unit.memory.part(0, layout.length), "longs"))
        self._graph = Graph(cast("Game", self), outcomes, self._keys, layout.length, room)
        graph = self._graph.mover, self._graph.first, self._graph.edges
        self._winners = Winners(*graph, room)
        self._values = tuple(Values(*graph, [], room) for _ in range(2))
        unit.globals.append(("global", "$lists", ("mut", "i32"), ("i32.const", "0")))

    def made(self) -> None:
        """Translate the kernels and export them."""
        unit = self._unit
        for name, kernel in (
            ("prove", self._search.run),
            ("explore", self._graph.explore),
            ("winners", self._winners.sweep),
            ("raise", self._values[0].sweep),
            ("reduce", self._values[1].sweep),
        ):
            unit.functions[unit.kernels.name(kernel)].export = name
        size = Function("$frame_size", (), ("i32",), "frame_size")
        size.body = [const(self._frame)]
        unit.add(size)

    # --- the finished game ----------------------------------------------------------------------------

    def outcome(self, _: Function) -> Wat:
        """Return the tree for how the game ended."""
        return self._unit.place(Head.OUTCOME)

    def decisions(self, _: Function) -> Wat:
        """Return the tree for the number of decisions made so far."""
        return self._unit.place(Head.DECISIONS)

    # --- positions ------------------------------------------------------------------------------------

    def player(self, _: Function) -> Wat:
        """Return the tree for the seat of the player who decides."""
        return self._unit.place(Head.ME)

    def start(self, _: Function) -> Wat:
        """Return the call that goes to the first position; its value is the number of options."""
        return call(self._unit.helper("$first", self._first, result=True))

    def _first(self, function: Function) -> None:
        length = self._unit.layout.length
        position = const(self._unit.memory.part(0, length))
        function.body = [
            when(eqz(("global.get", "$lists")), [("global.set", "$lists", OPTIONS)]),
            ("memory.copy", "0", "$tree", position, self._root.start, const(WORD * length)),
            self.resume(function),
        ]

    def resume(self, _: Function) -> Wat:
        """Return the call that lists the options of the position; its value is their number."""
        return call(self._unit.helper("$resume", self._resume, result=True))

    def _resume(self, function: Function) -> None:
        function.body = [
            ("global.set", "$options", ("global.get", "$lists")),
            call("$indexed"),
            ("global.set", "$saved", ZERO),
            ("global.set", "$fuel", const(BUDGET)),
            self._asked(),
        ]

    def _asked(self) -> Wat:
        """Return the tree that lists the options of the position, unless the game is over."""
        over = self._unit.place(Head.OUTCOME)
        asked: Wat = call("$ask", ZERO)
        ended: Body = [*([call("$score")] if self._program.score else []), ZERO]
        return ("if", ("result", "i32"), over, ("then", *ended), ("else", asked))

    def forget(self, _: Function) -> Wat:
        """Return the instruction that sets the number of decisions to 0."""
        return self._unit.put(Head.DECISIONS, ZERO)

    def take(self, _: Function, k: Wat) -> Wat:
        """Return the tree that takes option `k`; its value is the number of the next options."""
        return call(self._unit.helper("$take", self._take, "$k", result=True), k)

    def _take(self, function: Function) -> None:
        unit = self._unit
        function.body = [*answered(unit), call(STEPS.name, unit.place(Head.PC), get("$k"))]

    def look(self, _: Function) -> Wat:
        """Return the call that computes the keys of the position."""
        return call(self._unit.helper("$hash", self._hashed))

    def _hashed(self, function: Function) -> None:
        unit, length = self._unit, self._unit.layout.length
        last: Wat = unit.place(length - 1) if length % 2 else ZERO
        position = const(unit.memory.part(0, length))
        function.body = [unit.kernels.call(self._keys.look, position, const(length // 2), last)]

    # --- frames ---------------------------------------------------------------------------------------

    def save(self, _: Function, frame: Wat) -> Wat:
        """Return the call that puts the position and its listed options aside."""
        return call(self._unit.helper("$save", self._save, "$frame"), frame)

    def _save(self, function: Function) -> None:
        to = function.local("to")
        function.body = [
            put(to, self._of_frame),
            ("memory.copy", "$tree", "0", get(to), self._state, const(self._size)),
            put(to, add(get(to), const(placed(0, self._size)))),
            ("memory.copy", "$tree", "0", get(to), const(self._options.table), const(self._listed)),
            ("global.set", "$options", self._options.end(function)),
            ("i32.store", "$tree", add(get(to), const(placed(0, self._listed))), OPTIONS),
            grown(self._options),
        ]

    def load(self, _: Function, frame: Wat) -> Wat:
        """Return the call that goes back to a position that was put aside, and to its options."""
        return call(self._unit.helper("$load", self._load, "$frame"), frame)

    def _load(self, function: Function) -> None:
        at = function.local("at")
        function.body = [
            put(at, self._of_frame),
            ("memory.copy", "0", "$tree", self._state, get(at), const(self._size)),
            put(at, add(get(at), const(placed(0, self._size)))),
            ("memory.copy", "0", "$tree", const(self._options.table), get(at), const(self._listed)),
            ("global.set", "$options", ("i32.load", "$tree", add(get(at), const(placed(0, self._listed))))),
            *self._unit.memo.forgotten(),
        ]

    @property
    def _of_frame(self) -> Wat:
        """The address of a frame in the other memory."""
        return add(self._frames.start, multiply(get("$frame"), const(self._frame)))

    # --- marks of options -----------------------------------------------------------------------------

    def mark(self, _: Function, first: Wat) -> Wat:
        """Return the call that writes a mark for each listed option."""
        return call(self._unit.helper("$mark", self._mark, "$first"), first)

    def _mark(self, function: Function) -> None:
        marks, options = array(self._search.marks), self._options
        at, k, hash_ = function.local("at"), function.local("k"), function.local("hash", "i64")
        mark: Wat = ("i32.wrap_i64", ("i64.shr_u", get(hash_), ("i64.const", "52")))

        def mix(action: int) -> Body:
            mixed: Body = [put(hash_, wide(1 + action))]
            for offset in range(0, WORD * options.records[action].words, WORD):
                read: Wat = ("i64.extend_i32_u", load(get(at), offset))
                mixed.append(put(hash_, ("i64.mul", ("i64.add", get(hash_), read), wide(GAMMA))))
            return [*mixed, marks.put(get(k), mark)]

        function.body = [put(k, get("$first")), *every_option(options, function, k, at, mix)]
