"""Emits the counting of games, by kernels of `interpreter.kernels.statistics.tallying` at each counted event.

Each method returns the instructions to run at one kind of event. If counting this event is not requested, it
returns nothing, and the module is the same as without counting. Counting changes no position, and costs
nothing from the game's budget. The counters of the current game follow one another in memory, so they can be
copied at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.translate.room import Block
from interpreter.compiled.unit.chance import wide
from interpreter.compiled.wasm.interface import Batches
from interpreter.compiled.wasm.memory import WORD, cleared, copied
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Function,
    Wat,
    add,
    block,
    call,
    const,
    constant,
    get,
    multiply,
    put,
)
from interpreter.kernels.statistics.tally_row import TallyRow
from interpreter.kernels.statistics.tallying import BITS, Tallying
from interpreter.play.tally import Cells, Counts, taken

if TYPE_CHECKING:
    from interpreter.compiled.unit.unit import Unit

__all__ = ["Tallies"]

_TRYING: Wat = ("global.get", "$trying")


class Tallies:
    """Emits the counting of games in one module."""

    leader: Callable[[], str]
    """Returns the name of the function that finds the team that leads alone.

    That function returns the number of the team, counted from 1, or 0 if there is none. This attribute is set
    before anything is emitted.
    """
    measure: Callable[[int], str]
    """Returns the name of the function that evaluates the measure with a given number for a seat.

    This attribute is set before anything is emitted.
    """

    def __init__(self, unit: Unit, counts: Counts) -> None:
        self._unit, self.counts = unit, counts
        """`counts` says what is counted."""
        self.room, self.told_size, self.size = 0, 0, 0
        """Address of the counters, their size in bytes, and their size including what else counting needs."""
        self._own: Tallying | None = None
        if counts:
            row = TallyRow(unit.program, counts)
            self.told_size, self.size = row.size, row.size + row.kept
            self.room = unit.memory.room(self.size)
            told, kept = Block(unit, self.room), Block(unit, self.room + row.size)
            self._own = Tallying(unit.program, counts, Cells(unit.program), told, kept)
            unit.kernels.means({Tallying.leader: self._leader, Tallying.measure: self._measure})
        if counts.components:
            unit.globals.append(("global", "$trying", ("mut", "i32"), ("i32.const", "0")))

    def begun(self) -> Body:
        """Return the instructions to run when a game begins, which set the counters to 0."""
        return cleared(self.room, self.size, bytes_=True) if self.counts else []

    def told(self, batches: Batches, game: Wat) -> Body:
        """Return the instructions that copy the counters of the current game to the end of its row."""
        if not self.counts:
            return []
        each = WORD * batches.width
        to = add(multiply(game, const(each)), const(batches.results + each - self.told_size))
        return copied(to, const(self.room), self.told_size)

    # --- events ---------------------------------------------------------------------------------------

    def due(self, site: int, count: Wat, many: Callable[[int], Wat]) -> Body:
        """Return the instructions to run at a decision with `count` options.

        The function `many` returns the tree for the number of options of an action, given its index at the
        site.
        """
        if not (self.counts.pace or self.counts.actions):
            return []
        make = lambda function: self._due(function, site, many)  # noqa: E731 - as short as its name
        return [call(self._unit.helper(f"$due{site}", make, "$count"), count)]

    def _due(self, function: Function, number: int, many: Callable[[int], Wat]) -> None:
        site, count = self._unit.program.sites[number], get("$count")
        if self.counts.pace:
            alone = const(int(not site.ask_always))
            function.body += self._inlined(function, self._counted.due, count, alone)
        for action in dict.fromkeys(site.actions) if self.counts.actions else ():
            total: Wat = ZERO
            for index, offered in enumerate(site.actions):
                mine = count if len(site.actions) == 1 else many(index)  # with one action, it is the total
                total = add(total, mine) if offered == action else total
            whose = add(multiply(self._me, const(len(self._unit.program.actions))), const(action))
            function.body.append(self._call(self._counted.offered, whose, total, count))

    def chosen(self, function: Function, action: int) -> Body:
        """Return the instructions to run when the acting player takes an option of an action."""
        reached = self.reached([taken(self._unit.program, action)])
        if self._own is None or not (self.counts.actions or self._own.last):
            return reached
        return [*reached, *self._inlined(function, self._counted.taken, self._me, const(action))]

    def reached(self, bits: Iterable[int]) -> Body:
        """Return the instructions to run where the game reaches some bits of `Tally.reached`."""
        if not self.counts.reached:
            return []
        masks = dict[int, int]()
        for bit in bits:
            masks[bit // BITS] = masks.get(bit // BITS, 0) | 1 << bit % BITS
        return [self._call(self._counted.reach, const(index), wide(mask)) for index, mask in masks.items()]

    def turn_began(self, function: Function, player: Wat) -> Body:
        """Return the instructions to run when a turn begins."""
        own = self._own
        if own is None or not (self.counts.pace or own.leads or own.of_turns):
            return []
        return self._inlined(function, self._counted.turn_began, player)

    def moved(self, c: Wat, source: Wat, target: Wat) -> Body:
        """Return the instructions to run when a component moves; moves within a trial are not counted."""
        return [self._call(self._counted.moved, c, source, target, _TRYING)] if self.counts.components else []

    def tried(self, body: Body) -> Body:
        """Wrap the instructions of a trial so that a global counts how deep trials are nested."""
        if not self.counts.components:
            return body
        deeper, back = (("global.set", "$trying", add(_TRYING, const(by))) for by in (1, -1))
        return [deeper, *body, back]

    def ended(self) -> Body:
        """Return the instructions to run when the game is over."""
        own = self._own
        if own is None or not (own.leads or self.counts.components or own.measured):
            return []
        return [self._call(self._counted.over)]

    @property
    def _me(self) -> Wat:
        return self._unit.place(Head.ME)

    def _call(self, kernel: Callable[..., None], *operands: Wat) -> Wat:
        return self._unit.kernels.call(kernel, *operands)

    def _inlined(self, function: Function, kernel: Callable[..., None], *operands: Wat) -> Body:
        return self._unit.kernels.inlined(function, kernel, *operands)

    @property
    def _counted(self) -> Tallying:
        assert self._own is not None  # noqa: S101 - something is counted
        return self._own

    # --- meanings of kernels in a module --------------------------------------------------------------

    def _leader(self, function: Function) -> Wat:
        return _with_own_budget(function, call(self.leader()))

    def _measure(self, function: Function, number: Wat, seat: Wat) -> Wat:
        known = constant(number)
        assert known is not None  # noqa: S101 - the measures of a program are known
        return _with_own_budget(function, call(self.measure(known), seat))


def _with_own_budget(function: Function, value: Wat) -> Wat:
    """Return the tree for a value that serves only counting, evaluated with a separate full budget."""
    fuel, found = function.local("fuel"), function.local("found")
    body: Body = [
        put(fuel, ("global.get", "$fuel")),
        ("global.set", "$fuel", const(BUDGET)),
        put(found, value),
        ("global.set", "$fuel", get(fuel)),
        get(found),
    ]
    return block(function.label("counted"), body, result=True)
