"""Tracks: cells in a row, with a way forward and a way backward, open or closed to a ring."""

from __future__ import annotations

from gamespec.space.space import OUTSIDE, Space

__all__ = ["track"]


def track(name: str, size: int, *, loop: bool) -> Space:
    """A track of `size` cells, named by their numbers from 1."""
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
