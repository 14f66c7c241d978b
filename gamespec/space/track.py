"""Tracks, whose cells have the directions forward and backward, and which may be rings or have branches."""

from __future__ import annotations

from itertools import pairwise

from gamespec.space.space import OUTSIDE, Space

__all__ = ["branches", "track"]


def track(name: str, size: int, *, loop: bool) -> Space:
    """Make a track of `size` cells, which are named by their numbers from 1. With `loop` it is a ring."""
    forward = tuple(range(1, size)) + ((0,) if loop else (OUTSIDE,))
    backward = ((size - 1,) if loop else (OUTSIDE,)) + tuple(range(size - 1))
    return Space(
        sort="track",
        name=name,
        names=tuple(str(i + 1) for i in range(size)),
        directions=("forward", "backward"),
        steps=(forward, backward),
        opposite=(1, 0),
        axes=(forward,),
        columns=tuple(range(1, size + 1)),
        rows=(1,) * size,
        extra=((),) * size,
    )


def branches(name: str, runs: tuple[tuple[str, ...], ...]) -> Space:
    """Make a track of several runs forward, which branch and meet in the cells that they share.

    Cells are numbered in the order of their first appearance, and so are the ways onward from each cell.
    """
    names = tuple(dict.fromkeys(cell for run in runs for cell in run))
    number = {cell: i for i, cell in enumerate(names)}
    ways = dict.fromkeys((number[a], number[b]) for run in runs for a, b in pairwise(run))
    forward = tuple(tuple(b for a, b in ways if a == cell) for cell in range(len(names)))
    backward = tuple(tuple(a for a, b in ways if b == cell) for cell in range(len(names)))
    return Space(
        sort="branches",
        name=name,
        names=names,
        directions=("forward", "backward"),
        steps=(),
        opposite=(1, 0),
        axes=(),
        columns=(0,) * len(names),
        rows=(0,) * len(names),
        extra=tuple(f + b for f, b in zip(forward, backward, strict=True)),
        onward=(forward, backward),
    )
