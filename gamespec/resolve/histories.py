"""Binding of histories: the parts of past situations, and how many situations a history can hold."""

from __future__ import annotations

from gamespec.model import model as m
from gamespec.resolve.binder import Binder
from gamespec.text.suggest import did_you_mean
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["PHASE", "TURN", "bind_history"]

TURN, PHASE = "turn", "phase"
"""Parts of a situation that are not declarations: whose turn it is, and which phase is running."""

MOST_SITUATIONS = 65_536
"""Maximum number of situations in a history."""


def bind_history(b: Binder, declared: m.HistoryDecl) -> None:
    """Bind a history. Without `of`, it covers every declared part of the game that can change."""
    world = b.world
    length = b.constant(declared.length, t.Int(1, MOST_SITUATIONS))
    every = (TURN, PHASE, *world.zones, *world.stores)
    of = every if declared.of is None else _parts(b, declared.of)
    if length is None or of is None:
        b.define(declared.ident, None)
        return
    history = core.History(declared.ident.name, of, length)
    world.histories[history.name] = history
    b.define(declared.ident, history)


def _parts(b: Binder, named: tuple[m.Ident, ...]) -> tuple[str, ...] | None:
    """Return the named parts of a situation, or `None` after reporting a mistake in one of them."""
    found: dict[str, None] = {}
    good = True
    for ident in named:
        if ident.name in found:
            b.found.report("GS202", f"`{ident}` is named twice", ident.span)
            good = False
        elif not _is_part(b, ident):
            good = False
        found[ident.name] = None
    return tuple(found) if good else None


def _is_part(b: Binder, ident: m.Ident) -> bool:
    """Return whether a situation may contain a named part, and report an error if it may not."""
    world, name = b.world, ident.name
    if name in world.symbols.broken:
        return False
    changing = [*world.zones, *world.stores]
    if name in {TURN, PHASE}:
        if name in world.symbols:
            b.found.report(
                "GS203",
                f"`{name}` may mean the declaration of that name, or the game's own {name}", ident.span,
                help="give the declaration another name",
            )  # fmt: skip
        return name not in world.symbols
    if name in changing:
        world.symbols.used.add(name)
        return True
    if name in world.symbols:
        b.found.report(
            "GS205", f"`{name}` does not change in play", ident.span,
            help="a situation consists of zones, variables, resources, `turn` and `phase`",
        )  # fmt: skip
        return False
    b.found.report(
        "GS201", f"there is no zone, variable or resource `{name}`", ident.span,
        help=did_you_mean(name, [*changing, TURN, PHASE]),
    )  # fmt: skip
    return False
