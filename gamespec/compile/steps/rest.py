"""Compiles code that neither setup nor a phase uses, only to find its mistakes."""

from __future__ import annotations

from gamespec.compile.decisions.decisions import compile_action, compile_text
from gamespec.compile.decisions.invariants import find_procedure
from gamespec.compile.decisions.routines import begin_routine, find_routine, of_handler
from gamespec.compile.draft.builder import Builder
from gamespec.model import model as m
from gamespec.text.diagnostics import Remark
from gamespec.text.suggest import did_you_mean

__all__ = ["compile_rest"]


def compile_rest(b: Builder) -> None:
    """Compile every declaration that nothing has used so far, only to find its mistakes."""
    game = b.world.game
    for action in game.actions:
        compile_action(b, action, action.ident)
    for procedure in game.procedures:
        find_procedure(b, procedure)
    events = {e.ident.name: e for e in game.events}
    for handler in game.handlers:
        event = events.get(handler.event.name)
        if event is None and handler.event.name in game.lost:
            continue
        if event is None:
            b.found.report(
                "GS201", f"there is no event `{handler.event}`", handler.event.span,
                help=did_you_mean(handler.event.name, events),
            )  # fmt: skip
            continue
        find_routine(b, of_handler(handler, event))
    _labels(b, game)
    _terms(b, game)
    _rulings(b, game)


def _labels(b: Builder, game: m.Game) -> None:
    """Check the labels of events that are never offered for choice."""
    offered = {spec.name for spec in b.actions.values() if spec.agenda is not None}
    for event in game.events:
        if event.label is not None and event.ident.name not in offered:
            block = begin_routine(b, f"event {event.ident}", event.parameters)
            compile_text(event.label, block.scope)


def _terms(b: Builder, game: m.Game) -> None:
    """Report terms that extend no function, or a function that does not gather terms."""
    functions = {f.ident.name: f for f in game.functions}
    gathering = [name for name, declared in functions.items() if declared.gathers is not None]
    for term in game.terms:
        declared = functions.get(term.of.name)
        if declared is None and term.of.name not in game.lost:
            b.found.report(
                "GS201", f"there is no function `{term.of}`", term.of.span,
                help=did_you_mean(term.of.name, gathering),
            )  # fmt: skip
        elif declared is not None and declared.gathers is None:
            b.found.report(
                "GS205", f"`{term.of}` gathers nothing", term.of.span,
                help="say how its terms are combined, as in `gathers: sum` beside its `is`",
                others=(Remark(declared.ident.span, f"`{term.of}` is declared here"),),
            )  # fmt: skip


def _rulings(b: Builder, game: m.Game) -> None:
    """Report options that rulings name although the game does not have them."""
    names = dict.fromkeys(o.ident.name for o in game.options)
    for ruling in game.rulings:
        for option in (o for o in ruling.options if o.name not in game.lost.union(names)):
            b.found.report(
                "GS201", f"there is no option `{option}`", option.span,
                help=did_you_mean(option.name, names),
            )  # fmt: skip
