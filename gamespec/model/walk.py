"""Traverses the steps of a description. Only this module knows which steps contain lists of steps.

The expressions of a step are in fields of many types; `expressions_in` finds all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import assert_never

from gamespec.model import model as m
from gamespec.trees import ast

__all__ = [
    "blocks",
    "every_phase",
    "every_step",
    "expressions_in",
    "has_keys",
    "names_in",
    "routines",
    "steps_within",
]

Steps = tuple[m.Step, ...]


def blocks(step: m.Step) -> tuple[tuple[str, Steps], ...]:
    """Return the lists of steps that a step contains, in the order of the source.

    Each list comes with the condition under which it runs.
    """
    match step:
        case m.If(condition=condition, then=then, otherwise=otherwise):
            return (condition.text, then), (f"not {condition.text}", otherwise)
        case m.Case(subject=subject, branches=branches, otherwise=rest):
            asked = [(f"{subject.text}: {', '.join(v.text for v in x.values)}", x.do) for x in branches]
            return (*asked, (f"{subject.text}: else", rest or ()))
        case m.While(condition=condition, do=do):
            return ((condition.text, do),)
        case m.For(over=over, do=do):
            return ((", ".join(asked.text for _, asked in over), do),)
        case m.Choose() | m.Offer() | m.Announce():
            return ("then", step.then), ("otherwise", step.otherwise or ())
        case m.Move() | m.Lay() | m.Set() | m.Transfer() | m.Shuffle() | m.Reveal() | m.Random() | m.Let():
            return ()
        case m.Draw() | m.Run() | m.Check() | m.Stop() | m.Resolve() | m.Remember() | m.Forget():
            return ()
        case _:
            assert_never(step)


def steps_within(steps: Iterable[m.Step]) -> Iterator[m.Step]:
    """Yield steps, each followed by all steps nested in it, in the order of the source."""
    for step in steps:
        yield step
        for _, inner in blocks(step):
            yield from steps_within(inner)


def every_phase(phases: Iterable[m.PhaseDecl]) -> Iterator[m.PhaseDecl]:
    """Yield phases, each followed by all phases nested in it."""
    for phase in phases:
        yield phase
        yield from every_phase(phase.phases)


def routines(game: m.Game) -> Iterator[tuple[str, Steps, tuple[str, ...]]]:
    """Yield the name and the steps of each part of a game that has steps.

    The third value holds the conditions that are evaluated before the steps run.
    """
    yield "setup", game.setup, ()
    for phase in every_phase(game.phases):
        asked = tuple(each.text for each in (phase.until, phase.who) if each is not None)
        yield f"phase {phase.ident}", phase.do, asked
    for action in game.actions:
        yield f"action {action.ident}", action.do, ()
    for procedure in game.procedures:
        yield f"procedure {procedure.ident}", procedure.do, ()
    for handler in game.handlers:
        yield f"handler {handler.ident}", handler.do, (handler.when.text,) if handler.when is not None else ()


def every_step(game: m.Game) -> Iterator[m.Step]:
    """Yield every step of a game."""
    for _, steps, _ in routines(game):
        yield from steps_within(steps)


def expressions_in(part: object) -> Iterator[ast.Expression]:
    """Yield the expressions in a part of a description, in the order of its fields."""
    if isinstance(part, ast.Expression):
        yield part
    elif isinstance(part, tuple):
        for each in part:
            yield from expressions_in(each)
    elif isinstance(part, Mapping):
        yield from expressions_in(tuple(part.values()))
    elif is_dataclass(part) and not isinstance(part, type):
        for field in fields(part):
            yield from expressions_in(getattr(part, field.name))


def names_in(part: object) -> frozenset[str]:
    """Return the bare names that occur in the expressions of a part of a description."""
    return frozenset().union(*(_names(each.root) for each in expressions_in(part)))


def has_keys(part: object, name: str) -> bool:
    """Return whether brackets follow a name wherever it occurs in the expressions of a part, and it does."""
    found = [has for each in expressions_in(part) for has in _with_keys(each.root, name)]
    return bool(found) and all(found)


def _with_keys(node: ast.Node, name: str) -> Iterator[bool]:
    """Yield for each occurrence of a name whether brackets follow it."""
    parts = ast.children(node)
    match node:
        case ast.Name():
            if node.name == name:
                yield False
        case ast.Index(_, _, ast.Name(_, _, str() as of)) if of == name:
            yield True
            parts = node.keys
        case _:
            pass
    for part in parts:
        yield from _with_keys(part, name)


def _names(node: ast.Node) -> frozenset[str]:
    own = frozenset({node.name}) if isinstance(node, ast.Name) else frozenset()
    return own.union(*map(_names, ast.children(node)))
