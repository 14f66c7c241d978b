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
from interpreter.compiled.options.unseen import copies_counted
from interpreter.compiled.translate.expressions import Emitted
from interpreter.compiled.translate.residual import Array
from interpreter.compiled.translate.room import HostRoom, ModuleRoom, array, placed
from interpreter.compiled.unit.unit import Scope, Unit
from interpreter.compiled.wasm.memory import POSITION, WORD, cleared, copied
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
from interpreter.kernels.arrays.choosing import Combining, Spelling
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
        stored = 2 * WORD + WORD * options.table_words + MOST if self._list else 0
        self.words = (self._size + stored) // WORD
        """The number of integers that a lane stores for its position."""
        own = ModuleRoom(unit)
        self._spellings = tuple(
            Spelling(program, encoding.actions, number, self.word, own)
            for number in range(len(program.actions) if encoding else 0)
            if encoding
        )
        room = HostRoom(unit, "$lanes")
        self._lanes = Stepping(cast("Game", self), program, room, self.words, encoding=encoding)
        self._combining = dict[int, Combining]()
        for number, spelling in enumerate(self._spellings):
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
        return add(get(at), const(2 * WORD))

    def _list_of(self, at: str) -> Wat:
        """Return the address at which a lane stores its listed options."""
        return add(get(at), const(2 * WORD + WORD * self._options.table_words))

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
        body, program = function.body, self._unit.program
        k, at, left = (function.local(hint) for hint in ("k", "at", "left"))
        body.append(("global.set", "$fuel", const(BUDGET)))
        for place, i in enumerate(program.code):
            if isinstance(i, Decide):
                its = list[Wat]()
                for index in range(len(program.sites[i.site].actions)):
                    its += self._spell_all(Scope(function), i.site, index, (k, at, left))
                body.append(when(compare("==", self._unit.place(Head.PC), const(place)), [*its, ("return",)]))

    def _spell_all(self, scope: Scope, number: int, index: int, names: tuple[str, str, str]) -> Body:
        """Return instructions that take in the listed options of one action of a site.

        `names` are the locals for the index of an option, for its address, and for how many are left.
        """
        site, record, unit = self._unit.program.sites[number], self._options.records, self._unit
        if not self._is_spelled_from_list(number) and site.actions[index] in self._combining:
            many = self._options.many(index) if len(site.actions) > 1 else self._many
            return self._combine(scope, site.actions[index], many, names)
        (k, at, left), action = names, site.actions[index]
        spelling, function = self._spellings[action], scope.function
        size, weight = WORD * record[action].words, WORD * record[action].weighed
        values = add(get(at), const(weight))
        again = any(chosen.copies for chosen in spelling.chosen[1:])

        def spelled(inner: Scope) -> Body:
            first = spelling.chosen[0] if spelling.chosen else None
            each = [
                *(self._count_copies(inner, spelling, values) if again else []),
                unit.kernels.call(spelling.spell, values),
                unit.kernels.call(self._lanes.choosing.add, get("$lane"), get(k)),
                put(at, add(get(at), const(size))),
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
        return spelled(Scope(function))

    def _combine(self, scope: Scope, action: int, many: Wat, names: tuple[str, str, str]) -> Body:
        """Return instructions that take in the `many` combinations that are the options of an action."""
        unit, spelling, (k, r, left) = self._unit, self._spellings[action], names
        combining, pick = self._combining[action], unit.program.actions[action].picks[0]
        slot = unit.slot(pick.slot)
        each: Body = [
            unit.kernels.call(combining.own.take, get(r)),
            unit.kernels.call(spelling.spell, const(slot)),
            unit.kernels.call(self._lanes.choosing.add, get("$lane"), add(get(k), get(r))),
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
