"""Remembers drawings by what they were drawn from, so that only what has changed is drawn again.

The things of a scene compare by value. A drawing that is asked for again is the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache, wraps
from typing import ParamSpec, cast

from interpreter.drawn.html.markup import Html

__all__ = ["MOST", "remembered"]

MOST = 8192
"""Maximum number of remembered drawings of a function."""

P = ParamSpec("P")


def remembered(draw: Callable[P, Iterable[Html]]) -> Callable[P, tuple[Html, ...]]:
    """Return a function that remembers what `draw` has drawn. Its arguments must be hashable."""

    @wraps(draw)
    def drawn(*given: P.args, **named: P.kwargs) -> tuple[Html, ...]:
        return tuple(draw(*given, **named))

    return cast("Callable[P, tuple[Html, ...]]", lru_cache(maxsize=MOST)(drawn))
