"""Why a condition fails: the smallest part that does not hold, and the values it saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from gamespec.compile.draft import ActionSpec, PickSpec
from gamespec.diagnostics import Collector
from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.fit import coerce
from gamespec.expr.scope import MeUse
from gamespec.program import Pick
from gamespec.program.tables import Head
from gamespec.resolve import outermost
from gamespec.source import Source
from gamespec.suggest import nearest
from gamespec.syntax import parse_slice
from gamespec.world import World
from interpreter.engine.explicit import settled_only
from interpreter.engine.game import Game
from interpreter.inspection import Inspector
from interpreter.play.options import Value, place
from interpreter.words.known import can_tell, knows
from interpreter.words.places import named_place, place_name, read_place
from interpreter.words.text import Words

__all__ = ["failing", "parse_value", "values_in", "why"]

MOST_LISTED = 12
"""How many members of a list a message shows."""


def failing(inspector: Inspector, node: core.Core) -> core.Core:
    """The first part of a conjunction that does not hold in a position."""
    if isinstance(node, core.Apply) and isinstance(node.function.body, core.And):
        node = _applied(node, node.function.body)
    inside = _in_parts(node) if isinstance(node, core.Let) else node
    if isinstance(inside, core.And):
        for part in inside.parts:
            if not inspector.holds(part):
                return failing(inspector, part)
    return inside


def _applied(node: core.Apply, body: core.Core) -> core.Core:
    """What a function says, or a part of it, for these arguments."""
    for slot, arg in zip(reversed(node.function.parameters), reversed(node.args), strict=True):
        body = core.Let(body.type, body.span, slot, arg, body)
    return body


_PARTS: dict[type[core.Core], tuple[str, ...]] = {
    core.And: ("parts",), core.Or: ("parts",), core.Not: ("of",), core.If: ("condition", "then", "otherwise"),
    core.Equal: ("left", "right"), core.Less: ("left", "right"), core.InList: ("item", "of"),
    core.InZone: ("item", "zone"), core.Apply: ("args",), core.BuiltIn: ("args",), core.Quantifier: ("over",),
}  # fmt: skip
"""What is asked by itself of a condition, by fields."""


def _in_parts(node: core.Let) -> core.Core:
    """What a `let` is about, each of its parts in a `let` of its own, so that it can be asked by itself."""

    def inside(part: core.Core) -> core.Core:
        return (
            part
            if isinstance(part, core.Const | core.Fixed)
            else replace(node, type=part.type, span=part.span, body=part)
        )

    if isinstance(node.body, core.Let):
        parts = _in_parts(node.body)
        return node if isinstance(parts, core.Let) else _in_parts(replace(node, body=parts))
    if type(node.body) not in _PARTS:
        return node
    changed: dict[str, Any] = {}
    for name in _PARTS[type(node.body)]:
        held = getattr(node.body, name)
        changed[name] = tuple(map(inside, held)) if isinstance(held, tuple) else inside(held)
    return replace(node.body, **changed)


OPENED = 3
"""How deep functions are opened that say a condition."""


def values_in(  # noqa: C901, PLR0912 - a case a node
    inspector: Inspector, node: core.Core, words: Words, player: int | None = None, depth: int = OPENED
) -> Iterator[str]:
    """`text is value` for the parts of a condition that people would ask about.

    Only what the game itself evaluates is asked: not the rest of a conjunction that has failed, nor the other
    side of `if … else`. What a `player` (everybody who knows all, if `None`) can't tell is called hidden.
    """
    match node:
        case core.Equal(_, _, left, right) | core.Less(_, _, left, right):
            for side in (left, right):
                yield from _value(inspector, side, words, player)
        case core.Not(_, _, of):
            yield from values_in(inspector, of, words, player, depth)
        case core.Or(_, _, parts) | core.And(_, _, parts):
            for part in _decisive(inspector, node, parts):
                yield from values_in(inspector, part, words, player, depth)
        case core.If(_, _, condition, then, otherwise):
            yield from values_in(inspector, condition, words, player, depth)
            side = then if inspector.holds(condition) else otherwise
            if isinstance(side.type, t.Bool):
                yield from values_in(inspector, side, words, player, depth)
        case core.InList(_, _, item, of):
            yield from _value(inspector, item, words, player)
            yield from _value(inspector, of, words, player)
        case core.InZone(_, _, item, _):
            yield from _value(inspector, item, words, player)
            component = inspector.value(item)
            if not isinstance(component, int) or component == t.NONE:
                return
            if player is None or knows(inspector, component, player):
                where = words.zone(inspector.position[words.program.layout.zone_of + component])
                yield words.word("it lies in {}").format(where)
        case core.Let():
            inside = _in_parts(node)
            if not isinstance(inside, core.Let):
                yield from values_in(inspector, inside, words, player, depth)
        case core.Quantifier(_, _, _, _, over, _):
            yield from _value(inspector, over, words, player)
        case core.BuiltIn(_, _, "empty" | "size", (of,), _):
            yield from _value(inspector, of, words, player)
        case core.Apply(_, _, function, args):
            for arg in args:
                yield from _value(inspector, arg, words, player)
            if depth > 0 and isinstance(node.type, t.Bool) and function.body is not None:
                yield from values_in(inspector, _applied(node, function.body), words, player, depth - 1)
        case core.Load():
            yield from _value(inspector, node, words, player)
        case _:
            return


def _decisive(
    inspector: Inspector, node: core.And | core.Or, parts: Sequence[core.Core]
) -> Sequence[core.Core]:
    """The parts that make a conjunction or disjunction what it is: the first that decides it, else all."""
    decides = isinstance(node, core.Or)
    for part in parts:
        if bool(inspector.holds(part)) == decides:
            return (part,)
    return parts


def _value(inspector: Inspector, node: core.Core, words: Words, player: int | None) -> Iterator[str]:
    if isinstance(node, core.Const | core.Fixed):
        return
    shown = " ".join(node.span.text.split())
    if isinstance(node.type, t.ZoneType):
        node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    if player is not None and not can_tell(inspector, node, player):
        yield words.word("`{}` is hidden").format(shown)
    elif isinstance(node.type, t.ListType):
        members = inspector.members(node)
        listed = ", ".join(words.value(node.type.of, x) for x in members[:MOST_LISTED])
        if len(members) > MOST_LISTED:
            listed += f", {words.word('and {} more').format(len(members) - MOST_LISTED)}"
        yield words.word("`{}` is {}").format(shown, listed if members else words.word("empty"))
    else:
        gathered = _gathered(inspector, node, words, player)
        value = words.value(node.type, inspector.value(node)) + gathered
        yield words.word("`{}` is {}").format(shown, value)


def _gathered(inspector: Inspector, node: core.Core, words: Words, player: int | None) -> str:
    """What a number is made of that a function gathers: `: 3, sale -2`, its own value first."""
    if not isinstance(node, core.Apply) or not isinstance(node.type, t.Int):
        return ""
    parts: list[str] = []
    for term in node.function.terms:
        value, when = _applied(node, term.value), term.when and _applied(node, term.when)
        if player is not None and not all(
            can_tell(inspector, x, player) for x in (when, value) if x is not None
        ):
            said = words.word("hidden")
        elif when is not None and not inspector.holds(when):
            continue
        else:
            said = words.value(value.type, inspector.value(value))
        parts.append(f"`{term.name}` {said}" if term.name is not None else said)
    return f": {', '.join(parts)}" if parts else ""


def why(game: Game, action: str, values: Mapping[str, str], words: Words, player: int | None = None) -> str:
    """Why an action with these values is not on offer: the condition that fails, with its values.

    They are those that a `player` (everybody who knows all, if `None`) can tell.
    Raises `ValueError` if the words mean nothing here, and `Fault`.
    """
    if game.over:
        raise ValueError(words.word("nothing is asked: the game is over"))
    with settled_only(game.place):
        inspector = Inspector.of(words.compiled, game)
        reason = _why(inspector, action, values, words, player)
        return reason or _tried(inspector, game, action, words, player) or words.word("it is on offer")


def _why(
    inspector: Inspector, action: str, values: Mapping[str, str], words: Words, player: int | None
) -> str | None:
    """The first condition that fails before the steps; `None` if none does, and then the values are put."""
    site = inspector.machine.pending(inspector.position).site
    specs = words.names.sites[site].branches
    names = [spec.name for spec in specs]
    if action not in names:
        declared = [decl.ident.name for decl in words.names.world.game.actions]
        if action in declared or action in [spec.name for spec in words.names.actions]:
            listed = ", ".join(f"`{n}`" for n in names)
            return words.word("`{}` is not among what is asked here: {}").format(action, listed)
        said = words.word("there is no action `{}`").format(action)
        raise ValueError(f"{said}; {_hint(action, names, words)}")
    spec = specs[names.index(action)]
    inspector.hand_over(words.program.sites[site].actions[names.index(action)])
    unknown = [n for n in values if n not in {x.slot.name for x in spec.picks}]
    if unknown:
        wanted = ", ".join(f"`{x.slot.name}`" for x in spec.picks) or words.word("no values")
        raise ValueError(words.word("`{}` has no value `{}`: it has {}").format(action, unknown[0], wanted))
    if spec.when is not None and not inspector.holds(spec.when):
        head = words.word("`{}` is not possible now").format(action)
        return _refusal(inspector, spec.when, words, head, player)
    action_picks = words.program.actions[words.program.sites[site].actions[names.index(action)]].picks
    for pick, closed in zip(spec.picks, action_picks, strict=True):
        if pick.slot.name not in values:
            return _without(inspector, spec, pick, words, player)
        reason = _pick_reason(inspector, pick, closed, values[pick.slot.name], words, player)
        if reason is not None:
            return reason
    return None


def _tried(inspector: Inspector, game: Game, action: str, words: Words, player: int | None) -> str | None:
    """What is against an action after its steps, whose values have been put; `None` if nothing is."""
    site = words.program.sites[inspector.machine.pending(inspector.position).site]
    number = next(n for n in site.actions if words.names.actions[n].name == action)
    spec = words.names.actions[number]
    if spec.keeps is None and spec.most is None:
        return None
    after = inspector.after(number)
    if spec.keeps is not None and not after.holds(spec.keeps):
        head = words.word("`{}` is not possible: after its steps").format(action)
        return _refusal(after, spec.keeps, words, head, player)
    if spec.most is None:
        return None
    here, greatest = after.value(spec.most), _greatest(game, words)
    if greatest is None or here == greatest:
        return None
    said = words.word("`{}` is not possible: `{}` is {} after it, and {} after others")
    return said.format(action, _folded(spec.most), here, greatest)


def _greatest(game: Game, words: Words) -> Value | None:
    """What `most` is after the options that are offered, of which some action says so."""
    for option in game.options:
        most = words.names.actions[option.action].most
        if most is not None:
            inspector = Inspector.of(words.compiled, game)
            inspector.hand_over(option.action)
            for pick, value in zip(words.program.actions[option.action].picks, option.values, strict=True):
                inspector.put(pick.slot, value)
            return inspector.after(option.action).value(most)
    return None


def _put(inspector: Inspector, pick: PickSpec, value: int) -> None:
    inspector.put(inspector.compiled.slot(pick.slot), value)


def _without(inspector: Inspector, spec: ActionSpec, pick: PickSpec, words: Words, player: int | None) -> str:
    """A value is not given: whether there is any. Of several it is only told of what they are taken."""
    good: list[int] = []
    last: core.Core | None = None
    for value in inspector.members(pick.source):
        if pick.counts is not None:
            good.append(value)
            continue
        _put(inspector, pick, value)
        if pick.where is None or inspector.holds(pick.where):
            good.append(value)
        else:
            last = pick.where
    name = pick.slot.name
    if good:
        who = -1 if player is None else player
        type_ = t.element(pick.slot.type) or pick.slot.type
        called = (words.known_value(type_, v, inspector, who) for v in good)
        listed = ", ".join(list(dict.fromkeys(called))[:MOST_LISTED])
        return words.word("say which `{}`: there are {}").format(name, listed)
    if last is None:
        said = words.word("`{}` is not possible now: there is no `{}` in `{}`")
        return said.format(spec.name, name, _folded(pick.source))
    head = words.word("`{}` is not possible now: no `{}` will do").format(spec.name, name)
    return _refusal(inspector, last, words, head, player)


def _pick_reason(  # noqa: PLR0913 - a value, what it is for, and who asks
    inspector: Inspector, pick: PickSpec, closed: Pick, text: str, words: Words, player: int | None
) -> str | None:
    name, members = pick.slot.name, inspector.members(pick.source)
    component = t.is_component(t.element(pick.slot.type) or pick.slot.type)
    where = _place_said(words, closed, text)
    if where is not None:
        same, said = _lying(inspector, members, closed, where), place_name(words.compiled, closed, where)
    else:
        value = _parsed(words, text, pick.slot.type)
        said = words.value(pick.slot.type, value)
        if component and value != t.NONE and player is not None and not knows(inspector, value, player):
            return words.word("`{}` cannot be {}: where that lies is hidden").format(name, said)
        same = [x for x in members if x == value or _alike(words, pick, x, value)]
        if not same and pick.adds_none and value == t.NONE:
            _put(inspector, pick, value)
            return None
    if not same:
        outside = words.word("`{}` cannot be {}: it is not in `{}`")
        return outside.format(name, said, _folded(pick.source))
    for value in same:
        _put(inspector, pick, value)
        if pick.where is None or inspector.holds(pick.where):
            return None
    assert pick.where is not None  # noqa: S101 - else it has held
    head = words.word("`{}` cannot be {}").format(name, said)
    return _refusal(inspector, pick.where, words, head, player)


def _place_said(words: Words, pick: Pick, text: str) -> int | None:
    """The place that a text names, as answers are kept or as the language writes it."""
    named = named_place(words.compiled, pick, text)
    if named is not None or not pick.hidden:
        return named
    source, found = Source("value", text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is None:
        return None
    scope = outermost(words.names.world, source, found, MeUse(available=False))
    return read_place(words.compiled, pick, parsed.root, scope)


def _lying(inspector: Inspector, members: Sequence[int], pick: Pick, value: int) -> list[int]:
    """Those of a list that lie at a place and that the decider does not know."""
    (zone, index), p, layout = place(pick, value), inspector.position, inspector.compiled.program.layout
    there = inspector.contents(zone)
    if inspector.compiled.program.zones[zone].ordered:
        there = there[index : index + 1]
    return [c for c in members if c in there and not p[layout.known + c] >> p[Head.ME] & 1]


def _alike(words: Words, pick: PickSpec, a: int, b: int) -> bool:
    faces = words.program.faces
    return pick.faces is not None and b >= 0 and faces[a] == faces[b]


def _refusal(inspector: Inspector, node: core.Core, words: Words, head: str, player: int | None) -> str:
    part = failing(inspector, node)
    lines = [words.word("{}: `{}` does not hold").format(head, _folded(part))]
    lines += [f"  {line}" for line in dict.fromkeys(values_in(inspector, part, words, player))]
    return "\n".join(lines)


def _hint(action: str, names: list[str], words: Words) -> str:
    """Which actions may be meant by one that is none."""
    near = nearest(action, names)
    if not near:
        return words.word("here there are {}").format(", ".join(names))
    listed = f" {words.word('or')} ".join(f"`{name}`" for name in near)
    return words.word("did you mean {}?").format(listed)


def _parsed(words: Words, text: str, type_: t.Type) -> int:
    """A value from a person's words. Raises `ValueError`, which in other languages than English is short."""
    try:
        return parse_value(words.names.world, text, type_)
    except ValueError as wrong:
        if words.language == "en":
            raise
        raise ValueError(words.word("`{}` means nothing here").format(text)) from wrong


def _folded(node: core.Core) -> str:
    return " ".join(node.span.text.split())


def parse_value(world: World, text: str, type_: t.Type) -> int:
    """A value from a person's words. Raises `ValueError` if it is none of that type."""
    named = t.strip(type_)
    if isinstance(named, t.Named) and named.sort == "spot":  # whose names are no expressions
        value = world.values.find(named, text)
        if value is not None:
            return value
    source, found = Source("value", text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is not None:
        scope = outermost(world, source, found, MeUse(available=True))
        root = parsed.root
        node = coerce(scope.check(root, type_), type_, scope)
        if isinstance(node, core.Const):
            return node.value
        if not isinstance(root, ast.Nothing) and not found.errors:
            raise ValueError(f"`{text}` is not a plain value")
    first = next(iter(found), None)
    raise ValueError(
        first.message + (f"; {first.help}" if first.help else "") if first else f"`{text}` means nothing here"
    )
