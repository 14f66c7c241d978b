"""Reads the keys that members of a family have: players, cells of a space, and other values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gamespec.trees import types as t

if TYPE_CHECKING:
    from collections.abc import Sequence

__all__ = ["cell_space", "is_player", "keys_of"]


def is_player(type_: t.Type) -> bool:
    """Return whether a type is the type of players."""
    return isinstance(type_, t.Named) and type_.sort == "player"


def cell_space(type_: t.Type) -> str | None:
    """Return the name of the space whose cells have this type, or `None` for any other type."""
    base = t.strip(type_)
    return base.name if isinstance(base, t.Named) and base.sort == "cell" else None


def keys_of(dims: Sequence[tuple[int, int]], index: int) -> tuple[int, ...]:
    """Return the values of the keys of the member with this index.

    `dims` contains the first value and the number of values for each key. The last key varies fastest.
    """
    values: list[int] = []
    for first, size in reversed(dims):
        values.append(first + index % size)
        index //= size
    return tuple(reversed(values))
