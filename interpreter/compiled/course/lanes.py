"""Lanes inside a module: provides the game that the kernel `kernels.arrays.lanes` steps in each lane.

`step(first, end)` works on some of the lanes. A separate memory, `lanes`, holds the arrays of the kernel. The
host lays out and fills this memory (`run.lanes`).

With the position of a lane, the sets and indexes beside it are stored, so nothing needs to be rebuilt when
the module turns to another lane. If options of the pending decision were listed (not just counted), and they
are few, then the list is stored, too, because making it may take longer than the decision.
"""

from __future__ import annotations

from typing import cast

from gamespec.program.budget import BUDGET
from gamespec.program.instructions import Decide
from gamespec.program.tables import Head
from interpreter.compiled.analysis.blocks import LANES
from interpreter.compiled.course.flow import beginning
from interpreter.compiled.course.ranking import Ranking
from interpreter.compiled.options.ranked import RankedOptions
from interpreter.compiled.options.spelled import Names, Spelled
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, ModuleRoom, array, placed
from interpreter.compiled.unit.unit import Scope, Unit
from interpreter.compiled.wasm.memory import POSITION, WORD, cleared
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    call,
    compare,
    const,
    eqz,
    get,
    multiply,
    put,
    subtract,
    when,
)
from interpreter.kernels.arrays.choosing import Combining
from interpreter.kernels.arrays.lanes import Game, Stepping
from interpreter.kernels.terms import Words
from interpreter.play.encoding import Encoding

__all__ = ["LaneGame"]

MOST = 384
"""Maximum size of a list of options that is stored with a lane, in bytes."""

SEED = f"offset={POSITION + WORD * Head.SEED_LOW}"
OPTIONS: Wat = ("global.get", "$options")


class LaneGame(Emitted):
    """Emits the lanes of one module; implements `interpreter.kernels.arrays.lanes.Game`.

    `begun` are the instructions that set memory to the position before set-up.
    """

    def __init__(
        self, unit: Unit, options: RankedOptions, ranking: Ranking, begun: Body, encoding: Encoding | None
    ) -> None:
        self._unit, self._options, self._begun = unit, options, begun
        program = unit.program
        unit.memories.append("lanes")
        self.places = cast("Words", Array(unit.memory.part(unit.layout.places, program.players)))
        self.points = cast("Words", Array(ranking.room))
        self.totals = ModuleRoom(unit).words(program.players)
        self.position = cast("Words", Array(unit.memory.part(0, unit.layout.length)))
        self.word = ModuleRoom(unit).words(encoding.actions.most if encoding else 0)
        self._size = placed(0, unit.indexes.end - POSITION)
        self._table = const(options.table), const(WORD * options.table_words)
        self._listed = [int(options.lists(i)) for i in program.code]
        self._list = any(self._listed)
        """Whether there are decisions whose listed options are stored."""
        stored = WORD + WORD * options.table_words + MOST if self._list else 0
        self.words = (self._size + stored) // WORD
        """The number of integers that a lane stores for its position."""
        self._spelled = Spelled(options, encoding.actions, self.word, self._add) if encoding else None
        spellings = self._spelled.spellings if self._spelled else ()
        room = HostRoom(unit, "$lanes")
        self._lanes = Stepping(cast("Game", self), program, room, self.words, encoding=encoding)
        self._combining = dict[int, Combining]()
        for number, spelling in enumerate(spellings):
            found = options.combinations(number)
            if spelling.by_pick and found is not None and not any(each.copies for each in spelling.chosen):
                self._combining[number] = Combining(spelling, found.own, self._lanes.choosing)

    def made(self) -> None:
        """Translate the kernel and export it as `step`."""
        self._unit.functions[self._unit.kernels.name(self._lanes.step)].export = "step"

    # --- the game -------------------------------------------------------------------------------------

    def load(self, _: Function, lane: Wat) -> Wat:
        """Return the call that goes to the position of a lane, and invalidates memoized results."""
        return call(self._unit.helper("$load", self._load, "$lane"), lane)

    def _load(self, function: Function) -> None:
        copy = ("memory.copy", "0", "$lanes", self._state, self._of_lane, const(self._size))
        function.body = [copy, *self._unit.memo.forgotten()]

    def save(self, _: Function, lane: Wat) -> Wat:
        """Return the call that makes the current position that of a lane."""
        return call(self._unit.helper("$save", self._save, "$lane"), lane)

    def _save(self, function: Function) -> None:
        copy = ("memory.copy", "$lanes", "0", self._of_lane, self._state, const(self._size))
        function.body = [copy, *(self._save_list(function) if self._list else [])]

    def _save_list(self, function: Function) -> Body:
        """Return the instructions that store the listed options, or that they are not stored."""
        unit, to, size = self._unit, function.local("to"), function.local("size")
        listed = unit.memory.table(self._listed).at(unit.place(Head.PC))
        fits: Wat = ("i32.le_u", get(size), const(MOST))
        there: Body = [
            put(size, subtract(self._options.end(function), OPTIONS)),
            when(
                fits,
                [
                    ("i32.store", "$lanes", get(to), get(size)),
                    ("memory.copy", "$lanes", "0", self._table_of(to), *self._table),
                    ("memory.copy", "$lanes", "0", self._list_of(to), OPTIONS, get(size)),
                ],
            ),
        ]
        return [
            put(to, add(self._of_lane, const(self._size))),
            ("i32.store", "$lanes", get(to), const(-1)),
            when(listed, [when(eqz(unit.place(Head.OUTCOME)), there)]),
        ]

    def restore(self, _: Function, lane: Wat) -> Wat:
        """Return the call that restores the listed options of a lane, or lists them again."""
        return call(self._unit.helper("$restore", self._restore, "$lane"), lane)

    def _restore(self, function: Function) -> None:
        ask = ("drop", call("$ask", const(1)))
        if not self._list:
            function.body = [ask]
            return
        at, size = function.local("from"), function.local("size")
        stored: Body = [
            ("memory.copy", "0", "$lanes", self._table[0], self._table_of(at), self._table[1]),
            ("memory.copy", "0", "$lanes", OPTIONS, self._list_of(at), get(size)),
        ]
        function.body = [
            put(at, add(self._of_lane, const(self._size))),
            put(size, ("i32.load", "$lanes", get(at))),
            when(compare(">=", get(size), ZERO), stored, [ask]),
        ]

    def _table_of(self, at: str) -> Wat:
        """Return the address at which a lane stores the table of its listed options."""
        return add(get(at), const(WORD))

    def _list_of(self, at: str) -> Wat:
        """Return the address at which a lane stores its listed options."""
        return add(get(at), const(WORD + WORD * self._options.table_words))

    @property
    def _state(self) -> Wat:
        return const(self._unit.memory.span(POSITION, POSITION + self._size))

    @property
    def _many(self) -> Wat:
        """The number of options of the lane `$lane`."""
        return array(self._lanes.counts).at(get("$lane"))

    @property
    def _of_lane(self) -> Wat:
        return add(array(self._lanes.positions).start, multiply(get("$lane"), const(WORD * self.words)))

    def index(self, _: Function) -> Wat:
        """Return the call that updates the sets and indexes beside the position."""
        return call("$indexed")

    def begin(self, _: Function, lane: Wat) -> Wat:
        """Return the call that begins a game with the seed of a lane."""
        return call(self._unit.helper("$new", self._new, "$lane", result=True), lane)

    def _new(self, function: Function) -> None:
        seed = array(self._lanes.seeds).at(get("$lane"))
        function.body = [
            *self._begun,
            ("i64.store", SEED, ZERO, seed),
            ("global.set", "$fuel", const(BUDGET)),
            call(LANES.name, const(beginning(self._unit.program)), ZERO),
        ]

    def ask(self, _: Function) -> Wat:
        """Return the call that counts the options of the pending decision."""
        return call("$ask", const(1))

    def list_all(self, _: Function) -> Wat:
        """Return the instruction that lists the options of the pending decision unless all are listed."""
        program = self._unit.program
        needed = [
            int(isinstance(i, Decide) and not self._options.lists(i) and self._is_spelled_from_list(i.site))
            for i in program.code
        ]
        at = self._unit.memory.table(needed).at(self._unit.place(Head.PC))
        return when(at, [("drop", call("$ask", ZERO))])

    def _is_spelled_from_list(self, site: int) -> bool:
        """Return whether the actions of some options at a site are found only if the options are listed."""
        actions = self._unit.program.sites[site].actions
        return any(
            self._unit.program.actions[action].picks and action not in self._combining for action in actions
        )

    def spell(self, _: Function, lane: Wat) -> Wat:
        """Return the call that takes in the actions of each listed option."""
        return call(self._unit.helper("$spell", self._spell, "$lane"), lane)

    def _spell(self, function: Function) -> None:
        assert self._spelled is not None  # noqa: S101 - only lanes that encode spell
        function.body = [("global.set", "$fuel", const(BUDGET)), *self._spelled.all(function, self._combined)]

    def _add(self, k: Wat, length: Wat) -> Wat:
        """Return the instructions that take in option `k`, which has been spelled."""
        add_it = self._unit.kernels.call(self._lanes.choosing.add, get("$lane"), k)
        return ("block", ("drop", length), add_it)

    def _combined(self, scope: Scope, number: int, index: int, names: Names) -> Body | None:
        """Return instructions for options that are taken in without being listed, or `None`."""
        site = self._unit.program.sites[number]
        if self._is_spelled_from_list(number) or site.actions[index] not in self._combining:
            return None
        many = self._options.many(index) if len(site.actions) > 1 else self._many
        return self._combine(scope, site.actions[index], many, names)

    def _combine(self, scope: Scope, action: int, many: Wat, names: Names) -> Body:
        """Return instructions that take in the `many` combinations that are the options of an action."""
        unit, combining, (k, r, left) = self._unit, self._combining[action], names
        spelling, pick = combining.spelling, unit.program.actions[action].picks[0]
        slot = unit.slot(pick.slot)
        each: Body = [
            unit.kernels.call(combining.own.take, get(r)),
            self._add(add(get(k), get(r)), unit.kernels.call(spelling.spell, const(slot))),
        ]
        one_by_one: Body = [
            put(r, ZERO),
            *self._options.e.counting(scope, r, compare(">=", get(r), get(left)), each),
            *cleared(slot, unit.program.slots[pick.slot].size),
        ]
        together = unit.kernels.call(combining.add, get("$lane"), get(k), get(left))
        return [
            put(left, many),
            when(unit.kernels.call(combining.ascends, get(left)), [together], one_by_one),
            put(k, add(get(k), get(left))),
        ]

    def picked(self, _: Function, key: Wat, number: Wat, count: Wat) -> Wat:
        """Return the tree for the index of the option that a random player takes."""
        return self._options.picked(key, number, count)

    def take(self, _: Function, k: Wat) -> Wat:
        """Return the call that takes option `k`."""
        return call(self._unit.helper("$take", self._take, "$k", result=True), k)

    def _take(self, function: Function) -> None:
        decisions = self._unit.place(Head.DECISIONS)
        function.body = [
            self._unit.put(Head.DECISIONS, add(decisions, const(1))),
            ("global.set", "$fuel", const(BUDGET)),
            call(LANES.name, self._unit.place(Head.PC), get("$k")),
        ]

    def score(self, _: Function) -> Wat:
        """Return the call that computes the parts of the score."""
        return call("$score")

    def over(self, _: Function) -> Wat:
        """Return the test that the game has ended."""
        return compare("!=", self._unit.place(Head.OUTCOME), const(Head.RUNNING))

    def tell_seed(self, _: Function, lane: Wat) -> Wat:
        """Return the instruction that writes the seed of the game as that of the lane."""
        return array(self._lanes.seeds).put(lane, ("i64.load", SEED, ZERO))

    def outcome(self, _: Function) -> Wat:
        """Return the tree for the outcome of the game."""
        return self._unit.place(Head.OUTCOME)

    def player(self, _: Function) -> Wat:
        """Return the tree for the seat of the player who decides."""
        return self._unit.place(Head.ME)

    def decisions(self, _: Function) -> Wat:
        """Return the tree for the number of decisions made so far."""
        return self._unit.place(Head.DECISIONS)
