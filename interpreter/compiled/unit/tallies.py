"""Counting games inside a module; `interpreter.play.tallying` defines what is counted.

Each method returns the instructions to run at an event that is counted, and nothing if it is not requested:
then the module is the same as without counting. Counting changes no position, and takes nothing from the
game's budget.

The counters of the current game are consecutive (`tally_row`); behind them is the state that counting needs:
who has had a turn in the current round, one bit each, whether there has been a turn, which team led last,
from 1 on, and by seat and action whether the last decision was the first free offer.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gamespec.program.budget import BUDGET
from gamespec.program.tables import Head
from interpreter.compiled.state.tally_row import TallyRow
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
    eqz,
    get,
    load,
    loop,
    multiply,
    or_,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.play.tally import STAGES, Counts

if TYPE_CHECKING:
    from interpreter.compiled.unit.unit import Unit

__all__ = ["Tallies"]

_TRYING: Wat = ("global.get", "$trying")
_REMEMBERED = 3


class Tallies:
    """What counts in one module."""

    leader: Callable[[], str]
    """The function that gives which team leads alone, from 1 on, or 0: set before anything is emitted."""
    measure: Callable[[int], str]
    """The function that gives what a measure, by its number, is of a seat: set before anything is emitted."""

    def __init__(self, unit: Unit, counts: Counts) -> None:
        self._unit, self._counts = unit, counts
        self.row = TallyRow(unit.program, counts)
        self.room = unit.memory.room(self.size) if counts else 0
        if counts.components:
            unit.globals.append(("global", "$trying", ("mut", "i32"), ("i32.const", "0")))
        self._had, self._begun, self._led, self._open = (
            self.room + self.row.size + WORD * i for i in range(_REMEMBERED + 1)
        )

    @property
    def size(self) -> int:
        """How many bytes the counters take, and what has to be remembered; all are 0 when a game begins."""
        return self.row.size + WORD * _REMEMBERED + self.row.each if self._counts else 0

    def begun(self) -> Body:
        """A game begins."""
        return [("memory.fill", const(self.room), ZERO, const(self.size))] if self._counts else []

    def told(self, to: Wat) -> Body:
        """Copy the counters of a game to an address."""
        return [("memory.copy", to, const(self.room), const(self.row.size))] if self._counts else []

    # --- decisions ------------------------------------------------------------------------------------

    def due(self, site: int, count: Wat, many: Callable[[int], Wat]) -> Body:
        """Somebody has to decide at a site, between so many options, `many` of each of its actions."""
        if not (self._counts.pace or self._counts.actions):
            return []
        make = lambda function: self._due(function, site, many)  # noqa: E731 - as short as its name
        return [call(self._unit.helper(f"$due{site}", make, "$count"), count)]

    def _due(self, function: Function, number: int, many: Callable[[int], Wat]) -> None:
        site, row, count = self._unit.program.sites[number], self.row, get("$count")
        body: Body = []
        if self.row.course:
            body += self._stage(function, count)
        if self._counts.pace:
            alone, forced, most = (self.room + row.pace + WORD * i for i in (2, 3, 4))
            only = compare("==", count, const(1))
            body += [
                _longer(ZERO, self.room + row.options_of_all, count),
                _more(ZERO, forced, only),
                *([] if site.ask_always else [_more(ZERO, alone, only)]),
                when(compare(">", count, load(ZERO, most)), [store(ZERO, count, most)]),
            ]
        if self._counts.actions:
            at, options = function.local("at"), function.local("options")
            for action in dict.fromkeys(site.actions):
                total: Wat = ZERO
                for index, offered in enumerate(site.actions):
                    mine = count if len(site.actions) == 1 else many(index)  # of one there is no need of more
                    total = add(total, mine) if offered == action else total
                body += [
                    put(at, self._by_seat(action)),
                    put(options, total),
                    _more(get(at), self.room + row.offered, compare("!=", get(options), ZERO)),
                    _longer(shift_left(get(at), 1), self.room + row.options, get(options)),
                    *self._first_offer(get(at), get(options), count, alone=len(set(site.actions)) == 1),
                ]
        function.body = body

    def _first_offer(self, at: Wat, options: Wat, count: Wat, *, alone: bool) -> Body:
        """Note the first free offer of an action, which is then open; another decision ends that.

        An action that is `alone` at its site is never offered beside others.
        """
        begin = self.room + self.row.first
        ended: Body = [store(at, ZERO, self._open)]
        if alone:
            return ended
        free = and_(compare("!=", options, ZERO), compare("!=", options, count))
        noted: Body = [
            store(at, options, begin),
            store(at, count, begin + self.row.each),
            store(at, const(1), self._open),
        ]
        return [when(and_(free, eqz(load(at, begin))), noted, ended)]

    def _stage(self, function: Function, count: Wat) -> Body:
        """Count a decision in the stage in which the game is."""
        stage, row = function.local("stage"), self.row
        turns = load(ZERO, self.room + row.pace)
        number: Wat = (
            "i32.shr_u",
            subtract(turns, compare(">", turns, ZERO)),
            load(ZERO, self.room + row.halvings),
        )
        return [
            put(stage, shift_left(number, 2)),
            _more(get(stage), self.room + row.stage_decisions, const(1)),
            _longer(shift_left(get(stage), 1), self.room + row.stage_options, count),
        ]

    def chosen(self, action: int) -> Body:
        """Who has to decide takes an option of an action."""
        if not (self._counts.actions or self.row.last):
            return []
        counted = [_more(self._by_seat(action), self.room + self.row.chosen, const(1))]
        if self._counts.actions:
            whose, took = self._by_seat(action), self.room + self.row.first + 2 * self.row.each
            counted.append(_more(whose, took, load(whose, self._open)))
        if self.row.last:
            mine, at = shift_left(self._unit.place(Head.ME), 2), self.room + self.row.last_action
            turns = load(ZERO, self.room + self.row.pace)
            counted += [
                store(mine, const(action + 1), at),
                store(mine, turns, at + WORD * self._unit.program.players),
            ]
        return counted

    def _by_seat(self, action: int) -> Wat:
        """How far from the first counter that of who decides and an action lies, in words of 32 bits."""
        me = self._unit.place(Head.ME)
        return shift_left(add(multiply(me, const(self.row.actions)), const(action)), 2)

    # --- turns ----------------------------------------------------------------------------------------

    def turn_began(self, player: Wat) -> Body:
        """A player's turn began, and the one before ended."""
        if not (self._counts.pace or self.row.leads or self.row.of_turns):
            return []
        return [call(self._unit.helper("$turn_began", self._turn_began, "$player"), player)]

    def _turn_began(self, function: Function) -> None:
        body = self._turn_ended(function)
        if self._counts.pace:
            turns, rounds = self.room + self.row.pace, self.room + self.row.pace + WORD
            had, mine = load(ZERO, self._had), function.local("mine")
            another = or_(eqz(had), and_(had, get(mine)))
            body += [
                put(mine, ("i32.shl", const(1), get("$player"))),
                _more(ZERO, turns, const(1)),
                when(another, [_more(ZERO, rounds, const(1)), store(ZERO, ZERO, self._had)]),
                store(ZERO, or_(had, get(mine)), self._had),
            ]
        if self.row.course:
            halvings = load(ZERO, self.room + self.row.halvings)
            most: Wat = ("i32.shl", const(STAGES), halvings)
            body.append(
                when(compare(">", load(ZERO, self.room + self.row.pace), most), self._stages_joined())
            )
        function.body = [*body, store(ZERO, const(1), self._begun)]

    def _stages_joined(self) -> Body:
        """Let each two stages be one."""
        decisions, options = self.room + self.row.stage_decisions, self.room + self.row.stage_options
        body: Body = []
        for stage in range(STAGES):
            two = (2 * stage, 2 * stage + 1) if 2 * stage < STAGES else ()
            counted: list[Wat] = [load(ZERO, decisions + WORD * i) for i in two]
            added: list[Wat] = [load(ZERO, options + 2 * WORD * i, width="i64.load") for i in two]
            whole = ("i64.add", *added) if two else ("i64.const", "0")
            body += [
                store(ZERO, add(*counted) if two else ZERO, decisions + WORD * stage),
                store(ZERO, whole, options + 2 * WORD * stage, width="i64.store"),
            ]
        return [*body, _more(ZERO, self.room + self.row.halvings, const(1))]

    def _turn_ended(self, function: Function) -> Body:
        """See who leads and what is measured, if there has been a turn; the game gets its own budget back."""
        asked = [*self._leads(function), *self._measured_turn(function)]
        return [when(load(ZERO, self._begun), _with_own_budget(function, asked))] if asked else []

    def _leads(self, function: Function) -> Body:
        """See who leads."""
        if not self.row.leads:
            return []
        team = function.local("team")
        last, changes = load(ZERO, self._led), self.room + self.row.lead
        other = and_(compare("!=", last, ZERO), compare("!=", last, get(team)))
        led: Body = [
            _more(ZERO, changes, other),
            _more(shift_left(get(team), 2), changes, const(1)),
            store(ZERO, get(team), self._led),
        ]
        return [_FULL, put(team, call(self.leader())), when(get(team), led)]

    # --- measures -------------------------------------------------------------------------------------

    def _measured_turn(self, function: Function) -> Body:
        """Add up the measures of turns, and see whether they are greater than before."""
        row = self.row
        if not row.of_turns:
            return []
        value, body = function.local("value"), []
        ended = load(ZERO, self.room + row.ended)
        for i, (number, seat) in enumerate(row.of_turns):
            total, most = self.room + row.totals + 2 * WORD * i, self.room + row.greatest + 2 * WORD * i
            more = or_(eqz(ended), compare(">", get(value), load(ZERO, most)))
            wide: Wat = ("i64.extend_i32_s", get(value))
            body += [
                _FULL,
                put(value, call(self.measure(number), const(seat))),
                store(ZERO, ("i64.add", load(ZERO, total, width="i64.load"), wide), total, width="i64.store"),
                when(more, [store(ZERO, get(value), most)]),
                store(ZERO, get(value), most + WORD),
            ]
        return [*body, _more(ZERO, self.room + row.ended, const(1))]

    def _measured_end(self, function: Function) -> Body:
        """Write down the measures of the end."""
        body: Body = []
        for i, (number, seat) in enumerate(self.row.of_end):
            found = call(self.measure(number), const(seat))
            body += [_FULL, store(ZERO, found, self.room + self.row.final + WORD * i)]
        return _with_own_budget(function, body) if body else []

    # --- components -----------------------------------------------------------------------------------

    def moved(self, function: Function, c: Wat, source: Wat, target: Wat) -> Body:
        """A component has gone from zone to zone; in a trial it has not."""
        if not self._counts.components:
            return []
        cell, counted = function.local("cell"), and_(compare("!=", source, target), eqz(_TRYING))
        return [
            put(cell, shift_left(self._cell(c, target), 2)),
            _more(get(cell), self.room + self.row.came, counted),
        ]

    def tried(self, body: Body) -> Body:
        """Do what is only tried: within how many trials one is, is counted."""
        if not self._counts.components:
            return body
        deeper, back = (("global.set", "$trying", add(_TRYING, const(by))) for by in (1, -1))
        return [deeper, *body, back]

    def _cell(self, c: Wat, zone: Wat) -> Wat:
        """The number of the pair of a component and the zone where it lies."""
        cells, table = self.row.cells, self._unit.memory.table
        return add(table(cells.by_component).at(c), table(cells.by_zone).at(zone))

    # --- the end --------------------------------------------------------------------------------------

    def ended(self) -> Body:
        """The game is over."""
        if not (self.row.leads or self._counts.components or self.row.measured):
            return []
        return [call(self._unit.helper("$tally_ended", self._ended))]

    def _ended(self, function: Function) -> None:
        body = [*self._turn_ended(function), *self._measured_end(function)]
        if self._counts.components:
            unit, c = self._unit, function.local("c")
            zone = unit.place_at(unit.layout.zone_of, get(c))
            each: Body = [
                branch_if("$all", compare(">=", get(c), const(len(unit.program.start)))),
                _more(shift_left(self._cell(get(c), zone), 2), self.room + self.row.left, const(1)),
                put(c, add(get(c), const(1))),
                branch("$next"),
            ]
            body.append(block("$all", [loop("$next", each)]))
        function.body = body


_FULL: Wat = ("global.set", "$fuel", const(BUDGET))


def _with_own_budget(function: Function, body: Body) -> Body:
    """Do what is only counted; the game gets its own budget back."""
    fuel = function.local("fuel")
    return [put(fuel, ("global.get", "$fuel")), *body, ("global.set", "$fuel", get(fuel))]


def _more(address: Wat, place: int, by: Wat) -> Wat:
    """Add to a counter, so far from a place."""
    return store(address, add(load(address, place), by), place)


def _longer(address: Wat, place: int, by: Wat) -> Wat:
    """Add a number that is not negative to a counter of 64 bits."""
    held = load(address, place, width="i64.load")
    return store(address, ("i64.add", held, ("i64.extend_i32_u", by)), place, width="i64.store")
