"""Stands in for the part of `multiprocessing` in C that shares memory, as `_multiprocessing` does."""

from __future__ import annotations

from typing import NoReturn

__all__ = ["shm_unlink"]


def shm_unlink(_: str) -> NoReturn:
    """Raise `OSError`."""
    raise OSError("the page's Python has no processes")
