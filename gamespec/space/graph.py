"""Graphs, which consist of named cells and links between them that go both ways."""

from __future__ import annotations

from gamespec.space.space import Space

__all__ = ["graph"]


def graph(name: str, cells: tuple[str, ...], edges: tuple[tuple[int, int], ...]) -> Space:
    """Make a graph. Each edge is a pair of cell numbers."""
    extra: list[list[int]] = [[] for _ in cells]
    for a, b in edges:
        extra[a].append(b)
        extra[b].append(a)
    return Space(
        sort="graph",
        name=name,
        names=cells,
        directions=(),
        steps=(),
        opposite=(),
        axes=(),
        columns=(0,) * len(cells),
        rows=(0,) * len(cells),
        extra=tuple(tuple(sorted(set(e))) for e in extra),
    )
