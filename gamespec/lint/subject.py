"""What a lint looks at: a sound game, with its description and its code."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from gamespec import model as m
from gamespec.diagnostics import Collector
from gamespec.compile.draft import Emitted

__all__ = ["Subject", "Where", "walk"]


@dataclass(frozen=True, eq=False, slots=True)
class Subject:
    """A game to look at. `used` is what any choice of options uses, `code` what can be reached by default."""

    game: m.Game
    used: AbstractSet[str]
    code: tuple[Emitted, ...]
    found: Collector


@dataclass(frozen=True, eq=False, slots=True)
class Where:
    """Where a step stands: the routine it is a part of, and the conditions that hold around it."""

    routine: str
    guards: tuple[str, ...] = ()


def walk(game: m.Game) -> Iterator[tuple[m.Step, Where]]:
    """Every step of a game, and where it stands."""
    yield from _steps(game.setup, Where("setup"))
    for phase in game.phases:
        asked = tuple(each.text for each in (phase.until, phase.who) if each is not None)
        yield from _steps(phase.do, Where(f"phase {phase.ident}", asked))
    for action in game.actions:
        yield from _steps(action.do, Where(f"action {action.ident}"))
    for procedure in game.procedures:
        yield from _steps(procedure.do, Where(f"procedure {procedure.ident}"))
    for handler in game.handlers:
        guards = (handler.when.text,) if handler.when is not None else ()
        yield from _steps(handler.do, Where(f"handler {handler.ident}", guards))


def _steps(steps: tuple[m.Step, ...], where: Where) -> Iterator[tuple[m.Step, Where]]:
    for step in steps:
        yield step, where
        match step:
            case m.If(condition=condition, then=then, otherwise=otherwise):
                yield from _steps(then, Where(where.routine, (*where.guards, condition.text)))
                unless = Where(where.routine, (*where.guards, f"not {condition.text}"))
                yield from _steps(otherwise, unless)
                if then and isinstance(then[-1], m.Stop):
                    where = unless
            case m.While(condition=condition, do=do):
                yield from _steps(do, Where(where.routine, (*where.guards, condition.text)))
            case m.For(over=over, do=do):
                yield from _steps(do, Where(where.routine, (*where.guards, over.text)))
            case m.Choose(otherwise=tuple() as steps_) | m.Offer(otherwise=tuple() as steps_):
                yield from _steps(steps_, Where(where.routine, (*where.guards, "otherwise")))
            case _:
                pass
