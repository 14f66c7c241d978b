"""Stands in for the part of `multiprocessing` in C, so that modules that start processes can be imported.

Nothing here works, since the page's Python has no processes.
"""

from __future__ import annotations

from typing import Any, NoReturn

__all__ = ["SemLock", "sem_unlink"]


class SemLock:
    """A semaphore that cannot be made."""

    def __init__(self, *_: Any) -> None:
        _impossible()


def sem_unlink(_: str) -> NoReturn:
    """Raise `OSError`."""
    _impossible()


def _impossible() -> NoReturn:
    raise OSError("the page's Python has no processes")
