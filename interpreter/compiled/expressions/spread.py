"""Set operations on neighbours, rays and rows, which find the members that lead to a cell of a set.

If cells are numbered in order, most cells have the same distance to their neighbour in a given direction. For
each such distance, shifting a set by the distance gives the members that have a neighbour in the set, after
restriction to the cells that have a neighbour at this distance. The members whose ray meets a cell of the set
are found by shifts of doubling length (P. Kogge, 1973).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gamespec.program import expressions as x
from gamespec.program.frozen import dataclass
from gamespec.program.tables import NOWHERE, Space
from interpreter.compiled.analysis.partial_evaluation import Name, Vector
from interpreter.compiled.state.bits import Bits, fixed, members_of

if TYPE_CHECKING:
    from interpreter.compiled.expressions.sets import At, Sets

__all__ = ["Near", "exists", "nearest", "towards", "ways"]

MOST_GROUPS = 12
MOST_FIXED = 8


@dataclass(frozen=True, slots=True)
class Near:
    """A name that denotes the first cell on a ray that is in the set `stops`, or `none` if there is none."""

    space: int
    direction: int
    stops: Bits


def exists(sets: Sets, at: At, over: x.Expression, *asked: tuple[Name, x.Expression] | None) -> Bits | None:
    """Return the members whose list has an item that satisfies all conditions, or `None` without a set form.

    Each condition in `asked` is paired with the name by which it refers to the item.
    """
    wanted = tuple(one for one in asked if one is not None)
    match over:
        case x.If(condition=test, then=then, otherwise=otherwise):
            return sets.chosen(at, test, lambda part: exists(sets, at, part, *wanted), then, otherwise)
        case x.Apply(function=function):
            inner = sets.inside(at, over)
            return None if inner is None else exists(sets, inner, function.body, *wanted)
        case x.Quantifier(kind="filter", variable=variable, over=inner_over, body=body):
            return exists(sets, at, inner_over, (("variable", variable), body), *wanted)
        case x.Fixed() | x.Neighbours() | x.ListAt():
            found_ = _one_by_one(sets, at, over, wanted)
            return None if found_ is None else _united(at, found_)
        case x.Quantifier(kind="while", variable=variable, over=x.Ray() as ray, body=body) if not wanted:
            step = x.Step(ray.at, ray.domain.member, ray.space, ray.cell, ray.direction)
            return _first(sets, at, step, ("variable", variable), body)
        case x.Ray():
            return _on_ray(sets, at, over, wanted)
        case _:
            return None


def ways(sets: Sets, at: At, over: x.Expression, *asked: tuple[Name, x.Expression]) -> list[Bits] | None:
    """Return one set for each way that leads from a member to an item of its list.

    The set contains the members whose item on that way satisfies all conditions. If the list has no
    duplicates, each item of a member is reached by a different way. The number of sets that contain a member
    is then the number of its items that satisfy the conditions. Return `None` if there is no set form.
    """
    match over:
        case x.If(condition=test, then=then, otherwise=otherwise):
            bits = sets.condition(at, test)
            yes, no = ways(sets, at, then, *asked), ways(sets, at, otherwise, *asked)
            if bits is None or yes is None or no is None:
                return None
            bits = bits.in_locals(at.scope.function, at.before)
            return [*[way.both(bits) for way in yes], *[way.both(bits.not_()) for way in no]]
        case x.Apply(function=function):
            inner = sets.inside(at, over)
            return None if inner is None else ways(sets, inner, function.body, *asked)
        case x.Quantifier(kind="filter", variable=variable, over=inner_over, body=body):
            return ways(sets, at, inner_over, (("variable", variable), body), *asked)
        case _:
            return _one_by_one(sets, at, over, asked)


def _one_by_one(
    sets: Sets, at: At, over: x.Expression, wanted: tuple[tuple[Name, x.Expression], ...]
) -> list[Bits] | None:
    """Return the sets that `ways` returns, for a short constant list or for a row of a table.

    Return `None` for any other list.
    """
    match over:
        case x.Fixed(values=values) if len(values) <= MOST_FIXED:
            found = [_asked(sets, at, wanted, (value,) * at.size) for value in values]
            return None if None in found else [bits for bits in found if bits is not None]
        case x.Neighbours(space=space, cell=cell):
            return _among(sets, at, cell, 0, sets.program.spaces[space].neighbours, wanted)
        case x.ListAt(of=of, first=first, lists=lists):
            return _among(sets, at, of, first, lists, wanted)
        case _:
            return None


def _united(at: At, several: list[Bits]) -> Bits:
    found = fixed(0, at.size)
    for bits in several:
        found = found.either(bits)
    return found


def _asked(sets: Sets, at: At, wanted: tuple[tuple[Name, x.Expression], ...], vector: Vector) -> Bits | None:
    """Return the members whose item in `vector` satisfies all conditions, or `None` without a set form."""
    for name, _ in wanted:
        at = at.with_(name, vector)
    found = fixed(at.care, at.size)
    for _, condition in wanted:
        bits = sets.condition(at, condition)
        if bits is None:
            return None
        found = found.both(bits)
    return found


def _among(  # noqa: PLR0913 - where, whose rows, and what is asked
    sets: Sets,
    at: At,
    of: x.Expression,
    first: int,
    rows: tuple[tuple[int, ...], ...],
    wanted: tuple[tuple[Name, x.Expression], ...],
) -> list[Bits] | None:
    """Return the sets that `ways` returns, for lists that are rows of a table.

    There is one set for each distance between a member and an item of its row. Return `None` if a row is not
    known at compile time, if there are too many distances, or if a condition has no set form.
    """
    which = sets.known(at, of)
    if which is None:
        return None
    groups: dict[int, int] = {}
    for i in members_of(at.care):
        row = which[i]
        if row is None or not 0 <= row - first < len(rows):
            return None
        for other in rows[row - first]:
            groups[other - i] = groups.get(other - i, 0) | 1 << i
    if len(groups) > MOST_GROUPS:
        return None
    found: list[Bits] = []
    for distance, mask in groups.items():
        vector = tuple(i + distance if mask >> i & 1 else None for i in range(at.size))
        bits = _asked(sets, replace(at, care=mask), wanted, vector)
        if bits is None:
            return None
        found.append(bits.within(mask))
    return found


def _first(sets: Sets, at: At, step: x.Step, name: Name, body: x.Expression) -> Bits | None:
    """Return the members whose next cell in a direction exists and satisfies a condition, or `None`."""
    vector = sets.known(at, step)
    if vector is None:
        return None
    size = sets.program.spaces[step.space].size
    mask, to = 0, list[int | None]()
    for i, cell in enumerate(vector):
        if at.care >> i & 1 and cell is None:
            return None
        inside = cell is not None and 0 <= cell < size
        mask |= inside << i
        to.append(cell if inside else None)
    bits = sets.condition(replace(at.with_(name, tuple(to)), care=at.care & mask), body)
    return None if bits is None else bits.within(mask & at.care)


def _way(sets: Sets, at: At, ray: x.Ray) -> int | None:
    """Return the direction of a ray that begins at the member itself.

    Return `None` if the ray begins elsewhere or if not all members have the same direction.
    """
    cells, ways = sets.known(at, ray.cell), sets.known(at, ray.direction)
    if cells is None or ways is None or at.size != sets.program.spaces[ray.space].size:
        return None
    care = members_of(at.care)
    if any(cells[i] != i for i in care) or len({ways[i] for i in care}) != 1:
        return None
    return ways[care[0]]


def _alone(sets: Sets, at: At, names: tuple[Name, ...], conditions: tuple[x.Expression, ...]) -> Bits | None:
    """Return the cells that satisfy all conditions, or `None` if these depend on more than the cell."""
    care, given = members_of(at.care), dict[Name, Vector]()
    others: set[Name] = {*at.given, *at.near}
    for name, vector in at.given.items():
        if len({vector[i] for i in care}) == 1:
            given[name] = (vector[care[0]],) * at.size
            others -= {name}
    for name in names:
        given[name] = at.itself
        others -= {name}
    if any(sets.mentions(condition, others) for condition in conditions):
        return None
    alone = replace(at, given=given, near={}, care=fixed(0, at.size).all)
    found = fixed(alone.care, at.size)
    for condition in conditions:
        bits = sets.condition(alone, condition)
        if bits is None:
            return None
        found = found.both(bits)
    return found


def _on_ray(sets: Sets, at: At, ray: x.Ray, wanted: tuple[tuple[Name, x.Expression], ...]) -> Bits | None:
    """Return the members whose ray contains a cell that satisfies all conditions, or `None`."""
    way = _way(sets, at, ray)
    if way is None:
        return None
    names, conditions = tuple(name for name, _ in wanted), tuple(condition for _, condition in wanted)
    goal = _alone(sets, at, names, conditions)
    if goal is None:
        return None
    return _flooded(at, sets.program.spaces[ray.space], way, goal, fixed(goal.all, at.size))


def nearest(sets: Sets, at: At, node: x.Expression) -> Near | None:
    """Return the meaning of an expression that denotes the first cell on a ray with a certain property.

    Return `None` for any other expression.
    """
    match node:
        case x.Quantifier(kind="first", variable=variable, over=x.Ray() as ray, body=body):
            way = _way(sets, at, ray)
            stops = None if way is None else _alone(sets, at, (("variable", variable),), (body,))
            if way is None or stops is None:
                return None
            return Near(ray.space, way, stops.in_locals(at.scope.function, at.before))
        case _:
            return None


def towards(sets: Sets, at: At, near: Near, goal: Bits) -> Bits | None:
    """Return the members whose ray first meets a stop that is in `goal`, a subset of the stops."""
    return _flooded(at, sets.program.spaces[near.space], near.direction, goal, near.stops.not_())


def _flooded(at: At, space: Space, way: int, goal: Bits, free: Bits) -> Bits | None:
    """Return the cells from which a ray reaches a goal through free cells only.

    Return `None` unless all steps in the direction have the same distance and each ray has fewer cells than
    the space.
    """
    step = space.steps[way]
    by = {other - cell for cell, other in enumerate(step) if other != NOWHERE}
    longest = max(len(space.ray(cell, way)) for cell in range(space.size))
    if len(by) != 1 or longest >= space.size:
        return None
    function, before = at.scope.function, at.before
    leaves = sum(1 << cell for cell, other in enumerate(step) if other != NOWHERE)
    distance, reached = by.pop(), 1
    found, open_ = goal.in_locals(function, before), free.within(leaves).in_locals(function, before)
    while reached < longest:
        found = found.either(open_.both(found.moved(distance * reached, at.size))).in_locals(function, before)
        if 2 * reached < longest:
            open_ = open_.both(open_.moved(distance * reached, at.size)).in_locals(function, before)
        reached *= 2
    return found.moved(distance, at.size).within(leaves)
