"""Why a condition fails: the smallest part that does not hold, and the values it saw."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from gamespec.diagnostics import Collector
from gamespec.expr import ast, core
from gamespec.expr import types as t
from gamespec.expr.check import check, coerce
from gamespec.expr.parse import parse_slice
from gamespec.expr.scope import MeUse, Scope
from gamespec.compile.draft import ActionSpec, PickSpec
from gamespec.source import Source
from gamespec.suggest import did_you_mean

if TYPE_CHECKING:
    from interpreter.engine.machine import Machine
    from interpreter.words.text import Texts

__all__ = ["failing", "values_in", "why"]

MOST_LISTED = 12
"""How many members of a list a message shows."""


def failing(machine: Machine, p: list[int], node: core.Core) -> core.Core:
    """The first part of a conjunction that does not hold in a position."""
    if isinstance(node, core.And):
        for part in node.parts:
            if not machine.evaluator.asked(part, p):
                return failing(machine, p, part)
    return node


def values_in(machine: Machine, p: list[int], node: core.Core, texts: Texts) -> Iterator[str]:  # noqa: C901, PLR0912 - a case a node
    """`text is value` for the parts of a condition that people would ask about."""
    match node:
        case core.Equal(_, _, left, right) | core.Less(_, _, left, right):
            for side in (left, right):
                yield from _value(machine, p, side, texts)
        case core.Not(_, _, of):
            yield from values_in(machine, p, of, texts)
        case core.Or(_, _, parts) | core.And(_, _, parts):
            for part in parts:
                yield from values_in(machine, p, part, texts)
        case core.InList(_, _, item, of):
            yield from _value(machine, p, item, texts)
            yield from _value(machine, p, of, texts)
        case core.InZone(_, _, item, _):
            yield from _value(machine, p, item, texts)
            component = machine.evaluator.asked(item, p)
            if component != t.NONE:
                yield f"it lies in {texts.zone(p[machine.program.layout.zone_of + component])}"
        case core.Quantifier(_, _, _, _, over, _):
            yield from _value(machine, p, over, texts)
        case core.BuiltIn(_, _, "empty" | "size", (of,), _):
            yield from _value(machine, p, of, texts)
        case core.Apply(_, _, _, args):
            for arg in args:
                yield from _value(machine, p, arg, texts)
        case core.Load():
            yield from _value(machine, p, node, texts)
        case _:
            return


def _value(machine: Machine, p: list[int], node: core.Core, texts: Texts) -> Iterator[str]:
    if isinstance(node, core.Const | core.Fixed):
        return
    shown = " ".join(node.span.text.split())
    if isinstance(node.type, t.ZoneType):
        node = core.Contents(t.ListType(node.type.of, node.type.most), node.span, node)
    if isinstance(node.type, t.ListType):
        members = list(machine.evaluator.asked(node, p))
        listed = ", ".join(texts.value(node.type.of, x) for x in members[:MOST_LISTED])
        more = f", and {len(members) - MOST_LISTED} more" if len(members) > MOST_LISTED else ""
        yield f"`{shown}` is {listed + more if members else 'empty'}"
    else:
        yield f"`{shown}` is {texts.value(node.type, int(machine.evaluator.asked(node, p)))}"


def why(machine: Machine, p: list[int], action: str, values: Mapping[str, str], texts: Texts) -> str:
    """Why an action of the pending decision is not on offer with some values."""
    site = machine.pending(p).site
    names = [b.name for b in site.branches]
    if action not in names:
        known = [a.name for a in machine.program.actions]
        if action in known:
            return f"`{action}` is not among what is asked here: {', '.join(f'`{n}`' for n in names)}"
        hint = did_you_mean(action, names) or f"here there are {', '.join(names)}"
        raise ValueError(f"there is no action `{action}`; {hint}")
    spec = site.branches[names.index(action)]
    q = p[:]
    hand_over = machine.giver(site, spec)
    if hand_over is not None:
        hand_over(q)
    unknown = [n for n in values if n not in {x.slot.name for x in spec.picks}]
    if unknown:
        wanted = ", ".join(f"`{x.slot.name}`" for x in spec.picks) or "no values"
        raise ValueError(f"`{action}` has no value `{unknown[0]}`: it has {wanted}")
    if spec.when is not None and not machine.evaluator.asked(spec.when, q):
        return _refusal(machine, q, spec.when, texts, f"`{action}` is not possible now")
    for pick in spec.picks:
        if pick.slot.name not in values:
            return _without(machine, q, spec, pick, texts)
        reason = _pick_reason(machine, q, pick, values[pick.slot.name], texts)
        if reason is not None:
            return reason
    return "it is on offer"


def _without(machine: Machine, p: list[int], spec: ActionSpec, pick: PickSpec, texts: Texts) -> str:
    """A value is not given: whether there is any."""
    source = machine.evaluator.asked(pick.source, p)
    good: list[int] = []
    last: core.Core | None = None
    for value in source:
        p[pick.slot.at] = value
        if pick.where is None or machine.evaluator.asked(pick.where, p):
            good.append(value)
        else:
            last = pick.where
    name = pick.slot.name
    if good:
        listed = ", ".join(dict.fromkeys(texts.value(pick.slot.type, v) for v in good[:MOST_LISTED]))
        return f"say which `{name}`: there are {listed}"
    if last is None:
        return f"`{spec.name}` is not possible now: there is no `{name}` in `{_folded(pick.source)}`"
    return _refusal(machine, p, last, texts, f"`{spec.name}` is not possible now: no `{name}` will do")


def _pick_reason(machine: Machine, p: list[int], pick: PickSpec, text: str, texts: Texts) -> str | None:
    value = parse_value(machine, text, pick.slot.type)
    name = pick.slot.name
    members = machine.evaluator.asked(pick.source, p)
    same = [x for x in members if x == value or _alike(machine, pick, x, value)]
    if not same and not (pick.adds_none and value == t.NONE):
        return (
            f"`{name}` cannot be {texts.value(pick.slot.type, value)}: it is not in `{_folded(pick.source)}`"
        )
    p[pick.slot.at] = same[0] if same else value
    if same and pick.where is not None and not machine.evaluator.asked(pick.where, p):
        return _refusal(
            machine, p, pick.where, texts, f"`{name}` cannot be {texts.value(pick.slot.type, value)}"
        )
    return None


def _alike(machine: Machine, pick: PickSpec, a: int, b: int) -> bool:
    faces = machine.program.faces
    return pick.faces is not None and b >= 0 and faces[a] == faces[b]


def _refusal(machine: Machine, p: list[int], node: core.Core, texts: Texts, head: str) -> str:
    part = failing(machine, p, node)
    lines = [f"{head}: `{_folded(part)}` does not hold"]
    lines += [f"  {line}" for line in dict.fromkeys(values_in(machine, p, part, texts))]
    return "\n".join(lines)


def _folded(node: core.Core) -> str:
    return " ".join(node.span.text.split())


def parse_value(machine: Machine, text: str, type_: t.Type) -> int:
    """A value from a person's words. Raises `ValueError` if it is none of that type."""
    source, found = Source("value", text), Collector()
    parsed = parse_slice(source, 0, len(text), found)
    if parsed is not None:
        scope = Scope(machine.program.world, source, found, MeUse(available=True), {})
        root = parsed.root
        node = coerce(check(root, scope, type_), type_, scope)
        if isinstance(node, core.Const):
            return node.value
        if not isinstance(root, ast.Nothing) and not found.errors:
            raise ValueError(f"`{text}` is not a plain value")
    first = next(iter(found), None)
    raise ValueError(
        first.message + (f"; {first.help}" if first.help else "") if first else f"`{text}` means nothing here"
    )
