"""Reads unseen choices in scenarios, which are written by place or by name.

Players choose by place. Authors can also write names, because they know which component lies where.
"""

from __future__ import annotations

from collections.abc import Iterable

from gamespec.compile import Compiled
from gamespec.description.syntax import parse_expression
from gamespec.documents.document import Scalar
from gamespec.expr.elaborate import elaborate
from gamespec.expr.scope import MeUse, Scope
from gamespec.program import Pick
from gamespec.resolve import scope_apart
from gamespec.text.diagnostics import Collector
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression
from interpreter.engine.game import Game
from interpreter.kernels.budget import refill
from interpreter.play.options import Option, Value, is_place, place
from interpreter.words.places import read_place, told_apart

__all__ = ["meant", "read_unseen"]

Values = tuple[Value, ...]


def read_unseen(compiled: Compiled, node: Scalar, pick: Pick, type_: t.Type) -> Value | None:
    """Return the places that a written value names, or `None` if it names no place.

    If the pick takes several values, the result may contain components as well as places.
    """
    if not pick.hidden:
        return None
    found = Collector()
    expression = parse_expression(node, found)
    if expression is None:
        return None
    scope = scope_apart(compiled.world, expression.source, found, MeUse(available=False))
    inner = t.element(type_)
    if inner is None:
        return read_place(compiled, pick, expression.root, scope)
    if not isinstance(expression.root, ast.Items):
        return None
    read = [_read(compiled, pick, item, scope, inner) for item in expression.root.items]
    values = [value for value in read if value is not None]
    return told_apart(pick, values) if len(values) == len(read) and any(map(is_place, values)) else None


def _read(compiled: Compiled, pick: Pick, item: ast.Node, scope: Scope, type_: t.Type) -> int | None:
    where = read_place(compiled, pick, item, scope)
    if where is not None:
        return where
    typed = elaborate(Expression(item, scope.source), scope, type_)
    return typed.value if isinstance(typed, core.Const) else None


def meant(game: Game, option: Option, values: Iterable[tuple[int, Value]]) -> dict[str, list[int]] | None:
    """Return the outcomes of chance, by stream, with which an option matches the written values.

    `values` holds the written values with their indices among the values of the option. The written values
    may name components that the decider does not know. Returns `None` if the option cannot match.
    """
    said, decision = dict(values), game.decision
    assert decision is not None  # noqa: S101 - there is an option
    machine, p = game.machine, game.position[:]
    unseen = machine.unseen(option.action)
    refill(machine.evaluator.scratch)
    for combination in machine.combinations(decision.site, option.action)(p):
        if unseen.answer(p, combination) != option.values:
            continue
        if all(_agrees(game, option.action, i, value, combination) for i, value in said.items()):
            return _drawn(game, option.action, option.values, said)
    return None


def _agrees(game: Game, action: int, index: int, said: Value, combination: Values) -> bool:
    """Return whether the value at `index` of a combination matches the written value `said`.

    Components that are alike count as equal.
    """
    unseen, alike = game.machine.unseen(action), game.program.alike
    if not unseen.picks[index].component:
        return combination[index] == said
    real, parts = _parts(combination[index]), _parts(said)
    if isinstance(said, tuple) != isinstance(combination[index], tuple) or len(real) != len(parts):
        return False
    rest = list(real)
    for c in (part for part in parts if not is_place(part)):
        same = next((r for r in rest if r == c or (min(r, c) >= 0 and alike[r] == alike[c])), None)
        if same is None:
            return False
        rest.remove(same)
    value: Value = tuple(rest) if isinstance(said, tuple) else rest[0] if rest else t.NONE
    places = unseen.answer(game.position, (*combination[:index], value, *combination[index + 1 :]))[index]
    return not rest or sorted(_parts(places)) == sorted(part for part in parts if is_place(part))


def _drawn(game: Game, action: int, chosen: Values, said: dict[int, Value]) -> dict[str, list[int]]:
    """Return the named components that are drawn from zones, by stream, in the order of the draws."""
    program, p, unseen = game.program, game.position, game.machine.unseen(action)
    found: dict[str, list[int]] = {}
    for index, (pick, value) in enumerate(zip(unseen.picks, chosen, strict=True)):
        if not pick.hidden:
            continue
        places = (place(pick, part)[0] for part in _parts(value) if is_place(part))
        drawn = {zone for zone in places if not program.zones[zone].tells}
        for c in _parts(said.get(index, ())):
            zone = p[program.layout.zone_of + c] if c >= 0 else -1
            if zone in drawn and not unseen.decider.knows(p, c):
                found.setdefault(program.streams[program.zones[zone].stream], []).append(c)
    return found


def _parts(value: Value) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)
