"""Compiles steps to instructions, with one function for each verb."""

from __future__ import annotations

from typing import assert_never

from gamespec.compile.decisions.decisions import compile_choose, compile_offer
from gamespec.compile.decisions.invariants import check_if_over, find_procedure
from gamespec.compile.decisions.routines import arguments, find_declared, require
from gamespec.compile.decisions.told import compile_players, compile_seen_by
from gamespec.compile.draft.builder import Block, Builder, compile_block
from gamespec.compile.draft.draft import (
    Attribute,
    BranchUnless,
    Call,
    CheckEnd,
    Jump,
    Label,
    LayTile,
    MoveTo,
    Put,
    Restore,
    RevealTo,
    Save,
    ShowTo,
    ShuffleZone,
    Throw,
    TransferTo,
)
from gamespec.compile.steps.agenda import compile_resolve
from gamespec.compile.steps.announced import compile_announce, handle
from gamespec.compile.steps.cases import compile_case
from gamespec.compile.steps.drawings import compile_draw
from gamespec.compile.steps.holders import holders
from gamespec.compile.steps.loops import compile_for, compile_stop, compile_while
from gamespec.compile.steps.remembered import compile_forget, compile_remember
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.fit import component_meant, list_cure, listed
from gamespec.expr.operators import ANY_INT
from gamespec.expr.printed import member
from gamespec.expr.scope import RESERVED, declared, known, unless_none
from gamespec.model import model as m
from gamespec.program.tables import MOST_VALUES
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = ["compile_step"]


def compile_step(b: Builder, block: Block, step: m.Step) -> None:  # noqa: C901, PLR0912 - one line a verb
    """Compile a step with the function for its verb."""
    b.world.effort.spend(2, step.span)
    match step:
        case m.Move():
            _move(b, block, step)
        case m.Lay():
            _lay(b, block, step)
        case m.Draw():
            compile_draw(b, block, step, _components)
        case m.Set():
            _set(b, block, step)
        case m.Transfer():
            _transfer(b, block, step)
        case m.Shuffle():
            _shuffle(b, block, step)
        case m.Reveal():
            _reveal(b, block, step)
        case m.Random():
            _random(b, block, step)
        case m.Let():
            _let(b, block, step)
        case m.Choose():
            compile_choose(b, block, step)
        case m.Offer():
            compile_offer(b, block, step)
        case m.If():
            _if(b, block, step)
        case m.Case():
            compile_case(b, block, step)
        case m.For():
            compile_for(b, block, step)
        case m.While():
            compile_while(b, block, step)
        case m.Run():
            _run(b, block, step)
        case m.Announce():
            compile_announce(b, block, step)
        case m.Check():
            _check(b, block, step)
        case m.Stop():
            compile_stop(b, block, step)
        case m.Resolve():
            compile_resolve(b, block, step, handle)
        case m.Remember():
            compile_remember(b, block, step)
        case m.Forget():
            compile_forget(b, block, step)
        case _:
            assert_never(step)


def _components(block: Block, expression: Expression, zone: core.Core | None) -> core.Core | None:
    wanted = zone.type.of if zone is not None and isinstance(zone.type, t.ZoneType) else None
    scope = block.scope.inside(expression.source)
    hint = t.ListType(wanted, 0) if wanted and isinstance(expression.root, ast.Items) else wanted
    node = listed(elaborate_with(expression, block, hint), scope)
    if isinstance(node.type, t.Bad):
        return None
    inner = t.element(node.type) or node.type
    if isinstance(inner, t.Bad):
        return None
    if isinstance(inner, t.Optional):
        scope.error(
            "GS303",
            "a component is needed, but this may be `none`",
            node.span,
            help=_if_any(expression.root, node) or unless_none(node),
            others=declared(scope, node),
        )
        return None
    if node.type == t.NOTHING:
        scope.error("GS302", "a component is needed, but this is always `none`", node.span)
        return None
    if inner == t.NOTHING:
        return node
    if not isinstance(inner, t.Named) or inner.sort != "component":
        scope.error(
            "GS302",
            f"only components can be moved, but this is {t.a(node.type)}",
            node.span,
            help="write which ones, such as `top(ZONE, 3)`"
            if isinstance(inner, t.Int)
            else component_meant(expression.root, wanted, scope),
        )
        return None
    if wanted is not None and inner != wanted:
        scope.error("GS302", f"this zone holds `{t.show(wanted)}`, but this is {t.a(inner)}", node.span)
        return None
    return node


def _if_any(root: ast.Node, node: core.Core) -> str | None:
    match root:
        case ast.Call(_, _, "top" | "bottom", (_,)):
            return f"write `{node.span.text[:-1].rstrip()}, 1)` to move the component if there is one"
        case _:
            return None


def elaborate_with(expression: Expression, block: Block, wanted: t.Type | None) -> core.Core:
    """Elaborate an expression in which a bare name may be a value of the type `wanted`.

    The expression need not have that type.
    """
    return block.scope.inside(expression.source).check(expression.root, wanted)


def _zone(block: Block, expression: Expression) -> core.Core | None:
    node = elaborate(expression, block.scope)
    if isinstance(node.type, t.Bad):
        return None
    if not isinstance(node.type, t.ZoneType):
        block.scope.error(
            "GS302", f"a zone is needed, but this is {t.a(node.type)}", node.span, help=_which(node, block)
        )
        return None
    return node


def _which(node: core.Core, block: Block) -> str | None:
    """Return advice to write one zone of a family in place of all their components, or `None`."""
    match node:
        case core.BuiltIn(_, _, "family", _, core.ZoneStore() as zone):
            return member(zone.name, zone.keys, block.scope)
        case _:
            return None


def _move(b: Builder, block: Block, step: m.Move) -> None:
    to = _zone(block, step.to)
    what = _components(block, step.what, to)
    if what is None or to is None:
        return
    if isinstance(to, core.Zone) and to.zone.name in {p.zone for p in b.world.planes.values()}:
        block.scope.error(
            "GS205",
            f"tiles come to `{to.zone.name}` only by `lay`",
            to.span,
            help="write `lay: TILE` and `at: SPOT`",
        )
        return
    if step.at == "bottom" and isinstance(to.type, t.ZoneType) and to.type.ordered is False:
        block.scope.error("GS302", "this zone has no order", to.span, help="declare it `ordered: true`")
    b.emit(MoveTo(step.span, what, to, step.at == "bottom"))


def _lay(b: Builder, block: Block, step: m.Lay) -> None:
    at = elaborate(step.at, block.scope)
    if not isinstance(at.type, t.Named) or at.type.sort != "spot":
        if not isinstance(at.type, t.Bad):
            block.scope.error(
                "GS302", f"a spot of a plane is needed, but this is a `{t.show(at.type)}`", at.span
            )
        return
    plane = b.world.planes[at.type.name]
    zone = b.world.zones[plane.zone]
    what = elaborate(step.what, block.scope, zone.kind)
    if not isinstance(what.type, t.Bad):
        b.emit(LayTile(step.span, what, at, plane))


def _set(b: Builder, block: Block, step: m.Set) -> None:
    for pair in step.pairs:
        if _unknown(block, pair.place):
            continue
        place = elaborate(pair.place, block.scope)
        if isinstance(place.type, t.Bad):
            continue
        if not isinstance(place, core.Load) or place.bank or place.store.name in b.world.resources:
            resource = isinstance(place, core.Load) and not isinstance(place.type, t.Bad)
            moved = "components are moved with `move`" if isinstance(place.type, t.ZoneType) else None
            block.scope.error(
                "GS205", "only variables can be set", pair.place.span,
                help="tokens are moved with `transfer`" if resource else moved,
            )  # fmt: skip
            continue
        value = elaborate(
            pair.value, block.scope, place.store.type, f"the values that `{place.store.name}` can hold"
        )
        if not isinstance(value.type, t.Bad):
            b.emit(Put(pair.place.span, place, value))


def _unknown(block: Block, said: Expression) -> bool:
    """Return whether a step assigns to an undeclared name, and report an error if it does."""
    world, place = block.scope.world, said.root
    if not isinstance(place, ast.Name) or place.name in {
        *block.scope.locals,
        *world.symbols,
        *world.symbols.broken,
    }:
        return False
    if place.name in RESERVED:
        return False
    variables = [v.ident.name for v in world.game.variables]
    cure = did_you_mean(place.name, variables)
    block.scope.error(
        "GS201", f"there is no variable `{place.name}`", said.span,
        help=cure or f"name a value with `let: {{{place.name}: …}}`, or declare it under `variables`",
    )  # fmt: skip
    return True


def _transfer(b: Builder, block: Block, step: m.Transfer) -> None:
    amount = elaborate(step.amount, block.scope, ANY_INT)
    ends = holders(b, block, step)
    if ends is not None and not isinstance(amount.type, t.Bad):
        b.emit(TransferTo(step.span, amount, *ends))


def _shuffle(b: Builder, block: Block, step: m.Shuffle) -> None:
    zone = _zone(block, step.zone)
    if zone is None:
        return
    if isinstance(zone.type, t.ZoneType) and zone.type.ordered is False:
        block.scope.error(
            "GS302", "this zone has no order to shuffle", zone.span, help="declare it `ordered: true`"
        )
        return
    block.uses.waits = step.span
    b.emit(ShuffleZone(step.span, zone))


def _reveal(b: Builder, block: Block, step: m.Reveal) -> None:
    what = _components(block, step.what, None)
    to = compile_players(b, block.scope, step.to) if step.to else None
    fits = what is not None and not (to is not None and isinstance(to.type, t.Bad))
    if step.only is not None and what is not None:
        _show(b, block, step, what, to if fits else None)
    elif what is not None and fits:
        b.emit(RevealTo(step.span, what, to))


def _show(b: Builder, block: Block, step: m.Reveal, what: core.Core, to: core.Core | None) -> None:
    """Compile a step that shows an attribute of components, or only whether the attribute has a value."""
    shown, type_ = step.only, t.element(what.type) or what.type
    if shown is None or not isinstance(type_, t.Named):
        return
    kind, only = b.world.kinds[type_.name], shown.attribute
    if only.name in kind.indexed:
        message = f"`only` shows one value, but `{only}` has one for each key"
        block.scope.error("GS205", message, only.span)
        return
    if only.name not in kind.columns:
        message, cure = f"`{type_.name}` has no attribute `{only}`", did_you_mean(only.name, kind.columns)
        block.scope.error("GS207", message, only.span, help=cure)
        return
    column, printed = kind.columns[only.name]
    if only.name in kind.back:
        block.scope.error("GS402", f"`{only}` is on the back, so everybody sees it", only.span)
    elif (number := len(set(printed))) > MOST_VALUES:
        message = (
            f"`only` shows attributes with at most {MOST_VALUES} different values, but `{only}` has {number}"
        )
        block.scope.error("GS309", message, only.span)
    value = elaborate(shown.value, block.scope, column) if shown.value is not None else None
    if value is None or not isinstance(value.type, t.Bad):
        b.emit(ShowTo(step.span, what, to, Attribute(type_.name, only.name), value))


def _random(b: Builder, block: Block, step: m.Random) -> None:
    told = compile_seen_by(b, block.scope, step.seen_by)
    block.uses.waits = step.span
    for drawn in step.draws:
        _draw(b, block, step, drawn, told)


def _draw(b: Builder, block: Block, step: m.Random, drawn: m.Drawn, told: core.Core | None) -> None:
    scope = block.scope.inside(drawn.source.source)
    source = listed(elaborate(drawn.source, scope), scope)
    inner = t.element(source.type)
    if inner is None:
        scope.error(
            "GS307", f"`from` needs a list, but this is {t.a(source.type)}", source.span,
            help=list_cure(source),
        )  # fmt: skip
        inner = t.BAD
    item = core.Slot(drawn.ident.name, inner, frame=False)
    weight = None
    if drawn.weight is not None:
        inside = block.scope.bind_slot(drawn.ident.name, item, drawn.ident.span)
        weight = elaborate(drawn.weight, inside, ANY_INT)
    slot = block.bind(drawn.ident, inner)
    if not isinstance(inner, t.Bad):
        name = step.stream.name if step.stream else drawn.ident.name
        b.emit(Throw(step.span, slot, source, weight, item, name, t.is_component(inner), told))


def _let(b: Builder, block: Block, step: m.Let) -> None:
    for ident, expression in step.pairs:
        scope = block.scope.inside(expression.source)
        value = listed(elaborate(expression, scope), scope)
        if value.type == t.NOTHING:
            scope.error("GS302", "this is always `none`", value.span)
        slot = block.bind(ident, value.type)
        if not isinstance(value.type, t.Bad):
            b.emit(Put(step.span, slot, value))


def _if(b: Builder, block: Block, step: m.If) -> None:
    condition = check_condition(step.condition, block.scope)
    otherwise, over = Label(), Label()
    root = step.condition.root
    settled = condition.value if isinstance(condition, core.Const) else None
    b.emit(BranchUnless(step.condition.span, condition, otherwise))
    with b.left_out(block, settled == 0):
        holds = block.scope.lasting(known(condition, root, holds=True))
        compile_block(b, block, step.then, block.inner(holds))
        if step.otherwise:
            b.emit(Jump(step.span, over))
    b.emit(otherwise)
    with b.left_out(block, settled == 1):
        if step.otherwise:
            fails = block.scope.lasting(known(condition, root, holds=False))
            compile_block(b, block, step.otherwise, block.inner(fails))
    b.emit(over)
    if step.then and isinstance(step.then[-1], m.Stop) and not step.otherwise:
        block.scope = block.scope.lasting(known(condition, root, holds=False))


def _run(b: Builder, block: Block, step: m.Run) -> None:
    procedures = b.declared_procedures
    if not find_declared(block, step.procedure, "procedure", procedures):
        return
    declared = procedures[step.procedure.name]
    b.world.symbols.used.add(f"procedure {declared.ident}")
    found = find_procedure(b, declared)
    if found is None:
        return
    routine, uses = found
    args = arguments(block.scope, step.arguments, declared.parameters, routine.parameters, step.procedure)
    require(block, uses, f"`{declared.ident}`", step.procedure.span, me=step.as_ is not None)
    if args is None:
        return
    if step.as_ is None:
        b.called(block, routine)
        b.emit(Call(step.span, routine, args))
        return
    player = elaborate(step.as_, block.scope, b.world.player)
    inner = block.inner()
    saved = inner.take("me", b.world.player)
    b.emit(Save(step.span, saved))
    b.called(inner, routine)
    b.emit(Call(step.span, routine, args, player))
    b.emit(Restore(step.span, saved))


def _check(b: Builder, block: Block, step: m.Check) -> None:
    block.scope.me.used = block.scope.me.used or b.end_uses_me
    if b.end_uses_me and not block.scope.me.available:
        block.scope.error("GS206", "`end` uses `me`, and there is no `me` here", step.span)
    block.uses.leaves[step.span] = None
    check_if_over(b, block, step.span)
    b.emit(CheckEnd(step.span))
