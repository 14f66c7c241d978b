"""Mending: a failed try is corrected at its wrong draw instead of being drawn again.

A hidden number is often shown later: dice at a showdown, or a bid that is counted. If the number differs from
the one shown, some draw of it may have to be the other. The correction is tried at the latest draw first, and
accepted if more sights match. So a history is found step by step that plain draws would find with a
probability that shrinks with each number. The result is one of the matching histories; if several draws lead
to one sight, its probability among them is not respected.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.play.events import EventKind
from interpreter.redeal.walk import Choice, Walk

__all__ = ["mended"]


def confused(walk: Walk) -> bool:
    """Return whether a walk ended because alike components moved in another order, as if they had names."""
    got, shown = walk.got, walk.sightings.shown
    if walk.complete or got is None or walk.matched >= len(shown):
        return False
    wanted = shown[walk.matched]
    return got[0] == wanted[0] == EventKind.MOVED and got[1] == wanted[1] >= 0


def mended(walk: Walk, *, values: bool) -> Walk:
    """Return the walk, or one that gets further; draws of values are changed only if `values` is true.

    Otherwise only alike components are exchanged.
    """
    better: Walk | None = walk
    while better is not None and not better.complete and not better.trial.budget.exhausted:
        walk = better
        ways = _others(walk) if values or confused(walk) else iter(())
        better = next((other for other in ways if other.complete or other.matched > walk.matched), None)
    return better if better is not None else walk


def _others(walk: Walk) -> Iterator[Walk]:
    """Yield walks in which a draw is changed to match the sight that did not come."""
    for nth in range(len(walk.choices) - 1, -1, -1):
        choice = walk.choices[nth]
        for i in _instead(walk, choice):
            if walk.trial.budget.exhausted:
                return
            other = choice.before.copy()
            other.go_on([replace(choice, taken=i), *walk.choices[nth + 1 :]])
            yield other


def _instead(walk: Walk, choice: Choice) -> list[int]:
    """Return what may have to be drawn instead."""
    drawn = choice.values[choice.taken]
    pairs = {(g, w) for g, w in _pairs(walk) if g in drawn}
    return [i for i, values in enumerate(choice.values) if any(w in values for _, w in pairs)]


def _pairs(walk: Walk) -> Iterator[tuple[int, int]]:
    """Yield pairs of what came and what should have come; alike components, if their order was wrong."""
    shown, alike = walk.sightings.shown, walk.sightings.program.alike
    if walk.got is None or walk.matched >= len(shown):
        return
    got, wanted = walk.got, shown[walk.matched]
    if len(got) != len(wanted) or got[0] != wanted[0]:
        return
    if confused(walk):
        copies = [c for c, first in enumerate(alike) if first == got[1]]
        yield from ((a, b) for a in copies for b in copies if a != b)
    else:
        yield from {(g, w) for g, w in zip(got, wanted, strict=True) if g != w}
