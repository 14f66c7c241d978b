"""Checks the functions whose values a view shows to people, and those that count what lies in zones."""

from __future__ import annotations

from gamespec.compile.draft.builder import Builder
from gamespec.model import model as m
from gamespec.text.source import Span
from gamespec.trees import core
from gamespec.trees import types as t

__all__ = ["check_shown"]


def check_shown(b: Builder) -> None:
    """Report functions named by a view whose values cannot be shown where the view wants them.

    Functions that the view does not name rightly, or that contain mistakes, have been reported before.
    """
    view = b.world.game.view
    for name, look in view.functions.items():
        place = view.places["functions", name]
        function = _function(b, name, place)
        if function is not None and _is_single(b, function, place) and _has_a_place(b, function, place):
            _scores(b, view, function, look)
    for zone, lies in view.zones.items():
        rule = b.world.zones.get(zone)
        if lies.counts is None or rule is None:
            continue
        function = _function(b, lies.counts.name, lies.counts.span)
        if function is None:
            continue
        keys, types = [*rule.zone.keys], [t.strip(slot.type) for slot in function.parameters]
        if keys != types or not isinstance(t.strip(function.type), t.Int):
            of = " and ".join(f"`{t.show(key)}`" for key in keys) or "nothing"
            b.found.report(
                "GS302", f"`{lies.counts}` does not count what lies in `{zone}`", lies.counts.span,
                help=f"name a function of {of} whose value is a number",
            )  # fmt: skip


def _function(b: Builder, name: str, place: Span) -> core.Function | None:
    """Return a function that the view shows, or `None` after reporting that its value depends on `me`."""
    function = b.world.functions.made.get(name)
    if function is None or function.body is None:
        return None
    b.world.symbols.used.add(name)
    if function.uses_me:
        b.found.report(
            "GS206", f"`{name}` uses `me`, and there is no `me` here", place,
            help="give it a parameter for the player",
        )  # fmt: skip
        return None
    return function


def _is_single(b: Builder, function: core.Function, place: Span) -> bool:
    """Return whether people can read the value of a function, or report why they cannot."""
    base = t.strip(function.type)
    if isinstance(base, t.Bool | t.Int) or (isinstance(base, t.Named) and not t.is_component(base)):
        return True
    b.found.report(
        "GS302", f"`{function.name}` is {t.a(function.type)}, which is not shown as a value", place,
        help="name a function whose value is a number, true or false, a player, a cell or a named value",
    )  # fmt: skip
    return False


_PLACES = {(), ("player",), ("component",), ("part",), ("cell",), ("player", "cell")}
"""What the functions whose values have a place on the table are about, by the sorts of their parameters."""


def _has_a_place(b: Builder, function: core.Function, place: Span) -> bool:
    """Return whether the values of a function have a place on the table, or report that they have none."""
    types = [t.strip(slot.type) for slot in function.parameters]
    if tuple(type_.sort if isinstance(type_, t.Named) else "" for type_ in types) in _PLACES:
        return True
    of = " and ".join(t.a(type_) for type_ in types)
    b.found.report(
        "GS322", f"the values of `{function.name}` have no place on the table: they are about {of}", place,
        help="name a function of nothing, a player, a component, a cell, a player and a cell, or a part",
    )  # fmt: skip
    return False


def _scores(b: Builder, view: m.View, function: core.Function, look: m.FunctionView) -> None:
    """Report a score that is not a number of each player, and a second score."""
    if look.score is None:
        return
    place = view.places["functions", function.name, "score"]
    types = [t.strip(slot.type) for slot in function.parameters]
    if types != [b.world.player] or not isinstance(t.strip(function.type), t.Int):
        b.found.report(
            "GS302", f"`{function.name}` is not a number of each player, as a score is", place,
            help="leave `score` out, or name a function of a player",
        )  # fmt: skip
    first = next(name for name, each in view.functions.items() if each.score is not None)
    if first != function.name:
        b.found.report(
            "GS322", f"`{first}` is the score already", place, help="leave one of them out",
        )  # fmt: skip
