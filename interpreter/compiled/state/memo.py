"""Memoized functions, whose results stay valid until something that they read changes.

A program says which functions it wants to be memoized. A function is pure. Its value depends only on its
arguments, the acting player, and what it reads of the position. `read_by` finds the families of zones that a
function reads. A function that reads anything else, or an order that can change without a move, is not
memoized here. There is a *clock* for each set of families that some function reads. It ticks whenever a
component leaves or enters one of the zones in these families, and when a position is written from outside or
another game begins. So a result is valid as long as its clock has not ticked.

Each combination of arguments has a row with the clock's time, the cost of the evaluation, and the result.
Reusing a result charges the same cost as computing it, so memoization does not change the budget. Faults are
not memoized. In a module that counts who leads at the ends of turns, the leader is memoized, too. A list can
be iterated over in place, because expressions change nothing. Trials of actions might change something, so a
program that tries actions memoizes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from gamespec.program import Program
from gamespec.program import expressions as x
from gamespec.program.failing import parts
from gamespec.program.frozen import dataclass
from gamespec.program.tables import Head
from interpreter.compiled.analysis.facts import expressions_of
from interpreter.compiled.wasm.memory import POSITION, WORD, Memory, Table
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    compare,
    const,
    load,
    multiply,
    shift_left,
    store,
    when,
)

__all__ = ["Memo", "Rows"]

MOST_ROWS = 1 << 12
MOST_BYTES = 1 << 19
"""Maximum memory for the results of one function, in bytes."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Where the results of a function are stored, with one row for each combination of arguments."""

    dims: tuple[tuple[int, int], ...]
    """For each argument, its least value and the number of its possible values."""
    by_me: bool
    """Whether the acting player is an additional, last argument."""
    players: int
    most: int | None
    """Maximum length of a result that is a list, or `None` if results are not lists."""
    clock: int
    seen: int
    costs: int
    values: int
    """Address of the results, or of their lengths if they are lists."""
    members: int

    def number(self, args: list[Wat]) -> Wat:
        """Return the tree for the number of the row that belongs to a combination of arguments."""
        total: Wat = ZERO
        me = load(ZERO, POSITION + WORD * Head.ME)
        for arg, (low, size) in zip(args, self.dims, strict=True):
            total = add(multiply(total, const(size)), add(arg, const(-low)))
        if self.by_me:  # the row for nobody follows that of the last player
            who: Wat = ("select", const(self.players), me, compare("<", me, ZERO))
            total = add(multiply(total, const(self.players + 1)), who)
        return total

    def known(self, row: Wat) -> Wat:
        """Return the tree that tests whether the result in a row is still valid."""
        return compare("==", load(shift_left(row, 2), self.seen), load(ZERO, self.clock))

    def found(self, row: Wat, value: Wat, cost: Wat) -> Body:
        """Return the instructions that store a result and its cost in a row, and mark the row as valid.

        For a list, `value` is its length.
        """
        at = shift_left(row, 2)
        return [
            store(at, value, self.values),
            store(at, cost, self.costs),
            store(at, load(ZERO, self.clock), self.seen),
        ]

    def value(self, row: Wat) -> Wat:
        """Return the tree for the result in a row, or for its length if it is a list."""
        return load(shift_left(row, 2), self.values)

    def cost(self, row: Wat) -> Wat:
        """Return the tree for the cost of computing the result in a row, in units of the budget."""
        return load(shift_left(row, 2), self.costs)

    def room(self, row: Wat) -> Wat:
        """Return the tree for the address at which the members of a row's list are stored."""
        return add(multiply(row, const(WORD * (self.most or 0))), const(self.members))


@dataclass(frozen=True, slots=True)
class Leader:
    """Where the team that leads is stored, if it follows from the contents of zones."""

    clock: int
    seen: int
    value: int

    def kept(self, compute: Body, value: Wat) -> Body:
        """Return the instructions that return the leader, which is computed only if the clock has ticked."""
        valid = compare("==", load(ZERO, self.seen), load(ZERO, self.clock))
        return [
            when(valid, [("return", load(ZERO, self.value))]),
            *compute,
            store(ZERO, value, self.value),
            store(ZERO, load(ZERO, self.clock), self.seen),
            load(ZERO, self.value),
        ]


class Memo:
    """The memoized functions of one program, and its memoized leader."""

    def __init__(self, program: Program, memory: Memory, *, wanted: bool, leads: bool = False) -> None:
        self._program, self._memory = program, memory
        self._clocks: dict[frozenset[int], int] = {}
        self._rows: dict[int, Rows] = {}
        asked = [function for function in program.functions if function.kept]
        wanted = wanted and not _tries(program)
        self.leader = self._leader() if wanted and leads else None
        """Where the leader is stored if the module counts who `leads`; `None` if it is not memoized."""
        if wanted and asked:
            applied = [node for node in expressions_of(program) if isinstance(node, x.Apply)]
            for function in asked:
                rows = self._made(function, [node for node in applied if node.function is function])
                if rows is not None:
                    self._rows[function.number] = rows

    def of(self, function: x.Function) -> Rows | None:
        """Return where the results of a function are stored, or `None` if it is not memoized."""
        return self._rows.get(function.number)

    def _leader(self) -> Leader | None:
        """Return where the leader is stored, or `None` if ranking reads more than the contents of zones."""
        reads = read_by(self._program, *self._program.ranking)
        if reads is None or reads[1]:
            return None
        words = self._memory.words
        return Leader(self._clock(reads[0]), words(1), words(1))

    def _clock(self, families: frozenset[int]) -> int:
        """Return the address of the clock of some families."""
        if families not in self._clocks:
            self._clocks[families] = self._memory.written([1], 2)
        return self._clocks[families]

    def _made(self, function: x.Function, applied: list[x.Apply]) -> Rows | None:
        reads = read_by(self._program, function.body)
        dims = _dims(function, applied)
        if reads is None or dims is None:
            return None
        families, by_me = reads
        count = self._program.players + 1 if by_me else 1
        for _, size in dims:
            count *= size
        body = function.body.domain
        most = body.most if body.is_list else None
        if not 0 < count <= MOST_ROWS or count * WORD * (3 + (most or 0)) > MOST_BYTES:
            return None
        words = self._memory.words
        return Rows(
            dims, by_me, self._program.players, most, self._clock(families),
            words(count), words(count), words(count), words(count * (most or 0)),
        )  # fmt: skip

    def moved(self, zone: Wat) -> Body:
        """Return the instructions that tick all clocks watching a zone that a component leaves or enters."""
        return [
            store(ZERO, add(load(ZERO, clock), self._watched(families).at(zone)), clock)
            for families, clock in self._clocks.items()
        ]

    def _watched(self, families: frozenset[int]) -> Table:
        return self._memory.table([int(zone.family in families) for zone in self._program.zones])

    def forgotten(self) -> Body:
        """Return the instructions that tick all clocks, which invalidates all results.

        They run when the whole position has been replaced.
        """
        return [store(ZERO, add(load(ZERO, clock), const(1)), clock) for clock in self._clocks.values()]


def _tries(program: Program) -> bool:
    """Return whether the program ever tries steps, to list options or to evaluate a condition."""
    tried = any(action.keeps is not None or action.most is not None for action in program.actions)
    return tried or any(isinstance(node, x.Can | x.InARow) for node in expressions_of(program))


def _dims(function: x.Function, applied: list[x.Apply]) -> tuple[tuple[int, int], ...] | None:
    """Return the least value and the number of values of each argument, over all applications.

    Return `None` if an argument may be a list or `none`, or if the function is never applied.
    """
    found: list[tuple[int, int]] = []
    for i in range(len(function.parameters)):
        domains = [node.args[i].domain for node in applied]
        if any(domain.is_list or domain.optional for domain in domains) or not domains:
            return None
        low, high = min(domain.low for domain in domains), max(domain.high for domain in domains)
        found.append((low, high - low + 1))
    return tuple(found)


def read_by(program: Program, *values: x.Expression) -> tuple[frozenset[int], bool] | None:
    """Return the families of zones that expressions read, and whether they depend on the acting player.

    Return `None` if they read anything else, or an order that may change although no component moves.
    """
    families: set[int] = set()
    by_me = False
    applied: set[int] = set()
    for node in chain.from_iterable(_all(value, applied) for value in values):
        match node:
            case x.ZoneAt(family=family) | x.FamilyContents(family=family) | x.Key(family=family):
                families.add(family)
            case x.Me():
                by_me = True
            case (
                x.ZoneLength(zone=zone) | x.Contents(zone=zone) | x.ZoneEnd(zone=zone) | x.ZoneEnds(zone=zone)
                | x.InZone(zone=zone)
            ) if not isinstance(zone, x.ZoneAt):  # fmt: skip
                return None
            case (
                x.Load() | x.Bank() | x.Local() | x.OfPlane() | x.Occurred() | x.Can() | x.InARow()
                | x.ByPlace() | x.Distance()
            ):  # fmt: skip
                return None
            case _:
                pass
    if any(zone.ordered for zone in program.zones if zone.family in families):
        return None
    return frozenset(families), by_me


def _all(node: x.Expression, applied: set[int]) -> Iterator[x.Expression]:
    """Yield an expression and every expression within it, including the bodies of applied functions."""
    yield node
    for part in parts(node):
        yield from _all(part, applied)
    if isinstance(node, x.Apply) and node.function.number not in applied:
        applied.add(node.function.number)
        yield from _all(node.function.body, applied)
