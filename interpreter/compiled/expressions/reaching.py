"""`reach` with sets: the unvisited cells form a set, from which each visited cell takes its neighbours.

This applies if the successors of a member are those of its neighbours that satisfy a condition, and the
condition does not depend on the member. The cells that satisfy the condition form a set (`free`), which is
computed once. Each cell is removed from the set when it is reached. The resulting list has the order that the
language defines: nearest cells first, and equally near cells in the order of the neighbours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from interpreter.compiled.analysis.partial_evaluation import Name
from interpreter.compiled.expressions.sets import At, Sets
from interpreter.compiled.state.bits import Bits, count, each, end, fixed, some
from interpreter.compiled.unit.unit import Scope, StoredList
from interpreter.compiled.wasm.wat import (
    ZERO,
    Body,
    Wat,
    add,
    branch_if,
    compare,
    const,
    get,
    load,
    loop,
    multiply,
    put,
    shift_left,
    store,
    when,
)

if TYPE_CHECKING:
    from interpreter.compiled.expressions.expressions import Expressions

__all__ = ["flooded", "reached"]

MOST_CELLS = 384
MOST_WAYS = 12


def reached(e: Expressions, sets: Sets, scope: Scope, node: x.Reach) -> tuple[Body, StoredList] | None:
    """Return the instructions that materialize the list of reachable cells, and the resulting list.

    Return `None` if the condition has no set form.
    """
    if not e.unit.techniques.spread or e.unit.facts.fails(node):
        return None
    before: Body = []
    found = _steps(e, sets, scope, node, before)
    if found is None:
        return None
    rows, free = found
    function = scope.function
    room = e.unit.memory.words(free.size + 1)  # members are written before they are known to stay
    length, at = function.local("length"), function.local("at")
    member, origin = function.local("m"), function.local("origin")
    todo = Bits.held(function, free.size)
    near = _row(sets, rows, get(member), free.size)
    hit_before: Body = []
    hit = near.both(todo).in_locals(function, hit_before)
    take: Body = [
        *todo.put(todo.apart(hit)),
        *_appended(e, scope, rows, hit, member, room, length),
    ]
    walk: Body = [
        put(member, load(shift_left(get(at), 2), room)),
        *hit_before,
        when(some(hit), take),
    ]
    return [
        put(origin, e.number(scope, node.origin)),
        *before,
        *todo.put(free.both(Bits.of(get(origin), free.size).not_())),
        store(ZERO, get(origin), room),
        put(length, const(1)),
        put(at, ZERO),
        *e.counting(scope, at, compare(">=", get(at), get(length)), walk),
    ], StoredList(const(room), get(length))


def flooded(e: Expressions, sets: Sets, scope: Scope, node: x.Reach) -> tuple[Body, Bits] | None:
    """Return the instructions that compute the set of reachable cells, and the resulting set.

    The cells are found by breadth-first search, one distance at a time. Each round shifts the cells found in
    the previous round, and thereby finds all cells at the next distance. Return `None` if the condition has
    no set form, or if the differences between the numbers of neighbouring cells take more than `MOST_WAYS`
    distinct values.
    """
    if not e.unit.techniques.spread or e.unit.facts.fails(node):
        return None
    before: Body = []
    found = _steps(e, sets, scope, node, before)
    if found is None:
        return None
    rows, free = found
    ways: dict[int, int] = {}
    for cell, row in enumerate(rows):
        for other in row:
            ways[other - cell] = ways.get(other - cell, 0) | 1 << cell
    if len(ways) > MOST_WAYS:
        return None
    function, size = scope.function, free.size
    origin, more = function.local("origin"), function.label("further")
    all_, left, new = (Bits.held(function, size) for _ in range(3))
    near = fixed(0, size)
    for way, cells in ways.items():
        inside = sum(1 << cell for cell in range(size) if 0 <= cell + way < size)
        begins = new if cells == inside else new.within(cells)  # cells outside the range do not exist
        near = near.either(begins.moved(-way, size))
    further: Body = []
    found_ = near.both(left).in_locals(function, further)
    further += [*new.put(found_), *left.put(left.apart(new)), branch_if(more, some(new))]
    return [
        put(origin, e.number(scope, node.origin)),
        *before,
        *new.put(Bits.of(get(origin), size)),
        *all_.put(free.either(new)),
        *left.put(all_.apart(new)),
        loop(more, further),
    ], all_.apart(left)


def _steps(
    e: Expressions, sets: Sets, scope: Scope, node: x.Reach, before: Body
) -> tuple[tuple[tuple[int, ...], ...], Bits] | None:
    """Return the neighbours of each cell and the set of cells that satisfy the condition, or `None`."""
    variable, body = node.variable, node.body
    match body:
        case x.Quantifier(
            kind="filter", variable=inner, over=x.Neighbours(space=space, cell=x.Variable() as cell)
        ):
            rows = e.unit.program.spaces[space].neighbours
        case _:
            return None
    size = len(rows)
    if cell.variable != variable or size > MOST_CELLS or any(len(set(row)) != len(row) for row in rows):
        return None
    if sets.mentions(body.body, {("variable", variable)}):
        return None
    name: Name = ("variable", inner)
    at = At(scope, size, {name: tuple(range(size))}, (1 << size) - 1, before=before)
    bits = sets.condition(at, body.body)
    return None if bits is None else (rows, bits)


def _row(sets: Sets, rows: tuple[tuple[int, ...], ...], cell: Wat, size: int) -> Bits:
    words = (size + 63) // 64
    masks = [sum(1 << other for other in row) for row in rows]
    table = sets.words([mask >> (64 * i) & ((1 << 64) - 1) for mask in masks for i in range(words)])
    address = shift_left(multiply(cell, const(words)), 3)
    return Bits(size, tuple(load(address, table.address + 8 * i, width="i64.load") for i in range(words)))


def _appended(  # noqa: PLR0913 - what, in which order, and where to
    e: Expressions,
    scope: Scope,
    rows: tuple[tuple[int, ...], ...],
    hit: Bits,
    member: str,
    room: int,
    length: str,
) -> Body:
    """Return the instructions that append the members of a non-empty set to a list.

    The members are appended in the order in which they are neighbours of the cell `member`.
    """
    if all(list(row) == sorted(row) for row in rows):
        return each(scope.function, hit, lambda found: e.appended(room, length, found))
    listed = e.unit.memory.rows(rows)
    at, last, other = (scope.function.local(hint) for hint in ("at", "end", "other"))
    begin, stop = listed.members(get(member))
    test: Body = [
        put(other, load(get(at), width=listed.width)),
        store(shift_left(get(length), 2), get(other), room),
        put(length, add(get(length), hit.holds(get(other)))),
    ]
    several: Body = [
        put(at, begin),
        put(last, stop),
        *e.counting(scope, at, compare(">=", get(at), get(last)), test, 1 << listed.shift),
    ]
    alone = e.appended(room, length, end(hit, ZERO, last=False))
    return [when(compare("==", count(hit), const(1)), alone, several)]
