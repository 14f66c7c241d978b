"""GS401: declarations and parameters that nothing uses, and histories to which no step adds."""

from __future__ import annotations

from collections.abc import Iterator

from gamespec.lint.subject import Subject, walk
from gamespec.model import model as m
from gamespec.model.walk import names_in
from gamespec.text.removal import removed

__all__ = ["unused"]


def unused(subject: Subject) -> None:
    """Report declarations that nothing uses under any choice of options."""
    game, used, found = subject.game, subject.used, subject.found
    announced = {f"event {h.event.name}" for h in game.handlers}
    for what, ident, key in _declared(game):
        if key in used:
            continue
        if what == "event" and key not in announced:
            continue  # a hook needs no handler here, but it needs an announcer
        found.report(
            "GS401", f"{what} `{ident}` is never used", ident.span, severity="warning",
            remedies=removed(ident.span),
        )  # fmt: skip
    for what, routine, parameter in _idle(game):
        found.report(
            "GS401", f"{what} `{routine}` never uses its parameter `{parameter}`", parameter.span,
            severity="warning",
        )  # fmt: skip
    remembered = {step.history.name for step, _ in walk(game) if isinstance(step, m.Remember)}
    for history in game.histories:
        name = history.ident.name
        if name in used and name not in remembered:
            found.report(
                "GS401", f"no step remembers anything in history `{name}`", history.ident.span,
                help=f"the step `remember: {name}` adds the present situation", severity="warning",
            )  # fmt: skip


def _idle(game: m.Game) -> Iterator[tuple[str, m.Ident, m.Ident]]:
    """Yield parameters that the body of their function or procedure never names.

    A function that gathers terms is exempt, because its parameters serve the terms, and an overlay may add
    terms.
    """
    for function in game.functions:
        if function.gathers is None:
            yield from _unnamed("function", function, function.body)
    for procedure in game.procedures:
        yield from _unnamed("procedure", procedure, procedure.do)


def _unnamed(
    what: str, routine: m.FunctionDecl | m.ProcedureDecl, body: object
) -> Iterator[tuple[str, m.Ident, m.Ident]]:
    names = names_in(body)
    for parameter in routine.parameters:
        if parameter.ident.name not in names:
            yield what, routine.ident, parameter.ident


def _declared(game: m.Game) -> Iterator[tuple[str, m.Ident, str]]:
    sections = (
        ("table", game.tables),
        ("zone", game.zones),
        ("variable", tuple(v for v in game.variables if v.agenda is None)),
        ("resource", game.resources),
        ("history", game.histories),
        ("agenda", game.agendas),
        ("function", game.functions),
    )
    for what, declared in sections:
        for each in declared:
            yield what, each.ident, each.ident.name
    for option in game.options:
        yield "option", option.ident, option.ident.name
    for action in game.actions:
        yield "action", action.ident, f"action {action.ident}"
    for procedure in game.procedures:
        yield "procedure", procedure.ident, f"procedure {procedure.ident}"
    for event in game.events:
        yield "event", event.ident, f"event {event.ident}"
