"""JSON values with a single change, similar to files that a person or a disk has damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["changed"]

OTHERS = (None, True, -1, 2**70, 0.5, "x", "", [], {}, [[]], {"x": None})


def changed(value: Any) -> Iterator[Any]:
    """Yield copies of a JSON value, each with one part changed or removed. They may be meaningless."""
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
