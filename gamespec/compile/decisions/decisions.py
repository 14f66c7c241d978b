"""Compiles `choose` and `offer`."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamespec.compile.decisions.ahead import comes_back, compile_most
from gamespec.compile.decisions.hidden import Sources
from gamespec.compile.decisions.invariants import with_checks
from gamespec.compile.decisions.routines import arguments, begin_routine, finish_routine, keep
from gamespec.compile.decisions.several import check_numbers, many_of, tells_copies_apart
from gamespec.compile.decisions.told import compile_secret, compile_seen_by
from gamespec.compile.draft.builder import Block, Builder, compile_block
from gamespec.compile.draft.draft import (
    ActionSpec,
    BranchUnless,
    Decide,
    DrawHidden,
    DrawSecret,
    Emitted,
    HiddenZone,
    Jump,
    Label,
    LoopNext,
    LoopReset,
    LoopStart,
    PickSpec,
    Put,
    Restore,
    RunAnswer,
    Save,
    SetMe,
    Site,
    Text,
)
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.fit import list_cure, listed
from gamespec.expr.scope import MeUse, Scope, known
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.text.addition import added_before
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t
from gamespec.trees.ast import Expression

__all__ = [
    "begin_by",
    "build_action",
    "compile_action",
    "compile_choose",
    "compile_offer",
    "compile_text",
    "note_calls",
    "with_me",
]


def compile_text(templates: m.Templates | None, scope: Scope) -> Text | None:
    """Elaborate the expressions in a text in every language, or return `None` if there is no text."""
    if templates is None:
        return None
    return Text(
        {
            language: (
                template,
                tuple(
                    _hole(hole, scope) if choice is None else check_condition(hole, scope)
                    for hole, choice in zip(template.holes, template.choices, strict=True)
                ),
            )
            for language, template in templates.by_language.items()
        }
    )


def _hole(hole: ast.Expression, scope: Scope) -> core.Core:
    node = elaborate(hole, scope)
    if isinstance(node.type, t.ZoneType):
        scope.error("GS302", "a text can show only single values", node.span)
    return node


def _face_table(b: Builder, source: core.Core, inner: t.Scalar) -> tuple[int, ...] | None:
    """Return the number of each component's face, if the components are fungible and order cannot matter.

    That is so if all components come from a single unordered zone. Otherwise returns `None`.
    """
    while isinstance(source, core.Quantifier) and source.kind == "filter":
        source = source.over
    if not isinstance(source, core.Contents) or not isinstance(inner, t.Named):
        return None
    zone = source.zone.type
    ordered = isinstance(zone, t.ZoneType) and zone.ordered is not False
    return b.world.kinds[inner.name].rows if inner.name in b.fungible and not ordered else None


def _picks(b: Builder, block: Block, picks: tuple[m.Pick, ...]) -> tuple[PickSpec, ...] | None:
    """Compile the values that an action or `choose` asks for. These values become locals of the block.

    Returns `None` if one of them has mistakes.
    """
    made: list[PickSpec] = []
    good = True
    for pick in picks:
        spec = _pick(b, block, pick)
        if spec is None:
            good = False
        else:
            made.append(spec)
    return tuple(made) if good else None


def _pick(b: Builder, block: Block, pick: m.Pick) -> PickSpec | None:  # noqa: C901 - the forms of a pick
    scope = block.scope.inside(pick.source.source)
    source = listed(elaborate(pick.source, scope), scope)
    inner = t.element(source.type)
    if inner is None:
        scope.error(
            "GS307",
            f"`from` needs a list, but this is {t.a(source.type)}",
            source.span,
            help=list_cure(source),
        )
        block.bind(pick.ident, t.BAD)
        return None
    domain = t.domain(inner)
    base = t.strip(inner)
    bound: t.Type = inner
    many = many_of(b, scope, pick, pick.count, source) if pick.count is not None else None
    counts = None if many is None else many.counts
    if counts is not None:
        bound = t.ListType(inner, counts[1])
    elif pick.count is not None:
        bound = t.BAD
    elif pick.optional and isinstance(base, t.Bool | t.Int | t.Named):
        bound = t.Optional(base)
    outside, slot = block.scope, block.bind(pick.ident, bound)
    # The condition is evaluated for each value before `none` is added to the values, so `none` never reaches
    # it.
    local = block.scope.locals[pick.ident.name]
    if isinstance(local, core.Local) and counts is None:
        local = replace(local, type=inner)
    asked = outside.bind(pick.ident.name, local)
    where: core.Core | None = None
    if pick.where is not None:
        where = check_condition(pick.where, asked)
        if not pick.optional:
            block.scope = block.scope.lasting(known(where, pick.where.root, holds=True))
    if domain is None or isinstance(bound, t.Bad):
        if inner == t.NOTHING:
            scope.error("GS307", "there is nothing to choose from", source.span)
        return None
    faces = _face_table(b, source, inner)
    hidden = _hidden(b, base, source, None if counts is not None or where is None else (slot, where), counts)
    first, size = domain
    if faces is not None:
        first, size = 0, max(faces) + 1
    if many is not None:
        return PickSpec(
            slot,
            source,
            where,
            optional=False,
            first=first,
            size=size,
            faces=faces,
            span=pick.ident.span,
            counts=many.counts,
            hidden=hidden,
            many=many.said,
            copies=tuple(min(faces.count(face), many.counts[1]) for face in range(size)) if faces else (),
            asks_which=where is not None and tells_copies_apart(where, base),
            label=pick.label,
        )
    optional = pick.optional or isinstance(inner, t.Optional)
    return PickSpec(
        slot,
        source,
        where,
        optional,
        first,
        size,
        faces,
        pick.ident.span,
        adds_none=pick.optional,
        hidden=hidden,
        label=pick.label,
    )


def _hidden(
    b: Builder,
    type_: t.Type,
    source: core.Core,
    where: tuple[core.Slot, core.Core] | None,
    counts: tuple[int, int] | None,
) -> tuple[HiddenZone, ...]:
    """Return the zones in which components may lie that are on offer but hidden from the player.

    `where` is the local for a value and the condition on it; `counts` is the least and greatest number to
    choose.
    """
    if not isinstance(type_, t.Named) or type_.sort != "component":
        return ()
    sources = Sources(b.world, type_, b.just_put())
    numbers = sources.of(source)
    if where is not None:
        numbers &= sources.allowed(*where)
    return tuple(sources.counted(numbers, 1 if counts is None else counts[1]))


def compile_action(b: Builder, declared: m.ActionDecl, used: m.Ident) -> ActionSpec | None:
    """Return an action, compiled on first use.

    Returns `None` after reporting an error if the action is offered while it runs.
    """
    name = declared.ident.name
    if name in b.queue_actions:
        b.found.report("GS204", f"action `{name}` is offered while it runs", used.span)
        return None
    return b.actions.get(name) or build_action(b, declared, declared.do)


def build_action(
    b: Builder,
    declared: m.ActionDecl,
    steps: tuple[m.Step, ...] | Callable[[Block], None],
    agenda: str | None = None,
) -> ActionSpec:
    """Compile an action with its steps.

    With `agenda`, the action handles an event that waits on that agenda.
    """
    name = declared.ident.name
    block = begin_routine(b, f"action {name}", declared.given)
    when = check_condition(declared.when, block.scope) if declared.when else None
    if declared.when is not None and when is not None:
        block.scope = block.scope.lasting(known(when, declared.when.root, holds=True))
    picks = _picks(b, block, declared.picks)
    label = compile_text(declared.label, block.scope)
    told = compile_text(declared.told, block.scope)
    given = block.routine.parameters
    spec = ActionSpec(name, label, when, picks or (), block.routine, given, agenda=agenda, told=told)
    check_numbers(b, spec, declared.ident.span)
    b.actions[spec.key] = spec
    b.action_uses[spec.key] = block.uses
    b.queue_actions.append(spec.key)
    if declared.keeps is not None:
        spec.keeps = check_condition(declared.keeps, block.scope)
    if declared.most is not None:
        spec.most = compile_most(b, declared.most, spec, block.scope)
    finish_routine(
        b, block, with_checks(b, declared, steps), declared.ident.span, _drawn(spec, declared.ident.span)
    )
    for word, tried in (("keeps", declared.keeps), ("most", declared.most)):
        if tried is not None and (word == "keeps" or declared.keeps is None):
            comes_back(b, f"`{word}` of `{name}`", tried.span, block.uses)
    b.queue_actions.pop()
    return spec


def _drawn(spec: ActionSpec, span: Span) -> Emitted | None:
    """Return the instruction that determines components chosen unseen, or `None` if none can be chosen so."""
    return DrawHidden(span, spec) if any(pick.drawn for pick in spec.picks) else None


def _player(block: Block, by: Expression | None) -> core.Core | None:
    if by is None:
        block.scope.me.used = True
        return None
    return listed(elaborate(by, block.scope), block.scope)


def begin_by(b: Builder, block: Block, by: core.Core | None, span: Span) -> core.Slot | None:
    """Make the deciding player `by` the new `me`.

    Returns the local in which the previous `me` is saved, or `None` if no player is named.
    """
    if by is None:
        return None
    saved = block.take("me", b.world.player)
    b.emit(Save(span, saved))
    b.emit(SetMe(span, by))
    return saved


def _needs_me(block: Block, by: core.Core | None, span: Span) -> None:
    if by is None and not block.scope.me.available:
        block.scope.error("GS206", "it is nobody's turn here: say who decides", span, help="add `by: PLAYER`")


def compile_choose(b: Builder, block: Block, step: m.Choose) -> None:
    """Compile `choose`, which makes the chosen values locals of the block."""
    block.uses.waits = step.span
    by = _player(block, step.by)
    _needs_me(block, by, step.span)
    if by is not None and not isinstance(by.type, t.Bad) and by.type != b.world.player:
        block.scope.error(
            "GS302", f"only one player can choose, but this is {t.a(by.type)}", by.span,
            help="`offer` an action to several",
        )  # fmt: skip
    saved = begin_by(b, block, by, step.span)
    inside = block.inner()
    if by is not None:
        inside.scope = with_me(block.scope)
    picks = _picks(b, inside, step.picks)
    label, others = compile_text(step.label, inside.scope), compile_text(step.told, inside.scope)
    name = step.id.name if step.id else f"choose_{'_'.join(p.ident.name for p in step.picks)}"
    asked = with_me(block.scope) if by is not None else block.scope
    prompt, told = compile_text(step.prompt, asked), compile_seen_by(b, asked, step.seen_by)
    if picks is not None:
        spec = ActionSpec(name, label, None, picks, None, told=others)
        check_numbers(b, spec, step.span)
        b.choices.append(spec)
        _decide(
            b,
            block,
            inside,
            step,
            Site(name, step.span, (spec,), ((),), prompt, step.ask == "always", told),
            saved,
        )
    block.taken = inside.taken
    me = block.scope.me
    block.scope = inside.scope
    if step.otherwise is not None and not (step.otherwise and isinstance(step.otherwise[-1], m.Stop)):
        for pick in picks or ():
            _may_be_none(block, pick)
    if by is not None:
        block.scope = replace(block.scope, me=me)


def _may_be_none(block: Block, pick: PickSpec) -> None:
    """Give a chosen local an optional type, because it has no value after `otherwise`."""
    base = t.strip(pick.slot.type)
    if isinstance(base, t.Bool | t.Int | t.Named):
        local = core.Local(t.Optional(base), pick.span, pick.slot)
        rest = {k: v for k, v in block.scope.locals.items() if k != pick.slot.name}
        block.scope = replace(
            block.scope,
            locals={**rest, pick.slot.name: local},
            not_none={n: why for n, why in block.scope.not_none.items() if n != pick.slot.name},
        )


def with_me(scope: Scope) -> Scope:
    """Return the scope with `me` made available."""
    return replace(scope, me=MeUse(available=True))


def _decide(  # noqa: PLR0913 - the parts of a decision
    b: Builder, block: Block, inside: Block, step: m.Choose | m.Offer, site: Site, saved: core.Slot | None
) -> None:
    """Compile the decision itself, and the steps that run if there is no option.

    `saved` holds the previous `me`, if another player decides.
    """
    none_left, over = Label(), Label()
    has_otherwise = step.otherwise is not None
    b.check(inside, "decision", step.span)
    b.emit(Decide(step.span, site, none_left if has_otherwise else None))
    drawn = _drawn(site.branches[0], step.span) if isinstance(step, m.Choose) else None
    if drawn is not None:
        b.emit(drawn)
    if saved is not None:
        b.emit(Restore(step.span, saved))
    if not has_otherwise:
        return
    scope = replace(inside.scope, me=block.scope.me)
    compile_block(b, inside, step.then, inside.inner(scope))
    b.emit(Jump(step.span, over))
    b.emit(none_left)
    if saved is not None:
        b.emit(Restore(step.span, saved))
    if isinstance(step, m.Choose):
        for pick in site.branches[0].picks:
            nothing: core.Core = core.Const(t.NOTHING, step.span, t.NONE)
            if isinstance(pick.slot.type, t.ListType):
                nothing = core.Fixed(pick.slot.type, step.span, ())
            b.emit(Put(step.span, pick.slot, nothing))
    compile_block(b, inside, step.otherwise or (), inside.inner(block.scope))
    b.emit(over)


_PASS = frozenset({"done", "pass", "skip", "stop"})
"""Names of actions that do nothing."""


def _no_action(ident: m.Ident, declared: Mapping[str, m.ActionDecl], block: Block) -> None:
    """Report an action that is not declared. The cure declares one that does nothing, if its name says so."""
    near = did_you_mean(ident.name, declared)
    if near is not None or ident.name not in _PASS:
        block.scope.error("GS201", f"there is no action `{ident}`", ident.span, help=near)
        return
    entry = f"{ident}: {{do: []}}"
    first = next((a.ident.span for a in declared.values() if a.ident.span.source is ident.span.source), None)
    block.scope.error(
        "GS201", f"there is no action `{ident}`", ident.span, help=f"declare it under `actions`: `{entry}`",
        remedies=() if first is None else added_before(first, entry),
    )  # fmt: skip


def compile_offer(b: Builder, block: Block, step: m.Offer) -> None:
    """Compile `offer`, with which a player chooses an action and its values; the action then runs."""
    declared = b.declared_actions
    b.world.effort.spend(len(step.actions), step.span)
    specs: list[ActionSpec] = []
    given: list[tuple[core.Core, ...]] = []
    for offered in step.actions:
        ident = offered.action
        if ident.name in b.world.game.lost - declared.keys():
            continue
        if ident.name not in declared:
            _no_action(ident, declared, block)
            continue
        b.world.symbols.used.add(f"action {ident}")
        spec = compile_action(b, declared[ident.name], ident)
        if spec is None:
            continue
        if spec in specs:
            block.scope.error("GS202", f"`{ident}` is offered twice", ident.span)
            continue
        parameters = declared[ident.name].given
        args = arguments(block.scope, offered.arguments, parameters, spec.given, ident)
        specs.append(spec)
        given.append(args or ())
    block.uses.waits = step.span
    by = _player(block, step.by)
    _needs_me(block, by, step.span)
    inner = block.inner()
    if by is not None:
        given = [keep(b, inner, args) for args in given]
    name = step.id.name if step.id else "offer"
    asked = with_me(block.scope) if by is not None else block.scope
    several = by is not None and isinstance(by.type, t.ListType)
    told = compile_secret(b, asked, step) if several else compile_seen_by(b, asked, step.seen_by)
    prompt = compile_text(step.prompt, asked)
    site = Site(name, step.span, tuple(specs), tuple(given), prompt, step.ask == "always", told)
    if by is not None and not several and not isinstance(by.type, t.Bad) and by.type != b.world.player:
        block.scope.error("GS302", f"a player must decide, but this is {t.a(by.type)}", by.span)
        return
    kept = inner.taken
    if several and by is not None:
        _secretly(b, inner, step, site, by)
    else:
        saved = begin_by(b, inner, by, step.span)
        note_calls(b, inner, specs)
        _decide(b, block, inner, step, site, saved)
    if kept > block.taken:
        b.clear(inner, block.taken, step.span)


def note_calls(b: Builder, block: Block, specs: list[ActionSpec]) -> None:
    """Record that a block may run the steps of the given actions."""
    for spec in specs:
        block.uses.pass_on(b.action_uses[spec.key])
        if spec.routine is not None:
            b.called(block, spec.routine)


def _secretly(b: Builder, block: Block, step: m.Offer, site: Site, by: core.Core) -> None:
    """Compile a simultaneous decision.

    Each player answers once, without seeing the other answers. Then the answers take effect in the order of
    the list of players.
    """
    if not isinstance(by.type, t.ListType) or by.type.of != b.world.player:
        block.scope.error("GS302", f"players must decide, but this is {t.a(by.type)}", by.span)
        return
    outer = block.taken
    acted = block.take("acted", t.BOOL) if step.otherwise or step.then else None
    most = min(by.type.most, b.world.players)
    deciders = core.BuiltIn(t.ListType(b.world.player, most), by.span, "distinct", (by,))
    width = 1 + max((sum(x.slot.size for x in s.picks) for s in site.branches), default=0)
    saved = block.take("me", b.world.player)
    loop = block.take("deciders", deciders.type, 2 + most)
    player = block.take("decider", b.world.player)
    answers = block.take("answers", t.Int(0, 0), most * width)
    note_calls(b, block, list(site.branches))
    me = core.Local(b.world.player, step.span, player)
    span = step.span
    asking, asked, running, over = Label(), Label(), Label(), Label()
    b.emit(Save(span, saved))
    b.emit(LoopStart(span, loop, deciders))
    b.emit(asking)
    b.emit(LoopNext(span, loop, player, asked))
    b.emit(SetMe(span, me))
    b.check(block, "decision", span)
    b.emit(Decide(span, site, asking if step.otherwise is not None else None, answers, loop))
    if any(pick.drawn for spec in site.branches for pick in spec.picks):
        b.emit(DrawSecret(span, site, answers, loop))
    if acted is not None:
        b.emit(Put(span, acted, core.Const(t.BOOL, span, 1)))
    b.emit(Jump(span, asking))
    b.emit(asked)
    b.emit(LoopReset(span, loop))
    b.emit(running)
    b.emit(LoopNext(span, loop, player, over))
    b.emit(SetMe(span, me))
    b.emit(RunAnswer(span, site, answers, loop))
    b.emit(Jump(span, running))
    b.emit(over)
    b.emit(Restore(span, saved))
    b.clear(block, block.taken - (1 + 2 + most + 1 + most * width), span)
    if acted is not None:
        _whether_acted(b, block, step, acted)
        b.clear(block, outer, span)


def _whether_acted(b: Builder, block: Block, step: m.Offer, acted: core.Slot) -> None:
    """Compile the steps that follow simultaneous answers: `then` if anyone answered, else `otherwise`."""
    nobody, over = Label(), Label()
    b.emit(BranchUnless(step.span, core.Local(t.BOOL, step.span, acted), nobody))
    compile_block(b, block, step.then)
    b.emit(Jump(step.span, over))
    b.emit(nobody)
    compile_block(b, block, step.otherwise or ())
    b.emit(over)
