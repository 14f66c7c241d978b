"""Compiles procedures, handlers and actions, each once, when it is first run or offered."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from gamespec.compile.draft.builder import Block, Builder, Uses, compile_steps
from gamespec.compile.draft.draft import Emitted, Put, Return, Routine
from gamespec.expr.elaborate import elaborate
from gamespec.expr.scope import MeUse, Scope
from gamespec.model import model as m
from gamespec.program.frozen import dataclass
from gamespec.resolve.types import parameter_type
from gamespec.text.source import Span
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = [
    "Described",
    "arguments",
    "begin_routine",
    "find_declared",
    "find_routine",
    "finish_routine",
    "keep",
    "of_handler",
    "require",
]


def begin_routine(b: Builder, name: str, parameters: tuple[m.Parameter, ...], *, me: bool = True) -> Block:
    """Return the block of a new routine with locals for its return address and parameters.

    No instruction is emitted yet. `me` says whether the routine may use `me`.
    """
    uses = Uses(MeUse(available=me))
    routine = Routine(name)
    block = Block(routine, b.scope(uses.me), uses, 0)
    routine.back = block.take("way back", t.Int(0, t.INT_MAX))
    slots: list[core.Slot] = []
    for parameter in parameters:
        type_ = parameter_type(parameter.type, b.world, b.found)
        slots.append(block.bind(parameter.ident, type_))
    routine.parameters = tuple(slots)
    return block


def finish_routine(
    b: Builder,
    block: Block,
    steps: tuple[m.Step, ...] | Callable[[Block], None],
    span: Span,
    before: Emitted | None = None,
) -> None:
    """Emit the steps of a routine out of line, preceded by the instruction `before` if it is given."""
    outside, b.code = b.code, []
    b.emit(block.routine.entry)
    if before is not None:
        b.emit(before)
    if callable(steps):
        steps(block)
    else:
        compile_steps(b, block, steps)
    b.emit(block.routine.exit)
    b.emit(Return(span, block.routine))
    block.routine.code, b.code = b.code, outside


MOST_CALLS = 32
"""Maximum depth to which procedures and handlers may run each other."""


@dataclass(frozen=True, slots=True)
class Described:
    """A procedure or handler in the form that `find_routine` takes.

    `key` identifies it among all routines.
    """

    key: str
    parameters: tuple[m.Parameter, ...]
    steps: tuple[m.Step, ...] | Callable[[Block], None]
    ident: m.Ident
    handles: bool = False


def of_handler(declared: m.HandlerDecl, event: m.EventDecl) -> Described:
    """Describe a handler of an event for `find_routine`. Its `when` becomes an `if` around its steps."""
    steps = declared.do
    if declared.when is not None:
        steps = (m.If(span=declared.ident.span, condition=declared.when, then=steps),)
    return Described(f"handler {declared.ident}", event.parameters, steps, declared.ident, handles=True)


def find_routine(b: Builder, of: Described) -> tuple[Routine, Uses] | None:
    """Return a procedure or handler, compiled on first use.

    Returns `None` after reporting an error if the routine runs itself.
    """
    key, ident = of.key, of.ident
    if key in b.routines:
        return b.routines[key]
    if key in b.queue:
        circle = " → ".join(_said(k) for k in [*b.queue[b.queue.index(key) :], key])
        b.found.report(
            "GS204", f"{_said(key)} runs itself", ident.span, notes=(f"the circle is {circle}",),
            help="repeat the steps with `while`, or `announce` an event for `later`, on an agenda",
        )  # fmt: skip
        return None
    if len(b.queue) == MOST_CALLS:
        b.found.report("GS106", f"procedures run each other more than {MOST_CALLS} deep", ident.span)
        return None
    b.queue.append(key)
    block = begin_routine(b, key, of.parameters)
    block.handles = of.handles
    try:
        finish_routine(b, block, of.steps, ident.span)
    except RecursionError:
        b.found.report("GS106", "the procedures and steps run here are nested too deeply", ident.span)
    b.queue.pop()
    if block.uses.cancels:
        b.calls.append((block.routine, b.stopped.routine, block.routine.size))
    b.routines[key] = (block.routine, block.uses)
    return b.routines[key]


def _said(key: str) -> str:
    what, _, name = key.partition(" ")
    return f"{what} `{name}`"


def require(block: Block, uses: Uses, name: str, span: Span, *, me: bool) -> None:
    """Report a routine that needs a `me` where there is none, and pass its effects on to the caller.

    `me` says whether the call names a player.
    """
    block.uses.pass_on(uses)
    if not uses.me.used or me:
        return
    block.scope.me.used = True
    if not block.scope.me.available:
        block.scope.error(
            "GS206", f"{name} uses `me`, and there is no `me` here", span, help="run it `as` a player"
        )


def _last_of(given: tuple[m.Argument, ...], names: list[str]) -> tuple[str, list[str]]:
    """Return the parameter that an argument with an unknown name probably means.

    That is clear only if one argument has an unknown name and one parameter is left. The result is the
    parameter's name, and a list of the candidates.
    """
    known = {a.ident.name for a in given} & set(names)
    left = [n for n in names if n not in known]
    return (left[0], left) if len(left) == 1 and len(given) == len(known) + 1 else ("", [])


def find_declared(block: Block, ident: m.Ident, what: str, names: Mapping[str, object]) -> bool:
    """Return whether a name is declared, and report an error if it is not.

    Nothing is reported if the name may be declared in a part that could not be read.
    """
    if ident.name in names or ident.name in block.scope.world.game.lost:
        return ident.name in names
    block.scope.error(
        "GS201", f"there is no {what} `{ident}`", ident.span, help=did_you_mean(ident.name, names)
    )
    return False


def arguments(
    scope: Scope,
    given: tuple[m.Argument, ...],
    parameters: tuple[m.Parameter, ...],
    slots: tuple[core.Slot, ...],
    ident: m.Ident,
) -> tuple[core.Core, ...] | None:
    """Return the arguments in the order of the parameters, or `None` after reporting an error."""
    names = [p.ident.name for p in parameters]
    values: dict[str, core.Core] = {}
    good = True
    for argument in given:
        name = argument.ident.name
        if name not in names:
            scope.error(
                "GS208", f"`{ident}` has no parameter `{name}`", argument.ident.span,
                help=did_you_mean(name, names) or did_you_mean(*_last_of(given, names)),
                notes=(f"parameters: {', '.join(f'`{n}`' for n in names) or 'none'}",),
            )  # fmt: skip
            good = False
            continue
        wanted = slots[names.index(name)].type
        values[name] = elaborate(argument.value, scope, wanted, f"the values that `{name}` can have")
    missing = [n for n in names if n not in values]
    if missing and good:
        scope.error(
            "GS208", f"`{ident}` needs {' and '.join(f'`{n}`' for n in missing)}", ident.span,
            help=f"write `with: {{{', '.join(f'{n}: …' for n in missing)}}}`",
        )  # fmt: skip
        return None
    good = good and not any(isinstance(v.type, t.Bad) for v in values.values())
    return tuple(values[n] for n in names) if good else None


def keep(b: Builder, block: Block, args: tuple[core.Core, ...]) -> tuple[core.Core, ...]:
    """Evaluate arguments into locals now, because the values they read may change before they are used."""
    kept: list[core.Core] = []
    for arg in args:
        slot = block.take("argument", arg.type)
        b.emit(Put(arg.span, slot, arg))
        kept.append(core.Local(arg.type, arg.span, slot))
    return tuple(kept)
