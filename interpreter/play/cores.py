"""Counts the processors that this process may use."""

from __future__ import annotations

import os

__all__ = ["cores"]


def cores() -> int:
    """Return the number of threads or processes that can run simultaneously."""
    allowed = getattr(os, "sched_getaffinity", None)
    return len(allowed(0)) if allowed is not None else os.cpu_count() or 1
