"""`resolve` for an agenda from which a player chooses the next event.

Each kind of waiting event is offered as an action. The action's values range over the parameters of the
waiting entries, so identical entries are a single option. The action's steps remove the first such entry and
handle its event. Everything that holds for an `offer` with `ask: choice` also holds here.
"""

from __future__ import annotations

from gamespec.compile.decisions.decisions import begin_by, build_action, compile_text, note_calls, with_me
from gamespec.compile.decisions.entries import Handle, load_of, take_off
from gamespec.compile.decisions.routines import keep, require
from gamespec.compile.draft.builder import Block, Builder
from gamespec.compile.draft.draft import ActionSpec, BranchUnless, Decide, Jump, Label, Restore, Site
from gamespec.description.agendas import EVENT, SIZE, part_of
from gamespec.expr.elaborate import elaborate
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.text.source import Span
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["compile_chosen"]

_PLACE, _RESOLVER = "place.", "resolver."
"""Names that no author can use: for the place of an entry, and for the player who was `me` at the `resolve`.
"""


def compile_chosen(b: Builder, block: Block, step: m.Resolve, known: core.Agenda, handle: Handle) -> None:
    """Compile the handling of an agenda's events in the order that a player chooses, until none waits."""
    span, declared = step.span, _declared(b, known)
    block.uses.waits = span
    by = _by(b, block, step, declared)
    specs = [spec for name in known.events if (spec := _on_offer(b, step, known, name, handle)) is not None]
    prompt = compile_text(declared.prompt, with_me(b.scope(block.scope.me)))
    inner, again, leave = block.inner(), Label(), Label()
    zero = core.Const(t.Int(0, 0), span, 0)
    b.emit(again)
    b.emit(BranchUnless(span, core.Less(t.BOOL, span, load_of(known.size, span), zero, ">"), leave))
    saved = begin_by(b, inner, by, span)
    resolver: tuple[core.Core, ...] = ()
    if saved is not None:
        resolver = (core.Local(t.Optional(b.world.player), span, saved),)
    note_calls(b, inner, specs)
    for spec in specs:
        require(block, b.action_uses[spec.key], f"`{known.name}`", step.agenda.span, me=False)
    name = step.id.name if step.id else "resolve"
    site = Site(name, span, tuple(specs), (resolver,) * len(specs), prompt, ask_always=False, told=None)
    b.check(inner, "decision", span)
    b.emit(Decide(span, site, None))
    if saved is not None:
        b.emit(Restore(span, saved))
    b.emit(Jump(span, again))
    b.emit(leave)
    b.clear(inner, block.taken, span)


def _declared(b: Builder, known: core.Agenda) -> m.AgendaDecl:
    return next(agenda for agenda in b.world.game.agendas if agenda.ident.name == known.name)


def _by(b: Builder, block: Block, step: m.Resolve, declared: m.AgendaDecl) -> core.Core | None:
    """Return the player who chooses, or `None` if that is `me` or if the expression is wrong.

    The expression in the agenda's `by` can use `me`, but no locals.
    """
    me = block.scope.me
    if declared.by is not None:
        by = elaborate(declared.by, b.scope(me), b.world.player)
        return None if isinstance(by.type, t.Bad) else by
    me.used = True
    if not me.available:
        block.scope.error(
            "GS206", "it is nobody's turn here: say who chooses the next event", step.span,
            help=f"add `by: PLAYER` to the agenda `{declared.ident}`",
        )  # fmt: skip
    return None


def _on_offer(
    b: Builder, step: m.Resolve, known: core.Agenda, name: str, handle: Handle
) -> ActionSpec | None:
    """Return the action that handles an event, compiled on first use.

    Returns `None` after reporting an error if handling the event resolves the agenda on which it waits.
    """
    event, agenda = b.declared_events[name][0], _declared(b, known)
    key = part_of(known.name, name)
    if key in b.queue_actions:
        message = f"an event that waits on `{known.name}` resolves it"
        b.found.report(
            "GS204", message, step.agenda.span, help="events that it announces for later are handled anyway"
        )
        return None
    if key in b.actions:
        return b.actions[key]
    entries = _Entries(agenda, event, known.events.index(name) + 1)

    def steps(block: Block) -> None:
        span = agenda.ident.span
        if agenda.by is not None:
            b.emit(Restore(span, block.routine.parameters[0]))
        inner, over = block.inner(), Label()
        (place,) = keep(b, inner, (elaborate(entries.chosen(), block.scope),))
        take_off(b, inner, known, place, span)
        values = tuple(elaborate(entries.value(p), block.scope) for p in event.parameters)
        if handle(b, inner, event, values, (span, span), over):
            b.emit(over)
        b.clear(inner, block.taken, span)

    return build_action(b, entries.action(), steps, known.name)


class _Entries:
    """Builds expressions about the entries of an agenda that hold a given event, identified by its number."""

    def __init__(self, agenda: m.AgendaDecl, event: m.EventDecl, number: int) -> None:
        self.agenda, self.event, self.number = agenda, event, number
        self.span: Span = agenda.ident.span

    def action(self) -> m.ActionDecl:
        """Return the event as an action whose values are taken from the waiting entries."""
        span, event = self.span, self.event
        player = m.TypeRef(span, self._name("player"), optional=True)
        given = (m.Parameter(m.Ident(_RESOLVER, span), player),) if self.agenda.by is not None else ()
        picks = tuple(self._pick(i) for i in range(len(event.parameters)))
        when = self._expression(self._quantified("any", self._all(), self._alike(0)))
        ident = m.Ident(event.ident.name, span)
        return m.ActionDecl(ident=ident, label=event.label, given=given, when=when, picks=picks)

    def chosen(self) -> ast.Expression:
        """Return the expression for the place of the first entry that has the chosen values."""
        alike = self._alike(len(self.event.parameters))
        return self._expression(self._call("the", self._quantified("first", self._all(), alike)))

    def value(self, parameter: m.Parameter) -> ast.Expression:
        """Return the expression for the value that was chosen for a parameter."""
        return self._expression(self._name(parameter.ident.name))

    def _pick(self, index: int) -> m.Pick:
        parameter = self.event.parameters[index]
        fitting = self._quantified("filter", self._all(), self._alike(index))
        waiting = self._waiting(parameter)
        body = waiting if parameter.type.optional else self._call("the", waiting)
        source = self._expression(self._quantified("map", fitting, body))
        return m.Pick(ident=replace(parameter.ident, span=self.span), source=source)

    def _alike(self, number: int) -> ast.Node:
        """Return the condition that the current entry holds the event.

        The values of its first `number` parameters must equal the chosen ones.
        """
        of_event = self._entry(EVENT)
        number_ = ast.Number(self.span.start, self.span.end, self.number)
        chosen = self.event.parameters[:number]
        parts = [self._equal(of_event, number_)]
        parts += [self._equal(self._waiting(p), self._name(p.ident.name)) for p in chosen]
        return parts[0] if len(parts) == 1 else ast.Logic(self.span.start, self.span.end, "and", tuple(parts))

    def _waiting(self, parameter: m.Parameter) -> ast.Node:
        return self._entry(self.event.ident.name, parameter.ident.name)

    def _entry(self, *what: str) -> ast.Node:
        """Return the expression for a part of the current entry, such as its event or a parameter."""
        store = self._name(part_of(self.agenda.ident.name, *what))
        return ast.Index(self.span.start, self.span.end, store, (self._name(_PLACE),))

    def _all(self) -> ast.Node:
        start, end = self.span.start, self.span.end
        return ast.Range(
            start, end, ast.Number(start, end, 1), self._name(part_of(self.agenda.ident.name, SIZE))
        )

    def _quantified(self, kind: str, over: ast.Node, body: ast.Node) -> ast.Node:
        return ast.Quantifier(self.span.start, self.span.end, kind, _PLACE, over, body)

    def _equal(self, left: ast.Node, right: ast.Node) -> ast.Node:
        return ast.Comparison(self.span.start, self.span.end, left, (("==", right),))

    def _call(self, name: str, of: ast.Node) -> ast.Node:
        return ast.Call(self.span.start, self.span.end, name, (of,))

    def _name(self, name: str) -> ast.Node:
        return ast.Name(self.span.start, self.span.end, name)

    def _expression(self, root: ast.Node) -> ast.Expression:
        return ast.Expression(root, self.span.source)
