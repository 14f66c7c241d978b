"""Compiles invariants, which a program checks while it runs if it was requested with them.

Without that request, invariants are elaborated only to find their mistakes, and the program is the same as
without them. The invariants of each time have a routine of their own; those of an action or a procedure are
checked among its steps, where its values exist.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gamespec.compile.decisions.routines import Described, begin_routine, find_routine, finish_routine
from gamespec.compile.draft.builder import Block, Builder, Uses, compile_steps
from gamespec.compile.draft.draft import BranchUnless, Emitted, Hold, Label, Put, Routine
from gamespec.expr.elaborate import check_condition, elaborate
from gamespec.expr.scope import Scope
from gamespec.model import model as m
from gamespec.program.frozen import replace
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import ast, core
from gamespec.trees import types as t

__all__ = ["OVER", "check_if_over", "compile_invariants", "find_procedure", "with_checks"]

_TIMES = {"step": ("step",), "decision": ("decision", "end"), "turn": ("turn",), "end": ("end", "limit")}
"""For each value of `at`, the times at which an invariant is checked.

The `limit` is checked before each decision. One that is checked then needs no other check.
"""


_ROUTINE = "invariants at each {}"

OVER = frozenset({_ROUTINE.format("end"), _ROUTINE.format("limit")})
"""The names of the routines that check invariants when the game is over."""


def compile_invariants(b: Builder) -> None:
    """Compile the invariants that are checked at certain times, and check the names in the others.

    In a program that is requested with invariants, one that is checked for each player is compiled for each
    seat. Without that request, one that is checked at several times is compiled once.
    """
    checks: dict[str, list[Emitted]] = {}
    effort = b.world.effort
    for number, declared in enumerate(b.world.game.invariants):
        if declared.around is not None:
            _named(b, declared, declared.around)
            continue
        parts: int | None = None
        for time in _TIMES[declared.time]:
            if time == "limit" and (b.world.game.limit is None or b.world.game.limit.then == "truncate"):
                continue
            if parts is not None and not b.checked and effort.again(parts):
                continue
            found = checks.setdefault(time, [])
            scope, before = begin_routine(b, "invariants", (), me=False).scope, effort.recurring
            found += _holds(b, scope, number, declared, last=time == "limit")
            parts = effort.recurring - before
    for time, holds in checks.items() if b.checked else ():
        block = begin_routine(b, _ROUTINE.format(time), (), me=False)

        def steps(_: Block, holds: list[Emitted] = holds) -> None:
            for hold in holds:
                b.emit(hold)

        finish_routine(b, block, steps, b.world.game.ident.span)
        b.checks[time] = block.routine


def _named(b: Builder, declared: m.InvariantDecl, around: m.Ident) -> None:
    """Check the keys of an invariant of an action or a procedure, and the name of the latter."""
    if declared.at is not None:
        b.found.report(
            "GS402", f"`{declared.ident}` is checked {declared.time} `{around}`, so `at` has no effect",
            declared.ident.span, help="remove `at`",
        )  # fmt: skip
    names = [*b.declared_actions, *b.declared_procedures]
    if around.name not in names and around.name not in b.world.game.lost:
        b.found.report(
            "GS201", f"there is no action and no procedure `{around}`", around.span,
            help=did_you_mean(around.name, names),
        )  # fmt: skip


def _holds(
    b: Builder, scope: Scope, number: int, declared: m.InvariantDecl, *, last: bool = False
) -> Iterator[Emitted]:
    """Yield the instructions that check an invariant once, or once for each seat."""
    for seat, inside in _seats(b, scope, declared):
        yield _hold(b, inside, number, seat, declared.body, last=last)


def _seats(b: Builder, scope: Scope, declared: m.InvariantDecl) -> Iterator[tuple[int | None, Scope]]:
    """Yield the seats for which an invariant is compiled, each with the scope that has its `player`."""
    span, scope = declared.body.span, replace(scope, derived=b.derived)
    if declared.per is None:
        yield None, scope
    else:
        for seat in range(b.world.players if b.checked else 1):
            yield seat, scope.bind_slot("player", b.checked_for, span)


def _hold(  # noqa: PLR0913 - what is checked, and for whom
    b: Builder, scope: Scope, number: int, seat: int | None, body: ast.Expression, *, last: bool = False
) -> Emitted:
    """Return the instruction that checks the condition of an invariant."""
    condition = _for_seat(b, seat, check_condition(body, scope))
    return replace(Hold(body.span, number, seat, condition, last), checks=True)


def _for_seat(b: Builder, seat: int | None, value: core.Core) -> core.Core:
    """Return an expression in which `player` is a certain seat, if there is one."""
    if seat is None:
        return value
    player = core.Const(b.world.player, value.span, seat)
    return core.Let(value.type, value.span, b.checked_for, player, value)


def check_if_over(b: Builder, block: Block, span: Span) -> None:
    """Emit the instructions that check the invariants of the end if an entry of `end` holds."""
    if "end" not in b.checks or not b.ends:
        return
    going_on = Label()
    over = b.ends[0] if len(b.ends) == 1 else core.Or(t.BOOL, span, b.ends)
    inner = block.inner()
    holds = inner.take("over", t.BOOL)
    b.emit(replace(Put(span, holds, over), checks=True))
    b.emit(BranchUnless(span, core.Local(t.BOOL, span, holds), going_on))
    b.check(inner, "end", span)
    b.emit(going_on)
    b.clear(inner, block.taken, span)


# --- around the steps of an action or a procedure -----------------------------------------------------------


def find_procedure(b: Builder, declared: m.ProcedureDecl) -> tuple[Routine, Uses] | None:
    """Return a procedure, compiled on first use with the checks of its invariants, as `find_routine` does."""
    steps = with_checks(b, declared, declared.do)
    key = f"procedure {declared.ident}"
    return find_routine(b, Described(key, declared.parameters, steps, declared.ident))


def with_checks(
    b: Builder, of: m.ActionDecl | m.ProcedureDecl, steps: tuple[m.Step, ...] | Callable[[Block], None]
) -> tuple[m.Step, ...] | Callable[[Block], None]:
    """Return the steps of an action or a procedure with the checks of its invariants around them."""
    around = [
        (number, declared)
        for number, declared in enumerate(b.world.game.invariants)
        if declared.around is not None and declared.around.name == of.ident.name
    ]
    if not around or callable(steps):
        return steps

    def checked(block: Block) -> None:
        after: list[Emitted] = []
        for number, declared in around:
            if declared.before is not None:
                _emitted(b, _holds(b, block.scope, number, declared))
                continue
            for seat, inside in _seats(b, block.scope, declared):
                now, scope = _with_old(b, block, inside, declared.body, seat)
                after.append(_hold(b, scope, number, seat, now))
        leaves = replace(block, leaving=(*block.leaving, *after)) if b.checked else block
        compile_steps(b, leaves, steps)
        block.taken, block.scope = leaves.taken, leaves.scope
        _emitted(b, after)

    return checked


def _emitted(b: Builder, holds: Iterator[Emitted] | list[Emitted]) -> None:
    """Emit checks, if the program is requested with invariants; compile them in any case."""
    for hold in holds:
        if b.checked:
            b.emit(hold)


def _with_old(
    b: Builder, block: Block, outer: Scope, body: ast.Expression, seat: int | None
) -> tuple[ast.Expression, Scope]:
    """Replace each `old(x)` in a condition by a local that gets the value of `x` before the steps.

    Returns the condition and the scope that has these locals, which is within `outer`.
    """
    scope, source = outer.inside(body.source), body.source

    def old(node: ast.Node) -> ast.Node | None:
        nonlocal scope
        if not (isinstance(node, ast.Call) and node.name == "old" and node.by is None):
            return None
        if any(function.ident.name == node.name for function in b.world.game.functions):
            message = "`old` is a function of the game, and here also the value before the steps"
            scope.error("GS203", message, node, help="give the function another name")
            return ast.Unread(node.start, node.end)
        if len(node.args) != 1:
            scope.error("GS305", f"`old` takes 1 value, not {len(node.args)}", node)
            return ast.Unread(node.start, node.end)
        for local in _bound(body.root, node.args[0]):
            scope.error(
                "GS201", f"`{local.name}` has no value before the steps", local,
                help=f"bind `{local.name}` inside `old(…)`, or declare `per: player` and write `player`",
            )  # fmt: skip
            return ast.Unread(node.start, node.end)
        value = elaborate(ast.Expression(node.args[0], source), scope)
        name, span = f"old {node.start}", scope.span(node)
        if isinstance(value.type, t.ZoneType):
            scope.error(
                "GS302", "`old` keeps a value, but this is a zone", span, help="write `old(size(zone))`"
            )
        if isinstance(value.type, t.Bad | t.ZoneType):
            return ast.Unread(node.start, node.end)
        if b.checked:
            slot = block.take(name, value.type)
            b.emit(replace(Put(span, slot, _for_seat(b, seat, value)), checks=True))
        else:
            slot = core.Slot(name, value.type, frame=False)
        scope = scope.bind_slot(name, slot, span)
        return ast.Name(node.start, node.end, name)

    if "old" not in body.span.text:
        return body, outer  # it does not even have the letters
    root = ast.replaced(body.root, old)
    return ast.Expression(root, source), scope


def _bound(root: ast.Node, part: ast.Node) -> Iterator[ast.Name]:
    """Yield the names in a part of a condition that the condition binds around this part."""
    if root is part:
        return
    around = (node for node in ast.children(root) if node.start <= part.start and part.end <= node.end)
    inner = next(around, part)
    if isinstance(root, _BINDING) and inner is root.body:
        yield from _free(part, root.name)
    yield from _bound(inner, part)


_BINDING = ast.Quantifier | ast.Reach | ast.Longest | ast.Let
"""The expressions that bind a name in their body."""


def _free(node: ast.Node, name: str) -> Iterator[ast.Name]:
    """Yield the places at which an expression has a name that it does not bind itself."""
    if isinstance(node, ast.Name) and node.name == name:
        yield node
    for part in ast.children(node):
        if not (isinstance(node, _BINDING) and node.name == name and part is node.body):
            yield from _free(part, name)
