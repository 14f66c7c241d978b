"""Mending: a try that went wrong is put right where it was drawn wrongly, in place of being drawn anew.

A hidden number is often shown later: the dice at a showdown, a bid that is counted. If the number that came
is not the one that was shown, whatever was drawn to be the one may have to be the other. It is tried, latest
draw first, and kept if more comes as it should. So a history is found step by step that plain draws would
find together with a chance that shrinks with each number. What is found so is one of the histories that
fit; where several ways lead to one sight it is not drawn by its share among them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from interpreter.play.information import Sort
from interpreter.redeal.walk import Choice, Walk

__all__ = ["mended"]


def confused(walk: Walk) -> bool:
    """Whether a walk ended because alike components moved in another order, as if their names were known."""
    got, shown = walk.got, walk.sightings.shown
    if walk.complete or got is None or walk.matched >= len(shown):
        return False
    wanted = shown[walk.matched]
    return got[0] == wanted[0] == Sort.MOVED and got[1] == wanted[1] >= 0


def mended(walk: Walk, *, values: bool) -> Walk:
    """The walk itself, or one that comes further; of values that were drawn only if `values` is true.

    Else only alike components are exchanged for one another.
    """
    better: Walk | None = walk
    while better is not None and not better.complete and not better.trial.budget.exhausted:
        walk = better
        ways = _others(walk) if values or confused(walk) else iter(())
        better = next((other for other in ways if other.complete or other.matched > walk.matched), None)
    return better if better is not None else walk


def _others(walk: Walk) -> Iterator[Walk]:
    """Walks in which a draw is what it should have been for the sight that did not come."""
    for nth in range(len(walk.choices) - 1, -1, -1):
        choice = walk.choices[nth]
        for i in _instead(walk, choice):
            if walk.trial.budget.exhausted:
                return
            other = choice.before.copy()
            other.go_on([replace(choice, taken=i), *walk.choices[nth + 1 :]])
            yield other


def _instead(walk: Walk, choice: Choice) -> list[int]:
    """What may have to be drawn in place of what was."""
    drawn = choice.values[choice.taken]
    pairs = {(g, w) for g, w in _pairs(walk) if g in drawn}
    return [i for i, values in enumerate(choice.values) if any(w in values for _, w in pairs)]


def _pairs(walk: Walk) -> Iterator[tuple[int, int]]:
    """What came and what should have come; alike components, if they moved in the wrong order."""
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
