"""The table of built-ins, with the name, the signature, the effect and the typing rule of each.

The checker, the linker (which lowers each built-in), the reference page and completion all use this table.
"""

from __future__ import annotations

from gamespec.expr.borrowed import SAME
from gamespec.expr.call import Call, CallForm, Rule
from gamespec.expr.functions import apply, counted
from gamespec.expr.quantifiers import QUANTIFIER_FORMS
from gamespec.expr.rules import asked, histories, lists, outlines, planes, players, spaces, values
from gamespec.expr.scope import Scope
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.text.advice import Advice, write
from gamespec.text.diagnostics import Collector, Remark
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["BUILTINS", "OUTLINE_WORDS", "PLANE_WORDS", "check_call"]


def _builtins(*entries: tuple[str, str, str, int, int, Rule]) -> dict[str, CallForm]:
    return {
        name: CallForm(name, sig, doc, least, most, rule) for name, sig, doc, least, most, rule in entries
    }


def _around(call: Call) -> core.Core:
    """Type-check `around`.

    With a second argument it is about a board, and without one about a plane of tiles.
    """
    return outlines.around(call) if len(call.node.args) > 1 else planes.around_tile(call)


BUILTINS: dict[str, CallForm] = _builtins(
    ("size", "size(list) -> number", "the number of values in a list or zone", 1, 1, lists.size),
    ("empty", "empty(list) -> bool", "whether it has no values", 1, 1, lists.empty),
    ("nth", "nth(list, n) -> T", "the n-th value, from 1; beyond the end: a fault", 2, 2, lists.nth),
    ("place", "place(list, x) -> number?", "the place of the first occurrence of a value in a list, from 1; `none` if it is not there", 2, 2, lists.place),
    ("top", "top(list) -> T?; top(list, n) -> list", "the first value of a list, or the top component of an ordered zone; or the first n, or all if there are fewer", 1, 2, lists.top),
    ("bottom", "bottom(list) -> T?; bottom(list, n) -> list", "the same from the end, the last one first", 1, 2, lists.top),
    ("rest", "rest(list, n) -> list", "the list without its first n values; empty if there are no more than n", 2, 2, lists.rest),
    ("union", "union(a, b) -> list", "the values of both lists, each once, those of the first list first", 2, 2, lists.union),
    ("distinct", "distinct(list) -> list", "the values of a list, each once, at its first place", 1, 1, lists.distinct),
    ("reverse", "reverse(list) -> list", "the list in reverse order", 1, 1, lists.reverse),
    ("key", "key(zone, component) -> T?", "the key of the zone of a family in which a component lies; `none` if it lies in none of them", 2, 2, lists.key),
    ("number", "number(x) -> number", "the place of a value in its type, from 1", 1, 1, values.number),
    ("abs", "abs(n) -> number", "the absolute value", 1, 1, values.absolute),
    ("min", "min(a, b, …) -> number; min(list)", "the least value; of an empty list: a fault", 1, 9, values.extreme),
    ("max", "max(a, b, …) -> number; max(list)", "the greatest value; of an empty list: a fault", 1, 9, values.extreme),
    ("default", "default(x, v) -> T", "`x`, or `v` if `x` is `none`", 2, 2, values.default),
    ("the", "the(x) -> T; the(list) -> T", "the value of an optional, the only value of a list; anything else is a fault", 1, 1, values.the),
    ("left", "left(player) -> player; left(player, n)", "the next player, the n-th next, clockwise", 1, 2, players.neighbour),
    ("right", "right(player) -> player; right(player, n)", "the same counter-clockwise", 1, 2, players.neighbour),
    ("seat", "seat(n) -> player", "the player in the n-th seat, from 1", 1, 1, players.seat),
    ("clockwise", "clockwise(player) -> list", "all players clockwise, beginning with this one", 1, 1, players.around),
    ("counterclockwise", "counterclockwise(player) -> list", "all players counter-clockwise, beginning with this one", 1, 1, players.around),
    ("team", "team(player) -> list", "the players of a player's team, including the player, by seat; the game must have `teams`", 1, 1, players.team),
    ("neighbours", "neighbours(cell) -> list; neighbours(cell, direction)", "the cells one step away; where a track branches, those in a direction", 1, 2, spaces.neighbours),
    ("offset", "offset(cell, x, y) -> cell?", "the cell of a grid x columns east and y rows south of another, or `none`", 3, 3, spaces.offset),
    ("step", "step(cell, direction) -> cell?; step(cell, direction, n)", "on a grid or track, or from corner to corner, the cell one step (n steps, back if negative) away, or `none`", 2, 3, spaces.step),
    ("ray", "ray(cell, direction) -> list", "on a grid or track, the cells beyond a cell in a direction, nearest first; on a ring, once round", 2, 2, spaces.ray),
    ("direction", "direction(a, b) -> direction?; direction(x, edge)", "on a grid or track, the direction of the step from a cell to the next, or the direction of an edge from a cell or corner that it touches; or `none`", 2, 2, spaces.direction),
    ("distance", "distance(a, b) -> number?", "the least number of steps from cell to cell, `none` if there is no way", 2, 2, spaces.distance),
    ("gap", "gap(a, b) -> number?", "the least number of steps forward on a track from one cell to another, `none` if there is no way", 2, 2, spaces.gap),
    ("opposite", "opposite(direction) -> direction", "the direction back", 1, 1, spaces.opposite),
    ("lines", "lines(space, n) -> list of lines", "all straight lines of n cells of a grid or track, each once; a line is a list of cells", 2, 2, spaces.lines),
    ("column", "column(cell) -> number", "the column of a cell of a grid, from 1; the place of a cell of a track", 1, 1, spaces.coordinate),
    ("row", "row(cell) -> number", "the row of a cell of a grid, from 1", 1, 1, spaces.coordinate),
    ("spots", "spots(tile) -> list of spots", "the spots where a tile can be laid, each with a rotation; rotations in which it looks the same, once", 1, 1, planes.spots),
    ("spot", "spot(plane, x, y, turn) -> spot", "the spot x columns east and y rows south of the centre, with the tile turned clockwise by quarter turns", 4, 4, planes.spot),
    ("around", "around(x, space) -> list; around(tile) -> list of tiles", "the members of another of the three spaces that touch a cell of a grid, an edge or a corner; or the tiles on the eight places around a laid tile", 1, 2, _around),
    ("between", "between(a, b, space) -> x?", "the edge that two cells or two corners share, the corner that two edges share, or `none`", 3, 3, outlines.between),
    ("parts", "parts(tile) -> list of parts", "the parts printed on a tile", 1, 1, planes.parts_of),
    ("features", "features(plane) -> list of parts", "all features of the laid tiles, each named by its first part", 1, 1, planes.features),
    ("feature", "feature(part) -> part", "the feature a part belongs to, named by its first part", 1, 1, planes.of_feature(lambda part, _: part)),
    ("joined", "joined(part) -> list of parts", "all parts of the same feature", 1, 1, planes.of_feature(planes.all_parts)),
    ("tiles", "tiles(part) -> list of tiles", "the tiles that its feature covers, each once", 1, 1, planes.tiles_of_feature),
    ("open_ends", "open_ends(part) -> number", "the number of ports at which its feature can still grow", 1, 1, planes.of_feature(lambda part, plane: t.Int(0, 4 * plane.width * part.size))),
    ("touching", "touching(part) -> list of parts", "the features that touch its feature, each named by its first part", 1, 1, planes.of_feature(planes.all_parts)),
    ("pending", "pending(agenda) -> number", "the number of events that wait on an agenda", 1, 1, histories.pending),
    ("occurred", "occurred(history) -> number", "the number of times the present situation is in a history", 1, 1, histories.occurred),
    ("can", "can(action, …) -> bool; can(player: action, …)", "whether the player (`me`), offered these actions now, would have an option", 1, 64, asked.can),
    ("in_a_row", "in_a_row(action, …, n) -> number; in_a_row(player: action, …, n)", "how many times in a row the player (`me`) could take one of these actions now, at most n", 2, 64, asked.in_a_row),
    ("cell", "cell(space, column, row) -> cell; cell(track, n)", "the cell of a grid in a column and row, or of a track by number; beyond the end: a fault", 2, 3, spaces.cell),
)  # fmt: skip


PLANE_WORDS = frozenset(
    {"spots", "spot", "around", "parts", "features", "feature", "joined", "tiles", "open_ends", "touching"}
)
"""Built-ins that need a plane. In a game without a plane, functions of the game may have these names."""

OUTLINE_WORDS = frozenset({"around", "between"})
"""Built-ins that need the edges or corners of a grid."""


def check_call(node: ast.Call, scope: Scope) -> core.Core:
    """Type-check a call of a built-in or of a function that the game declares."""
    symbol = scope.world.symbols.get(node.name)
    if isinstance(symbol, m.FunctionDecl):
        return apply(node, symbol, scope)
    builtin = BUILTINS.get(node.name)
    if builtin is None:
        if node.name in scope.world.symbols.broken:
            return core.Wrong(t.BAD, scope.span(node))
        return _unknown(node, scope)
    place = _declared(node.name, scope)
    if place is None:
        return _built_in(builtin, node, scope)
    found = Collector()
    result = _built_in(builtin, node, replace(scope, found=found))
    other = Remark(place, f"another `{node.name}`")
    note = f"`{node.name}(…)` is the built-in; the `{node.name}` declared here has no parentheses"
    for d in found:
        scope.found.add(replace(d, others=(*d.others, other), notes=(*d.notes, note)))
    return result


def _built_in(builtin: CallForm, node: ast.Call, scope: Scope) -> core.Core:
    """Type-check a call of a built-in."""
    if not builtin.least <= len(node.args) <= builtin.most:
        return scope.error(
            "GS305",
            f"`{node.name}` takes {_counted(builtin)}, not {len(node.args)}",
            node,
            help=f"its form is `{builtin.signature}`",
        )
    return builtin.rule(Call(node, scope))


def _declared(name: str, scope: Scope) -> core.Span | None:
    """Return the place where a name is declared as a local or in the game, or `None` if it is not."""
    local, ident = scope.locals.get(name), scope.world.symbols.places.get(name)
    return local.span if local is not None else ident.span if ident is not None else None


def _counted(builtin: CallForm) -> str:
    if builtin.least == builtin.most:
        return counted(builtin.least)
    return f"{builtin.least} to {builtin.most} arguments"


_FOREIGN = {
    "exists": "write `any(x in list: …)`",
    "some": "write `any(x in list: …)`",
    "forall": "write `all(x in list: …)`",
    "every": "write `all(x in list: …)`",
    "contains": "write `x in list`",
    "old": "`old(x)` exists only in an invariant that is checked `after` an action",
}
"""Names of functions in other languages, and `old`, with what to write instead."""


def _unknown(node: ast.Call, scope: Scope) -> core.Core:
    plain = len(node.args) == 1 and not isinstance(node.args[0], ast.Comparison)
    same = SAME.get(node.name) if plain else None
    if node.name in QUANTIFIER_FORMS:
        form = f"its form is `{node.name}(x in list: …)`"
        return scope.error(
            "GS305", f"`{node.name}` needs a variable and a body", node,
            help=form if same is None else Advice(f"{form}; write `{_call(same, node, scope)}` for the number of members", (_call(same, node, scope),)),
        )  # fmt: skip
    symbol = scope.world.symbols.get(node.name)
    if isinstance(symbol, core.Store | core.ZoneStore):
        what = "zone" if isinstance(symbol, core.ZoneStore) else "variable"
        return scope.error(
            "GS205", f"`{node.name}` is a {what}, not a function", node, help=write(_indexed(node, scope) if symbol.keys else node.name),
        )  # fmt: skip
    if node.name in scope.locals:
        local = scope.locals[node.name]
        numbered = len(node.args) == 1 and isinstance(node.args[0], ast.Number)
        instead = (
            f"nth({node.name}, {_given(node, scope)})" if numbered and t.element(local.type) else node.name
        )
        return scope.error(
            "GS205", f"`{node.name}` is {t.a(local.type)}, not a function", node, help=write(instead),
            others=(Remark(local.span, f"`{node.name}` is named here"),),
        )  # fmt: skip
    if node.name in scope.world.symbols.broken:
        return core.Wrong(t.BAD, scope.span(node))
    functions = [n for n, s in scope.world.symbols.items() if isinstance(s, m.FunctionDecl)]
    return scope.error(
        "GS201", f"there is no function `{node.name}`", core.Span(scope.source, node.start, node.start + len(node.name)),
        help=(Advice(f"write `{_call(same, node, scope)}`", (same,), node.name) if same else None)
        or _FOREIGN.get(node.name) or did_you_mean(node.name, [*functions, *BUILTINS, *QUANTIFIER_FORMS]),
    )  # fmt: skip


def _given(node: ast.Call, scope: Scope) -> str:
    """Return the arguments of a call as they are written."""
    return ", ".join(scope.span(arg).text for arg in node.args)


def _call(name: str, node: ast.Call, scope: Scope) -> str:
    return f"{name}({_given(node, scope)})"


def _indexed(node: ast.Call, scope: Scope) -> str:
    return f"{node.name}[{_given(node, scope)}]"
