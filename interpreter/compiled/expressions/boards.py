"""Boards: tables of neighbours, steps and rays; distances on a large board are computed on demand."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.domain import NONE
from gamespec.program.tables import NOWHERE, Space
from interpreter.compiled.expressions.numbers import modulo
from interpreter.compiled.unit.unit import Scope, StoredList, Unit
from interpreter.compiled.wasm.memory import Rows, Table
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
    either,
    get,
    load,
    loop,
    multiply,
    put,
    shift_left,
    store,
    subtract,
    when,
)
from interpreter.play import faults

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions, Take

__all__ = ["Board", "number", "ray", "rows", "tabled"]

SMALL = 1 << 16
"""Maximum number of pairs of cells for which distances and directions are tabulated."""


class Board:
    """The tables of one space, each of which is made on first use."""

    def __init__(self, unit: Unit, number: int, space: Space) -> None:
        self.unit, self.number, self.space = unit, number, space
        self.small = space.size * space.size <= SMALL

    @cached_property
    def neighbours(self) -> Rows:
        """The neighbours of each cell, as a table of lists."""
        return self.unit.memory.rows(self.space.neighbours)

    @cached_property
    def steps(self) -> Table:
        """The neighbour of each cell in each direction, or `none` where there is no neighbour."""
        return self._by_way([[_none(step[c]) for step in self.space.steps] for c in range(self.space.size)])

    def _by_way(self, rows: list[list[int]]) -> Table:
        return self.unit.memory.table([value for row in rows for value in row])

    @cached_property
    def runs(self) -> tuple[Table, Table, Table]:
        """Three tables that describe all rays as parts of runs of cells.

        The first table holds the cells of all runs. The other two are indexed by cell and direction. They
        hold the index in the first table at which the ray begins, which is that of the cell beyond the given
        cell, and the index at which the ray ends.
        """
        cells: list[int] = []
        begins: dict[tuple[int, ...], int] = {}
        after: list[int] = []
        ends: list[int] = []
        for ways in zip(*self.space.ways, strict=True):
            for run, start, end in ways:
                if run not in begins:
                    begins[run] = len(cells)
                    cells += run
                after.append(begins[run] + start)
                ends.append(begins[run] + end)
        memory = self.unit.memory
        return memory.table(cells), memory.table(after), memory.table(ends)

    def way(self, cell: Wat, direction: Wat) -> Wat:
        """Return the tree for the index of a cell and a direction in the tables that are indexed by both."""
        return add(multiply(cell, const(len(self.space.steps))), direction)

    @cached_property
    def directions(self) -> Table:
        """The direction from each cell to each other cell; used only for a small space."""
        size, found = self.space.size, self.space.direction_to
        return self.unit.memory.table([found.get((a, b), NONE) for a in range(size) for b in range(size)])

    @cached_property
    def distances(self) -> Table:
        """The distance from each cell to each other cell; used only for a small space."""
        size = self.space.size
        return self.unit.memory.table(
            [_none(distance) for a in range(size) for distance in self.space.distances_from(a)]
        )

    @cached_property
    def cells(self) -> Table:
        """The cell in each column and row, which are counted from 1."""
        columns, rows = max(self.space.columns), max(self.space.rows)
        at = self.space.at
        return self.unit.memory.table(
            [at.get((c, r), NOWHERE) for c in range(1, columns + 1) for r in range(1, rows + 1)]
        )


def _none(value: int) -> int:
    return NONE if value == NOWHERE else value


def number(
    e: Expressions,
    scope: Scope,
    node: x.Step | x.Steps | x.Direction | x.Distance | x.Gap | x.CellAt,
) -> Wat:
    """Return the tree for an expression that yields a cell, a direction or a distance."""
    board = e.boards[node.space]
    match node:
        case x.Step(cell=cell, direction=direction):
            return board.steps.at(board.way(e.number(scope, cell), e.number(scope, direction)))
        case x.Steps():
            return _steps(e, scope, node, board)
        case x.Direction(start=start, end=end):
            a, b = e.number(scope, start), e.number(scope, end)
            if board.small:
                return board.directions.at(add(multiply(a, const(board.space.size)), b))
            name = f"$direction{board.number}"
            return call(e.unit.helper(name, lambda f: _direction(f, board), "$a", "$b", result=True), a, b)
        case x.Distance(start=start, end=end):
            a, b = e.number(scope, start), e.number(scope, end)
            if board.small:
                return board.distances.at(add(multiply(a, const(board.space.size)), b))
            name = f"$distance{board.number}"
            return call(e.unit.helper(name, lambda f: _distance(f, board), "$a", "$b", result=True), a, b)
        case x.Gap(start=start, end=end):
            before, a = e.once(scope, e.number(scope, start), "a")
            steps = subtract(e.number(scope, end), a)
            if board.space.ring:
                return e.valued(scope, before, modulo(e, scope, steps, const(board.space.size)))
            more, ahead = e.once(scope, steps, "steps")
            return e.valued(scope, [*before, *more], either(compare(">=", ahead, ZERO), ahead, const(NONE)))
        case x.CellAt():
            return _cell(e, scope, node, board)


def _steps(e: Expressions, scope: Scope, node: x.Steps, board: Board) -> Wat:
    """Return the tree for the cell that lies a number of steps away in a direction.

    A negative number of steps goes backwards. Steps on a ring wrap around.
    """
    function, space = scope.function, board.space
    cell, way, count = (function.local(hint) for hint in ("cell", "way", "count"))
    cells, after, ends = board.runs
    opposite = e.unit.memory.table(space.opposite)
    back: Body = [put(way, opposite.at(get(way))), put(count, subtract(ZERO, get(count)))]
    before: Body = [
        put(cell, e.number(scope, node.cell)),
        put(way, e.number(scope, node.direction)),
        put(count, e.number(scope, node.count)),
        when(compare("<", get(count), ZERO), back),
    ]
    if space.ring:
        before.append(put(count, ("i32.rem_u", get(count), const(space.size))))
    index = board.way(get(cell), get(way))
    at = function.local("at")
    room = subtract(ends.at(index), after.at(index))  # number of cells beyond this one
    before.append(put(at, add(add(after.at(index), const(-1)), get(count))))
    inside = compare("<=", get(count), room)
    return e.valued(scope, before, either(inside, cells.at(get(at)), const(NONE)))


def _direction(function: Function, board: Board) -> None:
    """Fill a function that returns the first direction in which one step leads from `$a` to `$b`.

    The function returns `none` if there is no such direction.
    """
    way = function.local("way")
    step = board.steps.at(board.way(get("$a"), get(way)))
    body = [
        branch_if("$done", compare(">=", get(way), const(len(board.space.steps)))),
        when(compare("==", step, get("$b")), [("return", get(way))]),
        put(way, add(get(way), const(1))),
        branch("$more"),
    ]
    function.body = [block("$done", [loop("$more", body)]), const(NONE)]


def _distance(function: Function, board: Board) -> None:
    """Fill a function that returns the distance from `$a` to `$b`, by breadth-first search from `$a`.

    A board never changes, so the distances of the previous search are reused if that search also began at
    `$a`.
    """
    unit, size = board.unit, board.space.size
    last, far, queue = unit.memory.words(1), unit.memory.words(size), unit.memory.words(size)
    head, tail, cell, other, at, end = (
        function.local(hint) for hint in ("head", "tail", "cell", "other", "at", "end")
    )
    i = function.local("i")

    def distance(of: Wat) -> Wat:
        return load(shift_left(of, 2), far)

    begin, stop = board.neighbours.members(get(cell))
    reach: Body = [
        put(other, load(get(at), width=board.neighbours.width)),
        when(
            compare("==", distance(get(other)), const(NONE)),
            [
                store(shift_left(get(other), 2), add(distance(get(cell)), const(1)), far),
                store(shift_left(get(tail), 2), get(other), queue),
                put(tail, add(get(tail), const(1))),
            ],
        ),
        put(at, add(get(at), const(1 << board.neighbours.shift))),
    ]
    out: Body = [
        branch_if("$all", compare(">=", get(head), get(tail))),
        put(cell, load(shift_left(get(head), 2), queue)),
        put(head, add(get(head), const(1))),
        put(at, begin),
        put(end, stop),
        block(
            "$near",
            [loop("$next", [branch_if("$near", compare(">=", get(at), get(end))), *reach, branch("$next")])],
        ),
        branch("$out"),
    ]
    clear: Body = [
        branch_if("$cleared", compare(">=", get(i), const(size))),
        store(shift_left(get(i), 2), const(NONE), far),
        put(i, add(get(i), const(1))),
        branch("$clear"),
    ]
    search: Body = [
        block("$cleared", [loop("$clear", clear)]),
        store(shift_left(get("$a"), 2), ZERO, far),
        store(ZERO, get("$a"), queue),
        put(tail, const(1)),
        block("$all", [loop("$out", out)]),
        store(ZERO, add(get("$a"), const(1)), last),
    ]
    function.body = [
        when(compare("!=", load(ZERO, last), add(get("$a"), const(1))), search),
        distance(get("$b")),
    ]


def _cell(e: Expressions, scope: Scope, node: x.CellAt, board: Board) -> Wat:
    """Return the tree for the cell in a column and a row, which raises a fault if there is no such cell."""
    before, column = e.once(scope, e.number(scope, node.column), "column")
    more, row = e.once(scope, e.number(scope, node.row), "row")
    rows, columns = max(board.space.rows), max(board.space.columns)
    index = add(multiply(add(column, const(-1)), const(rows)), add(row, const(-1)))
    there = board.cells.at(index)
    if not e.unit.facts.fails_itself(node):
        return e.valued(scope, [*before, *more], there)
    inside: Wat = (
        "i32.and",
        ("i32.lt_u", add(column, const(-1)), const(columns)),
        ("i32.lt_u", add(row, const(-1)), const(rows)),
    )
    found = scope.function.local("cell")
    fault = e.unit.fault(faults.NO_CELL, node.at, column=column, row=row)
    return e.valued(
        scope,
        [
            *before,
            *more,
            put(found, either(inside, there, const(NOWHERE))),
            when(compare("<", get(found), ZERO), fault),
        ],
        get(found),
    )


def tabled(
    e: Expressions, scope: Scope, node: x.Expression
) -> tuple[tuple[tuple[int, ...], ...], Wat] | None:
    """Return a table of constant lists, and the tree for the number of the row that holds this list.

    Return `None` if the list does not come from a table.
    """
    match node:
        case x.Fixed(values=values):
            return (values,), ZERO
        case x.Neighbours(space=space, cell=cell):
            return e.boards[space].space.neighbours, e.number(scope, cell)
        case x.ListAt(of=of, first=first, lists=lists):
            return lists, subtract(e.number(scope, of), const(first))
        case x.If(condition=condition, then=then, otherwise=otherwise):
            test = e.number(scope, condition)
            one, other = tabled(e, scope, then), tabled(e, scope, otherwise)
            if one is None or other is None:
                return None
            return (*one[0], *other[0]), either(test, one[1], add(other[1], const(len(one[0]))))
        case _:
            return None


def rows(e: Expressions, scope: Scope, node: x.ListAt | x.Neighbours | x.If, take: Take) -> Body | None:
    """Return the instructions that pass the members of a list in a table to `take`.

    Return `None` if the list does not come from a table.
    """
    found = tabled(e, scope, node)
    if found is None:
        return None
    return _each_of(e, scope, e.unit.memory.rows(found[0]), found[1], take)


def stored_row(
    e: Expressions, scope: Scope, node: x.ListAt | x.Neighbours, *, backwards: bool
) -> tuple[Body, StoredList]:
    """Return the instructions that locate a list in its table, and the list as it lies there.

    If `backwards`, the table holds the reversed lists.
    """
    found = tabled(e, scope, node)
    assert found is not None  # noqa: S101 - both stand in tables
    lists = tuple(row[::-1] for row in found[0]) if backwards else found[0]
    row, begin, length = (scope.function.local(hint) for hint in ("row", "begin", "length"))
    listed = e.unit.memory.rows(lists)
    first, end = listed.members(get(row))
    size: Wat = ("i32.shr_u", subtract(end, get(begin)), const(listed.shift))
    return [put(row, found[1]), put(begin, first), put(length, size)], StoredList(
        get(begin), get(length), listed.width, listed.shift
    )


def stored_ray(e: Expressions, scope: Scope, node: x.Ray) -> tuple[Body, StoredList]:
    """Return the instructions that locate a ray in the table of all runs, and its cells as a list there."""
    cells, after, ends = e.boards[node.space].runs
    way, begin, length = (scope.function.local(hint) for hint in ("way", "begin", "length"))
    index = e.boards[node.space].way(e.number(scope, node.cell), e.number(scope, node.direction))
    size = subtract(ends.at(get(way)), get(begin))
    address = add(shift_left(get(begin), cells.shift), const(cells.address))
    return [
        put(way, index),
        put(begin, after.at(get(way))),
        put(length, either(compare(">", size, ZERO), size, ZERO)),
        put(begin, address),
    ], StoredList(get(begin), get(length), cells.width, cells.shift)


def _each_of(e: Expressions, scope: Scope, listed: Rows, index: Wat, take: Take) -> Body:
    """Return the instructions that pass the members of the list in row `index` of a table to `take`."""
    function = scope.function
    row, at, end, member = (function.local(hint) for hint in ("row", "at", "end", "m"))
    begin, stop = listed.members(get(row))
    body: Body = [put(member, load(get(at), width=listed.width)), *take(get(member))]
    over = compare(">=", get(at), get(end))
    return [
        put(row, index),
        put(at, begin),
        put(end, stop),
        *e.counting(scope, at, over, body, 1 << listed.shift),
    ]


def ray(e: Expressions, scope: Scope, node: x.Ray, take: Take) -> Body:
    """Return the instructions that pass the cells of a ray to `take`."""
    function, board = scope.function, e.boards[node.space]
    cells, after, ends = board.runs
    way, at, end, member = (function.local(hint) for hint in ("way", "at", "end", "m"))
    body: Body = [put(member, cells.at(get(at))), *take(get(member))]
    return [
        put(way, board.way(e.number(scope, node.cell), e.number(scope, node.direction))),
        put(at, after.at(get(way))),
        put(end, ends.at(get(way))),
        *e.counting(scope, at, compare(">=", get(at), get(end)), body),
    ]
