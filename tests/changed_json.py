"""JSON values with a single change, like a file damaged by somebody or by a disk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["changed"]

OTHERS = (None, True, -1, 2**70, 0.5, "x", "", [], {}, [[]], {"x": None})


def changed(value: Any) -> Iterator[Any]:
    """Yield a JSON value with one of its parts changed or removed, whether or not it is still meaningful."""
    yield from (other for other in OTHERS if other != value or type(other) is not type(value))
    if isinstance(value, list):
        for at, each in enumerate(value):
            yield from ([*value[:at], other, *value[at + 1 :]] for other in changed(each))
            yield [*value[:at], *value[at + 1 :]]
    if isinstance(value, dict):
        for name, each in value.items():
            rest = {other: kept for other, kept in value.items() if other != name}
            yield from ({**rest, name: other} for other in changed(each))
            yield rest
            yield {**rest, f"{name}s": each}
